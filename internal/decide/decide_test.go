package decide

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/simtime"
)

var monday = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// question is one question from a known sender to someone of that temperament,
// on a Monday at 09:30, in office hours.
func question(temperament string) Situation {
	t, ok := TemperamentOf(temperament)
	if !ok {
		panic(temperament)
	}
	s := Situation{Seed: "test", Now: monday.Add(9*time.Hour + 30*time.Minute)}
	s.Person = t.Traits(simtime.Office(time.UTC))
	s.Person.HoursGiven = true
	s.Person.Name = "Anna"
	s.Person.Addresses = []string{"anna@people.test", "a.berg@people.test"}
	s.Mail = Mail{From: "app@ours.test", InTo: true, Recipients: 1, Questions: 1}
	s.Relation = Relation{Closeness: Known}
	return s
}

// sure makes the person answer, exactly an hour later, within their hours.
func sure(s Situation) Situation {
	s.Person.RateGiven, s.Person.ReplyRate = true, 1
	s.Person.MedianGiven, s.Person.Median, s.Person.Spread = true, time.Hour, 1
	return s
}

func absence(from, to, message string) simtime.Absence {
	a, err := simtime.ParseAbsence(from, to, message)
	if err != nil {
		panic(err)
	}
	return a
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	sum := 0
	for _, e := range Temperaments() {
		sum += e.Weight
		assert.Positive(t, e.Weight, e.Name)       // spec: temperaments.entry.weight
		assert.Positive(t, e.MedianDelay, e.Name)  // spec: temperaments.entry.median_delay
		assert.NotEmpty(t, e.Text, e.Name)         // spec: temperaments.entry.fields
		assert.GreaterOrEqual(t, e.Spread, 1.0)    //
		assert.LessOrEqual(t, e.ReplyRate, 0.95)   // spec: temperaments.entry.reply_rate
		assert.GreaterOrEqual(t, e.ReplyRate, .05) // spec: temperaments.entry.reply_rate
	}
	assert.Equal(t, 100, sum)
	Temperaments()[0].Chase.Days[0] = 99
	assert.Equal(t, 1, Temperaments()[0].Chase.Days[0], "a copy is handed out")
	_, ok := TemperamentOf("cheerful")
	assert.False(t, ok)
}

