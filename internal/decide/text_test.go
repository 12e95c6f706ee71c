package decide

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/simtime"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		change    func(s *Situation)
		plan, why string
	}{
		{"given", func(s *Situation) {},
			"Anna answers in about 1h, on Mon 10:30",
			"Anna answers 100% of personal mail; takes about 1h"},
		{"another zone", func(s *Situation) { s.Person.Hours.Zone, _ = simtime.LoadZone("Europe/Berlin") },
			"Anna answers in about 1h, on Mon 11:30 (Europe/Berlin)",
			"Anna answers 100% of personal mail; takes about 1h"},
		{"days ahead", func(s *Situation) { s.Person.Median = 10 * simtime.Day },
			"Anna answers in about 10d, on Thu 15 Jan 09:30",
			"Anna answers 100% of personal mail; takes about 10d"},
		{"next year", func(s *Situation) { s.Person.Median = 400 * simtime.Day },
			"Anna answers in about 400d, on Tue 9 Feb 2027 09:30",
			"Anna answers 100% of personal mail; takes about 400d"},
		{"at once", func(s *Situation) { s.Person.Median = 0 },
			"Anna answers at once, on Mon 09:30",
			"Anna answers 100% of personal mail; takes about 0s"},
		{"paced", func(s *Situation) { s.Pace = 0.5 },
			"Anna answers in about 30m, on Mon 10:00",
			"Anna answers 100% of personal mail; takes about 1h, pace x0.5"},
		{"factors", func(s *Situation) {
			s.Person.RateGiven, s.Person.MedianGiven = false, false
			s.Person.ReplyRate, s.Mail.Recipients, s.Mail.Attachments, s.Mail.Urgent, s.Mail.Answers = 0.9, 2, 1, true, true
		},
			"Anna answers in about 72m, on Mon 10:42",
			"responsive answers 90%, one of several recipients x0.769, answers their own question: 80%; takes about 1h, attachment x2, urgent x0.6"},
		{"ignored", func(s *Situation) {
			s.Person.RateGiven, s.Mail.Questions, s.Relation, s.Person.ReplyRate = false, 0, Relation{}, 0.001
		},
			"Anna does not answer",
			"responsive answers 0.1%, asks nothing x0.35, unknown sender x0.35: 0%"},
		{"never", func(s *Situation) { s.Person.ReplyRate = 0 },
			"Anna does not answer", "Anna answers 0% of personal mail"},
		{"away", func(s *Situation) {
			s.Person.Absences = []simtime.Absence{absence("2026-01-05", "2026-01-09", "")}
		},
			"Anna is away until Fri 9 Jan and answers on Mon 12 Jan 10:00",
			"Anna answers 100% of personal mail; takes about 1h"},
		{"no name", func(s *Situation) { s.Person.Name = " \n" },
			"anna@people.test answers in about 1h, on Mon 10:30",
			"anna@people.test answers 100% of personal mail; takes about 1h"},
		{"nobody", func(s *Situation) { s.Person.Name, s.Person.Addresses = "", nil },
			"this person answers in about 1h, on Mon 10:30",
			"this person answers 100% of personal mail; takes about 1h"},
		{"batched", func(s *Situation) { s.Pending = s.Now.Add(26 * time.Hour) },
			"Anna answers it together with the reply planned for Tue 11:30",
			"a reply in this thread is planned for Tue 11:30"},
		{"bounced", func(s *Situation) { s.Person.Bounce = 1 },
			"mail to Anna bounces (blocked) in 3s",
			"mail to Anna bounces (blocked)"},
	} {
		s := sure(question(Responsive))
		c.change(&s)
		d := Decide(s)
		assert.Equal(t, c.plan, d.Plan, c.name)
		assert.Equal(t, c.why, d.Why, c.name)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", " \r\n\x00": "", "Anna Berg": "Anna Berg", "a\r\nb\tc": "a b c", "x\x1b[31my": "x [31my", "Jürgen\u00a0O'Neil": "Jürgen O'Neil",
		strings.Repeat("ü", 60): strings.Repeat("ü", 60), strings.Repeat("ü", 61): strings.Repeat("ü", 60) + "…", "\xff": "\ufffd",
	} {
		assert.Equal(t, want, short(text))
	}
}

func TestAbout(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"30s": 30 * time.Second, "45m": 45*time.Minute + 20*time.Second, "89m": 89 * time.Minute, "2h": 90 * time.Minute,
		"35h": 35 * time.Hour, "2d": 36 * time.Hour, "1m": 59*time.Second + 600*time.Millisecond,
	} {
		assert.Equal(t, want, about(d))
	}
}
