// Package decide is what a person makes of one mail: answer it or not, when,
// together with what, and what follows. Decide is a pure function of its
// argument: no universe, clock or socket, no memory between calls. Every chance
// is a draw of its own keyed by the seed, the person, the correspondent and the
// mail's ordinal, so nothing else that happens changes a decision.
//
// It is a leaf: it gets resolved values and knows nothing of how they are stored.
package decide

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Traits are a person after temperament, style and settings are resolved.
// Rates are 0 to 1; what lies outside, or is not a number, counts as the
// nearest bound.
type Traits struct {
	Name        string   // for the texts; the first address when empty
	Addresses   []string // the first is the key of their draws
	Temperament string   // a name of the catalogue; another one has no habits

	ReplyRate   float64
	RateGiven   bool          // set on the person: the chance itself for any personal mail
	Median      time.Duration // at most 100 years
	MedianGiven bool          // set on the person: no factor changes it but the pace
	Spread      float64       // geometric standard deviation; below 1 counts as 1

	Hours      simtime.Hours // the zero value is any hour of any day, in UTC
	HoursGiven bool          // set on the person: kept to the minute; else Hours are the office's, and Own the person's
	Absences   []simtime.Absence

	DoubleReply  float64
	CCSomeone    float64
	KeepPromises float64
	Bounce       float64 // their address bounces mail
	ForwardTo    string  // where they forward personal mail; empty: nowhere
	Knows        string  // all, some or little: who knows little promises more
	Phone        bool    // they write on a phone
	Paused       bool    // they answer nothing and send nothing
}

// Mail is what the reader of a mail found in it. The zero value is a personal
// mail that asks nothing; the person is in neither To nor Cc.
type Mail struct {
	From       string // header From; case and +tag do not matter
	InTo, InCc bool   // an address of the person stands there
	Recipients int    // addresses in To

	Automatic   string // why no answer is due to it, such as "List-Id"; empty: personal
	Machine     string // what its words say that a program or a crook wrote, such as "receipt"; empty: personal
	NullSender  bool   // the envelope has no sender: it is never bounced or answered by a machine
	NoAutoReply bool   // it asks for no automatic answers (X-Auto-Response-Suppress)
	Junked      bool   // the person's filter filed it as junk
	Simulated   bool   // a simulated person wrote it
	Forwarded   bool   // a simulated person forwarded it

	Questions   int  // questions in it
	Asks        bool // it wants something without a question: a request, a complaint, a meeting
	Wants       bool // what it wants takes doing, and can be promised: a document, a date, a deed
	Thanks      bool // it thanks or ends the exchange
	Closing     bool // it ends the exchange and asks nothing more
	Urgent      bool // the subject says so
	Pitch       bool // its words leave no doubt that it is cold sales mail
	Cold        int  // cold sales mail: 1 the first, 2 the first follow-up, 3 and above a later one; 0 not
	Chase       int  // it reminds of an unanswered mail: 1 the first time, 2 the second ...; 0 not
	Answers     bool // it answers a question that the person asked
	OnCase      bool // it belongs to a case of the person
	Words       int
	Attachments int

	Overdue bool     // it asks for what the person promised and did not do
	Promise *Promise // what its sender promises; nil: nothing
}

// asks says whether the mail wants anything of its reader.
func (mail *Mail) asks() bool { return mail.Questions > 0 || mail.Asks || mail.Wants }

// Promise is something that will be done.
type Promise struct {
	What string
	Due  time.Time // zero: in a few days
}

// Closeness is how well a person knows a correspondent.
type Closeness int

// Close is known well. Five mails each way make someone close, one mail that
// the person wrote to them makes them known.
const (
	Stranger Closeness = iota
	Known
	Close
)

// Relation is what there was between the person and the correspondent before.
type Relation struct {
	Closeness Closeness // as set; the counts may show more
	Sent      int       // mails that the person wrote to them
	Received  int       // mails that they wrote to the person
	Trust     float64   // how the person stands to them, -1 to 1; not a number counts as 0
}

// annoyed is the trust at and below which a person is annoyed by someone.
const annoyed = -0.1

