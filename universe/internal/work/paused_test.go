package work_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func pause(t *testing.T, u *engine.Universe, id string, paused bool) {
	t.Helper()
	_, err := u.UpdatePersona(context.Background(), id, mailsim.PersonaPatch{Paused: new(paused)})
	require.NoError(t, err)
}

// TestNothingLeavesWhoIsPaused: what was planned, of whatever kind, is skipped
// when it comes due, and not made up for; bounces are the server's.
func TestNothingLeavesWhoIsPaused(t *testing.T) {
	t.Parallel()
	for kind, bring := range jobMakers {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			testkit.QuietLinks(t, u)
			p := bring(t, u)
			j := testkit.PendingJobs(t, u, kind)[0]
			pause(t, u, p.ID, true)
			before, sentBefore := testkit.LastEvent(u), len(testkit.EventsOf[mailsim.PersonaSent](u))
			if kind != mailsim.JobBounce {
				_, err := u.RunJob(context.Background(), j.ID)
				require.ErrorIs(t, err, mailsim.ErrConflict)
				assert.Contains(t, err.Error(), "paused")
			}
			testkit.Advance(t, u, j.Due.Sub(u.Now()))
			got, err := u.Job(j.ID)
			require.NoError(t, err)
			if kind == mailsim.JobBounce {
				assert.Equal(t, mailsim.StateDone, got.State)
				assert.Len(t, testkit.EventsOf[mailsim.PersonaBounced](u), 1)
				return
			}
			// spec: personas.paused.no-reply events.job.updated
			assert.Equal(t, []any{mailsim.StateSkipped, "paused"}, []any{got.State, got.Note})
			assert.Contains(t, testkit.EventsOf[mailsim.JobUpdated](u), mailsim.JobUpdated{JobID: j.ID, State: "skipped", Due: j.Due, Kind: string(kind), PersonaID: p.ID, Note: "paused"})
			pause(t, u, p.ID, false)
			for _, k := range pendingOf(t, u, p.ID) {
				_, err := u.SkipJob(context.Background(), k.ID) // what is due later would be done
				require.NoError(t, err)
			}
			testkit.Advance(t, u, 30*24*time.Hour)
			assert.Len(t, testkit.EventsOf[mailsim.PersonaSent](u), sentBefore)
			for e := range u.Log(mailsim.EventFilter{}) {
				if e.ID > before {
					assert.NotContains(t, []mailsim.EventType{mailsim.EventPersonaSent, mailsim.EventLinkOpened, mailsim.EventLinkFailed, mailsim.EventPersonaIgnored, mailsim.EventMailDelivered}, e.Type)
				}
			}
		})
	}
}

func pendingOf(t *testing.T, u *engine.Universe, person string) []mailsim.Job {
	t.Helper()
	list, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, PersonaID: person})
	require.NoError(t, err)
	return list
}

// TestWhatIsDueAfterThePauseIsDone: a pause takes away what comes due in it, no more.
func TestWhatIsDueAfterThePauseIsDone(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	due := testkit.PendingJobs(t, u, mailsim.JobReply)[0].Due
	pause(t, u, anna.ID, true)
	testkit.Advance(t, u, due.Add(-time.Second).Sub(u.Now()))
	require.Len(t, testkit.PendingJobs(t, u, mailsim.JobReply), 1)
	pause(t, u, anna.ID, false)
	testkit.Advance(t, u, time.Minute)
	require.Len(t, testkit.EventsOf[mailsim.PersonaSent](u), 1)
	assert.Equal(t, "reply", testkit.EventsOf[mailsim.PersonaSent](u)[0].Kind)
}

// TestPromiseOverAPause: a promise that comes due while its maker is paused is
// broken, as one that was forgotten.
func TestPromiseOverAPause(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	p := jobMakers[mailsim.JobDeliver](t, u)
	pause(t, u, p.ID, true)
	testkit.Advance(t, u, testkit.PendingJobs(t, u, mailsim.JobDeliver)[0].Due.Sub(u.Now()))
	broken := 0
	u.Read(func(v state.View) {
		for _, k := range state.Under(people.TalkTable.In(v.State), p.ID+"\x00") {
			if k.Broken {
				broken++
			}
		}
	})
	assert.Equal(t, 1, broken)
}

// TestPausedWhileAtWork: who is paused between the writing of a mail and its
// being sent sends nothing.
func TestPausedWhileAtWork(t *testing.T) {
	t.Parallel()
	var u *engine.Universe
	var id string
	u = testkit.WithWriter(t, &testkit.Quill{Writes: func(context.Context, mailsim.Brief) (mailsim.Draft, error) {
		_, err := u.UpdatePersona(context.Background(), id, mailsim.PersonaPatch{Paused: new(true)})
		return mailsim.Draft{Text: "Tuesday is fine."}, err
	}}, mailsim.Options{})
	testkit.QuietLinks(t, u)
	id = testkit.AddPerson(t, u, "anna@client.test", nil).ID
	testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	testkit.Advance(t, u, 7*24*time.Hour)
	assert.Empty(t, testkit.EventsOf[mailsim.PersonaSent](u))
	list, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobReply})
	require.NoError(t, err)
	assert.Equal(t, []any{mailsim.StateSkipped, "paused"}, []any{list[0].State, list[0].Note})
}

