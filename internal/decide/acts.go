package decide

import (
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Second is a mail after the reply.
type Second struct {
	Kind string // FollowUp or Correction
	Due  time.Time
}

// The kinds of second mail. A correction mends something in the reply.
const (
	FollowUp   = "followup"
	Correction = "correction"
)

// double plans a second mail 2 to 20 minutes after the reply.
func (m *mind) double(reply time.Time) *Second {
	if !m.chance("double/1", m.p.DoubleReply) {
		return nil
	}
	r := m.draw("second/1")
	kind := FollowUp
	if r.Chance(m.temper.Corrects) {
		kind = Correction
	}
	gap := r.Delay(6*time.Minute, 2.5)
	return &Second{kind, reply.Add(min(max(gap, 2*time.Minute), 20*time.Minute))}
}

// AutoReply is an out-of-office mail, 5 to 60 seconds after the arrival.
type AutoReply struct {
	Due     time.Time
	Absence simtime.Absence
	Back    time.Time // when the person is there again
}

// away sends the automatic reply, once per correspondent and absence (the
// caller counts), only to mail that names the person (RFC 3834 section 2).
func (m *mind) away() *AutoReply {
	absence, ok := m.days.away(m.now)
	mail := &m.s.Mail
	if !ok || m.s.AwaySent || mail.NoAutoReply || !mail.InTo && !mail.InCc {
		return nil
	}
	gap := time.Duration(m.draw("ooo/1").Between(5, 60)) * time.Second
	return &AutoReply{m.now.Add(gap), absence, m.days.next(m.now)}
}

// Forward passes the mail on.
type Forward struct {
	To  string
	Due time.Time
}

// forward passes personal mail on, soon after reading. A mail that was
// forwarded already is not, nor is it sent back to where it came from: no circle
// of people passes mail round.
func (m *mind) forward(read time.Time) *Forward {
	to := m.p.ForwardTo
	if to == "" || m.s.Mail.Forwarded || correspondent(to) == m.other || strings.EqualFold(to, m.person) {
		return nil
	}
	gap := time.Duration(m.draw("forward/1").Between(20, 180)) * time.Second
	return &Forward{to, m.later(read, gap)}
}

// OwnPromise is what a reply promises.
type OwnPromise struct {
	Phrase    string // "tomorrow", "by the end of the week" or "in a few days"
	Due       time.Time
	WillKeep  bool
	DeliverAt time.Time // before Due; zero for a promise that will be broken
}

// promiseDays are the phrases and what they mean, in the order of
// Temperament.phrases.
var promiseDays = [...]struct {
	phrase string
	due    func(simtime.Hours, time.Time) time.Time
}{
	{"tomorrow", simtime.Hours.Tomorrow},
	{"by the end of the week", simtime.Hours.EndOfWeek},
	{"in a few days", fewDays},
}

func fewDays(h simtime.Hours, t time.Time) time.Time { return h.InWorkingDays(t, 3) }

// knowing is how much more or less is promised by those who know all or little:
// who does not know has to find out first.
var knowing = map[string]float64{"all": 0.7, "little": 1.3}

// promise promises what the mail wants done.
func (m *mind) promise(reply time.Time) *OwnPromise {
	p := m.temper.Promises
	if x, ok := knowing[m.p.Knows]; ok {
		p = float64(p * x)
	}
	if !m.s.Mail.Wants || !m.chance("promise/1", p) {
		return nil
	}
	r := m.draw("phrase/1")
	choice := promiseDays[r.Weighted(m.temper.phrases[:])]
	due := choice.due(m.p.Hours, reply)
	if due.Sub(reply) < 4*time.Hour { // nobody says "this week" on Friday afternoon
		choice = promiseDays[0]
		due = choice.due(m.p.Hours, reply)
	}
	if _, away := m.days.away(due); away {
		return nil
	}
	o := &OwnPromise{Phrase: choice.phrase, Due: due, WillKeep: m.chance("keep/1", m.p.KeepPromises)}
	if o.WillKeep {
		early := rng.Seconds(float64(due.Sub(reply).Seconds() * float64(0.2*r.Unit())))
		if o.DeliverAt = m.days.next(due.Add(-early)); o.DeliverAt.After(due) {
			o.DeliverAt = due
		}
	}
	return o
}

// Wait is a person waiting for what was promised to them.
type Wait struct {
	What   string
	Due    time.Time
	Nudges []time.Time // when they remind of it; none for those who never do
	CC     bool        // with someone in copy
}

// waits plans the reminders that follow a promise which is not kept.
func (m *mind) waits() *Wait {
	promised := m.s.Mail.Promise
	if promised == nil {
		return nil
	}
	due := clampTime(promised.Due).Truncate(time.Second).In(m.days.zone)
	if promised.Due.IsZero() {
		due = fewDays(m.p.Hours, m.now)
	}
	if due.Before(m.now) {
		due = m.now
	}
	chase := m.temper.Chase
	w := &Wait{What: promised.What, Due: due, CC: chase.CC}
	if !m.chance("chase/1", chase.Chance) {
		return w
	}
	at := due
	if chase.Soon > 0 {
		at = m.arrive(at.Add(chase.Soon), "nudge/1.0")
		w.Nudges = append(w.Nudges, at)
	}
	for _, n := range chase.Days {
		day := simtime.DateOf(m.p.Hours.AddWorkingDays(at, n), m.days.zone)
		start := m.days.next(m.days.begin(day))
		at = m.later(start, m.morning("nudge/1."+rng.N(len(w.Nudges))))
		w.Nudges = append(w.Nudges, at)
	}
	return w
}

// BounceNotice is how the person's address fails.
type BounceNotice struct {
	Kind string // unknown, full, disabled or blocked
	Due  time.Time
}

// The failures of an address that always bounces, and of one that does so now
// and then.
var (
	dead    = []string{"unknown", "unknown", "unknown", "full", "disabled", "blocked"}
	erratic = []string{"full", "full", "blocked"}
)

// bounce rejects the mail. The kind is the address's, the same for every mail.
func (m *mind) bounce() Decision {
	kinds := dead
	if m.p.Bounce < 1 {
		kinds = erratic
	}
	kind := rng.Pick(m.s.Seed.Draw("bouncekind/1", m.person), kinds)
	why := "mail to " + m.name() + " bounces (" + kind + ")"
	if m.s.Mail.NullSender {
		return m.ignore(Decision{}, why+", and a bounce is never bounced")
	}
	most := 90
	if kind == "blocked" { // policy answers faster than a mailbox
		most = 20
	}
	low := 2
	if kind == "blocked" {
		low = 1
	}
	at := m.now.Add(time.Duration(m.draw("bounceafter/1").Between(low, most)) * time.Second)
	return Decision{
		Act: Reject, Bounce: &BounceNotice{kind, at},
		Plan: why + " in " + about(at.Sub(m.now)), Why: why,
	}
}
