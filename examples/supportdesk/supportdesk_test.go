// Package supportdesk: customers write about their tickets, the desk answers, and
// each mail is filed under the right ticket.
package supportdesk

import (
	"context"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func TestDeskWithCases(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	desk, anna := sim.Login("help@ours.test"), sim.Person("Anna Weber <anna@client.test>")

	// A case is context that people share: what a ticket system would push.
	title, facts := "Order 4711", map[string]string{"carrier": "Northern Post", "parcel": "NP-99120"}
	if _, err := sim.Universe.PushCase(context.Background(), "order-4711", mailsim.CasePatch{Title: &title, Facts: facts, PersonaIDs: []string{anna.ID()}}); err != nil {
		t.Fatal(err)
	}
	question := anna.Send(desk.Address(), "Order 4711", "Where is my parcel?")
	answer := desk.Answer(question, "It left today. Is Friday fine for you?")
	sim.AdvanceToReply(answer).RepliesTo(answer).HasSubject("Re: Order 4711").ArrivedWithin(72*time.Hour, answer)

	view, err := sim.Universe.Message(context.Background(), answer.Ref, mailsim.ViewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if view.Case == nil || view.Case.ID != "order-4711" {
		t.Errorf("the answer belongs to the case %v", view.Case)
	}
	threads, err := sim.Universe.Threads(desk.Address())
	if err != nil {
		t.Fatal(err)
	}
	if len(threads) != 1 || len(threads[0].Messages) != 3 {
		t.Errorf("question, answer and reply make %d threads", len(threads))
	}
}

func TestACustomerWhoNeverAnswers(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	desk := sim.Login("help@ours.test")
	ben := sim.Person("ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	m := desk.Send(ben.Address(), "Your ticket", "Did that help?")
	ben.ExpectDeclined(m)
	sim.Advance(14 * 24 * time.Hour)
	desk.ExpectNone()
}
