package engine

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TestJobsByHand: what is moved, skipped and run by hand, and what is told of it.
func TestJobsByHand(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	sure := func(p *mailsim.Persona) {
		p.Timing = mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 2 * time.Hour, Spread: 1}, Hours: &mailsim.Hours{Days: "mon-sun", From: "00:00", To: "24:00"}}
		p.Behaviors.DoubleReply = new(0.0)
	}
	anna := addPerson(t, u, "anna@client.test", sure)
	addPerson(t, u, "ben@client.test", sure)
	reply := func(p string) mailsim.Job {
		jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply, PersonaID: p})
		require.NoError(t, err)
		require.Len(t, jobs, 1)
		return jobs[0]
	}
	sendTo(t, u, "anna@client.test", "Meeting", "Is Tuesday fine?")
	first := reply(anna.ID)
	assert.Contains(t, eventsOf[mailsim.JobScheduled](u), mailsim.JobScheduled{JobID: first.ID, Kind: "reply", PersonaID: anna.ID, Due: first.Due, Plan: first.Plan})
	skipped, err := u.SkipJob(bg, first.ID)
	require.NoError(t, err)
	assert.Equal(t, []any{mailsim.StateSkipped, "skipped by hand"}, []any{skipped.State, skipped.Note})
	assert.Equal(t, mailsim.JobUpdated{JobID: first.ID, State: "skipped", Due: first.Due, Kind: "reply", PersonaID: anna.ID, Note: "skipped by hand"}, eventsOf[mailsim.JobUpdated](u)[0]) // spec: events.job.updated

	sendTo(t, u, "anna@client.test", "Re: Meeting", "Is Wednesday fine?")
	assert.Empty(t, eventsOf[mailsim.PersonaBatched](u), "nothing is added to a reply that was skipped")
	second := reply(anna.ID)
	moved, err := u.MoveJob(bg, second.ID, u.Now().Add(-day))
	require.NoError(t, err)
	assert.Equal(t, u.Now(), moved.Due, "the past means now")
	moved, err = u.MoveJob(bg, second.ID, u.Now().Add(3*day))
	require.NoError(t, err)
	for _, at := range []time.Time{{}, state.EndOfTime.Add(time.Second)} {
		_, err = u.MoveJob(bg, second.ID, at)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	now := u.Now()
	done, err := u.RunJob(bg, second.ID)
	require.NoError(t, err)
	assert.Equal(t, []any{mailsim.StateDone, now}, []any{done.State, done.Due})
	assert.True(t, done.Due.Before(moved.Due))
	list := eventsOf[mailsim.JobDone](u)
	assert.Equal(t, mailsim.JobDone{JobID: second.ID, Kind: "reply", PersonaID: anna.ID, Note: done.Note}, list[len(list)-1]) // spec: events.job.done
	assert.NotEmpty(t, done.Note)
	assert.Equal(t, now, u.Now())
	for _, f := range []func() error{
		func() error { _, err := u.RunJob(bg, second.ID); return err },
		func() error { _, err := u.SkipJob(bg, second.ID); return err },
		func() error { _, err := u.MoveJob(bg, second.ID, now); return err },
	} {
		assert.ErrorIs(t, f(), mailsim.ErrConflict)
	}
	_, err = u.Jobs(mailsim.JobFilter{Limit: -1})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
}

// TestJobsInOrder: by due time, then as they will run; at most 1,000 of them.
func TestJobsInOrder(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	var past *jobs.Record
	require.NoError(t, u.Update(bg, func(t *state.Tx) error {
		for i := range 1500 {
			jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(time.Duration(i*7919%1500)*time.Second), mailsim.Job{}, jobs.Args{Stream: "gone"})
		}
		past = jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(-day), mailsim.Job{}, jobs.Args{Stream: "gone"})
		return nil
	}))
	assert.Equal(t, u.Now(), past.Due)
	jobs, err := u.Jobs(mailsim.JobFilter{Limit: 5000})
	require.NoError(t, err)
	assert.Len(t, jobs, 1000)
	for i := 1; i < len(jobs); i++ {
		require.False(t, jobs[i].Due.Before(jobs[i-1].Due))
	}
	all, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	assert.Len(t, all, 1501)
}

// TestAdvanceJobsEnds: a timer of the application that comes again and again does
// not move the clock to the end of time when no job is left.
func TestAdvanceJobsEnds(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	ran := 0
	u.Every(time.Hour, func() {
		if ran++; ran > 1000 {
			panic("the clock runs away")
		}
	})
	sendTo := func(d string) { // it is delivered after d
		t.Helper()
		_, err := u.Send(bg, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna+slow" + d + "@client.test"}, Text: "Hello"})
		require.NoError(t, err)
	}
	a, err := u.AdvanceJobs(bg, 1)
	require.NoError(t, err)
	assert.Zero(t, a.Ran)
	assert.Equal(t, config.DefaultStart, a.Now)
	sendTo("90m")
	a, err = u.AdvanceJobs(bg, math.MaxInt)
	require.NoError(t, err)
	assert.Equal(t, 1, a.Ran)
	assert.Equal(t, config.DefaultStart.Add(90*time.Minute), a.Now, "it stands where the last job ran")
	assert.Equal(t, 1, ran)
}

// TestQueueIsCleared: what jobs leave behind in the queue when they are moved,
// there and back, or skipped is bounded, and they run in order all the same.
func TestQueueIsCleared(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	const planned = 40
	for range planned {
		sendTo(t, u, "anna+slow1h@client.test", "Hello", "It comes late.")
	}
	deliveries := mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobDelivery}
	list, err := u.Jobs(deliveries)
	require.NoError(t, err)
	require.Len(t, list, planned)
	for i := range 1000 {
		there := u.Now().Add(time.Duration(i*37%planned+1) * time.Hour)
		for _, due := range []time.Time{there.Add(time.Minute), there} {
			_, err := u.MoveJob(bg, list[i%planned].ID, due)
			require.NoError(t, err)
		}
		require.NoError(t, u.Update(bg, func(t *state.Tx) error {
			jobs.Cancel(t, jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(day), mailsim.Job{}, jobs.Args{}), "at once")
			return nil
		}))
		require.LessOrEqual(t, len(jobs.QueueTable.In(&u.State).Heap), 2*planned+64)
	}
	list, err = u.Jobs(deliveries)
	require.NoError(t, err)
	ran := forkOf(t, u, mailsim.Options{})
	_, err = ran.Advance(bg, 100*time.Hour)
	require.NoError(t, err)
	done := eventsOf[mailsim.JobDone](ran)
	require.Len(t, done, planned)
	for i, d := range done {
		assert.Equal(t, list[i].ID, d.JobID)
	}
}
