// Package outofoffice: two programs that answer automatically must not answer
// each other forever.
package outofoffice

import (
	"fmt"
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

// bot is the application under test: it confirms each mail that it gets.
type bot struct {
	t       *testing.T
	address string
	imap    *imapclient.Client
	send    func(to string, raw []byte) error
}

// poll answers what is unread.
func (b *bot) poll() {
	if _, err := b.imap.Select("INBOX", nil).Wait(); err != nil {
		b.t.Error(err)
		return
	}
	found, err := b.imap.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(found.AllUIDs()) == 0 {
		return
	}
	whole := &imap.FetchItemBodySection{} // fetching sets \Seen
	list, err := b.imap.Fetch(imap.UIDSetNum(found.AllUIDs()...), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	if err != nil {
		b.t.Error(err)
	}
	for _, m := range list {
		msg, err := mail.ReadMessage(strings.NewReader(string(m.FindBodySection(whole))))
		if err != nil || automatic(msg.Header) {
			continue
		}
		from, err := mail.ParseAddress(msg.Header.Get("From"))
		if err != nil {
			continue
		}
		id := msg.Header.Get("Message-Id")
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Re: %s\r\nIn-Reply-To: %s\r\nReferences: %s\r\nAuto-Submitted: auto-replied\r\n\r\nWe have got your mail.\r\n",
			b.address, from.Address, msg.Header.Get("Subject"), id, id)
		if err := b.send(from.Address, []byte(raw)); err != nil {
			b.t.Error(err)
		}
	}
}

// automatic is what RFC 3834 asks to be left unanswered.
func automatic(h mail.Header) bool {
	auto := h.Get("Auto-Submitted")
	return auto != "" && auto != "no" || h.Get("List-Id") != "" || h.Get("Precedence") != "" || h.Get("Return-Path") == "<>"
}

func TestTwoAutomaticAnswerersFallSilent(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	box := sim.Login("bot@ours.test")
	b := &bot{t: t, address: box.Address(), imap: box.IMAP(), send: func(to string, raw []byte) error {
		return smtp.SendMail(sim.SMTPAddr(), box.Auth(), box.Address(), []string{to}, raw)
	}}
	sim.Idle(b.poll) // so Advance knows when the bot has nothing left to do

	anna := sim.Person("anna@client.test", func(p *mailsim.Persona) {
		p.Timing.OOO = []mailsim.Absence{{From: "2026-01-05", To: "2026-01-16", Message: "Back on the 19th."}}
	})
	ben := sim.Person("ben@client.test")
	box.Send(anna.Address(), "Your ticket", "We are on it.")
	ben.Send(box.Address(), "Help", "My printer is on fire.")
	sim.Advance(7 * 24 * time.Hour)

	box.Wait(mailsim.Match{From: anna.Address()}).HasHeader("Auto-Submitted", "auto-replied").HasText("Back on the 19th")
	box.ExpectNone(mailsim.Match{From: anna.Address()}) // once per absence
	anna.ExpectInbox(1)                                 // the bot did not answer an absence
	if len(ben.Inbox()) == 0 {
		t.Error("a person got no confirmation")
	}
}
