package dialog

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// moment is a date, a time of day or both, as far as a text tells them.
type moment struct {
	weekday int       // 0 is Sunday; -1 when none is named
	dated   bool      // a day of a month is named
	day     time.Time // midnight of the day that is meant; zero when none is
	minutes int       // of the day; -1 when no time is named
}

// read reads a date as a mail says it, seen from now. What it cannot read it leaves
// out.
func (t *think) read(text string, now time.Time) moment {
	m := moment{weekday: -1, minutes: -1}
	day, month, year := 0, 0, 0
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '(' || r == ')' })
	for i, w := range words[:min(len(words), 24)] {
		bare := strings.Trim(w, ".;!?")
		next := ""
		if i+1 < len(words) {
			next = strings.Trim(words[i+1], ".,;!?")
		}
		weekday, monthNamed, hour := t.weekday(bare), t.month(bare), clock(bare, next)
		switch {
		case weekday >= 0:
			m.weekday = weekday
		case monthNamed > 0:
			month = monthNamed
		case bare == t.form["tomorrow"]:
			m.day = midnight(now).AddDate(0, 0, 1)
		case bare == t.form["today"]:
			m.day = midnight(now)
		case hour >= 0:
			m.minutes = hour
		case i > 0 && t.form["at"] != "" && words[i-1] == t.form["at"] && strings.Count(bare, ".") == 1 && clock(strings.Replace(bare, ".", ":", 1), "") >= 0:
			m.minutes = clock(strings.Replace(bare, ".", ":", 1), "") // "at 16.10"
		default:
			d, mo, y := numeric(w)
			switch n, ok := integer(bare); {
			case d > 0 && mo == 0 && day > 0 && month > 0:
				if m.minutes < 0 && d < 24 && bare == w {
					m.minutes = 60 * d // "14 January at 10"
				}
			case d > 0:
				day = d
				if mo > 0 {
					month, year = mo, y
				}
			case ok && n > 2000 && n < 2200:
				year = n
			}
		}
	}
	if day > 0 && month > 0 {
		m.dated, m.day = true, dateNear(now, day, month, year)
		m.dated = !m.day.IsZero()
	}
	if month == 0 && m.day.IsZero() {
		if d, ok := t.nth(words, now); ok {
			m.dated, m.day = true, d
		} else if n := t.ordinalDay(words); n > 0 {
			m.day = comingDay(now, n, m.weekday)
			m.dated = !m.day.IsZero()
		}
	} else if d, ok := t.nth(words, now); ok && !m.dated {
		m.dated, m.day = true, d // "the first Friday in May"
	}
	if m.day.IsZero() && m.weekday >= 0 {
		m.day = midnight(now).AddDate(0, 0, 1+(m.weekday-int(now.Weekday())+6)%7)
	}
	return m
}

func (t *think) weekday(w string) int {
	if w == "" {
		return -1
	}
	for i, name := range t.weekdays {
		if w[0] < utf8.RuneSelf && w[0]|0x20 != name[0]|0x20 {
			continue // most begin with another letter
		}
		if strings.EqualFold(w, name) || strings.EqualFold(w, name+"s") {
			return i
		}
	}
	if i := slices.Index(t.shortDays, w); i >= 0 {
		return i % 7
	}
	return -1
}

// month reads a month's name or its first letters: 1 to 12, 0 for none.
func (t *think) month(w string) int {
	for i, name := range t.lowMonths {
		if w == name || len(w) >= 3 && strings.HasPrefix(name, w) {
			return i + 1
		}
	}
	return 0
}

// clock reads "16:30", "16.30", "16h30", "4pm" and, with the next word, "4 pm" and
// "10 Uhr": minutes of the day, -1 for none.
func clock(w, next string) int {
	if w == "noon" || w == "midday" {
		return 12 * 60
	}
	w = strings.TrimSuffix(w, "uhr")
	shift := -1
	for i, suffix := range []string{"am", "a.m", "pm", "p.m"} {
		if strings.HasSuffix(w, suffix) {
			w, shift = strings.TrimSuffix(w, suffix), i/2*12
			break
		}
		if next == suffix {
			shift = i / 2 * 12
		}
	}
	if shift >= 0 || next == "uhr" {
		w = strings.Replace(w, ".", ":", 1)
	}
	hour, minute, split := strings.Cut(w, ":")
	if !split {
		hour, minute, split = strings.Cut(w, "h")
	}
	h, ok := integer(hour)
	if !ok || h < 0 || h > 23 {
		return -1
	}
	n := 0
	if minute != "" {
		if n, ok = integer(minute); !ok || len(minute) != 2 || n < 0 || n > 59 {
			return -1
		}
	}
	switch {
	case shift >= 0:
		return (h%12+shift)*60 + n
	case split || next == "uhr" || next == "heures" || next == "o'clock":
		return h*60 + n
	}
	return -1
}

