package mind_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestGhostsAnswerFarLess(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	replies := map[string]int{}
	for i := range 60 {
		for _, temper := range []string{"ghost", "responsive"} {
			a := fmt.Sprintf("%s%d@client.test", temper, i)
			testkit.AddPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Timing = temper, mailsim.Timing{} })
			testkit.SendTo(t, u, a, "Question", "Could you tell me the date?")
		}
	}
	testkit.Advance(t, u, 30*24*time.Hour)
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
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
		u := testkit.New(t, mailsim.Options{})
		testkit.QuietLinks(t, u)
		_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 1, IgnoreHours: true})
		require.NoError(t, err)
		var delays []time.Duration
		for i := range 200 {
			a := fmt.Sprintf("p%d@client.test", i)
			testkit.AddPerson(t, u, a, func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: time.Hour, Spread: s} })
			testkit.SendTo(t, u, a, "Question", "Could you tell me the date?")
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

func TestCases(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	push := func(id string, p mailsim.CasePatch) {
		_, err := u.PushCase(context.Background(), id, p)
		require.NoError(t, err)
	}
	push("C-1", mailsim.CasePatch{Title: new("Broken pump"), PersonaIDs: []string{anna.ID}, ExternalIDs: map[string]string{"crm": "9931"}, Facts: map[string]string{"delivery date": "12 March"}})
	how := func(id string) *mailsim.CaseLink {
		for _, m := range testkit.Inbox(t, u, "anna@client.test") {
			if m.MessageID == id {
				v, err := u.Message(context.Background(), m.Ref, mailsim.ViewOptions{})
				require.NoError(t, err)
				return v.Case
			}
		}
		return nil
	}
	only := testkit.SendTo(t, u, "anna@client.test", "Hello", "What is the delivery date?")
	// spec: d.case.how.only messages.case.shape
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "only"}, how(only))
	testkit.Advance(t, u, 5*24*time.Hour)
	// spec: people.case-facts
	assert.Contains(t, testkit.EventsOf[mailsim.PersonaSent](u)[0].Text, "12 March")
	push("C-2", mailsim.CasePatch{Title: new("Office move"), PersonaIDs: []string{anna.ID}})
	// spec: d.case.how.subject d.case.how.text d.case.how.header d.case.how.thread d.case.none
	assert.Equal(t, &mailsim.CaseLink{ID: "C-2", How: "subject"}, how(testkit.SendTo(t, u, "anna@client.test", "About the office move", "Hi")))
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "text"}, how(testkit.SendTo(t, u, "anna@client.test", "Status", "It is about 9931, the old one.")))
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "thread"}, how(testkit.SendTo(t, u, "anna@client.test", "Re: Hello", "More", func(o *mailsim.Outgoing) { o.InReplyTo = only })))
	assert.Nil(t, how(testkit.SendTo(t, u, "anna@client.test", "Lunch", "Hungry?")))
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	id, err := s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}}, "From: app@ours.test\r\nTo: anna@client.test\r\nX-Service-Case: C-2\r\nSubject: x\r\n\r\nx\r\n")
	require.NoError(t, err)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-2", How: "header"}, how(id))
}

