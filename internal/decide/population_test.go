package decide

import (
	"math"
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

// population draws people with the catalogue's odds and gives each one mail of
// the kind that kind fills in, at an instant that is mostly in office hours.
func population(n int, kind func(r *rng.Rand, s *Situation)) []Situation {
	seed := rng.Seed("population")
	list := make([]Situation, n)
	for i := range list {
		r := seed.Draw("test", rng.N(i))
		t, _ := TemperamentOf(DrawTemperament(r))
		s := question(t.Name)
		s.Person.HoursGiven, s.Person.Phone = false, r.Chance(phones)
		s.Person.Addresses = []string{"p" + strconv.Itoa(i) + "@people.test"}
		day := monday.AddDate(0, 0, r.IntN(5))
		s.Now = day.Add(9*time.Hour + time.Duration(r.IntN(9*3600))*time.Second)
		if r.Chance(0.3) { // at any hour of the week, so that about 78 % come in office hours
			s.Now = monday.Add(time.Duration(r.IntN(7*24*3600)) * time.Second)
		}
		kind(r, &s)
		list[i] = s
	}
	return list
}

// TestPopulationDelays asks for the shares that the catalogue was chosen for;
// the Enron mails had 49, 68 and 84 % after 2, 6 and 24 hours.
func TestPopulationDelays(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	var took []time.Duration
	for _, s := range population(20_000, func(*rng.Rand, *Situation) {}) {
		if d := Decide(s); d.Act == Reply {
			took = append(took, d.Due.Sub(s.Now))
		}
	}
	for within, want := range map[time.Duration]float64{2 * time.Hour: 46, 6 * time.Hour: 63, 24 * time.Hour: 89, 48 * time.Hour: 94} {
		n := 0
		for _, d := range took {
			if d <= within {
				n++
			}
		}
		got := 100 * float64(n) / float64(len(took))
		t.Logf("within %v: %.1f %%", within, got)
		assert.InDelta(t, want, got, 5, "%v", within)
	}
}

func TestPopulationAnswers(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	share := func(kind func(*rng.Rand, *Situation)) float64 {
		n := 0
		list := population(20_000, kind)
		for _, s := range list {
			if Decide(s).Act == Reply {
				n++
			}
		}
		return 100 * float64(n) / float64(len(list))
	}
	direct := share(func(*rng.Rand, *Situation) {})
	mixed := share(func(r *rng.Rand, s *Situation) {
		switch r.Weighted([]int{30, 20, 10, 35, 5}) {
		case 1:
			s.Mail.Questions = 0
		case 2:
			s.Mail.InTo, s.Mail.InCc = false, true
		case 3:
			s.Mail.Automatic = "List-Id"
		case 4:
			s.Mail.Questions, s.Mail.Thanks = 0, true
		}
	})
	t.Logf("direct questions %.1f %%, mixture %.1f %%", direct, mixed)
	assert.InDelta(t, 76, direct, 2)
	assert.InDelta(t, 30, mixed, 3)
}

// TestTemperamentsDrawn compares the draws with the catalogue's odds.
func TestTemperamentsDrawn(t *testing.T) {
	t.Parallel()
	const n = 10_000
	counts := map[string]int{}
	for i := range n {
		counts[DrawTemperament(rng.Seed("s").Draw("temperament/1", rng.N(i)))]++
	}
	var chi float64
	for _, e := range Temperaments() {
		want := float64(e.Weight) * n / 100
		chi += sq(float64(counts[e.Name])-want) / want
	}
	assert.Less(t, chi, 16.8, "chi-square with 6 degrees of freedom, 1 %%") // P(chi2 > 16.8) = 0.01
}

// TestShareAnswered compares, by temperament and purpose, the answers given
// with the chance that was said.
func TestShareAnswered(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, e := range Temperaments() {
		for name, change := range map[string]func(*Situation){
			"question":    func(*Situation) {},
			"information": func(s *Situation) { s.Mail.Questions = 0 },
			"given":       func(s *Situation) { s.Person.RateGiven, s.Person.ReplyRate = true, 0.4 },
		} {
			const n = 2000
			got, p := 0, 0.0
			for i := range n {
				s := question(e.Name)
				s.Occasion = i
				change(&s)
				d := Decide(s)
				p = d.Chance
				if d.Act == Reply {
					got++
				}
			}
			sigma := math.Sqrt(n * p * (1 - p))
			assert.InDelta(t, n*p, got, 3*sigma, "%s %s", e.Name, name)
		}
	}
}

// TestDelayDistribution compares drawn delays with the log-normal they should
// follow (Kolmogorov-Smirnov), for what the temperament gives and what is given.
func TestDelayDistribution(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, e := range Temperaments() {
		for _, given := range []bool{false, true} {
			s := question(e.Name)
			s.Person.RateGiven, s.Person.ReplyRate = true, 1
			median := e.MedianDelay
			if given {
				median = 45 * time.Minute
				s.Person.Median, s.Person.MedianGiven = median, true
			}
			var logs []float64
			for i := range 2000 {
				s.Occasion = i
				d := Decide(s)
				if d.Delay < 30*median {
					logs = append(logs, math.Log(d.Delay.Seconds()/median.Seconds())/math.Log(e.Spread))
				}
			}
			require.Greater(t, len(logs), 1950)
			assert.Less(t, kolmogorov(logs, normal), 1.63, "%s, given %v", e.Name, given)
		}
	}
}

// TestMorningDistribution: those who begin a day with mail answer 25 minutes after
// the opening at the median, not all at the stroke of nine.
func TestMorningDistribution(t *testing.T) {
	t.Parallel()
	s := question(Responsive)
	s.Now = monday.Add(20 * time.Hour) // Monday evening
	s.Person.RateGiven, s.Person.ReplyRate = true, 1
	s.Person.Spread = 1
	opening := monday.Add(33 * time.Hour)
	var logs []float64
	most := time.Duration(0)
	for i := range 3000 {
		s.Occasion = i
		after := Decide(s).Due.Sub(opening)
		most = max(most, after)
		if after < 3*time.Hour {
			logs = append(logs, math.Log(after.Minutes()/25)/math.Log(2.2))
		}
	}
	assert.GreaterOrEqual(t, most, 3*time.Hour)
	assert.Less(t, kolmogorov(logs, normal), 1.63)
}

// TestAutoReplyDistribution: 5 to 60 seconds, each as likely.
func TestAutoReplyDistribution(t *testing.T) {
	t.Parallel()
	s := question(Busy)
	s.Person.Absences = []simtime.Absence{absence("2026-01-05", "2026-01-09", "away")}
	const n = 5600
	var seconds [61]int
	for i := range n {
		s.Occasion = i
		after := Decide(s).Away.Due.Sub(s.Now)
		require.True(t, 5*time.Second <= after && after <= time.Minute, after)
		seconds[after/time.Second]++
	}
	var chi float64
	for _, got := range seconds[5:] {
		chi += sq(float64(got)-n/56) / (n / 56)
	}
	assert.Less(t, chi, 82.3, "chi-square with 55 degrees of freedom, 1 %%")
}

// TestSecondMailDistribution: 2 to 20 minutes, 6 at the median.
func TestSecondMailDistribution(t *testing.T) {
	t.Parallel()
	s := question(Flaky)
	s.Person.RateGiven, s.Person.ReplyRate, s.Person.DoubleReply = true, 1, 1
	var gaps []time.Duration
	kinds := map[string]int{}
	for i := range 2000 {
		s.Occasion = i
		d := Decide(s)
		gaps = append(gaps, d.Double.Due.Sub(d.Due))
		kinds[d.Double.Kind]++
	}
	slices.Sort(gaps)
	assert.Equal(t, 2*time.Minute, gaps[0])
	assert.Equal(t, 20*time.Minute, gaps[len(gaps)-1])
	assert.InDelta(t, 6*time.Minute, gaps[len(gaps)/2], float64(30*time.Second))
	assert.InDelta(t, 1600, kinds[Correction], 60)
	assert.Len(t, kinds, 2)
}

// kolmogorov is the largest distance between the sample and the distribution,
// times the root of the sample's size: above 1.63 with probability 0.01.
func kolmogorov(sample []float64, cdf func(float64) float64) float64 {
	slices.Sort(sample)
	n := float64(len(sample))
	var far float64
	for i, x := range sample {
		far = max(far, math.Abs(cdf(x)-float64(i)/n), math.Abs(cdf(x)-float64(i+1)/n))
	}
	return far * math.Sqrt(n)
}

func normal(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

func sq(x float64) float64 { return x * x }
