// Package trialreminder: the application's own timers and the people share one
// fake clock, in a bubble of testing/synctest. Three days pass in no time.
package trialreminder

import (
	"context"
	"net/smtp"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

// remind is the application under test: it uses the clock of package time.
func remind(ctx context.Context, after time.Duration, send func() error) <-chan error {
	result := make(chan error, 1)
	go func() {
		select {
		case <-time.After(after):
			result <- send()
		case <-ctx.Done():
			result <- ctx.Err()
		}
	}()
	return result
}

func TestReminderComesAfterThreeDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t, mailsimtest.Bubble())
		app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")
		send := func() error {
			conn, err := sim.DialContext(t.Context(), "tcp", sim.SMTPAddr()) // servers in memory
			if err != nil {
				return err
			}
			c, err := smtp.NewClient(conn, sim.Host())
			if err != nil {
				return err
			}
			defer c.Close()
			if err := c.Mail(app.Address()); err != nil {
				return err
			}
			if err := c.Rcpt(anna.Address()); err != nil {
				return err
			}
			w, err := c.Data()
			if err != nil {
				return err
			}
			if _, err := w.Write([]byte("From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Your trial ends\r\n\r\nWill you stay?\r\n")); err != nil {
				return err
			}
			return w.Close()
		}
		start := time.Now()
		sent := remind(t.Context(), 72*time.Hour, send)
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		reminder := anna.Wait().HasSubject("trial")
		if took := reminder.Time.Sub(start); took != 72*time.Hour {
			t.Errorf("the reminder came after %s", took)
		}
		app.Wait().RepliesTo(reminder) // hours pass in the bubble until she answers
	})
}
