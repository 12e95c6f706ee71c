package learn

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// persona is the person that the mail shows. What it does not show is left out
// and filled as for any new person.
func (l *lesson) persona() mailsim.Persona {
	signature := strings.Map(func(r rune) rune {
		if valid.Unprintable(r) {
			return -1
		}
		return r
	}, l.signature())
	p := mailsim.Persona{Name: l.name(signature), Addresses: []string{l.address}}
	p.Role, p.Org = l.position(signature)
	p.Style = mailsim.Style{Length: l.length(), Formality: l.formality(), Signature: signature, Client: l.client()}
	p.Timing.Hours = l.hours()
	p.Timing.Delay, p.Temperament = l.pace()
	return p
}

// most returns the text that occurs most often, the first of equals; "" when
// there is none. Empty texts do not count.
func most(texts []string) string {
	count := map[string]int{}
	best := ""
	for _, t := range texts {
		if t == "" {
			continue
		}
		count[t]++
	}
	for _, t := range texts {
		if count[t] > count[best] {
			best = t
		}
	}
	return best
}

// name is how they call themselves in headers, else in what they sign with, else
// how others call them.
func (l *lesson) name(signature string) string {
	usable := func(name string) string {
		if name = plain.Line(name); len(name) > valid.MaxName || strings.Contains(name, "@") {
			return ""
		}
		return strings.Clone(name) // not with the mail around it
	}
	var own, given []string
	for _, e := range slices.Backward(l.sent) {
		own = append(own, usable(e.parsed.Sum.From.Name))
	}
	for _, e := range slices.Backward(l.got) {
		for _, a := range e.parsed.Sum.To {
			if addr.Correspondent(a.Addr) == addr.Correspondent(l.address) {
				given = append(given, usable(a.Name))
			}
		}
	}
	full, short := l.signed(signature)
	return cmp.Or(most(own), usable(l.display), full, most(given), short)
}

// signed is the name that they sign with: a full one, from the signature or from
// below the sign-off, and a single one where the address does not say it.
func (l *lesson) signed(signature string) (full, short string) {
	local, _ := addr.Split(strings.ToLower(l.address))
	full = nameAmong(strings.Split(signature, "\n"), local)
	var fulls, shorts []string
	for _, e := range slices.Backward(l.sent) {
		lines := belowSignOff(e.text)
		fulls = append(fulls, nameAmong(lines, local))
		if len(lines) > 0 && len(strings.Fields(lines[0])) == 1 && isName(lines[0]) && !strings.Contains(local, strings.ToLower(lines[0])) {
			shorts = append(shorts, lines[0])
		}
	}
	return cmp.Or(full, most(fulls)), most(shorts)
}

// length is the class of their usual mail, by the bounds that people write to.
func (l *lesson) length() string {
	var words []int
	for _, e := range l.sent {
		if n := len(strings.Fields(e.text)); n > 0 {
			words = append(words, n)
		}
	}
	if len(words) == 0 {
		return ""
	}
	slices.Sort(words)
	switch n := words[len(words)/2]; {
	case n <= 25:
		return "short"
	case n <= 90:
		return "medium"
	}
	return "long"
}

// hours are when they write, from three dated mails on; the zone from one on.
func (l *lesson) hours() *mailsim.Hours {
	var dated []time.Time
	for _, e := range l.sent {
		if e.dated {
			dated = append(dated, e.local)
		}
	}
	if len(dated) == 0 {
		return nil
	}
	h := &mailsim.Hours{TZ: zoneOf(dated, l.tz, addr.Domain(l.address))}
	zone, err := simtime.LoadZone(h.TZ)
	for i := range dated {
		if err == nil {
			dated[i] = dated[i].In(zone)
		}
	}
	if len(dated) >= 3 {
		h.From, h.To = window(dated)
		h.Days = weekdays(dated)
	}
	if *h == (mailsim.Hours{}) {
		return nil
	}
	return h
}

