package dialog

import (
	"maps"
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

// byHeart answers with what people know by heart and reports whether that was asked for.
func (p *planner) byHeart(it *item) bool {
	if p.ofTheirs(it) {
		return true
	}
	if it.ask != gist.AskDate && it.ask != gist.AskWhat && it.ask != gist.AskIdentifier {
		return false
	}
	born, ok := p.birth(it)
	if ok {
		it.ask = gist.AskDate
		p.tell(it, "answer.date", born)
	}
	return ok
}

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
	if it.ask == gist.AskWho && p.shapely(it) {
		return false // "what was the name of the study book?"
	}
	r := p.draw(it.ask)
	if lines := p.asked("contacts", it); lines != nil && it.ask != gist.AskChoice {
		p.tell(it, "answer.who", pattern(r, rng.Pick(r, lines)))
		return true
	}
	words := p.words(it.text)
	lead := 8
	if p.out.Language == "en" && !strings.Contains(it.text, "?") {
		lead = 14 // "for the card we still need the name"
	}
	if !slices.ContainsFunc(words[:min(len(words), lead)], func(w string) bool { return p.naming()[w] }) {
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
		if years = r.Between(4, 11); p.out.Language == "en" && slices.ContainsFunc(slices.Sorted(maps.Keys(p.scene())), func(w string) bool { return p.think.sets["old people"][w] }) {
			years += 68
		}
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
	if it.unit == "" && it.kind == "how many" {
		words = ofWhat(p.words(it.text))
	}
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

// ofWhat are the words of what "how many of the kids" counts.
func ofWhat(words []string) []string {
	for i := 0; i+2 < len(words) && i < 12; i++ {
		if words[i] == "of" && (words[i+1] == "the" || words[i+1] == "your" || words[i+1] == "my" || words[i+1] == "our" || words[i+1] == "these") {
			return words[i+2 : i+3]
		}
	}
	return nil
}

// byPhrase returns the values of the class of which a phrase stands in the question, nil for
// none. That something is owned tells less than what it is.
func (p *planner) byPhrase(section string, it *item) []string {
	asked := p.rooted(it.text)
	for _, pl := range p.think.pools[section] {
		if !slices.Contains(pl.phrases, " do you have ") && slices.ContainsFunc(pl.phrases, func(phrase string) bool { return strings.Contains(asked, phrase) }) {
			return pl.lines
		}
	}
	return nil
}

// oneOf is a noun in the plural as one says it of one thing.
func (p *planner) oneOf(unit string) string {
	words := strings.Fields(unit)
	at := len(words) - 1
	if of := slices.Index(words, "of"); of > 0 {
		at = of - 1
	}
	if at < 0 {
		return unit
	}
	w := words[at]
	for _, pl := range p.think.pools["one of"] {
		for _, line := range pl.lines {
			if many, one, _ := strings.Cut(line, " = "); many == w {
				words[at] = one
				return strings.Join(words, " ")
			}
		}
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "sses"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		w = w[:len(w)-1]
	}
	words[at] = w
	return strings.Join(words, " ")
}

// somewhere answers whether there is somewhere to do something with where that is: "Yes, you
// can park in the yard".
func (p *planner) somewhere(it *item) string {
	if p.out.Language != "en" || it.offers {
		return ""
	}
	_, rest, ok := strings.Cut(p.stated(it, true), "there is ")
	if !ok {
		return ""
	}
	first, rest, _ := strings.Cut(rest, " ")
	if first != "somewhere" && first != "anywhere" {
		if first, rest, _ = strings.Cut(rest, " "); first != "place" && first != "spot" {
			return ""
		}
	}
	for _, lead := range []string{"where ", "that ", "nearby ", "near there "} {
		rest = strings.TrimPrefix(rest, lead)
	}
	if do, to := strings.CutPrefix(rest, "to "); to {
		rest = "you can " + do
	} else if at := strings.Index(" "+rest, " can "); at < 0 {
		return ""
	} else if who := strings.Fields(rest[:at]); len(who) == 0 || len(who) > 5 {
		return ""
	} else if last := who[len(who)-1]; last != "you" && last != "they" && last != "we" && last != "he" && last != "she" && last != "it" {
		return ""
	} else {
		rest = last + " " + rest[at:]
	}
	lines := p.asked("place", it)
	if lines == nil {
		lines = p.think.lines("place")
	}
	where, _, _ := strings.Cut(rng.Pick(p.draw(gist.AskPlace), lines), ",")
	return rest + " " + where
}