// numeric reads "24", "24th", "24.", "24.11.", "24.11.2026", "24/11/2026" and
// "2026-11-24".
func numeric(w string) (day, month, year int) {
	if !strings.ContainsAny(w, "0123456789") {
		return 0, 0, 0
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '.' || r == '/' || r == '-' })
	if len(parts) == 0 || len(parts) > 3 {
		return 0, 0, 0
	}
	first := strings.TrimRightFunc(parts[0], unicode.IsLetter)
	n := []int{0, 0, 0}
	for i, p := range parts {
		if i == 0 {
			p = first
		}
		v, ok := integer(p)
		if !ok || v < 0 {
			return 0, 0, 0
		}
		n[i] = v
	}
	if n[0] > 31 { // 2026-11-24
		n[0], n[2] = n[2], n[0]
	}
	if n[0] < 1 || n[0] > 31 || n[1] > 12 {
		return 0, 0, 0
	}
	if n[2] > 0 && n[2] < 100 {
		n[2] += 2000
	}
	return n[0], n[1], n[2]
}

// integer reads a number. Most words are none, for which strconv would make an error.
func integer(s string) (int, bool) {
	if s == "" || (s[0] < '0' || s[0] > '9') && s[0] != '-' && s[0] != '+' {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// dateNear is the day meant by one without a year: of the coming months, or of the two
// just gone. It is zero for a day that is none.
func dateNear(now time.Time, day, month, year int) time.Time {
	y := year
	if y == 0 {
		y = now.Year()
	}
	d := time.Date(y, time.Month(month), day, 0, 0, 0, 0, now.Location())
	if year == 0 && d.Before(now.AddDate(0, -2, 0)) {
		d = d.AddDate(1, 0, 0)
	}
	if d.Day() != day {
		return time.Time{}
	}
	return d
}

// comingDay is the next day with a number, of this month or the one after; with a weekday
// the next one that is such a day.
func comingDay(now time.Time, n, weekday int) time.Time {
	for ahead := range 13 {
		d := time.Date(now.Year(), now.Month()+time.Month(ahead), n, 0, 0, 0, 0, now.Location())
		if d.Day() == n && !d.Before(midnight(now)) && (weekday < 0 || int(d.Weekday()) == weekday) {
			return d
		}
	}
	return time.Time{}
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// workingDay is the n-th day from Monday to Friday after a day; before it when n is negative.
func workingDay(from time.Time, n int) time.Time {
	day, step := midnight(from), 1
	if n < 0 {
		n, step = -n, -1
	}
	for n > 0 {
		day = day.AddDate(0, 0, step)
		if day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			n--
		}
	}
	return day
}

// date says a day: "Thursday 26 November".
func (t *think) date(day time.Time) string { return t.dateIn("date", day) }

func (t *think) dateIn(form string, day time.Time) string {
	return strings.NewReplacer("{weekday}", t.weekdays[day.Weekday()], "{day}", strconv.Itoa(day.Day()), "{month}", t.months[day.Month()-1]).Replace(t.form[form])
}

// time says a time of day: "16:30".
func (t *think) time(minutes int) string {
	h, m := minutes/60%24, minutes%60
	form := t.form["time"]
	if whole := t.form["hour"]; whole != "" && m == 0 {
		form = whole // "18 Uhr"
	}
	return strings.NewReplacer("{h}", strconv.Itoa(h), "{mm}", strconv.Itoa(100 + m)[1:]).Replace(form)
}

// moment says a day and a time of it.
func (p *planner) moment(day time.Time, minutes int) string {
	return strings.NewReplacer("{date}", p.think.date(day), "{time}", p.clock(minutes)).Replace(p.think.form["moment"])
}

// clock says a time of day in the way of the mail: "4 pm" where it does not count to 24.
func (p *planner) clock(minutes int) string {
	if p.out.Language != "en" || slices.ContainsFunc(p.mail.Dates, counts24) || slices.ContainsFunc(p.items, func(it item) bool { return counts24(it.text) || slices.ContainsFunc(it.options, counts24) }) {
		return p.think.time(minutes)
	}
	return hourSaid(p.think, minutes, "half")
}

// counts24 reports whether a text has an hour that is counted to 24, "14:00" or "8:30"
// alone: those who say "am" and "pm" do so with it.
func counts24(text string) bool {
	for _, m := range clockRE().FindAllStringIndex(text, 8) {
		rest := strings.ToLower(strings.TrimLeft(text[m[1]:], " ."))
		if !strings.HasPrefix(rest, "am") && !strings.HasPrefix(rest, "pm") && !strings.HasPrefix(rest, "a.m") && !strings.HasPrefix(rest, "p.m") {
			return true
		}
	}
	return false
}
