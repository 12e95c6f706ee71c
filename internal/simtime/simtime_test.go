package simtime

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"0": 0, "0s": 0, "90s": 90 * time.Second, "45m": 45 * time.Minute, "2h": 2 * time.Hour, "3d": 3 * Day,
		"1h30m": 90 * time.Minute, "500ms": time.Second / 2, "1d12h": 36 * time.Hour, "12h1d": 36 * time.Hour,
		"1.5d": 36 * time.Hour, "0.25h": 15 * time.Minute, ".5s": time.Second / 2, "5.s": 5 * time.Second,
		"7ns": 7, "7us": 7000, "7µs": 7000, "7μs": 7000, "1.999999999999999999999999s": 1999999999,
		"36500d": MaxDuration, "876000h": MaxDuration, "0000000000000000000000002h": 2 * time.Hour,
	} {
		got, err := ParseDuration(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func TestParseDurationRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"abc":                                  `"abc" is not a duration such as 90s, 45m, 2h or 3d`,
		"":                                     `"" is not a duration such as 90s, 45m, 2h or 3d`,
		"5":                                    `"5" is not a duration such as 90s, 45m, 2h or 3d`,
		"00":                                   `"00" is not a duration such as 90s, 45m, 2h or 3d`,
		"-":                                    `"-" is not a duration such as 90s, 45m, 2h or 3d`,
		".":                                    `"." is not a duration such as 90s, 45m, 2h or 3d`,
		".s":                                   `".s" is not a duration such as 90s, 45m, 2h or 3d`,
		"1.2.3s":                               `"1.2.3s" is not a duration such as 90s, 45m, 2h or 3d`,
		"+5m":                                  `"+5m" is not a duration such as 90s, 45m, 2h or 3d`,
		" 5m":                                  `" 5m" is not a duration such as 90s, 45m, 2h or 3d`,
		"5m ":                                  `"5m " is not a duration such as 90s, 45m, 2h or 3d`,
		"5M":                                   `"5M" is not a duration such as 90s, 45m, 2h or 3d`,
		"1w":                                   `"1w" is not a duration such as 90s, 45m, 2h or 3d`,
		"99999999999999999999d5":               `"99999999999999999999d5" is not a duration such as 90s, 45m, 2h or 3d`,
		"-5m":                                  `"-5m" is negative: a duration is 0 or more`,
		"36501d":                               `"36501d" is longer than 100 years`,
		"36500d1ns":                            `"36500d1ns" is longer than 100 years`,
		"36500.1d":                             `"36500.1d" is longer than 100 years`,
		"99999999999999999999ns":               `"99999999999999999999ns" is longer than 100 years`,
		"36500d36500d36500d36500d36500d36500d": `"36500d36500d36500d36500d36500d36500d" is longer than 100 years`,
	} {
		_, err := ParseDuration(text)
		assert.EqualError(t, err, want, text)
	}
	_, err := ParseDuration(strings.Repeat("ü", 1<<20))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 200)
}

func TestFormatDuration(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"0s": 0, "90s": 90 * time.Second, "1m": 60 * time.Second, "45m": 45 * time.Minute, "90m": 90 * time.Minute,
		"2h": 2 * time.Hour, "36h": 36 * time.Hour, "1d": Day, "3d": 3 * Day, "500ms": time.Second / 2, "1.5s": 3 * time.Second / 2,
		"3661s": time.Hour + time.Minute + time.Second, "36500d": MaxDuration, "7ns": 7, "-2h": -2 * time.Hour,
	} {
		assert.Equal(t, want, FormatDuration(d))
	}
}

func FuzzParseDuration(f *testing.F) {
	for _, s := range []string{"0", "90s", "1h30m", "1.5d", "µs", "-1h", "1d12h", "9e9s", "36500.1d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDuration(s)
		if err != nil {
			return
		}
		if d < 0 || d > MaxDuration {
			t.Fatalf("%q is %v", s, d)
		}
		again, err := ParseDuration(FormatDuration(d))
		if err != nil || again != d {
			t.Fatalf("%q is %v, written %q, read %v, %v", s, d, FormatDuration(d), again, err)
		}
		if std, err := time.ParseDuration(s); err == nil && (std-d).Abs() > time.Duration(strings.Count(s, ".")) {
			t.Fatalf("%q is %v, but %v to the standard library", s, d, std)
		}
	})
}

func TestLoadZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Paris", "Asia/Kathmandu", "America/Argentina/Ushuaia", "Etc/GMT+5"} {
		z, err := LoadZone(name)
		require.NoError(t, err)
		assert.Equal(t, name, z.String())
		again, err := LoadZone(name)
		require.NoError(t, err)
		assert.Same(t, z, again)
	}
	for _, name := range []string{"", "Local", "Mars/Base", "../etc/passwd", "/etc/localtime", "localtime", "posixrules", "posix/Europe/Paris", "right/Europe/Paris", "Europe", "zone.tab", "Europe/Paris\x00"} {
		_, err := LoadZone(name)
		assert.ErrorContains(t, err, "is not a time zone name such as Europe/Paris", name)
	}
}

func TestEveryZoneLoads(t *testing.T) {
	t.Parallel()
	assert.Greater(t, len(zoneFiles()), 590)
	for name := range zoneFiles() {
		_, err := LoadZone(name)
		assert.NoError(t, err, name)
	}
}

// TestMachineZonesAreNotUsed runs itself on a machine on which Paris keeps the
// time of Tokyo: the simulation does not mind.
func TestMachineZonesAreNotUsed(t *testing.T) {
	t.Parallel()
	if os.Getenv("ZONEINFO") == "" {
		tokyo, err := content(zoneFiles()["Asia/Tokyo"])
		require.NoError(t, err)
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "Europe"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "Europe", "Paris"), tokyo, 0o644))
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMachineZonesAreNotUsed$")
		cmd.Env = append(os.Environ(), "ZONEINFO="+dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return
	}
	theirs, err := time.LoadLocation("Europe/Paris")
	require.NoError(t, err)
	ours := zone(t, "Europe/Paris")
	noon := at(t, "2026-01-05T12:00:00Z")
	require.Equal(t, 21, noon.In(theirs).Hour(), "the machine is not set up as it should be")
	assert.Equal(t, 13, noon.In(ours).Hour())
}

func TestParseDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mon-fri": "mon-fri", "MON": "mon", "mon,wed,fri-sun": "mon,wed,fri-sun", "sat-mon": "mon,sat-sun",
		"Monday - Friday": "mon-fri", "sun,sat": "sat-sun", "sun-sat": "mon-sun", "fri-thu": "mon-sun",
		"tue-tue": "tue", "mon,mon,mon-tue": "mon-tue", " thu , sunday ": "thu,sun", "sun-thu": "mon-thu,sun",
	} {
		d, err := ParseDays(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, d.String(), text)
		again, err := ParseDays(d.String())
		require.NoError(t, err)
		assert.Equal(t, d, again)
	}
	for _, text := range []string{"", ",", "mon,", "mo", "mon-", "-fri", "mon-fri-sun", "weekdays", "mond", "0-5", "mon;tue"} {
		_, err := ParseDays(text)
		assert.ErrorContains(t, err, "does not name days such as mon-fri", text)
	}
	for days := Days(1); days <= EveryDay; days++ {
		again, err := ParseDays(days.String())
		require.NoError(t, err)
		require.Equal(t, days, again)
	}
	assert.Equal(t, "mon-fri", Weekdays.String())
	assert.Empty(t, Days(0).String())
}

func TestParseClock(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"00:00": 0, "09:00": 540, "23:59": 1439, "24:00": 1440} {
		got, err := ParseClock(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "9am", "9:00", "25:00", "24:01", "24:61", "12:60", "-1:00", "12-00", "1a:00", "12:0a", "12:00 ", "١٢:٠٠", "+1:00"} {
		_, err := ParseClock(text)
		assert.ErrorContains(t, err, "is not a time of day such as 09:00", text)
	}
}

func zone(t testing.TB, name string) *time.Location {
	z, err := LoadZone(name)
	require.NoError(t, err)
	return z
}

