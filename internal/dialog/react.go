package dialog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/likely"
	"github.com/mailsim/mailsim/internal/rng"
)

// reactions are what people say to what a mail tells: of a language's react.txt. A
// section is
//
//	[sad own: @kin+fell|broke_hip %operation !joke]
//	Oh no, poor {who}.
//
// with a reaction a line, in which "(a|b)" is one of several wordings. Before the colon stand its class, of reactClasses, and whose
// the person told of is, "own" for a relative of both, "yours" for one of the reader's,
// "none" for nobody; behind it the keys. All parts of a key, parted by "+", must be in one
// sentence, in any order; a part's words, parted by "_", stand one behind the other. "|"
// parts words of which any will do, and "@name" is any of a set. A part
// that begins with "%" may stand anywhere in the mail, one that begins with "!" must
// stand nowhere in it, and one that begins with "-" nowhere in the sentence; one of these that stands alone holds
// for all keys of its section. One that begins with "?" stands in something that the mail asks. "^" in place of
// a word is where a sentence begins, "$" where it ends.
//
// "<ton|votre>" in a reaction is said as the mail addresses its reader, in the familiar or in
// the polite way.
//
// A section "[set NAME]" holds the words of @NAME, "[say NAME]" the lines of something that
// is found by rules, and "[whose]" how the words before a
// relative are turned: "my = your", "mon = <ton|votre>". Where two stand behind "yours", the
// second one is of women; "own la" is of a relative of both, where the set homely has them.
// "[joins]" holds what is written as one behind that: "a el = al".
//
// "[cases]" has the accusative and the dative of the words before a relative, and
// "[pronouns]" those of women and men: them, they, to them. The set alone names the
// relatives who need no such word before them, in a language that writes all nouns with
// capitals, and given the names that can follow them. "[whole]" on top says that words are
// compared as they are, and not by their stems, which are too short for a language of long
// ones.
type reactions struct {
	keys                   map[string][]*reactKey // by each first word of their first part
	sets                   map[string][]string
	words                  map[string]map[string]bool // the words of the sets
	named                  map[string]map[string]bool // as stems, unless whole
	roles                  map[string]string          // the words for the reader and the writer, see role
	senses                 map[string][]string        // what words mean, of the sets "sense NAME"
	lines                  map[string][]string        // of "[say NAME]"
	whose, cases, pronouns map[string]string
	joins                  []string // pairs of old and new
	whole                  bool
}

type reactKey struct {
	class, whose string
	rank         int         // of the class among reactClasses
	parts        []reactPart // the first one is in the sentence
	needs        uint64      // marks of words that must be in the sentence
	weight       int
	lines        []string
}

type reactPart struct {
	words         [][]string // stems of which one stands at each place
	anywhere, not bool
	asked         bool // in a question or request
	here          bool // of one that is not: only in the sentence
}

// reactClass is a class of reactions.
type reactClass struct {
	name  string
	slot  string
	meets []gist.ActKind // the acts that it answers
	light bool           // nothing is said of it where something is asked
	sure  bool           // its keys tell enough by themselves, also on the way to a question
	short bool           // it may stand beside another one
	after bool           // it is said behind the answers
	home  bool           // only to family, friends and neighbours
}

