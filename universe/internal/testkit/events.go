package testkit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// EventsOf is what the events of one type say, the oldest first.
func EventsOf[T mailsim.EventData](u *engine.Universe) (out []T) {
	for e := range u.Log(mailsim.EventFilter{}) {
		if d, ok := e.Data.(T); ok {
			out = append(out, d)
		}
	}
	return out
}

// LastEvent is the id of the newest event.
func LastEvent(u *engine.Universe) int64 {
	log := u.Committed()
	return log.Last()
}

// Story is the log as it leaves a universe, a line for each event.
func Story(u *engine.Universe) (out []string) {
	for e := range u.Log(mailsim.EventFilter{}) {
		b, _ := u.EventBody(e)
		out = append(out, string(b))
	}
	return out
}

// Ended is a context that has ended.
func Ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// MakeEvents makes n events.
func MakeEvents(t testing.TB, u *engine.Universe, n int) {
	t.Helper()
	for range n {
		_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 2})
		require.NoError(t, err)
	}
}