func TestNobodyActsForWhoIsPaused(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Addresses = append(p.Addresses, "a.weber@client.test") })
	id := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	pause(t, u, anna.ID, true)
	at := testkit.LastEvent(u)
	for _, a := range []mailsim.Act{
		{Kind: mailsim.ActReply, MessageID: id, Text: "Yes."}, {Kind: mailsim.ActOpen, MessageID: id, URL: "http://site.test/"}, {Kind: mailsim.ActIgnore, MessageID: id},
		{Kind: mailsim.ActUnsubscribe, MessageID: id}, {Kind: mailsim.ActComplain, MessageID: id}, {Kind: mailsim.ActWrite, To: "app@ours.test", Text: "Hello"},
	} {
		_, err := u.Act(context.Background(), anna.ID, a)
		require.ErrorIs(t, err, mailsim.ErrConflict, a.Kind)
		assert.Contains(t, err.Error(), "paused")
	}
	for _, from := range []string{"anna@client.test", "Anna <ANNA@client.test>", "a.weber@client.test"} {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{"app@ours.test"}, Subject: "Hi", Text: "Hello"})
		require.ErrorIs(t, err, mailsim.ErrConflict, from)
	}
	// spec: wait.reply.409
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.Contains(t, err.Error(), "paused")
	assert.Equal(t, at, testkit.LastEvent(u))
	require.Len(t, testkit.PendingJobs(t, u, mailsim.JobReply), 1, "the plan stays")
	pause(t, u, anna.ID, false)
	_, err = u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
	require.NoError(t, err)
}

func TestTheWorldWritesForNobodyPaused(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.SetWorld(context.Background(), mailsim.World{Streams: []mailsim.Stream{{ID: "leads", Kind: "lead", PerDay: 24, NewPeople: 0, Enabled: new(true), To: []string{"sales@ours.test"}}}})
	require.NoError(t, err)
	testkit.Advance(t, u, 24*time.Hour)
	writers := func(after int64) map[string]int {
		out := map[string]int{}
		for e, w := range mailsim.EventsOf[mailsim.WorldMail](u.Log(mailsim.EventFilter{})) {
			if e.ID > after {
				out[w.PersonaID]++
			}
		}
		return out
	}
	first := writers(0)
	require.NotEmpty(t, first)
	for id := range first {
		pause(t, u, id, true)
	}
	at := testkit.LastEvent(u)
	testkit.Advance(t, u, 48*time.Hour)
	second := writers(at)
	require.NotEmpty(t, second)
	for id := range second {
		assert.NotContains(t, first, id)
	}
	// Paused between the choice of the writer and the sending.
	at = testkit.LastEvent(u)
	_, err = u.SendFrom(context.Background(), "leads", func(_ string, f func(*state.Tx) error) error {
		for id := range second {
			if p, err := u.Persona(id); err == nil && !p.Paused {
				pause(t, u, id, true)
			}
		}
		return u.Update(context.Background(), f)
	})
	require.NoError(t, err)
	for id := range writers(at) {
		assert.NotContains(t, second, id)
	}
}

// TestTagsOfWhoIsPaused: neither a complaint nor a visit follows from a mail that
// comes while the person behind a magic address is paused.
func TestTagsOfWhoIsPaused(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	u.SetSite("site.test", http.NotFoundHandler())
	to := "ben+unsubscribe@client.test"
	send := func(subject string) {
		raw := strings.ReplaceAll("From: News <news@ours.test>\nTo: "+to+"\nSubject: "+subject+"\nList-Unsubscribe: <http://site.test/u>\nList-Id: <news.ours.test>\n\nNews.\n", "\n", "\r\n")
		testkit.Deliver(t, u, mailsim.Envelope{From: "news@ours.test", To: []string{to}}, raw)
	}
	send("One")
	testkit.Advance(t, u, 24*time.Hour)
	require.Len(t, testkit.EventsOf[mailsim.LinkOpened](u), 1)
	p, err := u.PersonaByAddress(to)
	require.NoError(t, err)
	pause(t, u, p.ID, true)
	send("Two")
	pause(t, u, p.ID, false)
	testkit.Advance(t, u, 24*time.Hour)
	assert.Len(t, testkit.EventsOf[mailsim.LinkOpened](u), 1)
}
