package door_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestTranscriptsAreBounded keeps the last sessions, each up to its bound.
func TestTranscriptsAreBounded(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Transcripts: 3})
	for range 5 {
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
		for range 1000 {
			s.Tap("C: ", []byte(strings.Repeat("x", 99)))
		}
	}
	list := u.Transcripts()
	require.Len(t, list, 3)
	for i, tr := range list {
		assert.Equal(t, []string{"smtp-3", "smtp-4", "smtp-5"}[i], tr.ID)
		assert.Equal(t, u.Now(), tr.Started)
		assert.True(t, strings.HasSuffix(tr.Text, "x\n(cut here)\n"))
		assert.InDelta(t, door.MaxTranscript, len(tr.Text), 200)
	}
	none := testkit.New(t, mailsim.Options{})
	s := none.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	s.Tap("C: ", []byte("NOOP"))
	assert.False(t, s.Tapped())
	assert.Empty(t, none.Transcripts())
}

// TestServersKeepNoSecrets: what a server says is written down as it is, also while
// the client's secret is hidden.
func TestServersKeepNoSecrets(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Transcripts: 1})
	s := u.NewSession(mailsim.SessionInfo{Proto: "imap"})
	s.Mask(true)
	s.Tap("S: ", []byte("a1 LOGIN is not taken here"))
	s.Tap("C: ", []byte("c2VjcmV0"))
	s.Mask(false)
	s.Tap("C: ", []byte("a2 NOOP"))
	assert.Equal(t, "S: a1 LOGIN is not taken here\nC: ****\nC: a2 NOOP\n", u.Transcripts()[0].Text)
}