// reactClasses are the classes, the weightiest first.
var reactClasses = []reactClass{
	{name: "grief", slot: "react.sad", meets: []gist.ActKind{gist.Illness, gist.BadNews, gist.GoodNews, gist.Informing, gist.SmallTalk}, sure: true},
	{name: "sad", slot: "react.sad", meets: []gist.ActKind{gist.Condolence, gist.Illness, gist.BadNews, gist.GoodNews, gist.Complaining, gist.Declining, gist.Apologising, gist.SmallTalk, gist.Informing, gist.Rejecting, gist.Shouting}},
	{name: "turned", slot: "react", meets: []gist.ActKind{gist.Rejecting, gist.Declining, gist.ThankingFor, gist.BadNews, gist.Leaving, gist.Complaining, gist.Praising}},
	{name: "wrong", slot: "react.wrong", meets: []gist.ActKind{gist.Complaining, gist.BadNews, gist.Shouting, gist.Changing, gist.Declining, gist.Rejecting}},
	{name: "blame", slot: "react.wrong", meets: []gist.ActKind{gist.Complaining, gist.BadNews, gist.Shouting, gist.Reminding, gist.Illness, gist.Declining, gist.Rejecting}, sure: true},
	{name: "glad", slot: "react", meets: []gist.ActKind{gist.GoodNews, gist.Praising, gist.Accepting, gist.Rejecting, gist.BadNews, gist.Illness, gist.Complaining, gist.SmallTalk, gist.Informing}},
	{name: "bye", slot: "react", meets: []gist.ActKind{gist.Leaving, gist.Goodbye, gist.Praising, gist.ThankingFor, gist.SmallTalk, gist.Changing}},
	{name: "meet", slot: "react", meets: []gist.ActKind{gist.Introducing, gist.Leaving, gist.SmallTalk, gist.Offering}},
	{name: "sorry", slot: "react", meets: []gist.ActKind{gist.Apologising, gist.BadNews, gist.Complaining, gist.Declining, gist.Changing, gist.Illness}},
	{name: "kind", slot: "react", meets: []gist.ActKind{gist.ThankingFor, gist.Praising, gist.GoodNews, gist.Informing, gist.SmallTalk, gist.Goodbye}},
	{name: "late", slot: "react", meets: []gist.ActKind{gist.Complaining, gist.Reminding, gist.BadNews, gist.Apologising, gist.Informing, gist.WrongPerson}, sure: true, short: true},
	{name: "bad", slot: "react", meets: []gist.ActKind{gist.Illness, gist.BadNews, gist.Complaining, gist.Apologising, gist.SmallTalk, gist.GoodNews, gist.Informing}, sure: true},
	{name: "pardon", slot: "react", meets: []gist.ActKind{gist.Apologising, gist.Complaining, gist.BadNews, gist.Declining}, sure: true, short: true},
	{name: "good", slot: "react", meets: []gist.ActKind{gist.GoodNews, gist.Praising, gist.Informing, gist.SmallTalk, gist.BadNews, gist.Illness, gist.Leaving}, sure: true, short: true},
	{name: "gift", slot: "react", meets: []gist.ActKind{gist.Offering, gist.Informing, gist.Praising, gist.Apologising, gist.GoodNews, gist.Declining}, sure: true, short: true},
	{name: "praise", slot: "react", meets: []gist.ActKind{gist.ThankingFor, gist.Praising, gist.GoodNews, gist.SmallTalk, gist.Accepting}, sure: true, short: true},
	{name: "welcome", slot: "react", meets: []gist.ActKind{gist.ThankingFor, gist.Praising}, sure: true, short: true},
	{name: "thanked", slot: "react", meets: []gist.ActKind{gist.ThankingFor, gist.Praising}, sure: true, short: true, home: true},
	{name: "hello", slot: "react", meets: []gist.ActKind{gist.SmallTalk, gist.Praising, gist.ThankingFor, gist.Apologising}, sure: true, short: true},
	{name: "wish", slot: "react", meets: []gist.ActKind{gist.SmallTalk, gist.Goodbye, gist.Rejecting, gist.Declining, gist.Informing, gist.ThankingFor}, light: true},
	{name: "note", slot: "react", meets: []gist.ActKind{gist.Informing, gist.SmallTalk, gist.Complaining, gist.Reminding, gist.Goodbye, gist.Answering, gist.Offering, gist.Praising}, light: true},
	{name: "offer", slot: "react", meets: []gist.ActKind{gist.Offering}, sure: true, after: true},
	{name: "secret", slot: "react", sure: true, after: true},
	{name: "fetch", slot: "react", meets: []gist.ActKind{gist.Informing}, sure: true, after: true},
	{name: "come", slot: "react", meets: []gist.ActKind{gist.Inviting, gist.Offering}, sure: true, after: true},
}

