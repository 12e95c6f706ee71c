package keep_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestRetentionSetting(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, mailsim.Retention{}, u.Retention())
	testkit.SetRetention(t, u, 30, 7)
	assert.Equal(t, mailsim.Retention{MailDays: 30, EventDays: 7}, u.Retention()) // spec: retention.get, retention.put, retention.field.days
	testkit.SetRetention(t, u, 36_500, 36_500)
	testkit.SetRetention(t, u, 30, 7)
	for _, r := range []mailsim.Retention{{MailDays: -1, EventDays: 0}, {MailDays: 0, EventDays: -1}, {MailDays: 36_501, EventDays: 0}, {MailDays: 0, EventDays: 36_501}} {
		_, err := u.SetRetention(ctx, r)
		assert.ErrorIs(t, err, mailsim.ErrInvalid) // spec: retention.negative
	}
	assert.Equal(t, mailsim.Retention{MailDays: 30, EventDays: 7}, u.Retention())

	capped := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{RetentionDays: 14}}})
	assert.Equal(t, mailsim.Retention{MailDays: 14, EventDays: 14}, capped.Retention())
	got, err := capped.SetRetention(ctx, mailsim.Retention{MailDays: 90, EventDays: 3})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Retention{MailDays: 14, EventDays: 3}, got) // spec: retention.plan-cap
	got, err = capped.SetRetention(ctx, mailsim.Retention{})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Retention{MailDays: 14, EventDays: 14}, got, "0 under a limit is the limit")
}

func TestPruneTakesTheOldOnly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.AskAll(t, u, anna)
	testkit.Advance(t, u, 3*testkit.Day)
	assert.Equal(t, mailsim.Pruned{}, testkit.Prune(t, u)) // spec: retention.zero-forever
	early := u.Now()
	testkit.AskAll(t, u, anna)
	rel, err := u.Relations(anna.ID)
	require.NoError(t, err)
	_, err = u.AddMemory(ctx, anna.ID, mailsim.Note{Text: "likes tea"})
	require.NoError(t, err)
	before, events := u.Status(), u.Committed()
	testkit.SetRetention(t, u, 2, 1)
	got := testkit.Prune(t, u)
	assert.Equal(t, before.Messages-u.Status().Messages, got.Messages) // spec: retention.prune
	assert.Positive(t, got.Messages)
	assert.Positive(t, got.Jobs)
	for _, m := range u.Mailboxes() {
		folders, err := u.Folders(m.Address)
		require.NoError(t, err)
		for _, f := range folders {
			list, err := u.Messages(m.Address, mailsim.MessageFilter{Folder: f.Name})
			require.NoError(t, err)
			for _, msg := range list {
				assert.False(t, msg.Time.Before(early)) // spec: retention.prune.old-only
			}
		}
	}
	var first mailsim.Event
	n := 0
	for e := range u.Log(mailsim.EventFilter{}) {
		if n++; n == 1 {
			first = e
		}
		assert.True(t, e.At.After(u.Now().Add(-testkit.Day)), "%s %s", e.At, e.Type) // spec: retention.prune.old-only
		if p, ok := e.Data.(mailsim.RetentionPruned); ok {
			assert.Equal(t, mailsim.RetentionPruned(got), p) // spec: events.retention.pruned
		}
	}
	assert.Equal(t, int64(got.Events)+1, first.ID, "ids go on rising")
	assert.Equal(t, events.Last()+1, testkit.LastEvent(u))
	jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StateDone})
	require.NoError(t, err)
	assert.Empty(t, jobs)
	after, err := u.Relations(anna.ID)
	require.NoError(t, err)
	assert.Equal(t, rel, after) // spec: retention.notes-kept
	notes, err := u.Memory(anna.ID)
	require.NoError(t, err)
	assert.Contains(t, notes[""], "likes tea")
	assert.Equal(t, mailsim.Pruned{}, testkit.Prune(t, u), "nothing is left to do")
}

func TestPruneEveryHour(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	box := func() int { m, _ := u.Mailbox("a@ours.test"); return m.Total }
	testkit.SetRetention(t, u, 1, 0)
	testkit.Advance(t, u, 20*time.Minute)
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "b@ours.test", To: []string{"a@ours.test"}, Subject: "x", Text: "y"})
	require.NoError(t, err)
	testkit.Advance(t, u, 24*time.Hour)
	assert.Equal(t, 1, box(), "09:20 the next day: pruned at the full hour")
	testkit.Advance(t, u, 40*time.Minute)
	assert.Equal(t, 0, box()) // spec: retention.hourly
	told := map[time.Time]mailsim.EventData{}
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventRetentionPruned}}) {
		told[e.At] = e.Data
	}
	assert.Equal(t, map[time.Time]mailsim.EventData{time.Date(2026, 1, 6, 10, 0, 0, 0, time.UTC): mailsim.RetentionPruned{Messages: 2}}, told)
	due, ok := nextDue(u)
	assert.False(t, ok, "nothing grows old: %s", due)
}

