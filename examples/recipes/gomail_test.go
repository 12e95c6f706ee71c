// Package recipes holds the code of docs/recipes.md: what users of the popular
// mail libraries and of Ginkgo write. It is a separate module, so that only it
// depends on these.
package recipes

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/wneessen/go-mail"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func newMail(from, to, subject string) *mail.Msg {
	m := mail.NewMsg()
	_ = m.From(from)
	_ = m.To(to)
	m.Subject(subject)
	m.SetBodyString(mail.TypeTextPlain, "Hello,\n\nthis is "+subject+".\n")
	return m
}

func TestGoMail(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t, mailsimtest.STARTTLS())
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	m := newMail(app.Address(), anna.Address(), "Hello")
	c, err := mail.NewClient(sim.Host(), mail.WithPort(sim.SMTPPort()), mail.WithTLSConfig(sim.TLS()),
		mail.WithSMTPAuth(mail.SMTPAuthPlain), mail.WithUsername(app.Address()), mail.WithPassword(app.Password()))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DialAndSend(m); err != nil {
		t.Fatal(err)
	}
	anna.Wait().HasSubject("Hello")
}

func TestGoMailWithoutTLS(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna := sim.Person("anna@client.test")
	for _, policy := range []mail.Option{mail.WithTLSPolicy(mail.NoTLS), mail.WithTLSPolicy(mail.TLSOpportunistic)} {
		c, err := mail.NewClient(sim.Host(), mail.WithPort(sim.SMTPPort()), policy)
		require.NoError(t, err)
		require.NoError(t, c.DialAndSend(newMail("app@ours.test", anna.Address(), "Hello")))
		anna.Wait().HasSubject("Hello")
	}
}

// Greylisting: 451, then accepted after five minutes.
func TestGreylistRetry(t *testing.T) {
	sim := mailsimtest.New(t, mailsimtest.Faults(mailsim.Faults{Scenario: "greylisting"}))
	anna := sim.Person("anna@client.test")
	c, err := mail.NewClient(sim.Host(), mail.WithPort(sim.SMTPPort()), mail.WithTLSPolicy(mail.TLSOpportunistic))
	require.NoError(t, err)
	m := newMail("app@ours.test", anna.Address(), "Hello")
	var later *mail.SendError
	require.ErrorAs(t, c.DialAndSend(m), &later)
	require.True(t, later.IsTemp())
	require.Equal(t, "451 4.7.1", fmt.Sprint(later.ErrorCode(), " ", later.EnhancedStatusCode()))
	sim.Advance(6 * time.Minute)
	require.NoError(t, c.DialAndSend(m))
	anna.Wait().HasSubject("Hello")
}

// A whole test in a bubble: the application's timers and the people share one fake clock.
func TestTrialReminder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t, mailsimtest.Bubble(), mailsimtest.STARTTLS())
		anna, start := sim.Person("anna@client.test"), time.Now()
		c, err := mail.NewClient(sim.Host(), mail.WithPort(sim.SMTPPort()), mail.WithTLSConfig(sim.TLS()),
			mail.WithDialContextFunc(sim.DialContext))
		require.NoError(t, err)
		time.AfterFunc(72*time.Hour, func() { // the application's code, unchanged
			assert.NoError(t, c.DialAndSend(newMail("app@ours.test", anna.Address(), "Your trial ends")))
		})
		time.Sleep(80 * time.Hour)
		require.WithinDuration(t, start.Add(72*time.Hour), anna.Wait().HasSubject("trial").Time, 0)
	})
}
