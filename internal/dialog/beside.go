package dialog

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// favour is something that the mail offers to do for the person.
type favour struct {
	text  string // its sentence
	could string // "you could bring your tent": how the person says it behind "if"; empty where that cannot be told
	given bool   // it is done anyway: "I'll pick you up"
}

// favour finds what the mail offers to do, the first one for several. It goes by the
// clause: who writes, or somebody of theirs, can or will do something for the reader.
func (p *planner) favour(set *reactions) *favour {
	for _, text := range p.mail.Told[:min(len(p.mail.Told), maxReacted)] {
		words := p.words(text)
		if !set.hasWord("offer verbs", words) || set.hasWord("no offer", words) {
			continue
		}
		for _, clause := range clausesOf(text) {
			if f := p.favourIn(set, text, clause); f != nil {
				return f
			}
		}
	}
	return nil
}

// hasWord reports whether one of the words is in a set.
func (rs *reactions) hasWord(set string, words []string) bool {
	in := rs.words[set]
	return slices.ContainsFunc(words, func(w string) bool { return in[w] })
}

// clausesOf are the parts of a sentence between its marks, as they stand.
func clausesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;:.!?()–", r) })
}

// favourIn reads one clause of a sentence: "my husband can pick him up".
func (p *planner) favourIn(set *reactions, text, clause string) *favour {
	words := p.words(clause)
	for len(words) > 0 && set.words["offer leads"][words[0]] {
		words = words[1:]
	}
	if len(words) < 3 {
		return nil
	}
	at := 1
	kin := (set.words["kin"][words[1]] || set.words["offering"][words[1]]) && set.whose[words[0]] != ""
	switch {
	case words[0] == "i" || words[0] == "we":
	case kin:
		at = 2
	default:
		return nil
	}
	may := offerModal(words[at:])
	if may == 0 {
		return nil
	}
	given := words[at] == "ll" || words[at] == "will"
	at += may
	for at < len(words) && set.words["offer adverbs"][words[at]] {
		at++
	}
	if at >= len(words) {
		return nil
	}
	all := p.words(text)
	soft, hard := softly(set, all)
	forYou := set.hasWord("reader", words[at:]) || words[at] == "help" && !given
	switch verb := words[at]; {
	case given && (!set.words["given verbs"][verb] || !forYou):
		return nil
	case !set.words["offer verbs"][verb] || !forYou && !soft && !kin:
		return nil
	}
	f := &favour{text: text, given: given}
	if hard || given || slices.Contains(all, "or") {
		return f
	}
	head := text[strings.Index(text, clause):]
	f.could = coulds(gist.Note(p.out.Language, strings.TrimSpace(head)))
	return f
}

// offerModal is how many of the words say that something can be done: "can", "d be happy to".
func offerModal(words []string) int {
	for _, line := range [][]string{
		{"can"}, {"could"}, {"ll"}, {"will"}, {"d", "be", "*", "to"}, {"would", "be", "*", "to"}, {"m", "*", "to"}, {"am", "*", "to"}, {"re", "*", "to"}, {"are", "*", "to"},
		{"d", "like", "to"}, {"would", "like", "to"}, {"d", "love", "to"}, {"would", "love", "to"}, {"don", "t", "mind"}, {"would", "gladly"}, {"would", "happily"}, {"d", "gladly"}, {"d", "happily"},
	} {
		if len(words) <= len(line) {
			continue
		}
		fits := true
		for i, w := range line {
			fits = fits && (w == words[i] || w == "*" && slices.Contains(gladly, words[i]))
		}
		if fits {
			return len(line)
		}
	}
	return 0
}

// gladly are the words of somebody who gladly does something.
var gladly = []string{"happy", "glad", "pleased", "delighted", "willing"}

// softly tells whether a sentence has a condition that only leaves it to the reader, "if you
// like", and whether it has another one, "if you come by train".
func softly(set *reactions, words []string) (soft, hard bool) {
	for i, w := range words {
		if w != "if" && w != "whenever" && w != "unless" {
			continue
		}
		rest := words[i+1 : min(i+6, len(words))]
		if set.hasWord("wishing", rest) {
			soft = true
		} else {
			hard = true
		}
	}
	return soft, hard
}

