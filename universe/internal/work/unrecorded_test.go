package work_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestUnrecordedIsLogged: what a store that fails does not take is in the log of the
// application.
func TestUnrecordedIsLogged(t *testing.T) {
	t.Parallel()
	for want, fail := range map[string]func(u *engine.Universe, j *jobs.Record){
		"a webhook that gave up was not recorded": func(u *engine.Universe, _ *jobs.Record) { u.Hooks.Failed("http://hooks.test/", "no answer", 1) },
		"a job that failed was not recorded":      func(u *engine.Universe, j *jobs.Record) { u.Run(context.Background(), j) },
	} {
		var logged bytes.Buffer
		s := &testkit.RecordStore{}
		u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
		require.NoError(t, err)
		testkit.AddPerson(t, u, "anna@client.test", nil)
		var j *jobs.Record
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			j = jobs.Schedule(t, mailsim.JobInitiate, people.At(t.View, "anna@client.test").Owner(), t.Now, mailsim.Job{}, jobs.Args{Correspondent: "app@ours.test", Words: jobs.Words{Text: "Hello"}})
			return nil
		}))
		s.Full = true
		fail(u, j)
		assert.Contains(t, logged.String(), want)
		assert.Contains(t, logged.String(), "the store failed")
		require.NoError(t, u.Close())
	}
}
