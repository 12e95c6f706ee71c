package mailsimtest_test

import (
	"net/smtp"
	"testing"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

// TestReadme is the test of the README.
func TestReadme(t *testing.T) {
	sim := mailsimtest.New(t)                           // SMTP, IMAP and HTTP on random ports, a clock that stands
	desk := sim.Login("help@ours.test")                 // a mailbox with a login
	anna := sim.Person("Anna Weber <anna@client.test>") // a person who answers

	ticket := anna.Send(desk.Address(), "Order 4711", "Where is my order?")

	// Your application answers with the mail library it always uses.
	body := "From: help@ours.test\r\nTo: anna@client.test\r\nSubject: Re: Order 4711\r\nIn-Reply-To: " + ticket.MessageID +
		"\r\n\r\nIt left today. Will Friday do?\r\n"
	if err := smtp.SendMail(sim.SMTPAddr(), desk.Auth(), desk.Address(), []string{anna.Address()}, []byte(body)); err != nil {
		t.Fatal(err)
	}

	sim.Advance(48 * time.Hour) // two days in a millisecond
	desk.Wait().RepliesTo(desk.Sent()[0]).HasText("Friday")
}
