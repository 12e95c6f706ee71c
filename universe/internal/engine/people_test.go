package engine

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

func sendTo(t *testing.T, u *Universe, to, subject, text string, edit ...func(*mailsim.Outgoing)) string {
	t.Helper()
	m := mailsim.Outgoing{From: "app@ours.test", To: []string{to}, Subject: subject, Text: text}
	for _, e := range edit {
		e(&m)
	}
	id, err := u.Send(bg, m)
	require.NoError(t, err)
	return id
}

func quietLinks(t *testing.T, u *Universe) {
	t.Helper()
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck = 0
	_, err := u.SetLinks(bg, p)
	require.NoError(t, err)
}

func TestGhostsAnswerFarLess(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	replies := map[string]int{}
	for i := range 60 {
		for _, temper := range []string{"ghost", "responsive"} {
			a := fmt.Sprintf("%s%d@client.test", temper, i)
			addPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Timing = temper, mailsim.Timing{} })
			sendTo(t, u, a, "Question", "Could you tell me the date?")
		}
	}
	advance(t, u, 30*24*time.Hour)
	for _, s := range eventsOf[mailsim.PersonaSent](u) {
		if s.Kind == "reply" {
			replies[strings.TrimRight(strings.ToLower(s.Persona), "0123456789")]++
		}
	}
	// spec: people.ghost-vs-responsive
	assert.Less(t, replies["ghost"]*4, replies["responsive"], replies)
	assert.Positive(t, replies["responsive"])
}

func TestDelayScattersAroundTheMedian(t *testing.T) {
	t.Parallel()
	spread := func(s float64) (median, p90 time.Duration) {
		u := newTestUniverse(t, mailsim.Options{})
		quietLinks(t, u)
		_, err := u.SetPace(bg, mailsim.Pace{Factor: 1, IgnoreHours: true})
		require.NoError(t, err)
		var delays []time.Duration
		for i := range 200 {
			a := fmt.Sprintf("p%d@client.test", i)
			addPerson(t, u, a, func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: time.Hour, Spread: s} })
			sendTo(t, u, a, "Question", "Could you tell me the date?")
		}
		jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobReply})
		require.NoError(t, err)
		for _, j := range jobs {
			delays = append(delays, j.Due.Sub(j.Created))
		}
		slices.Sort(delays)
		require.Len(t, delays, 200)
		return delays[100], delays[180]
	}
	// spec: people.delay
	m1, p1 := spread(1)
	assert.Equal(t, time.Hour, m1)
	assert.Equal(t, time.Hour, p1)
	m2, p2 := spread(2)
	m4, p4 := spread(4)
	assert.InDelta(t, time.Hour, m2, float64(15*time.Minute))
	assert.InDelta(t, time.Hour, m4, float64(30*time.Minute))
	assert.Greater(t, p4, p2)
	assert.Greater(t, p2, p1)
}

func TestReplyThreadsAndMarks(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	addPerson(t, u, "anna@client.test", nil)
	first := sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	advance(t, u, 5*24*time.Hour)
	r1 := inboxOf(t, u, "app@ours.test")[0]
	second := sendTo(t, u, "anna@client.test", "Re: Plan", "And who joins?", func(o *mailsim.Outgoing) { o.InReplyTo = r1.MessageID })
	advance(t, u, 5*24*time.Hour)
	r2 := inboxOf(t, u, "app@ours.test")[0]
	// spec: people.thread
	assert.Equal(t, second, r2.InReplyTo)
	assert.Equal(t, []string{first, r1.MessageID, second}, r2.References)
	for _, m := range inboxOf(t, u, "anna@client.test") {
		assert.Equal(t, []string{`\Seen`, `\Answered`}, m.Flags)
	}
	threads, err := u.Threads("app@ours.test")
	require.NoError(t, err)
	require.Len(t, threads, 1)
	assert.Len(t, threads[0].Messages, 4)
	assert.Equal(t, first, threads[0].Root)
	rel, err := u.Relations(post.CopyOf(&r2).Way.Route.From)
	assert.Error(t, err)
	p, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	rel, err = u.Relations(p.ID)
	require.NoError(t, err)
	require.Len(t, rel.Relations, 1)
	assert.Equal(t, 2, rel.Relations[0].Sent)
	assert.Equal(t, 2, rel.Relations[0].Received)
}