func at(t testing.TB, s string) time.Time {
	v, err := time.Parse(time.RFC3339Nano, s)
	require.NoError(t, err, s)
	return v
}

func TestHoursNext(t *testing.T) {
	t.Parallel()
	paris, berlin, apia, cairo := zone(t, "Europe/Paris"), zone(t, "Europe/Berlin"), zone(t, "Pacific/Apia"), zone(t, "Africa/Cairo")
	office := Office(paris)
	night := Hours{Zone: paris, Days: Weekdays, From: 22 * 60, To: 6 * 60}
	always := Hours{Zone: apia, From: 0, To: 0}
	for _, c := range []struct {
		name    string
		h       Hours
		t, want string
		inside  bool
	}{
		{"inside stays, to the nanosecond", office, "2026-01-05T09:12:13.5Z", "2026-01-05T09:12:13.5Z", true},
		{"at the opening", office, "2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z", true},
		{"before the opening", office, "2026-01-05T07:59:59.9Z", "2026-01-05T08:00:00Z", false},
		{"at the close", office, "2026-01-05T17:00:00Z", "2026-01-06T08:00:00Z", false},
		{"Friday evening", office, "2026-01-09T20:00:00Z", "2026-01-12T08:00:00Z", false},
		{"summer time begins over the weekend", office, "2026-03-28T12:00:00Z", "2026-03-30T07:00:00Z", false},
		{"night, evening side", night, "2026-01-05T20:00:00Z", "2026-01-05T21:00:00Z", false},
		{"night, morning side of a working day", night, "2026-01-10T04:59:59Z", "2026-01-10T04:59:59Z", true},
		{"night, Monday early belongs to Sunday", night, "2026-01-12T02:00:00Z", "2026-01-12T21:00:00Z", false},
		{"a window inside the gap opens the day after", Hours{Zone: berlin, From: 135, To: 165}, "2026-03-29T00:00:00Z", "2026-03-30T00:15:00Z", false},
		{"a window that begins in the gap opens after it", Hours{Zone: berlin, From: 150, To: 240}, "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", false},
		{"the repeated hour, first time", Hours{Zone: berlin, From: 135, To: 165}, "2026-10-25T00:00:00Z", "2026-10-25T00:15:00Z", false},
		{"the repeated hour, second time", Hours{Zone: berlin, From: 135, To: 165}, "2026-10-25T00:45:00Z", "2026-10-25T01:15:00Z", false},
		{"after the repeated hour", Hours{Zone: berlin, From: 135, To: 165}, "2026-10-25T01:45:00Z", "2026-10-26T01:15:00Z", false},
		{"the Friday that Samoa left out", Hours{Zone: apia, Days: 1 << time.Friday}, "2011-12-30T09:59:59Z", "2012-01-05T10:00:00Z", false},
		{"the day begins at 01:00 in Cairo", Hours{Zone: cairo, Days: 1 << time.Friday}, "2026-04-23T20:00:00Z", "2026-04-23T22:00:00Z", false},
		{"always", always, "2026-01-03T01:02:03Z", "2026-01-03T01:02:03Z", true},
		{"24:00 is the end of the day", Hours{Days: Weekdays, From: 0, To: 1440}, "2026-01-09T23:59:59Z", "2026-01-09T23:59:59Z", true},
		{"zero hours are always", Hours{}, "2026-01-03T01:02:03Z", "2026-01-03T01:02:03Z", true},
		{"before 1970", office, "1965-06-05T12:00:00Z", "1965-06-07T08:00:00Z", false},
	} {
		got := c.h.Next(at(t, c.t))
		assert.Equal(t, c.want, got.UTC().Format(time.RFC3339Nano), c.name)
		assert.Equal(t, c.inside, c.h.Open(at(t, c.t)), c.name)
		assert.True(t, c.h.Open(got), c.name)
	}
}

