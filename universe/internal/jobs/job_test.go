package jobs_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestJobsByHand: what is moved, skipped and run by hand, and what is told of it.
func TestJobsByHand(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	sure := func(p *mailsim.Persona) {
		p.Timing = mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 2 * time.Hour, Spread: 1}, Hours: &mailsim.Hours{Days: "mon-sun", From: "00:00", To: "24:00"}}
		p.Behaviors.DoubleReply = new(0.0)
	}
	anna := testkit.AddPerson(t, u, "anna@client.test", sure)
	testkit.AddPerson(t, u, "ben@client.test", sure)
	reply := func(p string) mailsim.Job {
		jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply, PersonaID: p})
		require.NoError(t, err)
		require.Len(t, jobs, 1)
		return jobs[0]
	}
	testkit.SendTo(t, u, "anna@client.test", "Meeting", "Is Tuesday fine?")
	first := reply(anna.ID)
	assert.Contains(t, testkit.EventsOf[mailsim.JobScheduled](u), mailsim.JobScheduled{JobID: first.ID, Kind: "reply", PersonaID: anna.ID, Due: first.Due, Plan: first.Plan})
	skipped, err := u.SkipJob(context.Background(), first.ID)
	require.NoError(t, err)
	assert.Equal(t, []any{mailsim.StateSkipped, "skipped by hand"}, []any{skipped.State, skipped.Note})
	assert.Equal(t, mailsim.JobUpdated{JobID: first.ID, State: "skipped", Due: first.Due, Kind: "reply", PersonaID: anna.ID, Note: "skipped by hand"}, testkit.EventsOf[mailsim.JobUpdated](u)[0]) // spec: events.job.updated

	testkit.SendTo(t, u, "anna@client.test", "Re: Meeting", "Is Wednesday fine?")
	assert.Empty(t, testkit.EventsOf[mailsim.PersonaBatched](u), "nothing is added to a reply that was skipped")
	second := reply(anna.ID)
	moved, err := u.MoveJob(context.Background(), second.ID, u.Now().Add(-testkit.Day))
	require.NoError(t, err)
	assert.Equal(t, u.Now(), moved.Due, "the past means now")
	moved, err = u.MoveJob(context.Background(), second.ID, u.Now().Add(3*testkit.Day))
	require.NoError(t, err)
	for _, at := range []time.Time{{}, state.EndOfTime.Add(time.Second)} {
		_, err = u.MoveJob(context.Background(), second.ID, at)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	now := u.Now()
	done, err := u.RunJob(context.Background(), second.ID)
	require.NoError(t, err)
	assert.Equal(t, []any{mailsim.StateDone, now}, []any{done.State, done.Due})
	assert.True(t, done.Due.Before(moved.Due))
	list := testkit.EventsOf[mailsim.JobDone](u)
	assert.Equal(t, mailsim.JobDone{JobID: second.ID, Kind: "reply", PersonaID: anna.ID, Note: done.Note}, list[len(list)-1]) // spec: events.job.done
	assert.NotEmpty(t, done.Note)
	assert.Equal(t, now, u.Now())
	for _, f := range []func() error{
		func() error { _, err := u.RunJob(context.Background(), second.ID); return err },
		func() error { _, err := u.SkipJob(context.Background(), second.ID); return err },
		func() error { _, err := u.MoveJob(context.Background(), second.ID, now); return err },
	} {
		assert.ErrorIs(t, f(), mailsim.ErrConflict)
	}
	_, err = u.Jobs(mailsim.JobFilter{Limit: -1})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
}

// TestJobsInOrder: by due time, then as they will run; at most 1,000 of them.
func TestJobsInOrder(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var past *jobs.Record
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		for i := range 1500 {
			jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(time.Duration(i*7919%1500)*time.Second), mailsim.Job{}, jobs.Args{Stream: "gone"})
		}
		past = jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(-testkit.Day), mailsim.Job{}, jobs.Args{Stream: "gone"})
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
	u := testkit.New(t, mailsim.Options{})
	ran := 0
	u.Every(time.Hour, func() {
		if ran++; ran > 1000 {
			panic("the clock runs away")
		}
	})
	sendTo := func(d string) { // it is delivered after d
		t.Helper()
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna+slow" + d + "@client.test"}, Text: "Hello"})
		require.NoError(t, err)
	}
	a, err := u.AdvanceJobs(context.Background(), 1)
	require.NoError(t, err)
	assert.Zero(t, a.Ran)
	assert.Equal(t, config.DefaultStart, a.Now)
	sendTo("90m")
	a, err = u.AdvanceJobs(context.Background(), math.MaxInt)
	require.NoError(t, err)
	assert.Equal(t, 1, a.Ran)
	assert.Equal(t, config.DefaultStart.Add(90*time.Minute), a.Now, "it stands where the last job ran")
	assert.Equal(t, 1, ran)
}

// TestQueueIsCleared: what jobs leave behind in the queue when they are moved,
// there and back, or skipped is bounded, and they run in order all the same.
func TestQueueIsCleared(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	const planned = 40
	for range planned {
		testkit.SendTo(t, u, "anna+slow1h@client.test", "Hello", "It comes late.")
	}
	deliveries := mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobDelivery}
	list, err := u.Jobs(deliveries)
	require.NoError(t, err)
	require.Len(t, list, planned)
	for i := range 1000 {
		there := u.Now().Add(time.Duration(i*37%planned+1) * time.Hour)
		for _, due := range []time.Time{there.Add(time.Minute), there} {
			_, err := u.MoveJob(context.Background(), list[i%planned].ID, due)
			require.NoError(t, err)
		}
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			jobs.Cancel(t, jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(testkit.Day), mailsim.Job{}, jobs.Args{}), "at once")
			return nil
		}))
		require.LessOrEqual(t, len(jobs.QueueTable.In(&u.State).Heap), 2*planned+64)
	}
	list, err = u.Jobs(deliveries)
	require.NoError(t, err)
	ran := testkit.Fork(t, u, mailsim.Options{})
	_, err = ran.Advance(context.Background(), 100*time.Hour)
	require.NoError(t, err)
	done := testkit.EventsOf[mailsim.JobDone](ran)
	require.Len(t, done, planned)
	for i, d := range done {
		assert.Equal(t, list[i].ID, d.JobID)
	}
}

// TestJobsDueTogetherAreInOrderOfNumber has more than ten jobs at one instant.
func TestJobsDueTogetherAreInOrderOfNumber(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	var want []string
	for i := range 12 {
		p := testkit.AddPerson(t, u, "p"+strconv.Itoa(99-i)+"@client.test", nil)
		j, err := u.Act(context.Background(), p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", After: time.Hour})
		require.NoError(t, err)
		want = append(want, j.ID)
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	ids := func(list []mailsim.Job) (out []string) {
		for _, j := range list {
			out = append(out, j.ID)
		}
		return out
	}
	assert.Equal(t, want, ids(jobs))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, id := range want[:6] {
		_, err = u.SkipJob(context.Background(), id)
		require.NoError(t, err)
	}
	_, err = u.Wait(ctx, 0, mailsim.Match{To: "app@ours.test"})
	var e *mailsim.WaitError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, want[6:11], ids(e.Pending), "j_9 before j_10")
	assert.False(t, slices.IsSorted(want[6:11]), "their text sorts otherwise")
}
