package compose

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// writer writes one mail.
type writer struct {
	Brief
	lang   *language
	habits habits
	budget budget
	length string            // class of the mail
	wordy  float64           // how much more than usual the person writes beside the matter
	mail   gist.Gist         // the newest of Mails
	values map[string]string // what the slots stand for
	said   map[string]bool   // keys and sentences used before or in this mail
	draws  map[string]int    // how often each slot was drawn

	grave, mourning bool   // sad mail; one about a death
	calm            bool   // no thanks and cheers at the end
	due             string // the phrase of the promise that is being said, as promises are planned
	defers          bool   // it is of an answer
	choosy          bool   // what is done stands beside answers: it should name what it is about

	label    string // of the answer before
	reasoned bool   // a reason was asked for
	agreeing bool   // a yes is said
	reacts   bool   // what a mail tells is met with a sentence of its own
	resays   bool   // a sentence that was said before is said again
	several  bool   // several things are said
	detailed bool   // a detail was added to what was said

	bare   int    // the part, from 1, that is a yes or no and tells nothing of what it answers
	agreed string // "yes" or "no": what that says
	near   bool   // days of the next week go by their weekday
	opened string // "yes" or "no": how the last answer began
	anded  bool   // an answer began with "And"

	greeting string
	signOff  string
	parts    []written
	words    int // in parts
	frame    int // in greeting and sign-off
	promises []Promise
	keep     []string // new entries for Draft.Said
	filler   []string // for Draft.Filler
	why      []string
}

// written is a finished sentence and where it stands.
type written struct {
	text            string
	paragraph, rank int
	line            bool // on a line of its own
}

func newWriter(b Brief) *writer {
	if b.Voice.Language == "" {
		b.Voice.Language = b.Thread.Language // a reminder is in the language of what it reminds of
	}
	w := &writer{Brief: b, said: map[string]bool{}, draws: map[string]int{}, lang: languageOf(b.Voice.Language)}
	w.tidy()
	if n := len(w.Mails); n > 0 {
		w.mail = w.Mails[n-1]
	}
	w.Voice.Formality = w.inManner(w.Voice.Formality)
	w.habits = drawHabits(w.Seed, w.Voice, languageOf("en").hasWord("warm", w.Voice.Character) || w.lang.hasWord("warm", w.Voice.Character), len(w.lang.table["capitals"]) > 0)
	w.drawBudget()
	for _, s := range b.SaidBefore[max(0, len(b.SaidBefore)-maxSaid):] {
		w.said[sameness(s)] = true
	}
	w.setValues()
	return w
}

// tidy bounds what strangers may have written into the brief.
func (w *writer) tidy() {
	v := &w.Voice
	v.Name, v.Role, v.Org = clean(v.Name, 5), clean(v.Role, 8), clean(v.Org, 6)
	v.Wants, v.Who = clean(v.Wants, 20), clean(v.Who, 20)
	v.Character = clean(v.Character, 60)
	v.Address = strings.ToLower(strings.TrimSpace(v.Address))
	if !slices.Contains(formalities, v.Formality) {
		v.Formality = "neutral"
	}
	if !(v.Typos >= 0) {
		v.Typos = 0
	}
	v.Typos = min(v.Typos, 1)
	w.To.Name = clean(w.To.Name, 5)
	w.To.Address = strings.ToLower(strings.TrimSpace(w.To.Address))
	w.Subject = clean(bareSubject(w.Subject), 14)
	w.Mails = w.Mails[max(0, len(w.Mails)-maxMails):]
	w.Memory = w.Memory[max(0, len(w.Memory)-maxMemory):]
	w.Case.Title, w.Case.Status, w.Case.Summary = clean(w.Case.Title, 12), clean(w.Case.Status, 6), clean(w.Case.Summary, 24)
	w.Promise.Phrase = clean(w.Promise.Phrase, 8)
	w.Promise.What, w.Promise.Due = clean(w.Promise.What, 10), clean(w.Promise.Due, 6)
	w.Waiting.What, w.Waiting.Due = clean(w.Waiting.What, 10), clean(w.Waiting.Due, 6)
}

// draw returns the generator of one choice of this mail.
func (w *writer) draw(slot string) *rng.Rand {
	r := new(rng.Rand)
	w.begin(r, slot)
	return r
}

func (w *writer) begin(r *rng.Rand, slot string) {
	n := w.draws[slot]
	w.draws[slot]++
	w.Seed.Begin(r, "prose/2:"+string(w.Kind)+":"+slot, w.Voice.Address, w.To.Address, rng.N(w.Occasion), rng.N(n))
}

// valueNames are the names in braces that are values; others are words of the table.
var valueNames = wordSet(`dear sends name me fullname role org who wants want title status summary np what due0 from back topic past day key value is note
other thing date doing stated before after echo reason due unit high way own wish`)

