package decide

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/simtime"
)

func wants(temperament string) Situation {
	s := sure(question(temperament))
	s.Mail.Wants = true
	return s
}

func TestPromises(t *testing.T) {
	t.Parallel()
	for _, e := range Temperaments() {
		const n = 1000
		made, kept := 0, 0
		phrases := map[string]int{}
		for i := range n {
			s := wants(e.Name)
			s.Occasion = i
			s.Now = monday.Add(time.Duration(i) * 13 * time.Minute)
			d := Decide(s)
			p := d.Promise
			if p == nil {
				continue
			}
			made++
			phrases[p.Phrase]++
			require.True(t, p.Due.After(d.Due), "%v %v", d.Due, p)
			require.Equal(t, p.WillKeep, !p.DeliverAt.IsZero())
			if !p.WillKeep {
				continue
			}
			kept++
			require.False(t, p.DeliverAt.After(p.Due))
			require.GreaterOrEqual(t, p.DeliverAt.Sub(d.Due), p.Due.Sub(d.Due)*8/10-time.Second)
			require.True(t, s.Person.Hours.Open(p.DeliverAt))
		}
		assert.InDelta(t, n*e.Promises, made, 50, e.Name)
		assert.InDelta(t, e.KeepPromises, float64(kept)/float64(made), 0.1, e.Name)
		assert.Len(t, phrases, 3, e.Name)
	}
}

func TestPromiseKeptOrBroken(t *testing.T) {
	t.Parallel()
	for i := range 300 {
		s := wants(Flaky)
		s.Occasion = i
		s.Person.KeepPromises = 1
		if p := Decide(s).Promise; p != nil {
			require.True(t, p.WillKeep) // spec: people.promise
		}
		s.Person.KeepPromises = 0
		if p := Decide(s).Promise; p != nil {
			require.False(t, p.WillKeep) // spec: people.promise
		}
		s.Mail.Wants = false
		require.Nil(t, Decide(s).Promise, "a question alone needs no promise")
	}
}

func TestPromiseDue(t *testing.T) {
	t.Parallel()
	want := map[string]string{"tomorrow": "Mon 12 17:00", "by the end of the week": "Fri 9 17:00", "in a few days": "Wed 14 17:00"}
	early, late := map[string]bool{}, map[string]bool{}
	for i := range 200 {
		s := wants(Busy)
		s.Occasion = i
		s.Now = time.Date(2026, 1, 9, 10, 0, 0, 0, time.UTC) // a Friday
		if p := Decide(s).Promise; p != nil {
			require.Equal(t, want[p.Phrase], p.Due.Format("Mon 2 15:04"))
			early[p.Phrase] = true
		}
		s.Now = s.Now.Add(4 * time.Hour) // the reply leaves at 15:00
		if p := Decide(s).Promise; p != nil {
			late[p.Phrase] = true
		}
		s.Person.Absences = []simtime.Absence{absence("2026-01-12", "2026-01-14", "")}
		if p := Decide(s).Promise; p != nil {
			t.Fatalf("promised for a day of absence: %v", p)
		}
	}
	assert.Len(t, early, 3)
	assert.Equal(t, map[string]bool{"tomorrow": true, "in a few days": true}, late)
}

func TestKnowingLittlePromisesMore(t *testing.T) {
	t.Parallel()
	made := map[string]int{}
	for i := range 1000 {
		for _, knows := range []string{"all", "some", "little", ""} {
			s := wants(Responsive)
			s.Occasion, s.Person.Knows = i, knows
			if Decide(s).Promise != nil {
				made[knows]++
			}
		}
	}
	assert.InDelta(t, 350, made["all"], 46)
	assert.InDelta(t, 500, made["some"], 48)
	assert.InDelta(t, 650, made["little"], 46)
	assert.Equal(t, made["some"], made[""])
}

func TestOverdue(t *testing.T) {
	t.Parallel()
	sorry := 0
	for i := range 1000 {
		s := question(Ghost)
		s.Occasion, s.Mail.Overdue = i, true
		d := Decide(s)
		assert.Equal(t, d.Act == Reply, d.Apology)
		if d.Apology {
			sorry++
		}
	}
	assert.InDelta(t, 700, sorry, 44)
}

func TestWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		temperament string
		days        []string // the days of the reminders, or instants
		cc          bool
	}{
		{Responsive, []string{"Thu 8", "Mon 12"}, false},
		{Busy, []string{"Wed 14"}, false},
		{Procedural, []string{"Thu 8", "Tue 13", "Fri 16"}, false},
		{Skeptical, []string{"Mon 12"}, false},
		{Difficult, []string{"Thu 8", "Fri 9", "Mon 12", "Tue 13"}, true}, // 4 h after 17:00 is the next morning
		{Ghost, nil, false},
	} {
		s := sure(question(c.temperament))
		due := time.Date(2026, 1, 7, 17, 0, 0, 0, time.UTC) // Wednesday
		s.Mail.Promise = &Promise{What: "the contract", Due: due}
		w := Decide(s).Wait
		require.NotNil(t, w)
		assert.Equal(t, "the contract", w.What)
		assert.Equal(t, due, w.Due)
		assert.Equal(t, c.cc, w.CC, c.temperament)
		var days []string
		for i, n := range w.Nudges {
			days = append(days, n.Format("Mon 2"))
			assert.True(t, s.Person.Hours.Open(n), "%s %v", c.temperament, n)
			assert.True(t, n.After(due) && (i == 0 || n.After(w.Nudges[i-1])), "%s %v", c.temperament, w.Nudges)
			assert.NotZero(t, n.Minute()*60+n.Second(), "%s: nobody reminds at nine sharp", c.temperament)
		}
		assert.Equal(t, c.days, days, c.temperament)
	}
}

func TestWaitsFrom(t *testing.T) {
	t.Parallel()
	s := sure(question(Difficult))
	s.Mail.Promise = &Promise{What: "the contract", Due: monday.Add(10 * time.Hour)}
	assert.Equal(t, monday.Add(14*time.Hour), Decide(s).Wait.Nudges[0], "four hours later, on the same day")

	s.Mail.Promise = &Promise{}
	assert.Equal(t, time.Date(2026, 1, 8, 17, 0, 0, 0, time.UTC), Decide(s).Wait.Due, "some day soon is three working days")
	s.Mail.Promise = &Promise{Due: monday.AddDate(0, 0, -30)}
	assert.Equal(t, s.Now, Decide(s).Wait.Due, "what is overdue is waited for from now")
	s.Mail.Promise = &Promise{}
	s.Person.ReplyRate = 0
	assert.NotNil(t, Decide(s).Wait, "whether they answer is another matter")

	s = sure(question(Responsive))
	s.Mail.Promise = &Promise{Due: monday.Add(17 * time.Hour)}
	s.Person.Absences = []simtime.Absence{absence("2026-01-06", "2026-01-08", "")}
	assert.Equal(t, "Fri 9", Decide(s).Wait.Nudges[0].Format("Mon 2"), "not in an absence")

	chased := 0
	for i := range 1000 {
		s := sure(question(Flaky))
		s.Occasion, s.Mail.Promise = i, &Promise{}
		if Decide(s).Wait.Nudges != nil {
			chased++
		}
	}
	assert.InDelta(t, 100, chased, 29)
}