// rankOf is the place of a class among reactClasses, -1 for none of them.
func rankOf(class string) int {
	return slices.IndexFunc(reactClasses, func(c reactClass) bool { return c.name == class })
}

var reactionSets = sync.OnceValue(func() map[string]func() *reactions {
	out := map[string]func() *reactions{}
	for _, code := range lang.Codes() {
		if text := lang.React(code); text != "" {
			out[code] = sync.OnceValue(func() *reactions {
				rs, err := parseReactions(text)
				if err != nil {
					panic(err) // compiled in, and tested
				}
				rs.index()
				return rs
			})
		}
	}
	return out
})

func parseReactions(text string) (*reactions, error) {
	out := &reactions{keys: map[string][]*reactKey{}, sets: map[string][]string{}, lines: map[string][]string{}, whose: map[string]string{}, cases: map[string]string{}, pronouns: map[string]string{}}
	maps := map[string]map[string]string{"whose": out.whose, "cases": out.cases, "pronouns": out.pronouns}
	var keys []*reactKey
	flush := func() error {
		for _, k := range keys {
			if len(k.lines) == 0 {
				return fmt.Errorf("a section of class %s has no reaction", k.class)
			}
		}
		keys = nil
		return nil
	}
	list := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case line == "[whole]":
			out.whole = true
		case strings.HasPrefix(line, "[set ") || strings.HasPrefix(line, "[say ") || line == "[joins]" || maps[strings.Trim(line, "[]")] != nil:
			if err := flush(); err != nil {
				return nil, err
			}
			list = strings.TrimPrefix(strings.Trim(line, "[]"), "set ")
		case line[0] == '[' && line[len(line)-1] == ']':
			if err := flush(); err != nil {
				return nil, err
			}
			list = ""
			head, list, ok := strings.Cut(line[1:len(line)-1], ":")
			class, whose, _ := strings.Cut(strings.TrimSpace(head), " ")
			rank := rankOf(class)
			if !ok || rank < 0 || whose != "" && whose != "own" && whose != "yours" && whose != "none" {
				return nil, fmt.Errorf("%s names no class", line)
			}
			vetoes := ""
			for _, head := range strings.Fields(list) {
				if head[0] == '-' || head[0] == '!' {
					vetoes += "+" + head
				}
			}
			for _, head := range strings.Fields(list) {
				if head[0] == '-' || head[0] == '!' {
					continue
				}
				k := &reactKey{class: class, rank: rank, whose: whose}
				if err := k.parse(head+vetoes, out); err != nil {
					return nil, err
				}
				keys = append(keys, k)
				for _, w := range k.parts[0].words[0] {
					out.keys[w] = append(out.keys[w], k)
				}
			}
		case maps[list] != nil:
			word, said, _ := strings.Cut(line, "=")
			maps[list][strings.TrimSpace(word)] = strings.TrimSpace(said)
		case list == "joins":
			old, said, _ := strings.Cut(line, " = ")
			out.joins = append(out.joins, " "+old, " "+said)
		case strings.HasPrefix(list, "say "):
			out.lines[list[len("say "):]] = append(out.lines[list[len("say "):]], line)
		case list != "":
			out.sets[list] = append(out.sets[list], strings.Fields(line)...)
		case len(keys) == 0:
			return nil, fmt.Errorf("%q stands in no section", line)
		default:
			for _, k := range keys {
				k.lines = append(k.lines, line)
			}
		}
	}
	return out, flush()
}

