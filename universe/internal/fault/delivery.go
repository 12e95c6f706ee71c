package fault

import (
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/damage"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// MayAct tells whether rules may act on the deliveries of a submission.
func MayAct(v state.View, s *transit.Submission) bool {
	return Table.In(v.State).Len() > 0 && (s.Origin == transit.FromApp || s.Origin == transit.FromPerson || s.Origin == transit.FromWorld)
}

// Alteration changes the bytes of a copy.
type Alteration struct {
	Key  string // what it is drawn by
	Make func(raw string) string
}

// Verdict is what the rules that fired do to one copy. It is carried out by who delivers.
type Verdict struct {
	Gone      bool // it never arrives
	Junked    bool
	Held      time.Duration
	Why       string
	Warn      time.Duration // while it is held back, a notice of delay goes out after so long
	Overtaken time.Duration // it waits so long for the next mail to overtake it
	Again     bool
	After     time.Duration // the second copy comes so much later
	Alter     []Alteration
	Waiting   *jobs.Record // the held mail that this one overtakes
}

// Judge lets the rules act on the copy of one recipient. Event: fault.fired for
// each that acted.
func Judge(t *state.Tx, s *transit.Submission, to string) (a Verdict, err error) {
	c, err := momentOf(t, s, to)
	if err != nil {
		return a, err
	}
	a.Waiting = overtaken(t, to)
	if c.match(rulesOf(t.View)) {
		fire(t, c, func(f firing) bool { return a.add(t, s, to, f) })
	}
	return a, nil
}

// add puts what a rule does to the verdict, and tells whether the copy is gone:
// then no further rule acts on it.
func (a *Verdict) add(t *state.Tx, s *transit.Submission, to string, f firing) (gone bool) {
	switch f.Kind {
	case mailsim.FaultLose:
		a.Gone = true
	case mailsim.FaultLateBounce:
		rules.PlanBounce(t, s, to, lateBounces[codeOf(f.FaultRule)], t.Now.Add(f.wait()), nil)
		a.Gone = true
	case mailsim.FaultDelayedNotice:
		d := f.wait()
		a.Warn = d
		a.hold(2*d, "delayed on the way by a fault")
	case mailsim.FaultDelay:
		a.hold(f.wait(), "delayed on the way by a fault")
	case mailsim.FaultReorder:
		if a.Waiting == nil {
			a.Overtaken = f.wait()
		}
	case mailsim.FaultDuplicate:
		a.Again, a.After = true, f.wait()
	case mailsim.FaultJunk:
		a.Junked = true
	default:
		a.Alter = append(a.Alter, alterationOf(f))
	}
	return a.Gone
}

// hold adds to how long the copy is held back.
func (a *Verdict) hold(d time.Duration, why string) { a.Held, a.Why = a.Held+d, why }

// lateBounces say what a code means to the sender.
var lateBounces = map[int]mailsim.MailboxStatus{550: mailsim.StatusUnknown, 552: mailsim.StatusFull, 554: mailsim.StatusBlocked}

// alterationOf is how a rule changes the bytes.
func alterationOf(f firing) Alteration {
	a := Alteration{Key: state.Key(f.ID, strconv.FormatUint(f.draw.Uint64(), 36))}
	draw := func() *rng.Rand { return rng.Seed(a.Key).Draw("damage/1") }
	switch f.Kind {
	case mailsim.FaultCorrupt:
		a.Make = func(raw string) string { return damage.Corrupt(raw, draw()) }
	case mailsim.FaultTruncate:
		a.Make = func(raw string) string { return damage.Truncate(raw, draw()) }
	case mailsim.FaultMangle:
		a.Make = func(raw string) string { raw, _ = damage.Mangle(raw, draw()); return raw }
	case mailsim.FaultLoseHeaders:
		a.Make = func(raw string) string { return damage.LoseHeaders(raw, "References", "In-Reply-To") }
	case mailsim.FaultRewrap:
		a.Make = damage.Rewrap
	}
	return a
}

// momentOf is what rules about deliveries are matched with: one copy of a mail.
func momentOf(t *state.Tx, s *transit.Submission, to string) (*moment, error) {
	c := &moment{FaultPoint: mailsim.FaultPoint{
		Where: "delivery", From: s.Env.From, To: to, Username: s.Login, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID,
	}}
	if AsksHeader(t.View) {
		if s.Header == nil {
			return nil, &transit.Lacking{Make: func(_ *transit.Part, s *transit.Submission) { ScanHeader(s) }}
		}
		c.Header = s.Header.Get
	}
	return c, nil
}

// AsksHeader tells whether a rule about deliveries looks into the header.
func AsksHeader(v state.View) bool {
	rules := rulesOf(v)
	for i := range rules {
		if rules[i].Where == "delivery" && rules[i].Match.Header != "" {
			return true
		}
	}
	return false
}

// ScanHeader makes what rules find header fields in.
func ScanHeader(s *transit.Submission) { s.Header = new(mime.ScanHeader(s.Raw)) }

// overtaken returns the job of the mail that waits for the next one to a recipient.
func overtaken(t *state.Tx, to string) *jobs.Record {
	n := state.AtKey(TallyTable.In(t.State), "waits", addr.Key(to)).N
	if j := jobs.Get(t.View, "j_"+strconv.Itoa(n)); j != nil && j.State == mailsim.StatePending {
		return j
	}
	return nil
}

// NoteWaiting remembers which mail waits for the next one to a recipient.
func NoteWaiting(t *state.Tx, to string, j *jobs.Record) {
	state.Put(t, TallyTable.In(t.State), state.Key("waits", addr.Key(to)), count{N: int(j.Seq)})
}
