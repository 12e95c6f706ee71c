package decide

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// phones is the share of those whose mail program is drawn and is a phone's.
const phones = 0.31

// frequent is one application writing to people for weeks: perWeek mails to each, that
// share of them in the thread of the last one
// and that share at any hour of the week. It returns how long the replies took.
func frequent(people, weeks, perWeek int, inThread, anyHour float64) (took []time.Duration) {
	seed := rng.Seed("frequent")
	for i := range people {
		r := seed.Draw("test", rng.N(i))
		s := question(DrawTemperament(r))
		s.Person.HoursGiven = false
		s.Person.Addresses = []string{"p" + strconv.Itoa(i) + "@people.test"}
		s.Person.Phone = r.Chance(phones)
		s.Relation = Relation{}
		var answers []time.Time // when the person has written or will
		thread := Thread{}
		for k, now := range arrivals(r, weeks, perWeek, anyHour) {
			s.Now = now
			s.Occasion, s.Relation.Received, s.Relation.Sent = k+1, k, 0
			for _, at := range answers {
				if !at.After(s.Now) {
					s.Relation.Sent++
				}
			}
			if !r.Chance(inThread) {
				thread, s.Pending = Thread{}, time.Time{}
			}
			s.Thread = thread
			if thread.LastOwn.After(s.Now) {
				s.Pending, s.Thread = thread.LastOwn, Thread{OwnReplies: thread.OwnReplies - 1}
			}
			switch d := Decide(s); d.Act {
			case Reply:
				took = append(took, d.Due.Sub(s.Now))
				answers = append(answers, d.Due)
				thread.OwnReplies++
				thread.LastOwn = d.Due
			case Batch:
				took = append(took, d.Due.Sub(s.Now))
			}
		}
	}
	return took
}

// arrivals are when the mails of those weeks come, in order: most in office hours.
func arrivals(r *rng.Rand, weeks, perWeek int, anyHour float64) []time.Time {
	list := make([]time.Time, weeks*perWeek)
	for k := range list {
		week := monday.AddDate(0, 0, 7*(k/perWeek))
		list[k] = week.AddDate(0, 0, r.IntN(5)).Add(9*time.Hour + time.Duration(r.IntN(9*3600))*time.Second)
		if r.Chance(anyHour) {
			list[k] = week.Add(time.Duration(r.IntN(7*24*3600)) * time.Second)
		}
	}
	slices.SortFunc(list, time.Time.Compare)
	return list
}

// shares are how many of a hundred took that long at most.
func shares(took []time.Duration, within ...time.Duration) []float64 {
	out := make([]float64, len(within))
	for i, most := range within {
		n := 0
		for _, d := range took {
			if d <= most {
				n++
			}
		}
		out[i] = 100 * float64(n) / float64(len(took))
	}
	return out
}

// TestFrequentSender: who writes often becomes well known, and is answered as fast as
// the Enron mails were, not faster.
func TestFrequentSender(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, c := range []struct {
		name              string
		perWeek           int
		inThread, anyHour float64
	}{
		{"each mail its own thread", 10, 0, 0.3}, {"half in the thread", 10, 0.5, 0.3}, {"fifty a week", 50, 0, 0.3}, {"fewer by night", 10, 0.25, 0.2},
	} {
		took := frequent(300, 8, c.perWeek, c.inThread, c.anyHour)
		got := shares(took, 2*time.Hour, 6*time.Hour, simtime.Day)
		t.Logf("%s: %.1f of %d", c.name, got, len(took))
		assert.InDeltaSlice(t, []float64{46, 63, 89}, got, 5, c.name)
	}
}
