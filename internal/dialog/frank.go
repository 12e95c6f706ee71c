package dialog

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// What a person says of something whose answer they do not have: that they would rather
// talk about it, have to look, or know less than who asks. What has to be looked up is
// promised where nothing is yet. A mail holds one such sentence, however many parts of it are
// so answered.
const (
	frankTalk  = "answer.open"
	frankTopic = "answer.open.topic" // names what is to be talked about
	frankWhy   = "answer.open.why"   // a reason
	frankLook  = "answer.open.look"
	frankFact  = "answer.open.look.topic"
	frankYours = "answer.open.yours" // who asks knows better
	frankView  = "answer.open.view"  // they would go along with it
	frankRest  = "answer.open.rest"  // stands for several
)

// frank answers without a value.
func (p *planner) frank(it *item, slot string) {
	if it.label != "" {
		p.say(Move{Slot: slot, Label: it.label, Core: true}) // each point has its answer
		return
	}
	if slot == frankLook || slot == frankTalk && it.ask != gist.AskChoice {
		if p.tellsLater(it) {
			return
		}
	}
	if p.franks++; p.franks > 1 {
		p.out.Moves = slices.DeleteFunc(p.out.Moves, func(m Move) bool { return (isFrank(m.Slot) || p.looksUp && m.Slot == "answer.defer") && m.Label == "" })
		return // settleFrank says it for all
	}
	m := Move{Slot: slot, Label: it.label, Core: true}
	if slot == frankTalk && !p.mentions(it, "deciding") && (it.ask == gist.AskWhat || it.ask == gist.AskHow || it.ask == gist.AskChoice) {
		slot = frankLook // a fact, and nothing that they decide
	}
	if slot == frankLook && !p.late && !p.Prompt && !p.awaited(it) {
		p.looksUp = true
		p.defers(it)
		return
	}
	m.Slot = slot
	if topic := p.cleanTopic(it); slot == frankLook && topic != "" {
		m.Slot, m.Values = frankFact, values("topic", topic)
	} else if slot == frankTalk && topic != "" && it.ask != gist.AskRemind && it.ask != gist.AskRating && !it.wanted {
		m.Slot, m.Values = frankTopic, values("topic", topic)
	}
	p.say(m)
}

func isFrank(slot string) bool { return strings.HasPrefix(slot, frankTalk) }

// settleFrank says once what several parts of the mail are answered with.
func (p *planner) settleFrank() {
	if p.franks < 2 {
		return
	}
	slot := frankTalk
	if slices.ContainsFunc(p.out.Moves, func(m Move) bool { return strings.HasPrefix(m.Slot, "answer.") || strings.HasPrefix(m.Slot, "do.") }) {
		slot = frankRest
	}
	if p.looksUp && slot == frankRest {
		due, phrase := p.due()
		p.say(Move{Slot: "answer.defer.rest", Values: values("due", phrase), Due: due, Core: true})
		return
	}
	p.say(Move{Slot: slot, Core: true})
}

// cleanTopic is the topic of a question where it is a short noun phrase that stands in
// the question as it is: nothing else can be named in a sentence.
func (p *planner) cleanTopic(it *item) string {
	words := strings.Fields(it.topic)
	if len(words) < 2 || len(words) > 3 || len(it.options) > 0 || !p.think.sets["articles"][stem(strings.ToLower(words[0]))] {
		return ""
	}
	for _, w := range words[1:] {
		low := strings.ToLower(w)
		if p.think.small[low] || p.think.clause[low] || !allLetters(w) {
			return ""
		}
	}
	if !strings.Contains(strings.ToLower(it.text), strings.ToLower(strings.Join(words[1:], " "))) {
		return ""
	}
	if (p.think.form["sides"] != "" || p.out.Language == "de") && !strings.Contains(strings.ToLower(it.text), strings.ToLower(it.topic)) {
		return "" // its article is guessed
	}
	return it.topic
}

func allLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0
}

