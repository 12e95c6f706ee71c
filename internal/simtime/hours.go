package simtime

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
)

// Days is a set of weekdays. The zero value is empty.
type Days uint8

// Weekdays and EveryDay are the common sets.
const (
	Weekdays Days = 1<<time.Monday | 1<<time.Tuesday | 1<<time.Wednesday | 1<<time.Thursday | 1<<time.Friday
	EveryDay Days = 1<<7 - 1
)

// ParseDays reads weekdays and ranges of them, separated by commas: mon-fri,
// "mon,wed,fri-sun", and sat-mon over the end of the week. Case does not
// matter, full names are known, spaces around names are ignored.
func ParseDays(s string) (Days, error) {
	var days Days
	for item := range strings.SplitSeq(s, ",") {
		first, last, isRange := strings.Cut(item, "-")
		from, ok := weekday(first)
		to := from
		if isRange && ok {
			to, ok = weekday(last)
		}
		if !ok {
			return 0, fmt.Errorf("%s does not name days such as mon-fri or mon,wed,fri", quote(s))
		}
		for d := from; ; d = (d + 1) % 7 {
			days |= 1 << d
			if d == to {
				break
			}
		}
	}
	return days, nil
}

// weekday knows a name in full or by its first three letters.
func weekday(s string) (time.Weekday, bool) {
	s = strings.TrimSpace(s)
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := d.String(); strings.EqualFold(s, name) || strings.EqualFold(s, name[:3]) {
			return d, true
		}
	}
	return 0, false
}

// Has says whether the set holds d.
func (days Days) Has(d time.Weekday) bool { return days>>d&1 == 1 }

// String writes the set from Monday on, runs as ranges: mon-fri, "mon,wed",
// "mon,sat-sun". ParseDays gives the same set. The empty set is "".
func (days Days) String() string {
	var b strings.Builder
	for i := 0; i < 7; i++ {
		run := 0
		for i+run < 7 && days.Has(fromMonday(i+run)) {
			run++
		}
		if run == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(short(i))
		if run > 1 {
			b.WriteString("-" + short(i+run-1))
		}
		i += run
	}
	return b.String()
}

func fromMonday(i int) time.Weekday { return time.Weekday((i + 1) % 7) }
func short(i int) string            { return strings.ToLower(fromMonday(i).String()[:3]) }

// minutesPerDay is what the clock text 24:00 stands for.
const minutesPerDay = 24 * 60

// ParseClock reads HH:MM, 00:00 to 23:59, and 24:00 as the end of a day. It
// returns minutes since midnight.
func ParseClock(s string) (minutes int, err error) {
	if len(s) == 5 && s[2] == ':' {
		h, okH := twoDigits(s[:2])
		m, okM := twoDigits(s[3:])
		if minutes = h*60 + m; okH && okM && m < 60 && minutes <= minutesPerDay {
			return minutes, nil
		}
	}
	return 0, fmt.Errorf("%s is not a time of day such as 09:00", quote(s))
}

func twoDigits(s string) (n int, ok bool) {
	hi, lo := s[0]-'0', s[1]-'0'
	return int(hi)*10 + int(lo), hi <= 9 && lo <= 9
}

// Hours are the hours of a week in which someone works. The window opens on
// each of Days at From and closes at To, minutes since midnight of the wall
// clock in Zone. To below From closes on the next day; From equal to To is the
// whole day, and so is 0 to 1440. A nil Zone is UTC, no Days is every day.
type Hours struct {
	Zone     *time.Location
	Days     Days
	From, To int
}

// Office returns the default hours: mon-fri 09:00 to 18:00. A nil zone is UTC.
func Office(zone *time.Location) Hours {
	return Hours{Zone: zone, Days: Weekdays, From: 9 * 60, To: 18 * 60}
}

const daySeconds = minutesPerDay * 60

// Open says whether the wall clock at t is inside the hours.
func (h Hours) Open(t time.Time) bool {
	local, _ := localSeconds(t, orUTC(h.Zone))
	return h.nextLocal(local) == local
}

