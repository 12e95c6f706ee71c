package dialog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
)

// readies are the answers to what people are often asked, in whole sentences: of a
// language's ready.txt. A section is
//
//	[how_much+weigh+cat weight+cat]
//	About {4-6} kilos.
//
// with an answer a line. In the brackets stand keys: all parts of one must be in a
// question, in any order, words joined by "_" one behind the other; a word alone, "=profession",
// is one only of a thing that is to be told by its name. {4-6} draws a number,
// {40-90 by 5} one in steps, and {€80-140 by 10} a sum in the mail's currency.
type readies struct {
	keys  map[string][]*readyHead // by the longest of their words
	asks  map[string]bool         // words that ask for more than a yes or no
	much  map[string]bool         // words that tell what "how" asks: "many", "long"
	verbs map[string]bool         // words that are part of a question of yes or no
	small map[string]bool
}

// readyHead is a key as it stands, taken apart when a question first has its longest word.
type readyHead struct {
	text  string
	lines []string
	apart atomic.Pointer[readyKey]
}

// readyKey is one key of a section.
type readyKey struct {
	parts  []string // stems, with blanks around and between them
	asks   []string // its words that ask for more than a yes or no
	much   string   // what its "how" asks, "many"; empty for none
	verbs  bool     // it can be one of yes or no
	weight int
	tells  int  // words that tell something
	named  bool // of a thing that is to be told by its name alone
	lines  []string
}

// What a word of a key counts for.
const (
	readyTelling = 4
	readySmall   = 1
)

var readySets = sync.OnceValue(func() map[string]func() *readies {
	out := map[string]func() *readies{}
	for _, code := range lang.Codes() {
		if text := lang.Ready(code); text != "" {
			out[code] = sync.OnceValue(func() *readies { return parseReady(text, thinkOf(code)) })
		}
	}
	return out
})

func parseReady(text string, t *think) *readies {
	out := &readies{keys: map[string][]*readyHead{}, asks: stemSet(t.form["asking"]), much: stemSet(t.form["degrees"]), verbs: stemSet(t.form["affirming"]), small: map[string]bool{}}
	for w := range t.small {
		out.small[stem(w)] = true
	}
	var heads string
	var lines []string
	flush := func() {
		for head := range strings.FieldsSeq(heads) {
			if w := out.anchor(head); w != "" {
				out.keys[w] = append(out.keys[w], &readyHead{text: head, lines: lines})
			}
		}
		heads, lines = "", nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case line[0] == '[' && line[len(line)-1] == ']':
			flush()
			heads = line[1 : len(line)-1]
		default:
			lines = append(lines, line)
		}
	}
	flush()
	return out
}

// idle reports whether a word tells nothing by itself.
func (rs *readies) idle(w string) bool { return rs.small[w] || rs.asks[w] || rs.verbs[w] }

// anchor is the longest word of a key that tells something.
func (rs *readies) anchor(head string) (longest string) {
	for w := range strings.FieldsFuncSeq(head, parted) {
		if w = stem(w); len(w) > len(longest) && !rs.idle(w) {
			longest = w
		}
	}
	return longest
}

func parted(r rune) bool { return r == '+' || r == '_' || r == '=' }

// key takes a key apart.
func (rs *readies) key(head *readyHead) *readyKey {
	if key := head.apart.Load(); key != nil {
		return key
	}
	text, named := strings.CutPrefix(head.text, "=")
	key := &readyKey{lines: head.lines, named: named}
	for part := range strings.SplitSeq(text, "+") {
		roots := rootsOf(strings.ReplaceAll(part, "_", " "))
		if len(roots) == 0 {
			continue
		}
		for i, w := range roots {
			if rs.asks[w] {
				key.asks = append(key.asks, w)
			}
			if i > 0 && rs.asks[roots[i-1]] && rs.much[w] {
				key.much = w
			}
			key.verbs = key.verbs || rs.verbs[w]
			if rs.idle(w) {
				key.weight += readySmall
				continue
			}
			key.tells++
			key.weight += readyTelling
		}
		key.parts = append(key.parts, " "+strings.Join(roots, " ")+" ")
	}
	head.apart.Store(key)
	return key
}

