package work_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestPromisesAndWaiting(t *testing.T) {
	t.Parallel()
	run := func(keep float64) (*engine.Universe, []mailsim.PersonaPromised) {
		u := testkit.New(t, mailsim.Options{})
		testkit.QuietLinks(t, u)
		for i := range 12 {
			a := fmt.Sprintf("p%d@client.test", i)
			testkit.AddPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Behaviors.KeepPromises = "flaky", new(keep) })
			testkit.SendTo(t, u, a, "The contract", "Could you send me the signed contract, please?")
		}
		testkit.Advance(t, u, 30*24*time.Hour)
		return u, testkit.EventsOf[mailsim.PersonaPromised](u)
	}
	kept, promised := run(1)
	// spec: events.persona.promised people.promise
	require.NotEmpty(t, promised)
	for _, p := range promised {
		assert.NotEmpty(t, p.What)
		assert.True(t, p.WillKeep)
		assert.NotEmpty(t, p.JobID)
		assert.Equal(t, "app@ours.test", p.To)
	}
	kinds := map[string]int{}
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](kept) {
		kinds[s.Kind]++
	}
	assert.Equal(t, len(promised), kinds["deliver"])
	for _, m := range testkit.Messages(t, kept, "app@ours.test") { // what is said to be attached is
		if strings.Contains(strings.ToLower(m.Text), "attach") {
			assert.Len(t, m.Attachments, 1, "%s", m.Text)
		}
		for _, a := range m.Attachments {
			assert.Equal(t, []string{"Signed contract.pdf", "application/pdf"}, []string{a.Filename, a.ContentType})
			kinds["with a file"]++
		}
	}
	assert.Positive(t, kinds["with a file"])
	replies := 0 // say what is promised, in words that mean the day it is due
	for e, s := range mailsim.EventsOf[mailsim.PersonaSent](kept.Log(mailsim.EventFilter{})) {
		i := slices.IndexFunc(promised, func(p mailsim.PersonaPromised) bool { return p.PersonaID == s.PersonaID })
		if s.Kind != "reply" || i < 0 {
			continue
		}
		replies++
		office := simtime.Office(time.UTC)
		said := []string{}
		for phrase, due := range map[string]time.Time{
			"tomorrow": office.Tomorrow(e.At), "by the end of the week": office.EndOfWeek(e.At), "in a few days": office.InWorkingDays(e.At, 3),
		} {
			if strings.Contains(strings.ToLower(s.Text), phrase) && due.Equal(promised[i].Due) {
				said = append(said, phrase)
			}
		}
		assert.Len(t, said, 1, "%s: %s", promised[i].Due, s.Text)
		assert.NotEqual(t, promised[i].What, "tomorrow")
	}
	assert.Equal(t, len(promised), replies)
	broken, promised := run(0)
	require.NotEmpty(t, promised)
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](broken) {
		assert.NotEqual(t, "deliver", s.Kind)
	}
	// What was promised to them, they wait for, and remind of.
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.SendTo(t, u, "anna@client.test", "Offer", "I will send you the offer by tomorrow.")
	// spec: events.persona.waiting
	waiting := testkit.EventsOf[mailsim.PersonaWaiting](u)
	require.Len(t, waiting, 1)
	assert.Equal(t, anna.ID, waiting[0].PersonaID)
	assert.Equal(t, anna.Name, waiting[0].Persona)
	assert.Equal(t, "app@ours.test", waiting[0].From)
	assert.Equal(t, "the offer", waiting[0].What)
	assert.Equal(t, time.Date(2026, 1, 6, 17, 0, 0, 0, time.UTC), waiting[0].Due, "tomorrow, by the end of the day")
	nudge, err := u.Job(waiting[0].JobID)
	require.NoError(t, err)
	assert.Equal(t, mailsim.JobNudge, nudge.Kind)
	assert.Equal(t, anna.ID, nudge.PersonaID)
	testkit.Advance(t, u, 14*24*time.Hour)
	nudges := 0
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
		if s.Kind == "nudge" {
			nudges++
		}
	}
	// spec: events.persona.sent.kinds
	assert.Positive(t, nudges)
}