func nextDue(u *engine.Universe) (time.Time, bool) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return u.NextDueLocked()
}

// TestPruneEnds lets notices of prunes grow old without new ones.
func TestPruneEnds(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.AskAll(t, u, anna)
	testkit.SetRetention(t, u, 1, 1)
	_, err := u.AdvanceTo(context.Background(), time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC))
	require.NoError(t, err)
	due, ok := nextDue(u)
	assert.True(t, !ok || due.Year() > 2026, "no prune brings about another for ever: %s", due)
	assert.Zero(t, u.Status().Messages)
}

func TestEventsKeepTheirText(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	long := strings.Repeat("Grüße aus Köln, und noch ein Satz. ", 100)
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Long", Text: long})
	require.NoError(t, err)
	old := u.Committed()
	text := func() string {
		for _, e := range mailsim.EventsOf[mailsim.PersonaReceived](u.Log(mailsim.EventFilter{})) {
			return e.Text
		}
		return "no event"
	}
	assert.Greater(t, len([]rune(text())), 3000)
	testkit.SetRetention(t, u, 1, 0)
	testkit.Advance(t, u, 2*testkit.Day)
	assert.Empty(t, u.FindMessage(id))
	assert.Equal(t, string([]rune(long)[:keep.MaxText]), text())
	for e, d := range mailsim.EventsOf[mailsim.MailDelivered](u.Log(mailsim.EventFilter{})) {
		assert.Equal(t, mailsim.MailDelivered{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Long", MessageID: id}, d)
		assert.Equal(t, id, e.MessageID)
	}
	for e := range u.Committed().From(0) {
		_, lazy := e.Data.(state.Lazy)
		assert.False(t, lazy, "%T holds on to its mail", e.Data)
	}
	assert.IsType(t, deliver.Delivered{}, old.Index(1).Data, "who reads an older version of the log still has it")
}

func TestPruneIsRepeatable(t *testing.T) {
	t.Parallel()
	run := func(step time.Duration) []string {
		u := testkit.New(t, mailsim.Options{})
		testkit.SetWorld(t, u, mailsim.Stream{ID: "a", Kind: "lead", PerDay: 6, NewPeople: 0.5, Enabled: new(true), To: []string{"a@ours.test"}})
		testkit.SetRetention(t, u, 2, 3)
		for range 10 * testkit.Day / step {
			testkit.Advance(t, u, step)
		}
		var out []string
		for e := range u.Log(mailsim.EventFilter{}) {
			if e.Type != mailsim.EventClockChanged && e.Type != mailsim.EventRetentionPruned { // clock events grow old too
				out = append(out, e.At.String()+" "+string(e.Type)+" "+e.MessageID)
			}
		}
		assert.Positive(t, u.Committed().Base)
		return out
	}
	want := run(10 * testkit.Day)
	assert.Equal(t, want, run(10*testkit.Day))
	assert.Equal(t, want, run(6*time.Hour), "in one step or in many")
}

// TestPruneOnARunningClock prunes without anyone moving the clock.
func TestPruneOnARunningClock(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	u := testkit.New(t, mailsim.Options{Speed: run.MaxSpeed})
	_, err := u.Send(ctx, mailsim.Outgoing{From: "b@ours.test", To: []string{"a@ours.test"}, Subject: "x", Text: "y"})
	require.NoError(t, err)
	mark := u.Mark()
	u.SetPlan(mailsim.Plan{Limits: mailsim.Limits{RetentionDays: 1}})
	for e, err := range u.Follow(ctx, mailsim.EventFilter{Since: mark, Types: []mailsim.EventType{mailsim.EventRetentionPruned}}) {
		if mailsim.KindOf(err) == mailsim.ErrNotFound {
			break // a day later, 86 ms, the event itself was pruned
		}
		require.NoError(t, err)
		assert.Equal(t, 2, e.Data.(mailsim.RetentionPruned).Messages)
		break
	}
	assert.Zero(t, u.Status().Messages)
}

// TestPruneOfEventsTakesTheirJobs: jobs that have ended go with the event that tells
// it, those that are to come stay, and so do the facts of what is kept.
func TestPruneOfEventsTakesTheirJobs(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	plan := func(d time.Duration) (j *jobs.Record) {
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			j = jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, t.Now.Add(d), mailsim.Job{}, jobs.Args{Stream: "gone"})
			return nil
		}))
		return j
	}
	failed, skipped, moved := plan(time.Hour), plan(testkit.Day), plan(9*testkit.Day)
	_, err := u.SkipJob(context.Background(), skipped.ID)
	require.NoError(t, err)
	_, err = u.MoveJob(context.Background(), moved.ID, u.Now().Add(20*testkit.Day))
	require.NoError(t, err)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		jobs.Finish(t, jobs.Get(t.View, failed.ID), mailsim.StateFailed, "x")
		return nil
	}))
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		for range 10 * insight.PerRecord {
			insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p"})
		}
		return nil
	}))
	testkit.Advance(t, u, 3*testkit.Day)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		for range 10 * insight.PerRecord {
			insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p"})
		}
		return nil
	}))
	testkit.SetRetention(t, u, 0, 1)
	got := testkit.Prune(t, u)
	assert.Equal(t, 2, got.Jobs)
	assert.Positive(t, got.Events)
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	assert.Equal(t, moved.ID, jobs[0].ID)
	assert.Equal(t, []mailsim.RetentionPruned{mailsim.RetentionPruned(got)}, testkit.EventsOf[mailsim.RetentionPruned](u), "also when no mail went")
	in := testkit.Insights(t, u, mailsim.InsightFilter{})
	assert.Equal(t, 10*insight.PerRecord, in.Mail.Received)
	assert.Len(t, in.Days, 1)
	u.Read(func(v state.View) { assert.Len(t, state.Keys(insight.Table.In(v.State)), 10) })
}