// window is the shortest run of hours round the clock, at least four, that holds
// 19 in 20 of the mails; the first of the day among equals.
func window(at []time.Time) (from, to string) {
	var count [24]int
	for _, t := range at {
		count[t.Hour()]++
	}
	open, span := 0, 24
	for start := range 24 {
		held, n := 0, 0
		for held < len(at)-len(at)/20 {
			held += count[(start+n)%24]
			n++
		}
		if n < span {
			open, span = start, n
		}
	}
	if span = max(span, 4); span >= 23 {
		return "00:00", "24:00"
	}
	return clockText(open), clockText((open + span) % 24)
}

func clockText(hour int) string {
	return string([]byte{byte('0' + hour/10), byte('0' + hour%10)}) + ":00"
}

// weekdays are the days on which they write: the working week, with the days of
// the weekend that have a tenth of their mail, without those that never had any
// in many mails.
func weekdays(at []time.Time) string {
	var count [7]int
	for _, t := range at {
		count[t.Weekday()]++
	}
	atWeekend := count[time.Saturday] + count[time.Sunday]
	var days simtime.Days
	for d := time.Sunday; d <= time.Saturday; d++ {
		weekend := d == time.Saturday || d == time.Sunday
		switch {
		case weekend && count[d]*10 >= len(at),
			!weekend && atWeekend < len(at) && (count[d] > 0 || len(at) < 20):
			days |= 1 << d
		}
	}
	return days.String()
}

// tldZones are the zones of countries with one, by top-level domain.
var tldZones = map[string]string{
	"de": "Europe/Berlin", "at": "Europe/Vienna", "ch": "Europe/Zurich", "fr": "Europe/Paris", "it": "Europe/Rome", "es": "Europe/Madrid",
	"nl": "Europe/Amsterdam", "be": "Europe/Brussels", "pl": "Europe/Warsaw", "cz": "Europe/Prague", "dk": "Europe/Copenhagen",
	"se": "Europe/Stockholm", "no": "Europe/Oslo", "fi": "Europe/Helsinki", "gr": "Europe/Athens", "pt": "Europe/Lisbon",
	"uk": "Europe/London", "ie": "Europe/Dublin", "tr": "Europe/Istanbul", "in": "Asia/Kolkata", "jp": "Asia/Tokyo", "kr": "Asia/Seoul",
	"cn": "Asia/Shanghai", "sg": "Asia/Singapore", "il": "Asia/Jerusalem", "za": "Africa/Johannesburg", "nz": "Pacific/Auckland",
}

// commonZones are tried in this order: of those with the same offsets the first
// is taken.
var commonZones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/Denver", "Europe/London", "Asia/Kolkata",
	"Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Europe/Helsinki", "Europe/Istanbul", "Asia/Dubai", "America/Sao_Paulo",
	"America/Halifax", "America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/St_Johns", "Atlantic/Azores",
	"Africa/Lagos", "Africa/Johannesburg", "Asia/Jerusalem", "Asia/Tehran", "Asia/Karachi", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Yangon",
	"Asia/Bangkok", "Australia/Perth", "Australia/Darwin", "Australia/Brisbane", "Australia/Adelaide", "Pacific/Auckland",
}

// zoneOf finds a zone whose offsets are those of nine in ten mails: the
// company's, that of the address's country, a common one; "" when none fits.
func zoneOf(at []time.Time, company, domain string) string {
	country := domain[strings.LastIndexByte(domain, '.')+1:]
	for _, name := range append([]string{company, tldZones[country]}, commonZones...) {
		zone, err := simtime.LoadZone(name)
		if err != nil {
			continue
		}
		fits := 0
		for _, t := range at {
			_, theirs := t.Zone()
			if _, offset := t.In(zone).Zone(); offset == theirs {
				fits++
			}
		}
		if fits*10 >= len(at)*9 {
			return name
		}
	}
	return ""
}

// maxDelay is how late an answer still tells how long they take.
const maxDelay = 30 * simtime.Day