func TestBatching(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1} })
	first := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	more := []string{}
	for i := range 5 {
		more = append(more, testkit.SendTo(t, u, "anna@client.test", "Re: Plan", fmt.Sprintf("And number %d?", i), func(o *mailsim.Outgoing) { o.InReplyTo = first }))
	}
	batched := testkit.EventsOf[mailsim.PersonaBatched](u)
	// spec: events.persona.batched
	require.NotEmpty(t, batched)
	assert.NotEmpty(t, batched[0].Why)
	id := batched[0].MessageID
	assert.Contains(t, more, id)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	// A reply that answers several batched mails matches each of them.
	a, err := u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id})
	require.NoError(t, err)
	b, err := u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: first})
	require.NoError(t, err)
	assert.Equal(t, a.MessageID, b.MessageID)
}

// Mail programs know a thread by its subject where no reference tells it, and so
// do people: what the same sender writes on it joins the planned reply.
func TestBatchBySubject(t *testing.T) {
	t.Parallel()
	run := func(from, subject string) (batched int) {
		u := testkit.New(t, mailsim.Options{})
		testkit.QuietLinks(t, u)
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1} })
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		for i := range 5 {
			testkit.SendTo(t, u, "anna@client.test", subject, fmt.Sprintf("And number %d?", i), func(o *mailsim.Outgoing) { o.From = cmp.Or(from, o.From) })
		}
		first := len(testkit.EventsOf[mailsim.PersonaBatched](u))
		testkit.Advance(t, u, 48*time.Hour)
		testkit.SendTo(t, u, "anna@client.test", subject, "Once more?", func(o *mailsim.Outgoing) { o.From = cmp.Or(from, o.From) })
		assert.Len(t, testkit.EventsOf[mailsim.PersonaBatched](u), first, "nothing is pending any more")
		return first
	}
	assert.GreaterOrEqual(t, run("", "Plan"), 3) // spec: people.batch
	assert.GreaterOrEqual(t, run("", "RE: plan"), 3)
	assert.Zero(t, run("", ""), "no subject is no conversation")
	other := run("other@ours.test", "Plan")
	assert.Less(t, other, 5, "the first of another sender begins a reply of their own")
}

func TestActs(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	posts := 0
	u.SetSite("news.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts++
		}
	}))
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "never" })
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	id, err := s.Submit(context.Background(), mailsim.Envelope{From: "news@ours.test", To: []string{"anna@client.test"}}, "From: news@ours.test\r\nTo: anna@client.test\r\nSubject: News\r\n"+
		"List-Unsubscribe: <http://news.test/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nRead http://news.test/read\r\n")
	require.NoError(t, err)
	mine := testkit.SendTo(t, u, "anna@client.test", "Question", "Really?")
	act := func(a mailsim.Act) mailsim.Job {
		j, err := u.Act(context.Background(), anna.ID, a)
		require.NoError(t, err)
		assert.Equal(t, mailsim.StatePending, j.State)
		require.NoError(t, u.Settle(context.Background()))
		done, err := u.Job(j.ID)
		require.NoError(t, err)
		assert.Equal(t, mailsim.StateDone, done.State, done.Note)
		return done
	}
	// spec: beyond.act
	act(mailsim.Act{Kind: mailsim.ActReply, MessageID: mine, Text: "Exactly these words."})
	sentNow := testkit.EventsOf[mailsim.PersonaSent](u)
	require.Len(t, sentNow, 1)
	assert.Equal(t, "Exactly these words.", sentNow[0].Text)
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply})
	require.NoError(t, err)
	assert.Empty(t, pending, "the reply that was planned is off")
	act(mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://news.test/read"})
	assert.Equal(t, "http://news.test/read", testkit.EventsOf[mailsim.LinkOpened](u)[0].URL)
	act(mailsim.Act{Kind: mailsim.ActUnsubscribe, MessageID: id})
	assert.Equal(t, 1, posts, "one click (RFC 8058)")
	act(mailsim.Act{Kind: mailsim.ActComplain, MessageID: id})
	testkit.Advance(t, u, time.Hour)
	assert.Contains(t, string(testkit.Inbox(t, u, "news@ours.test")[0].Bytes()), "feedback-report")
	other := testkit.SendTo(t, u, "anna@client.test", "Another", "Really?")
	act(mailsim.Act{Kind: mailsim.ActIgnore, MessageID: other})
	testkit.Advance(t, u, 14*24*time.Hour)
	assert.Len(t, testkit.EventsOf[mailsim.PersonaSent](u), 1)
	_, err = u.Act(context.Background(), anna.ID, mailsim.Act{Kind: "dance", MessageID: other})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActIgnore, MessageID: "<none@x>"})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}