// unsure answers a question frankly where only the kind of its answer was guessed: a
// value of that kind would tell nothing, or nonsense. It reports whether it did.
func (p *planner) unsure(it *item) bool {
	slot := ""
	switch it.ask {
	case gist.AskNumber:
		if it.kind == "how many" && p.oneOfTwo(it, p.draw(gist.AskNumber)) != "" {
			return false // "500 on the form, 5,000 in the text"
		}
		if it.kind == "how many" && it.unit == "" && p.counts(20) && !p.classed(it, "number") {
			slot = frankLook // of a large lot it would be a few
		} else if it.unit == "" && !p.holdsLine("its size", it.text) && it.kind != "how many" && it.kind != "how often" && it.kind != "how far" && !p.classed(it, "size", "extent", "measure") && (it.kind == "how" || !p.classed(it, "number")) && !p.holdsLine("what size", it.text) && it.result == "" && !(p.holdsLine("how much of", it.text) && p.classed(it, "portion")) {
			slot = frankLook
		}
	case gist.AskPlace:
		if len(it.options) < 2 && !p.classed(it, "place") && !p.mentions(it, "left somewhere") {
			slot = frankLook
		}
	case gist.AskWho:
		if len(it.options) < 2 && !p.classed(it, "who") && !p.mentions(it, "in charge") && !p.doesSoon(it) {
			slot = frankLook
		}
	case gist.AskMoney:
		if _, named := p.named(it); !named && !p.classed(it, "money", "share") && !p.holdsLine("asks for money", it.text) {
			if _, priced := p.priced(); !priced && p.class("money", it) == nil && (p.out.Language != "en" || p.fitting("money", it, true) == nil) {
				slot = frankLook
			}
		}
	case gist.AskIdentifier:
		if it.of != gist.OfSender && !p.classed(it, "identifier") && !p.holdsLine("own name", it.text) && !p.think.names("mailing", it.stems) {
			slot = frankLook
		}
	case gist.AskPhone:
		if !p.mentions(it, "remind phone") && p.classed(it, "identifier") {
			it.ask = gist.AskIdentifier
			return p.unsure(it) // "to which invoice number does it belong?"
		}
	case gist.AskRating:
		if it.high <= it.low && strings.IndexFunc(it.text, unicode.IsDigit) < 0 {
			slot = frankTalk
		}
	case gist.AskStatus:
		if p.mentions(it, "no work") {
			slot = frankTalk
		}
	case gist.AskFeeling:
		if p.mentions(it, "no work") && !p.mentions(it, "kin") {
			slot = frankTalk
		}
	case gist.AskOpinion:
		if p.holdsLine("asks liked", it.text) && !p.classed(it, "reason good") {
			p.whole(it, rng.Pick(p.draw(it.ask), p.think.lines("liked")))
			return true // "How did you like it here?"
		}
		if slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("own doubt", s) }) && p.think.lines("shared doubt") != nil {
			p.whole(it, rng.Pick(p.draw(it.ask), p.think.lines("shared doubt")))
			return true // "Was hältst du davon? Ich finde das zu wenig."
		}
		if len(it.options) < 2 && p.Files == 0 && !p.classed(it, "reason good") {
			slot = frankView
		}
	case gist.AskWhy:
		if !p.classed(it, "why") && !(len(it.means) == 0 && p.has("answer.choice", "answer.either", "answer.first")) {
			slot = frankWhy
		}
	}
	if slot == "" {
		return false
	}
	if slot == frankLook && it.of == gist.OfSender {
		slot = frankYours
	}
	p.frank(it, slot)
	return true
}

// counts reports whether the mail has a figure that is no smaller than n.
func (p *planner) counts(n int) bool {
	return slices.ContainsFunc(p.mail.Figures, func(f gist.Figure) bool { return whole(f.Value) >= n })
}

// classed reports whether the words of a question name a class of one of the sections.
func (p *planner) classed(it *item, sections ...string) bool {
	return slices.ContainsFunc(sections, func(s string) bool { return p.asked(s, it) != nil })
}

// mentions reports whether the words of a question are in a set.
func (p *planner) mentions(it *item, set string) bool {
	return p.think.names(set, it.words) || p.think.names(set, it.told)
}

