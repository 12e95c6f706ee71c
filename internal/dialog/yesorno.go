package dialog

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// Questions of yes or no that look like others, halves that hang on them, and what only leads
// to them.

// yesOrNo turns a question into the one of yes or no that it is.
func (p *planner) yesOrNo(it *item, q gist.Question) {
	if it.language == "en" && q.Kind == "what" && p.holdsLine("checks whether", it.text) && (p.restated(it).Yes != "" || p.holdsLine("waits for", it.text)) {
		it.ask, it.kind, it.options = gist.AskYesNo, "", nil // "just checking if you got my invoice number 12"
		return
	}
	if it.language == "en" && q.Kind == "where" && p.begins("is it so", it.text) {
		it.ask, it.kind, it.options = gist.AskYesNo, "", nil // "was the key where I said?"
		return
	}
	if it.language != "en" || q.Kind != "" {
		return
	}
	if it.only < 0 && it.label != "" && strings.HasPrefix(strings.ToLower(it.text), "if ") {
		it.only = 0 // a point of a list: "3. if you've already booked anything"
	}
	switch it.ask {
	case gist.AskMoney, gist.AskNumber, gist.AskPlace, gist.AskDuration, gist.AskTime, gist.AskWhat, gist.AskRating:
		if (p.holdsLine("would be willing", it.text) || p.begins("is it so", it.text)) && p.restated(it).Yes != "" {
			it.ask, it.options = gist.AskYesNo, nil // "are you willing to pay half?"
		}
	case gist.AskChoice:
		if p.begins("may be hindered", it.text) && p.cutAt(it, "hindrance") || p.cutAny(it) {
			it.ask, it.options, it.offers = gist.AskYesNo, nil, false
		}
	case gist.AskYesNo:
		if p.begins("told in need", it.text) && !strings.Contains(it.text, "?") {
			it.inCase = true
			return
		}
		if p.offersTwo(it.text) && p.restated(it) == (gist.Restated{}) && p.cutAny(it) {
			return
		}
		if p.begins("may be hindered", it.text) && p.cutAt(it, "hindrance") {
			return // "can I invite Paul or is that awkward?"
		}
		day := ""
		if len(q.Dates) == 1 {
			day = strings.ToLower(q.Dates[0])
		}
		if n := len(p.words(it.text)); day != "" && n < 7 && strings.HasPrefix(strings.ToLower(it.text), day) && !strings.Contains(it.text, ",") {
			it.ask, it.options = gist.AskMeet, []string{strings.TrimRight(it.text, "?! ")} // "Thursday at the Railway?"
		}
	case gist.AskMeet:
		if p.begins("may be hindered", it.text) && p.cutAt(it, "hindrance") {
			it.ask, it.options = gist.AskYesNo, nil
			return // "could I sleep on your sofa on the Friday or is it full of Lego?"
		}
		if (strings.Contains(it.text, " whether ") || p.begins("has been", it.text)) && p.restated(it) != (gist.Restated{}) {
			it.ask, it.options = gist.AskYesNo, nil // "before your appointment please tell us whether you take any medication"
		}
		if p.begins("may we meet", it.text) || p.holdsLine("or not", it.text) && p.restated(it).Yes != "" {
			it.ask, it.options = gist.AskYesNo, nil // "are you in on Saturday or not?"
		}
	case gist.AskStatus:
		if first, _, _ := strings.Cut(strings.ToLower(it.text), " "); (first == "has" || first == "have") && p.holdsLine("by now", it.text) && p.restated(it).Yes != "" {
			it.ask = gist.AskYesNo // "has she started the course yet?"
			return
		}
		if slices.ContainsFunc(p.words(it.text), func(w string) bool { return p.think.sets["any word"][stem(w)] }) {
			it.ask = gist.AskYesNo // "has the postman left anything for us?"
		}
	case gist.AskOpinion:
		if p.holdsLine("thinks in passing", it.text) && !p.begins("thinks in passing", it.text) && p.restated(it).Yes != "" {
			it.ask = gist.AskYesNo // "would it fit into a small van, do you think?"
		}
	}
}

// cutAt cuts a question before a line of a section that stands in it, and reports whether one
// does: "could I sleep on your sofa | or is it full of Lego?"
func (p *planner) cutAt(it *item, section string) bool {
	low := strings.ToLower(it.text)
	for _, line := range p.think.lines(section) {
		if at := strings.Index(low, " "+line+" "); at > 8 && len(low) == len(it.text) {
			it.text = strings.TrimRight(it.text[:at], ", ") + "?"
			it.clause = it.text
			return true
		}
	}
	return false
}

