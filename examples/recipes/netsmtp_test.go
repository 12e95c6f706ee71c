package recipes

import (
	"crypto/tls"
	"errors"
	"net/smtp"
	"net/textproto"
	"testing"

	"github.com/mailsim/mailsim/mailsimtest"
)

func TestNetSMTP(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	body := "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Hello\r\n\r\nHello Anna.\r\n"
	err := smtp.SendMail(sim.SMTPAddr(), app.Auth(), app.Address(), []string{anna.Address()}, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	anna.Wait().HasSubject("Hello")

	err = smtp.SendMail(sim.SMTPAddr(), app.Auth(), app.Address(), []string{"gone+unknown@client.test"}, []byte(body))
	var refused *textproto.Error
	if !errors.As(err, &refused) || refused.Code != 550 {
		t.Errorf("expected a refusal, got %v", err)
	}
}

func TestNetSMTPOverTLS(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	conn, err := tls.Dial("tcp", sim.SMTPSAddr(), sim.TLS())
	if err != nil {
		t.Fatal(err)
	}
	c, err := smtp.NewClient(conn, sim.Host())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Auth(app.Auth()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Mail(app.Address()), c.Rcpt(anna.Address())); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("From: app@ours.test\r\nSubject: Hello\r\n\r\nHello.\r\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	anna.Wait().HasSubject("Hello")
}
