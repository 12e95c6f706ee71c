package decide

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// usual is a question to a person whose hours nobody set.
func usual(address string) Situation {
	s := question(Responsive)
	s.Person.HoursGiven, s.Person.Addresses = false, []string{address}
	s.Person.RateGiven, s.Person.ReplyRate = true, 1
	return s
}

// TestOwnStart: everybody has a day of their own, begun between half past seven and ten.
func TestOwnStart(t *testing.T) {
	t.Parallel()
	var starts []int
	for i := range 500 {
		p := usual("p" + strconv.Itoa(i) + "@people.test").Person
		h := p.Own("seed")
		require.Equal(t, h, p.Own("seed"))
		require.True(t, h.From >= 7*60+30 && h.From <= 10*60, h.From)
		require.True(t, h.To >= 17*60 && h.To <= 19*60, h.To)
		require.Equal(t, simtime.Weekdays, h.Days)
		starts = append(starts, h.From)
	}
	slices.Sort(starts)
	assert.InDelta(t, 8*60+45, starts[250], 10, "half before a quarter to nine")
	assert.Less(t, starts[25], 8*60+10)
	assert.Greater(t, starts[475], 9*60+20)

	given := question(Responsive).Person
	assert.Equal(t, given.Hours, given.Own("seed"), "hours that are given are kept")
	shop := usual("shop@people.test").Person
	shop.Hours = simtime.Hours{Days: simtime.EveryDay, From: 600, To: 1200}
	assert.Equal(t, shop.Hours, shop.Own("seed"), "so are those of no office")
}

// TestLunch: fewer answers while people eat, more of them after.
func TestLunch(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	perHour := map[int]int{}
	for i := range 20_000 {
		s := usual("p" + strconv.Itoa(i) + "@people.test")
		s.Now = monday.Add(10*time.Hour + time.Duration(i%300)*time.Minute)
		due := Decide(s).Due
		if due.Day() == 5 {
			perHour[2*due.Hour()+due.Minute()/30]++
		}
	}
	t.Log(perHour)
	assert.Less(t, perHour[25], perHour[22]*3/4, "at half past twelve and at eleven")
	assert.Greater(t, perHour[27], perHour[25]*5/4, "at half past one and at half past twelve")
}

// TestPhones: one mail in ten that comes in the evening or at a weekend is answered
// then, by those whose hours nobody set.
func TestPhones(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for name, now := range map[string]time.Time{"evening": monday.Add(19*time.Hour + 30*time.Minute), "weekend": monday.AddDate(0, 0, 5).Add(11 * time.Hour)} {
		outside := 0
		const n = 5000
		for i := range n {
			s := usual("p" + strconv.Itoa(i) + "@people.test")
			s.Now = now
			d := Decide(s)
			if hours := s.Person.Own(s.Seed); !hours.Open(d.Due) {
				outside++
				require.True(t, atHome(time.UTC).Open(d.Due), d.Due)
				require.False(t, d.ReadAt.After(d.Due))
				require.Contains(t, d.Why, "from home")
			}
			s.Person.HoursGiven = true // spec: people.hours
			require.True(t, s.Person.Hours.Open(Decide(s).Due))
		}
		assert.InDelta(t, n/10, outside, n/50, name)
	}
	away := usual("anna@people.test")
	away.Now = monday.AddDate(0, 0, 5).Add(11 * time.Hour)
	away.Person.Absences = []simtime.Absence{absence("2026-01-10", "2026-01-18", "")}
	for i := range 200 {
		away.Occasion = i
		require.False(t, Decide(away).Due.Before(monday.AddDate(0, 0, 14)), "who is on holiday leaves the phone alone")
	}
}

// TestBacklog: what a weekend has left is answered in the course of the morning.
func TestBacklog(t *testing.T) {
	t.Parallel()
	s := question(Responsive)
	s.Now = monday.AddDate(0, 0, -2).Add(12 * time.Hour)
	s.Person.RateGiven, s.Person.ReplyRate, s.Person.Spread = true, 1, 1
	perHour := [4]int{}
	for i := range 4000 {
		s.Occasion = i
		after := Decide(s).Due.Sub(monday.Add(9 * time.Hour))
		require.True(t, after >= 0 && after <= backlogLasts+lunch, after)
		perHour[min(after/time.Hour, 3)]++
	}
	t.Log(perHour)
	for i, n := range perHour {
		assert.Greater(t, n, 300, "hour %d", i)
		assert.Less(t, n, 1700, "hour %d", i)
	}
	s.Now = monday.Add(20 * time.Hour)
	s.Person.Absences = []simtime.Absence{absence("2026-01-06", "2026-01-08", "")}
	s.Occasion = 0
	first := Decide(s).Due
	assert.Equal(t, 9, first.Day(), "an absence leaves a backlog too")
}

// TestHabitsAreTheirOwn: nobody's hours move another's reply, and a universe's seed
// gives everybody others.
func TestHabitsAreTheirOwn(t *testing.T) {
	t.Parallel()
	p := usual("anna@people.test").Person
	other := 0
	for i := range 50 {
		if p.Own("a") != p.Own(rng.Seed("b"+strconv.Itoa(i))) {
			other++
		}
	}
	assert.Greater(t, other, 40)
}