// pace is how long they take to answer, and the temperament of the catalogue
// that is nearest to it; from three answers on. Who got much and answered
// nothing is a ghost.
func (l *lesson) pace() (*mailsim.Delay, string) {
	asked := map[string]time.Time{}
	for _, e := range l.got {
		if id := e.parsed.Sum.MessageID; id != "" {
			asked[id] = e.at
		}
	}
	answered := map[string]bool{}
	var delays []time.Duration
	for _, e := range l.sent {
		for _, id := range append([]string{e.parsed.Sum.InReplyTo}, e.parsed.Sum.References...) {
			at, ok := asked[id]
			if !ok || answered[id] {
				continue
			}
			answered[id] = true
			if d := e.at.Sub(at); d > 0 && d <= maxDelay && id == cmp.Or(e.parsed.Sum.InReplyTo, id) {
				delays = append(delays, d)
			}
		}
	}
	rate := 0.0
	if len(l.got) > 0 {
		rate = float64(len(answered)) / float64(len(l.got))
	}
	switch {
	case len(delays) == 0 && len(l.got) >= 5 && len(answered) == 0:
		return nil, decide.Ghost
	case len(delays) == 0:
		return nil, ""
	}
	d := typical(delays)
	if len(delays) < 3 {
		return d, ""
	}
	return d, nearestTemperament(d.Median, rate)
}

// typical is the median, in whole minutes above one, and the geometric spread.
func typical(delays []time.Duration) *mailsim.Delay {
	slices.Sort(delays)
	median := (delays[(len(delays)-1)/2] + delays[len(delays)/2]) / 2
	if median > time.Minute {
		median = median.Round(time.Minute)
	}
	d := &mailsim.Delay{Median: max(median.Truncate(time.Second), time.Second)}
	if len(delays) < 3 {
		return d
	}
	var sum, squares float64
	for _, x := range delays {
		z := math.Log(x.Seconds() / d.Median.Seconds())
		sum, squares = sum+z, squares+float64(z*z)
	}
	n := float64(len(delays))
	variance := max(0, squares/n-float64((sum/n)*(sum/n)))
	spread, _ := strconv.ParseFloat(strconv.FormatFloat(math.Exp(math.Sqrt(variance)), 'f', 1, 64), 64) // one digit is the same on every machine
	d.Spread = max(spread, 1)
	return d
}

// nearestTemperament is the temperament whose delay and rate come closest.
func nearestTemperament(median time.Duration, rate float64) (name string) {
	best := math.Inf(1)
	for _, t := range decide.Temperaments() {
		far := math.Abs(math.Log(median.Seconds()/t.MedianDelay.Seconds())) + float64(3*math.Abs(rate-t.ReplyRate))
		if far < best {
			best, name = far, t.Name
		}
	}
	return name
}

// client is the mail program that most of their mails came from; "" when none
// of the known ones shows.
func (l *lesson) client() string {
	var seen []string
	for _, e := range slices.Backward(l.sent) {
		seen = append(seen, e.client())
	}
	return most(seen)
}

// programs are words of X-Mailer and User-Agent, in the order in which they are
// looked for.
var programs = []struct{ word, client string }{
	{"iphone", "iphone"}, {"ipad", "iphone"}, {"android", "android"}, {"k-9", "android"}, {"apple mail", "apple"}, {"outlook", "outlook"},
	{"microsoft", "outlook"}, {"mutt", "plain"}, {"alpine", "plain"}, {"gnus", "plain"}, {"sylpheed", "plain"}, {"claws", "plain"},
	{"thunderbird", "plain"}, {"evolution", "plain"}, {"kmail", "plain"}, {"mew", "plain"}, {"aerc", "plain"}, {"git-send-email", "plain"},
}

func (e *letter) client() string {
	h := &e.parsed.Msg.Header
	agent := strings.ToLower(h.Get("X-Mailer") + " " + h.Get("User-Agent"))
	for _, p := range programs {
		if strings.Contains(agent, p.word) {
			return p.client
		}
	}
	id := strings.ToLower(e.parsed.Sum.MessageID)
	switch {
	case strings.HasSuffix(id, ".outlook.com>"), h.Has("X-MS-Has-Attach"), h.Has("Thread-Index"):
		return "outlook"
	case !strings.HasSuffix(id, "@mail.gmail.com>"):
		return ""
	case strings.Contains(e.parsed.Msg.HTML, `dir="auto"`), strings.Contains(e.full, "Sent from my Android"), strings.Contains(e.full, "Sent from Gmail Mobile"):
		return "android"
	}
	return "gmail"
}