func TestCases(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	anna := addPerson(t, u, "anna@client.test", nil)
	push := func(id string, p mailsim.CasePatch) {
		_, err := u.PushCase(bg, id, p)
		require.NoError(t, err)
	}
	push("C-1", mailsim.CasePatch{Title: new("Broken pump"), PersonaIDs: []string{anna.ID}, ExternalIDs: map[string]string{"crm": "9931"}, Facts: map[string]string{"delivery date": "12 March"}})
	how := func(id string) *mailsim.CaseLink {
		for _, m := range inboxOf(t, u, "anna@client.test") {
			if m.MessageID == id {
				v, err := u.Message(bg, m.Ref, mailsim.ViewOptions{})
				require.NoError(t, err)
				return v.Case
			}
		}
		return nil
	}
	only := sendTo(t, u, "anna@client.test", "Hello", "What is the delivery date?")
	// spec: d.case.how.only messages.case.shape
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "only"}, how(only))
	advance(t, u, 5*24*time.Hour)
	// spec: people.case-facts
	assert.Contains(t, eventsOf[mailsim.PersonaSent](u)[0].Text, "12 March")
	push("C-2", mailsim.CasePatch{Title: new("Office move"), PersonaIDs: []string{anna.ID}})
	// spec: d.case.how.subject d.case.how.text d.case.how.header d.case.how.thread d.case.none
	assert.Equal(t, &mailsim.CaseLink{ID: "C-2", How: "subject"}, how(sendTo(t, u, "anna@client.test", "About the office move", "Hi")))
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "text"}, how(sendTo(t, u, "anna@client.test", "Status", "It is about 9931, the old one.")))
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "thread"}, how(sendTo(t, u, "anna@client.test", "Re: Hello", "More", func(o *mailsim.Outgoing) { o.InReplyTo = only })))
	assert.Nil(t, how(sendTo(t, u, "anna@client.test", "Lunch", "Hungry?")))
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	id, err := s.Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}}, "From: app@ours.test\r\nTo: anna@client.test\r\nX-Service-Case: C-2\r\nSubject: x\r\n\r\nx\r\n")
	require.NoError(t, err)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-2", How: "header"}, how(id))
}

