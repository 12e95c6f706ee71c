package simtime

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseDue reads by when something is promised at t, in English: "today",
// "tomorrow", "by Friday", "Tuesday 10:00", "next week", "by the end of the
// month", "in a few days", "within two hours", "9 January", "2026-01-09". Where
// no time of day is said it is 17:00, and days counted are working days. ok is
// false for a text that says no such thing, and for a date that has passed.
func (h Hours) ParseDue(text string, t time.Time) (due time.Time, ok bool) {
	d := dueReader{h: h, now: t, today: DateOf(t, h.Zone), words: dueWords(text)}
	day, ok := d.day()
	switch {
	case !ok:
		return time.Time{}, false
	case !d.exact.IsZero():
		return d.exact, true
	}
	minutes, said := d.clock()
	due = day.At(minutes, h.Zone)
	if !due.After(t) && day == d.today && !said { // "today", said in the evening
		due = t.Add(2 * time.Hour)
	}
	return due.In(t.Location()), due.After(t)
}

// dueWords is the start of a text as lower-case words without punctuation.
func dueWords(text string) []string {
	const most = 200
	words := strings.Fields(strings.ToLower(text[:min(len(text), most)]))
	for i := range words {
		words[i] = strings.Trim(words[i], ".,;!")
	}
	return words
}

type dueReader struct {
	h     Hours
	now   time.Time
	today Date
	words []string
	exact time.Time // of a number of hours: no day is meant
}

// day finds the first word that names a day.
func (d *dueReader) day() (Date, bool) {
	for i, w := range d.words {
		switch w {
		case "today", "tonight":
			return d.today, true
		case "tomorrow":
			return d.working(1), true
		case "day", "days", "week", "weeks", "month", "months", "hour", "hours":
			return d.span(i)
		}
		if wd, ok := weekday(w); ok {
			return d.weekday(i, wd), true
		}
		if date, err := ParseDate(w); err == nil {
			return date, true
		}
		if m, ok := month(w); ok {
			return d.monthDay(i, m)
		}
	}
	return Date{}, false
}

// span reads what stands before a unit of time: a number, or which one.
func (d *dueReader) span(i int) (Date, bool) {
	unit := strings.TrimSuffix(d.words[i], "s")
	n, counted := d.count(i)
	switch {
	case counted && unit == "hour":
		d.exact = d.now.Add(time.Duration(n) * time.Hour)
		return d.today, true
	case counted && unit == "day":
		return d.working(n), true
	case counted && unit == "week":
		return d.today.AddDays(7 * n), true
	case counted:
		return d.today.AddDays(30 * n), true
	}
	next := d.before(i, "next")
	switch unit {
	case "day":
		return d.today, slices.Contains(d.words[:i], "end")
	case "week":
		week := DateOf(d.h.EndOfWeek(d.now), d.h.Zone)
		if next && week.Compare(d.today.AddDays(7)) < 0 {
			week = week.AddDays(7)
		}
		return week, true
	case "month":
		first := Date{d.today.Year, d.today.Month + 1, 1}
		if next {
			first.Month++
		}
		return first.AddDays(-1), true
	}
	return Date{}, false
}

var numerals = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "five": 5}

// count reads the number before a unit: "two", "a few working", "2 or 3".
func (d *dueReader) count(i int) (int, bool) {
	for i--; i >= 0; i-- {
		switch w := d.words[i]; w {
		case "working", "business", "of":
			continue
		default:
			if n, ok := numerals[w]; ok {
				return n, true
			}
			n, err := strconv.Atoi(w)
			return n, err == nil && 0 < n && n <= 1000
		}
	}
	return 0, false
}

// weekday is the next such day, today until 17:00; "next Friday" is that of
// the week to come.
func (d *dueReader) weekday(i int, wd time.Weekday) Date {
	ahead := int(wd-d.today.Weekday()+7) % 7
	if d.before(i, "next") {
		monday := int(time.Monday-d.today.Weekday()+7) % 7
		if monday == 0 {
			monday = 7
		}
		ahead = monday + int(wd-time.Monday+7)%7
	}
	if day := d.today.AddDays(ahead); ahead > 0 || day.At(endOfDay, d.h.Zone).After(d.now) {
		return day
	}
	return d.today.AddDays(7)
}

// monthDay reads the number before or after the name of a month; the year to
// come when the day has passed in this one.
func (d *dueReader) monthDay(i int, m time.Month) (Date, bool) {
	for _, at := range []int{i - 1, i + 1, i - 2} { // "9 January", "January 9", "9th of January"
		if at < 0 || at >= len(d.words) {
			continue
		}
		n, err := strconv.Atoi(strings.TrimRight(d.words[at], "sthndr"))
		if err != nil || n < 1 || n > 31 {
			continue
		}
		date := Date{d.today.Year, m, n}
		if date.Compare(d.today) < 0 {
			date.Year++
		}
		return date, true
	}
	return Date{}, false
}

func month(w string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if name := strings.ToLower(m.String()); w == name || w == name[:3] {
			return m, true
		}
	}
	return 0, false
}

// clock is the first time of day in the text, else 17:00.
func (d *dueReader) clock() (minutes int, said bool) {
	for i, w := range d.words {
		switch {
		case w == "noon" || w == "midday":
			return 12 * 60, true
		case i > 0 && (w == "am" || w == "pm"):
			w = d.words[i-1] + w
		}
		for _, form := range []string{"15:04", "3:04pm", "3pm"} {
			if at, err := time.Parse(form, w); err == nil {
				return at.Hour()*60 + at.Minute(), true
			}
		}
	}
	return endOfDay, false
}

func (d *dueReader) working(n int) Date {
	return DateOf(d.h.AddWorkingDays(d.now, n), d.h.Zone)
}

func (d *dueReader) before(i int, word string) bool { return i > 0 && d.words[i-1] == word }