func (r Relation) closeness() Closeness {
	switch {
	case r.Closeness >= Close || r.Sent >= 5 && r.Received >= 5:
		return Close
	case r.Closeness >= Known || r.Sent >= 1:
		return Known
	}
	return Stranger
}

// Thread is the conversation before this mail.
type Thread struct {
	OwnReplies int       // mails in it that the person wrote
	LastOwn    time.Time // when the last of them was written; zero: none
	Closed     bool      // both sides have seen its end
}

// Situation is all that a decision depends on. The zero value is valid.
type Situation struct {
	Seed     rng.Seed
	Now      time.Time // the mail's arrival; kept within the years 1 to 9999
	Person   Traits
	Mail     Mail
	Relation Relation
	Thread   Thread

	Pending     time.Time // when a reply planned in this thread is due; zero: none is
	AwaySent    bool      // the correspondent has had the automatic reply of this absence
	Occasion    int       // this is the correspondent's n-th mail to the person
	Pace        float64   // multiplies what people take; 0 and below count as 1
	IgnoreHours bool      // people write at any hour of any day; absences stay
}

// Act is what a person does about a mail.
type Act string

// The acts.
const (
	Reply  Act = "reply"  // answer it at Due
	Ignore Act = "ignore" // not answer it
	Batch  Act = "batch"  // answer it together with the reply already planned
	Reject Act = "bounce" // never get it: their address bounces it
)

// Decision is what follows from a mail. Instants are whole seconds and never
// before the arrival. Parts that do not apply are zero or nil.
type Decision struct {
	Act    Act
	Chance float64       // the probability with which this mail is answered
	Delay  time.Duration // what the person takes, before their hours
	ReadAt time.Time     // when they read it and open its links; zero: never
	Due    time.Time     // when the reply goes out; of Batch: the planned one

	CC      bool        // the reply goes to someone in copy too
	Apology bool        // the reply says sorry for a promise not kept
	Double  *Second     // a second mail after the reply
	Promise *OwnPromise // what the reply promises
	Away    *AutoReply  // out of office
	Forward *Forward    // they pass the mail on
	Wait    *Wait       // they wait for what the mail promises
	Bounce  *BounceNotice

	Plan string // "Anna answers in about 45m, on Mon 10:12"
	Why  string // what made it so
}

// Decide decides about one mail. Any situation has a decision: it does not
// panic, and wild values count as the nearest sensible ones.
func Decide(s Situation) Decision {
	m := newMind(s)
	if m.chance("bounce/1", m.p.Bounce) {
		return m.bounce()
	}
	if why := m.unread(); why != "" {
		return m.ignore(Decision{}, why)
	}
	delay, due, slow := m.schedule()
	if why := m.unanswered(); why != "" {
		return m.ignore(Decision{ReadAt: m.readAt(due)}, why)
	}
	p, why := m.odds()
	batched := p > 0 && m.batches()
	if batched {
		due = m.pending()
	}
	read := m.readAt(due)
	d := Decision{Chance: p, ReadAt: read, Away: m.away(), Forward: m.forward(read), Wait: m.waits()}
	switch {
	case batched:
		return m.batch(d, due)
	case !m.chance("reply/1", p):
		return m.ignore(d, why)
	}
	d.Act, d.Delay, d.Due = Reply, delay, due
	d.CC = m.chance("cc/1", m.p.CCSomeone)
	d.Apology = m.s.Mail.Overdue
	d.Double = m.double(due)
	d.Promise = m.promise(due)
	d.Plan, d.Why = m.planText(due), why+"; "+slow
	return d
}

// mind is one decision being made: the situation with wild values tamed.
type mind struct {
	s      Situation
	p      *Traits
	temper *Temperament
	days   calendar
	own    bool      // their hours are a habit, and now and then they write outside them
	now    time.Time // in the person's zone, a whole second
	person string    // key of the draws
	other  string    // key of the draws
}

var (
	firstInstant = time.Time{}.Add(time.Second) // the zero time means none
	lastInstant  = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
)

