package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// What was agreed is said back to the person, who says whether it is so: "So it's the big one
// at ten, is that right?", "I have you down for two. Tell me if I'm wrong."

// Bounds of what is kept of the things that a question offered.
const (
	maxSides   = 6
	sideMark   = " | " // between the things, the one taken first
	maxCheck   = 9     // words of a text that says back one thing
	maxChecked = 8     // claims of a thread that are held against what is said back
)

// saidAgain is what a mail says of earlier ones.
type saidAgain struct {
	checked   bool // what was agreed was held against what the mail says back
	prevented bool // word is wanted only of who cannot come
	unset     bool // it was said that something is not agreed yet
}

// keepSides notes what was offered where one of it was taken, in the words of who asked:
// what is said back later may name the other one.
func (p *planner) keepSides(it *item, c *Claim) {
	list := it.options
	if len(list) < 3 { // options are in the words of who answers
		if left, right, ok := p.sidesOf(strings.TrimRight(strings.TrimSpace(it.clause), "?!. ")); ok {
			list = []string{left, right}
		}
	}
	if len(list) < 2 || len(list) > maxSides {
		return
	}
	value := p.sideStems(p.turned(c.Value))
	at, most, twice := -1, 0, false
	for i := range list {
		n := 2 * common(value, p.ownWords(list, i))
		if p.same(list[i], c.Value) {
			n++
		}
		switch {
		case n > most:
			at, most, twice = i, n, false
		case n == most:
			twice = true
		}
	}
	if at < 0 || twice {
		return
	}
	sides := []string{tidy(list[at])}
	for i, s := range list {
		if i != at {
			sides = append(sides, tidy(s))
		}
	}
	c.Sides = tidied(strings.Join(sides, sideMark), maxAbout, maxAboutWords)
}

