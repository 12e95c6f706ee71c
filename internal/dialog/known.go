package dialog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// What people know by heart: names of theirs, whom to ring if something happens, when they
// were born, and numbers in the form that the mail shows.

// ofTheirs answers with such a thing and reports whether it was asked for.
func (p *planner) ofTheirs(it *item) bool {
	switch it.ask {
	case gist.AskWho, gist.AskWhat, gist.AskIdentifier, gist.AskChoice:
	default:
		return false
	}
	if len(it.options) > 1 {
		return false
	}
	if p.Me.Name != "" && it.ask != gist.AskChoice && p.holdsLine("own name", it.text) {
		p.tell(it, "answer.who", p.Me.Name)
		return true
	}
	r := p.draw(it.ask)
	if lines := p.asked("contacts", it); lines != nil && it.ask != gist.AskChoice {
		p.tell(it, "answer.who", pattern(r, rng.Pick(r, lines)))
		return true
	}
	words := wordsOf(it.text)
	if !slices.ContainsFunc(words[:min(len(words), 8)], func(w string) bool { return p.naming()[w] }) {
		return false
	}
	lines := p.asked("named", it)
	if lines == nil || p.asked("who", it) != nil && slices.Equal(lines, p.think.pools["named"][0].lines) && !slices.Contains(words, "full") {
		return false // somebody of the accounts
	}
	p.tell(it, "answer.who", rng.Pick(r, lines))
	return true
}

// naming are the words that ask for a name.
func (p *planner) naming() map[string]bool {
	for _, pl := range p.think.pools["naming"] {
		return pl.exact
	}
	return nil
}

// birth is a date of birth that is asked for: the person's own, or that of a child of theirs.
func (p *planner) birth(it *item) (string, bool) {
	lines := p.asked("birth", it)
	if lines == nil {
		return "", false
	}
	r := p.Seed.Draw("answer/1:birth", p.Me.Address, "", rng.N(0)) // a person has one
	years := r.Between(27, 61)
	if lines[0] == "child" {
		r = p.draw(it.ask)
		years = r.Between(4, 11)
	}
	day := midnight(p.Now).AddDate(-years, 0, -r.IntN(360))
	return strings.NewReplacer("{day}", strconv.Itoa(day.Day()), "{month}", p.think.months[day.Month()-1]).Replace(p.think.form["day"]) + " " + strconv.Itoa(day.Year()), true
}

var (
	// beginsRE finds how a number begins: "starts HX", "begins with 40".
	beginsRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?i:starts?|starting|begins?|beginning)(?i: with)?(?i: the letters?| a| an)? ([A-Z0-9]{1,6})\b`)
	})
	// digitsRE finds how many digits it has: "8 digits", "five-digit".
	digitsRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(\d{1,2}|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -](?:digits?|figures?)\b`)
	})
	// likeRE finds one that it looks like: "in the form 12-AB-345".
	likeRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?i:like|such as|e\.g\.|the form|the format) ([A-Z0-9]+(?:[ /-][A-Z0-9]+)*)\b`)
	})
)

var digitWords = []string{"", "", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// formOf is the pattern of a number as the mail shows it, or the one given.
func formOf(text, usual string) string {
	text = text[:min(len(text), 400)]
	if m := likeRE().FindStringSubmatch(text); m != nil && strings.ContainsAny(m[1], "0123456789") {
		return strings.Map(func(r rune) rune {
			switch {
			case r >= '0' && r <= '9':
				return '#'
			case r >= 'A' && r <= 'Z':
				return '@'
			}
			return r
		}, m[1])
	}
	if m := digitsRE().FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			n = slices.Index(digitWords, strings.ToLower(m[1]))
		}
		if n > 0 && n < 24 {
			usual = strings.Repeat("#", n)
		}
	}
	if m := beginsRE().FindStringSubmatch(text); m != nil {
		rest := strings.TrimLeft(usual, "@")
		if n := len(m[1]); n < len(usual) && rest == usual {
			rest = usual[n:]
		}
		if !strings.Contains(rest, "#") {
			rest = "######"
		}
		return m[1] + rest
	}
	return usual
}

// ranged is how many of something people have: the span of its noun, in private life or
// at work.
func (p *planner) ranged(it *item) (string, bool) {
	words := wordsOf(it.unit)
	for i := len(words) - 1; i >= 0 && i > len(words)-4; i-- {
		span, ok := p.think.ranges[words[i]]
		if !ok {
			span, ok = p.think.ranges[words[i]+"s"]
		}
		if !ok {
			continue
		}
		if p.mail.Private || span[1] == "" {
			return span[0], true
		}
		return span[1], true
	}
	return "", false
}
