package mailsim

import (
	"time"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/rng"
)

// What a person decides about one mail, as a pure function of its inputs: for
// fuzzing people with no universe, socket or clock behind them.

// Situation is all that a decision about one mail depends on. The zero value is valid, and
// values out of range count as the nearest valid ones.
type Situation struct {
	Seed     string    // of all random choices
	Now      time.Time // the mail's arrival; kept within the years 1 to 9999
	Person   Persona   // who got it; random choices are keyed by the first address; without a temperament the person has no habits
	Mail     MailTraits
	Relation Relation // what was between them before; only Knows, Sent and Received are used
	Pace     Pace

	OwnReplies int       // mails of this thread that the person wrote
	LastOwn    time.Time // when the last of them was written; zero: none
	Closed     bool      // both sides have ended this thread: a mail that asks nothing is hardly ever answered, whatever the reply rate
	Planned    time.Time // when a reply planned in this thread is due; zero: none is planned
	AwaySent   bool      // the correspondent has had the automatic reply of this absence
	Occasion   int       // this is the correspondent's n-th mail to the person
	Trust      float64   // how far the person trusts the correspondent, -1 to 1: at -0.1 and below they answer less
}

// MailTraits describes a mail as its reader understands it. The zero value is a personal
// mail that asks nothing; the person is in neither To nor Cc. [Situation.WithMail] reads the
// traits from a message.
type MailTraits struct {
	From       string // header From; case and +tag do not matter
	InTo, InCC bool   // To or Cc holds an address of the person
	Recipients int    // addresses in To

	Automatic   string // why it counts as automatic mail, which needs no answer: for example "List-Id"; empty for a personal mail
	Machine     string // the kind of impersonal mail that it is, such as "receipt" or "phishing", judged by its words; almost nobody answers such mail. Empty for a personal mail
	NullSender  bool   // the envelope has no sender: it is never bounced or answered by a machine
	NoAutoReply bool   // it asks for no automatic answers (X-Auto-Response-Suppress)
	Junked      bool   // the person's filter filed it as junk
	Simulated   bool   // a simulated person wrote it
	Forwarded   bool   // a simulated person forwarded it

	Questions   int  // questions in it
	Asks        bool // it wants something without a question: a request, a complaint, a meeting
	Wants       bool // what it wants takes work and can be promised: a document, a date, an action
	Thanks      bool // it thanks or ends the exchange
	Closing     bool // it ends the exchange and asks nothing more
	Urgent      bool // the subject says so
	Pitch       bool // its words leave no doubt that it is cold sales mail
	Cold        int  // cold sales mail: 1 the first, 2 the first follow-up, 3 and above a later one; 0: it is none
	Chase       int  // it reminds of an unanswered mail: 1 the first time, 2 the second ...; 0: it does not
	Answers     bool // it answers a question that the person asked
	OnCase      bool // it belongs to a case of the person
	Words       int
	Attachments int

	Overdue bool             // it asks for what the person promised and did not do
	Promise *PromisedByOther // what its sender promises; nil: nothing
}

// PromisedByOther is what the sender of a mail promises.
type PromisedByOther struct {
	What string
	Due  time.Time // zero: in a few days
}

// DecisionAct is what a person does about a mail.
type DecisionAct string

// What a person does about a mail.
const (
	DecideReply  DecisionAct = "reply"  // answer it at Due
	DecideIgnore DecisionAct = "ignore" // not answer it
	DecideBatch  DecisionAct = "batch"  // answer it together with the reply already planned
	DecideBounce DecisionAct = "bounce" // never get it: their address bounces it
)

// Decision is what follows from a mail. Instants are whole seconds and never
// before the arrival. Parts that do not apply are zero or nil.
type Decision struct {
	Act    DecisionAct
	Chance float64       // the probability with which this mail is answered
	Delay  time.Duration // how long the person takes, without the wait for their working hours
	ReadAt time.Time     // when they read it and open its links; zero: never
	Due    time.Time     // when the reply goes out; for DecideBatch: the one already planned

	CC      bool            // the reply goes to someone in Cc too
	Apology bool            // the reply says sorry for a promise not kept
	Second  *DecidedSecond  // another mail after the reply
	Promise *DecidedPromise // what the reply promises
	Away    *DecidedAway    // an automatic reply: the person is out of office
	Forward *DecidedForward // they pass the mail on
	Wait    *DecidedWait    // they wait for what the mail promises
	Bounce  *DecidedBounce  // their address bounces it

	Plan string // "Anna answers in about 45m, on Mon 10:12"
	Why  string // what made it so
}

// DecidedSecond is another mail after the reply.
type DecidedSecond struct {
	Kind JobKind // JobFollowup or JobCorrection
	Due  time.Time
}

// DecidedPromise is what a reply promises.
type DecidedPromise struct {
	Phrase    string // "tomorrow", "by the end of the week" or "in a few days"
	Due       time.Time
	WillKeep  bool
	DeliverAt time.Time // before Due; zero for a promise that will be broken
}

// DecidedAway is an automatic reply, 5 to 60 seconds after the arrival.
type DecidedAway struct {
	Absence Absence
	Due     time.Time
	Back    time.Time // when the person is back
}