// parse takes a key apart.
func (k *reactKey) parse(head string, rs *reactions) error {
	for text := range strings.SplitSeq(head, "+") {
		var part reactPart
		if part.anywhere = strings.HasPrefix(text, "%"); part.anywhere {
			text = text[1:]
		} else if part.asked = strings.HasPrefix(text, "?"); part.asked {
			text = text[1:]
		} else if part.here = strings.HasPrefix(text, "-"); part.here || strings.HasPrefix(text, "!") {
			part.not, text = true, text[1:]
		}
		for place := range strings.SplitSeq(text, "_") {
			var any []string
			for w := range strings.SplitSeq(place, "|") {
				if set, ok := strings.CutPrefix(w, "@"); ok {
					if len(rs.sets[set]) == 0 {
						return fmt.Errorf("%s: there is no set %s above it", head, set)
					}
					for _, w := range rs.sets[set] {
						if !strings.Contains(w, "-") { // "mother-in-law" is "mother", too, and no "in"
							any = append(any, rs.rooted(w)...)
						}
					}
				} else if w == beginning || w == ending {
					any = append(any, w)
				} else {
					any = append(any, rs.rooted(w)...)
				}
			}
			if len(any) == 0 {
				return fmt.Errorf("%s has an empty place", head)
			}
			part.words = append(part.words, any)
			if !part.not {
				k.weight++
			}
			if len(any) == 1 && !part.anywhere && !part.asked && !part.not {
				k.needs |= mark(any[0])
			}
		}
		k.parts = append(k.parts, part)
	}
	if first := k.parts[0]; first.anywhere || first.not || first.asked {
		return fmt.Errorf("%s begins with no part of a sentence", head)
	}
	return nil
}

// names reports whether one of the stems is a word of a set.
func (rs *reactions) names(set string, roots []string) bool {
	return rs.first(set, roots) >= 0
}

// first is where the first word of a set stands, -1 for none.
func (rs *reactions) first(set string, roots []string) int {
	named := rs.named[set]
	return slices.IndexFunc(roots, func(w string) bool { return named[w] })
}

// index files the words of the sets as they are looked for.
func (rs *reactions) index() {
	rs.words, rs.named, rs.roles = map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]string{}
	for set, words := range rs.sets {
		rs.words[set], rs.named[set] = map[string]bool{}, map[string]bool{}
		for _, w := range words {
			rs.words[set][w] = true
			if !rs.whole {
				w = stem(w)
			}
			rs.named[set][w] = true
		}
	}
	rs.senses = map[string][]string{}
	for _, set := range slices.Sorted(maps.Keys(rs.sets)) {
		if sense, ok := strings.CutPrefix(set, "sense "); ok {
			for _, w := range rs.sets[set] {
				if !slices.Contains(rs.senses[w], sense) {
					rs.senses[w] = append(rs.senses[w], sense)
				}
			}
		}
	}
	for _, w := range rs.sets["writers"] {
		rs.roles[w] = roleWriter
	}
	for _, w := range rs.sets["readers"] {
		rs.roles[w] = roleReader
	}
}

// roots are the words of a text of a mail as the keys have them.
func (rs *reactions) roots(p *planner, text string) []string {
	if rs.whole {
		words := p.words(text)
		return words[:min(len(words), maxStems)]
	}
	return p.roots(text)
}

// rooted are the words of a key as they are compared.
func (rs *reactions) rooted(word string) []string {
	if rs.whole {
		return wordsOf(word)
	}
	return rootsOf(word)
}

// in reports whether a part stands in a run of stems.
func (part *reactPart) in(roots []string) bool {
	for i := 0; i+len(part.words) <= len(roots); i++ {
		if slices.Contains(part.words[0], roots[i]) && part.goesOn(roots, i) {
			return true
		}
	}
	return false
}

// goesOn reports whether a part that begins at i stands there.
func (part *reactPart) goesOn(roots []string, i int) bool {
	if i+len(part.words) > len(roots) {
		return false
	}
	for j, any := range part.words[1:] {
		if !slices.Contains(any, roots[i+1+j]) {
			return false
		}
	}
	return true
}

