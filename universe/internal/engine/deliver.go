package engine

import (
	"context"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/seam"
)

// submit delivers a message and, in the same transaction, does what then says.
// What the delivery is known to need is made before it: the body is read when a
// person will read it, and the header scanned for fault rules that ask for it.
func (u *deliverPart) submit(ctx context.Context, s *submission, update func(func(*tx) error) error, then func(t *tx) error) error {
	s.mail.cache = parsedPart.of(u.env)
	if u.anyoneReads(s.env.To) {
		u.transit.readMail(s)
	}
	if u.headerAsked(s) {
		scanHeader(s)
	}
	return u.transit.prepared(s, update, func(t *tx) error {
		if err := t.submit(s); err != nil {
			return err
		}
		if then == nil {
			return nil
		}
		return then(t)
	})
}

// headerAsked tells whether a fault rule looks into the header of a mail.
func (u *deliverPart) headerAsked(s *submission) (asked bool) {
	if u.fault.faulty.Load() {
		u.read(func(v view) { asked = v.faultable(s) && v.asksHeader() })
	}
	return asked
}

// submit is the pipeline itself.
func (t *tx) submit(s *submission) error {
	if s.origin == fromApp || s.origin == fromAPI {
		if err := t.countSending(); err != nil {
			return err
		}
	}
	box := s.sentBox()
	if box != "" {
		t.makeMailbox(box)
	}
	who, folder := s.tracedBy(box)
	nth := t.nth(who, folder)
	t.complete(s, box)
	if box != "" {
		c := &Stored{mail: s.mail, env: s.way, flags: mailsim.FlagSeen, bySMTP: s.origin == fromApp}
		if p := t.personaAt(box); p != nil {
			s.caseID = t.linkCase(p, &s.sum, nil, c)
		}
		t.file(box, sent, c)
	}
	switch {
	case s.origin != fromApp && s.origin != fromAPI:
	case box == "": // perhaps it comes into no folder: the event must not keep it
		t.emit(mailsim.MailDelivered{From: s.from(), To: slices.Clone(s.env.To), Subject: s.sum.Subject, MessageID: s.mail.messageID})
	default:
		t.emit(deliveredEvent{s.way})
	}
	for _, to := range s.env.To {
		if err := t.deliver(s, to); err != nil {
			return err
		}
	}
	t.pass(who, folder, nth+1-t.nth(who, folder)) // it was filed elsewhere, or not yet
	return nil
}

// complete gives the message what it lacks: its place in a conversation, its
// trace headers, and a Message-ID or Date.
func (t *tx) complete(s *submission, box string) {
	if s.way != nil { // a second try of the same submission
		s.mail.messageID = s.sum.MessageID
	}
	id := t.traceID(s, box)
	way := t.passage(s.env, id)
	if s.mail.messageID == "" {
		s.mail.messageID, way.added = way.messageID(), addedID
	}
	if !s.sum.HasDate {
		way.added |= addedDate
	}
	s.mail.thread = t.threadOf(s.mail.messageID, s.sum.InReplyTo, s.sum.References)
	s.mail.truth = truthOf(s.truth)
	way.mail = s.mail
	way.measure()
	s.way = way
}

// traceID is the queue id of a submission, drawn by how many mails came before it.
func (t *tx) traceID(s *submission, box string) string {
	who, folder := s.tracedBy(box)
	return t.env.seed.Draw("trace/1", folder, addr.Key(who), strconv.Itoa(t.nth(who, folder))).Text("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", 12)
}

// deliver brings a message to one recipient.
func (t *tx) deliver(s *submission, to string) error {
	o := t.outcomeFor(to)
	switch {
	case o.bad != "":
		t.bounceLater(s, to, o.bad)
		return nil
	case o.silent:
		return nil
	case o.tag != nil && o.tag.Slow > 0:
		t.makeTagged(to)
		t.warnHeld(s, to, t.holdMail(s, to, o.tag.Slow, "held back: the address asks for "+o.tag.Slow.String()))
		return nil
	}
	if t.faultable(s) {
		return t.deliverFaulty(s, to)
	}
	return t.arrive(s, to)
}

// arrive files the copy of one recipient and lets the person behind it react.
func (t *tx) arrive(s *submission, to string) error {
	if s.again {
		t.fileAgain(s, to)
		return nil
	}
	t.noticeDelivered(s, to)
	o := t.outcomeFor(to)
	fresh := t.mailbox(to) == nil
	if o.tag != nil {
		t.makeTagged(to)
	}
	if fresh {
		if err := t.meetStranger(s, to, o); err != nil {
			return err
		}
	}
	t.makeMailbox(to)
	p := t.personaAt(to)
	if p != nil && s.read == nil {
		return errUnread
	}
	c := &Stored{mail: s.mail, env: s.way, traced: true}
	if p == nil {
		folder := inbox
		if s.junked {
			folder = junk
			t.noteFact(fact{Kind: factJunked})
		}
		t.file(to, folder, c)
		t.noteFact(fact{Kind: factDelivered})
		t.afterTag(s, to, o.tag)
		return nil
	}
	tag, err := t.receive(p, to, s, c, o.tag)
	if err != nil {
		return err
	}
	t.afterTag(s, to, tag)
	return nil
}

// deliveredEvent is mail.delivered, made from the mail when it is read.
type deliveredEvent struct{ way *passage }

func (deliveredEvent) EventType() mailsim.EventType { return mailsim.EventMailDelivered }

func (d deliveredEvent) cameBy() *passage { return d.way }

func (d deliveredEvent) About() seam.Subject { return seam.Subject{MessageID: d.way.mail.messageID} }

func (d deliveredEvent) resolve() mailsim.EventData {
	sum := d.way.mail.summary()
	from := sum.From.Addr
	if !addr.Valid(from) {
		from = d.way.route.from
	}
	return mailsim.MailDelivered{From: from, To: slices.Clone(d.way.route.to), Subject: sum.Subject, MessageID: d.way.mail.messageID}
}