// cutAny cuts the second side off a question whether there is anything of two kinds: "has he
// said anything about maths, or about the boys he sits with?"
func (p *planner) cutAny(it *item) bool {
	head, _, ok := strings.Cut(it.text, " or ")
	if !ok || !slices.ContainsFunc(wordsOf(head), func(w string) bool { return p.think.sets["any word"][stem(w)] }) || p.holdsLine("any preference", it.text) {
		return false
	}
	whole := *it
	it.text = strings.TrimRight(head, ", ") + "?"
	if it.clause = it.text; p.restated(it) != (gist.Restated{}) {
		return true
	}
	*it = whole
	return false
}

// idleAsk reports whether what is read as a question asks nothing by itself: what leads to a
// list, "Could you tell me:", and what stands for the questions behind it, "if yes,".
func (p *planner) idleAsk(q gist.Question, last bool) bool {
	if p.out.Language != "en" || q.Ask != gist.AskYesNo {
		return false
	}
	words := p.words(q.Text)
	marked := strings.Contains(q.Text, "?")
	low := strings.ToLower(q.Text)
	if rest, ok := strings.CutPrefix(low, "and "); ok {
		low = rest
	}
	switch {
	case !last && p.holdsLine("dares ask", q.Text) && !marked, p.begins("told of others", q.Text) && !marked:
		return true // "if I dare ask:", "They generally ask whether it is hard."
	case marked && q.Place%8 > 0 && len(words) > 2 && words[0] == "have" && (words[1] == "the" || words[1] == "it" || words[1] == "them" || words[1] == "a"):
		return true // "would you rather wait | and have the lot in one delivery?"
	case marked && len(words) == 1 && slices.Contains(p.think.lines("small numbers"), words[0]):
		return true // "six years? Seven?"
	case p.holdsLine("asks nothing", q.Text):
		return true // "It's been what, six years?"
	case marked || len(words) < 2:
		return false
	case len(words) < 6 && (p.begins("in that case", q.Text) || slices.Contains(p.think.lines("in that case"), strings.Join(words[len(words)-2:], " "))):
		return true // "A few questions if so."
	case len(words) < 8 && p.begins("not sure whether", q.Text) && slices.Contains(p.think.lines("known"), words[len(words)-1]):
		return true // "I'm not sure if you know."
	}
	return !last && len(words) < 10 && (p.begins("reasoned", low) || p.begins("leave", low)) && gist.Restate("en", q.Text, "") == gist.Restated{}
}

// halfRE finds the second half of a question of yes or no: "and roughly when".
var halfRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)[, ]and (?:if so,? )?((?:(?:roughly|about|approximately|exactly|since|for|at|by) )?(when|where|how many|how often|how long|whom|who))\s*[?.]?$`)
})

// secondHalf is what else a question of yes or no is after, "roughly when?"
func (p *planner) secondHalf(it *item, g gist.Gist) (item, bool) {
	if it.ask != gist.AskYesNo || it.language != "en" || it.kind != "" || len(it.text) > 400 {
		return item{}, false
	}
	m := halfRE().FindStringSubmatch(it.text)
	if m == nil {
		return item{}, false
	}
	kind := strings.ToLower(m[2])
	if kind == "whom" {
		kind = "who"
	}
	more := p.question(gist.Question{Text: strings.ToLower(m[1]) + "?", Kind: kind, Label: it.label, Place: it.place, Of: it.of, If: 1}, g)
	more.options = nil
	return more, true
}

// hangOn marks short questions behind one of yes or no as such that are asked only for a yes:
// "has it been repaired, and by whom?"
func hangOn(items []item) {
	for i := 1; i < len(items); i++ {
		it, before := &items[i], &items[i-1]
		if it.only == 0 && it.language == "en" && it.kind != "" && before.kind == "" && (before.ask == gist.AskYesNo || before.ask == gist.AskStatus) && it.place/8 == before.place/8 && len(wordsOf(it.text)) < 5 {
			it.only = 1
		}
	}
}

// byWhom says who did what has been done.
func (p *planner) byWhom(it *item) bool {
	if it.ask != gist.AskWho || !p.begins("by whom", it.text) || p.think.lines("done by one") == nil {
		return false
	}
	p.whole(it, rng.Pick(p.draw(it.ask), p.think.lines("done by one")))
	return true
}

// heartily says yes to what one is honoured or expected to say yes to, and reports whether it
// was such: "will you be her godmother?"
func (p *planner) heartily(it *item, r *rng.Rand) bool {
	if !p.holdsLine("honours", it.text) || !p.begins("reasoned", it.text) || p.think.lines("honoured") == nil {
		return false
	}
	p.whole(it, rng.Pick(r, p.think.lines("honoured")))
	return true
}

// untroubled says that a plan of the sender is no trouble: "would the Monday be too late?" gets
// "No, the Monday is fine". It reports whether that was asked.
func (p *planner) untroubled(it *item, r *rng.Rand) bool {
	lines := p.think.lines("no trouble at all")
	if lines == nil || !p.begins("troubles", it.text) {
		return false
	}
	value := rng.Pick(r, lines)
	no := p.stated(it, false)
	for _, verb := range []string{" would not ", " will not ", " does not "} {
		who, rest, ok := strings.Cut(no, verb)
		if first, _, _ := strings.Cut(who, " "); ok && p.think.sets["pointed at"][stem(first)] && len(strings.Fields(who)) > 1 && len(strings.Fields(who)) < 6 && rest != "" {
			fine := "that suits one"
			if gist.Plural(who) {
				fine = "that suit more"
			}
			value = strings.ReplaceAll(rng.Pick(r, p.think.lines(fine)), "{value}", who)
		}
	}
	p.whole(it, value)
	return true
}

// expectedRE finds by what somebody shows that they expect a yes.
var expectedRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:n't (?:you|it|he|she|we|they|i|there)|\bright|\bcorrect|\bi (?:hope|take it|suppose|assume|trust|presume))\s?\?$`)
})