// beginning and ending stand in the words of a sentence where it begins and ends.
const beginning, ending = "^", "$"

// reaction is one that was found.
type reaction struct {
	*reactKey
	class    *reactClass
	sentence int
	who      who
	it       string // what {it} of its lines stands for
}

// maxReacted is how many sentences of a mail are looked at.
const maxReacted = 8

// react finds what to say to what the newest mail tells: the weightiest class of what is
// found, by its fullest key; beside it a short one, and one that stands behind the answers.
func (p *planner) react() (main, beside, after *reaction) {
	make := reactionSets()[p.out.Language]
	if make == nil || p.mail.Language != "" && p.mail.Language != p.out.Language {
		return nil, nil, nil
	}
	set := make()
	best := p.found(set)
	p.readNews(set, best)
	apt := func(r *reaction) bool { return r != nil && p.fitsNews(r) }
	for at := range reactClasses { // what the mail is about before what it only tells, too
		if r := best[at]; !apt(r) || r.class.after || p.news == nil {
			continue
		} else if p.befell(r) {
			break
		} else if behind := p.news.behind(classMatters[r.class.name]...); behind < likely.Scale/2 {
			main = r
			break
		} else if behind < likely.Scale {
			break
		}
	}
	for at := range reactClasses {
		r := best[at]
		switch {
		case !apt(r) || r == main:
		case r.class.after:
			if after == nil {
				after = r
			}
		case main == nil:
			main = r
		case beside == nil && r.class.short && r.sentence != main.sentence && !slices.Contains(alone, main.class.name) && !slices.Contains(akin[main.class.name], r.class.name):
			beside = r
		}
	}
	if main == nil && (after == nil || len(p.seen) == 0) {
		main = p.tellsNews(set)
	}
	return main, beside, after
}

// found are the reactions that the words of a mail allow, the closest one of each class, by its
// rank.
func (p *planner) found(set *reactions) []*reaction {
	best := make([]*reaction, len(reactClasses))
	told := p.mail.Told[:min(len(p.mail.Told), maxReacted)]
	var all []string
	var ends [maxReacted]int // of the sentences among all
	for n, text := range told {
		all = append(append(append(all, beginning), set.roots(p, text)...), ending)
		ends[n] = len(all)
	}
	asked := p.askedRoots(set)
	congratulates := set.names("congratulating", all)
	from := 0
	for n, text := range told {
		roots := all[from:ends[n]]
		from = ends[n]
		var marks uint64
		for _, w := range roots {
			marks |= mark(w)
		}
		kin := p.whoIn(set, p.unaddressed(text))
		denied := congratulates || kin.whose == "yours" || set.names("denying", roots) // "your daughter passed": she is theirs
		supposed, doubtful := set.first("supposing", roots), set.first("hypothetical", roots)
		for i, w := range roots {
			for _, k := range set.keys[w] {
				if k.needs&^marks != 0 || k.whose != "" && k.whose != orNone(kin.whose) || !k.parts[0].goesOn(roots, i) || !k.fits(roots, all, asked) || denied && k.class == "glad" {
					continue // "we cannot grant you the loan"
				}
				class := &reactClasses[k.rank]
				after := supposed
				if class.name == "blame" {
					after = doubtful // "after you had left, the pipe burst"
				}
				if (class.name == "sad" || class.name == "grief") && p.deadThing(text) {
					continue
				}
				if class.sure && !class.after && after >= 0 && after < i {
					continue // "I hope the party was a success"
				}
				r := &reaction{k, class, n, kin, ""}
				if had := best[k.rank]; p.sayable(r) && (had == nil || r.closer(had)) {
					best[k.rank] = r
				}
			}
		}
	}
	return best
}

// unaddressed is a sentence without the reader whom it calls by name first: "Auntie Pru, the
// dress fits" tells of no aunt.
func (p *planner) unaddressed(text string) string {
	head, rest, ok := strings.Cut(text, ",")
	own, _, _ := strings.Cut(p.Me.Name, " ")
	if ok && len(strings.Fields(head)) <= 3 && (head == p.mail.Greeting || own != "" && slices.Contains(strings.Fields(head), own)) {
		return rest
	}
	return text
}

