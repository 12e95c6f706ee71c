package wait

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// WaitReply returns the next mail that a person sends. With InReplyTo it returns
// that answer also when it was sent before. Errors: ErrInvalid for an InReplyTo
// that is no Message-ID; ErrNotFound for an unknown person; *DeclinedError when they
// decided not to reply, or the mail bounced off them; *WaitError.
func (u *Part) WaitReply(ctx context.Context, since mailsim.Mark, m mailsim.ReplyMatch) (mailsim.Arrival, error) {
	fail.IfNil(ctx)
	if m.From == "" {
		return mailsim.Arrival{}, fail.Invalidf("from is required: a person's id or address")
	}
	var err error
	if m.InReplyTo, err = valid.MessageID("in_reply_to", m.InReplyTo); err == nil {
		err = valid.Breaks("from", m.From)
	}
	if err != nil {
		return mailsim.Arrival{}, err
	}
	var p *people.Person
	u.Read(func(v state.View) {
		if p = people.Get(v, m.From); p == nil {
			p = people.At(v, m.From)
		}
	})
	if p == nil {
		return mailsim.Arrival{}, fail.NoSuch("persona")
	}
	defer u.feed.Join()()
	w := &Reply{Part: u, Person: p, Match: m, Since: since}
	w.Begin()
	reset := u.resets()
	for {
		wake := u.feed.Watchers.Next()
		if sent := w.Consume(); sent != nil {
			return u.sentMail(*sent)
		}
		if !m.AsPlanned {
			ran, err := w.hurry(ctx)
			if err != nil {
				return mailsim.Arrival{}, err
			}
			if ran {
				continue
			}
		}
		if err := w.declined(); err != nil {
			return mailsim.Arrival{}, err
		}
		if err := u.pause(ctx, wake, reset, func() error {
			what := "reply from " + p.Name
			if m.InReplyTo != "" {
				what += " to " + m.InReplyTo
			}
			return u.waitError(ctx, what, since, nil, func(j *jobs.Record) bool { return j.PersonaID == p.ID })
		}); err != nil {
			return mailsim.Arrival{}, err
		}
	}
}

// Reply follows the log for one wait.
type Reply struct {
	Part   *Part
	Person *people.Person
	Match  mailsim.ReplyMatch
	Since  mailsim.Mark
	At     int64 // the last event read

	Last    string // the mail the person received last, or that bounced off them
	lastAt  int64  // the event that told of it
	Ignored map[string]*state.Event
	known   map[string]bool // mails that reached the person
	bounced map[string]bounced
}

// bounced is what told of a mail that bounced off the person, and why it did.
type bounced struct {
	event *state.Event
	why   string
}

// Begin finds where the log begins to matter: for the answer to a mail where the
// mail came in, else at the mark, together with what reached the person last
// before it. Of a mail that is nowhere any more the whole log may tell.
func (w *Reply) Begin() {
	w.known, w.Ignored, w.bounced = map[string]bool{}, map[string]*state.Event{}, map[string]bounced{}
	w.Part.Read(func(v state.View) {
		if w.Match.InReplyTo != "" {
			if rec := post.ByID(v, w.Match.InReplyTo); rec != nil {
				w.At = int64(rec.After)
			}
			return
		}
		w.At = v.Events.IDAt(w.Since)
		if e := v.Events.At(people.LastReach(v, w.Person.ID)); e != nil && e.ID <= w.At {
			w.note(e)
		}
	})
	if w.Match.InReplyTo != "" {
		return
	}
	for e := range w.Part.Committed().From(w.lastAt) {
		if e.ID > w.At {
			return
		}
		w.noteBounce(e)
	}
}

// Consume reads the new events and returns the mail waited for, if it was sent.
func (w *Reply) Consume() *mailsim.PersonaSent {
	for e := range w.Part.Committed().From(w.At) {
		w.At = e.ID
		w.noteBounce(e)
		if e.Subject().PersonaID != w.Person.ID {
			continue
		}
		if d, ok := state.SentOf(e.Data); ok {
			if w.Match.InReplyTo == "" || w.answers(d) {
				return &d.PersonaSent
			}
		} else if e.Reaches() {
			w.note(e)
		}
	}
	return nil
}

// note takes in what became of a mail at the person.
func (w *Reply) note(e *state.Event) {
	id := e.Subject().MessageID
	w.Last, w.lastAt, w.known[id] = id, e.ID, true
	if e.Data.EventType() == mailsim.EventPersonaReceived {
		delete(w.Ignored, id)
	} else {
		w.Ignored[id] = e
	}
}

