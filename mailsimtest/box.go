package mailsimtest

import (
	"cmp"
	"context"
	"fmt"
	"net/mail"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// Box is the mailbox of a [Person] or an [Account], or one that [Server.Box] returns.
type Box struct {
	s       *Server
	address string
	name    string // of who writes from here, "" for none
}

// Box is the mailbox of any address, whether or not it exists yet.
func (s *Server) Box(address string) *Box {
	s.part.name(address)
	return &Box{s: s, address: address}
}

// Address is the mailbox's address.
func (b *Box) Address() string { return b.address }

// match narrows what the test asks for to this mailbox.
func (b *Box) match(m []mailsim.Match) mailsim.Match {
	b.s.t.Helper()
	out := mailsim.Match{}
	if len(m) > 0 {
		out = m[0]
	}
	if len(m) > 1 || out.To != "" && addr.Key(out.To) != addr.Key(b.address) {
		b.s.fatalf("%s: give one mailsim.Match without To, or none", b.address)
	}
	out.To = b.address
	return out
}

// Wait returns the oldest mail not returned before, in the inbox or in Junk, waiting for
// one if need be. If it lies in Junk, the test's log says so. Pass a Match to narrow it.
func (b *Box) Wait(m ...mailsim.Match) *Mail {
	b.s.t.Helper()
	return b.s.Wait(b.match(m))
}

// ExpectNone settles, then fails if the inbox or Junk holds a mail not returned before. Pass a
// Match to narrow it or to name another folder.
func (b *Box) ExpectNone(m ...mailsim.Match) {
	b.s.t.Helper()
	b.s.ExpectNone(b.match(m))
}

// Inbox lists the inbox in order of arrival.
func (b *Box) Inbox() []*Mail {
	b.s.t.Helper()
	return b.Folder("INBOX")
}

// Junk lists what was filed as spam, in order of arrival.
func (b *Box) Junk() []*Mail {
	b.s.t.Helper()
	return b.Folder("Junk")
}

// Sent lists what was sent from here, in order.
func (b *Box) Sent() []*Mail {
	b.s.t.Helper()
	return b.Folder("Sent")
}

// Folder lists a folder in order of arrival; an unknown one is empty.
func (b *Box) Folder(name string) []*Mail {
	b.s.t.Helper()
	return b.s.every(0, mailsim.Match{To: b.address, Folder: name})
}

// ExpectInbox settles, then fails unless the inbox holds n mails, whether or not a wait
// has returned them.
func (b *Box) ExpectInbox(n int) []*Mail {
	b.s.t.Helper()
	b.s.Settle()
	list := b.Inbox()
	if len(list) != n {
		var text strings.Builder
		for _, m := range list {
			fmt.Fprintf(&text, "  %s\n", title(m.Message))
		}
		if len(list) < n {
			text.WriteString(b.s.undialedLine())
		}
		b.s.fatalf("expected %d mails in the inbox of %s, there are %d at %s\n%s", n, b.address, len(list), clock(b.s.Now()), text.String())
	}
	return list
}

// Send sends a mail from here, as SMTP would.
func (b *Box) Send(to, subject, text string) *Mail {
	b.s.t.Helper()
	return b.SendMail(mailsim.Outgoing{To: []string{to}, Subject: subject, Text: text})
}

// SendMail sends a mail from here; From may stay empty. It returns the first recipient's copy;
// if no recipient has one, the copy in Sent.
func (b *Box) SendMail(m mailsim.Outgoing) *Mail {
	b.s.t.Helper()
	m.From = cmp.Or(m.From, b.from())
	how := sentHere()
	id, err := b.s.world.Send(context.Background(), m)
	if err != nil {
		b.s.fatalf("send %q from %s: %v", m.Subject, b.address, err)
		return &Mail{s: b.s}
	}
	b.s.given.seen(id, how)
	return b.s.byID(id, append(append(append([]string{}, m.To...), m.CC...), m.BCC...), b.address)
}

// from is the sender of what is sent from here.
func (b *Box) from() string {
	if b.name == "" {
		return b.address
	}
	return (&mail.Address{Name: b.name, Address: b.address}).String()
}

// Answer answers a mail in its thread: to its sender, with its subject.
func (b *Box) Answer(m *Mail, text string) *Mail {
	b.s.t.Helper()
	if !b.s.need(b.address+", Answer", m) {
		return &Mail{s: b.s}
	}
	subject := m.Subject
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	return b.SendMail(mailsim.Outgoing{
		To: []string{m.From}, Subject: subject, Text: text,
		InReplyTo: m.MessageID, References: append(append([]string{}, m.References...), m.MessageID),
	})
}

// Submit delivers a whole message from anywhere, byte for byte, as SMTP would: sender is
// the sender in the envelope, "" the null sender. It returns the recipient's copy, which
// later waits skip.
func (s *Server) Submit(sender, to string, raw []byte) *Mail {
	s.t.Helper()
	s.part.name(to)
	how := sentHere()
	id, err := s.world.submit(context.Background(), sender, to, raw)
	if err != nil {
		s.fatalf("submit a mail to %s: %v", to, err)
		return &Mail{s: s}
	}
	s.given.seen(id, how)
	return s.byID(id, []string{to}, sender)
}

// byID finds a copy of a mail: that of the first of the recipients who has one,
// else the sender's.
func (s *Server) byID(id string, to []string, from string) *Mail {
	s.t.Helper()
	refs := s.world.FindMessage(id)
	for _, a := range to {
		_, a = splitAddress(a)
		for _, r := range refs {
			if addr.Key(r.Address) == addr.Key(a) && r.Folder != "Sent" {
				m, err := s.world.message(r)
				s.must("find "+id, err)
				return s.mail(m)
			}
		}
	}
	sent, err := s.world.every(0, mailsim.Match{To: from, Folder: "Sent", Func: func(m mailsim.Message) bool { return m.MessageID == id }})
	s.must("find "+id, err)
	if len(sent) == 0 {
		s.fatalf("the mail %s lies in no mailbox", id)
		return &Mail{s: s}
	}
	return s.mail(sent[len(sent)-1])
}
