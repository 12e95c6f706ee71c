package mailpit

import (
	"strconv"
	"strings"
	"time"
)

// maxTerms bounds the terms of a search; what follows is left out.
const maxTerms = 200

// query is a search in Mailpit's grammar: terms that must all hold.
type query []term

// term is one condition. It is asked with the view's lock held.
type term struct {
	not   bool
	holds func(v *view, e *entry) bool
}

func (q query) finds(v *view, e *entry) bool {
	for _, t := range q {
		if t.holds(v, e) == t.not {
			return false
		}
	}
	return true
}

// parseQuery reads a search. Zone is that of the dates in it, "" for UTC. Whatever
// the text is, it is a search: what has no meaning of its own is looked for.
func parseQuery(text, zone string) (q query) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		loc = time.UTC
	}
	for _, w := range splitTerms(text) {
		if cleanText(w) == "" {
			continue
		}
		not := len(w) > 1 && (w[0] == '-' || w[0] == '!')
		if not {
			w = w[1:]
		}
		if holds := parseTerm(w, loc); holds != nil {
			q = append(q, term{not, holds})
		}
		if len(q) == maxTerms {
			break
		}
	}
	return q
}

// splitTerms parts a search at the spaces outside of quotes, which are dropped.
func splitTerms(s string) (terms []string) {
	var b strings.Builder
	quoted := false
	add := func() {
		if t := strings.TrimSpace(b.String()); t != "" {
			terms = append(terms, t)
		}
		b.Reset()
	}
	for _, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			add()
		default:
			b.WriteRune(r)
		}
	}
	add()
	return terms
}

// cleanText is a text as it is looked for: in lower case, punctuation of addresses
// and lists, and all white space, turned into single spaces.
func cleanText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\ufeff' || strings.ContainsRune("\r\n\t><\",;()", r) {
			return ' '
		}
		return r
	}, s)
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// fields are the terms that look for a text in some place.
var fields = map[string]func(d *digest, text string) bool{
	"to":         func(d *digest, text string) bool { return named(d.To, text) },
	"from":       func(d *digest, text string) bool { return named([]address{*d.From}, text) },
	"cc":         func(d *digest, text string) bool { return named(d.Cc, text) },
	"bcc":        func(d *digest, text string) bool { return named(d.Bcc, text) },
	"reply-to":   func(d *digest, text string) bool { return named(d.ReplyTo, text) },
	"subject":    func(d *digest, text string) bool { return contains(d.Subject, text) },
	"message-id": func(d *digest, text string) bool { return contains(d.MessageID, text) },
	"addressed": func(d *digest, text string) bool {
		return named(d.To, text) || named([]address{*d.From}, text) || named(d.Cc, text) || named(d.Bcc, text) || named(d.ReplyTo, text)
	},
}

// flags are the terms that stand alone.
var flags = map[string]func(v *view, e *entry) bool{
	"is:read":         func(_ *view, e *entry) bool { return e.read },
	"is:unread":       func(_ *view, e *entry) bool { return !e.read },
	"is:tagged":       func(_ *view, e *entry) bool { return len(e.tags) > 0 },
	"has:inline":      func(v *view, e *entry) bool { return v.know(e).inline > 0 },
	"has:inlines":     func(v *view, e *entry) bool { return v.know(e).inline > 0 },
	"has:attachment":  func(v *view, e *entry) bool { return v.know(e).Attachments > 0 },
	"has:attachments": func(v *view, e *entry) bool { return v.know(e).Attachments > 0 },
}

// parseTerm reads one term; nil is one to be passed over.
func parseTerm(w string, loc *time.Location) func(*view, *entry) bool {
	lower := strings.ToLower(w)
	if f := flags[lower]; f != nil {
		return f
	}
	name, value, ok := strings.Cut(w, ":")
	name = strings.ToLower(name)
	if !ok {
		return free(w)
	}
	clean := cleanText(value)
	if f := fields[name]; f != nil {
		text := clean
		if name == "subject" {
			text = strings.ToLower(value)
		}
		if text == "" {
			return nil
		}
		return func(v *view, e *entry) bool { return f(v.know(e), text) }
	}
	switch name {
	case "tag":
		return tagged(clean)
	case "after", "before":
		return dated(name, clean, loc)
	case "larger", "smaller":
		if size, ok := parseSize(clean); ok {
			if name == "larger" {
				return func(v *view, e *entry) bool { return float64(v.know(e).Size) > size }
			}
			return func(v *view, e *entry) bool { return float64(v.know(e).Size) < size }
		}
	}
	return free(w)
}

