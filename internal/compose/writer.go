package compose

import (
	"fmt"
	"maps"
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
	table    table
	wordings wordings
	habits   habits
	budget   budget
	facts    []fact
	mail     gist.Gist         // the newest of Mails
	values   map[string]string // what the slots stand for
	refs     []string          // phrases of the mail not yet referred to
	said     map[string]bool   // keys and sentences used before or in this mail
	here     map[string]bool   // keys of variants used in this mail
	draws    map[string]int    // how often each slot was drawn

	greeting string
	signOff  string
	parts    []written
	words    int  // in parts
	frame    int  // in greeting and sign-off
	ahead    int  // things asked that are still to be answered
	owes     bool // the promise belongs to what is being answered
	pledging bool // only sentences with the promise will do
	promises []Promise
	keep     []string // new entries for Draft.Said
	why      []string
}

// written is a finished sentence and where it stands.
type written struct {
	text            string
	paragraph, rank int
}

func newWriter(b Brief) *writer {
	if tables()[b.Voice.Language] == nil {
		b.Voice.Language = "en"
	}
	w := &writer{Brief: b, said: map[string]bool{}, here: map[string]bool{}, draws: map[string]int{},
		table: tables()[b.Voice.Language], wordings: rewritings()[b.Voice.Language]}
	w.tidy()
	if n := len(w.Mails); n > 0 {
		w.mail = w.Mails[n-1]
	}
	w.habits = drawHabits(w.Seed, w.Voice, w.hasWord("warm", w.Voice.Character))
	w.budget = w.drawBudget()
	w.facts = readFacts(w.Case.Facts)
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
	n := w.draws[slot]
	w.draws[slot]++
	return w.Seed.Draw("prose/1:"+string(w.Kind)+":"+slot, w.Voice.Address, w.To.Address, rng.N(w.Occasion), rng.N(n))
}

// setValues collects what the slots stand for.
func (w *writer) setValues() {
	g, v := w.mail, w.Voice
	first := func(list []string) string {
		if len(list) == 0 {
			return ""
		}
		return clean(list[0], 8)
	}
	number := ""
	if len(g.Numbers) > 0 {
		number = clean(g.Numbers[0].String(), 4)
	}
	w.values = map[string]string{
		"name": w.addressee(), "me": w.ownName(), "fullname": v.Name, "role": lowerFirst(v.Role), "org": v.Org, "who": v.Who,
		"wants": v.Wants, "want": wish(v.Wants), "subject": w.Subject, "number": number,
		"amount": first(g.Amounts), "day": first(g.Dates), "theirdue": "", "theirpromise": "",
		"title": w.title(), "status": "", "summary": "", "np": "",
		"what": w.Promise.What, "due0": w.Promise.Due, "from": clean(w.Absence.From, 4), "back": clean(w.Absence.To, 4),
		"topic": "", "asked": "", "date": "", "date2": "", "key": "", "value": "", "is": "", "note": "",
	}
	if w.Kind == Nudge {
		w.values["what"], w.values["due0"] = w.Waiting.What, w.Waiting.Due
	}
	if v.Knows == "all" {
		w.values["status"], w.values["summary"] = w.Case.Status, w.Case.Summary
	}
	if len(g.Promises) > 0 {
		w.values["theirpromise"], w.values["theirdue"] = clean(g.Promises[0].What, 8), clean(g.Promises[0].Due, 6)
	}
	for _, s := range append([]string{g.NounPhrase}, g.Phrases...) {
		if article, rest, _ := strings.Cut(s, " "); article == "a" || article == "an" {
			s = "the " + rest // known by now
		}
		if s = clean(s, 9); s != "" && !slices.Contains(w.refs, s) {
			w.refs = append(w.refs, s)
		}
	}
	if len(w.refs) == 0 && w.Case.Title != "" {
		w.refs = append(w.refs, w.title())
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
func (w *writer) value(name string) (string, bool) {
	if name == "np" {
		if len(w.refs) == 0 {
			return "", true
		}
		return w.refs[0], true
	}
	v, ok := w.values[name]
	return v, ok
}

// refer marks a phrase as spent, so that a mail does not harp on it.
func (w *writer) refer(phrase string) {
	w.refs = slices.DeleteFunc(w.refs, func(s string) bool { return s == phrase || strings.Contains(phrase, s) })
}

// addressee is how the person calls the correspondent: the given name, in
// formal mail the whole.
func (w *writer) addressee() string {
	name := w.To.Name
	if name == "" {
		name = clean(w.mail.Signed, 4)
	}
	if !nameLike(name) || w.isOffice(name) {
		return ""
	}
	if i := strings.Index(name, ", "); i > 0 { // "Lee, Ann"
		name = name[i+2:] + " " + name[:i]
	}
	if w.Voice.Formality == "formal" {
		return name
	}
	first, _, _ := strings.Cut(name, " ")
	if strings.HasSuffix(first, ".") && first != name { // "Dr. Lee"
		return name
	}
	return first
}

// isOffice reports whether a name is that of a desk or a team.
func (w *writer) isOffice(name string) bool {
	words := strings.Fields(strings.ToLower(name))
	for _, line := range w.table.lines("offices", "", "") {
		for _, word := range strings.Fields(line) {
			if slices.Contains(words, word) {
				return true
			}
		}
	}
	return false
}

// nameLike reports whether s can be called a name: letters, few words, no address.
func nameLike(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsMark(r) || strings.ContainsRune(" .,'’-", r):
		default:
			return false
		}
	}
	return letters > 0 && len(s) <= 80
}

