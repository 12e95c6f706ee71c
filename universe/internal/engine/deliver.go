package engine

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/seam"
)

// origin says who submits.
type origin int

const (
	fromApp    origin = iota // the application, over SMTP or LMTP
	fromAPI                  // the application, by Send: faults do not apply
	fromPerson               // a simulated person
	fromWorld                // a World stream
	fromSystem               // bounces, reports
)

// submission is one message on its way into mailboxes.
type submission struct {
	env    *mailsim.Envelope
	raw    string
	origin origin
	login  string      // mailbox of the login, "" without one
	copyTo string      // whose Sent gets the copy of a mail with a null sender
	person *personaRec // who writes, for fromPerson and fromWorld
	truth  string

	mail   *mail
	way    *passage // how it came in, once it has been accepted
	sum    mime.Summary
	read   *reading.Mail // the body as people see it; made when someone will read it
	score  *scored       // made with it
	junked bool          // a fault rule has it filed as junk
	again  bool          // a second copy, which is only filed
	caseID string        // the case that the copy in a person's Sent is linked to

	header   *mime.Header // made when a fault rule asks for it
	todo     *[]func()    // asked for by the last try of the transaction; shared with its children
	children map[string]*submission
}

// errUnread asks for the body to be parsed before the transaction is tried again.
var errUnread = errors.New("the body has not been read")

// from is whom the mail is from: the header's address, else the envelope's.
func (s *submission) from() string { return reading.From(&s.sum, s.env.From) }

// sentBox is the mailbox whose Sent folder gets a copy, "" for none.
func (s *submission) sentBox() string {
	switch {
	case s.copyTo != "":
		return s.copyTo
	case s.env.From == "", s.origin == fromWorld && s.person == nil: // nobody is behind the World's bulk mail
		return ""
	case s.login != "":
		return s.login
	}
	if from := s.from(); addr.Valid(from) {
		return from
	}
	return ""
}

// newSubmission scans the header; it is called outside the lock.
func newSubmission(env *mailsim.Envelope, raw string, o origin) *submission {
	s := &submission{env: env, raw: raw, origin: o, login: env.Login, todo: new([]func())}
	s.sum = mime.Summarize(raw)
	s.detach()
	s.mail = newMail(raw, &s.sum)
	return s
}

// detach gives what events, jobs and relations keep of the header bytes of their
// own: they outlive the mail, and must not hold on to it whole.
func (s *submission) detach() {
	from := &s.sum.From
	all := s.sum.MessageID + s.sum.Subject + from.Addr + from.Name
	for _, text := range []*string{&s.sum.MessageID, &s.sum.Subject, &from.Addr, &from.Name} {
		*text, all = all[:len(*text)], all[len(*text):]
	}
}

// submit delivers a message and, in the same transaction, does what then says.
// The header is parsed before it, and the body when a person will read it.
func (u *Universe) submit(ctx context.Context, s *submission, update func(func(*tx) error) error, then func(t *tx) error) error {
	s.mail.cache = u.parsed
	if u.anyoneReads(s.env.To) {
		u.readMail(s)
	}
	for {
		err := update(func(t *tx) error {
			if err := t.submit(s); err != nil {
				return err
			}
			if then == nil {
				return nil
			}
			return then(t)
		})
		if !errors.Is(err, errUnread) {
			return err
		}
		u.prepare(s)
	}
}

// anyoneReads tells whether a person is, or will be, behind one of the addresses.
func (u *Universe) anyoneReads(to []string) (reads bool) {
	u.read(func(v view) {
		for _, a := range to {
			if v.owners.at(addr.Key(a)) != "" {
				reads = true
				return
			}
			if v.mailbox(a) == nil {
				o := v.outcomeFor(a)
				reads = reads || o.stranger == mailsim.StrangerBasic || o.stranger == mailsim.StrangerAI || makesPerson(o.tag)
			}
		}
	})
	return reads
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
			s.caseID = t.linkCase(p, s, nil, c)
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

// tracedBy is the folder whose mails tell a submission from others: that of who
// sends it, or to whom it goes where nobody sends it.
func (s *submission) tracedBy(box string) (who, folder string) {
	if box == "" && len(s.env.To) > 0 {
		return s.env.To[0], inbox
	}
	return box, sent
}

// traceID is the queue id of a submission, drawn by how many mails came before it.
func (t *tx) traceID(s *submission, box string) string {
	who, folder := s.tracedBy(box)
	return t.u.seed.Draw("trace/1", folder, addr.Key(who), strconv.Itoa(t.nth(who, folder))).Text("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", 12)
}

// threadOf returns the root of a conversation: that of the first mail named in
// References (nearest last) or In-Reply-To that is here, else the first name.
func (v view) threadOf(id, inReplyTo string, references []string) string {
	if m := v.mails.at(inReplyTo); m != nil && inReplyTo != id {
		return m.thread
	}
	for _, ref := range slices.Backward(references) {
		if m := v.mails.at(ref); m != nil && ref != id {
			return m.thread
		}
	}
	switch {
	case len(references) > 0 && references[0] != id:
		return strings.Clone(references[0]) // not to hold on to the mail that it stands in
	case inReplyTo != "":
		return strings.Clone(inReplyTo)
	}
	return id
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

// makeTagged makes the mailbox of a magic address, whose tag goes on to decide.
func (t *tx) makeTagged(to string) {
	if t.mailbox(to) != nil {
		return
	}
	t.makeMailbox(to)
	next := *t.mailbox(to)
	next.tagged = true
	put(t, t.mailboxes, addr.Key(to), &next)
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
		t.afterTag(s, to, o)
		return nil
	}
	return t.receive(p, to, s, c, o)
}

// deliveredEvent is mail.delivered, made from the mail when it is read.
type deliveredEvent struct{ way *passage }

func (deliveredEvent) EventType() mailsim.EventType { return mailsim.EventMailDelivered }

func (d deliveredEvent) About() seam.Subject { return seam.Subject{MessageID: d.way.mail.messageID} }

func (d deliveredEvent) resolve() mailsim.EventData {
	sum := d.way.mail.summary()
	from := sum.From.Addr
	if !addr.Valid(from) {
		from = d.way.route.from
	}
	return mailsim.MailDelivered{From: from, To: slices.Clone(d.way.route.to), Subject: sum.Subject, MessageID: d.way.mail.messageID}
}
