package door_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// RFC 8508: one message takes the place of another, in one commit or not at all.
func TestReplace(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "box@x.test", Password: "pass"})
	require.NoError(t, err)
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	first := mailsim.AppendMail{Data: "Subject: one\r\n\r\n", Flags: mailsim.Flags{System: mailsim.FlagDeleted}}
	_, _, err = a.Append(t.Context(), "Drafts", []mailsim.AppendMail{first, first})
	require.NoError(t, err)
	uids := func(folder string) []uint32 {
		s, err := a.Open(folder)
		require.NoError(t, err)
		return door.AllUIDs(s.Folder)
	}
	next := mailsim.AppendMail{Data: "Subject: two\r\n\r\n", Flags: mailsim.Flags{System: mailsim.FlagDraft, Keywords: []string{"$A"}}, Time: config.DefaultStart}

	wakes := 0
	stop := a.Watch("Drafts", func() { wakes++ })
	r, err := a.Replace(t.Context(), "Drafts", 1, "Drafts", next)
	require.NoError(t, err)
	assert.Equal(t, mailsim.CopyResult{UIDValidity: 1, Source: []uint32{1}, Dest: []uint32{3}}, r)
	assert.Equal(t, []uint32{2, 3}, uids("Drafts"), "the other that is flagged stays")
	assert.NotZero(t, wakes)
	stop()
	s, err := a.Open("Drafts")
	require.NoError(t, err)
	assert.Equal(t, next.Flags, s.At(1).Flags())
	assert.Equal(t, next.Time, s.At(1).InternalDate())
	assert.Equal(t, next.Data, s.At(1).Body())
	gone, complete := s.ExpungedSince(1)
	assert.Equal(t, []uint32{1}, gone)
	assert.True(t, complete)

	r, err = a.Replace(t.Context(), "Drafts", 1, "Drafts", next)
	require.NoError(t, err)
	assert.Empty(t, r.Source, "it is gone")
	assert.Empty(t, r.Dest)
	_, err = a.Replace(t.Context(), "Drafts", 2, "None", next)
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	assert.Equal(t, []uint32{2, 3}, uids("Drafts"))

	r, err = a.Replace(t.Context(), "Drafts", 2, "Archive", next)
	require.NoError(t, err)
	assert.Equal(t, mailsim.CopyResult{UIDValidity: 1, Source: []uint32{2}, Dest: []uint32{1}}, r)
	assert.Equal(t, []uint32{3}, uids("Drafts"))
	assert.Equal(t, []uint32{1}, uids("Archive"))
}
