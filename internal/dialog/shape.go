package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// shapes are answers to open questions by the form that these have, of a language's
// open.txt: "what is the beach like?", "what should we do about the fence?", "which size?".
// A section is
//
//	[what is|was|are * like: beach sea]
//	Sandy and shallow, good for children.
//
// with an answer a line. In the brackets stand shapes, parted by " / ", and behind a colon
// words of which one must stand in the question, behind a semicolon words of which one
// must stand there or in what the mail tells. A word with "|" is one of several, "*" is up
// to eight words, "$" the end. A shape that begins with "=" is a thing that is asked for:
// "= size" is in "what size", "which size", "what is your shoe size". A section with "~"
// before it is for questions that nothing else answers, one with "!" goes before what is
// ready, and is also for questions that offer several things to choose among. With "+" its
// answers may name anything; else they name what belongs to a field of the mail, see fields.go.
//
// An answer that begins with "@app" or "@app|shop" is for mails of such a scene alone, and goes
// before those for any mail. What tells a scene are the words of the section "scene app".
//
// An answer may have {he}, {He}, {him}, {his}, {is}, {was}, {has} and {s} of who is asked
// about, {1} for what the first "*" stands for, and the figures of ready.txt.
type shapes struct {
	byFirst                                                                       map[string][]filed  // by the first word of the shape
	free                                                                          []filed             // those that begin with a "*"
	things                                                                        map[string][]*shape // by the thing asked for
	leads                                                                         [][]string          // words that only lead to a question: of the section "leads"
	scenes                                                                        []string            // their names
	tells                                                                         map[string][]int    // the scenes that a word tells, as indexes into scenes
	fields                                                                        map[string]uint64   // the fields of life that a word belongs to, each a bit
	newest                                                                        uint64              // the bit of the newest field
	open                                                                          map[string][]string // sections that are looked up by their name
	leans                                                                         []leanForm          // see lean.go, with the lists of words below
	joins, ends, lightly, trailing, unleant, unsaid, unthing, askedFor, leadsLean map[string]bool
	asking
}

// shape is one form of a question.
type shape struct {
	parts    [][]string // words of which each is one of; nil for "*"
	thing    bool
	weak     bool
	loud     bool            // it is for questions that offer several things, too
	anew     bool            // its answers may name what the mail is not about
	scenic   bool            // its lines are words that tell a scene
	fielding bool            // its lines are words that belong to a field
	words    map[string]bool // as stems: one must be in the question
	scene    map[string]bool // one must be in the question or the mail
	weight   int
	ordinal  int
	lines    []string
	staged   map[string][]string // lines by the scene that they are for
	nobody   answered            // those of them that name nobody
}

// filed is a shape with what tells of most questions that they have not its form, before
// anything is compared.
type filed struct {
	needs  uint64 // marks of words that must be in the question
	either uint64 // marks of words of which one must be; 0 for none
	shape  *shape
}

func (f *filed) fits(marks uint64) bool {
	return f.needs&^marks == 0 && (f.either == 0 || f.either&marks != 0)
}

// answered are the lines of a shape, also by scene.
type answered struct {
	lines  []string
	staged map[string][]string
}

// What a hit counts for.
const (
	shapeWord  = 10
	shapeThing = 24
	shapeHit   = 16
	shapeScene = 7
	shapeEnd   = 5
	maxStar    = 8
	maxShaped  = 40 // words of a question that are read
	maxStarts  = 6  // places in it where what asks may begin
)

// shaped is a question that is held against shapes.
type shaped struct {
	words []string // in small letters, its contractions written out
	as    []string // as they stand in the question
	roots []string
	marks uint64          // of its words
	mail  map[string]bool // stems of what the mail tells
	stage []string        // the scenes of the question, the likeliest first
	whom  string          // who is asked about, as a pronoun; empty where that is not known

	figured bool // a number, a version or an address is asked for
	offered bool // it names several things to choose among
	score   int  // of the shape that fits best

	lines []string // answers of it

	fit  func([]string) []string // keeps the answers that fit the mail
	suit func([]string) []string // and those that suit the tense of the question
}

// contracted are words with an apostrophe, written out.
var contracted = strings.NewReplacer("’", "'", "won't", "will not", "can't", "can not", "cannot", "can not", "n't", " not", "'re", " are", "'ve", " have", "'ll", " will", "'m", " am", "'d", " would", "let's", "let us")

// spelled are the words before a "'s" that is an "is".
var spelled = map[string]bool{"what": true, "who": true, "where": true, "how": true, "when": true, "why": true, "it": true, "that": true, "there": true, "he": true, "she": true, "here": true}