// TestOwnMailIsLinked: what a person writes on a case stands on it, in their own
// mailbox and with others on it; a mailbox that is no person's has no cases.
func TestOwnMailIsLinked(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	sure := func(p *mailsim.Persona) {
		p.Timing.ReplyRate, p.Behaviors.CCSomeone, p.Behaviors.DoubleReply = new(1.0), new(1.0), new(0.0)
	}
	silent := func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) }
	anna, ben := addPerson(t, u, "anna@client.test", sure), addPerson(t, u, "ben@client.test", silent)
	_, err := u.PushCase(bg, "C-1", mailsim.CasePatch{Title: new("Broken pump"), PersonaIDs: []string{anna.ID, ben.ID}})
	require.NoError(t, err)
	_, err = u.PushCase(bg, "C-2", mailsim.CasePatch{Title: new("Office move"), PersonaIDs: []string{anna.ID, ben.ID}})
	require.NoError(t, err)
	last := func(address, folder string) mailsim.View {
		list, err := u.Messages(address, mailsim.MessageFilter{Folder: folder})
		require.NoError(t, err)
		v, err := u.Message(bg, list[0].Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		return v
	}
	first := sendTo(t, u, anna.Addresses[0], "The broken pump", "When will it be mended?")
	for len(eventsOf[mailsim.PersonaSent](u)) == 0 {
		advance(t, u, time.Hour)
	}
	// the answer, with Ben in copy
	reply := last("anna@client.test", "Sent")
	require.Equal(t, first, reply.Message.InReplyTo)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "header"}, reply.Case)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "header"}, last("ben@client.test", "INBOX").Case)
	app := last("app@ours.test", "INBOX")
	assert.Nil(t, app.Case, "a case belongs to a persona's mailbox (spec 2.3)")
	assert.Equal(t, "C-1", app.Message.Headers["x-service-case"])
	assert.Equal(t, "C-1", eventsOf[mailsim.PersonaSent](u)[0].CaseID)
	// what she is sent to say, in the thread
	before, err := u.Case("C-1")
	require.NoError(t, err)
	_, err = u.Send(bg, mailsim.Outgoing{From: "anna@client.test", To: []string{"app@ours.test"}, CC: []string{"boss@ours.test"}, Subject: "One more thing", Text: "Who pays?", InReplyTo: first})
	require.NoError(t, err)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "thread"}, last("anna@client.test", "Sent").Case)
	all := eventsOf[mailsim.PersonaSent](u)
	assert.Equal(t, "C-1", all[len(all)-1].CaseID)
	after, err := u.Case("C-1")
	require.NoError(t, err)
	assert.Equal(t, before.Messages+1, after.Messages)
	// and it is as if she had thought of it herself
	u.Read(func(v state.View) {
		p := people.At(v, "anna@client.test")
		talk := people.Talk(v, p, post.ByID(v, first).Mail.Thread)
		assert.True(t, talk.Asked)
		assert.Equal(t, 2, talk.Replies)
		assert.Equal(t, 1, people.Relation(v, p, "boss@ours.test").Sent)
		assert.Equal(t, 1, people.Relation(v, p, "ben@client.test").Sent, "copied on the answer")
	})
}

// TestAbsenceNoticeMeetsNobody: what a machine says makes nobody known.
func TestAbsenceNoticeMeetsNobody(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Timing.ReplyRate = new(0.0)
		p.Timing.OOO = []mailsim.Absence{{From: "2026-01-01", To: "2026-01-31", Message: "Away."}}
	})
	sendTo(t, u, "anna@client.test", "Hello", "Are you there?")
	advance(t, u, time.Hour)
	// spec: people.ooo.auto
	require.Equal(t, "ooo", eventsOf[mailsim.PersonaSent](u)[0].Kind)
	notices := inboxOf(t, u, "app@ours.test")
	require.Len(t, notices, 1)
	assert.Contains(t, string(notices[0].Bytes()), "Away.")
	assert.Equal(t, "anna@client.test", notices[0].From)
	sendTo(t, u, "anna@client.test", "Hello again", "Are you there now?")
	sendTo(t, u, "anna@client.test", "Hello", "And me?", func(o *mailsim.Outgoing) { o.From = "ben@client.test" })
	advance(t, u, 24*time.Hour)
	assert.Len(t, inboxOf(t, u, "app@ours.test"), 1, "once per correspondent and absence")
	assert.Len(t, inboxOf(t, u, "ben@client.test"), 1, "another correspondent has one too")
	held, err := u.Relations(anna.ID)
	require.NoError(t, err)
	require.Len(t, held.Relations, 2)
	assert.Equal(t, 0, held.Relations[0].Sent)
	assert.Equal(t, "little", held.Relations[0].Knows)
}

func TestPromisesAndWaiting(t *testing.T) {
	t.Parallel()
	run := func(keep float64) (*Universe, []mailsim.PersonaPromised) {
		u := newTestUniverse(t, mailsim.Options{})
		quietLinks(t, u)
		for i := range 12 {
			a := fmt.Sprintf("p%d@client.test", i)
			addPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Behaviors.KeepPromises = "flaky", new(keep) })
			sendTo(t, u, a, "The contract", "Could you send me the signed contract, please?")
		}
		advance(t, u, 30*24*time.Hour)
		return u, eventsOf[mailsim.PersonaPromised](u)
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
	for _, s := range eventsOf[mailsim.PersonaSent](kept) {
		kinds[s.Kind]++
	}
	assert.Equal(t, len(promised), kinds["deliver"])
	for _, m := range mailsIn(t, kept, "app@ours.test") { // what is said to be attached is
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
	for _, s := range eventsOf[mailsim.PersonaSent](broken) {
		assert.NotEqual(t, "deliver", s.Kind)
	}
	// What was promised to them, they wait for, and remind of.
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	anna := addPerson(t, u, "anna@client.test", nil)
	sendTo(t, u, "anna@client.test", "Offer", "I will send you the offer by tomorrow.")
	// spec: events.persona.waiting
	waiting := eventsOf[mailsim.PersonaWaiting](u)
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
	advance(t, u, 14*24*time.Hour)
	nudges := 0
	for _, s := range eventsOf[mailsim.PersonaSent](u) {
		if s.Kind == "nudge" {
			nudges++
		}
	}
	// spec: events.persona.sent.kinds
	assert.Positive(t, nudges)
}

