package door_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// RFC 8514: a copy or a move sets the save date anew and leaves the internal date;
// so does the save of a universe.
func TestSaveDate(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "saved"})
	_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "box@x.test", Password: "pass"})
	require.NoError(t, err)
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	start, old := u.Now(), time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)
	_, _, err = a.Append(t.Context(), "INBOX", []mailsim.AppendMail{{Data: "Subject: a\r\n\r\n"}, {Data: "Subject: b\r\n\r\n", Time: old}, {Data: "Subject: c\r\n\r\n"}})
	require.NoError(t, err)
	later := func() time.Time {
		_, err := u.Advance(t.Context(), time.Hour)
		require.NoError(t, err)
		return u.Now()
	}
	type dates struct{ saved, internal, filed time.Time }
	of := func(u *engine.Universe, folder string) (list []dates) {
		a, err := u.Access("box@x.test")
		require.NoError(t, err)
		snap, err := a.Open(folder)
		require.NoError(t, err)
		for s := range snap.From(0) {
			list = append(list, dates{s.SaveDate(), s.InternalDate(), s.Time()})
		}
		return list
	}
	copied := later()
	_, err = a.Copy(t.Context(), "INBOX", []uint32{1, 2}, "Archive")
	require.NoError(t, err)
	moved := later()
	_, err = a.Move(t.Context(), "Archive", []uint32{2}, "Trash")
	require.NoError(t, err)
	_, err = a.StoreFlags(t.Context(), "Trash", []uint32{1}, mailsim.FlagsSet, mailsim.Flags{System: mailsim.FlagSeen, Keywords: []string{"$A"}}, nil)
	require.NoError(t, err)
	_, err = a.StoreFlags(t.Context(), "Trash", []uint32{1}, mailsim.FlagsSet, mailsim.Flags{}, nil)
	require.NoError(t, err)
	patched := later()
	_, err = u.UpdateMessage(t.Context(), mailsim.Ref{Address: "box@x.test", Folder: "INBOX", UID: 3}, mailsim.MessagePatch{MoveTo: new("Junk")})
	require.NoError(t, err)
	for _, u := range []*engine.Universe{u, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())} {
		assert.Equal(t, []dates{{start, start, start}, {start, old, start}}, of(u, "INBOX"))
		assert.Equal(t, []dates{{copied, start, start}}, of(u, "Archive"))
		assert.Equal(t, []dates{{moved, old, start}}, of(u, "Trash"))
		assert.Equal(t, []dates{{patched, start, start}}, of(u, "Junk"))
	}
}