// TestOwnMailIsLinked: what a person writes on a case stands on it, in their own
// mailbox and with others on it; a mailbox that is no person's has no cases.
func TestOwnMailIsLinked(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	sure := func(p *mailsim.Persona) {
		p.Timing.ReplyRate, p.Behaviors.CCSomeone, p.Behaviors.DoubleReply = new(1.0), new(1.0), new(0.0)
	}
	silent := func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) }
	anna, ben := testkit.AddPerson(t, u, "anna@client.test", sure), testkit.AddPerson(t, u, "ben@client.test", silent)
	_, err := u.PushCase(context.Background(), "C-1", mailsim.CasePatch{Title: new("Broken pump"), PersonaIDs: []string{anna.ID, ben.ID}})
	require.NoError(t, err)
	_, err = u.PushCase(context.Background(), "C-2", mailsim.CasePatch{Title: new("Office move"), PersonaIDs: []string{anna.ID, ben.ID}})
	require.NoError(t, err)
	last := func(address, folder string) mailsim.View {
		list, err := u.Messages(address, mailsim.MessageFilter{Folder: folder})
		require.NoError(t, err)
		v, err := u.Message(context.Background(), list[0].Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		return v
	}
	first := testkit.SendTo(t, u, anna.Addresses[0], "The broken pump", "When will it be mended?")
	for len(testkit.EventsOf[mailsim.PersonaSent](u)) == 0 {
		testkit.Advance(t, u, time.Hour)
	}
	// the answer, with Ben in copy
	reply := last("anna@client.test", "Sent")
	require.Equal(t, first, reply.Message.InReplyTo)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "header"}, reply.Case)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "header"}, last("ben@client.test", "INBOX").Case)
	app := last("app@ours.test", "INBOX")
	assert.Nil(t, app.Case, "a case belongs to a persona's mailbox: it is not in that of the app")
	assert.Equal(t, "C-1", app.Message.Headers["x-service-case"])
	assert.Equal(t, "C-1", testkit.EventsOf[mailsim.PersonaSent](u)[0].CaseID)
	// what she is sent to say, in the thread
	before, err := u.Case("C-1")
	require.NoError(t, err)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "anna@client.test", To: []string{"app@ours.test"}, CC: []string{"boss@ours.test"}, Subject: "One more thing", Text: "Who pays?", InReplyTo: first})
	require.NoError(t, err)
	assert.Equal(t, &mailsim.CaseLink{ID: "C-1", How: "thread"}, last("anna@client.test", "Sent").Case)
	all := testkit.EventsOf[mailsim.PersonaSent](u)
	assert.Equal(t, "C-1", all[len(all)-1].CaseID)
	after, err := u.Case("C-1")
	require.NoError(t, err)
	assert.Equal(t, before.Messages+1, after.Messages)
	// and it is as if she had thought of it herself
	u.Read(func(v state.View) {
		p := people.At(v, "anna@client.test")
		talk := people.TalkOf(v, p, post.ByID(v, first).Mail.Thread)
		assert.True(t, talk.Asked)
		assert.Equal(t, 2, talk.Replies)
		assert.Equal(t, 1, people.RelationOf(v, p, "boss@ours.test").Sent)
		assert.Equal(t, 1, people.RelationOf(v, p, "ben@client.test").Sent, "copied on the answer")
	})
}

// TestAbsenceNoticeMeetsNobody: what a machine says makes nobody known.
func TestAbsenceNoticeMeetsNobody(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Timing.ReplyRate = new(0.0)
		p.Timing.OOO = []mailsim.Absence{{From: "2026-01-01", To: "2026-01-31", Message: "Away."}}
	})
	testkit.SendTo(t, u, "anna@client.test", "Hello", "Are you there?")
	testkit.Advance(t, u, time.Hour)
	// spec: people.ooo.auto
	require.Equal(t, "ooo", testkit.EventsOf[mailsim.PersonaSent](u)[0].Kind)
	notices := testkit.Inbox(t, u, "app@ours.test")
	require.Len(t, notices, 1)
	assert.Contains(t, string(notices[0].Bytes()), "Away.")
	assert.Equal(t, "anna@client.test", notices[0].From)
	testkit.SendTo(t, u, "anna@client.test", "Hello again", "Are you there now?")
	testkit.SendTo(t, u, "anna@client.test", "Hello", "And me?", func(o *mailsim.Outgoing) { o.From = "ben@client.test" })
	testkit.Advance(t, u, 24*time.Hour)
	assert.Len(t, testkit.Inbox(t, u, "app@ours.test"), 1, "once per correspondent and absence")
	assert.Len(t, testkit.Inbox(t, u, "ben@client.test"), 1, "another correspondent has one too")
	held, err := u.Relations(anna.ID)
	require.NoError(t, err)
	require.Len(t, held.Relations, 2)
	assert.Equal(t, 0, held.Relations[0].Sent)
	assert.Equal(t, "little", held.Relations[0].Knows)
}

func TestInstantsAreUTC(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for i, temper := range decide.TemperamentNames() {
		a := fmt.Sprintf("p%d@client.test", i)
		testkit.AddPerson(t, u, a, func(p *mailsim.Persona) { p.Temperament, p.Timing.Hours = temper, &mailsim.Hours{TZ: "Asia/Tokyo"} })
		testkit.SendTo(t, u, a, "The contract", "Could you send me the contract by Friday? I will send you the plan by tomorrow.")
	}
	testkit.Advance(t, u, 7*24*time.Hour)
	for _, line := range testkit.Story(u) {
		assert.NotContains(t, line, "+09:00")
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	for _, j := range jobs {
		assert.Equal(t, time.UTC, j.Due.Location())
	}
}
