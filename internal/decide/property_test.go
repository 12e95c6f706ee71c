package decide

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// random makes a situation of anything, wild values among them.
func random(r *rand.Rand) Situation {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	yes := func() bool { return r.IntN(4) == 0 }
	rate := func() float64 {
		return []float64{0, 1, r.Float64(), r.Float64(), -1, 2, math.NaN(), math.Inf(1)}[r.IntN(8)]
	}
	num := func() int { // the same on every machine
		return []int{0, 1, 2, r.IntN(20), -1, math.MaxInt32, math.MinInt32}[r.IntN(7)]
	}
	length := func() time.Duration {
		return []time.Duration{0, time.Duration(r.Int64N(int64(72 * time.Hour))), time.Duration(r.Int64()), -time.Hour, math.MaxInt64}[r.IntN(5)]
	}
	now := time.Unix(1_700_000_000+r.Int64N(200_000_000), r.Int64N(2)*r.Int64N(1e9))
	instant := func() time.Time {
		return []time.Time{{}, now, now.Add(length()), now.Add(-length()), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64/2, 0)}[r.IntN(6)]
	}
	date := func() simtime.Date {
		d := simtime.DateOf(now, time.UTC).AddDays(r.IntN(60) - 30)
		if yes() {
			d = simtime.Date{Year: num(), Month: time.Month(num()), Day: num()}
		}
		return d
	}
	address := func() string {
		return pick("anna@people.test", "Ben+x@people.test", "app@ours.test", "", "@", "+@x", "ghost+tag", "\x00\r\n@é")
	}
	s := Situation{
		Seed: rng.Seed(pick("a", "b", "")), Now: now, Pending: instant(), AwaySent: yes(), Occasion: num(),
		Pace: []float64{0, 1, 0.1, 2, -1, math.NaN(), math.Inf(1), 1e300}[r.IntN(8)], IgnoreHours: yes(),
		Relation: Relation{Closeness(num()), num(), num(), 0}, Thread: Thread{OwnReplies: num(), LastOwn: instant(), Closed: r.IntN(5) == 0},
	}
	if r.IntN(10) == 0 {
		s.Now = instant()
	}
	if name := pick("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", ""); name != "" {
		s.Person.Hours.Zone, _ = simtime.LoadZone(name)
		if yes() {
			s.Now = nextChange(s.Now, s.Person.Hours.Zone).Add(time.Duration(r.Int64N(int64(2*simtime.Day))) - 2*simtime.Day)
		}
	}
	p := &s.Person
	p.Name, p.Temperament = pick("Anna", "", "x\ny", string(make([]byte, 300))), catalogue[r.IntN(len(catalogue))].Name
	if yes() {
		p.Temperament = pick("", "cheerful")
	}
	for range r.IntN(3) {
		p.Addresses = append(p.Addresses, address())
	}
	p.ReplyRate, p.RateGiven, p.Median, p.MedianGiven, p.Spread = rate(), yes(), length(), yes(), 4*rate()
	p.HoursGiven = yes()
	p.Hours.Days, p.Hours.From, p.Hours.To = simtime.Days(r.IntN(256)), r.IntN(1441), r.IntN(1441)
	if yes() {
		p.Hours.From, p.Hours.To = num(), num()
	}
	if yes() {
		p.Hours = simtime.Office(p.Hours.Zone)
	}
	for range r.IntN(4) {
		p.Absences = append(p.Absences, simtime.Absence{From: date(), To: date(), Message: "away"})
	}
	p.DoubleReply, p.CCSomeone, p.KeepPromises, p.Knows, p.Phone = rate(), rate(), rate(), pick("all", "some", "little", ""), yes()
	if yes() {
		p.Bounce, p.Paused, p.ForwardTo = rate(), yes(), address()
	}
	s.Mail = Mail{
		From: address(), InTo: !yes(), InCc: yes(), Recipients: num(), NullSender: yes(), NoAutoReply: yes(), Simulated: yes(), Forwarded: yes(),
		Questions: num(), Asks: yes(), Wants: !yes(), Thanks: yes(), Urgent: yes(), Cold: num(), Chase: num(), Answers: yes(), OnCase: yes(),
		Words: num(), Attachments: num(), Overdue: yes(), Junked: r.IntN(10) == 0,
	}
	if yes() {
		s.Mail.Automatic = "List-Id: \x1b[31m"
	}
	if r.IntN(5) == 0 {
		s.Mail.Machine, s.Mail.Closing = "receipt", yes()
	}
	if yes() {
		s.Mail.Promise = &Promise{"it", instant()}
	}
	return s
}

