// Package bounces: a sender learns about dead addresses, at once from the server's
// reply or later from a notice in its mailbox, and stops writing to them.
package bounces

import (
	"net/mail"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// sender is the application under test.
type sender struct {
	smtp, from string
	dead       map[string]string // why, by address
}

func (s *sender) send(to string) {
	if s.dead[to] != "" {
		return
	}
	body := "From: " + s.from + "\r\nTo: " + to + "\r\nSubject: News\r\n\r\nSpring is here.\r\n"
	if err := smtp.SendMail(s.smtp, nil, s.from, []string{to}, []byte(body)); err != nil {
		s.dead[to] = err.Error()
	}
}

// readBounces looks for delivery status notifications (RFC 3464) over IMAP.
func (s *sender) readBounces(c *imapclient.Client) error {
	box, err := c.Select("INBOX", nil).Wait()
	if err != nil || box.NumMessages == 0 {
		return err
	}
	all := imap.SeqSet{}
	all.AddRange(1, box.NumMessages)
	whole := &imap.FetchItemBodySection{Peek: true}
	list, err := c.Fetch(all, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	for _, m := range list {
		text := string(m.FindBodySection(whole))
		if msg, err := mail.ReadMessage(strings.NewReader(text)); err != nil || !strings.Contains(msg.Header.Get("Content-Type"), "delivery-status") {
			continue
		}
		fields := map[string]string{}
		for line := range strings.Lines(text) {
			if name, value, ok := strings.Cut(line, ":"); ok {
				fields[strings.ToLower(name)] = strings.TrimSpace(value)
			}
		}
		_, to, _ := strings.Cut(fields["final-recipient"], ";")
		if fields["action"] == "failed" {
			s.dead[strings.TrimSpace(to)] = fields["status"]
		}
	}
	return err
}

func TestBounces(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	box := sim.Login("news@ours.test")
	app := &sender{smtp: sim.SMTPAddr(), from: box.Address(), dead: map[string]string{}}
	anna := sim.Person("anna@client.test")

	// Magic addresses: what stands behind + decides, with no set-up.
	const unknown, full = "gone+unknown@client.test", "gone+full-dsn@client.test"
	for _, to := range []string{anna.Address(), unknown, full} {
		app.send(to)
	}
	if !strings.Contains(app.dead[unknown], "5.1.1") {
		t.Errorf("refused at once, and the sender noted %q", app.dead[unknown])
	}
	sim.Advance(time.Hour) // the notice takes a while
	box.Wait().IsBounceOf(full, mailsim.StatusFull)
	if err := app.readBounces(box.IMAP()); err != nil {
		t.Fatal(err)
	}
	if app.dead[full] != "5.2.2" {
		t.Errorf("bounced later, and the sender noted %q", app.dead[full])
	}
	app.send(full)
	sim.Advance(time.Hour)
	box.ExpectNone(mailsim.Match{Subject: "undelivered"})
	anna.ExpectInbox(1)
}
