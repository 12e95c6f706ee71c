package mind_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// situationOf is what Anna's decision about a mail would depend on. Nothing happens.
func situationOf(t *testing.T, u *engine.Universe, from string, to string, raw string) (sit decide.Situation) {
	t.Helper()
	s := transit.NewSubmission(&mailsim.Envelope{From: from, To: []string{to}}, raw, transit.FromApp)
	u.ReadMail(s)
	undo := errors.New("undo")
	err := u.Update(context.Background(), func(tx *state.Tx) error {
		s.Mail.Thread = post.ThreadOf(tx.View, s.Mail.MessageID, s.Sum.InReplyTo, s.Sum.References)
		sit = mind.Situation(tx, people.At(tx.View, to), to, s, s.Read, 1)
		return undo
	})
	require.ErrorIs(t, err, undo)
	return sit
}

// TestWhatIsInAMailReachesTheDecision: each part of a decision that a mail or the
// past can move is read from them. What they then do is decide's own test.
func TestWhatIsInAMailReachesTheDecision(t *testing.T) {
	t.Parallel()
	head := "From: App <app@ours.test>\r\nTo: anna@client.test\r\nSubject: Plan\r\nMessage-ID: <1@ours.test>\r\n"
	text := func(s string) string { return head + "\r\n" + s + "\r\n" }
	for _, c := range []struct {
		name, raw string
		holds     func(m decide.Mail) bool
	}{
		{"a question", text("Is Tuesday fine? And who comes?"), func(m decide.Mail) bool { return m.Questions == 2 }},
		{"a request", text("Please book a room for the workshop."), func(m decide.Mail) bool { return m.Asks && m.Wants }},
		{"a complaint", text("The lamp arrived broken. This is unacceptable."), func(m decide.Mail) bool { return m.Asks && !m.Wants }},
		{"thanks", text("Many thanks for the quick help with the printer!"), func(m decide.Mail) bool { return m.Thanks && !m.Asks }},
		{"information", text("The parcel left this morning."), func(m decide.Mail) bool { return !m.Asks && m.Questions == 0 && !m.Thanks }},
		{"urgent", "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: URGENT: plan\r\n\r\nIs it fine?\r\n", func(m decide.Mail) bool { return m.Urgent }},
		{"not urgent", text("Is it fine?"), func(m decide.Mail) bool { return !m.Urgent }},
		{"a cold sales mail", text("I came across your company: we help companies like yours to get more leads. Would you be open to a quick call?"), func(m decide.Mail) bool { return m.Cold == 1 }},
		{"a chase", text("Just following up: any news on the report?"), func(m decide.Mail) bool { return m.Chase == 1 }},
		{"words", text("one two three four five six"), func(m decide.Mail) bool { return m.Words == 6 }},
		{"an attachment", head + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere.\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\nx\r\n--b--\r\n",
			func(m decide.Mail) bool { return m.Attachments == 1 }},
		{"in copy", "From: app@ours.test\r\nTo: ben@client.test, cleo@client.test\r\nCc: Anna <Anna@client.test>\r\nSubject: x\r\n\r\nx\r\n",
			func(m decide.Mail) bool { return !m.InTo && m.InCc && m.Recipients == 2 }},
		{"a blind copy", "From: app@ours.test\r\nTo: ben@client.test\r\nSubject: x\r\n\r\nx\r\n", func(m decide.Mail) bool { return m.InTo && m.NoAutoReply }},
		{"named", text("x"), func(m decide.Mail) bool { return m.InTo && !m.NoAutoReply }},
		{"a list", "From: app@ours.test\r\nTo: anna@client.test\r\nList-Id: <news.ours.test>\r\nSubject: x\r\n\r\nIs it?\r\n", func(m decide.Mail) bool { return m.Automatic != "" }},
		{"automatic", "From: app@ours.test\r\nTo: anna@client.test\r\nAuto-Submitted: auto-generated\r\nSubject: x\r\n\r\nIs it?\r\n", func(m decide.Mail) bool { return m.Automatic != "" }},
		{"not automatic", "From: app@ours.test\r\nTo: anna@client.test\r\nAuto-Submitted: no\r\nSubject: x\r\n\r\nIs it?\r\n", func(m decide.Mail) bool { return m.Automatic == "" }},
		{"bulk", "From: app@ours.test\r\nTo: anna@client.test\r\nPrecedence: bulk\r\nSubject: x\r\n\r\nIs it?\r\n", func(m decide.Mail) bool { return m.Automatic != "" }},
		{"from nobody", "From: noreply@ours.test\r\nTo: anna@client.test\r\nSubject: x\r\n\r\nIs it?\r\n", func(m decide.Mail) bool { return m.Automatic != "" }},
		{"no automatic answers, please", "From: app@ours.test\r\nTo: anna@client.test\r\nX-Auto-Response-Suppress: DR, OOF\r\nSubject: x\r\n\r\nIs it?\r\n",
			func(m decide.Mail) bool { return m.Automatic == "" && m.NoAutoReply }},
		{"other suppression", "From: app@ours.test\r\nTo: anna@client.test\r\nX-Auto-Response-Suppress: DR, NRN\r\nSubject: x\r\n\r\nIs it?\r\n",
			func(m decide.Mail) bool { return !m.NoAutoReply }},
		{"a promise", text("I will send you the offer by Friday."), func(m decide.Mail) bool {
			return m.Promise != nil && m.Promise.What == "the offer" && m.Promise.Due.Weekday() == time.Friday
		}},
		{"from a person", "From: ben@client.test\r\nTo: anna@client.test\r\nSubject: x\r\n\r\nx\r\n", func(m decide.Mail) bool { return m.Simulated }},
		{"from the application", text("x"), func(m decide.Mail) bool { return !m.Simulated }},
		{"passed on by a person", "From: ben@client.test\r\nTo: anna@client.test\r\nX-Service-Forwarded: 1\r\nSubject: Fwd: x\r\n\r\nx\r\n", func(m decide.Mail) bool { return m.Forwarded }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			testkit.AddPerson(t, u, "anna@client.test", nil)
			testkit.AddPerson(t, u, "ben@client.test", nil)
			sit := situationOf(t, u, "app@ours.test", "anna@client.test", c.raw)
			assert.True(t, c.holds(sit.Mail), "%+v", sit.Mail)
		})
	}
	t.Run("a bounce", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		assert.True(t, situationOf(t, u, "", "anna@client.test", text("x")).Mail.NullSender)
	})
}