// DecidedForward passes the mail on.
type DecidedForward struct {
	To  string
	Due time.Time
}

// DecidedWait is a person waiting for what was promised to them.
type DecidedWait struct {
	What   string
	Due    time.Time
	Nudges []time.Time // when they send reminders; none for people who never remind
	CC     bool        // with someone in Cc
}

// DecidedBounce is how the person's address fails.
type DecidedBounce struct {
	Kind MailboxStatus // unknown, full, disabled or blocked
	Due  time.Time
}

// Decide decides what a person does about one mail: answer it, ignore it, answer it together
// with others, send an automatic reply, forward it, promise something, wait or let it
// bounce, and when. A universe calls it for each mail. The same situation always gives the
// same decision, and no input makes it panic.
func Decide(s Situation) Decision { return decisionOf(decide.Decide(s.resolve())) }

// WithMail returns s with Mail set to what s.Person reads in a message at s.Now. sender is the
// sender in the envelope, "" for the null sender. Traits that only a universe knows stay false:
// Junked, Simulated, Answers, OnCase and Overdue. A mail that reminds of an earlier one counts as
// the first reminder (Chase is 1).
func (s Situation) WithMail(sender string, raw []byte) Situation {
	rd := reading.Read(reading.Parse(string(raw)), sender)
	m := rd.Traits(s.Person.Addresses, sender)
	s.Mail = MailTraits{
		From: m.From, InTo: m.InTo, InCC: m.InCc, Recipients: m.Recipients,
		Automatic: m.Automatic, Machine: m.Machine, NullSender: m.NullSender, NoAutoReply: m.NoAutoReply, Forwarded: m.Forwarded,
		Questions: m.Questions, Asks: m.Asks, Wants: m.Wants, Thanks: m.Thanks, Closing: m.Closing, Urgent: m.Urgent, Pitch: m.Pitch, Cold: m.Cold,
		Words: m.Words, Attachments: m.Attachments,
		Promise: (*PromisedByOther)(rd.Promise(resolveTraits(&s.Person, resolveHours(&s.Person, "")).Own(rng.Seed(s.Seed)), s.Now)),
	}
	if rd.Gist.Chase {
		s.Mail.Chase = 1
	}
	return s
}

// resolve is the situation with the person's settings settled.
func (s Situation) resolve() decide.Situation {
	m := s.Mail
	tr := resolveTraits(&s.Person, resolveHours(&s.Person, ""))
	if to := s.Person.Behaviors.ForwardTo; addr.Valid(to) {
		tr.ForwardTo = to
	}
	return decide.Situation{
		Seed: rng.Seed(s.Seed), Now: s.Now, Person: tr, Occasion: s.Occasion,
		Mail: decide.Mail{
			From: m.From, InTo: m.InTo, InCc: m.InCC, Recipients: m.Recipients,
			Automatic: m.Automatic, Machine: m.Machine, NullSender: m.NullSender, NoAutoReply: m.NoAutoReply,
			Junked: m.Junked, Simulated: m.Simulated, Forwarded: m.Forwarded,
			Questions: m.Questions, Asks: m.Asks, Wants: m.Wants, Thanks: m.Thanks, Closing: m.Closing, Urgent: m.Urgent, Pitch: m.Pitch,
			Cold: m.Cold, Chase: m.Chase, Answers: m.Answers, OnCase: m.OnCase, Words: m.Words, Attachments: m.Attachments,
			Overdue: m.Overdue, Promise: (*decide.Promise)(m.Promise),
		},
		Relation: decide.Relation{
			Closeness: map[string]decide.Closeness{"well": decide.Close, "known": decide.Known}[s.Relation.Knows],
			Sent:      s.Relation.Sent, Received: s.Relation.Received, Trust: s.Trust,
		},
		Thread:  decide.Thread{OwnReplies: s.OwnReplies, LastOwn: s.LastOwn, Closed: s.Closed},
		Pending: s.Planned, AwaySent: s.AwaySent, Pace: s.Pace.Factor, IgnoreHours: s.Pace.IgnoreHours,
	}
}

// decisionOf is a decision in the words of the API.
func decisionOf(d decide.Decision) Decision {
	out := Decision{
		Act: DecisionAct(d.Act), Chance: d.Chance, Delay: d.Delay, ReadAt: d.ReadAt, Due: d.Due,
		CC: d.CC, Apology: d.Apology, Promise: (*DecidedPromise)(d.Promise), Forward: (*DecidedForward)(d.Forward),
		Wait: (*DecidedWait)(d.Wait), Plan: d.Plan, Why: d.Why,
	}
	if d.Double != nil {
		out.Second = &DecidedSecond{JobKind(d.Double.Kind), d.Double.Due}
	}
	if d.Away != nil {
		a := d.Away.Absence
		out.Away = &DecidedAway{Absence{From: a.From.String(), To: a.To.String(), Message: a.Message}, d.Away.Due, d.Away.Back}
	}
	if d.Bounce != nil {
		out.Bounce = &DecidedBounce{MailboxStatus(d.Bounce.Kind), d.Bounce.Due}
	}
	return out
}