var couldBe = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((?:you|your \S+) )(?:can|could|would be (?:happy|glad|pleased|delighted|willing) to|are (?:happy|glad|pleased|willing) to|would (?:like|love) to|would (?:gladly|happily))( also)? `)
})

// coulds turns "you can bring your tent if I need it" to "you could bring your tent".
func coulds(note string) string {
	note, _, _ = strings.Cut(note, " if ")
	m := couldBe().FindStringSubmatch(note)
	if m == nil || len(strings.Fields(note)) > 14 || strings.IndexFunc(note, func(r rune) bool { return r == '"' || unicode.IsControl(r) }) >= 0 {
		return ""
	}
	return m[1] + "could " + note[len(m[0]):]
}

// besides says what stands behind the answers: an offer is taken, an invitation by the way
// thanked for. Nothing is said where an answer or a reaction says enough of it.
func (p *planner) besides(said int, r *reaction) {
	make := reactionSets()[p.out.Language]
	if make == nil || p.out.Language != "en" || p.mail.Language != p.out.Language || said > 1 || p.has("react.sad", "condole", "illness", "rejected", "wrongperson", "react.wrong") {
		return
	}
	set := make()
	given := func(r *reaction) bool { return r != nil && r.class.name == "gift" }
	if given(p.reacted) || given(p.beside) {
		return
	}
	if line := p.offerTaken(); line != "" && !p.has("offered.yes", "offered.no", "accepted") && !slices.ContainsFunc(p.seen, func(it item) bool { return it.ask == gist.AskChoice }) {
		p.say(Move{Slot: "react", Values: map[string]string{"value": line}, Core: true})
		if f := p.favour(set); f == nil || reduction(f.text) != "" || f.could == "" {
			return
		}
	}
	if f := p.favour(set); f != nil && !p.has("offered.yes", "offered.no") {
		if line := p.takes(set, f); line != "" {
			p.say(Move{Slot: "react", Values: map[string]string{"value": line}, Core: true})
			return
		}
	}
	if r != nil && r.class.name == "fetch" && slices.ContainsFunc(p.seen, func(it item) bool { return dateLike(it.ask) }) {
		return
	}
	if r == nil || r.class.name == "come" && (p.has("invited.yes", "invited.no") || p.seen != nil && slices.ContainsFunc(p.seen, func(it item) bool { return it.ask == gist.AskMeet || p.think.names("visiting", p.roots(it.text)) })) ||
		r.class.name == "offer" && p.has("offered.yes", "offered.no") {
		return
	}
	p.reacts(r)
}

// offering drops what only puts an offer into the form of a request, "tell me if I can help":
// it is met by what is said to it.
func (p *planner) offering(r *reaction) {
	if r == nil || r.class.name != "offer" || r.sentence >= len(p.mail.Told) {
		return
	}
	text := p.mail.Told[r.sentence]
	p.items = slices.DeleteFunc(p.items, func(it item) bool {
		return it.text != "" && !strings.Contains(it.text, "?") && strings.Contains(text, it.text)
	})
}

// takes is what the person says to an offer, empty where what is asked about it is answered.
func (p *planner) takes(set *reactions, f *favour) string {
	said := "offer thanked"
	switch {
	case f.given:
		said = "offer given"
	case p.chosen(f), p.has("do.no", "answer.no"):
		return ""
	case f.could != "" && !p.has("answer.no.leave", "answer.clause"):
		said = "offer taken"
		if p.habit("offer").Chance(0.12) {
			said = "offer declined"
		}
	}
	lines := set.lines[said]
	if len(lines) == 0 {
		return ""
	}
	return p.phrased(rng.Pick(p.habit("react"), lines), strings.NewReplacer("{could}", f.could))
}

// chosen reports whether a question is about what is offered: which of two, or whether it
// is wanted.
func (p *planner) chosen(f *favour) bool {
	offered := p.think.stems(f.text)
	return slices.ContainsFunc(p.seen, func(it item) bool {
		if len(it.options) > 1 && slices.ContainsFunc(it.options, func(o string) bool { return common(p.think.stems(o), offered) > 0 }) {
			return true
		}
		words := p.words(it.text)
		bare := len(words) < 3 && len(p.telling(it.told)) == 0 && !it.wanted || len(words) > 2 && len(words) < 9 && (p.think.sets["referring"][stem(words[1])] || words[1] == "that" || words[1] == "i" || words[0] == "which")
		return bare || it.text != "" && likeness(p.think.stems(it.text), offered) > 0.3
	})
}