// TestSentTextIsCutToo: what a person wrote is kept in part once the mail is gone.
func TestSentTextIsCutToo(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	long := strings.Repeat("Grüße aus Köln. ", 200)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error { t.Emit(mailsim.PersonaSent{MessageID: "<gone>", Text: long}); return nil }))
	testkit.SetRetention(t, u, 1, 0)
	testkit.Advance(t, u, 2*testkit.Day)
	testkit.Prune(t, u)
	assert.Equal(t, string([]rune(long)[:keep.MaxText]), testkit.EventsOf[mailsim.PersonaSent](u)[0].Text)
}

// TestPruneIsDueByWhatIsOlder: mail and events each have their hour.
func TestPruneIsDueByWhatIsOlder(t *testing.T) {
	t.Parallel()
	for r, next := range map[mailsim.Retention]time.Duration{{MailDays: 1, EventDays: 3}: 2 * testkit.Day, {MailDays: 3, EventDays: 1}: testkit.Day} { // the notices of the first day, in the second case
		u := testkit.New(t, mailsim.Options{})
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "b@ours.test", To: []string{"a@ours.test"}, Subject: "x", Text: "y"})
		require.NoError(t, err)
		testkit.SetRetention(t, u, r.MailDays, r.EventDays)
		assert.Equal(t, mailsim.Pruned{}, testkit.Prune(t, u))
		due, ok := nextDue(u)
		assert.True(t, ok)
		assert.Equal(t, u.Now().Add(testkit.Day), due, "%+v", r)
		testkit.Advance(t, u, testkit.Day)
		due, ok = nextDue(u)
		assert.True(t, ok)
		assert.Equal(t, u.Now().Add(next), due, "%+v", r)
	}
}

// TestLoadedTextIsCutToo: an event of a loaded universe refers to its mail no less.
func TestLoadedTextIsCutToo(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	long := strings.Repeat("Grüße aus Köln. ", 200)
	testkit.SendTo(t, u, "anna@client.test", "Long", long)
	l := testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
	testkit.SetRetention(t, l, 1, 0)
	testkit.Advance(t, l, 2*testkit.Day)
	assert.Equal(t, string([]rune(long)[:keep.MaxText]), testkit.EventsOf[mailsim.PersonaReceived](l)[0].Text)
	again := testkit.Load(t, testkit.Saved(t, l), testkit.LoadOptions())
	assert.Equal(t, testkit.EventsOf[mailsim.PersonaReceived](l), testkit.EventsOf[mailsim.PersonaReceived](again))
}

func TestRetentionCountsSimulatedDays(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SendTo(t, u, "a@b.test", "Old", "x")
	_, err := u.SetRetention(context.Background(), mailsim.Retention{MailDays: 1})
	require.NoError(t, err)
	testkit.Advance(t, u, 23*time.Hour)
	assert.Len(t, testkit.Inbox(t, u, "a@b.test"), 1)
	testkit.Advance(t, u, 3*time.Hour)
	// spec: time.retention-simulated
	assert.Empty(t, testkit.Inbox(t, u, "a@b.test"))
}