func newMind(s Situation) *mind {
	m := &mind{s: s, p: &s.Person}
	p := m.p
	for _, rate := range []*float64{&p.ReplyRate, &p.DoubleReply, &p.CCSomeone, &p.KeepPromises, &p.Bounce} {
		*rate = clamp(*rate, 0, 1)
	}
	p.Median = min(max(p.Median, 0), simtime.MaxDuration)
	p.Spread = clamp(p.Spread, 1, 1e6)
	if m.s.Pace = clamp(s.Pace, 0, 1e6); m.s.Pace == 0 {
		m.s.Pace = 1
	}
	m.temper = entry(p.Temperament)
	m.own = p.hoursAreTheirs()
	p.Hours = p.Own(s.Seed)
	m.days = newCalendar(p, s.IgnoreHours)
	m.now = clampTime(s.Now)
	if m.now.Nanosecond() > 0 {
		m.now = m.now.Truncate(time.Second).Add(time.Second)
	}
	m.now = m.now.In(m.days.zone)
	m.person = p.key()
	m.other = correspondent(s.Mail.From)
	return m
}

// clamp keeps x in [lo, hi]; what is not a number is lo.
func clamp(x, lo, hi float64) float64 {
	if math.IsNaN(x) {
		return lo
	}
	return min(max(x, lo), hi)
}

func clampTime(t time.Time) time.Time {
	switch {
	case t.Before(firstInstant):
		return firstInstant
	case t.After(lastInstant):
		return lastInstant
	}
	return t
}

// correspondent is an address as a key: lower case, without +tag.
func correspondent(address string) string {
	local, domain, ok := strings.Cut(strings.ToLower(address), "@")
	if !ok {
		return local
	}
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// draw is the generator of one decision about this mail.
func (m *mind) draw(decision string) *rng.Rand {
	r := new(rng.Rand)
	m.begin(r, decision)
	return r
}

func (m *mind) begin(r *rng.Rand, decision string) {
	m.s.Seed.Begin(r, decision, m.person, m.other, rng.N(m.s.Occasion))
}

// chance draws a yes with probability p. What is certain needs no draw.
func (m *mind) chance(decision string, p float64) bool {
	return p > 0 && (p >= 1 || m.draw(decision).Chance(p))
}

// unread says why a mail never comes before the person's eyes.
func (m *mind) unread() string {
	switch {
	case m.s.Mail.Junked:
		return "the filter filed it as junk"
	case m.p.Paused:
		return "paused"
	case slices.ContainsFunc(m.p.Addresses, func(a string) bool { return strings.EqualFold(a, m.s.Mail.From) }):
		return "their own mail"
	}
	return ""
}

// MaxReplies is how often a simulated person writes in one thread with
// another: conversations between them end, whatever rates are given.
const MaxReplies = 8

// unanswered says why a mail that is read gets no answer at any rate.
func (m *mind) unanswered() string {
	switch mail := &m.s.Mail; {
	case mail.Automatic != "":
		return "automatic mail (" + short(mail.Automatic) + ")"
	case mail.NullSender:
		return "automatic mail (no envelope sender)"
	case mail.Simulated && m.s.Thread.OwnReplies >= MaxReplies:
		return "this conversation has gone on long enough"
	}
	return ""
}

func (m *mind) ignore(d Decision, why string) Decision {
	d.Act, d.Why = Ignore, why
	d.Plan = m.name() + " does not answer"
	return d
}

// minPending is how far off a planned reply must be for another mail to join it.
const minPending = 10 * time.Minute

func (m *mind) batches() bool {
	return m.s.Pending.Sub(m.now) > minPending && m.chance("batch/1", 0.8)
}

func (m *mind) batch(d Decision, due time.Time) Decision {
	at := m.zoned(due)
	d.Act, d.Due = Batch, due
	d.Plan = m.name() + " answers it together with the reply planned for " + at
	d.Why = "a reply in this thread is planned for " + at
	return d
}

// pending is when the planned reply is due, as a whole second.
func (m *mind) pending() time.Time { return clampTime(m.s.Pending).Truncate(time.Second) }