// setValues collects what the slots of a mail that answers nothing stand for.
func (w *writer) setValues() {
	v := w.Voice
	w.values = map[string]string{
		"dear": w.dear(), "name": w.addressee(), "me": w.ownName(), "fullname": v.Name, "role": lowerFirst(v.Role), "org": v.Org, "who": v.Who,
		"wants": v.Wants, "want": wish(v.Wants), "title": w.title(), "what": w.Promise.What, "due0": w.Promise.Due,
		"from": clean(w.Absence.since(), 4), "back": clean(w.Absence.until(), 4),
	}
	if len(w.mail.Dates) > 0 {
		w.values["day"] = clean(w.mail.Dates[0], 8)
	}
	if w.Kind == Nudge {
		w.values["what"], w.values["due0"] = w.Waiting.What, w.Waiting.Due
	}
	what := w.values["what"]
	if first, _, _ := strings.Cut(what, " "); !w.lang.sets["determiners"][first] || !phraseLike(what) {
		w.values["what"] = "" // "in a few days", "to check it"
	}
	if v.Knows == "all" {
		w.values["status"], w.values["summary"] = w.Case.Status, w.Case.Summary
	}
	np := clean(w.mail.NounPhrase, 9)
	if article, rest, _ := strings.Cut(np, " "); article == "a" || article == "an" {
		np = "the " + rest // known by now
	}
	if np = orElse(np, w.values["title"]); phraseLike(np) {
		w.values["np"] = np
	}
}

// title names the case in a sentence.
func (w *writer) title() string {
	if w.Case.Title == "" {
		return ""
	}
	return orElse(gist.Phrase(w.Case.Title), `"`+w.Case.Title+`"`)
}

// value returns the value of a data slot; ok is false for other slots.
func (w *writer) value(name string) (string, bool) { return w.values[name], valueNames[name] }

// ownShare is how often a sentence is one of the temperament's own, where there are any.
const ownShare = 0.5

// attempt fills a variant of a slot, "" when it cannot be filled.
func (w *writer) attempt(r *rng.Rand, tiers [2][]variant) (string, expansion, variant) {
	list, other := tiers[0], tiers[1]
	if len(list) == 0 || len(other) > 0 && w.Voice.Temperament != "ghost" && !r.Chance(ownShare) {
		list = other
	}
	if len(list) == 0 {
		return "", expansion{}, variant{}
	}
	v := list[r.IntN(len(list))]
	text, e := w.try(r, v)
	return text, e, v
}

func (w *writer) try(r *rng.Rand, v variant) (string, expansion) {
	e := expansion{w: w, r: r}
	s := e.fill(v.text)
	if e.missing {
		return "", e
	}
	return w.shape(s), e
}

// tries is how often a sentence is drawn before what was found has to do.
const tries = 6

// sentence puts a slot into words, such as were not used before where it has them; ok is
// false when no variant of it can be filled.
func (w *writer) sentence(slot string) (s string, ok bool) {
	r := w.draw(slot)
	for at := slot; at != ""; at = wider(at) {
		tiers := w.lang.tiers(at, w.Voice.Temperament, w.Voice.Formality)
		var best string
		var used expansion
		var from variant
		low := 0
		for range tries {
			text, e, v := w.attempt(r, tiers)
			if text == "" {
				continue
			}
			cost := w.cost(text, &e, v)
			if best == "" || cost < low {
				best, used, from, low = text, e, v, cost
			}
			if cost == 0 {
				break
			}
		}
		if best == "" || low >= costSaid {
			best, used, from = w.search(r, tiers, best, used, from)
		}
		if best != "" {
			w.commit(best, used, from)
			return best, true
		}
	}
	return "", false
}

// What speaks against a sentence.
const (
	costSaid  = 100 // the same words were said in the thread
	costKind  = 4   // another filling of its variant was
	costTopic = 2   // one cannot tell what it answers
	costLong  = 2   // for those who are brief
	costShort = 2   // for those who are not
)

func (w *writer) cost(text string, e *expansion, v variant) int {
	n, cost := countWords(text), 0
	if w.said[sameness(unguard(text))] {
		cost += costSaid
	}
	if w.said[v.key] {
		cost += costKind
	}
	if w.choosy && !e.topic && w.values["topic"] != "" {
		cost += costTopic
	}
	if reason := w.values["reason"]; reason != "" && w.reasoned && !strings.Contains(sameness(unguard(text)), sameness(reason)) {
		cost += costTopic + 1 // "and why?"
	}
	if w.length == "short" && n > 10 {
		cost += costLong
	}
	if w.length == "long" && n < 5 {
		cost += costShort
	}
	return cost
}

// search goes through all variants for one that was not said; best is what there is else.
func (w *writer) search(r *rng.Rand, tiers [2][]variant, best string, used expansion, from variant) (string, expansion, variant) {
	for _, tier := range tiers {
		for _, v := range tier {
			text, e := w.try(r, v)
			if text == "" {
				continue
			}
			if best == "" || !w.said[sameness(unguard(text))] {
				best, used, from = text, e, v
				if !w.said[sameness(unguard(text))] {
					return best, used, from
				}
			}
		}
	}
	return best, used, from
}