// alone are the classes beside which nothing lighter is said.
var alone = []string{"grief", "sad", "turned", "wrong", "blame", "bad"}

// akin are the short classes that say no more than another one does.
var akin = map[string][]string{"glad": {"good"}, "bye": {"praise", "hello"}, "kind": {"praise", "welcome", "thanked"}, "praise": {"welcome", "thanked"}, "welcome": {"thanked"}, "sorry": {"pardon", "late"}, "late": {"pardon"}, "pardon": {"late"}}

// closer reports whether a reaction of one class fits better than another: for whose
// it is, then by the name of a relative, then by more words.
func (r *reaction) closer(to *reaction) bool {
	mine, theirs := r.whose == "own" || r.whose == "yours", to.whose == "own" || to.whose == "yours"
	if mine != theirs {
		return mine
	}
	if mine, theirs = r.names(), to.names(); mine != theirs {
		return mine
	}
	return r.weight > to.weight
}

// names reports whether a reaction names the relative of whom the mail tells.
func (r *reaction) names() bool {
	return r.who.whose != "" && strings.Contains(r.said()[0], "{who}")
}

func orNone(whose string) string {
	if whose == "" {
		return "none"
	}
	return whose
}

// askedRoots are the words of all that the mail asks and wants, in a run.
func (p *planner) askedRoots(set *reactions) (out []string) {
	for _, it := range p.seen[:min(len(p.seen), maxReacted)] {
		out = append(append(out, beginning), set.roots(p, it.text)...)
	}
	return out
}

// fits reports whether the other parts of a key stand where they should.
func (k *reactKey) fits(roots, all, asked []string) bool {
	for i := 1; i < len(k.parts); i++ {
		part := &k.parts[i]
		switch {
		case part.asked:
			if !part.in(asked) {
				return false
			}
		case part.here:
			if part.in(roots) {
				return false
			}
		case part.not:
			if part.in(all) {
				return false
			}
		case part.anywhere:
			if !part.in(all) {
				return false
			}
		case !part.in(roots):
			return false
		}
	}
	return true
}

// sayable reports whether a line of a reaction can be said, and nothing that is asked
// makes it idle.
func (p *planner) sayable(r *reaction) bool {
	busy := slices.ContainsFunc(p.items, func(it item) bool { return !it.wanted || r.class.name != "note" })
	if r.class.home && !p.mail.Private {
		return false
	}
	if (r.class.short || r.class.name == "bad") && p.acted(gist.Rejecting) {
		return false
	}
	if r.class.light && busy || r.class.name == "wrong" && (p.acted(gist.Apologising) || p.putsOff()) {
		return false // who says sorry, or is late themselves, complains of nothing
	}
	if p.think.form["sides"] != "" && p.st.Turns == 0 && (r.sentence < 3 && (r.class.name == "sad" || r.class.name == "glad" || r.class.name == "turned" || r.class.name == "bye") || r.sentence < 2 && r.class.name == "kind") {
		return len(r.said()) > 0 // whole phrases, and no single words
	}
	if busy && !r.class.light && !r.class.sure && !slices.ContainsFunc(r.class.meets, func(k gist.ActKind) bool { return p.acted(k) }) && (r.sentence > 0 || p.st.Turns > 0) {
		return false // words alone, on the way to a question: "Got it. I could start on Monday."
	}
	return len(r.said()) > 0
}

