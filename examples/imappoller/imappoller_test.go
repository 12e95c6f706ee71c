// Package imappoller: a program that waits for mail with IDLE sees it at once.
package imappoller

import (
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim/mailsimtest"
)

// poller is the application under test.
type poller struct {
	subjects chan string
	done     chan struct{}
	err      error
}

// run fetches what is new, then idles until the server announces more.
func (p *poller) run(c *imapclient.Client, more <-chan struct{}, stop <-chan struct{}) {
	defer close(p.done)
	next := uint32(1)
	for {
		found, err := c.Fetch(imap.UIDSet{{Start: imap.UID(next), Stop: 0}}, &imap.FetchOptions{UID: true, Envelope: true}).Collect()
		if err != nil {
			p.err = err
			return
		}
		for _, m := range found {
			if uint32(m.UID) >= next { // n:* also gives the last one when nothing is new
				next = uint32(m.UID) + 1
				p.subjects <- m.Envelope.Subject
			}
		}
		idle, err := c.Idle()
		if err != nil {
			p.err = err
			return
		}
		select {
		case <-more:
		case <-stop:
		}
		if p.err = idle.Close(); p.err == nil {
			p.err = idle.Wait()
		}
		select {
		case <-stop:
			return
		default:
		}
		if p.err != nil {
			return
		}
	}
}

func TestPollerSeesMailAtOnce(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	box := sim.Login("app@ours.test")
	anna := sim.Person("Anna Weber <anna@client.test>")
	box.IMAP().Close() // the helper's client has no handler for unilateral data; the program brings its own

	more, stop := make(chan struct{}, 1), make(chan struct{})
	c, err := imapclient.DialInsecure(sim.IMAPAddr(), &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case more <- struct{}{}:
			default:
			}
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(box.Address(), box.Password()).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	p := &poller{subjects: make(chan string, 10), done: make(chan struct{})}
	go p.run(c, more, stop)

	for _, subject := range []string{"One", "Two", "Three"} {
		anna.Send(box.Address(), subject, "?")
		if got := <-p.subjects; got != subject {
			t.Errorf("got %q for %q", got, subject)
		}
	}
	offer := box.Send(anna.Address(), "Offer", "Shall we?")
	sim.Advance(72 * time.Hour)
	if got := <-p.subjects; got != "Re: Offer" {
		t.Errorf("the reply to %q is %q", offer.Subject, got)
	}
	close(stop)
	if <-p.done; p.err != nil {
		t.Error(p.err)
	}
}