// Next is the first instant at or after t that is inside the hours. Where the
// clocks change it goes by the wall clock: a window in the hour left out does
// not open on that day, one in the hour repeated opens twice.
func (h Hours) Next(t time.Time) time.Time {
	zone := orUTC(h.Zone)
	at := t
	// Within one offset the wall clock runs evenly, and some window opens within
	// a week; only windows lost to a change of offset need another round.
	for range 16 {
		local, end := localSeconds(at, zone)
		open := at
		if next := h.nextLocal(local); next != local {
			open = at.Truncate(time.Second).Add(time.Duration(next-local) * time.Second)
		}
		if end.IsZero() || open.Before(end) {
			return open.In(t.Location())
		}
		at = end
	}
	return at.In(t.Location())
}

// nextLocal is the first second of the wall clock, at or after local, inside
// the hours.
func (h Hours) nextLocal(local int64) int64 {
	from, length := h.window()
	day := (local - floorMod(local, daySeconds)) / daySeconds
	// The window of yesterday may still be open; that of this weekday next week
	// is the last that can be the first.
	for d := day - 1; d <= day+7; d++ {
		if !h.days().Has(dayOf(d)) {
			continue
		}
		if open := d*daySeconds + from; local < open+length {
			return max(local, open)
		}
	}
	return local
}

// window is the opening second of the day and the length in seconds.
func (h Hours) window() (from, length int64) {
	from = floorMod(int64(h.From), minutesPerDay)
	length = floorMod(int64(h.To)-from, minutesPerDay)
	if length == 0 {
		length = minutesPerDay
	}
	return from * 60, length * 60
}

func (h Hours) days() Days {
	if h.Days&EveryDay == 0 {
		return EveryDay
	}
	return h.Days
}

// dayOf is the weekday of a count of days since 1970-01-01, a Thursday.
func dayOf(days int64) time.Weekday {
	return time.Weekday(floorMod(days+int64(time.Thursday), 7))
}

func floorMod(a, b int64) int64 { return (a%b + b) % b }

// Begin is when the hours open on day, or on the first day after it.
func (h Hours) Begin(day Date) time.Time {
	from, _ := h.window()
	return h.Next(day.At(int(from/60), h.Zone))
}

// AllDay says whether the hours are the whole of each of their days.
func (h Hours) AllDay() bool {
	_, length := h.window()
	return length == daySeconds
}

// WorkingDay says whether the hours open on that day.
func (h Hours) WorkingDay(d Date) bool { return h.days().Has(d.Weekday()) }

// AddWorkingDays is the n-th working day after t, at the same time of day. With
// n 0 or less it is t's own day, or the first working day after it; n is at
// most a million.
func (h Hours) AddWorkingDays(t time.Time, n int) time.Time {
	zone := orUTC(h.Zone)
	local := t.In(zone)
	day, n := DateOf(local, zone), min(max(n, 0), 1_000_000)
	// Whole weeks at once, so that a large n costs no more than a small one.
	perWeek := bits.OnesCount8(uint8(h.days() & EveryDay))
	if n > perWeek {
		weeks := (n - 1) / perWeek
		day, n = day.AddDays(7*weeks), n-weeks*perWeek
	}
	for ; n > 0; n-- {
		day = h.workingDay(day.AddDays(1))
	}
	day = h.workingDay(day)
	clock := local.Hour()*60 + local.Minute()
	rest := time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	return day.At(clock, zone).Add(rest).In(t.Location())
}

// Tomorrow is what "tomorrow" promises at t: the next working day at 17:00.
func (h Hours) Tomorrow(t time.Time) time.Time { return h.InWorkingDays(t, 1) }

// InWorkingDays is 17:00 on the n-th working day after t.
func (h Hours) InWorkingDays(t time.Time, n int) time.Time {
	zone := orUTC(h.Zone)
	return DateOf(h.AddWorkingDays(t, n), zone).At(endOfDay, zone).In(t.Location())
}

// EndOfWeek is what "by the end of the week" promises at t: the first Friday
// 17:00 after t.
func (h Hours) EndOfWeek(t time.Time) time.Time {
	zone := orUTC(h.Zone)
	day := DateOf(t, zone)
	day = day.AddDays((int(time.Friday) - int(day.Weekday()) + 7) % 7)
	at := day.At(endOfDay, zone)
	if !at.After(t) {
		at = day.AddDays(7).At(endOfDay, zone)
	}
	return at.In(t.Location())
}

const endOfDay = 17 * 60

func (h Hours) workingDay(d Date) Date {
	for !h.WorkingDay(d) {
		d = d.AddDays(1)
	}
	return d
}