// contractible reports whether a text may have a word of contracted.
func contractible(text string) bool {
	return strings.ContainsAny(text, "'’") || strings.Contains(text, "cannot")
}

// asWords are the words of a question in small letters, and as they stand.
func asWords(text string) (words, as []string) {
	if contractible(text) {
		text = contracted.Replace(text)
	}
	n := min(strings.Count(text, " ")+1, maxShaped) + 1
	both := make([]string, 2*n)
	words, as = both[:0:n], both[n:n:2*n]
	for f := range strings.FieldsSeq(text) {
		if len(words) >= maxShaped {
			break
		}
		f = strings.TrimFunc(f, notLetter)
		low := strings.ToLower(f)
		if w, ok := strings.CutSuffix(low, "'s"); ok && spelled[w] {
			words, as = append(words, w, "is"), append(as, f[:len(f)-2], "is")
			continue
		}
		if low != "" {
			words, as = append(words, low), append(as, f)
		}
	}
	return words, as
}

// leadsTo reports whether the words before the one at that place only lead to a question:
// "Oh, and could you tell us".
func (set *shapes) leadsTo(words []string, at int) bool {
	for from, again := 0, true; again; {
		again = false
		for _, lead := range set.leads {
			if n := len(lead); from+n <= at && slices.Equal(words[from:from+n], lead) {
				from, again = from+n, true
			}
		}
		if from == at {
			return true
		}
	}
	return false
}

// How little a shape may tell: one that a scene narrows goes before what is ready, one
// without behind it, a weak one is for what nothing else answers.
const (
	narrowShapes = iota
	plainShapes
	weakShapes
)

// shape answers an open question by its form, and reports whether it did.
func (p *planner) shape(it *item, level int) bool {
	best, q, star := p.shapeOf(it, level)
	if best == nil {
		return false
	}
	lines := p.fill(q.lines, q, star)
	if len(lines) == 0 {
		return false
	}
	if it.ask == "" {
		it.ask = gist.AskWhat
	}
	if lines = slices.DeleteFunc(lines, p.isUnwanted); len(lines) == 0 {
		return false
	}
	lines = slices.DeleteFunc(lines, p.saidNow)
	if len(lines) == 0 {
		return true // one answer to both
	}
	r := p.draw(it.ask)
	p.whole(it, p.mannered(p.filled(r, rng.Pick(r, lines))))
	return true
}

// saidNow reports whether this mail has a sentence already.
func (p *planner) saidNow(line string) bool {
	line = strings.Trim(line, " .")
	return slices.ContainsFunc(p.out.Moves, func(m Move) bool { return m.Values["value"] == line })
}

// shapely reports whether a question has a form of which the answer is known.
func (p *planner) shapely(it *item) bool {
	best, _, _ := p.shapeOf(it, plainShapes)
	return best != nil
}

// shapeOf returns the shape of a question, nil for none, and what the first "*" of it
// stands for.
func (p *planner) shapeOf(it *item, level int) (best *shape, q *shaped, star [2]int) {
	load := shapeSets()[p.out.Language]
	if load == nil || p.unready || it.language != "" && it.language != p.out.Language || it.open && it.kind == "" || it.ask == gist.AskSum || it.ask == gist.AskRating || it.ask == gist.AskRemind && !p.habitual(it) {
		return nil, nil, star
	}
	if !it.wanted && !freshAsks[it.ask] && !((it.ask == gist.AskWho || it.ask == gist.AskWhat) && p.holdsLine("its name", it.text)) && !(it.ask == gist.AskRemind && p.habitual(it)) && (p.backward(it) || p.holdsLine("backward", it.text)) {
		return nil, nil, star
	}
	set := load()
	forms := p.formsOf(set, it.text)
	if named := p.oneNamed(set, it); named != "" {
		forms = append(slices.Clone(forms), p.formsOf(set, named)...)
	}
	for _, one := range forms {
		one.mail, one.offered, one.figured = p.scene(), len(it.options) > 1 || p.out.Language == "de" && it.offers && strings.Contains(it.text, " oder "), noThing[it.ask]
		if one.stage == nil {
			one.stage, one.whom = set.stage(one.words, p.staged(set)), p.aboutWhom(one)
			near := p.nearFields(set, it)
			one.fit = func(lines []string) []string { return p.inFields(set, near, lines) }
			one.suit = func(lines []string) []string { return p.suited(it.text, lines) }
		}
		if s, behind := set.find(one, level); s != nil && (best == nil || one.score > q.score) {
			best, q, star = s, one, behind
		}
	}
	return best, q, star
}

