package deliver

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Submit delivers a message and, in the same transaction, does what then says.
// What the delivery is known to need is made before it: the body is read when a
// person will read it, and the header scanned for fault rules that ask for it.
func (u *Part) Submit(ctx context.Context, s *transit.Submission, update func(func(*state.Tx) error) error, then func(t *state.Tx) error) error {
	s.Mail.Cache = post.OwnCache.Of(u.Env)
	if u.AnyoneReads(s.Env.To) {
		u.transit.ReadMail(s)
	}
	if u.headerAsked(s) {
		fault.ScanHeader(s)
	}
	return u.transit.Prepared(s, update, func(t *state.Tx) error {
		if err := Submit(t, s); err != nil {
			return err
		}
		if then == nil {
			return nil
		}
		return then(t)
	})
}

// headerAsked tells whether a fault rule looks into the header of a mail.
func (u *Part) headerAsked(s *transit.Submission) (asked bool) {
	if u.fault.Faulty() {
		u.Peek(func(v state.View) { asked = fault.MayAct(v, s) && fault.AsksHeader(v) })
	}
	return asked
}

// Submit is the delivery itself, within a transaction: the sender's copy, then each
// recipient.
func Submit(t *state.Tx, s *transit.Submission) error {
	if s.Origin == transit.FromApp || s.Origin == transit.FromAPI {
		if err := settings.CountSending(t); err != nil {
			return err
		}
	}
	box := s.SentBox()
	if box != "" {
		post.MakeMailbox(t, box)
	}
	who, folder := s.TracedBy(box)
	nth := post.Nth(t.View, who, folder)
	complete(t, s, box)
	if box != "" {
		c := &post.Stored{Mail: s.Mail, Way: s.Way, Marks: mailsim.FlagSeen, BySMTP: s.Origin == transit.FromApp}
		if p := people.At(t.View, box); p != nil {
			s.CaseID = people.LinkCase(t, p, s.CaseNamed(), &s.Sum, nil, c)
		}
		post.File(t, box, post.Sent, c)
	}
	switch {
	case s.Origin != transit.FromApp && s.Origin != transit.FromAPI:
	case box == "": // perhaps it comes into no folder: the event must not keep it
		t.Emit(mailsim.MailDelivered{From: s.From(), To: slices.Clone(s.Env.To), Subject: s.Sum.Subject, MessageID: s.Mail.MessageID})
	default:
		t.Emit(Delivered{s.Way})
	}
	release.Submitted(t, s)
	for _, to := range s.Env.To {
		if err := bring(t, s, to); err != nil {
			return err
		}
	}
	post.Pass(t, who, folder, nth+1-post.Nth(t.View, who, folder)) // it was filed elsewhere, or not yet
	return nil
}

// complete gives the message what it lacks: its place in a conversation, its
// trace headers, and a Message-ID or Date.
func complete(t *state.Tx, s *transit.Submission, box string) {
	if s.Way != nil { // a second try of the same submission
		s.Mail.MessageID = s.Sum.MessageID
	}
	id := TraceID(t, s, box)
	way := post.NewWay(t, s.Env, id)
	if s.Mail.MessageID == "" {
		s.Mail.MessageID, way.Added = way.MessageID(), post.AddedID
	}
	if !s.Sum.HasDate {
		way.Added |= post.AddedDate
	}
	s.Mail.Thread = post.ThreadOf(t.View, s.Mail.MessageID, s.Sum.InReplyTo, s.Sum.References)
	s.Mail.Own()
	s.Mail.Truth = post.TruthOf(s.Truth)
	way.Mail = s.Mail
	way.Measure()
	s.Way = way
}

// TraceID is the queue id of a submission, drawn by how many mails came before it.
func TraceID(t *state.Tx, s *transit.Submission, box string) string {
	who, folder := s.TracedBy(box)
	return t.Env.Chance.Draw("trace/1", folder, addr.Key(who), strconv.Itoa(post.Nth(t.View, who, folder))).Text("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", 12)
}

// bring brings a message to one recipient.
func bring(t *state.Tx, s *transit.Submission, to string) error {
	o := rules.For(t.View, to)
	switch {
	case o.Bad != "":
		rules.BounceLater(t, s, to, o.Bad)
		return nil
	case o.Silent:
		return nil
	case o.Tag != nil && o.Tag.Tempfail && s.Retry:
		makeTagged(t, to)
		rules.WarnHeld(t, s, to, transit.Hold(t, s, to, tryAgain, "refused for now, tried again in "+tryAgain.String()))
		return nil
	case o.Tag != nil && o.Tag.Slow > 0:
		makeTagged(t, to)
		rules.WarnHeld(t, s, to, transit.Hold(t, s, to, o.Tag.Slow, "held back: the address asks for "+o.Tag.Slow.String()))
		return nil
	}
	if fault.MayAct(t.View, s) {
		return bringFaulty(t, s, to)
	}
	return Arrive(t, s, to)
}

// tryAgain is how long a provider waits where a mail is refused for now.
const tryAgain = 15 * time.Minute

// OnArrive hear that a submission arrives at a recipient.
var OnArrive []func(t *state.Tx, s *transit.Submission, to string)

// Arrive files the copy of one recipient and lets the person behind it react.
func Arrive(t *state.Tx, s *transit.Submission, to string) error {
	if s.Again {
		fileAgain(t, s, to)
		return nil
	}
	rules.NoticeDelivered(t, s, to)
	release.Arrived(t, s, to)
	for _, hear := range OnArrive {
		hear(t, s, to)
	}
	o := rules.For(t.View, to)
	fresh := post.Mailbox(t.View, to) == nil
	if o.Tag != nil {
		makeTagged(t, to)
	}
	if fresh {
		if err := meetStranger(t, s, to, o); err != nil {
			return err
		}
	}
	post.MakeMailbox(t, to)
	p := people.At(t.View, to)
	if p != nil && s.Read == nil {
		return transit.ErrUnread
	}
	c := &post.Stored{Mail: s.Mail, Way: s.Way, Traced: true}
	if p == nil {
		folder := post.Inbox
		if s.Junked {
			folder = post.Junk
			insight.Note(t, insight.Fact{Kind: insight.Junked})
		}
		post.File(t, to, folder, c)
		insight.Note(t, insight.Fact{Kind: insight.Delivered})
		afterTag(t, s, to, o.Tag)
		return nil
	}
	tag, err := mind.Receive(t, p, to, s, c, o.Tag)
	if err != nil {
		return err
	}
	afterTag(t, s, to, tag)
	return nil
}

// Delivered is mail.delivered, made from the mail when it is read.
type Delivered struct{ Way *post.Way }

// EventType names the event.
func (Delivered) EventType() mailsim.EventType { return mailsim.EventMailDelivered }

// CameBy is how the mail came in.
func (d Delivered) CameBy() *post.Way { return d.Way }

// About is what the event concerns.
func (d Delivered) About() seam.Subject { return seam.Subject{MessageID: d.Way.Mail.MessageID} }

// Resolve makes the event from the mail.
func (d Delivered) Resolve() mailsim.EventData {
	sum := d.Way.Mail.Summary()
	from := sum.From.Addr
	if !addr.Valid(from) {
		from = d.Way.Route.From
	}
	return mailsim.MailDelivered{From: from, To: slices.Clone(d.Way.Route.To), Subject: sum.Subject, MessageID: d.Way.Mail.MessageID}
}
