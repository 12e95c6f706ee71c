package recipes

import (
	"testing"

	"github.com/jordan-wright/email"

	"github.com/mailsim/mailsim/mailsimtest"
)

func TestJordanWrightEmail(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	e := email.NewEmail()
	e.From, e.To, e.Subject = app.Address(), []string{anna.Address()}, "Hello"
	e.Text, e.HTML = []byte("Hello Anna."), []byte("<p>Hello Anna.</p>")
	if err := e.Send(sim.SMTPAddr(), app.Auth()); err != nil {
		t.Fatal(err)
	}
	anna.Wait().HasSubject("Hello")
}

func TestJordanWrightEmailOverTLS(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t, mailsimtest.STARTTLS())
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	e := email.NewEmail()
	e.From, e.To, e.Subject, e.Text = app.Address(), []string{anna.Address()}, "Hello", []byte("Hello Anna.")
	if err := e.SendWithTLS(sim.SMTPSAddr(), app.Auth(), sim.TLS()); err != nil {
		t.Fatal(err)
	}
	if err := e.SendWithStartTLS(sim.SMTPAddr(), app.Auth(), sim.TLS()); err != nil {
		t.Fatal(err)
	}
	anna.ExpectInbox(2)
}
