package decide

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mailsim/mailsim/internal/simtime"
)

// planText says when a reply goes out, in the person's zone.
func (m *mind) planText(due time.Time) string {
	if a, away := m.days.away(m.now); away {
		return m.name() + " is away until " + m.day(a.To) + " and answers on " + m.zoned(due)
	}
	if wait := due.Sub(m.now); wait > 0 {
		return m.name() + " answers in about " + about(wait) + ", on " + m.zoned(due)
	}
	return m.name() + " answers at once, on " + m.zoned(due)
}

// name is what the person is called in texts.
func (m *mind) name() string {
	if name := short(m.p.Name); name != "" {
		return name
	}
	if len(m.p.Addresses) > 0 {
		if address := short(m.p.Addresses[0]); address != "" {
			return address
		}
	}
	return "this person"
}

// temperament is what the reply rate is owed to.
func (m *mind) temperament() string {
	if m.temper.Name == "" {
		return m.name()
	}
	return m.temper.Name
}

// clock names an instant in the person's zone: "Mon 10:12", further off
// "Mon 12 Jan 10:12", in another year "Mon 12 Jan 2026 10:12".
func (m *mind) clock(t time.Time) string {
	t = t.In(m.days.zone)
	switch {
	case t.Sub(m.now) < 6*simtime.Day:
		return t.Format("Mon 15:04")
	case t.Year() == m.now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("Mon 2 Jan 2006 15:04")
}

// zoned is clock with the zone, unless that is UTC.
func (m *mind) zoned(t time.Time) string {
	if zone := m.days.zone.String(); zone != "UTC" {
		return m.clock(t) + " (" + zone + ")"
	}
	return m.clock(t)
}

func (m *mind) day(d simtime.Date) string { return d.At(12*60, m.days.zone).Format("Mon 2 Jan") }

// about rounds a duration to what one would say.
func about(d time.Duration) string {
	switch {
	case d < time.Minute:
		d = d.Round(time.Second)
	case d < 90*time.Minute:
		d = d.Round(time.Minute)
	case d < 36*time.Hour:
		d = d.Round(time.Hour)
	default:
		d = d.Round(simtime.Day)
	}
	return simtime.FormatDuration(d)
}

// percent writes a rate with one decimal at most.
func percent(p float64) string { return number(100*p, 1) + "%" }

// number writes x rounded to that many decimals at most.
func number(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// maxText bounds what of a stranger's text goes into ours, in runes.
const maxText = 60

// short makes a text fit one line of ours.
func short(s string) string {
	var b strings.Builder
	n := 0
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		if n > 0 {
			b.WriteByte(' ')
		}
		for _, r := range word {
			if n++; n > maxText {
				return b.String() + "…"
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
