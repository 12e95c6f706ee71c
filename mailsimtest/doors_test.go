package mailsimtest

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// A server that ends by itself is told of, in the story and by Close: a test that
// times out for it could not know.
func TestServerThatEndsIsTold(t *testing.T) {
	t.Parallel()
	s, err := Start()
	require.NoError(t, err)
	for which := range numDoors {
		_ = s.addr(which)
		require.NoError(t, s.doors.listeners[which].Close())
	}
	s.doors.running.Wait()
	story := s.Story()
	err = s.Close()
	require.Error(t, err)
	for _, name := range doorNames {
		assert.Contains(t, story, "the "+name+" server ended: ")
		assert.ErrorContains(t, err, "the "+name+" server ended: ")
	}
	require.NoError(t, s.Close(), "it is closed")
}

// What a door cannot have, such as a key, fails the helper that asks for it.
func TestDoorsReturnTheirErrors(t *testing.T) {
	t.Parallel()
	s, err := Start()
	require.NoError(t, err)
	require.NoError(t, s.Universe.Close())
	_, err = s.doors.httpClient()
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.PanicsWithValue(t, "mailsimtest: key: the universe is closed", func() { s.Key() })
	require.NoError(t, s.Close())
}

// A world that one of its functions closes goes on, and can be closed after.
func TestCloseWithinAnAdvance(t *testing.T) {
	t.Parallel()
	s, err := Start()
	require.NoError(t, err)
	var errs []error
	s.AfterFunc(time.Hour, func() { errs = append(errs, s.Close()) })
	s.Advance(2 * time.Hour)
	require.ErrorIs(t, errors.Join(errs...), mailsim.ErrConflict)
	assert.NotEmpty(t, s.SMTPAddr(), "the doors are open")
	require.NoError(t, s.Close())
}
