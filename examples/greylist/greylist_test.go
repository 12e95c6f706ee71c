// Package greylist: a server says "later", and the sender's queue tries again.
package greylist

import (
	"errors"
	"net/smtp"
	"net/textproto"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// queue is the application under test: it tries again after 2, 10 and 30
// minutes, and gives up on what is refused for good.
type queue struct {
	after  func(d time.Duration, f func())
	smtp   string
	failed []string
	tries  int
}

var pauses = []time.Duration{2 * time.Minute, 10 * time.Minute, 30 * time.Minute}

func (q *queue) send(to string, try int) {
	q.tries++
	body := "From: app@ours.test\r\nTo: " + to + "\r\nSubject: Hello\r\n\r\nHello.\r\n"
	err := smtp.SendMail(q.smtp, nil, "app@ours.test", []string{to}, []byte(body))
	var reply *textproto.Error
	switch {
	case err == nil:
	case errors.As(err, &reply) && reply.Code < 500 && try < len(pauses):
		q.after(pauses[try], func() { q.send(to, try+1) })
	default:
		q.failed = append(q.failed, to)
	}
}

func TestQueueOutlastsGreylisting(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t, mailsimtest.Faults(mailsim.Faults{Scenario: "greylisting"}))
	q := &queue{smtp: sim.SMTPAddr(), after: func(d time.Duration, f func()) { sim.AfterFunc(d, f) }}
	anna := sim.Person("anna@client.test")

	start := sim.Now()
	q.send(anna.Address(), 0)
	anna.ExpectNone() // 451 4.7.1 at the first try
	sim.Advance(time.Hour)
	mail := anna.Wait().HasSubject("Hello")
	if took := mail.Time.Sub(start); took != 12*time.Minute || q.tries != 3 {
		t.Errorf("it took %s and %d tries", took, q.tries)
	}
}

func TestQueueGivesUpOnWhatIsRefusedForGood(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	q := &queue{smtp: sim.SMTPAddr(), after: func(d time.Duration, f func()) { sim.AfterFunc(d, f) }}
	q.send("gone+unknown@client.test", 0)
	sim.Advance(time.Hour)
	if q.tries != 1 || len(q.failed) != 1 {
		t.Errorf("%d tries, failed %v", q.tries, q.failed)
	}
}
