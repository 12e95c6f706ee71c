package simtime

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// database is the IANA time zone database, release 2025c, in the public domain,
// as compiled for the Go distribution. It is ours and not the machine's, so that
// the same script has the same hours everywhere, whatever rules a machine knows.
//
//go:generate sh -c "cp $(go env GOROOT)/lib/time/zoneinfo.zip zoneinfo.zip"
//go:embed zoneinfo.zip
var database string

var zoneFiles = sync.OnceValue(func() map[string]*zip.File {
	r, err := zip.NewReader(strings.NewReader(database), int64(len(database)))
	if err != nil {
		panic(err) // the database is part of the program
	}
	files := make(map[string]*zip.File, len(r.File))
	for _, f := range r.File {
		files[f.Name] = f
	}
	return files
})

// zones holds the zones loaded so far: only valid names, so a few hundred at most.
var zones sync.Map // name -> *time.Location

// LoadZone returns the IANA time zone of that name, such as Europe/Paris or
// UTC. All else, "" and Local too, is refused.
func LoadZone(name string) (*time.Location, error) {
	if z, ok := zones.Load(name); ok {
		return z.(*time.Location), nil
	}
	file := zoneFiles()[name]
	if file == nil {
		return nil, fmt.Errorf("%s is not a time zone name such as Europe/Paris", quote(name))
	}
	zone := time.UTC
	if name != "UTC" {
		data, err := content(file)
		if err != nil {
			return nil, err
		}
		if zone, err = time.LoadLocationFromTZData(name, data); err != nil {
			return nil, err
		}
	}
	first, _ := zones.LoadOrStore(name, zone)
	return first.(*time.Location), nil
}

func content(file *zip.File) ([]byte, error) {
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// localSeconds counts the seconds of t's wall clock in zone since the wall
// clock of 1970-01-01 00:00, and says when the offset used ends (zero: never).
func localSeconds(t time.Time, zone *time.Location) (local int64, end time.Time) {
	t = t.In(zone)
	_, offset := t.Zone()
	// Where a zone follows a yearly rule, package time ends its last piece of a
	// year after 365 days: before the last day of a leap year.
	if _, end = t.ZoneBounds(); !end.IsZero() && !end.After(t) {
		end = end.Add(Day)
	}
	return t.Unix() + int64(offset), end
}

// Date is a day of the calendar, in no zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day that t falls on in zone; nil is UTC.
func DateOf(t time.Time, zone *time.Location) Date {
	y, m, d := t.In(orUTC(zone)).Date()
	return Date{y, m, d}
}

// ParseDate reads a day such as 2026-01-05.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("%s is not a date such as 2026-01-05", quote(s))
	}
	return DateOf(t, time.UTC), nil
}

// String is the form that ParseDate reads.
func (d Date) String() string { return d.utc().Format(time.DateOnly) }

// AddDays returns the day n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.utc().AddDate(0, 0, n), time.UTC) }

// Compare is negative when d is before e, 0 when they are the same day.
func (d Date) Compare(e Date) int { return d.utc().Compare(e.utc()) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// At is the first instant at which the wall clock of zone shows that many
// minutes of the day (0 to 1440), or later where a change of the clocks leaves
// them out. A nil zone is UTC.
func (d Date) At(minutes int, zone *time.Location) time.Time {
	zone = orUTC(zone)
	want := d.utc().Unix() + int64(min(max(minutes, 0), minutesPerDay))*60
	// No zone was ever a day from UTC, so the wall clock stands before want here.
	t := time.Unix(want, 0).Add(-Day).In(zone)
	for {
		local, end := localSeconds(t, zone)
		at := t.Add(time.Duration(max(want-local, 0)) * time.Second)
		if end.IsZero() || at.Before(end) {
			return at
		}
		t = end
	}
}

func (d Date) utc() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

func orUTC(zone *time.Location) *time.Location {
	if zone == nil {
		return time.UTC
	}
	return zone
}

// Absence is a time away: whole days, both inclusive, in the person's zone.
type Absence struct {
	From, To Date
	Message  string // what the automatic reply says
}

// ParseAbsence reads the first and the last day of an absence.
func ParseAbsence(from, to, message string) (Absence, error) {
	f, err := ParseDate(from)
	if err != nil {
		return Absence{}, fmt.Errorf("from: %w", err)
	}
	t, err := ParseDate(to)
	if err != nil {
		return Absence{}, fmt.Errorf("to: %w", err)
	}
	if t.Compare(f) < 0 {
		return Absence{}, fmt.Errorf("to: %s is before from %s", t, f)
	}
	return Absence{f, t, message}, nil
}

// Covers says whether day lies in the absence.
func (a Absence) Covers(day Date) bool {
	return a.From.Compare(day) <= 0 && day.Compare(a.To) <= 0
}