// decides answers which of several with the place of one in the mail: what they are
// could not be read well enough to be named.
func (p *planner) decides(it *item) {
	wishes := p.out.Language == "en" && it.kind == "which" && it.topic == "" && it.before != "" && p.holdsLine("wishes", it.text)
	if !it.offers && !wishes && (len(p.mail.Dates) < 2 || p.think.form["sides"] != "" && it.topic != "") && !p.holdsLine("of several", it.text) {
		p.frank(it, frankTalk)
		return
	}
	if p.out.Language == "en" {
		p.leftOpen(it)
		return
	}
	place := "first"
	if p.draw(it.ask).Chance(0.35) {
		place = "second"
	}
	if p.out.Language == "de" && it.language == "de" && p.decidesGerman(it, place) {
		return
	}
	p.say(Move{Slot: "answer.first", Label: it.label, Values: values("value", p.think.form[place]), Core: true,
		Claim: p.claim(it.ask, p.claimTopic(it), p.think.form[place])})
}

// sides are the forms that something offered can have.
type side int

const (
	broken side = iota
	plainSide
	articleSide
	figureSide // a day, an hour, a sum
)

// maxSide is how many words something offered has at most.
const maxSide = 7

// alikeSides reports whether what a question offers can be said again: each is a whole
// phrase, and all have one form.
func (p *planner) alikeSides(options []string) bool {
	var forms [figureSide + 1]int
	for _, o := range options {
		forms[p.side(o)]++
	}
	n := len(options)
	return forms[plainSide]+forms[articleSide] == n || forms[figureSide] == n
}

// clauses reports whether what a question offers are sentences, each with its subject: "I
// ask Imran", "you take it".
func (p *planner) clauses(options []string) bool {
	return !slices.ContainsFunc(options, func(o string) bool {
		words := strings.Fields(strings.ToLower(o))
		return len(words) < 2 || len(words) > maxSide+6 || !p.think.sets["subjects"][stem(words[0])] || p.think.sets["hanging"][stem(words[len(words)-1])]
	})
}

// clockRE finds an hour with its minutes.
var clockRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d{1,2}:\d\d\b`) })

// side is the form of something offered.
func (p *planner) side(o string) side {
	words := strings.Fields(strings.ToLower(o))
	if len(words) == 0 || len(words) > maxSide || !gist.Stands(p.out.Language, o) || strings.ContainsAny(clockRE().ReplaceAllString(o, ""), "?!;:") || p.think.form["sides"] != "" && gist.Clausal(p.out.Language, o) {
		return broken
	}
	for i, w := range words {
		if p.think.clause[w] && !p.think.sets["articles"][stem(w)] && (i == 0 || i < len(words)-1) || p.think.sets["finite"][stem(w)] || p.think.sets["no option"][stem(w)] {
			return broken
		}
		if last := i == len(words)-1; last && (p.think.sets["hanging"][stem(w)] || p.think.sets["articles"][stem(w)]) && len(words) > 1 {
			return broken
		}
	}
	if slices.ContainsFunc(p.think.lines("finite ends"), func(end string) bool { return strings.HasSuffix(words[0], end) }) {
		return broken
	}
	if len(words) == 1 && slices.ContainsFunc(p.think.lines("infinitive ends"), func(end string) bool { return strings.HasSuffix(words[0], end) }) {
		return broken // "venir" of "venir en voiture"
	}
	at := p.think.read(o, p.Now)
	first, _ := utf8.DecodeRuneInString(words[0])
	switch {
	case !at.day.IsZero() || at.minutes >= 0:
		return figureSide
	case p.think.sets["weekends"][stem(words[len(words)-1])]:
		return figureSide // "on Friday or at the weekend"
	case unicode.IsDigit(first) || strings.ContainsRune("€£$", first):
		return figureSide
	case len(words) < 4 && strings.IndexFunc(o, unicode.IsDigit) >= 0:
		return figureSide // "at 11:15"
	case len(words) > 1 && p.think.sets["articles"][stem(words[0])]:
		return articleSide
	}
	return plainSide
}

// figureOf draws one of the figures of what a question of a figure offers: "which number
// is right?", where the one paper says 214 and the other 241. It is empty where they have
// none, or several.
func (p *planner) figureOf(it *item, r *rng.Rand) string {
	if !p.mentions(it, "figures") {
		return ""
	}
	var values []string
	for _, o := range it.options {
		value := ""
		for _, w := range strings.Fields(o) {
			w = strings.Trim(w, ".,;:()")
			if strings.IndexFunc(w, unicode.IsDigit) < 0 {
				continue
			}
			if value != "" {
				return ""
			}
			value = w
		}
		if value == "" {
			return ""
		}
		values = append(values, value)
	}
	return rng.Pick(r, values)
}