// oneNamed is a question of "which one" with the thing that the sentence before it names; empty
// where it names none that is asked for.
func (p *planner) oneNamed(set *shapes, it *item) string {
	words := p.words(it.text)
	if it.language != "en" || len(words) < 3 || words[0] != "which" || words[1] != "one" && words[1] != "ones" {
		return ""
	}
	before := p.words(it.before)
	for i := len(before) - 1; i >= 0; i-- {
		if set.things[before[i]] != nil || set.things[strings.TrimSuffix(before[i], "s")] != nil {
			return "which " + before[i] + " " + strings.Join(words[2:], " ") + "?"
		}
	}
	return ""
}

// habitual reports whether "again" in a question tells no memory: "which book does she ask for
// again and again?"
func (p *planner) habitual(it *item) bool {
	if it.language != "en" {
		return false
	}
	words, _ := p.apart(it.text)
	return slices.Contains(words, "do") || slices.Contains(words, "does")
}

// formsOf are the questions that a text may be, one for each place at which what asks may
// begin; they are kept, for a text is held against shapes several times.
func (p *planner) formsOf(set *shapes, text string) []*shaped {
	if out, ok := p.forms[text]; ok {
		return out
	}
	var out []*shaped
	words, as := set.split(text)
	for at := range words {
		if at > 0 && !set.asks[words[at]] && !set.leadsTo(words, at) || len(out) == maxStarts {
			continue
		}
		one := &shaped{words: words[at:], as: as[at:]}
		if set.spelling == nil {
			one.turn()
		}
		one.roots = make([]string, len(one.words))
		for i, w := range one.words {
			one.roots[i] = stem(w)
			one.marks |= mark(w)
		}
		out = append(out, one)
	}
	if p.forms == nil {
		p.forms = map[string][]*shaped{}
	}
	p.forms[text] = out
	return out
}

// turn brings what is asked in the order of a statement, "what it was like", into that of a
// question: "what was it like".
func (q *shaped) turn() {
	q.straighten()
	if len(q.words) < 3 || !asksOpenly[q.words[0]] || !turned[q.words[1]] {
		return
	}
	q.words, q.as = slices.Clone(q.words), slices.Clone(q.as)
	if turning[q.words[2]] {
		q.words[1], q.words[2], q.as[1], q.as[2] = q.words[2], q.words[1], q.as[2], q.as[1]
		return
	}
	do := "do"
	if w := q.words[1]; w == "he" || w == "she" || w == "it" {
		do = "does"
	}
	q.words, q.as = slices.Insert(q.words, 1, do), slices.Insert(q.as, 1, do)
}

// straighten brings "didn't you" into the order of "did you not", and leaves out what only
// asks for a view of what is asked: "what would you say is the biggest risk".
func (q *shaped) straighten() {
	if len(q.words) < 5 || !asksOpenly[q.words[0]] {
		return
	}
	if q.words[2] == "not" && turning[q.words[1]] && turned[q.words[3]] {
		q.words, q.as = slices.Clone(q.words), slices.Clone(q.as)
		q.words[2], q.words[3], q.as[2], q.as[3] = q.words[3], q.words[2], q.as[3], q.as[2]
	}
	if (q.words[1] == "would" || q.words[1] == "do") && q.words[2] == "you" && viewing[q.words[3]] && turning[q.words[4]] {
		q.words, q.as = slices.Concat(q.words[:1], q.words[4:]), slices.Concat(q.as[:1], q.as[4:])
	}
}

// viewing are the verbs that ask for a view: "what do you think is wrong".
var viewing = map[string]bool{"say": true, "think": true, "feel": true, "believe": true, "suppose": true, "reckon": true}

// turned are the subjects, and turning the verbs, that change places.
var (
	turned  = map[string]bool{"it": true, "he": true, "she": true, "they": true, "you": true, "we": true, "i": true, "that": true, "this": true}
	turning = map[string]bool{"is": true, "are": true, "was": true, "were": true, "will": true, "would": true, "can": true, "could": true, "should": true, "shall": true, "have": true, "has": true, "had": true, "do": true, "does": true, "did": true}
)

// aside reports whether what asks only guesses aloud: "it must be, what, ten years".
func aside(text string) bool {
	first, rest, ok := strings.Cut(strings.TrimSpace(text), ", ")
	return ok && asksOpenly[strings.ToLower(first)] && len(strings.Fields(rest)) < 5
}

