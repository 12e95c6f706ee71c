package decide

// The habits of a person whose hours nobody set: when their day begins, when they eat,
// and the mail that they answer from home.

import (
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// A day of one's own begins between these, in steps of five minutes, is as long as the
// office's, and does not end before five.
const (
	earliestStart = 7*60 + 30
	latestStart   = 10 * 60
	earliestEnd   = 17 * 60
	startStep     = 5
)

// hoursAreTheirs says whether the person's day is a habit of their own: nobody set the
// hours, and they are those of an office.
func (p *Traits) hoursAreTheirs() bool {
	office := simtime.Office(p.Hours.Zone)
	return !p.HoursGiven && p.Hours.From == office.From && p.Hours.To == office.To
}

// Own are the hours that the person keeps: those given, else their own day around the
// office's, the same for all their mail.
func (p Traits) Own(seed rng.Seed) simtime.Hours {
	h := p.Hours
	if !p.hoursAreTheirs() {
		return h
	}
	r := seed.Draw("start/1", p.key())
	const steps = (latestStart - earliestStart) / startStep
	// Two draws: most begin between eight and half past nine.
	length := h.To - h.From
	h.From = earliestStart + startStep*((r.Between(0, steps)+r.Between(0, steps))/2)
	h.To = max(h.From+length, earliestEnd)
	return h
}

// key is the person as a key of draws.
func (p *Traits) key() string {
	if len(p.Addresses) == 0 {
		return ""
	}
	return strings.ToLower(p.Addresses[0])
}

// Lunch begins between these, in steps of a quarter of an hour. Some eat at the desk.
const (
	earliestLunch = 12 * 60
	latestLunch   = 13 * 60
	lunchStep     = 15
	lunch         = 45 * time.Minute
	lunchAway     = 0.7
)

// afterLunch is t, or as much later as the person is at lunch.
func (m *mind) afterLunch(t time.Time) time.Time {
	if m.days.any || m.p.Hours.AllDay() {
		return t
	}
	r := m.s.Seed.Draw("lunch/1", m.person)
	from := time.Duration(earliestLunch+lunchStep*r.Between(0, (latestLunch-earliestLunch)/lunchStep)) * time.Minute
	local := t.In(m.days.zone)
	clock := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute
	if clock < from || clock >= from+lunch || !m.chance("atlunch/1", lunchAway) {
		return t
	}
	return m.later(t, lunch)
}

// Now and then someone answers on the phone, from the sofa or the train: a tenth of the
// mail that would else lie until they are back.
const (
	homeShare = 0.1
	homeFrom  = 7*60 + 30
	homeTo    = 22*60 + 30
)

// fromHome is when the person answers outside their hours, if they do.
func (m *mind) fromHome(due time.Time) (time.Time, bool) {
	office := m.days.next(due)
	if !m.own || m.days.any || office.Equal(due) || !m.chance("phone/1", homeShare) {
		return due, false
	}
	home := m.days
	home.hours = atHome(m.days.zone)
	at := home.next(due)
	if !at.Equal(due) {
		at = at.Add(m.morning("phone/1.morning"))
	}
	return at, at.Before(office)
}

// atHome are the hours of every day at which someone looks at the phone.
func atHome(zone *time.Location) simtime.Hours {
	return simtime.Hours{Zone: zone, Days: simtime.EveryDay, From: homeFrom, To: homeTo}
}

// What a weekend or an absence has left is worked off in the course of a morning.
const backlogLasts = 3*time.Hour + 30*time.Minute

// backlog says whether at, when the person is there again, follows a day on which they
// were not.
func (m *mind) backlog(at time.Time) bool {
	if m.days.any || m.p.Hours.AllDay() {
		return false
	}
	day := simtime.DateOf(at, m.days.zone).AddDays(-1)
	if !m.p.Hours.WorkingDay(day) {
		return true
	}
	_, away := m.days.away(day.At(12*60, m.days.zone))
	return away
}

// backlogTurn is when a mail has its turn in such a morning, the earlier half a little
// fuller than the later one.
func (m *mind) backlogTurn(decision string) time.Duration {
	u := m.draw("backlog/1." + decision).Unit()
	return rng.Seconds(float64(m.s.Pace * float64(backlogLasts.Seconds()*float64(0.5*float64(u+float64(u*u))))))
}