// TestLastDayOfLeapYear: package time says of that day that its offset has ended.
func TestLastDayOfLeapYear(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Paris", "Australia/Lord_Howe", "America/New_York"} {
		for _, year := range []int{2028, 2400} {
			z := zone(t, name)
			evening := time.Date(year, 12, 31, 19, 0, 0, 0, z)
			got := Hours{Zone: z, Days: EveryDay, From: 9 * 60, To: 17 * 60}.Next(evening)
			assert.True(t, got.Equal(time.Date(year+1, 1, 1, 9, 0, 0, 0, z)), "%s: %s", name, got)
			assert.True(t, DateOf(evening, z).At(20*60, z).Equal(evening.Add(time.Hour)), name)
		}
	}
}

// TestHoursNextIsFirst compares Next with a walk minute by minute.
func TestHoursNextIsFirst(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	zones := []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "America/Havana", "Pacific/Apia"}
	for range 2000 {
		h := Hours{zone(t, zones[r.IntN(len(zones))]), Days(r.IntN(256)), r.IntN(1442), r.IntN(1442)}
		from := time.Unix(1_300_000_000+r.Int64N(500_000_000), 0)
		if r.IntN(2) == 0 { // near a change of the clocks
			if _, end := from.In(h.Zone).ZoneBounds(); !end.IsZero() {
				from = end.Add(time.Duration(r.IntN(48*60)-24*60) * time.Minute)
			}
		}
		from = from.Truncate(time.Minute)
		walk := from
		for !slowOpen(h, walk) {
			walk = walk.Add(time.Minute)
		}
		require.Equal(t, walk.Unix(), h.Next(from).Unix(), "%v from %v", h, from)
	}
}

// slowOpen says the definition again, by the wall clock alone.
func slowOpen(h Hours, t time.Time) bool {
	days, from, to := h.Days&EveryDay, h.From%1440, h.To%1440
	if days == 0 {
		days = EveryDay
	}
	t = t.In(h.Zone)
	y, m, d := t.Date()
	yesterday := time.Date(y, m, d-1, 12, 0, 0, 0, time.UTC).Weekday()
	now := t.Hour()*60 + t.Minute()
	if from < to {
		return days.Has(t.Weekday()) && from <= now && now < to
	}
	return days.Has(t.Weekday()) && now >= from || days.Has(yesterday) && now < to
}

func TestHoursTakesWildValues(t *testing.T) {
	t.Parallel()
	const big = int(^uint(0) >> 1)
	for _, h := range []Hours{{From: big, To: -big - 1}, {From: -5, To: 99999, Days: 0x80}, {From: -big, To: big}} {
		for _, unix := range []int64{-1 << 40, 0, 253402300799} {
			from := time.Unix(unix, 0)
			assert.False(t, h.Next(from).Before(from))
			assert.False(t, h.AddWorkingDays(from, big).Before(from))
		}
	}
}