// find returns the answers that fit a question best, nil for none. Of equal keys the
// first one counts. The question has that many words that tell something.
func (rs *readies) find(q *item, telling int) []string {
	roots := rootsOf(q.text)
	yesNo := q.kind == "" && (q.ask == gist.AskYesNo || q.ask == gist.AskStatus)
	asks, much := "", ""
	if at := slices.IndexFunc(roots, func(w string) bool { return rs.asks[w] }); at >= 0 {
		if asks = roots[at]; at+1 < len(roots) && rs.much[roots[at+1]] {
			much = roots[at+1]
		}
	}
	named := q.kind == "what" && asks == "" && q.language != "en" // a thing to be told: "votre profession"
	text := " " + strings.Join(roots, " ") + " "
	best, low := &readyKey{}, strings.ToLower(q.text)
	for i, w := range roots {
		if slices.Contains(roots[:i], w) {
			continue
		}
		for _, head := range rs.keys[w] {
			key := rs.key(head)
			switch {
			case key.weight <= best.weight:
			case key.named && (!named || !strings.Contains(low, strings.TrimPrefix(head.text, "="))): // in full, as stems are short
			case yesNo && (len(key.asks) > 0 || !key.verbs):
			case q.kind != "" && key.verbs && len(key.asks) == 0:
			case !yesNo && asks != "" && (len(key.asks) > 0 && !slices.Contains(key.asks, asks) || key.much != much && (key.much != "" || len(key.asks) > 0)):
			case yesNo && key.tells < telling || 3*key.tells < 2*telling && !(key.named && slices.Contains(roots[:min(len(roots), 4)], w)): // of a question that says more
			case slices.ContainsFunc(key.parts, func(part string) bool { return !strings.Contains(text, part) }):
			case told[q.ask] && len(key.asks) == 0 && !named: // a word alone does not tell that a reason is wanted
			case figured[q.ask] && len(key.asks) == 0 && !slices.ContainsFunc(key.lines, hasFigure):
			default:
				best = key
			}
		}
	}
	return best.lines
}

// figured are the kinds of answers that have a figure.
var figured = map[gist.Ask]bool{gist.AskNumber: true, gist.AskMoney: true, gist.AskTime: true, gist.AskPhone: true, gist.AskVersion: true, gist.AskRating: true}

// told are the kinds of answers that only a word that asks tells.
var told = map[gist.Ask]bool{gist.AskWhy: true, gist.AskHow: true, gist.AskWho: true, gist.AskPlace: true}

func hasFigure(s string) bool { return strings.ContainsAny(s, "{0123456789") }

// ready answers what there is an answer ready for, and reports whether there is one.
func (p *planner) ready(it *item) bool {
	set := readySets()[p.out.Language]
	if set == nil || p.unready || it.language != "" && it.language != p.out.Language || len(it.options) > 1 || it.open || p.backward(it) || p.holdsLine("backward", it.text) || p.holdsLine("still fits", it.text) {
		return false
	}
	switch it.ask {
	case gist.AskRemind, gist.AskMeet, gist.AskSum, gist.AskRating:
		return false
	}
	if (it.ask == gist.AskDate || it.ask == gist.AskTime || it.ask == gist.AskDuration) && !p.past(it.text) && p.datedAsk(it) {
		return false
	}
	lines := set().find(it, len(p.telling(p.stems(it.text))))
	if p.ofOthers(it.text) {
		lines = slices.DeleteFunc(slices.Clone(lines), p.ofMyself) // "does he eat meat?" gets no "I eat everything"
	}
	if lines = p.suited(it.text, p.notStrange(lines)); len(lines) == 0 {
		return false
	}
	if p.goesOn(it) && it.ask == gist.AskYesNo {
		if yes := slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return p.begins("denials", s) }); len(yes) > 0 {
			lines = yes
		}
	}
	r := p.draw(it.ask)
	p.whole(it, p.filled(r, rng.Pick(r, lines)))
	return true
}