// turned gives what is whose the name that the other side of the mail has for it.
func (p *planner) turned(s string) string {
	words := slices.Clone(p.words(s))
	for i, w := range words {
		for _, pair := range p.think.pairs("whose turned") {
			if w == pair[0] {
				words[i] = pair[1]
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// sideStems are the stems of all words of a side but the smallest: "just the cut" and "at
// yours" have no others.
func (p *planner) sideStems(s string) []string {
	return slices.DeleteFunc(rootsOf(s), func(w string) bool { return p.think.sets["no side"][w] })
}

// ownWords are the words of one of several things that none of the others has; of one that has
// no such, all of its words.
func (p *planner) ownWords(list []string, at int) []string {
	var others []string
	for i, s := range list {
		if i != at {
			others = append(others, p.sideStems(s)...)
		}
	}
	all := p.sideStems(list[at])
	own := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(others, w) })
	if telling := slices.DeleteFunc(slices.Clone(own), func(w string) bool { return p.think.apart[w] }); len(telling) > 0 {
		return telling // "by coach"
	}
	if len(own) > 0 {
		return own
	}
	return all
}

// checks meets what says back what was agreed: it is so, or it was something else. It reports
// whether that is asked and known.
func (p *planner) checks(it *item) bool {
	if p.st.Turns == 0 || p.think.lines("check agreed") == nil {
		return false
	}
	switch {
	case it.ask == gist.AskChoice && it.kind == "which" && len(it.options) == 0 && p.holdsLine("is right", it.text):
		return p.rightOfSaid(it)
	case !it.wanted && it.ask == gist.AskChoice && len(it.options) > 1 && p.sameOptions(it):
		return true
	case !it.wanted && (it.ask == gist.AskChoice || it.ask == gist.AskYesNo) && len(it.options) < 3 && p.offersTwo(it.text):
		return p.sameSides(it)
	case it.wanted && !p.ifWrong(it.text) && (it.verb != "confirm" || len(p.after(it)) > 0 || !p.saysBack(it.before)):
		return false
	case !it.wanted && it.ask != gist.AskYesNo && (it.kind != "" || it.ask != gist.AskRemind && it.ask != gist.AskOpinion), len(it.options) > 1:
		return false
	}
	text, wrong := it.text, p.ifWrong(it.text)
	if bare := len(p.checkWords(it.text)) == 0; bare || wrong {
		back := slices.DeleteFunc(slices.Clone(p.mail.Told), func(s string) bool { return !p.saysBack(s) })
		if text = strings.Join(back, " "); text == "" || wrong {
			text = it.before
		}
		if !it.wanted && !wrong && !p.saysBack(it.text) && !p.saysBack(text) {
			return false
		}
	} else if !p.saysBack(it.text) {
		return false
	}
	return p.holdAgainst(it.label, text, wrong)
}

// ifWrong reports whether a sentence wants word only if what the mail says back is not so:
// "tell me if I've got that wrong", "shout if anything there is not right".
func (p *planner) ifWrong(text string) bool {
	if p.holdsLine("if wrong", text) {
		return true
	}
	spaced := p.spaced(text)
	for _, c := range p.think.lines("on condition") {
		if _, behind, ok := strings.Cut(spaced, " "+c+" "); ok && len(strings.Fields(behind)) < 9 && p.holdsLine("not so", behind) {
			return true
		}
	}
	return false
}

// checkWords are the words of a question that tell what it says back: "is that right?" has none.
func (p *planner) checkWords(text string) []string {
	return slices.DeleteFunc(p.telling(p.think.stems(text)), func(w string) bool {
		return p.think.sets["remembering"][w] || p.think.sets["checking"][w]
	})
}

// saysBack reports whether a text says what was agreed rather than something new.
func (p *planner) saysBack(text string) bool {
	if p.holdsLine("says back", text) {
		return true
	}
	text = strings.TrimRight(strings.ToLower(text), "?!. ")
	at := strings.LastIndexByte(text, ',')
	return at > 0 && slices.Contains(p.think.lines("check tags"), strings.Join(wordsOf(text[at:]), " "))
}

// holdAgainst says whether a text says back what was agreed, and reports whether that is
// known; of what is taken to be so unless it is contradicted it always is.
func (p *planner) holdAgainst(label, text string, taken bool) bool {
	p.checked = true
	agreed := false
	var denied []string
	n := 0
	for i, h := range p.held {
		if !h.thread || h.fresh || h.theirs {
			continue
		}
		if n++; n > maxChecked {
			break
		}
		switch p.against(h, text) {
		case 1:
			agreed = true
		case -1:
			p.held[i].used = true
			if len(denied) < 2 {
				denied = append(denied, p.saidSo(h))
			}
		}
	}
	switch {
	case len(denied) > 0:
		section, and := "check denied", " "+p.think.form["and"]+" "
		if slices.ContainsFunc(denied, p.clausal) {
			section, and = "check denied whole", ","+and
		}
		p.say(Move{Slot: "said", Label: label, Values: values("value", p.worded(section, strings.Join(denied, and))), Core: true})
	case agreed || taken:
		p.say(Move{Slot: "said", Label: label, Values: values("value", p.worded("check agreed", "")), Core: true})
	default:
		return false
	}
	return true
}

// saidSo is what was said of a claim, as a sentence where its value is none.
func (p *planner) saidSo(h held) string {
	if h.Said != "" {
		return h.Said
	}
	return h.Value
}

// against reports whether a text names what a claim holds, 1, or something else in its place,
// -1, or neither, 0.
func (p *planner) against(h held, text string) int {
	words := p.roots(text)
	if sides := strings.Split(h.Sides, sideMark); len(sides) > 1 && h.Sides != "" {
		share := func(i int) float64 {
			own := p.ownWords(sides, i)
			return float64(common(own, words)) / float64(max(1, len(own)))
		}
		taken, other := share(0), 0.0
		for i := range sides[1:] {
			other = max(other, share(i+1))
		}
		switch {
		case taken > other && (taken >= 0.5 || dateLike(h.Kind)):
			return 1
		case other > taken && (other >= 0.5 || dateLike(h.Kind)):
			return -1 // "the Monday", of "Monday 15 June at 10.00"
		case taken > 0 || other > 0:
			return 0
		}
	}
	switch h.Kind {
	case gist.AskYesNo, saidOnly:
		if n := common(h.means, words); n > 0 && n >= (len(h.means)+1)/2 && (n > 1 || len(h.means) == 1) {
			if h.Value == "no" {
				return -1
			}
			return 1
		}
	case gist.AskNumber, gist.AskMoney, gist.AskDate, gist.AskMeet, gist.AskTime, gist.AskDeadline:
		return p.againstValue(h, text, len(words) <= maxCheck || common(p.telling(p.think.stems(h.Topic+" "+h.About)), words) > 0)
	}
	return 0
}

// againstValue holds a number, a price or a date against those that a text names; another one
// contradicts it only where the text is of its matter, or it is the only day of the thread.
func (p *planner) againstValue(h held, text string, near bool) int {
	g := gist.Read("", text)
	switch h.Kind {
	case gist.AskNumber:
		if len(g.Figures) == 0 || !near {
			return 0
		}
		for _, f := range g.Figures {
			if slices.Contains(wordsOf(h.Value), strings.ToLower(f.Value)) {
				return 1
			}
		}
		return 0 // a figure of something else, mostly
	case gist.AskMoney:
		had, ok := priceIn(h.Value)
		if !ok || len(g.Amounts) == 0 {
			return 0
		}
		for _, a := range g.Amounts {
			if named, ok := priceIn(a); ok && named.whole == had.whole {
				return 1
			}
		}
		if near {
			return -1
		}
		return 0
	}
	had := p.think.read(h.Value, h.At.In(p.Now.Location()))
	other := false
	for _, d := range g.Dates {
		at := p.think.read(d, p.Now)
		if !at.dated {
			at = p.think.read(d, h.At.In(p.Now.Location())) // the Saturday that was meant then
		}
		switch {
		case at.day.IsZero() || had.day.IsZero():
		case at.day.Equal(had.day):
			return 1
		default:
			other = true
		}
	}
	if other && near {
		return -1
	}
	return 0
}

// rightOfSaid tells which one of two things that a mail names was agreed: "I have ten here and
// twelve there. Which is right?"
func (p *planner) rightOfSaid(it *item) bool {
	words := p.roots(it.before)
	for _, h := range p.held {
		if !h.thread || h.fresh || h.theirs || h.Sides == "" {
			continue
		}
		sides := strings.Split(h.Sides, sideMark)
		named := 0
		for i := range sides {
			if common(p.ownWords(sides, i), words) > 0 {
				named++
			}
		}
		if named > 1 {
			back := *it
			back.ask = gist.AskRemind
			p.repeat(&back, h)
			return true
		}
	}
	return false
}

// sameOptions tells again what was taken of things that an earlier question named, whatever kind
// that was: "cold or hot?" after "Do you prefer the cold buffet or something hot?"
func (p *planner) sameOptions(it *item) bool {
	for i, h := range p.held {
		if !h.thread || h.fresh || h.theirs || h.About == "" || dateLike(h.Kind) {
			continue
		}
		about, said := rootsOf(h.About), p.sideStems(p.turned(p.saidSo(h)))
		taken, n := "", 0
		for j, o := range it.options {
			own := p.ownWords(it.options, j)
			if len(own) == 0 || !within(own, about) {
				n = -len(it.options)
			}
			if within(own, said) {
				taken, n = o, n+1
			}
		}
		if n != 1 {
			continue
		}
		p.held[i].used = true
		slot := "answer.choice.again"
		if _, ok := slots[slot]; !ok {
			slot = "answer.remind.again"
		}
		p.say(Move{Slot: slot, Label: it.label, Values: values("value", taken), Core: true})
		return true
	}
	return false
}

// sameSides tells again which of two things was taken, where both are offered anew in other
// words: "Will you pick it up or shall I deliver it?", "Am I bringing it, or are you fetching it?"
func (p *planner) sameSides(it *item) bool {
	left, right, ok := p.sidesOf(strings.TrimRight(strings.TrimSpace(it.clause), "?!. "))
	if !ok {
		return false
	}
	now := []string{left, right}
	for _, h := range p.held {
		had := strings.Split(h.Sides, sideMark)
		if !h.thread || h.fresh || h.theirs || len(had) != 2 {
			continue
		}
		alike := func(i, j int) bool {
			return common(p.akin(p.ownWords(had, i)), p.akin(p.ownWords(now, j))) > 0
		}
		if alike(0, 0) && alike(1, 1) && !alike(0, 1) && !alike(1, 0) || alike(0, 1) && alike(1, 0) && !alike(0, 0) && !alike(1, 1) {
			back := *it
			back.ask, back.options = gist.AskRemind, nil
			p.repeat(&back, h)
			return true
		}
	}
	return false
}
