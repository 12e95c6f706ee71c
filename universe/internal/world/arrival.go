package world

// When the next mail of a stream comes.

import (
	"cmp"
	"strconv"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// arrival draws when the next mail of a stream comes.
func arrival(t *state.Tx, s *Stream, after time.Time) time.Time {
	r := t.Env.Chance.Draw("arrival/1", s.ID, strconv.Itoa(t.Count("arrival", s.ID)))
	after = after.Truncate(time.Second)
	if !s.BusinessHours {
		return after.Add(gap(r, 24*time.Hour, s.PerDay))
	}
	zone, err := simtime.LoadZone(cmp.Or(settings.Of(t.View).Company.TZ, "UTC"))
	if err != nil {
		zone = time.UTC
	}
	return addOpen(simtime.Office(zone), after, gap(r, officeDay, s.PerDay))
}

// officeDay is how long simtime.Office is open on a working day.
const officeDay = 9 * time.Hour

// gap draws an exponential time between two mails, in whole seconds.
func gap(r *rng.Rand, day time.Duration, perDay float64) time.Duration {
	return max(time.Second, rng.Seconds(float64(r.Exp()*float64(day.Seconds()/perDay))))
}

// addOpen is the instant when office hours have been open for d after t.
func addOpen(h simtime.Hours, t time.Time, d time.Duration) time.Time {
	const week = 5 * officeDay
	t = h.Next(t).In(h.Zone).AddDate(0, 0, 7*int(d/week))
	for d %= week; ; {
		t = h.Next(t)
		left := simtime.DateOf(t, h.Zone).At(h.To, h.Zone).Sub(t)
		if d < left {
			return t.Add(d).UTC()
		}
		d -= left
		t = t.Add(left)
	}
}