// expected reports whether who asks expects a yes: "you did say so, didn't you?"
func expected(it *item) bool {
	return strings.IndexByte(it.text, ',') >= 0 && len(it.text) < 400 && expectedRE().MatchString(it.text)
}

// denialRE finds by what somebody shows that they hope for a no.
var denialRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:n't| not| never) .*, (?:are|is|was|were|do|does|did|have|has|will|would|can|could) (?:you|he|she|it|they|we|there|i)\s?\?$`)
})

// denial reports whether who asks hopes for a no: "it wasn't you, was it?"
func denial(it *item) bool {
	return it.language == "en" && strings.IndexByte(it.text, ',') >= 0 && len(it.text) < 400 && denialRE().MatchString(it.text)
}

// agrees agrees to a plan that ends with "deal?" or the like, and reports whether it does.
func (p *planner) agrees(it *item, r *rng.Rand) bool {
	at := strings.LastIndexByte(it.text, ',')
	if it.language == "en" && len(it.text) < 12 && strings.EqualFold(strings.Join(p.words(it.text), " "), "yours") {
		p.whole(it, p.think.form["that is mine"]) // "We found an earring. Yours?"
		return true
	}
	if it.language == "en" && p.holdsLine("dares ask", it.text) {
		p.whole(it, rng.Pick(r, p.think.lines("dared")))
		return true // "I'm wondering if I dare ask a second time."
	}
	if it.language == "en" && p.holdsLine("making up", it.text) {
		p.whole(it, rng.Pick(r, p.think.lines("not owed")))
		return true // "can we make it up to you?"
	}
	if it.language == "en" && p.begins("may bring", it.text) && p.holdsLine("bring any", it.text) {
		p.whole(it, rng.Pick(r, p.think.lines("bring nothing")))
		return true
	}
	if at < 0 || it.language != "en" || p.restated(it) != (gist.Restated{}) || !slices.Contains(p.think.lines("agreed tags"), strings.Join(wordsOf(it.text[at:]), " ")) {
		return false
	}
	p.whole(it, rng.Pick(r, p.think.lines("deal")))
	return true
}

// permits reports whether a statement that affirms lets somebody do something or promises to:
// "you can invite Paul".
func permits(stated string) bool {
	if stated != "" && stated[0] >= 'A' && stated[0] <= 'Z' && !strings.HasPrefix(stated, "I ") {
		return false // "Aunt Rose is coming"
	}
	for _, head := range []string{"I am happy to ", "I am glad to "} {
		if strings.HasPrefix(stated, head) {
			return true
		}
	}
	for _, head := range []string{"I am ", "I was ", "I have ", "I could ", "it is possible", "the ", "my ", "there ", "he ", "she ", "they ", "everything "} {
		if strings.HasPrefix(stated, head) {
			return false
		}
	}
	return true
}

// leaning is how likely a yes is by what a question is after, and whether it asks for trouble.
func (p *planner) leaning(it *item, chance float64) (float64, bool) {
	request := (p.begins("reasoned", it.text) || p.begins("leave", it.text)) && !p.begins("troubles", it.text)
	if denial(it) {
		return 0.04, true // "you're not grinding your teeth again, are you?"
	}
	words := p.words(it.text)
	if at := slices.Index(words, "too"); at > 1 && at < len(words)-1 && it.language == "en" && p.begins("is it so", it.text) {
		return 0.04, true // "was the fish too salty?"
	}
	trouble := p.holdsLine("too much", it.text) || p.think.names("mostly no", it.words) && (it.language != "en" || !request || p.holdsLine("sees trouble", it.text))
	switch {
	case trouble && expected(it):
		return chance, false // "you have any allergies, right?"
	case trouble:
		return 0.04, true
	case it.language != "en":
		return chance, false
	case p.holdsLine("joining in", it.text):
		return max(chance, goingOn), false
	case request:
		return max(chance, 0.92), false
	case p.think.names("goes well", it.words), p.holdsLine("expects yes", it.text), expected(it):
		return max(chance, 0.95), false
	}
	return chance, false
}