func TestBatching(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1} })
	first := sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	more := []string{}
	for i := range 5 {
		more = append(more, sendTo(t, u, "anna@client.test", "Re: Plan", fmt.Sprintf("And number %d?", i), func(o *mailsim.Outgoing) { o.InReplyTo = first }))
	}
	batched := eventsOf[mailsim.PersonaBatched](u)
	// spec: events.persona.batched
	require.NotEmpty(t, batched)
	assert.NotEmpty(t, batched[0].Why)
	id := batched[0].MessageID
	assert.Contains(t, more, id)
	ctx, cancel := context.WithTimeout(bg, 10*time.Second)
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
		u := newTestUniverse(t, mailsim.Options{})
		quietLinks(t, u)
		addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1} })
		sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		for i := range 5 {
			sendTo(t, u, "anna@client.test", subject, fmt.Sprintf("And number %d?", i), func(o *mailsim.Outgoing) { o.From = cmp.Or(from, o.From) })
		}
		first := len(eventsOf[mailsim.PersonaBatched](u))
		advance(t, u, 48*time.Hour)
		sendTo(t, u, "anna@client.test", subject, "Once more?", func(o *mailsim.Outgoing) { o.From = cmp.Or(from, o.From) })
		assert.Len(t, eventsOf[mailsim.PersonaBatched](u), first, "nothing is pending any more")
		return first
	}
	assert.GreaterOrEqual(t, run("", "Plan"), 3) // spec: people.batch
	assert.GreaterOrEqual(t, run("", "RE: plan"), 3)
	assert.Zero(t, run("", ""), "no subject is no conversation")
	other := run("other@ours.test", "Plan")
	assert.Less(t, other, 5, "the first of another sender begins a reply of their own")
}

func TestSiteIsOpenedAtTheInstantOfTheClick(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	var at time.Time
	var who mailsim.Visit
	u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at = u.Now()
		who, _ = mailsim.VisitOf(r.Context())
		if _, err := u.Advance(r.Context(), time.Hour); err == nil {
			t.Error("a handler moved the clock it runs on")
		}
		fmt.Fprint(w, "<title>Thanks</title>")
	}))
	anna := addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
	id := sendTo(t, u, "anna@client.test", "Confirm your address", "Please confirm: http://shop.test/confirm?token=abc123def456\n\nElsewhere: https://nowhere.example/x and http://localhost:3000/y")
	advance(t, u, 7*24*time.Hour)
	opened := eventsOf[mailsim.LinkOpened](u)
	require.Len(t, opened, 1, storyOf(u))
	// spec: beyond.site.handler events.link.opened
	assert.False(t, at.IsZero())
	assert.Equal(t, anna.ID, who.PersonaID)
	assert.Equal(t, at, who.At)
	assert.Equal(t, mailsim.LinkOpened{PersonaID: anna.ID, Persona: "Anna", URL: "http://shop.test/confirm?token=abc123def456", Text: opened[0].Text, MessageID: id, Why: opened[0].Why, Status: 200,
		FinalURL: "http://shop.test/confirm?token=abc123def456", Title: "Thanks", ContentType: opened[0].ContentType, MS: 0}, opened[0])
	// spec: events.link.failed beyond.offline
	failed := eventsOf[mailsim.LinkFailed](u)
	require.Len(t, failed, 1)
	assert.Equal(t, "https://nowhere.example/x", failed[0].URL)
	assert.Contains(t, failed[0].Error, "no such host")
	// spec: events.link.skipped
	skipped := eventsOf[mailsim.LinkSkipped](u)
	require.Len(t, skipped, 1)
	assert.Equal(t, "http://localhost:3000/y", skipped[0].URL)
	assert.NotEmpty(t, skipped[0].Why)
}

