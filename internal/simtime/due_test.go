package simtime

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestParseDue(t *testing.T) {
	t.Parallel()
	office := Office(zone(t, "Europe/Paris"))
	now := time.Date(2026, 1, 7, 10, 30, 0, 0, office.Zone) // a Wednesday
	for text, want := range map[string]string{
		"today": "Wed 7 Jan 17:00", "tonight": "Wed 7 Jan 17:00", "by the end of the day": "Wed 7 Jan 17:00",
		"tomorrow": "Thu 8 Jan 17:00", "tomorrow at 10:00": "Thu 8 Jan 10:00", "Tomorrow morning": "Thu 8 Jan 17:00",
		"by Friday": "Fri 9 Jan 17:00", "on Tuesday 10:00": "Tue 13 Jan 10:00", "Wednesday": "Wed 7 Jan 17:00", "Mon.": "Mon 12 Jan 17:00",
		"next Friday": "Fri 16 Jan 17:00", "this Friday, at 3 pm": "Fri 9 Jan 15:00", "Friday 3:30pm": "Fri 9 Jan 15:30", "Friday noon": "Fri 9 Jan 12:00",
		"by the end of the week": "Fri 9 Jan 17:00", "this week": "Fri 9 Jan 17:00", "next week": "Fri 16 Jan 17:00",
		"by the end of the month": "Sat 31 Jan 17:00", "next month": "Sat 28 Feb 17:00",
		"in a few days": "Mon 12 Jan 17:00", "within 2 business days": "Fri 9 Jan 17:00", "in a couple of days": "Fri 9 Jan 17:00",
		"in two or three days": "Mon 12 Jan 17:00", "in a week": "Wed 14 Jan 17:00", "in 2 weeks": "Wed 21 Jan 17:00", "in a month": "Fri 6 Feb 17:00",
		"within two hours": "Wed 7 Jan 12:30", "in an hour": "Wed 7 Jan 11:30",
		"9 January": "Fri 9 Jan 17:00", "January 9th": "Fri 9 Jan 17:00", "the 9th of January": "Fri 9 Jan 17:00", "6 Jan": "Wed 6 Jan 17:00",
		"2026-01-09": "Fri 9 Jan 17:00", "by 2026-02-01, 09:15": "Sun 1 Feb 09:15",
	} {
		due, ok := office.ParseDue(text, now)
		assert.True(t, ok, text)
		assert.Equal(t, want, due.In(office.Zone).Format("Mon 2 Jan 15:04"), text)
	}
	for _, text := range []string{"", "soon", "2026-01-06", "2026-13-01", "January", "in 0 days", "in 99999999999999999999 days", "today 09:00", "as discussed"} {
		due, ok := office.ParseDue(text, now)
		assert.False(t, ok, "%s: %v", text, due)
	}
	evening := now.Add(8 * time.Hour)
	due, ok := office.ParseDue("today", evening)
	assert.True(t, ok)
	assert.Equal(t, evening.Add(2*time.Hour), due)
	due, _ = office.ParseDue("Wednesday", evening)
	assert.Equal(t, "Wed 14 Jan 17:00", due.Format("Mon 2 Jan 15:04"))
	due, _ = office.ParseDue("next week", time.Date(2026, 1, 9, 18, 0, 0, 0, office.Zone)) // a Friday evening
	assert.Equal(t, "Fri 16 Jan 17:00", due.Format("Mon 2 Jan 15:04"))
}

func FuzzParseDue(f *testing.F) {
	for _, s := range []string{"by Friday", "in a few days", "January 9th", "of of days", "next week 3 pm", "2 working days"} {
		f.Add(s, int64(1767778200))
	}
	f.Fuzz(func(t *testing.T, s string, unix int64) {
		now := time.Unix(unix%253402300799, 0)
		if due, ok := Office(zone(t, "Europe/Berlin")).ParseDue(s, now); ok && !due.After(now) {
			t.Fatalf("%q at %v is %v", s, now, due)
		}
	})
}