func TestWorkingDays(t *testing.T) {
	t.Parallel()
	paris := zone(t, "Europe/Paris")
	office := Office(paris)
	weekend := Hours{Zone: paris, Days: 1<<time.Saturday | 1<<time.Sunday, From: 600, To: 900}
	local := func(s string) time.Time {
		v, err := time.ParseInLocation("2006-01-02 15:04", s, paris)
		require.NoError(t, err)
		return v
	}
	const form = "Mon 2006-01-02 15:04"
	friday := local("2026-03-27 10:30") // summer time begins on Sunday
	for _, c := range []struct {
		name string
		got  time.Time
		want string
	}{
		{"tomorrow", office.Tomorrow(local("2026-01-05 10:30")), "Tue 2026-01-06 17:00"},
		{"tomorrow on a Friday", office.Tomorrow(friday), "Mon 2026-03-30 17:00"},
		{"tomorrow for the weekend shift", weekend.Tomorrow(friday), "Sat 2026-03-28 17:00"},
		{"in a few days", office.InWorkingDays(friday, 3), "Wed 2026-04-01 17:00"},
		{"end of the week", office.EndOfWeek(local("2026-01-05 10:30")), "Fri 2026-01-09 17:00"},
		{"end of the week on Friday morning", office.EndOfWeek(friday), "Fri 2026-03-27 17:00"},
		{"end of the week on Friday at 17:00", office.EndOfWeek(local("2026-03-27 17:00")), "Fri 2026-04-03 17:00"},
		{"end of the week on Saturday", office.EndOfWeek(local("2026-03-28 09:00")), "Fri 2026-04-03 17:00"},
		{"the same time of day", office.AddWorkingDays(friday, 1), "Mon 2026-03-30 10:30"},
		{"none on a working day", office.AddWorkingDays(friday, 0), "Fri 2026-03-27 10:30"},
		{"none on a Saturday", office.AddWorkingDays(local("2026-03-28 10:30"), 0), "Mon 2026-03-30 10:30"},
		{"from a Saturday", office.AddWorkingDays(local("2026-03-28 10:30"), 1), "Mon 2026-03-30 10:30"},
		{"ten days are two weeks", office.AddWorkingDays(friday, 10), "Fri 2026-04-10 10:30"},
		{"thirteen days", office.AddWorkingDays(friday, 13), "Wed 2026-04-15 10:30"},
		{"into the gap", Hours{Zone: paris}.AddWorkingDays(local("2026-03-28 02:30"), 1), "Sun 2026-03-29 03:00"},
	} {
		assert.Equal(t, c.want, c.got.In(paris).Format(form), c.name)
	}
	// Many days at once are the same as one by one.
	for n := range 30 {
		one := friday
		for range n {
			one = office.AddWorkingDays(one, 1)
		}
		assert.True(t, one.Equal(office.AddWorkingDays(friday, n)), n)
	}
}

func TestAbsence(t *testing.T) {
	t.Parallel()
	a, err := ParseAbsence("2026-01-05", "2026-01-07", "away")
	require.NoError(t, err)
	assert.Equal(t, "away", a.Message)
	for day, want := range map[string]bool{"2026-01-04": false, "2026-01-05": true, "2026-01-07": true, "2026-01-08": false} {
		d, err := ParseDate(day)
		require.NoError(t, err)
		assert.Equal(t, want, a.Covers(d), day)
		assert.Equal(t, day, d.String())
	}
	for _, c := range [][3]string{
		{"2026-01-05", "2026-01-04", "to: 2026-01-04 is before from 2026-01-05"},
		{"2026-02-30", "2026-03-01", `from: "2026-02-30" is not a date such as 2026-01-05`},
		{"2026-01-05", "", `to: "" is not a date such as 2026-01-05`},
		{"5.1.2026", "", `from: "5.1.2026" is not a date such as 2026-01-05`},
	} {
		_, err := ParseAbsence(c[0], c[1], "")
		assert.EqualError(t, err, c[2])
	}
}

func TestDateAt(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"Europe/Paris", "2026-01-05", "2026-01-04T23:00:00Z"},
		{"Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"},   // no midnight: the day begins at 01:00
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"}, // midnight comes twice: the first
		{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"},   // left out: the next day
		{"Pacific/Kiritimati", "2026-01-05", "2026-01-04T10:00:00Z"},
	} {
		d, err := ParseDate(c[1])
		require.NoError(t, err)
		assert.Equal(t, c[2], d.At(0, zone(t, c[0])).UTC().Format(time.RFC3339), c)
	}
}

func FuzzHours(f *testing.F) {
	f.Add("mon-fri", "22:00", "06:00", int64(1774744200))
	f.Add("sat-mon", "00:00", "24:00", int64(0))
	f.Fuzz(func(t *testing.T, days, from, to string, unix int64) {
		d, err := ParseDays(days)
		if err != nil {
			return
		}
		lo, err := ParseClock(from)
		if err != nil {
			return
		}
		hi, err := ParseClock(to)
		if err != nil {
			return
		}
		const year9999 = 253402300799
		start := time.Unix(unix%year9999, 0)
		h := Hours{zone(t, "Europe/Berlin"), d, lo, hi}
		next := h.Next(start)
		if next.Before(start) || !h.Open(next) || next.Sub(start) > 9*Day {
			t.Fatalf("%v from %v: %v", h, start, next)
		}
	})
}
