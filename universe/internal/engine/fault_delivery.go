package engine

import (
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/damage"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/rng"
)

// faultable tells whether rules may act on the deliveries of a submission.
func (t *tx) faultable(s *submission) bool {
	return t.faults.len() > 0 && (s.origin == fromApp || s.origin == fromPerson || s.origin == fromWorld)
}

// alteration changes the bytes of a copy.
type alteration struct {
	key  string // what it is drawn by
	make func(raw string) string
}

// faultAction is what the rules that fired do to one copy.
type faultAction struct {
	gone      bool // it never arrives
	junked    bool
	held      time.Duration
	why       string
	warn      time.Duration // while it is held back, a notice of delay goes out after so long
	overtaken time.Duration // it waits so long for the next mail to overtake it
	again     bool
	after     time.Duration // the second copy comes so much later
	alter     []alteration
}

// deliverFaulty brings a message to one recipient as the fault rules let it.
func (t *tx) deliverFaulty(s *submission, to string) error {
	c, err := s.faultCase(t, to)
	if err != nil {
		return err
	}
	waiting := t.overtaken(to)
	var a faultAction
	if c.match(t.faultRules()) {
		t.fire(c, func(f firing) bool { return a.add(t, s, to, f, waiting != nil) })
	}
	if a.gone {
		return nil
	}
	if len(a.alter) > 0 {
		if s, err = s.altered(t, to, a.alter); err != nil {
			return err
		}
	}
	if a.junked {
		junked := *s
		junked.junked = true
		s = &junked
	}
	switch {
	case a.overtaken > 0:
		t.waitForNext(s, to, a.overtaken)
		return nil
	case a.held > 0:
		held := t.holdMail(s, to, a.held, a.why)
		if a.warn > 0 {
			t.noticeDelay(s, to, a.warn, held)
		} else {
			t.warnHeld(s, to, held)
		}
		return nil
	}
	if err := t.arrive(s, to); err != nil {
		return err
	}
	if a.again {
		t.sendAgain(s, to, a.after)
	}
	if waiting != nil {
		return t.release(s, to, waiting)
	}
	return nil
}

// add puts what a rule does to the action, and tells whether the copy is gone:
// then no further rule acts on it.
func (a *faultAction) add(t *tx, s *submission, to string, f firing, overtakes bool) (gone bool) {
	switch f.Kind {
	case mailsim.FaultLose:
		a.gone = true
	case mailsim.FaultLateBounce:
		t.planBounce(s, to, lateBounces[faultRuleCode(f.FaultRule)], t.now.Add(f.wait()), nil)
		a.gone = true
	case mailsim.FaultDelayedNotice:
		d := f.wait()
		a.warn = d
		a.hold(2*d, "delayed on the way by a fault")
	case mailsim.FaultDelay:
		a.hold(f.wait(), "delayed on the way by a fault")
	case mailsim.FaultReorder:
		if !overtakes {
			a.overtaken = f.wait()
		}
	case mailsim.FaultDuplicate:
		a.again, a.after = true, f.wait()
	case mailsim.FaultJunk:
		a.junked = true
	default:
		a.alter = append(a.alter, alterationOf(f))
	}
	return a.gone
}

func (a *faultAction) hold(d time.Duration, why string) { a.held, a.why = a.held+d, why }

var lateBounces = map[int]mailsim.MailboxStatus{550: mailsim.StatusUnknown, 552: mailsim.StatusFull, 554: mailsim.StatusBlocked}

func alterationOf(f firing) alteration {
	a := alteration{key: tableKey(f.ID, strconv.FormatUint(f.draw.Uint64(), 36))}
	draw := func() *rng.Rand { return rng.Seed(a.key).Draw("damage/1") }
	switch f.Kind {
	case mailsim.FaultCorrupt:
		a.make = func(raw string) string { return damage.Corrupt(raw, draw()) }
	case mailsim.FaultTruncate:
		a.make = func(raw string) string { return damage.Truncate(raw, draw()) }
	case mailsim.FaultMangle:
		a.make = func(raw string) string { raw, _ = damage.Mangle(raw, draw()); return raw }
	case mailsim.FaultLoseHeaders:
		a.make = func(raw string) string { return damage.LoseHeaders(raw, "References", "In-Reply-To") }
	case mailsim.FaultRewrap:
		a.make = damage.Rewrap
	}
	return a
}

