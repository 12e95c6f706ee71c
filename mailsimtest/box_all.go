package mailsimtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mailsim/mailsim"
)

// Last returns the newest mail of the inbox, whether returned before or not. It fails when
// the inbox is empty.
func (b *Box) Last() *Mail {
	b.s.t.Helper()
	b.s.Settle()
	list := b.Inbox()
	if len(list) == 0 {
		b.s.fatalf("the inbox of %s is empty at %s\n%s", b.address, clock(b.s.Now()), b.s.undialedLine())
		return &Mail{s: b.s}
	}
	return list[len(list)-1]
}

// WaitAll returns the next n mails as Wait does, one after the other.
func (b *Box) WaitAll(n int, m ...mailsim.Match) []*Mail {
	b.s.t.Helper()
	match := b.match(m)
	out := make([]*Mail, 0, n)
	for range n {
		if b.s.t.Failed() {
			break
		}
		out = append(out, b.s.Wait(match))
	}
	return out
}

// Clear removes all mail of the mailbox for good, in every folder, as a mail program does
// by expunging it. People still do what they have planned because of that mail.
func (b *Box) Clear() {
	b.s.t.Helper()
	if err := b.s.world.empty(b.address); err != nil && !errors.Is(err, mailsim.ErrNotFound) {
		b.s.fatalf("clear %s: %v", b.address, err)
	}
}

// Mails settles, then lists all mail in any inbox or Junk, in order of arrival: a mail to
// two people is listed twice, and Address tells the copies apart.
func (s *Server) Mails() []*Mail {
	s.t.Helper()
	s.Settle()
	return s.every(0, mailsim.Match{})
}

// Reset empties the world, as [mailsim.Universe.Reset] does: mail, people, cases, settings,
// jobs and the log go, except the parts in keep. The clock stays.
func (s *Server) Reset(keep ...mailsim.Part) {
	s.t.Helper()
	_, err := s.world.Reset(context.Background(), keep...)
	s.must("reset", err)
	s.given.forget()
	if !slices.Contains(keep, mailsim.PartLogins) {
		s.secrets.copyFrom(&passwords{})
	}
}

// forget empties the ledger: what it names is gone.
func (l *ledger) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.copies, l.mails, l.after = nil, nil, nil
}

// Edit changes the person, as the edits of [Server.Person] do, and returns p.
func (p *Person) Edit(edits ...func(*mailsim.Persona)) *Person {
	p.s.t.Helper()
	now, err := p.s.world.PersonaByAddress(p.address)
	if err == nil {
		_, err = p.s.editPerson(now, edits)
	}
	p.s.must("edit "+p.address, err)
	return p
}

// Forward makes the person pass on, at once, a mail that they have got, with text above it;
// if text is "", they write it themselves. It returns the new recipient's copy.
func (p *Person) Forward(m *Mail, to, text string) *Mail {
	p.s.t.Helper()
	how := givenHere()
	before, ok := p.about(m, mailsim.Act{Kind: mailsim.ActForward, To: to, Text: text})
	if !ok {
		return &Mail{s: p.s}
	}
	for e := range p.s.world.Log(mailsim.EventFilter{Since: before, PersonaID: p.id, Types: []mailsim.EventType{mailsim.EventPersonaSent}}) {
		p.s.given.seen(e.MessageID, how)
		return p.s.byID(e.MessageID, []string{to}, p.address)
	}
	p.s.fatalf("%s, forward: nothing was sent%s", p.address, p.whyNot(before))
	return &Mail{s: p.s}
}

// whyNot says how the jobs of the person ended since.
func (p *Person) whyNot(before mailsim.Mark) (why string) {
	for e := range p.s.world.Log(mailsim.EventFilter{Since: before, PersonaID: p.id, Types: []mailsim.EventType{mailsim.EventJobUpdated}}) {
		if d, ok := e.Data.(mailsim.JobUpdated); ok && d.Note != "" {
			why += fmt.Sprintf("; %s: %s", d.State, d.Note)
		}
	}
	return why
}