func TestOdds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(s *Situation)
		want   float64 // of a person who answers 80 % of direct questions
	}{
		{"direct question", func(s *Situation) {}, 0.80},
		{"request", func(s *Situation) { s.Mail.Questions, s.Mail.Asks = 0, true }, 0.80},
		{"something to be done", func(s *Situation) { s.Mail.Questions, s.Mail.Wants = 0, true }, 0.80},
		{"on a case", func(s *Situation) { s.Mail.OnCase = true }, 0.88},
		{"information", func(s *Situation) { s.Mail.Questions = 0 }, 0.28},
		{"thanks", func(s *Situation) { s.Mail.Questions, s.Mail.Thanks = 0, true }, 0.08},
		{"ends the exchange", func(s *Situation) { s.Mail.Questions, s.Mail.Thanks, s.Mail.Closing = 0, true, true }, 0.032},
		{"ends the exchange after their question", func(s *Situation) { s.Mail.Questions, s.Mail.Closing, s.Mail.Answers = 0, true, true }, 0.032},
		{"thanks with a question", func(s *Situation) { s.Mail.Thanks = true }, 0.80},
		{"only in copy", func(s *Situation) { s.Mail.InTo, s.Mail.InCc = false, true }, 0.12},
		{"in To and Cc", func(s *Situation) { s.Mail.InCc = true }, 0.80},
		{"in neither", func(s *Situation) { s.Mail.InTo = false }, 0.12},
		{"two in To", func(s *Situation) { s.Mail.Recipients = 2 }, 0.80 / 1.3},
		{"five in To", func(s *Situation) { s.Mail.Recipients = 5 }, 0.80 / 2.2},
		{"stranger", func(s *Situation) { s.Relation = Relation{} }, 0.28},
		{"stranger who wrote often", func(s *Situation) { s.Relation = Relation{Received: 9} }, 0.28},
		{"stranger on a case", func(s *Situation) { s.Relation = Relation{}; s.Mail.OnCase = true }, 0.88},
		{"known by having been written to", func(s *Situation) { s.Relation = Relation{Sent: 1} }, 0.80},
		{"stranger in a thread of theirs", func(s *Situation) { s.Relation = Relation{}; s.Thread.OwnReplies = 1 }, 0.80},
		{"cold", func(s *Situation) { s.Relation = Relation{}; s.Mail.Cold = 1 }, 0.064},
		{"cold, follow-up", func(s *Situation) { s.Relation = Relation{}; s.Mail.Cold = 2 }, 0.04},
		{"cold, later", func(s *Situation) { s.Relation = Relation{}; s.Mail.Cold = 3 }, 0.016},
		{"cold, much later", func(s *Situation) { s.Relation = Relation{}; s.Mail.Cold = 50 }, 0.016},
		{"sales mail from someone known", func(s *Situation) { s.Mail.Cold = 1 }, 0.80},
		{"first chase", func(s *Situation) { s.Mail.Chase = 1 }, 0.80},
		{"second chase, cut", func(s *Situation) { s.Mail.Chase = 2 }, 0.98},
		{"second chase in copy", func(s *Situation) { s.Mail.Chase, s.Mail.InTo, s.Mail.InCc = 2, false, true }, 0.156},
		{"answer to their question", func(s *Situation) { s.Mail.Questions, s.Mail.Answers = 0, true }, 0.80},
		{"answer to their question, in copy", func(s *Situation) { s.Mail.Answers, s.Mail.InTo = true, false }, 0.80},
		{"answer to a ghost's question", func(s *Situation) { s.Mail.Answers, s.Person.ReplyRate = true, 0.05 }, 0.80},
		{"third mail of a thread", func(s *Situation) { s.Thread.OwnReplies = 3 }, 0.80},
		{"fifth", func(s *Situation) { s.Thread.OwnReplies = 5 }, 0.648},
		{"simulated", func(s *Situation) { s.Mail.Simulated = true }, 0.80},
		{"simulated, second reply", func(s *Situation) { s.Mail.Simulated, s.Thread.OwnReplies = true, 2 }, 0.288},
		{"in an absence", func(s *Situation) {
			s.Person.Absences = []simtime.Absence{absence("2026-01-05", "2026-01-05", "")}
		}, 0.48},
		{"a promise of theirs is overdue", func(s *Situation) { s.Mail.Overdue, s.Person.ReplyRate = true, 0.05 }, 0.70},
		{"several at once", func(s *Situation) {
			s.Mail.Questions, s.Mail.Recipients, s.Relation = 0, 2, Relation{}
		}, 0.80 * 0.35 / 1.3 * 0.35},
	} {
		s := question(Busy)
		s.Person.ReplyRate = 0.8
		c.change(&s)
		d := Decide(s)
		assert.InDelta(t, c.want, d.Chance, 1e-9, c.name)

		s.Person.RateGiven = true
		assert.Equal(t, s.Person.ReplyRate, Decide(s).Chance, "%s: a rate given is the chance itself", c.name)
	}
}

func TestGivenRateAnswersAlwaysOrNever(t *testing.T) {
	t.Parallel()
	for i := range 200 {
		s := question(Ghost)
		s.Occasion = i
		s.Person.RateGiven = true
		s.Mail = Mail{From: "app@ours.test", Thanks: i%2 == 0, Cold: i % 4, InCc: i%3 == 0, Recipients: i}
		s.Relation = Relation{}
		s.Thread.OwnReplies = i
		s.Person.ReplyRate = 1
		require.Equal(t, Reply, Decide(s).Act) // spec: people.reply_rate.zero
		s.Person.ReplyRate = 0
		s.Pending = s.Now.Add(time.Hour)
		require.Equal(t, Ignore, Decide(s).Act) // spec: people.reply_rate.zero
	}
}

