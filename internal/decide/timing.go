package decide

import (
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// calendar is when a person is there.
type calendar struct {
	hours    simtime.Hours
	zone     *time.Location
	any      bool              // any hour of any day
	absences []simtime.Absence // by their first day
}

func newCalendar(p *Traits, any bool) calendar {
	c := calendar{hours: p.Hours, zone: p.Hours.Zone, any: any}
	if c.zone == nil {
		c.zone = time.UTC
	}
	for _, a := range p.Absences {
		if isDate(a.From) && isDate(a.To) {
			c.absences = append(c.absences, a)
		}
	}
	slices.SortStableFunc(c.absences, func(a, b simtime.Absence) int { return a.From.Compare(b.From) })
	return c
}

// isDate leaves out what no calendar has: the month of a year that fits an int
// may lead to one that does not.
func isDate(d simtime.Date) bool {
	return d.Year >= 1 && d.Year <= 9999 && d.Month >= time.January && d.Month <= time.December && d.Day >= 1 && d.Day <= 31
}

// next is the first instant at or after t at which the person is there.
func (c *calendar) next(t time.Time) time.Time {
	t = c.open(t)
	// In the order of their first days one pass meets every absence: one that
	// lies ahead now is not reached by moving on over a later one.
	for _, a := range c.absences {
		if a.Covers(simtime.DateOf(t, c.zone)) {
			t = c.begin(a.To.AddDays(1))
		}
	}
	return t
}

func (c *calendar) open(t time.Time) time.Time {
	if c.any {
		return t
	}
	return c.hours.Next(t)
}

// begin is when work begins on day, or on the first working day after it.
func (c *calendar) begin(day simtime.Date) time.Time {
	if c.hours.AllDay() { // nobody begins at midnight
		return c.hours.Next(day.At(9*60, c.zone))
	}
	return c.hours.Begin(day)
}

// away is the absence that covers t.
func (c *calendar) away(t time.Time) (simtime.Absence, bool) {
	day := simtime.DateOf(t, c.zone)
	i := slices.IndexFunc(c.absences, func(a simtime.Absence) bool { return a.Covers(day) })
	if i < 0 {
		return simtime.Absence{}, false
	}
	return c.absences[i], true
}

// AwayAt is the absence that covers t, in the person's zone; of several the one
// that began first.
func (p Traits) AwayAt(t time.Time) (simtime.Absence, bool) {
	c := newCalendar(&p, false)
	return c.away(clampTime(t))
}

// The start of a day: those who open their mail in the morning do not all
// answer at the stroke of nine.
const (
	morningMedian = 25 * time.Minute
	morningSpread = 2.2
	morningMost   = 3 * time.Hour
)

// maxMedians cuts a delay: what took longer than this is silence.
const maxMedians = 30

// schedule plans a reply: what the person takes, when it is due, and why so long.
func (m *mind) schedule() (delay time.Duration, due time.Time, why string) {
	delay, why = m.delay()
	start := m.now
	if _, away := m.days.away(start); away {
		start = m.days.next(start)
	}
	due = start.Add(delay)
	if m.p.MedianGiven && m.p.Spread == 1 { // exactly as given
		return delay, m.days.next(due), why
	}
	if at, ok := m.fromHome(due); ok {
		return delay, at, why + ", from home"
	}
	return delay, m.afterLunch(m.arrive(due, "morning/1")), why
}

// arrive is t if the person is there, else some time into their next day.
func (m *mind) arrive(t time.Time, decision string) time.Time {
	at := m.days.next(t)
	if at.Equal(t) {
		return at
	}
	if m.backlog(at) {
		return m.later(at, m.backlogTurn(decision))
	}
	return m.later(at, m.morning(decision))
}

// morning is the delay at the start of a day.
func (m *mind) morning(decision string) time.Duration {
	s := float64(m.draw(decision).LogNormal(morningMedian.Seconds(), morningSpread) * m.s.Pace)
	return rng.Seconds(min(s, morningMost.Seconds()))
}

// later is t plus d, or t if the person would be gone by then.
func (m *mind) later(t time.Time, d time.Duration) time.Time {
	if at := t.Add(d); m.days.next(at).Equal(at) {
		return at
	}
	return t
}

// delay is what the person takes to answer, before their hours.
func (m *mind) delay() (time.Duration, string) {
	median := m.p.Median.Seconds()
	s := m.draw("delay/1").LogNormal(median, m.p.Spread)
	s = min(s, float64(maxMedians*median))
	var why strings.Builder
	why.WriteString("takes about " + about(m.p.Median))
	apply := func(factors ...factor) {
		for _, f := range factors {
			if f.x != 1 {
				s = float64(s * f.x)
				why.WriteString(", " + f.String())
			}
		}
	}
	apply(factor{m.s.Pace, "pace"})
	if !m.p.MedianGiven {
		factors := m.delayFactors()
		apply(factors[:]...)
	}
	return rng.Seconds(s), why.String()
}

// delayFactors are what makes the temperament's delay shorter or longer.
func (m *mind) delayFactors() [9]factor {
	mail := &m.s.Mail
	_, away := m.days.away(m.now)
	urgent := 0.6
	if m.p.Temperament == Difficult {
		urgent = 1.5
	}
	return [...]factor{
		when(m.s.Relation.closeness() == Close, 0.95, "known well"),
		when(m.stranger(), 4, "unknown sender"),
		when(mail.Words > 300, 1.5, "long mail"),
		when(mail.Attachments > 0, 2, "attachment"),
		when(m.ongoing(), 0.75, "running conversation"),
		when(m.p.Phone, 0.6, "on the phone"),
		when(mail.Urgent, urgent, "urgent"),
		when(mail.Thanks && !mail.asks(), 2, "only thanks"),
		when(away, 3, "after an absence"),
	}
}

// ongoing says whether the person wrote in this thread during the last day;
// the mail itself is the other side's part.
func (m *mind) ongoing() bool {
	last := m.s.Thread.LastOwn
	return !last.IsZero() && m.now.Sub(last) <= simtime.Day
}

// readAt is the instant of reading: between the first moment the person is
// there and due.
func (m *mind) readAt(due time.Time) time.Time {
	from := m.days.next(m.now)
	if !from.Before(due) {
		return due
	}
	span := int64(due.Sub(from) / time.Second)
	// Not evenly: most mail is answered soon after it is read.
	u := m.draw("read/1").Unit()
	at := m.days.next(from.Add(time.Duration(float64(span)*float64(1-float64(u*u))) * time.Second))
	if at.After(due) {
		return due
	}
	return at
}