// asksOpenly are the words with which the part of a sentence that asks begins.
var asksOpenly = map[string]bool{"what": true, "which": true, "how": true, "why": true, "who": true, "where": true, "when": true, "any": true, "anything": true, "tell": true, "describe": true}

// noThing are the kinds of answers that name no thing of which a shape tells.
var noThing = map[gist.Ask]bool{gist.AskVersion: true, gist.AskPhone: true, gist.AskAddress: true, gist.AskDeadline: true, gist.AskMeet: true}

// freshAsks are the kinds of which nobody asks again by "did you choose", "once more".
var freshAsks = map[gist.Ask]bool{gist.AskWhy: true, gist.AskHow: true, gist.AskOpinion: true}

// scene are the stems of what the newest mail tells and asks.
func (p *planner) scene() map[string]bool {
	if p.scenery != nil {
		return p.scenery
	}
	p.scenery = map[string]bool{}
	add := func(w string) {
		if !p.scenery[w] {
			p.scenery[w] = true
			p.sceneWords = append(p.sceneWords, w)
		}
	}
	for _, s := range p.sceneTexts() {
		for _, w := range p.roots(s) {
			add(w)
		}
	}
	if len(p.mail.Amounts) > 0 {
		add(stem("somemoney"))
	}
	return p.scenery
}

// sceneTexts are what the newest mail tells and asks.
func (p *planner) sceneTexts() []string {
	if p.sceneSaid == nil {
		p.sceneSaid = p.textsOfScene()
	}
	return p.sceneSaid
}

func (p *planner) textsOfScene() []string {
	texts := append(slices.Concat(p.mail.Told, p.mail.Phrases), p.mail.NounPhrase, p.mail.Subject)
	for _, q := range p.mail.Questions {
		texts = append(texts, q.Text)
	}
	for _, r := range p.mail.Requests {
		texts = append(texts, r.Text)
	}
	return texts
}

// loosely answers by a weak shape what would only be put off: a question of a thing, a
// reason, a way or a view of which no class is known.
func (p *planner) loosely(it *item) bool {
	if len(it.options) > 0 || it.kind == "" {
		return false
	}
	section := ""
	switch it.ask {
	case gist.AskWhat, gist.AskHow, gist.AskWhy:
		section = string(it.ask)
	case gist.AskOpinion:
		if slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("own doubt", s) }) {
			return false // that is shared
		}
		section = "reason good"
	case gist.AskChoice:
		if it.kind != "which" && it.kind != "what" || it.offers || it.language != "en" {
			return false
		}
		section = "choice"
	case gist.AskFeeling, gist.AskStatus:
		if it.kind != "how" {
			return false
		}
		section = "how"
	case gist.AskWho, gist.AskPlace:
		if it.language != "en" {
			return false
		}
		section = string(it.ask)
	default:
		return false
	}
	return p.asked(section, it) == nil && p.shape(it, weakShapes)
}

// mark is one bit of 64 for a word: whatever lacks the bit lacks the word.
func mark(word string) uint64 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return 1 << (h >> 26)
}

// find returns the shape that fits a question best, with what its first "*" stands for.
func (set *shapes) find(q *shaped, level int) (best *shape, star [2]int) {
	if len(q.words) == 0 {
		return nil, star
	}
	top := 0
	try := func(s *shape) {
		if s.weak && level < weakShapes || level == narrowShapes && len(s.words)+len(s.scene) == 0 && !s.loud || q.offered && !s.loud {
			return
		}
		at := [2]int{-1, -1}
		if s.thing && q.figured || !s.thing && !matches(s.parts, q.words, 0, &at) {
			return
		}
		score, named := s.weight, s.anew || s.thing
		if len(s.words) > 0 {
			named = true
			n := 0
			for _, w := range q.roots {
				if s.words[w] {
					n++
				}
			}
			if n == 0 {
				return
			}
			score += shapeHit * min(n, 2)
		}
		if len(s.scene) > 0 {
			if slices.ContainsFunc(q.roots, func(w string) bool { return s.scene[w] }) {
				score += shapeHit
				named = true
			} else if n := s.inMail(q.mail); n > 0 {
				score += shapeScene * min(n, 2)
			} else {
				return
			}
		}
		lines, fits := s.answers(q, named)
		if len(lines) == 0 {
			return
		}
		if fits {
			score += 2 * shapeScene
		}
		if s.weak {
			score -= 1000
		}
		if best != nil && (score < top || score == top && s.ordinal >= best.ordinal) {
			return
		}
		q.lines = lines
		if best, top, star = s, score, at; s.thing {
			star = [2]int{}
		}
	}
	for i, list := 0, set.byFirst[q.words[0]]; i < len(list); i++ {
		if list[i].fits(q.marks) {
			try(list[i].shape)
		}
	}
	for i := range set.free {
		if set.free[i].fits(q.marks) {
			try(set.free[i].shape)
		}
	}
	if slices.ContainsFunc(q.words, func(w string) bool { return set.unthing[w] }) {
		q.score = top
		return best, star // "which tools do you miss?" asks for no tool that one has
	}
	for i, w := range q.words {
		if i+1 < len(q.words) && set.things[q.words[i+1]] != nil && !set.breaks[q.words[i+1]] && set.which == nil {
			continue // "instrument size"
		}
		if list := set.things[w]; list != nil && set.asksThing(q.words, i) {
			for _, s := range list {
				try(s)
			}
		} else if one, ok := strings.CutSuffix(w, "s"); ok && set.things[one] != nil && set.asksThing(q.words, i) {
			for _, s := range set.things[one] {
				try(s)
			}
		}
	}
	q.score = top
	return best, star
}