func TestSenderLookUp(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck = 1
	_, err := u.SetLinks(bg, p)
	require.NoError(t, err)
	u.SetSite("real.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<title>Real Ltd</title>") }))
	addPerson(t, u, "anna@client.test", nil)
	for _, from := range []string{"a@real.test", "b@missing.test"} {
		sendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = from })
	}
	advance(t, u, 7*24*time.Hour)
	// spec: links.policy.sender_check.effect events.link.sender.loaded events.link.sender.missing
	looked := eventsOf[mailsim.LinkSender](u)
	require.Len(t, looked, 2)
	byDomain := map[string]mailsim.LinkSender{looked[0].Domain: looked[0], looked[1].Domain: looked[1]}
	real, missing := byDomain["real.test"], byDomain["missing.test"]
	assert.Equal(t, 200, real.Status)
	assert.Equal(t, "Real Ltd", *real.Title)
	assert.NotEmpty(t, real.FinalURL)
	assert.Empty(t, real.Error)
	assert.NotEmpty(t, missing.Why)
	assert.NotEmpty(t, missing.Quality)
	assert.NotEmpty(t, missing.Error)
	p.SenderCheck, p.Deny = 1, []string{"denied.test"}
	_, err = u.SetLinks(bg, p)
	require.NoError(t, err)
	sendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = "c@denied.test" })
	advance(t, u, 7*24*time.Hour)
	// spec: events.link.skipped.domain
	skipped := eventsOf[mailsim.LinkSkipped](u)
	require.NotEmpty(t, skipped)
	assert.Equal(t, "denied.test", skipped[len(skipped)-1].Domain)
	p.SenderCheck = 0
	_, err = u.SetLinks(bg, p)
	require.NoError(t, err)
	sendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = "d@fourth.test" })
	advance(t, u, 7*24*time.Hour)
	assert.Len(t, eventsOf[mailsim.LinkSender](u), 2)
}