// ownName is how the person signs.
func (w *writer) ownName() string {
	name := w.Voice.Name
	if w.Voice.Formality == "formal" {
		return name
	}
	first, _, _ := strings.Cut(name, " ")
	return first
}

// sentence picks and fills an unused variant of a slot, at most room words
// long; 0 words when there is none. No sentence is said twice in a thread. With
// again, a variant used before will do when its words come out different.
func (w *writer) sentence(slot string, room int, again bool) (string, int) {
	r := w.draw(slot)
	tiers := w.table.tiers(slot, w.Voice.Temperament, w.Voice.Formality)
	for _, fresh := range []bool{true, false} {
		if !fresh && !again {
			break
		}
		for i, tier := range tiers {
			for _, v := range w.ordered(slot, i, tier) {
				if w.here[v.key] || fresh && w.said[v.key] || w.pledging && !strings.Contains(v.text, "{due}") {
					continue
				}
				if s, n := w.try(r, v, room); n > 0 {
					return s, n
				}
			}
		}
	}
	return "", 0
}

// ordered returns the variants in the person's own order of liking, beginning
// further on with each mail to the same correspondent.
func (w *writer) ordered(slot string, tier int, list []variant) []variant {
	n := len(list)
	if n == 0 {
		return nil
	}
	perm := w.Seed.Draw("voice/1:order:"+slot, w.Voice.Address, rng.N(tier)).Perm(n)
	stride := 1 + n/3 // a long mail takes several
	start := w.Seed.Draw("prose/1:start:"+slot, w.Voice.Address, w.To.Address).IntN(n) + max(w.Occasion, 0)%n*stride%n
	out := make([]variant, n)
	for i := range out {
		out[i] = list[perm[(start+i)%n]]
	}
	return out
}

// try fills one variant; 0 words when it does not fit or was said before.
func (w *writer) try(r *rng.Rand, v variant, room int) (string, int) {
	for range 3 {
		e := expansion{w: w, r: r}
		s := w.shape(e.fill(v.text))
		if e.missing {
			return "", 0
		}
		n := countWords(s)
		same := sameness(unguard.Replace(s))
		if n > room || w.said[same] {
			continue
		}
		w.said[v.key], w.said[same], w.here[v.key] = true, true, true
		w.keep = append(w.keep, v.key, unguard.Replace(s))
		if e.np {
			w.refer(w.refs[0])
		}
		if e.due != "" {
			w.promise(e.due, unguard.Replace(s))
		}
		return s, n
	}
	return "", 0
}

// promise notes what a sentence with a due phrase promises.
func (w *writer) promise(due, phrase string) {
	what := w.values["topic"]
	if what == "" {
		what = w.values["what"]
	}
	if what == "" {
		what = w.mail.NounPhrase
	}
	w.promises = append(w.promises, Promise{what, phrase, due})
}

// add writes a sentence that the mail could do without, if one fits that was
// not used in the thread, and reports whether it did.
func (w *writer) add(slot string, paragraph, rank int) bool {
	s, n := w.sentence(slot, w.room(), false)
	return w.write(s, n, paragraph, rank)
}

// put writes a sentence of at most room words, and reports whether it did.
func (w *writer) put(slot string, room, paragraph, rank int) bool {
	s, n := w.sentence(slot, room, true)
	return w.write(s, n, paragraph, rank)
}

func (w *writer) write(s string, n, paragraph, rank int) bool {
	if n == 0 {
		return false
	}
	w.parts = append(w.parts, written{s, paragraph, rank})
	w.words += n
	return true
}

// room is how many words still fit.
func (w *writer) room() int { return w.budget.high - w.frame - w.words }

// left is how many words the mail still wants.
func (w *writer) left() int { return w.budget.target - w.frame - w.words }

// finish puts the mail together.
func (w *writer) finish() Draft {
	d := Draft{Promises: w.promises, Said: w.keep, Why: w.reason()}
	if w.Kind == Initiate || w.Subject == "" {
		d.Subject = w.subject()
	}
	lines := w.body()
	if w.greeting != "" {
		lines = append([]string{w.greeting}, lines...)
	}
	if w.signOff != "" {
		lines = append(lines, w.signOff)
	}
	text := w.slips(strings.Join(lines, "\n\n"))
	d.Text = obey(unguard.Replace(text))
	return d
}

// body returns the paragraphs.
func (w *writer) body() []string {
	slices.SortStableFunc(w.parts, func(a, b written) int {
		if a.paragraph != b.paragraph {
			return a.paragraph - b.paragraph
		}
		return a.rank - b.rank
	})
	var out []string
	last, run := -1, 0
	for _, p := range w.parts {
		run++
		same := p.paragraph == last && run <= w.habits.block || len(out) > 0 && !w.habits.airy && w.words < 35
		if same {
			out[len(out)-1] += " " + p.text
		} else {
			out, run = append(out, p.text), 1
		}
		last = p.paragraph
	}
	if w.habits.bare {
		for i, p := range out {
			out[i] = strings.TrimSuffix(p, ".")
		}
	}
	return out
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

func countWords(s string) int { return len(strings.Fields(s)) }

// sortedKeys keeps map order out of the prose.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