func TestNeverAnswered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(s *Situation)
		why    string
		reads  bool
	}{
		{"automatic", func(s *Situation) { s.Mail.Automatic = "Auto-Submitted: auto-generated" }, "automatic mail (Auto-Submitted: auto-generated)", true}, // spec: people.auto-mail
		{"null sender", func(s *Situation) { s.Mail.NullSender = true }, "automatic mail (no envelope sender)", true},
		{"junked", func(s *Situation) { s.Mail.Junked = true }, "the filter filed it as junk", false},
		{"paused", func(s *Situation) { s.Person.Paused = true }, "paused", false}, // spec: personas.paused.no-reply
		{"own mail", func(s *Situation) { s.Mail.From = "A.Berg@people.test" }, "their own mail", false},
		{"simulated, too long", func(s *Situation) { s.Mail.Simulated, s.Thread.OwnReplies = true, 8 }, "this conversation has gone on long enough", true},
	} {
		for _, promised := range []*Promise{nil, {What: "the offer"}} {
			s := sure(question(Responsive))
			s.Person.Absences = []simtime.Absence{absence("2026-01-05", "2026-01-06", "away")}
			s.Person.ForwardTo = "ben@people.test"
			s.Pending = s.Now.Add(3 * time.Hour)
			s.Mail.Promise = promised
			c.change(&s)
			d := Decide(s)
			assert.Equal(t, c.reads, !d.ReadAt.IsZero(), c.name)
			d.ReadAt = time.Time{}
			assert.Equal(t, Decision{Act: Ignore, Why: c.why, Plan: "Anna does not answer"}, d, c.name)
		}
	}
	s := sure(question(Responsive))
	s.Mail.Simulated, s.Thread.OwnReplies = true, 7
	assert.Equal(t, Reply, Decide(s).Act)
	s.Mail.Simulated, s.Thread.OwnReplies = false, 800
	assert.Equal(t, Reply, Decide(s).Act)
}

