// Package trialreminder: the application's own timers and the people share one
// fake clock, in a bubble of testing/synctest. Three days pass in no time.
package trialreminder

import (
	"context"
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
		sim := mailsimtest.New(t) // detects the bubble: one clock for all, servers in memory
		app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")
		send := func() error { // smtp.SendMail, by a name that reaches servers in memory
			body := "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Your trial ends\r\n\r\nWill you stay?\r\n"
			return sim.SendMail(sim.SMTPAddr(), app.Auth(), app.Address(), []string{anna.Address()}, []byte(body))
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