// noteBounce takes in that a mail bounced off one of the person's addresses: when
// its notice is planned, or sent where none was seen planned.
func (w *Reply) noteBounce(e *state.Event) {
	var id, address, kind string
	var arrived int64
	switch d := e.Data.(type) {
	case mailsim.PersonaBounced:
		if d.PersonaID == w.Person.ID {
			id, address, kind = d.MessageID, d.Address, d.Kind
		}
		w.Part.Read(func(v state.View) {
			if rec := post.ByID(v, id); rec != nil {
				arrived = int64(rec.After)
			}
		})
	case mailsim.JobScheduled:
		if d.Kind != string(mailsim.JobBounce) {
			return
		}
		arrived = e.ID
		w.Part.Read(func(v state.View) {
			j := jobs.Get(v, d.JobID)
			if j == nil || rules.NoticeIn(j) == nil || rules.NoticeIn(j).Action != report.Failed {
				return
			}
			if b := rules.NoticeIn(j); people.IDAt(v, b.Address) == w.Person.ID {
				id, address, kind = b.ID, b.Address, j.Args.Kind
			}
		})
	}
	if id == "" {
		return
	}
	reply := mailsim.MailboxStatus(kind).Reply()
	ok := reply.Code != 0
	if !ok {
		reply = rules.NoAnswer
	}
	w.bounced[id] = bounced{e, "it bounced off " + address + ": " + reply.String()}
	if arrived >= w.lastAt {
		w.Last, w.lastAt = id, e.ID
	}
}

func (w *Reply) answers(d state.Sent) bool {
	return d.Kind != string(mailsim.JobOOO) && !d.PassedOn && (d.InReplyTo == w.Match.InReplyTo || slices.Contains(d.Answered, w.Match.InReplyTo))
}

func (w *Reply) target() string { return cmp.Or(w.Match.InReplyTo, w.Last) }

// pending lists the jobs that may still bring the answer, in due order.
func (w *Reply) pending() (out []*jobs.Record) {
	w.Part.Read(func(v state.View) {
		for _, id := range jobs.For(v, w.Person.ID, w.target()) {
			j := jobs.Get(v, id)
			if j == nil || j.State != mailsim.StatePending && j.State != mailsim.StateRunning {
				continue
			}
			switch j.Kind {
			case mailsim.JobRead, mailsim.JobReply, mailsim.JobOOO, mailsim.JobAct:
				out = append(out, j)
			}
		}
	})
	slices.SortFunc(out, func(a, b *jobs.Record) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq))
	})
	return out
}

// hurry runs the next pending job for the mail, the clock standing still. A
// person who is paused does nothing now: *DeclinedError.
func (w *Reply) hurry(ctx context.Context) (ran bool, err error) {
	for _, j := range w.pending() {
		if j.State != mailsim.StatePending {
			continue
		}
		held := false
		w.Part.Read(func(v state.View) { held = work.HeldBy(v, j) != nil })
		if held {
			return false, &mailsim.DeclinedError{Who: w.Person.Name, Why: work.ErrPaused.Error()}
		}
		release, err := w.Part.run.TakeDrive(ctx)
		if err != nil {
			if mailsim.KindOf(err) == mailsim.ErrTimeout {
				return false, nil // the loop reports the wait's own end
			}
			return false, err
		}
		err = func() error {
			defer release()
			w.Part.run.Hold()
			defer w.Part.run.LetGo()
			return w.Part.run.RunNow(ctx, j.ID)
		}()
		if mailsim.KindOf(err) == mailsim.ErrConflict {
			err = nil // someone else ran it
		}
		return true, err
	}
	return false, nil
}

// declined says that no answer will come, nil when one may.
func (w *Reply) declined() error {
	id := w.target()
	if b, ok := w.bounced[id]; ok && !w.known[id] {
		return &mailsim.DeclinedError{Event: b.event.Event(), Who: w.Person.Name, Why: b.why, Bounced: true}
	}
	if id == "" || !w.known[id] || slices.ContainsFunc(w.pending(), func(j *jobs.Record) bool { return j.Kind != mailsim.JobOOO }) {
		return nil
	}
	if e := w.Ignored[id]; e != nil {
		ev := e.Event()
		why := "it was filed as spam"
		if d, ok := ev.Data.(mailsim.PersonaIgnored); ok {
			why = d.Why
		}
		return &mailsim.DeclinedError{Event: ev, Who: w.Person.Name, Why: why}
	}
	if w.Match.InReplyTo == "" {
		return nil // it has been answered
	}
	note := "no reply is planned any more"
	w.Part.Read(func(v state.View) {
		for _, jid := range jobs.For(v, w.Person.ID, id) {
			if j := jobs.Get(v, jid); j != nil && j.Note != "" {
				note = j.Note
			}
		}
	})
	return &mailsim.DeclinedError{Who: w.Person.Name, Why: note}
}

// sentMail finds a copy of a mail that a person sent: that of its first
// recipient, else the person's own.
func (u *Part) sentMail(d mailsim.PersonaSent) (mailsim.Arrival, error) {
	var address, folder string
	var found *post.Stored
	u.Read(func(v state.View) {
		look := func(box *post.Box, names ...string) {
			if box == nil || found != nil {
				return
			}
			for _, name := range names {
				if f := box.Folder(name); f != nil {
					for s := range f.Backward() {
						if s.Mail.MessageID == d.MessageID {
							address, folder, found = box.Address, name, s
							return
						}
					}
				}
			}
		}
		for _, to := range d.To {
			look(post.Mailbox(v, to), post.Inbox, post.Junk)
		}
		if p := people.Get(v, d.PersonaID); p != nil {
			look(post.Mailbox(v, p.Addresses[0]), post.Sent)
		}
	})
	if found == nil {
		return mailsim.Arrival{}, fail.NoSuch("message")
	}
	m := newArrival(found.Message(address, folder))
	return m, nil
}