func TestDelayFactors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(s *Situation)
		want   float64
	}{
		{"plain", func(s *Situation) {}, 1},
		{"known well", func(s *Situation) { s.Relation.Closeness = Close }, 0.95},
		{"known well by the mail between them", func(s *Situation) { s.Relation = Relation{Sent: 5, Received: 5} }, 0.95},
		{"known by one mail", func(s *Situation) { s.Relation = Relation{Sent: 1, Received: 99} }, 1},
		{"not known well by mail one way", func(s *Situation) { s.Relation = Relation{Sent: 50, Received: 4} }, 1},
		{"unknown", func(s *Situation) { s.Relation = Relation{} }, 4},
		{"unknown on a case", func(s *Situation) { s.Relation = Relation{}; s.Mail.OnCase = true }, 1},
		{"300 words", func(s *Situation) { s.Mail.Words = 300 }, 1},
		{"301 words", func(s *Situation) { s.Mail.Words = 301 }, 1.5},
		{"attachment", func(s *Situation) { s.Mail.Attachments = 3 }, 2},
		{"running conversation", func(s *Situation) { s.Thread.LastOwn = s.Now.Add(-24 * time.Hour) }, 0.75},
		{"sleeping conversation", func(s *Situation) { s.Thread.LastOwn = s.Now.Add(-24*time.Hour - time.Second) }, 1},
		{"phone", func(s *Situation) { s.Person.Phone = true }, 0.6},
		{"urgent", func(s *Situation) { s.Mail.Urgent = true }, 0.6},
		{"urgent, difficult", func(s *Situation) { s.Mail.Urgent, s.Person.Temperament = true, Difficult }, 1.5},
		{"only thanks", func(s *Situation) { s.Mail.Questions, s.Mail.Thanks = 0, true }, 2},
		{"thanks and a question", func(s *Situation) { s.Mail.Thanks = true }, 1},
		{"in an absence", func(s *Situation) {
			s.Person.Absences = []simtime.Absence{absence("2026-01-05", "2026-01-05", "")}
		}, 3},
		{"two at once", func(s *Situation) { s.Person.Phone, s.Mail.Attachments, s.Mail.Words = true, 1, 400 }, 1.8},
	} {
		s := question(Busy)
		s.Person.Median, s.Person.Spread = 2*time.Hour, 1
		s.Person.RateGiven, s.Person.ReplyRate = true, 1
		c.change(&s)
		hour := float64(time.Hour)
		assert.Equal(t, time.Duration(2*hour*c.want), Decide(s).Delay, c.name)
		s.Pace = 0.1 // spec: people.pace
		assert.InDelta(t, 0.2*hour*c.want, Decide(s).Delay, float64(time.Second), c.name)
		s.Pace = 2
		assert.Equal(t, time.Duration(4*hour*c.want), Decide(s).Delay, c.name)
		s.Person.MedianGiven, s.Person.Median = true, 40*time.Minute
		assert.Equal(t, 80*time.Minute, Decide(s).Delay, "%s: a median given is taken as it is", c.name)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	paris, err := simtime.LoadZone("Europe/Paris")
	require.NoError(t, err)
	day := func(d, h, m int) time.Time { return time.Date(2026, 1, d, h, m, 0, 0, time.UTC) }
	for _, c := range []struct {
		name   string
		change func(s *Situation)
		want   time.Time
	}{
		{"within the day", func(s *Situation) {}, day(5, 10, 30)},
		{"over the evening", func(s *Situation) { s.Now = day(5, 17, 30) }, day(6, 9, 0)}, // spec: people.hours
		{"over the weekend", func(s *Situation) { s.Now = day(9, 17, 30) }, day(12, 9, 0)},
		{"arrived at the weekend", func(s *Situation) { s.Now = day(10, 12, 0) }, day(12, 9, 0)},
		{"arrived before the opening", func(s *Situation) { s.Now = day(5, 7, 30) }, day(5, 9, 0)},
		{"any hour", func(s *Situation) { s.Now, s.IgnoreHours = day(10, 3, 0), true }, day(10, 4, 0)}, // spec: pace.field.ignore_hours
		{"no hours", func(s *Situation) { s.Now, s.Person.Hours = day(10, 3, 0), simtime.Hours{} }, day(10, 4, 0)},
		{"in Paris", func(s *Situation) { s.Now, s.Person.Hours = day(5, 16, 30), simtime.Office(paris) }, day(6, 8, 0)},
		{"fractions of a second are rounded up", func(s *Situation) { s.Now = day(5, 9, 0).Add(1) }, day(5, 10, 0).Add(time.Second)},
		{"into an absence", func(s *Situation) {
			s.Now = day(5, 17, 30)
			s.Person.Absences = []simtime.Absence{absence("2026-01-08", "2026-01-12", ""), absence("2026-01-06", "2026-01-08", "")}
		}, day(13, 9, 0)},
		{"in an absence", func(s *Situation) { s.Person.Absences = []simtime.Absence{absence("2026-01-01", "2026-01-09", "")} }, day(12, 10, 0)},
		{"in an absence, any hour", func(s *Situation) {
			s.IgnoreHours = true
			s.Person.Absences = []simtime.Absence{absence("2026-01-01", "2026-01-09", "")}
		}, day(12, 10, 0)},
		{"in an absence, no hours", func(s *Situation) {
			s.Person.Hours = simtime.Hours{}
			s.Person.Absences = []simtime.Absence{absence("2026-01-01", "2026-01-09", "")}
		}, day(10, 10, 0)},
		{"absences that are none", func(s *Situation) {
			s.Person.Absences = []simtime.Absence{{}, {From: simtime.Date{Year: 2027}, To: simtime.Date{Year: 2025}}}
		}, day(5, 10, 30)},
	} {
		s := sure(question(Busy))
		c.change(&s)
		d := Decide(s)
		assert.Equal(t, c.want, d.Due.UTC(), c.name)
		assert.False(t, d.ReadAt.Before(s.Now) || d.ReadAt.After(d.Due), c.name)
	}
}

func TestDelayIsCut(t *testing.T) {
	t.Parallel()
	s := question(Busy)
	s.Person.RateGiven, s.Person.ReplyRate, s.Person.Spread = true, 1, 50
	cut := 0
	for i := range 500 {
		s.Occasion = i
		d := Decide(s)
		require.LessOrEqual(t, d.Delay, 90*time.Hour)
		if d.Delay == 90*time.Hour {
			cut++
		}
	}
	// ln 30 / ln 50 = 0.87 standard deviations: a fifth lies beyond.
	assert.InDelta(t, 96, cut, 30)
}

// TestMorningFollowsPace: ten times faster people are faster in the morning too.
func TestMorningFollowsPace(t *testing.T) {
	t.Parallel()
	for i := range 200 {
		s := question(Responsive)
		s.Now = monday.Add(-12 * time.Hour)
		s.Person.RateGiven, s.Person.ReplyRate, s.Person.Median, s.Occasion = true, 1, time.Minute, i
		usual := Decide(s).Due.Sub(monday.Add(9 * time.Hour))
		s.Pace = 0.1
		fast := Decide(s).Due.Sub(monday.Add(9 * time.Hour))
		if usual < 3*time.Hour {
			require.InDelta(t, usual.Seconds()/10, fast.Seconds(), 1)
		}
	}
}