// said are the lines of a reaction that can be filled, those that name somebody where
// somebody is named.
func (r *reaction) said() (out []string) {
	for _, named := range []bool{true, false} {
		for _, line := range r.lines {
			if strings.Contains(line, "{it}") && r.it == "" {
				continue
			}
			if namesWho(line) == named && (!named || r.who.name != "") && r.fillable(line) {
				out = append(out, line)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// namesWho reports whether a line names the one of whom the mail tells.
func namesWho(line string) bool {
	return strings.Contains(line, "{who}") || strings.Contains(line, "{whom}") || strings.Contains(line, "{towhom}")
}

// fillable reports whether the pronouns of a line are known.
func (r *reaction) fillable(line string) bool {
	return r.who.them != "" || !strings.Contains(line, "{them}") && !strings.Contains(line, "{they}") && !strings.Contains(line, "{tothem}")
}

// reacts says what was found, unless as much was said before it.
func (p *planner) reacts(r *reaction) {
	names := strings.NewReplacer("{who}", r.who.name, "{whom}", r.who.whom, "{towhom}", r.who.toWhom, "{tothem}", r.who.toThem, "{them}", r.who.them, "{they}", r.who.they, "{their}", r.who.their, "{it}", r.it)
	set, lines := reactionSets()[p.out.Language](), r.said()
	if moved := set.lines["moved"]; len(moved) > 0 && (r.class.name == "turned" || r.class.name == "sorry") && p.movesIt() {
		lines = moved
	}
	line := p.phrased(rng.Pick(p.habit("react"), lines), names)
	if r == p.beside && set.hasWord("thanks", wordsOf(line)) && set.hasWord("thanks", wordsOf(p.out.Moves[len(p.out.Moves)-1].Values["value"])) {
		return // once is enough
	}
	p.say(Move{Slot: r.class.slot, Values: map[string]string{"value": line}, Core: true})
	for _, k := range r.class.meets {
		p.st.Mood += moods[k]
		break
	}
}

// movesIt reports whether the mail that cannot keep a time asks for another one: nothing is lost
// then.
func (p *planner) movesIt() bool {
	return slices.ContainsFunc(p.items, func(it item) bool {
		return (it.ask == gist.AskMeet || it.ask == gist.AskDate || it.ask == gist.AskTime || it.ask == gist.AskYesNo || it.wanted) && p.holdsLine("moves it", it.text)
	})
}

// phrased is a line with one of its wordings and what stands for its names.
func (p *planner) phrased(line string, names *strings.Replacer) string {
	line = p.mannered(line)
	for {
		before, rest, ok := strings.Cut(line, "(")
		options, after, closed := strings.Cut(rest, ")")
		if !ok || !closed {
			break
		}
		line = before + rng.Pick(p.habit("react words"), strings.Split(options, "|")) + after
	}
	line = names.Replace(strings.Join(strings.Fields(line), " "))
	line = strings.NewReplacer(reactionSets()[p.out.Language]().joins...).Replace(p.mannered(line))
	return strings.TrimRight(begun(line), " .")
}

// begun begins the sentences behind the first one with a capital letter: "ta mère" may stand
// at their head.
func begun(s string) string {
	var out strings.Builder
	first := false
	for i, r := range s {
		if first && unicode.IsLetter(r) {
			r, first = unicode.ToUpper(r), false
		}
		out.WriteRune(r)
		first = first || r == ' ' && i > 0 && strings.IndexByte(".!?", s[i-1]) >= 0
	}
	return out.String()
}

// manner is how the mail addresses its reader; in mail of family and friends that does not
// show it is the familiar one.
func (p *planner) manner() gist.Manner {
	if p.mail.Manner == "" && p.mail.Private {
		return gist.Familiar
	}
	return p.mail.Manner
}

// mannered chooses the words between "<" and ">" that the sender is addressed with: as they
// address the person, else by whether their mail is a private one.
func (p *planner) mannered(s string) string {
	for {
		before, rest, ok := strings.Cut(s, "<")
		both, after, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			return s
		}
		said, polite, _ := strings.Cut(both, "|")
		if p.mail.Manner == gist.Polite || p.mail.Manner == "" && !p.mail.Private {
			said = polite
		}
		s = before + said + after
	}
}