func TestActs(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	posts := 0
	u.SetSite("news.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts++
		}
	}))
	anna := addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "never" })
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	id, err := s.Submit(bg, mailsim.Envelope{From: "news@ours.test", To: []string{"anna@client.test"}}, "From: news@ours.test\r\nTo: anna@client.test\r\nSubject: News\r\n"+
		"List-Unsubscribe: <http://news.test/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nRead http://news.test/read\r\n")
	require.NoError(t, err)
	mine := sendTo(t, u, "anna@client.test", "Question", "Really?")
	act := func(a mailsim.Act) mailsim.Job {
		j, err := u.Act(bg, anna.ID, a)
		require.NoError(t, err)
		assert.Equal(t, mailsim.StatePending, j.State)
		require.NoError(t, u.Settle(bg))
		done, err := u.Job(j.ID)
		require.NoError(t, err)
		assert.Equal(t, mailsim.StateDone, done.State, done.Note)
		return done
	}
	// spec: beyond.act
	act(mailsim.Act{Kind: mailsim.ActReply, MessageID: mine, Text: "Exactly these words."})
	sentNow := eventsOf[mailsim.PersonaSent](u)
	require.Len(t, sentNow, 1)
	assert.Equal(t, "Exactly these words.", sentNow[0].Text)
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply})
	require.NoError(t, err)
	assert.Empty(t, pending, "the reply that was planned is off")
	act(mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://news.test/read"})
	assert.Equal(t, "http://news.test/read", eventsOf[mailsim.LinkOpened](u)[0].URL)
	act(mailsim.Act{Kind: mailsim.ActUnsubscribe, MessageID: id})
	assert.Equal(t, 1, posts, "one click (RFC 8058)")
	act(mailsim.Act{Kind: mailsim.ActComplain, MessageID: id})
	advance(t, u, time.Hour)
	assert.Contains(t, string(inboxOf(t, u, "news@ours.test")[0].Bytes()), "feedback-report")
	other := sendTo(t, u, "anna@client.test", "Another", "Really?")
	act(mailsim.Act{Kind: mailsim.ActIgnore, MessageID: other})
	advance(t, u, 14*24*time.Hour)
	assert.Len(t, eventsOf[mailsim.PersonaSent](u), 1)
	_, err = u.Act(bg, anna.ID, mailsim.Act{Kind: "dance", MessageID: other})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = u.Act(bg, anna.ID, mailsim.Act{Kind: mailsim.ActIgnore, MessageID: "<none@x>"})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

func TestTimersRunBetweenJobs(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	var at []string
	u.Every(24*time.Hour, func() {
		at = append(at, u.Now().Format("2006-01-02 15:04"))
		_, err := u.Send(bg, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Day", Text: "x"})
		assert.NoError(t, err)
	})
	stopped := u.AfterFunc(time.Hour, func() { t.Error("stopped timers do not run") })
	assert.True(t, stopped.Stop())
	u.AfterFunc(36*time.Hour, func() { at = append(at, "once "+u.Now().Format("15:04")) })
	advance(t, u, 72*time.Hour)
	// spec: beyond.timers
	assert.Equal(t, []string{"2026-01-06 09:00", "once 21:00", "2026-01-07 09:00", "2026-01-08 09:00"}, at)
	assert.Len(t, inboxOf(t, u, "anna@client.test"), 3)

	u = newTestUniverse(t, mailsim.Options{})
	p, err := u.CreatePersona(bg, mailsim.Persona{Name: "Anna", Addresses: []string{"anna@client.test"}})
	require.NoError(t, err)
	at = nil
	for _, d := range []time.Duration{3 * time.Hour, time.Hour, 2 * time.Hour} {
		_, err := u.Act(bg, p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: d.String(), Text: "x", After: d})
		require.NoError(t, err)
	}
	note := func(what string) { // what there was when the timer ran, and whether the job due next was still planned
		pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobInitiate})
		assert.NoError(t, err)
		at = append(at, fmt.Sprintf("%s at %s: %d sent, %d planned", what, u.Now().Format("15:04"), len(inboxOf(t, u, "app@ours.test")), len(pending)))
	}
	entered, release := make(chan struct{}), make(chan struct{})
	u.AfterFunc(150*time.Minute, func() { close(entered); <-release; note("slow") })
	u.AfterFunc(2*time.Hour, func() { note("together") })
	u.AfterFunc(90*time.Minute, func() {
		note("between")
		u.AfterFunc(0, func() { note("now") })
	})
	go func() { <-entered; close(release) }()
	advance(t, u, 4*time.Hour)
	// spec: beyond.timers
	assert.Equal(t, []string{
		"between at 10:30: 1 sent, 2 planned", "now at 10:30: 1 sent, 2 planned",
		"together at 11:00: 2 sent, 1 planned", "slow at 11:30: 2 sent, 1 planned",
	}, at)
	assert.Len(t, inboxOf(t, u, "app@ours.test"), 3)
	bad := newTestUniverse(t, mailsim.Options{})
	bad.OnIdle(func(ctx context.Context) {
		_, err := bad.Advance(ctx, time.Hour)
		assert.ErrorIs(t, err, mailsim.ErrConflict)
	})
	advance(t, bad, time.Minute)
}

