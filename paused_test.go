package mailsim

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func pause(t *testing.T, u *Universe, id string, paused bool) {
	t.Helper()
	_, err := u.UpdatePersona(bg, id, PersonaPatch{Paused: new(paused)})
	require.NoError(t, err)
}

// TestNothingLeavesWhoIsPaused: what was planned, of whatever kind, is skipped
// when it comes due, and not made up for; bounces are the server's.
func TestNothingLeavesWhoIsPaused(t *testing.T) {
	t.Parallel()
	for kind, bring := range jobMakers {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			u := newTestUniverse(t, Options{})
			quietLinks(t, u)
			p := bring(t, u)
			j := pendingJobs(t, u, kind)[0]
			pause(t, u, p.ID, true)
			before, sentBefore := lastEvent(u), len(eventsOf[PersonaSent](u))
			if kind != JobBounce {
				_, err := u.RunJob(bg, j.ID)
				require.ErrorIs(t, err, ErrConflict)
				assert.Contains(t, err.Error(), "paused")
			}
			advance(t, u, j.Due.Sub(u.Now()))
			got, err := u.Job(j.ID)
			require.NoError(t, err)
			if kind == JobBounce {
				assert.Equal(t, StateDone, got.State)
				assert.Len(t, eventsOf[PersonaBounced](u), 1)
				return
			}
			// spec: personas.paused.no-reply events.job.updated
			assert.Equal(t, []any{StateSkipped, "paused"}, []any{got.State, got.Note})
			assert.Contains(t, eventsOf[JobUpdated](u), JobUpdated{j.ID, "skipped", j.Due, string(kind), p.ID, "paused"})
			pause(t, u, p.ID, false)
			for _, k := range pendingOf(t, u, p.ID) {
				_, err := u.SkipJob(bg, k.ID) // what is due later would be done
				require.NoError(t, err)
			}
			advance(t, u, 30*24*time.Hour)
			assert.Len(t, eventsOf[PersonaSent](u), sentBefore)
			for e := range u.Log(EventFilter{}) {
				if e.ID > before {
					assert.NotContains(t, []EventType{EventPersonaSent, EventLinkOpened, EventLinkFailed, EventPersonaIgnored, EventMailDelivered}, e.Type)
				}
			}
		})
	}
}

func pendingOf(t *testing.T, u *Universe, person string) []Job {
	t.Helper()
	list, err := u.Jobs(JobFilter{State: StatePending, PersonaID: person})
	require.NoError(t, err)
	return list
}

// TestWhatIsDueAfterThePauseIsDone: a pause takes away what comes due in it, no more.
func TestWhatIsDueAfterThePauseIsDone(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	quietLinks(t, u)
	anna := addPerson(t, u, "anna@client.test", nil)
	sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	due := pendingJobs(t, u, JobReply)[0].Due
	pause(t, u, anna.ID, true)
	advance(t, u, due.Add(-time.Second).Sub(u.Now()))
	require.Len(t, pendingJobs(t, u, JobReply), 1)
	pause(t, u, anna.ID, false)
	advance(t, u, time.Minute)
	require.Len(t, eventsOf[PersonaSent](u), 1)
	assert.Equal(t, "reply", eventsOf[PersonaSent](u)[0].Kind)
}