// nextChange is within a day after the clocks of a zone change next, or t where
// they stay as they are.
func nextChange(t time.Time, zone *time.Location) time.Time {
	_, offset := t.In(zone).Zone()
	for d := range time.Duration(400) {
		if _, other := t.Add(d * simtime.Day).In(zone).Zone(); other != offset {
			return t.Add(d * simtime.Day)
		}
	}
	return t
}

func TestAnySituation(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	acts := map[Act]int{}
	for i := range uint64(20_000) {
		s := random(rand.New(rand.NewPCG(i, 0)))
		d := Decide(s)
		if err := check(s, d); err != nil {
			t.Fatalf("situation %d: %v\n%+v\n%+v", i, err, s, d)
		}
		if again := Decide(s); !cmp.Equal(d, again) {
			t.Fatalf("situation %d decided twice: %s", i, cmp.Diff(d, again))
		}
		acts[d.Act]++
	}
	for _, a := range []Act{Reply, Ignore, Batch, Reject} {
		assert.Greater(t, acts[a], 300, a)
	}
}

func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), uint64(2), 0.5, 4.0, 1.0, int64(3600), int64(1774744200), 540, 1080)
	f.Add(uint64(3), uint64(9), math.NaN(), math.Inf(1), -1.0, int64(math.MinInt64), int64(math.MaxInt64), -7, math.MaxInt)
	f.Fuzz(func(t *testing.T, a, b uint64, rate, spread, pace float64, median, unix int64, from, to int) {
		s := random(rand.New(rand.NewPCG(a, b)))
		s.Person.ReplyRate, s.Person.Spread, s.Pace, s.Person.Median = rate, spread, pace, time.Duration(median)
		s.Now, s.Person.Hours.From, s.Person.Hours.To = time.Unix(unix, 0), from, to
		d := Decide(s)
		if err := check(s, d); err != nil {
			t.Fatalf("%v\n%+v\n%+v", err, s, d)
		}
	})
}

// FuzzInvariants draws a situation and holds of its decision what must hold of any: it
// is made of the situation alone and changes nothing of it, keeps to the hours, to the
// rates given and to the order of events, and a higher rate loses no reply.
func FuzzInvariants(f *testing.F) {
	f.Add(uint64(1), uint64(2), 0.5, 0.9, false, "Is Tuesday fine?")
	f.Add(uint64(7), uint64(7), 0.0, 1.0, true, "")
	f.Add(uint64(3), uint64(9), -1.0, math.NaN(), false, "\xff\x00")
	f.Fuzz(func(t *testing.T, a, b uint64, low, high float64, automatic bool, seed string) {
		s := random(rand.New(rand.NewPCG(a, b)))
		s.Seed, s.Person.RateGiven = rng.Seed(seed), true
		if automatic {
			s.Mail.Automatic = "Auto-Submitted"
		}
		decide := func(rate float64) Decision {
			s.Person.ReplyRate = rate
			before := fmt.Sprintf("%+v", s)
			d := Decide(s)
			if err := check(s, d); err != nil {
				t.Fatalf("%v\n%+v\n%+v", err, s, d)
			}
			if again := Decide(s); !cmp.Equal(d, again) {
				t.Fatalf("decided twice: %s", cmp.Diff(d, again))
			}
			if after := fmt.Sprintf("%+v", s); before != after {
				t.Fatalf("the situation was\n%s\nand is\n%s", before, after)
			}
			return d
		}
		answers := func(d Decision) bool { return d.Act == Reply || d.Act == Batch }
		none, all := decide(0), decide(1)
		switch {
		case answers(none):
			t.Fatalf("a reply at rate 0: %+v", none)
		case answers(all) && (s.Mail.Automatic != "" || s.Person.Paused || s.Mail.Junked):
			t.Fatalf("a reply to what nobody answers: %+v", all)
		}
		if low > high {
			low, high = high, low
		}
		if low <= high && answers(decide(low)) && !answers(decide(high)) {
			t.Fatalf("a reply at rate %v and none at %v", low, high)
		}
	})
}