func TestWaitFromMarkMissesNothing(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	ctx, cancel := context.WithTimeout(bg, 60*time.Second)
	defer cancel()
	for i := range 2000 {
		mark := u.Mark()
		to := fmt.Sprintf("box%d@client.test", i%7)
		want := fmt.Sprintf("Mail %d", i)
		got := make(chan string, 1)
		if i%2 == 0 {
			go func() {
				a, err := u.Wait(ctx, mark, mailsim.Match{To: to, Subject: want})
				assert.NoError(t, err)
				got <- a.Subject
			}()
		}
		sendTo(t, u, to, want, "x")
		if i%2 == 1 {
			a, err := u.Wait(ctx, mark, mailsim.Match{To: to, Subject: want})
			require.NoError(t, err)
			got <- a.Subject
		}
		// spec: beyond.mark.no-miss
		require.Equal(t, want, <-got)
	}
}

func TestWaitTellsWhatArrivedAndWhatIsPending(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	addPerson(t, u, "anna@client.test", nil)
	sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	sendTo(t, u, "app@ours.test", "Other", "x", func(o *mailsim.Outgoing) { o.From = "ben@client.test" })
	ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
	defer cancel()
	_, err := u.Wait(ctx, 0, mailsim.Match{To: "app@ours.test", Subject: "Re: Plan"})
	// spec: beyond.wait.near-misses beyond.wait.frozen-hint
	require.ErrorIs(t, err, mailsim.ErrTimeout)
	for _, want := range []string{`"Other" from ben@client.test`, `its subject does not contain "Re: Plan"`, "pending: reply j_", "Anna answers", "advance the clock"} {
		assert.Contains(t, err.Error(), want)
	}
}

func TestSignatureShows(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Signature, p.Style.Client = "Anna Weber\nHead of Pumps", "gmail" })
	sendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	advance(t, u, 5*24*time.Hour)
	// spec: personas.field.style.signature
	v, err := u.Message(bg, inboxOf(t, u, "app@ours.test")[0].Ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Contains(t, v.Message.Text, "Head of Pumps")
	assert.NotContains(t, eventsOf[mailsim.PersonaSent](u)[0].Text, "Head of Pumps")
}

func TestInstantsAreUTC(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	for i, temper := range decide.TemperamentNames() {
		a := fmt.Sprintf("p%d@client.test", i)
		addPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Timing.Hours = temper, &mailsim.Hours{TZ: "Asia/Tokyo"} })
		sendTo(t, u, a, "The contract", "Could you send me the contract by Friday? I will send you the plan by tomorrow.")
	}
	advance(t, u, 7*24*time.Hour)
	for _, line := range storyOf(u) {
		assert.NotContains(t, line, "+09:00")
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	for _, j := range jobs {
		assert.Equal(t, time.UTC, j.Due.Location())
	}
}

// TestQuoteOfMailWithoutDate: a mail that names no day is quoted with the day it came.
func TestQuoteOfMailWithoutDate(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"gmail", "outlook", "apple", "iphone", "android", "plain"} {
		u := newTestUniverse(t, mailsim.Options{})
		quietLinks(t, u)
		addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Client = client })
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}},
			"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Plan\r\n\r\nIs Tuesday fine?\r\n")
		require.NoError(t, err)
		advance(t, u, 3*24*time.Hour)
		raw := string(inboxOf(t, u, "app@ours.test")[0].Bytes())
		assert.NotContains(t, raw, "0001", client)
		assert.Contains(t, raw, "2026", client)
	}
}

// A promise kept days later still quotes the day on which the mail came.
func TestQuoteOfMailWithoutDateInALaterMail(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	quietLinks(t, u)
	addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Style.Client, p.Knows, p.Behaviors.KeepPromises = "outlook", "little", new(1.0)
	})
	for i := range 8 {
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}},
			"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: List "+strconv.Itoa(i)+"\r\n\r\nPlease send me the price list number "+strconv.Itoa(i)+".\r\n")
		require.NoError(t, err)
	}
	advance(t, u, 14*24*time.Hour)
	kinds := map[string]int{}
	for _, s := range dataOf[mailsim.PersonaSent](u) {
		kinds[s.Kind]++
	}
	require.Positive(t, kinds["deliver"])
	for _, m := range inboxOf(t, u, "app@ours.test") {
		assert.Contains(t, string(m.Bytes()), "Sent: Monday, January 5, 2026 9:00 AM", m.Subject)
	}
}
