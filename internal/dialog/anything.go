package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/rng"
)

// anything answers whether there is anything, anybody or any of a kind, of which a bare yes
// tells nothing: mostly there is nothing, which is said in a word. It reports whether the
// question was one.
func (p *planner) anything(it *item, r *rng.Rand) bool {
	if p.st.Mine && p.think.names("anything else", it.words) {
		return false // which ends the matter
	}
	words := p.words(it.text)
	if lead := p.behindLine("whether leads", words[:min(len(words), 8)]); lead > 0 && it.language == "en" {
		words = words[lead:] // "let me know if anybody eats no meat"
	}
	at := slices.IndexFunc(words[:min(len(words), 14)], func(w string) bool { return p.think.sets["any word"][stem(w)] })
	if at < 0 || p.holdsLine("or else", it.text) || p.begins("any but", strings.Join(words[at:], " ")) || slices.ContainsFunc(words[:at], func(w string) bool { return p.think.sets["any no more"][stem(w)] }) {
		return false
	}
	section := "nothing"
	switch words[at] {
	case "anyone", "anybody":
		section = "nobody"
	case "anywhere":
		return false
	case "any":
		if at+1 >= len(words) || p.stated(it, false) != "" && !p.think.sets["any none"][stem(words[at+1])] {
			return false
		}
		if kind := p.noneOf(it.text, words[at+1:]); kind != "" {
			p.wholeNo(it, p.worded("none of", kind))
			return true
		}
		section = "none"
	default:
		if p.begins("anything goes", strings.Join(words[at:], " ")) {
			return false // "anything is fine"
		}
	}
	if section != "none" && p.stated(it, false) != "" && !p.stiff(p.stated(it, false)) {
		return false // "nobody has told Mrs Lowe"
	}
	if slices.Contains(words[at:], "else") {
		section += " else"
	} else if section == "nothing" && p.holdsLine("for you", it.text) {
		section = "nothing for me"
	}
	lines := p.think.lines(section)
	if lines == nil {
		return false
	}
	p.wholeNo(it, rng.Pick(r, lines))
	return true
}

// stiff reports whether a statement that denies only says its question again.
func (p *planner) stiff(stated string) bool {
	return strings.HasPrefix(stated, "there is ") || strings.HasPrefix(stated, "there are ")
}

// noneOf is what a question asks for any of, "allergies" of "any allergies, food or animals":
// one or two words that end it or its first part.
func (p *planner) noneOf(text string, words []string) string {
	low := strings.ToLower(text)
	from := strings.Index(low, "any "+words[0])
	if from < 0 {
		return ""
	}
	rest := text[from+len("any "):]
	end := strings.IndexAny(rest, ",;:?!.(")
	if end < 0 {
		return ""
	}
	kind := strings.Fields(rest[:end])
	if len(kind) == 0 || len(kind) > 2 || !strings.HasSuffix(kind[len(kind)-1], "s") || slices.ContainsFunc(kind, func(w string) bool { return !allLetters(w) || p.think.small[strings.ToLower(w)] }) {
		return ""
	}
	return strings.ToLower(strings.Join(kind, " "))
}

// wholeNo says a no that is a sentence of its own, and claims it.
func (p *planner) wholeNo(it *item, value string) {
	p.say(Move{Slot: "answer.ready", Label: it.label, Values: map[string]string{"value": value}, Core: true, Claim: p.claim(it.ask, p.claimTopic(it), "no")})
}