// check says which promise of Decide a decision breaks.
func check(s Situation, d Decision) error {
	now := clampTime(s.Now)
	at := map[string]time.Time{}
	sent := []string{"Due"}
	at["ReadAt"], at["Due"] = d.ReadAt, d.Due
	if d.Double != nil {
		at["Double"] = d.Double.Due
		if gap := d.Double.Due.Sub(d.Due); gap < 2*time.Minute || gap > 20*time.Minute {
			return fmt.Errorf("second mail %v after the reply", gap)
		}
	}
	if d.Promise != nil {
		at["Promise"], at["DeliverAt"] = d.Promise.Due, d.Promise.DeliverAt
		if d.Promise.DeliverAt.After(d.Promise.Due) || !d.Promise.Due.After(d.Due) {
			return fmt.Errorf("promise %+v", *d.Promise)
		}
	}
	if d.Away != nil {
		at["Away"] = d.Away.Due
		if gap := d.Away.Due.Sub(now); gap < 5*time.Second || gap > 61*time.Second {
			return fmt.Errorf("out of office after %v", gap)
		}
	}
	if d.Forward != nil {
		at["Forward"] = d.Forward.Due
		sent = append(sent, "Forward")
	}
	if d.Bounce != nil {
		at["Bounce"] = d.Bounce.Due
	}
	if d.Wait != nil {
		at["Wait"] = d.Wait.Due
		for i, n := range d.Wait.Nudges {
			key := fmt.Sprint("Nudge", i)
			at[key] = n
			sent = append(sent, key)
			if n.Before(d.Wait.Due) || i > 0 && !n.After(d.Wait.Nudges[i-1]) {
				return fmt.Errorf("reminders %v", d.Wait.Nudges)
			}
		}
	}
	for what, t := range at {
		if !t.IsZero() && (t.Before(now) || t.Nanosecond() != 0) {
			return fmt.Errorf("%s at %v", what, t)
		}
	}
	hours := s.Person.Own(s.Seed)
	for _, what := range sent {
		if t := at[what]; !t.IsZero() && d.Act != Batch {
			open := s.IgnoreHours || hours.Open(t) || s.Person.hoursAreTheirs() && atHome(hours.Zone).Open(t)
			if _, away := s.Person.AwayAt(t); away || !open {
				return fmt.Errorf("%s at %v, when nobody is there", what, t)
			}
		}
	}
	switch {
	case d.Act == Reply && (d.Due.IsZero() || d.ReadAt.After(d.Due)),
		d.Act == Batch && (d.Due.IsZero() || d.ReadAt.After(d.Due) || d.Double != nil),
		d.Act == Ignore && (!d.Due.IsZero() || d.Double != nil || d.Promise != nil),
		d.Act == Reject && (d.Bounce == nil || !d.ReadAt.IsZero()):
		return fmt.Errorf("parts do not fit %s", d.Act)
	case d.Chance < 0 || d.Chance > 1 || d.Chance > maxChance && !s.Person.RateGiven:
		return fmt.Errorf("chance %v", d.Chance)
	case d.Delay < 0 || d.Delay > simtime.MaxDuration:
		return fmt.Errorf("delay %v", d.Delay)
	case d.Plan == "" || d.Why == "" || len(d.Plan) > 300 || len(d.Why) > 500:
		return fmt.Errorf("texts %q %q", d.Plan, d.Why)
	}
	for _, text := range []string{d.Plan, d.Why} {
		if strings.TrimSpace(text) != text || containsControl(text) {
			return fmt.Errorf("text %q", text)
		}
	}
	return nil
}

func containsControl(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0x7f {
			return true
		}
	}
	return false
}