// TestThePastReachesTheDecision: relation, thread, what is pending and what was
// promised count.
func TestThePastReachesTheDecision(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Temperament, p.Style.Client, p.Knows = "flaky", "iphone", "little"
		p.Timing = mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 3 * time.Hour, Spread: 1}}
		p.Behaviors = mailsim.Behaviors{KeepPromises: new(0.0), DoubleReply: new(0.0), CCSomeone: new(0.25), ForwardTo: "boss@client.test"}
	})
	first := testkit.SendTo(t, u, "anna@client.test", "The contract", "Could you send me the signed contract, please?")
	again := func(text string) decide.Situation {
		return situationOf(t, u, "app@ours.test", "anna@client.test",
			"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Re: The contract\r\nMessage-ID: <2@ours.test>\r\nIn-Reply-To: "+first+"\r\n\r\n"+text+"\r\n")
	}
	sit := again("One more thing: is it signed?")
	p := sit.Person
	assert.Equal(t, []any{"flaky", true, "little", true, 1.0, true, 3 * time.Hour, 1.0, 0.0, 0.0, 0.25, "boss@client.test"},
		[]any{p.Temperament, p.Phone, p.Knows, p.RateGiven, p.ReplyRate, p.MedianGiven, p.Median, p.Spread, p.KeepPromises, p.DoubleReply, p.CCSomeone, p.ForwardTo})
	assert.Equal(t, testkit.PendingJobs(t, u, mailsim.JobReply)[0].Due, sit.Pending)
	assert.Equal(t, decide.Relation{Received: 1, Trust: 0.04}, sit.Relation)
	assert.Equal(t, decide.Thread{}, sit.Thread)

	_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 0.5, IgnoreHours: true})
	require.NoError(t, err)
	testkit.Advance(t, u, 30*24*time.Hour)
	sit = again("Any news? You promised it.")
	assert.True(t, sit.Pending.IsZero())
	assert.Equal(t, []any{0.5, true}, []any{sit.Pace, sit.IgnoreHours})
	assert.Equal(t, 1, sit.Relation.Sent)
	assert.Equal(t, 1, sit.Thread.OwnReplies)
	assert.False(t, sit.Thread.LastOwn.IsZero())
	require.NotEmpty(t, testkit.EventsOf[mailsim.PersonaPromised](u))
	assert.True(t, sit.Mail.Overdue, "it was promised and did not come")
	assert.Equal(t, 1, sit.Mail.Chase)
	testkit.SendTo(t, u, "anna@client.test", "Re: The contract", "Just following up: any news?", func(o *mailsim.Outgoing) { o.InReplyTo = first })
	assert.Equal(t, 2, again("Any news?").Mail.Chase)

	// out of office, told once
	_, err = u.UpdatePersona(context.Background(), anna.ID, mailsim.PersonaPatch{Timing: &mailsim.Timing{OOO: []mailsim.Absence{{From: "2026-01-01", To: "2026-12-31"}}}})
	require.NoError(t, err)
	assert.False(t, again("Are you there?").AwaySent)
	testkit.SendTo(t, u, "anna@client.test", "Hello", "Are you there?")
	assert.True(t, again("Are you there?").AwaySent)

	// what she asked herself
	q, err := u.Send(context.Background(), mailsim.Outgoing{From: "anna@client.test", To: []string{"app@ours.test"}, Subject: "A question", Text: "Who pays?"})
	require.NoError(t, err)
	sit = situationOf(t, u, "app@ours.test", "anna@client.test", "From: app@ours.test\r\nTo: anna@client.test\r\nIn-Reply-To: "+q+"\r\n\r\nWe do.\r\n")
	assert.True(t, sit.Mail.Answers)
}
