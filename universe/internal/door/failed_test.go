package door_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestTempfailOfAClosedUniverse: what cannot be noted is refused for now, also the
// second time, when a universe that works would take it.
func TestTempfailOfAClosedUniverse(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	defer s.Close()
	reply, ok := s.Recipient(context.Background(), "app@ours.test", "anna+tempfail@client.test")
	assert.False(t, ok)
	assert.Equal(t, 451, reply.Code)
	_, ok = s.Recipient(context.Background(), "app@ours.test", "anna+tempfail@client.test")
	assert.True(t, ok)
	require.NoError(t, u.Close())
	for range 2 {
		reply, ok = s.Recipient(context.Background(), "app@ours.test", "anna+tempfail@client.test")
		assert.False(t, ok)
		assert.Equal(t, 451, reply.Code)
	}
}
