package recipes

import (
	"testing"

	"gopkg.in/gomail.v2"

	"github.com/mailsim/mailsim/mailsimtest"
)

func TestGopkgGomail(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]mailsimtest.Option{"clear": nil, "starttls": {mailsimtest.STARTTLS()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := mailsimtest.New(t, opts...)
			app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
			m := gomail.NewMessage()
			m.SetHeader("From", app.Address())
			m.SetHeader("To", anna.Address())
			m.SetHeader("Subject", "Hello")
			m.SetBody("text/plain", "Hello Anna.")
			d := gomail.NewDialer(sim.Host(), sim.SMTPPort(), app.Address(), app.Password())
			d.TLSConfig = sim.TLS() // used with mailsimtest.STARTTLS()
			if err := d.DialAndSend(m); err != nil {
				t.Fatal(err)
			}
			anna.Wait().HasSubject("Hello")

			d.Port, d.SSL = sim.SMTPSPort(), true // TLS from the start
			if err := d.DialAndSend(m); err != nil {
				t.Fatal(err)
			}
			anna.ExpectInbox(2)
		})
	}
}
