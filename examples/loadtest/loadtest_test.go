// Package loadtest: many clients at once, and every mail is accounted for.
package loadtest

import (
	"fmt"
	"net/smtp"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

const clients, mails = 8, 50

// load sends from all clients at once, each over one connection.
func load(sim *mailsimtest.Server) error {
	var wg sync.WaitGroup
	errs := make(chan error, clients)
	for n := range clients {
		wg.Go(func() { errs <- send(sim.SMTPAddr(), n) })
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func send(addr string, client int) error {
	c, err := smtp.Dial(addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for n := range mails {
		if err := c.Mail("load@ours.test"); err != nil {
			return err
		}
		if err := c.Rcpt(fmt.Sprintf("reader%d@client.test", n%10)); err != nil {
			return err
		}
		w, err := c.Data()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "From: load@ours.test\r\nSubject: %d of client %d\r\n\r\nLoad.\r\n", n, client)
		if err := w.Close(); err != nil {
			return err
		}
	}
	return c.Quit()
}

func TestEveryMailIsAccountedFor(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	if err := load(sim); err != nil {
		t.Fatal(err)
	}
	total := 0
	for n := range 10 {
		total += len(sim.Box(fmt.Sprintf("reader%d@client.test", n)).Inbox())
	}
	if total != clients*mails {
		t.Errorf("%d mails of %d arrived", total, clients*mails)
	}
	sim.CheckInvariants()
}

// BenchmarkLoad reports how many mails a second the clients get through.
func BenchmarkLoad(b *testing.B) {
	sim := mailsimtest.New(b)
	began := time.Now()
	for b.Loop() {
		if err := load(sim); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*clients*mails)/time.Since(began).Seconds(), "mails/s")
}