func free(w string) func(*view, *entry) bool {
	text := cleanText(w)
	if text == "" {
		return nil
	}
	return func(v *view, e *entry) bool { return strings.Contains(v.know(e).text, text) }
}

func tagged(name string) func(*view, *entry) bool {
	if name == "" {
		return nil
	}
	return func(_ *view, e *entry) bool {
		for _, k := range e.tags {
			if k == name {
				return true
			}
		}
		return false
	}
}

func dated(name, value string, loc *time.Location) func(*view, *entry) bool {
	t, ok := parseDate(value, loc)
	if !ok {
		return nil
	}
	if name == "after" {
		return func(_ *view, e *entry) bool { return !e.at.Before(t) }
	}
	return func(_ *view, e *entry) bool { return !e.at.After(t) }
}

// named tells whether a text, in lower case, stands in a name or an address.
func named(list []address, text string) bool {
	for _, a := range list {
		if contains(a.Name, text) || contains(a.Address, text) {
			return true
		}
	}
	return false
}

func contains(s, lower string) bool { return strings.Contains(strings.ToLower(s), lower) }

// parseSize reads a number of bytes such as 10, 2k, 2kb, 1.5m or 1 MB, above 0.
func parseSize(s string) (float64, bool) {
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz ")
	unit := 1.0
	switch strings.TrimSpace(s[len(number):]) {
	case "":
	case "k", "kb":
		unit = 1 << 10
	case "m", "mb":
		unit = 1 << 20
	default:
		return 0, false
	}
	if strings.Trim(number, "0123456789.") != "" || strings.HasPrefix(number, ".") || strings.HasSuffix(number, ".") {
		return 0, false
	}
	n, err := strconv.ParseFloat(number, 64)
	return float64(int64(n * unit)), err == nil && n*unit >= 1
}

// dateLayouts are the spellings of dates, in lower case, that Mailpit's clients use.
var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02t15:04:05.999999999z07:00", "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999 -0700 MST",
	"2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02 3:04 PM", "2006-01-02 3:04PM",
	"2006-01-02 3:04:05 PM", "2006-01-02", "2006-1-2", "2006-01", "2006/01/02 15:04:05", "2006/01/02 15:04", "2006/1/2", "2006.01.02", "20060102150405", "20060102", "2006",
	"1/2/2006 15:04:05", "1/2/2006 15:04", "1/2/2006 3:04:05 PM", "1/2/2006 3:04 PM", "1/2/2006", "1/2/06", "1.2.2006", "1-2-2006",
	"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "2 Jan 2006", "2-Jan-2006", "2 January 2006 15:04", "2 January 2006",
	"Jan 2 2006 15:04:05", "Jan 2 2006 15:04", "Jan 2 2006 3:04 PM", "Jan 2 2006", "January 2 2006 15:04:05", "January 2 2006 15:04", "January 2 2006 3:04 PM", "January 2 2006", "Jan 2006", "January 2006",
	"Mon 2 Jan 2006 15:04:05 -0700", "Mon 02 Jan 2006 15:04:05 MST", "Mon Jan 2 15:04:05 2006", "Mon Jan 2 15:04:05 MST 2006", "Mon Jan 2 15:04:05 -0700 2006", "Monday 02-Jan-06 15:04:05 MST",
}

// parseDate reads a date in one of many spellings, without a zone in loc; a number
// alone of ten or more digits is seconds, milliseconds, microseconds or nanoseconds
// since 1970. Month and day names count without case.
func parseDate(s string, loc *time.Location) (time.Time, bool) {
	s = strings.ToUpper(cleanText(s))
	if len(s) >= 10 && len(s) <= 19 && len(s) != 14 && strings.Trim(s, "0123456789") == "" {
		n, err := strconv.ParseInt(s, 10, 64)
		for range (19 - len(s)) / 3 {
			n *= 1000
		}
		return time.Unix(0, n), err == nil
	}
	for _, layout := range dateLayouts {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