// TestPromiseOverAPause: a promise that comes due while its maker is paused is
// broken, as one that was forgotten.
func TestPromiseOverAPause(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	quietLinks(t, u)
	p := jobMakers[JobDeliver](t, u)
	pause(t, u, p.ID, true)
	advance(t, u, pendingJobs(t, u, JobDeliver)[0].Due.Sub(u.Now()))
	broken := 0
	u.read(func(v view) {
		for _, k := range v.talks.under(p.ID + "\x00") {
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
	var u *Universe
	var id string
	u = withPen(t, &pen{write: func(context.Context, Brief) (Draft, error) {
		_, err := u.UpdatePersona(bg, id, PersonaPatch{Paused: new(true)})
		return Draft{Text: "Tuesday is fine."}, err
	}}, Options{})
	quietLinks(t, u)
	id = addPerson(t, u, "anna@client.test", nil).ID
	sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	advance(t, u, 7*24*time.Hour)
	assert.Empty(t, eventsOf[PersonaSent](u))
	list, err := u.Jobs(JobFilter{Kind: JobReply})
	require.NoError(t, err)
	assert.Equal(t, []any{StateSkipped, "paused"}, []any{list[0].State, list[0].Note})
}

func TestNobodyActsForWhoIsPaused(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	anna := addPerson(t, u, "anna@client.test", func(p *Persona) { p.Addresses = append(p.Addresses, "a.weber@client.test") })
	id := sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	pause(t, u, anna.ID, true)
	at := lastEvent(u)
	for _, a := range []Act{
		{Kind: ActReply, MessageID: id, Text: "Yes."}, {Kind: ActOpen, MessageID: id, URL: "http://site.test/"}, {Kind: ActIgnore, MessageID: id},
		{Kind: ActUnsubscribe, MessageID: id}, {Kind: ActComplain, MessageID: id}, {Kind: ActWrite, To: "app@ours.test", Text: "Hello"},
	} {
		_, err := u.Act(bg, anna.ID, a)
		require.ErrorIs(t, err, ErrConflict, a.Kind)
		assert.Contains(t, err.Error(), "paused")
	}
	for _, from := range []string{"anna@client.test", "Anna <ANNA@client.test>", "a.weber@client.test"} {
		_, err := u.Send(bg, Outgoing{From: from, To: []string{"app@ours.test"}, Subject: "Hi", Text: "Hello"})
		require.ErrorIs(t, err, ErrConflict, from)
	}
	// spec: wait.reply.409
	ctx, cancel := context.WithTimeout(bg, time.Minute)
	defer cancel()
	_, err := u.WaitReply(ctx, 0, ReplyMatch{From: anna.ID, InReplyTo: id})
	require.ErrorIs(t, err, ErrConflict)
	assert.Contains(t, err.Error(), "paused")
	assert.Equal(t, at, lastEvent(u))
	require.Len(t, pendingJobs(t, u, JobReply), 1, "the plan stays")
	pause(t, u, anna.ID, false)
	_, err = u.WaitReply(ctx, 0, ReplyMatch{From: anna.ID, InReplyTo: id})
	require.NoError(t, err)
}

func TestTheWorldWritesForNobodyPaused(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	_, err := u.SetWorld(bg, World{Streams: []Stream{{ID: "leads", Kind: "lead", PerDay: 24, NewPeople: 0, Enabled: true, To: []string{"sales@ours.test"}}}})
	require.NoError(t, err)
	advance(t, u, 24*time.Hour)
	writers := func(after int64) map[string]int {
		out := map[string]int{}
		for e, w := range EventsOf[WorldMail](u.Log(EventFilter{})) {
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
	at := lastEvent(u)
	advance(t, u, 48*time.Hour)
	second := writers(at)
	require.NotEmpty(t, second)
	for id := range second {
		assert.NotContains(t, first, id)
	}
	// Paused between the choice of the writer and the sending.
	at = lastEvent(u)
	_, err = u.sendStream(bg, "leads", func(_ string, f func(*tx) error) error {
		for id := range second {
			if p, err := u.Persona(id); err == nil && !p.Paused {
				pause(t, u, id, true)
			}
		}
		return u.update(bg, f)
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
	u := newTestUniverse(t, Options{})
	u.SetSite("site.test", http.NotFoundHandler())
	to := "ben+unsubscribe@client.test"
	send := func(subject string) {
		raw := strings.ReplaceAll("From: News <news@ours.test>\nTo: "+to+"\nSubject: "+subject+"\nList-Unsubscribe: <http://site.test/u>\nList-Id: <news.ours.test>\n\nNews.\n", "\n", "\r\n")
		deliverRaw(t, u, Envelope{From: "news@ours.test", To: []string{to}}, raw)
	}
	send("One")
	advance(t, u, 24*time.Hour)
	require.Len(t, eventsOf[LinkOpened](u), 1)
	p, err := u.PersonaByAddress(to)
	require.NoError(t, err)
	pause(t, u, p.ID, true)
	send("Two")
	pause(t, u, p.ID, false)
	advance(t, u, 24*time.Hour)
	assert.Len(t, eventsOf[LinkOpened](u), 1)
}