// ofOthers reports whether a question is about somebody else than the two who write.
func (p *planner) ofOthers(text string) bool {
	words := p.words(text)
	for i, w := range words {
		if w == p.think.form["whether"] && i+1 < len(words) {
			words = words[i+1:] // "could you tell me whether he"
			break
		}
	}
	others, mine := p.think.sets["somebody else"], p.think.sets["you and me"]
	return slices.ContainsFunc(words, func(w string) bool { return others[stem(w)] }) && !slices.ContainsFunc(words, func(w string) bool { return mine[stem(w)] })
}

// ofMyself reports whether an answer tells of the person.
func (p *planner) ofMyself(line string) bool {
	return slices.ContainsFunc(wordsOf(line), func(w string) bool { return p.think.sets["myself"][stem(w)] })
}

// filled draws the figures of a sentence.
func (p *planner) filled(r *rng.Rand, s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{")
		out.WriteString(before)
		if !ok {
			break
		}
		var field string
		if field, s, ok = strings.Cut(rest, "}"); !ok {
			break
		}
		if said := p.dayField(r, field); said != "" {
			out.WriteString(said)
			continue
		}
		span, sum := strings.CutPrefix(field, "€")
		low, high, step, ok := figureSpan(span)
		if !ok {
			continue // compiled in, and tested
		}
		n := low + r.IntN((high-low)/step+1)*step
		switch {
		case sum:
			near := p.currency()
			near.whole, near.cents = n, 0
			out.WriteString(p.amount(near))
		case high >= 10_000 && low >= 1000 && step >= 100:
			out.WriteString(p.thousands(n))
		default:
			out.WriteString(strconv.Itoa(n))
		}
	}
	return strings.Trim(out.String(), " .")
}

// maxFigure is the highest figure that is drawn, on machines of 32 bits, too.
const maxFigure = 1_000_000_000

// figureSpan reads "4-6" and "40-90 by 5".
func figureSpan(s string) (low, high, step int, ok bool) {
	s, by, stepped := strings.Cut(s, " by ")
	from, to, ok := strings.Cut(s, "-")
	if !ok {
		to = from
	}
	var errs [3]error
	low, errs[0] = strconv.Atoi(strings.TrimSpace(from))
	high, errs[1] = strconv.Atoi(strings.TrimSpace(to))
	step = 1
	if stepped {
		step, errs[2] = strconv.Atoi(strings.TrimSpace(by))
	}
	return low, high, step, errs == [3]error{} && low >= 0 && high >= low && high <= maxFigure && step > 0
}

// currency is the one in which the mail names prices, else that of the thread.
func (p *planner) currency() price {
	for _, a := range p.mail.Amounts {
		if pr, ok := priceIn(a); ok {
			return price{before: pr.before, after: pr.after}
		}
	}
	pr, _ := p.priced()
	return price{before: pr.before, after: pr.after}
}

// checkReady returns what is wrong with the text of a language's ready.txt: its keys and
// its figures.
func checkReady(text string) error {
	head, lines := "", 0
	check := func() error {
		if head != "" && lines == 0 {
			return fmt.Errorf("%s has no answer", head)
		}
		return nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case line[0] == '[':
			if err := check(); err != nil {
				return err
			}
			head, lines = line, 0
			if line[len(line)-1] != ']' {
				return fmt.Errorf("%s does not end", head)
			}
			for _, key := range strings.Fields(line[1 : len(line)-1]) {
				if !strings.HasPrefix(key, "=") && len(strings.FieldsFunc(key, func(r rune) bool { return r == '+' || r == '_' })) < 2 {
					return fmt.Errorf("%s: the key %s has one word", head, key)
				}
			}
		case head == "":
			return fmt.Errorf("%q stands in no section", line)
		default:
			lines++
			if len(line) > maxReady {
				return fmt.Errorf("%s: %q is longer than %d bytes", head, line, maxReady)
			}
			for i, field := range strings.Split(line, "{") {
				span, _, closed := strings.Cut(field, "}")
				if i == 0 {
					if strings.Contains(field, "}") {
						return fmt.Errorf("%s: %q closes what is not open", head, line)
					}
					continue
				}
				if _, _, _, ok := figureSpan(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(span, "€"), "day "), "week ")); !ok || !closed {
					return fmt.Errorf("%s: {%s} is no span", head, span)
				}
			}
		}
	}
	return check()
}

// maxReady is how many bytes a ready answer has at most: a claim holds 200 characters.
const maxReady = 190
