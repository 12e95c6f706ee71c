package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
)

// misnamed is the greeting of somebody else, if the mail has one.
func (p *planner) misnamed() *gist.Act {
	if p.mail.Greeting == "" || slices.Contains(p.st.Given, "own name") || !p.misname(p.mail.Greeting) {
		return nil
	}
	p.st.Given = keep(p.st.Given, "own name")
	return &gist.Act{Kind: gist.WrongName, Value: tidy(p.mail.Greeting)}
}

// misname reports whether a name that is greeted is certainly not the person's: no word
// of it is one of their names, of a nickname, of their firm, role or address, or nearly so.
func (p *planner) misname(name string) bool {
	own := wordsOf(p.Me.Name + " " + p.Me.Org + " " + p.Me.Role + " " + p.Me.Address)
	if p.Me.Name == "" || len(strings.Fields(name)) > 3 {
		return false
	}
	for _, w := range strings.Fields(name) {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return false
		}
	}
	words := wordsOf(name)
	for _, w := range words {
		if slices.ContainsFunc(p.think.lines("groups end in"), func(end string) bool { return strings.HasSuffix(w, end) }) {
			return false // "Liebe Volleyballer"
		}
		if p.think.everybody[w] || utf8.RuneCountInString(w) < 3 || slices.ContainsFunc(own, func(o string) bool { return p.alike(w, o) }) {
			return false
		}
	}
	return len(words) > 0
}

// alike reports whether two names may be one: a slip apart, one the beginning of the
// other, or nicknames of one name.
func (p *planner) alike(a, b string) bool {
	if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) || slip(a, b) {
		return true
	}
	for _, names := range p.think.nicknames {
		if slices.Contains(names, a) && slices.Contains(names, b) {
			return true
		}
	}
	return false
}

// slip reports whether two words differ in one letter, or in two that changed places.
func slip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y)-len(x) > 1 || len(x) < 3 {
		return false
	}
	i, j := 0, 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	for j < len(x)-i && x[len(x)-1-j] == y[len(y)-1-j] {
		j++
	}
	rest := len(y) - i - j
	return rest <= 1 || rest == 2 && len(x) == len(y) && x[i] == y[i+1] && x[i+1] == y[i]
}

// misdated is a date of the mail whose weekday is not that of the day.
func (p *planner) misdated() *gist.Act {
	dates := slices.Clone(p.mail.Dates)
	for _, it := range p.items {
		dates = append(dates, it.options...)
	}
	for _, d := range dates[:min(len(dates), 2*maxItems)] {
		if m := p.think.read(d, p.Now); m.dated && m.weekday >= 0 && m.weekday != int(m.day.Weekday()) && p.near(m) {
			return &gist.Act{Kind: gist.Contradicting, Value: d}
		}
	}
	return nil
}

// known is how far off a date may be to be held against a calendar, in days.
const known = 35

// near reports whether a day is one that people know the weekday of.
func (p *planner) near(m moment) bool {
	days := int(m.day.Sub(midnight(p.Now)).Hours() / 24)
	return days > -known && days < known
}

// contradict asks which of two dates is meant; what hangs on them is not answered.
func (p *planner) contradict(a gist.Act) {
	value, other, _ := strings.Cut(a.Value, "|")
	value, other = tidy(value), tidy(other)
	m := p.think.read(value, p.Now)
	switch {
	case m.dated && m.weekday >= 0 && other == "":
		day := p.think.dateIn("day", m.day)
		p.say(Move{Slot: "contradiction.day", Values: values("value", p.think.weekdays[m.weekday], "day", day, "other", p.think.weekdays[m.day.Weekday()]), Core: true})
	default:
		first, second := value, other
		for _, d := range p.mail.Dates {
			if d = tidy(d); first == "" {
				first = d
			} else if !strings.EqualFold(d, first) && second == "" {
				second = d
			}
		}
		if first == "" || second == "" {
			return
		}
		p.say(Move{Slot: "contradiction", Values: values("value", first, "other", second), Core: true})
	}
	p.items = slices.DeleteFunc(p.items, func(it item) bool {
		if day := p.think.read(it.text, p.Now).day; it.wanted && !day.IsZero() && day.Equal(p.think.read(other, p.Now).day) {
			return true // "keep the 27th free"
		}
		return it.ask == gist.AskMeet || it.ask == gist.AskDate || it.ask == gist.AskYesNo && p.think.read(it.text, p.Now).dated
	})
}