func TestReadAt(t *testing.T) {
	t.Parallel()
	s := question(Procedural)
	seen := map[time.Time]bool{}
	for i := range 500 {
		s.Occasion = i
		s.Now = monday.Add(time.Duration(i) * time.Hour)
		s.Mail.Automatic = []string{"", "List-Id"}[i%2]
		d := Decide(s)
		require.False(t, d.ReadAt.Before(s.Now))
		require.True(t, s.Person.Hours.Open(d.ReadAt), d.ReadAt) // spec: people.hours
		if d.Act == Reply {
			require.False(t, d.ReadAt.After(d.Due))
		}
		seen[d.ReadAt] = true
	}
	assert.Greater(t, len(seen), 450)
}

func TestBatch(t *testing.T) {
	t.Parallel()
	batched := func(change func(s *Situation)) (n int) {
		for i := range 1000 {
			s := sure(question(Responsive))
			s.Occasion = i
			s.Pending = s.Now.Add(11 * time.Minute)
			change(&s)
			d := Decide(s)
			switch d.Act {
			case Batch:
				n++
				require.Equal(t, s.Pending, d.Due)
				require.False(t, d.ReadAt.Before(s.Now) || d.ReadAt.After(d.Due))
				require.Zero(t, d.Delay)
				require.Nil(t, d.Double)
			case Reply:
				require.Equal(t, s.Now.Add(time.Hour), d.Due)
			}
		}
		return n
	}
	assert.InDelta(t, 800, batched(func(*Situation) {}), 38) // spec: people.batch
	assert.Zero(t, batched(func(s *Situation) { s.Pending = time.Time{} }))
	assert.Zero(t, batched(func(s *Situation) { s.Pending = s.Now.Add(10 * time.Minute) }))
	assert.Zero(t, batched(func(s *Situation) { s.Pending = s.Now.Add(-time.Hour) }))
	assert.Zero(t, batched(func(s *Situation) { s.Person.ReplyRate = 0 }))
}

func TestAway(t *testing.T) {
	t.Parallel()
	away := absence("2026-01-05", "2026-01-09", "Back on Monday.")
	base := sure(question(Busy))
	base.Person.Absences = []simtime.Absence{absence("2026-01-07", "2026-01-07", "inner"), away, absence("2025-12-01", "2025-12-24", "earlier")}

	d := Decide(base)
	require.NotNil(t, d.Away)
	assert.Equal(t, away, d.Away.Absence)
	assert.Equal(t, monday.AddDate(0, 0, 7).Add(9*time.Hour), d.Away.Back)
	assert.Equal(t, Reply, d.Act)
	got, ok := base.Person.AwayAt(base.Now)
	assert.True(t, ok)
	assert.Equal(t, away, got)

	for name, change := range map[string]func(s *Situation){
		"before":               func(s *Situation) { s.Now = monday.Add(-time.Second) },
		"after":                func(s *Situation) { s.Now = monday.AddDate(0, 0, 5) }, // spec: people.ooo.after
		"sent already":         func(s *Situation) { s.AwaySent = true },
		"not named":            func(s *Situation) { s.Mail.InTo = false },
		"suppressed":           func(s *Situation) { s.Mail.NoAutoReply = true },
		"automatic":            func(s *Situation) { s.Mail.Automatic = "Precedence: bulk" },
		"null sender":          func(s *Situation) { s.Mail.NullSender = true },
		"paused":               func(s *Situation) { s.Person.Paused = true },
		"still away in Samoa?": func(s *Situation) { s.Now, s.Person.Hours.Zone = monday.AddDate(0, 0, 5).Add(-13*time.Hour), apia(t) },
	} {
		s := base
		change(&s)
		assert.Nil(t, Decide(s).Away, name)
	}
	for name, change := range map[string]func(s *Situation){
		"in copy":      func(s *Situation) { s.Mail.InTo, s.Mail.InCc = false, true },
		"not answered": func(s *Situation) { s.Person.ReplyRate = 0 },
		"batched":      func(s *Situation) { s.Pending = s.Now.AddDate(0, 0, 8) },
		"last second":  func(s *Situation) { s.Now = monday.AddDate(0, 0, 5).Add(-time.Second) },
		"any hour":     func(s *Situation) { s.IgnoreHours = true },
	} {
		s := base
		change(&s)
		assert.NotNil(t, Decide(s).Away, name)
	}
}