// TestNothingElseChangesADecision: what has no part in a decision does not move
// it, neither other people nor the spelling of an address.
func TestNothingElseChangesADecision(t *testing.T) {
	t.Parallel()
	for i := range 300 {
		s := wants(Responsive)
		s.Person.RateGiven, s.Person.MedianGiven, s.Person.Spread = false, false, 2.5
		s.Occasion = i
		want := Decide(s)
		for name, change := range map[string]func(s *Situation){
			"spelling":           func(s *Situation) { s.Mail.From = "App+order-17@OURS.test" },
			"own spelling":       func(s *Situation) { s.Person.Addresses[0] = "Anna@People.test" },
			"further addresses":  func(s *Situation) { s.Person.Addresses = s.Person.Addresses[:1] },
			"zone of the clock":  func(s *Situation) { s.Now = s.Now.In(time.FixedZone("", 3600)) },
			"pace as configured": func(s *Situation) { s.Pace = 1 },
			"past absence":       func(s *Situation) { s.Person.Absences = []simtime.Absence{absence("2025-01-01", "2025-02-01", "")} },
			"no absence":         func(s *Situation) { s.AwaySent = true },
			"mail in a long past": func(s *Situation) {
				s.Thread.LastOwn = s.Now.AddDate(-1, 0, 0)
				s.Relation.Received = 40
			},
			"a few words more": func(s *Situation) { s.Mail.Words = 120 },
		} {
			c := s
			c.Person.Addresses = append([]string(nil), s.Person.Addresses...)
			change(&c)
			if diff := cmp.Diff(want, Decide(c)); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
		}
		// A name shows in the texts alone.
		named := s
		named.Person.Name = "Berta"
		got := Decide(named)
		got.Plan, got.Why = want.Plan, want.Why
		require.Empty(t, cmp.Diff(want, got))
		// One trait moves its own part alone.
		copied := s
		copied.Person.CCSomeone, copied.Person.DoubleReply = 1, 1
		got = Decide(copied)
		got.CC, got.Double = want.CC, want.Double
		require.Empty(t, cmp.Diff(want, got))
	}
}

// TestKeys: seed, person, correspondent and ordinal each make another draw.
func TestKeys(t *testing.T) {
	t.Parallel()
	base := question(Busy)
	base.Person.RateGiven, base.Person.ReplyRate = true, 1
	for name, change := range map[string]func(s *Situation){
		"seed":          func(s *Situation) { s.Seed = "other" },
		"person":        func(s *Situation) { s.Person.Addresses = []string{"anna+ghost@people.test"} },
		"correspondent": func(s *Situation) { s.Mail.From = "app@theirs.test" },
		"ordinal":       func(s *Situation) { s.Occasion++ },
	} {
		s := base
		change(&s)
		assert.NotEqual(t, Decide(base).Delay, Decide(s).Delay, name)
	}
}

// TestConversationsEnd lets simulated people talk until one falls silent.
func TestConversationsEnd(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	mean := func(rate float64, given bool) float64 {
		total := 0
		for i := range 500 {
			people := [2]Traits{question(Responsive).Person, question(Difficult).Person}
			people[1].Addresses = []string{"dora@people.test"}
			for k := range people {
				people[k].ReplyRate, people[k].RateGiven = rate, given
			}
			for n := 1; ; n++ {
				reader, writer := &people[n%2], &people[(n+1)%2]
				d := Decide(Situation{
					Seed: "talk", Now: monday, Person: *reader, Occasion: 100*i + n, Relation: Relation{Closeness: Known},
					Mail:   Mail{From: writer.Addresses[0], InTo: true, Recipients: 1, Questions: 1, Simulated: true},
					Thread: Thread{OwnReplies: (n - 1) / 2},
				})
				if d.Act != Reply {
					total += n
					break
				}
				require.Less(t, n, 40) // spec: people.plain-loop
			}
		}
		return float64(total) / 500
	}
	usual := mean(0.9, false)
	t.Logf("mails in a thread: %.1f", usual)
	assert.InDelta(t, 4, usual, 1, "threads of company mail have 4.1")
	assert.Equal(t, 17.0, mean(1, true), "at a rate given, eight replies each")
}

// TestGolden holds draws that no platform and no change may move unseen.
func TestGolden(t *testing.T) {
	t.Parallel()
	var sum uint64
	for i := range uint64(500) {
		s := random(rand.New(rand.NewPCG(i, 7)))
		s.Person.Name = "Anna"
		d := Decide(s)
		sum = sum*31 + binary.LittleEndian.Uint64([]byte(string(d.Act) + "        ")[:8]) + uint64(d.Due.Unix()) + uint64(d.ReadAt.Unix()) + uint64(d.Delay)
	}
	assert.Equal(t, uint64(0xc5ff096e05de4786), sum)
}
