package work_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestAJobThatFailsSaysSo(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	var id string
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		j := jobs.Schedule(t, mailsim.JobForward, people.Table.In(t.State).At(anna.ID).Owner(), t.Now.Add(time.Minute), mailsim.Job{MessageID: "<gone@x>", Plan: "forwards"}, jobs.Args{To: []string{"b@c.test"}})
		id = j.ID
		return nil
	}))
	after := u.AfterFunc(2*time.Minute, func() {})
	testkit.Advance(t, u, time.Hour)
	// spec: events.job.failed
	require.Equal(t, []mailsim.JobFailed{{JobID: id, Kind: "forward", PersonaID: anna.ID, Note: "no such message"}}, testkit.EventsOf[mailsim.JobFailed](u))
	j, err := u.Job(id)
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateFailed, j.State)
	assert.False(t, after.Stop(), "what came after it ran all the same")
}