// inMail counts the words of a shape's scene that the mail has.
func (s *shape) inMail(mail map[string]bool) (n int) {
	for w := range s.scene {
		if mail[w] {
			n++
		}
	}
	return n
}

// asksThing reports whether the word at i is what a question asks for: "what size", "which
// kind of dog", "what is your shoe size", "the make".
func asksThing(words []string, i int) bool {
	for j := i - 1; j >= max(0, i-6); j-- {
		switch w := words[j]; {
		case w == "what" || w == "which":
			return j == i-1 || j == i-2 && words[i-1] != "is" && words[i-1] != "are" && !shapeBreaks[words[i-1]] || thingBetween(words[j+1:i])
		case shapeBreaks[w]:
			return false
		}
	}
	return i < 3 && shapeArticles[words[0]] && (i == len(words)-1 || i+1 < len(words) && shapeBreaks[words[i+1]] && !asksOpenly[words[0]])
}

// thingBetween reports whether only what introduces a thing stands between "what" and it.
func thingBetween(between []string) bool {
	n := 0
	for i, w := range between {
		switch w {
		case "of":
			if i == 0 || !kindWords[between[i-1]] {
				return false // "which version of the program"
			}
		case "is", "are", "was", "were", "be", "would", "will", "the", "a", "an", "good", "your", "his", "her", "its", "their", "kind", "sort", "type", "make", "exact", "current", "favourite", "favorite", "name":
		default:
			n++
		}
	}
	return n < 2
}

// kindWords are those between "what" and the thing whose kind is asked for.
var kindWords = map[string]bool{"kind": true, "sort": true, "type": true, "make": true, "brand": true, "size": true, "name": true}

// shapeBreaks are words behind which nothing is asked for any more.
var shapeBreaks = map[string]bool{"do": true, "does": true, "did": true, "you": true, "we": true, "i": true, "they": true, "he": true, "she": true, "it": true, "to": true, "for": true, "in": true, "on": true, "with": true, "at": true, "from": true, "about": true, "and": true, "or": true, "that": true, "if": true, "have": true, "has": true, "should": true, "shall": true, "can": true, "could": true}

var shapeArticles = map[string]bool{"the": true, "your": true, "his": true, "her": true, "its": true, "their": true, "a": true, "an": true}

// matches reports whether words begin with the parts; star is set to the bounds of what
// the first "*" stands for.
func matches(parts [][]string, words []string, at int, star *[2]int) bool {
	if len(parts) == 0 {
		return true
	}
	head := parts[0]
	if head == nil {
		own := star[0] < 0
		for n := 0; n <= maxStar && at+n <= len(words); n++ {
			if own {
				*star = [2]int{at, at + n}
			}
			if len(parts) == 1 {
				if own {
					star[1] = min(len(words), at+maxStar)
				}
				return true
			}
			if matches(parts[1:], words, at+n, star) {
				return true
			}
		}
		if own {
			*star = [2]int{-1, -1}
		}
		return false
	}
	if head[0] == "$" {
		return at == len(words)
	}
	if head[0] == "-ing" && at < len(words) && gerund(words[at]) {
		return matches(parts[1:], words, at+1, star)
	}
	return at < len(words) && slices.Contains(head, words[at]) && matches(parts[1:], words, at+1, star)
}
