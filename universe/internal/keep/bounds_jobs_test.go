package keep_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestGivenUpMailEndsItsJobs lets the clock stand: what people were to do about mail
// that was given up ends with it, and what is about mail that they have stays.
func TestGivenUpMailEndsItsJobs(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 10, Events: 400, WhenFull: mailsim.FullOldest}})
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Addresses = []string{"anna@client.test", "a@client.test"} })
	for i := range 60 {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: fmt.Sprintf("me%d@app.test", i/2), To: []string{"anna@client.test"}, Subject: "Re: the thing", Text: "What do you think? Can you tell me by Friday?"})
		require.NoError(t, err)
	}
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending})
	require.NoError(t, err)
	require.NotEmpty(t, pending)
	for _, j := range pending {
		assert.True(t, len(u.FindMessage(j.MessageID)) > 0 || j.Kind == mailsim.JobReply, "%s of a mail that is gone", j.Kind)
	}
	assert.LessOrEqual(t, len(pending), 30)
	skipped := 0
	for _, d := range testkit.EventsOf[mailsim.JobUpdated](u) {
		if d.Note == keep.GivenUp {
			skipped++
			assert.Equal(t, string(mailsim.StateSkipped), d.State)
		}
	}
	assert.Positive(t, skipped)
	u.Read(func(v state.View) {
		assert.LessOrEqual(t, jobs.PlannedTable.In(v.State).Len(), 20)
		assert.LessOrEqual(t, len(jobs.QueueTable.In(v.State).Heap), jobs.QueueTable.In(v.State).Room)
	})
	testkit.Advance(t, u, 10*testkit.Day)
	for _, e := range testkit.EventsOf[mailsim.JobFailed](u) {
		assert.Fail(t, "a job failed", e.Note)
	}
	sent := testkit.EventsOf[mailsim.PersonaSent](u)
	require.NotEmpty(t, sent, "mail that is there is answered")
	for _, e := range sent {
		assert.True(t, strings.Contains(e.Text, " "))
	}
}
