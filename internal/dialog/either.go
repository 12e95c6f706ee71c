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

// eitherWay answers a question that offers two things which are no phrases, by saying one
// of them back: "can you wait, or do you want somebody else?", "do we keep it or leave it
// out?", "you or Marcus?". It reports whether one could be said, or both, if both must be
// clauses of their own.
func (p *planner) eitherWay(it *item, r *rng.Rand, both bool) bool {
	text := it.clause
	if text == "" || it.language != p.out.Language {
		return false
	}
	left, right, ok := p.sidesOf(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	if !ok {
		return false
	}
	if value := p.meOr(left, right, r); value != "" && !both {
		p.tell(it, "answer.who", value)
		return true
	}
	if it.language == "de" {
		left, right = p.verbLast(left, right)
	}
	if it.language == "en" {
		right = p.beforeLike(right)
	}
	said := [2]string{p.wished(p.sideSaid(it.language, left, left)), p.wished(p.sideSaid(it.language, right, left))}
	if first, _, _ := strings.Cut(left, " "); said[0] == "" && it.language == "en" && p.holdsLine("bare side", first) && len(strings.Fields(left)) <= maxSide && !p.holdsLine("sided", left) {
		said[0] = strings.ToLower(first) + strings.TrimPrefix(left, first) // "still at the bakery"
	}
	if both && (said[0] == "" || gist.RestateTo(it.language, right+"?", "", p.manner()).Yes == "") {
		whole := it.language == "de" && it.kind == "" && said[0] != "" && said[1] != "" && (verbal(right) || !p.mentions(it, "deciding"))
		if !whole {
			return false // "kommst du schon mittags oder erst zum Essen?"
		}
	}
	if it.language == "de" && strings.Contains(text, " Sie ") {
		for i, s := range said {
			if strings.HasPrefix(s, "sie ") {
				said[i] = "" // whom it speaks of is not the reader, who is asked
			}
		}
	}
	at := r.IntN(2)
	if said[at] == "" || p.begins("only doubts", right) {
		at = 1 - at
	}
	if (p.begins("only doubts", right) || p.goesOn(it)) && said[0] != "" {
		at = 0 // "is Doris still alive, or have I just made this sad?"
	}
	if said[at] == "" {
		return false
	}
	slot := "answer.clause"
	if strings.HasPrefix(said[at], p.think.form["joint"]+" ") {
		slot = "answer.clause.joint"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", said[at]), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), said[at])})
	return true
}

// withOrWithout are the sides of "should it be with or without the middle initial?", as the
// person says them; nil for other questions.
func (p *planner) withOrWithout(it *item) []string {
	_, what, ok := strings.Cut(it.text, " with or without ")
	if !ok || it.language != "en" || p.out.Language != "en" {
		return nil
	}
	if end := strings.IndexAny(what, ",;:.?!("); end >= 0 {
		what = what[:end]
	}
	said, ok := strings.CutPrefix(gist.Restate("en", "Do you want it with "+what+"?", "").Yes, "I want it with ")
	if !ok || len(strings.Fields(said)) > 5 {
		return nil
	}
	return []string{"with " + said, "without " + said}
}

// verbLast gives the left side of a German question the verb that stands behind the right one
// for both, "hattest du Papier oder PDF gesagt", and leaves out that one is liked better.
func (p *planner) verbLast(left, right string) (string, string) {
	plain := func(s string) string {
		return strings.Join(slices.DeleteFunc(strings.Fields(s), func(w string) bool { return p.think.sets["rather"][stem(strings.ToLower(w))] }), " ")
	}
	left, right = plain(left), plain(right)
	words := strings.Fields(left)
	whole := verbal(left) && (len(words) < 2 || !p.think.sets["articles"][stem(strings.ToLower(words[len(words)-2]))]) // not "die ersten"
	if n := strings.Fields(right); len(n) > 1 && (p.think.apart[n[len(n)-2]] || p.think.sets["no infinitives"][stem(n[len(n)-1])]) {
		return left, right // "oder nur bei großen"
	}
	if verbal(right) && !whole && !p.asksItself(right) && len(strings.Fields(right)) > 1 {
		left += right[strings.LastIndexByte(right, ' '):]
	}
	return left, right
}

// asksItself reports whether a side is a question of its own: "soll ich welches kaufen".
func (p *planner) asksItself(side string) bool {
	words := strings.Fields(strings.ToLower(side))
	return len(words) > 2 && (p.think.sets["subjects"][stem(words[1])] || p.think.clause[words[1]])
}

// verbal reports whether a side of a German question ends with an infinitive or a participle.
func verbal(side string) bool {
	last := side[strings.LastIndexByte(side, ' ')+1:]
	first, _ := utf8.DecodeRuneInString(last)
	return unicode.IsLower(first) && len(last) > 4 && (strings.HasSuffix(last, "en") || strings.HasSuffix(last, "ern") || strings.HasPrefix(last, "ge") && strings.HasSuffix(last, "t"))
}

// beforeLike cuts a comparison off a side, whose persons would be turned wrongly: "go on your
// own like you always said".
func (p *planner) beforeLike(side string) string {
	for _, like := range p.think.lines("likened") {
		if at := strings.Index(side, " "+like+" "); at > 0 {
			return side[:at]
		}
	}
	return side
}

// alternative answers an English "A or B?" with one of them alone, "only with mine", where that
// can be told apart. It reports whether it could.
func (p *planner) alternative(it *item, r *rng.Rand) bool {
	if p.out.Language != "en" || it.language != "en" || it.ask != gist.AskChoice || !strings.Contains(it.clause, " or ") {
		return false
	}
	list := gist.Alternatives("en", p.unaddressed(it.clause))
	if len(list) == 0 {
		return false
	}
	at := p.favoured(it, r.IntN(len(list)))
	if at >= len(list) {
		at = 0
	}
	if next := (at + 1) % len(list); list[at].Full == "" && !list[at].Wish && list[next].Full != "" {
		at = next // what can be said as a statement
	}
	one := list[at]
	slot, said := "answer.clause", one.Said
	if who, _, ok := strings.Cut(said, " who"); ok && len(strings.Fields(who)) < 4 {
		said = who // "is it you or your brother who's giving the speech?"
	}
	first, _, _ := strings.Cut(said, " ")
	if one.Deed && !isValue(said) {
		return false
	}
	switch full := one.Full != "" && isValue(one.Full) && (p.inFull(r) || strings.HasSuffix(first, "ing")); {
	case one.Deed:
		slot = p.clauseSlot(said)
	case full && (!one.Wish || one.How):
		said = one.Full
	case one.Wish && one.How:
		slot = "answer.choice.how"
	case one.Wish:
		other := ""
		if len(list) > 1 {
			other = list[(at+1)%len(list)].Said
		}
		p.tell(it, "answer.choice", said, "other", other, "reason", p.whyChosen(it, said, other))
		return true
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", said), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), one.Said)})
	return true
}

// takesOne picks one of several things of which some are to be done, each said as a sentence:
// "please patch it". It reports whether there are such.
func (p *planner) takesOne(it *item, r *rng.Rand) bool {
	if p.out.Language != "en" || it.ask != gist.AskChoice || !slices.ContainsFunc(it.options, func(o string) bool { return p.begins("a wish", o) }) {
		return false
	}
	said := it.options[r.IntN(len(it.options))]
	slot := "answer.clause"
	if first, _, _ := strings.Cut(strings.ToLower(said), " "); !p.begins("a wish", said) && !p.think.sets["subjects"][stem(first)] {
		slot = "answer.choice"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", said), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), said)})
	return true
}

// choosesSide answers "is it A or B?" in full, "it is B", where each side can be stated. It
// reports whether it could.
func (p *planner) choosesSide(it *item, r *rng.Rand) bool {
	if it.kind != "" && it.kind != "if" || it.ask != gist.AskChoice || it.language != p.out.Language {
		return false
	}
	sides := gist.Sides(it.language, it.clause)
	if len(sides) < 2 {
		return false
	}
	if _, right, ok := p.sidesOf(it.clause); ok && it.language == "en" {
		if first, rest, _ := strings.Cut(strings.ToLower(right), " "); turning[first] && strings.Contains(rest, " do ") {
			return p.eitherWay(it, r, false) // "should I write to them, or will support do that?"
		}
	}
	at := r.IntN(len(sides))
	said := p.wished(sides[at])
	short := 0.0 // how often it is said in a word
	switch {
	case p.holdsLine("better of two", it.text):
		short = 0.8
	case p.begins("a wish", said):
		short = 0.4
	}
	done := func(o string) bool {
		return strings.HasSuffix(o, "n") || strings.HasSuffix(o, "ed") || strings.HasSuffix(o, "ing")
	}
	if len(it.options) == len(sides) && p.alikeSides(it.options) && !slices.ContainsFunc(it.options, done) && r.Chance(short) {
		return false // "the blue one, please"
	}
	slot, claim := "answer.clause", said
	if strings.HasPrefix(said, p.think.form["joint"]+" ") {
		slot = "answer.clause.joint"
	}
	if len(it.options) == len(sides) {
		claim = it.options[at]
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", said), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), claim)})
	return true
}

// jointly is one of several things to do of which the person is asked what they think, as a
// proposal: "let us push it back a week". It is empty where they are nothing to do.
func (p *planner) jointly(it *item, r *rng.Rand) string {
	if p.out.Language != "en" || it.language != "en" || it.kind == "" && !p.holdsLine("done by them", it.text) || len(it.options) == 0 {
		return ""
	}
	for _, o := range it.options {
		if gist.Restate("en", "Could you "+o+"?", "").Do == "" {
			return ""
		}
	}
	if o := it.options[r.IntN(len(it.options))]; p.holdsLine("done by them", it.text) {
		return "please " + o
	} else {
		return p.think.form["joint"] + " " + o
	}
}

// wished is a statement of what the person wants as they would ask for it: "I would like tea".
func (p *planner) wished(said string) string {
	if rest, ok := strings.CutPrefix(said, "I want "); ok && p.out.Language == "en" {
		return "I would like " + rest
	}
	return said
}

// sidesOf parts a question at its last "or".
func (p *planner) sidesOf(text string) (left, right string, ok bool) {
	or := " " + p.think.form["or"] + " "
	at := strings.LastIndex(strings.ToLower(text), or)
	if at < 1 || len(text) > 400 || strings.ToLower(text) != asLower(text) {
		return "", "", false
	}
	left, right = strings.TrimRight(strings.TrimSpace(text[:at]), ","), strings.TrimSpace(text[at+len(or):])
	return left, right, left != "" && right != ""
}

// asLower is a text in small letters where that keeps its bytes in their places.
func asLower(text string) string {
	if low := strings.ToLower(text); len(low) == len(text) {
		return low
	}
	return ""
}

// sideSaid is one side of a question as its reader says it, where it is a clause or goes
// on with the subject of the left one: "leave it out" of "do we keep it or leave it out".
func (p *planner) sideSaid(language, side, left string) string {
	tail := ""
	if language == "de" {
		if at := strings.Index(side, ", wenn "); at > 0 { // "nur, wenn Wasser läuft"
			if tail = side[at:]; slices.ContainsFunc(wordsOf(tail), func(w string) bool {
				return w != "es" && w != "sie" && w != "er" && p.think.clause[w] || w == "ihnen" || w == "dir"
			}) {
				return ""
			}
			if side == left {
				left = side[:at]
			}
			side = side[:at]
		}
		if first, _, ok := strings.Cut(side, " "); ok && p.think.sets["everyone"][stem(strings.ToLower(first))] {
			return side // "jeder zahlt an seinen Tagen"
		}
	}
	if yes := gist.RestateTo(language, side+"?", "", p.manner()).Yes; yes != "" {
		return yes + tail
	}
	if short := p.shortSide(side); short != "" {
		return short
	}
	if rest, ok := strings.CutPrefix(side, "do you think "); ok && language == "en" && !p.holdsLine("sided", rest) {
		return "I think " + rest // "or do you think it will be more?"
	}
	words := strings.Fields(left)
	if len(words) < 3 || !p.think.sets["subjects"][stem(strings.ToLower(words[1]))] {
		return ""
	}
	lead := strings.ToLower(strings.Join(words[:2], " "))
	rest := strings.TrimSpace(side)
	if side == left {
		rest = strings.Join(words[2:], " ")
	}
	if slices.Contains(p.think.lines("joint lead"), lead) {
		if n := len(strings.Fields(rest)); n > maxSide || n == 0 || strings.ContainsAny(rest, ",;:") {
			return ""
		}
		return p.think.form["joint"] + " " + rest
	}
	if language == "de" {
		if yes := gist.RestateTo(language, lead+" "+rest+"?", "", p.manner()).Yes; yes != "" {
			return yes + tail
		}
		return ""
	}
	said := gist.Restate(language, lead+" "+rest+"?", "")
	if said.Yes == "" && said.Do != "" && language == "en" && words[1] == "you" {
		return "I can " + said.Do // "could you feed her here, or would it be easier to bring her round?"
	}
	return said.Yes
}

// shortSide is who does it where a side says no more than that: "or will you?", "or did
// Karen?"
func (p *planner) shortSide(side string) string {
	words := strings.Fields(strings.TrimRight(side, "?!. "))
	if n := len(words); n > 3 && n < 7 && p.out.Language == "en" && turning[strings.ToLower(words[0])] && words[n-2] == "do" && (words[n-1] == "that" || words[n-1] == "it") && !p.think.sets["subjects"][stem(strings.ToLower(words[1]))] {
		return strings.Join(words[1:n-2], " ") + " " + strings.ToLower(words[0]) + " " + words[n-2] + " " + words[n-1] // "support will do that"
	}
	if len(words) != 2 || p.out.Language != "en" {
		return ""
	}
	verb, who := strings.ToLower(words[0]), words[1]
	did := p.think.sets["does it"][stem(verb)]
	switch strings.ToLower(who) {
	case "you":
		if did {
			return "I " + verb + " do that"
		}
		return ""
	case "i", "we":
		if did {
			return "you can do that"
		}
		return ""
	}
	if did := verb == "did" || verb == "does" || verb == "has" || verb == "is"; firstName(who) == "" || !did {
		return ""
	}
	return who + " " + verb
}

// meOr picks one of two people, of whom the reader may be one: "you or Marcus".
func (p *planner) meOr(left, right string, r *rng.Rand) string {
	words := strings.Fields(left)
	last := strings.ToLower(words[len(words)-1])
	other := firstName(right)
	if n := strings.Fields(right); other == "" && p.out.Language == "en" && len(n) > 1 && len(n) < 4 && p.think.sets["articles"][stem(strings.ToLower(n[0]))] {
		other = right // "you or the office"
	}
	if you := p.think.form["you"]; you == "" || last != you || other == "" {
		return ""
	}
	if r.Chance(0.5) {
		return p.think.form["me"]
	}
	return other
}

// firstName is the name that a text begins with.
func firstName(s string) string {
	var name []string
	for _, w := range strings.Fields(s) {
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(first) || len(name) == 3 {
			break
		}
		bare := strings.TrimRight(w, ",.;:")
		name = append(name, bare)
		if bare != w {
			break
		}
	}
	return strings.Join(name, " ")
}

// rightOne picks one of two figures of a mail of which only one can be right.
func (p *planner) rightOne(it *item, r *rng.Rand) string {
	if !p.holdsLine("is right", it.text) {
		return ""
	}
	for _, list := range [][]string{p.mail.Amounts, p.figures(), p.mail.Dates} {
		if n := len(list); n == 2 && it.ask != gist.AskMoney && it.ask != gist.AskNumber && p.think.read(list[0], p.Now).dated && digitsOf(list[1]) != "" && p.think.form["sides"] != "" {
			return list[r.IntN(n)] // "el 1 de abril" or "el 1 de mayo"
		}
		for i := 1; i < len(list); i++ {
			a, b := whole(digitsOf(list[i-1])), whole(digitsOf(list[i]))
			if list[i-1] != list[i] && a > 0 && b > 0 && a != b && a <= 3*b && b <= 3*a {
				return list[i-r.IntN(2)]
			}
		}
	}
	return ""
}

// figures are those of the mail that count for much.
func (p *planner) figures() (out []string) {
	for _, f := range p.mail.Figures {
		if n := whole(f.Value); n > 20 {
			out = append(out, f.Value)
		}
	}
	return out
}

// spacedRE finds the blanks between the thousands of a number.
var spacedRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d)[  ](\d{3})\b`) })

// digitsOf is the first run of a text that begins with a digit.
func digitsOf(s string) string {
	s = spacedRE().ReplaceAllString(s, "$1$2")
	at := strings.IndexFunc(s, unicode.IsDigit)
	if at < 0 {
		return ""
	}
	word, _, _ := strings.Cut(s[at:], " ")
	return word
}