// commit notes that a sentence is used.
func (w *writer) commit(text string, e expansion, v variant) {
	bare := unguard(text)
	w.said[v.key], w.said[sameness(bare)] = true, true
	w.keep = append(w.keep, v.key, bare)
	if e.due != "" {
		w.promises = append(w.promises, Promise{w.promised(), bare, orElse(w.due, e.due), w.defers})
	}
}

// promised is what is being promised.
func (w *writer) promised() string {
	for _, s := range []string{w.values["topic"], w.values["what"]} {
		if s != "" {
			return s
		}
	}
	return orElse(w.Subject, w.lang.first("subject.blank"))
}

// put writes a sentence of a slot and reports whether it did.
func (w *writer) put(slot string, paragraph int) bool {
	s, ok := w.sentence(slot)
	if ok {
		w.write(s, paragraph)
	}
	return ok
}

func (w *writer) write(s string, paragraph int) {
	w.parts = append(w.parts, written{text: s, paragraph: paragraph, rank: len(w.parts)})
	w.words += countWords(s)
}

// left is how many words the mail still wants.
func (w *writer) left() int { return w.budget.target - w.frame - w.words }

// finish puts the mail together.
func (w *writer) finish() Draft {
	d := Draft{Promises: w.promises, Said: w.keep, Filler: w.filler, Why: w.reason(), Thread: w.Thread}
	if w.Kind == Initiate || w.Subject == "" {
		d.Subject = w.subject()
	}
	lines := w.body()
	if strings.HasSuffix(w.greeting, ",") && len(lines) > 0 {
		lines[0] = w.goesOn(lines[0])
	}
	text := strings.Join(lines, "\n\n")
	if !w.grave {
		text = w.slips(text, countWords(w.greeting)+countWords(text)+countWords(w.signOff))
	}
	parts := slices.DeleteFunc([]string{w.greeting, text, w.signOff}, func(s string) bool { return s == "" })
	text = strings.Join(parts, "\n\n")
	d.Text = obey(unguard(text))
	return d
}

// short is how many words of a mail stand in one paragraph with those who make few.
const short = 35

// body returns the paragraphs.
func (w *writer) body() []string {
	slices.SortStableFunc(w.parts, func(a, b written) int {
		if a.paragraph != b.paragraph {
			return a.paragraph - b.paragraph
		}
		return a.rank - b.rank
	})
	var out []string
	last, run := written{paragraph: -1}, 0
	for _, p := range w.parts {
		run++
		same := p.paragraph == last.paragraph && run <= w.habits.block || !w.habits.airy && w.words < short
		switch {
		case len(out) == 0 || p.line != last.line || !p.line && !same:
			out, run = append(out, p.text), 1
		case p.line:
			out[len(out)-1] += "\n" + p.text
		default:
			out[len(out)-1] += " " + p.text
		}
		last = p
	}
	if w.habits.bare && !w.grave {
		for i, p := range out {
			if last := strings.TrimRight(strings.TrimSuffix(p, "."), string(guardOff)); last == "" || last[len(last)-1] < '0' || last[len(last)-1] > '9' {
				out[i] = strings.TrimSuffix(p, ".") // "am 14." keeps it
			}
		}
	}
	return out
}

// goesOn begins a text behind a greeting that ends with a comma: in a language that goes
// on with a small letter there, unless the word has a capital of its own.
func (w *writer) goesOn(s string) string {
	bare := strings.TrimPrefix(s, string(guardOn))
	end := strings.IndexFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) })
	if end <= 0 || !w.lang.sets["small-first"][strings.ToLower(bare[:end])] {
		return s
	}
	r, n := utf8.DecodeRuneInString(bare)
	return s[:len(s)-len(bare)] + string(unicode.ToLower(r)) + bare[n:]
}

func (w *writer) reason() string {
	return fmt.Sprintf("%s; %s, %s, %s, about %d words", strings.Join(w.why, ", "), orElse(w.Voice.Temperament, "no temperament"),
		orElse(w.Voice.Length, "medium"), w.Voice.Formality, w.budget.target)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// lowerFirst writes a title as it stands in a sentence: "office manager", "CFO".
func lowerFirst(s string) string {
	if s == "" || ownCapital(s) {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// bareSubject is a subject without the marks of replies and forwards.
func bareSubject(s string) string {
	for {
		mark, rest, ok := strings.Cut(strings.TrimSpace(s), ":")
		if mark = strings.ToLower(mark); !ok || mark != "re" && mark != "fw" && mark != "fwd" {
			return s
		}
		s = rest
	}
}

// sameness is what two sentences have in common when they say the same.
func sameness(s string) string {
	if strings.HasPrefix(s, "#") {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func countWords(s string) int {
	n := 0
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}
