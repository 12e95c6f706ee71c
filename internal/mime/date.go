package mime

import (
	"strings"
	"time"
)

// parseDate reads a date as mail has it, and the zero time when it is hopeless:
// RFC 5322 section 3.3 and its obsolete forms, a missing weekday, seconds or
// zone (then UTC), asctime, RFC 3339, "GMT+0200", "3:47 PM", names of zones. The
// zone written is kept.
func parseDate(s string) time.Time {
	d := dateReader{day: -1, year: -1, month: -1, hour: -1}
	for s != "" {
		var token string
		if token, s = dateToken(s); token != "" && !d.add(token) {
			return time.Time{}
		}
	}
	return d.time()
}

// dateToken cuts the first word off s. Commas, quotes and white space separate; a
// comment is passed over.
func dateToken(s string) (token, rest string) {
	i := 0
	for i < len(s) && separatesDate(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '(' {
		if n := strings.IndexByte(s[i:], ')'); n >= 0 {
			return "", s[i+n+1:]
		}
		return "", ""
	}
	j := i
	for j < len(s) && !separatesDate(s[j]) && s[j] != '(' {
		j++
	}
	return s[i:j], s[j:]
}

func separatesDate(c byte) bool { return isSpace(c) || c == ',' || c == '"' }

// dateReader gathers the pieces of a date; -1 is a piece not met yet.
type dateReader struct {
	day, month, year  int
	hour, minute, sec int
	offset            int // seconds east of UTC
	zoned             bool
}

// add takes one word; false when it fits nowhere.
func (d *dateReader) add(w string) bool {
	c := w[0]
	colon, dash := strings.IndexByte(w, ':'), strings.IndexByte(w, '-')
	switch {
	case c == '+' || c == '-':
		return d.hour < 0 || d.numericZone(w)
	case c < '0' || c > '9':
		return d.word(w)
	case colon > 0 && (dash < 0 || colon < dash):
		return d.clock(w)
	case dash > 0:
		return d.dashed(w)
	}
	n, rest := leadingInt(w)
	switch {
	case d.day < 0 && n <= 31 && len(w)-len(rest) <= 2: // "1st" is let pass
		d.day = n
		return len(rest) <= 2
	case d.year < 0 && rest == "":
		d.year = fullYear(n, len(w))
		return true
	}
	return false
}

// word takes the name of a month, zone or weekday, or AM and PM.
func (d *dateReader) word(w string) bool {
	w = strings.TrimRight(w, ".")
	if m := monthOf(w); m > 0 && d.month < 0 {
		d.month = m
		return true
	}
	if d.hour < 0 { // a weekday
		return true
	}
	switch {
	case equalFold(w, "pm"):
		if d.hour < 12 {
			d.hour += 12
		}
		return true
	case equalFold(w, "am"):
		if d.hour == 12 {
			d.hour = 0
		}
		return true
	}
	if i := strings.IndexAny(w, "+-"); i > 0 { // "GMT+0200"
		return d.numericZone(w[i:])
	}
	if d.zoned {
		return true // a name after the number
	}
	if h, ok := zoneHours(w); ok {
		d.offset, d.zoned = h*3600, true
	}
	return true // an unknown name means UTC (RFC 5322 section 4.3)
}

// clock reads 15:47, 15:47:12, 15:47:12.5, 3:47PM.
func (d *dateReader) clock(w string) bool {
	h, rest := leadingInt(w)
	if !strings.HasPrefix(rest, ":") || d.hour >= 0 {
		return false
	}
	m, rest := leadingInt(rest[1:])
	s := 0
	if strings.HasPrefix(rest, ":") {
		s, rest = leadingInt(rest[1:])
	}
	if strings.HasPrefix(rest, ".") {
		_, rest = leadingInt(rest[1:])
	}
	d.hour, d.minute, d.sec = h, m, s
	switch {
	case rest == "":
		return true
	case rest[0] == '+' || rest[0] == '-':
		return d.numericZone(rest)
	}
	return d.word(rest)
}

// dashed reads 2026-11-20, with a time after a T, and 20-Nov-2026.
func (d *dateReader) dashed(w string) bool {
	date, clock, _ := strings.Cut(w, "T")
	a, rest, _ := strings.Cut(date, "-")
	b, c, ok := strings.Cut(rest, "-")
	first, junk1 := leadingInt(a)
	last, junk2 := leadingInt(c)
	if !ok || junk1 != "" || junk2 != "" {
		return false
	}
	if m := monthOf(b); m > 0 {
		d.day, d.month, d.year = first, m, fullYear(last, len(c))
	} else {
		d.year, d.day = first, last
		d.month, _ = leadingInt(b)
	}
	return clock == "" || d.clock(clock)
}

// numericZone reads +0200, +02:00, +2. Nonsense counts as UTC.
func (d *dateReader) numericZone(w string) bool {
	digits := strings.Replace(w[1:], ":", "", 1)
	n, rest := leadingInt(digits)
	if rest != "" || digits == "" {
		return true
	}
	if len(digits) <= 2 {
		n *= 100
	}
	if n/100 < 24 && n%100 < 60 {
		d.offset = (n/100*60 + n%100) * 60
		if w[0] == '-' {
			d.offset = -d.offset
		}
	}
	d.zoned = true
	return true
}

func (d *dateReader) time() time.Time {
	if d.day < 1 || d.month < 1 || d.month > 12 || d.year < 0 || d.year > 9999 || d.hour > 23 || d.minute > 59 || d.sec > 60 {
		return time.Time{}
	}
	zone := time.UTC
	if d.offset != 0 {
		zone = time.FixedZone("", d.offset)
	}
	t := time.Date(d.year, time.Month(d.month), d.day, max(d.hour, 0), d.minute, min(d.sec, 59), 0, zone)
	if t.Day() != d.day { // the 31st of February
		return time.Time{}
	}
	return t
}

// leadingInt reads digits, at most nine.
func leadingInt(s string) (n int, rest string) {
	i := 0
	for i < len(s) && i < 9 && '0' <= s[i] && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:]
}

// fullYear completes years of two and three digits (RFC 5322 section 4.3).
func fullYear(n, digits int) int {
	switch {
	case digits >= 4:
		return n
	case digits == 3 || n >= 50:
		return 1900 + n
	}
	return 2000 + n
}

// monthOf returns the number of an English month by its first three letters.
func monthOf(w string) int {
	if len(w) < 3 {
		return 0
	}
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	a, b, c := w[0]|0x20, w[1]|0x20, w[2]|0x20
	for i := 0; i < len(names); i += 3 {
		if names[i] == a && names[i+1] == b && names[i+2] == c {
			return i/3 + 1
		}
	}
	return 0
}

// zoneHours knows the obsolete zones of RFC 5322 section 4.3 and the names common
// in mail. Military letters mean UTC there, because they were used with either sign.
func zoneHours(w string) (hours int, ok bool) {
	switch strings.ToUpper(w) {
	case "UT", "UTC", "GMT", "Z", "WET":
		return 0, true
	case "EST", "CDT":
		return -5, true
	case "EDT":
		return -4, true
	case "CST", "MDT":
		return -6, true
	case "MST", "PDT":
		return -7, true
	case "PST":
		return -8, true
	case "CET", "MET", "BST", "WEST":
		return 1, true
	case "CEST", "MEST", "EET", "SAST":
		return 2, true
	case "EEST", "MSK":
		return 3, true
	case "JST", "KST":
		return 9, true
	case "AEST":
		return 10, true
	case "AEDT":
		return 11, true
	}
	return 0, false
}