func apia(t *testing.T) *time.Location {
	z, err := simtime.LoadZone("Pacific/Apia")
	require.NoError(t, err)
	return z
}

func TestBounce(t *testing.T) {
	t.Parallel()
	s := sure(question(Busy))
	s.Person.Bounce = 1
	kind := ""
	for i := range 100 {
		s.Occasion = i
		d := Decide(s)
		require.Equal(t, Reject, d.Act) // spec: people.bounce
		require.NotNil(t, d.Bounce)
		if kind == "" {
			kind = d.Bounce.Kind
		}
		require.Equal(t, kind, d.Bounce.Kind, "one address fails in one way")
		after := d.Bounce.Due.Sub(s.Now)
		require.True(t, after >= time.Second && after <= 90*time.Second, after)
		require.True(t, kind != "blocked" || after <= 20*time.Second, after)
		require.True(t, d.ReadAt.IsZero() && d.Due.IsZero())
	}
	s.Mail.NullSender = true
	d := Decide(s)
	assert.Equal(t, Ignore, d.Act)
	assert.Nil(t, d.Bounce, "a bounce is never bounced")

	s.Mail.NullSender = false
	s.Person.Bounce = 0.25
	n := 0
	rarely := map[string]bool{}
	kinds := map[string]int{}
	for i := range 1000 {
		s.Occasion = i
		p := s
		p.Person.Addresses = []string{"p" + strings.Repeat("x", i) + "@people.test"}
		if d := Decide(p); d.Act == Reject {
			n++
			rarely[d.Bounce.Kind] = true
		}
		p.Person.Bounce = 1
		kinds[Decide(p).Bounce.Kind]++
	}
	assert.InDelta(t, 250, n, 42)
	assert.Equal(t, map[string]bool{"full": true, "blocked": true}, rarely, "an address that works at times exists")
	assert.Len(t, kinds, 4)
	assert.Greater(t, kinds["unknown"], 400)
}

func TestForward(t *testing.T) {
	t.Parallel()
	base := sure(question(Busy))
	base.Person.ForwardTo = "ben@people.test"
	d := Decide(base)
	require.NotNil(t, d.Forward) // spec: people.forward_to
	assert.Equal(t, "ben@people.test", d.Forward.To)
	assert.False(t, d.Forward.Due.Before(d.ReadAt))
	assert.LessOrEqual(t, d.Forward.Due.Sub(d.ReadAt), 3*time.Minute)
	ignored := base
	ignored.Person.ReplyRate = 0
	assert.NotNil(t, Decide(ignored).Forward, "whether they answer is another matter")
	for name, change := range map[string]func(s *Situation){
		"to nobody":     func(s *Situation) { s.Person.ForwardTo = "" },
		"forwarded":     func(s *Situation) { s.Mail.Forwarded = true },
		"automatic":     func(s *Situation) { s.Mail.Automatic = "List-Id" },
		"from there":    func(s *Situation) { s.Mail.From = "Ben+x@people.test" },
		"to themselves": func(s *Situation) { s.Person.ForwardTo = "ANNA@people.test" },
	} {
		s := base
		change(&s)
		assert.Nil(t, Decide(s).Forward, name)
	}
}

func TestCopyAndSecondMail(t *testing.T) {
	t.Parallel()
	count := func(change func(s *Situation)) (cc, double int) {
		for i := range 1000 {
			s := sure(question(Difficult))
			s.Occasion = i
			change(&s)
			d := Decide(s)
			if d.CC {
				cc++
			}
			if d.Double != nil {
				double++
			}
		}
		return cc, double
	}
	cc, double := count(func(*Situation) {})
	assert.InDelta(t, 120, cc, 31)
	assert.InDelta(t, 150, double, 34)
	cc, double = count(func(s *Situation) { s.Person.CCSomeone, s.Person.DoubleReply = 1, 1 })
	assert.Equal(t, [2]int{1000, 1000}, [2]int{cc, double}) // spec: people.cc_someone, people.double_reply
	cc, double = count(func(s *Situation) { s.Person.CCSomeone, s.Person.DoubleReply, s.Person.ReplyRate = 1, 1, 0 })
	assert.Equal(t, [2]int{}, [2]int{cc, double}, "no reply, nothing after it")
}