// faultCase is what rules are matched with. The header is scanned once, outside
// the lock, when a rule asks for it.
func (s *submission) faultCase(t *tx, to string) (*faultCase, error) {
	c := &faultCase{FaultPoint: mailsim.FaultPoint{
		Where: "delivery", From: s.env.From, To: to, Username: s.login, Subject: s.sum.Subject, MessageID: s.mail.messageID,
	}}
	for i := range t.faultRules() {
		if r := &t.faultRules()[i]; r.Where == "delivery" && r.Match.Header != "" {
			if s.header == nil {
				return nil, s.ask(func() { s.header = new(mime.ScanHeader(s.raw)) })
			}
			c.Header = s.header.Get
		}
	}
	return c, nil
}

// prepare does outside the lock what a delivery asked for.
func (u *Universe) prepare(s *submission) {
	if len(*s.todo) == 0 {
		u.readMail(s)
	}
	for _, work := range *s.todo {
		work()
	}
	*s.todo = nil
}

// child returns another submission that this delivery needs, made and read
// outside the lock.
func (s *submission) child(u *Universe, key string, made func() *submission) (*submission, error) {
	if c := s.children[key]; c != nil {
		return c, nil
	}
	return nil, s.ask(func() {
		c := made()
		c.todo = s.todo
		u.readMail(c)
		if s.children == nil {
			s.children = map[string]*submission{}
		}
		s.children[key] = c
	})
}

// altered returns the submission of a copy whose bytes are changed. It keeps
// the place in a conversation, unless it has lost the headers that say so.
func (s *submission) altered(t *tx, to string, list []alteration) (*submission, error) {
	key := tableKey("altered", addr.Key(to))
	for _, a := range list {
		key = tableKey(key, a.key)
	}
	c, err := s.child(t.u, key, func() *submission {
		raw := s.raw
		for _, a := range list {
			raw = a.make(raw)
		}
		return newSubmission(s.env, raw, s.origin)
	})
	if err != nil {
		return nil, err
	}
	c.login, c.person, c.truth = s.login, s.person, s.truth
	c.mail.messageID, c.mail.thread, c.mail.truth = s.mail.messageID, s.mail.thread, s.mail.truth
	if c.sum.InReplyTo == "" && len(c.sum.References) == 0 {
		c.mail.thread = c.mail.messageID
	}
	return c, nil
}

// sendAgain brings a second copy, now or later.
func (t *tx) sendAgain(s *submission, to string, after time.Duration) {
	second := *s
	second.again = true
	if after == 0 {
		t.fileAgain(&second, to)
		return
	}
	t.holdMail(&second, to, after, "a second copy, made by a fault")
}

// fileAgain files a second copy beside the first. A person sees that it is the
// same mail and deals with it once.
func (t *tx) fileAgain(s *submission, to string) {
	folder := inbox
	if m := t.mailbox(to); m != nil {
		if f := m.folder(junk); s.junked || f != nil && f.Len() > 0 && f.At(f.Len()-1).mail == s.mail {
			folder = junk
		}
	}
	t.file(to, folder, &Stored{mail: s.mail, env: s.way, traced: true})
}

// waitForNext holds a mail back until the next one to that recipient has
// overtaken it.
func (t *tx) waitForNext(s *submission, to string, most time.Duration) {
	j := t.holdMail(s, to, most, "waits for the next mail to "+to+" to overtake it")
	t.warnHeld(s, to, j)
	put(t, t.tallies, tableKey("waits", addr.Key(to)), faultCount{N: int(j.Seq)})
}

// overtaken returns the job of the mail that waits for the next one to a recipient.
func (t *tx) overtaken(to string) *jobRec {
	n := t.tallies.at(tableKey("waits", addr.Key(to))).N
	if j, ok := t.jobs.get("j_" + strconv.Itoa(n)); ok && j.State == mailsim.StatePending {
		return j
	}
	return nil
}

// release delivers what waited for this mail to overtake it.
func (t *tx) release(s *submission, to string, j *jobRec) error {
	held, err := s.child(t.u, tableKey("held", j.ID), func() *submission { return heldSubmission(j.Args.Delivery) })
	if err != nil {
		return err
	}
	t.finish(j, mailsim.StateDone, "overtaken, then delivered to "+to)
	t.wakeup = true
	return t.arrive(held, to)
}
