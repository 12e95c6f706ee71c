// Package simtime reads and writes the times people use: durations, zones,
// working hours, days away.
//
// It is a leaf: it knows calendars and clocks, nothing of mail. It never asks
// what time it is.
package simtime

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
)

// Day is 24 hours: the unit `d` of a duration. A calendar day may be shorter
// or longer.
const Day = 24 * time.Hour

// MaxDuration is the longest duration ParseDuration accepts: 100 years of 365 days.
const MaxDuration = 100 * 365 * Day

// ParseDuration reads a duration such as 90s, 45m, 2h or 3d. Parts add up
// (1d12h, 1h30m), a number may have a fraction (1.5h), and the units ns, us,
// ms, s, m, h and d are known. "0" alone needs no unit. A sign and anything
// above MaxDuration are errors.
func ParseDuration(s string) (time.Duration, error) {
	if s == "0" {
		return 0, nil
	}
	if len(s) > 1 && s[0] == '-' {
		return 0, fmt.Errorf("%s is negative: a duration is 0 or more", quote(s))
	}
	var total time.Duration
	for rest, more := s, true; more; more = rest != "" {
		part, tail, ok := cutPart(rest)
		if !ok {
			return 0, fmt.Errorf("%s is not a duration such as 90s, 45m, 2h or 3d", quote(s))
		}
		// Both are at most MaxDuration+1, so the sum cannot overflow. The text is
		// read to its end even when too long: a wrong unit is the plainer error.
		total = min(total+part, MaxDuration+1)
		rest = tail
	}
	if total > MaxDuration {
		return 0, fmt.Errorf("%s is longer than 100 years", quote(s))
	}
	return total, nil
}

// cutPart reads one number with its unit from the start of s. The value is at
// most MaxDuration+1.
func cutPart(s string) (d time.Duration, rest string, ok bool) {
	whole, s := cutDigits(s)
	fraction := ""
	if strings.HasPrefix(s, ".") {
		fraction, s = cutDigits(s[1:])
	}
	if whole+fraction == "" {
		return 0, "", false
	}
	unit, s := cutUnit(s)
	if unit == 0 {
		return 0, "", false
	}
	return scale(whole, fraction, unit), s, true
}

func cutDigits(s string) (digits, rest string) {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}

// units are tried in order: ms before m.
var units = []struct {
	name string
	size time.Duration
}{
	{"ns", time.Nanosecond},
	{"us", time.Microsecond},
	{"µs", time.Microsecond}, // micro sign
	{"μs", time.Microsecond}, // Greek mu
	{"ms", time.Millisecond},
	{"s", time.Second},
	{"m", time.Minute},
	{"h", time.Hour},
	{"d", Day},
}

func cutUnit(s string) (size time.Duration, rest string) {
	for _, u := range units {
		if tail, ok := strings.CutPrefix(s, u.name); ok {
			return u.size, tail
		}
	}
	return 0, s
}

// scale is whole.fraction times unit in exact integers, at most MaxDuration+1.
func scale(whole, fraction string, unit time.Duration) time.Duration {
	limit := uint64(MaxDuration / unit)
	var n uint64
	for _, c := range whole {
		if n = n*10 + uint64(c-'0'); n > limit {
			return MaxDuration + 1
		}
	}
	// 18 digits fit 64 bits; what follows is below a nanosecond.
	var f, size uint64 = 0, 1
	for _, c := range fraction[:min(len(fraction), 18)] {
		f, size = f*10+uint64(c-'0'), size*10
	}
	hi, lo := bits.Mul64(f, uint64(unit))
	part, _ := bits.Div64(hi, lo, size)
	return time.Duration(n*uint64(unit) + part)
}

// FormatDuration writes d in the largest of the units d, h, m and s that
// divides it (3d, 36h, 90m, 90s, 0s), below a second in Go's form. For 0 to
// MaxDuration ParseDuration gives back d exactly.
func FormatDuration(d time.Duration) string {
	for _, u := range []struct {
		size time.Duration
		name string
	}{{Day, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}} {
		if d != 0 && d%u.size == 0 {
			return fmt.Sprintf("%d%s", d/u.size, u.name)
		}
	}
	return d.String()
}

// quote shows a text of any length in an error.
func quote(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
