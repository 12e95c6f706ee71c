package dialog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
)

// Bounds of what a plan reads and keeps. What is beyond them is older, and let go.
const (
	maxMails       = 4
	maxItems       = 8 // questions and requests of all mails
	maxClaims      = 300
	maxFacts       = 200
	maxNotes       = 200
	maxHidden      = 40
	maxAgreed      = 24
	maxStated      = 200 // bytes of a question said back
	maxStatedWords = 30

	maxKept = 16 // entries of the other lists of a thread
)

// planner makes one plan.
type planner struct {
	In
	mail  gist.Gist // the newest
	think *think
	held  []held // claims: of the thread first, newest before older
	facts []fact
	items []item
	st    State
	out   Out
	draws map[string]int
	owes  bool // a promise is still to be made
	late  bool // an answer was put off in this mail
	anews bool // a question of an earlier mail is answered now

	franks  int  // parts of the mail that are answered without a value
	looksUp bool // the first of them was promised

	restatings map[asked]gist.Restated

	pledged []Claim // what was agreed to be done

	saidAgain

	parted      bool             // the mail only parted, and so does the person
	news        *about           // what the mail is about
	part        func(int) *about // what a sentence of it is about, nil for none
	shown       []string         // matters that keys and acts show
	reacted     *reaction        // what the mail tells was met with
	beside      *reaction        // and a second thing
	seen        []item           // all that is asked, also what an act or another answer meets
	bargained   bool             // an offer for what the person asks was met
	scenery     map[string]bool
	sceneWords  []string        // those of scenery
	sceneSaid   []string        // see sceneTexts
	sceneRoots  string          // their stems, each with a space on each side
	stages      []int           // how much the mail tells of each scene
	ofFields    uint64          // the fields of life that the mail is about, once fieldsKnown
	unwanted    map[string]bool // things that the mail rules out
	leant       map[string]bool // what the writer leans to and this mail has gone along with
	fieldsKnown bool
	forms       map[string][]*shaped // of the texts of questions
	readings    map[string]*reading  // of texts of the mail, see text.go
	latest      *reading
	codes       []string // the numbers and codes that are told, as their names
}

// held is a claim with the words of its topic.
type held struct {
	Claim
	stems  []string
	means  []string // those of stems that tell what is meant
	thread bool     // of this thread
	theirs bool     // the correspondent named it
	fresh  bool     // said in this very mail
	used   bool     // said again in this mail
}

// Plan decides what a person says. It never fails: where nothing can be understood
// the person asks what is meant.
func Plan(in In) Out {
	p := newPlanner(in)
	switch {
	case p.foreign():
	case p.mail.Machine != "":
		p.machine()
	default:
		p.converse()
	}
	return p.finish()
}

func newPlanner(in In) *planner {
	in.Mails = in.Mails[max(0, len(in.Mails)-maxMails):]
	in.Claims = in.Claims[max(0, len(in.Claims)-maxClaims):]
	in.Notes = in.Notes[max(0, len(in.Notes)-maxNotes):]
	in.Me.Address = strings.ToLower(strings.TrimSpace(in.Me.Address))
	in.You.Address = strings.ToLower(strings.TrimSpace(in.You.Address))
	if in.Me.End <= in.Me.Start || in.Me.Start < 0 || in.Me.End > 24*60 {
		in.Me.Start, in.Me.End = 9*60, 18*60
	}
	p := &planner{In: in, st: in.Thread.clone(), draws: map[string]int{}}
	if n := len(in.Mails); n > 0 {
		p.mail = in.Mails[n-1]
	}
	p.st.Private = p.st.Private || p.mail.Private
	p.mail.Private = p.st.Private
	p.owes = in.Promise != ""
	return p
}

// foreign chooses the language to answer in. It reports whether the person cannot read
// that of the mail and says so, which is all they say.
func (p *planner) foreign() bool {
	mine := p.Me.Languages
	if len(mine) == 0 {
		mine = written()
	}
	code := p.mail.Language
	if code == "" {
		code = p.st.Language
	}
	switch {
	case code != "" && slices.Contains(mine, code) && slices.Contains(written(), code):
		p.out.Language, p.st.Language = code, code
	case code == "":
		p.out.Language = writable(mine)
	case slices.Contains(mine, "en") || writable(mine) == "en":
		p.out.Language = "en"
	default:
		p.out.Language = writable(mine)
	}
	p.think = thinkOf(p.out.Language)
	if code == "" || code == p.out.Language {
		return false
	}
	if p.out.Language == "en" {
		p.say(Move{Slot: "need.english", Core: true})
	} else {
		p.say(Move{Slot: "need.language", Values: values("value", p.think.form["language"]), Core: true})
	}
	p.why("written in %s", code)
	return true
}

// written are the languages that there are sentences for.
var written = sync.OnceValue(func() []string {
	return slices.DeleteFunc(lang.Codes(), func(code string) bool { return len(lang.Say(code)) == 0 })
})

// writable is the first of the languages that there are sentences for.
func writable(codes []string) string {
	for _, c := range codes {
		if slices.Contains(written(), c) {
			return c
		}
	}
	return "en"
}

// machine is the little that is said to a mail which no person wrote.
func (p *planner) machine() {
	p.why("machine mail: %s", p.mail.Machine)
	if p.mail.Machine == gist.MachineCold {
		p.say(Move{Slot: "offered.no", Values: values("reason", p.pickWord("reason no", item{words: p.think.stems("offer")})), Core: true})
		return
	}
	p.say(Move{Slot: "informed", Core: true})
}

// converse answers a mail of a person.
func (p *planner) converse() {
	p.readFacts()
	p.recollect()
	p.items = p.collect()
	learned := p.learn()
	p.bargained = p.bargain()
	acted := 0
	p.seen = slices.Clone(p.items)
	var beside, after *reaction
	p.reacted, beside, after = p.react()
	p.offering(after)
	if p.reacted != nil && !p.reacted.class.light || !p.parting() { // news come before "see you"
		if p.reacted != nil {
			p.reacts(p.reacted)
		}
		if p.beside = beside; beside != nil {
			p.reacts(beside)
		}
		if p.reacted != nil || beside != nil || !p.ending() {
			acted = p.act(false)
		}
	}
	advised := p.st.Mine && p.take()
	for i := range p.items {
		p.answer(&p.items[i])
	}
	p.settleFrank()
	p.noticed()
	if p.st.Mine {
		p.pursue(learned, advised)
	}
	if len(p.out.Moves) == 0 {
		p.act(true)
	}
	p.besides(acted, after)
	if len(p.out.Moves) == 0 {
		p.say(p.fallback())
	}
	if again := func(m Move) bool { return strings.HasSuffix(m.Slot, ".again") }; p.Prompt && !p.all(again) {
		p.out.Moves = slices.DeleteFunc(p.out.Moves, again) // what was owed is told, not what was said
	}
	p.shorten(acted)
}

// all reports whether all moves are such.
func (p *planner) all(such func(Move) bool) bool {
	return !slices.ContainsFunc(p.out.Moves, func(m Move) bool { return !such(m) })
}

// say adds a move, with the values that its slot takes.
func (p *planner) say(m Move) {
	always, maybe := Values(m.Slot)
	maps.DeleteFunc(m.Values, func(name, _ string) bool { return !slices.Contains(always, name) && !slices.Contains(maybe, name) })
	if p.clausal(m.Values["other"]) {
		delete(m.Values, "other") // "rather than he can pick it up"
	}
	p.out.Moves = append(p.out.Moves, m)
}

// has reports whether a move of one of the slots is there already.
func (p *planner) has(slots ...string) bool {
	return slices.ContainsFunc(p.out.Moves, func(m Move) bool { return slices.Contains(slots, m.Slot) })
}

func (p *planner) why(format string, args ...any) {
	p.out.Why = append(p.out.Why, fmt.Sprintf(format, args...))
}

// values makes the values of a move of names and texts by turns; empty texts are left out.
func values(pairs ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v := tidy(pairs[i+1])
		if pairs[i] == "stated" || pairs[i] == "doing" {
			v = tidied(pairs[i+1], maxStated, maxStatedWords) // bounded by what said it back
		}
		if v != "" {
			m[pairs[i]] = v
		}
	}
	return m
}

// habit returns the generator of a choice that is no value: it is keyed by the mail's
// place in the correspondence.
func (p *planner) habit(name string) *rng.Rand {
	n := p.draws[name]
	p.draws[name]++
	return p.Seed.Draw("dialog/1:"+name, p.Me.Address, p.You.Address, rng.N(p.Occasion), rng.N(n))
}

// draw returns the generator of a value of a kind: keyed by how many answers of that
// kind the person gave the correspondent.
func (p *planner) draw(kind gist.Ask) *rng.Rand {
	n := 0
	for _, list := range [][]Claim{p.Claims, p.out.Claims} {
		for _, c := range list {
			if c.Kind == kind && strings.EqualFold(c.To, p.You.Address) {
				n++
			}
		}
	}
	return p.Seed.Draw("answer/1:"+string(kind), p.Me.Address, p.You.Address, rng.N(n))
}

// pickWord draws one of the texts of a section that fit what is asked; it is no value
// that must stay.
func (p *planner) pickWord(section string, it item) string {
	lines := p.think.pool(section, it.stems, it.words)
	if len(lines) == 0 {
		return ""
	}
	return rng.Pick(p.habit(section), lines)
}

// shorten keeps a mail to what this person says: one line of a ghost, a busy person
// leaves out the last of three things or more.
func (p *planner) shorten(acted int) {
	n := len(p.out.Moves)
	if p.Prompt {
		return
	}
	switch p.Me.Temperament {
	case "ghost":
		at := min(acted, n-1)
		if p.has("condole", "illness", "badnews", "react.sad") {
			at = 0
		}
		end := at + 1
		if end < n && p.out.Moves[at].Values["value"] != "" && p.out.Moves[end].Values["value"] != "" {
			end++ // two short values make one line
		}
		p.keepOnly(at, end)
	case "busy":
		if n-acted >= 3 && p.habit("short").Chance(0.25) && !p.promises(n-1) {
			p.keepOnly(0, n-1)
		}
	}
}

// promises reports whether a move promises something.
func (p *planner) promises(at int) bool { return p.out.Moves[at].Due != "" }

// keepOnly drops the moves outside a range, and what they claimed.
func (p *planner) keepOnly(from, to int) {
	to = min(to, len(p.out.Moves))
	var claims []Claim
	moves := p.out.Moves[from:to]
	for i := range moves {
		if at := moves[i].Claim; at > 0 {
			claims = append(claims, p.out.Claims[at-1])
			moves[i].Claim = len(claims)
		}
	}
	p.out.Moves, p.out.Claims = moves, claims
}

// finish closes the plan.
func (p *planner) finish() Out {
	for i := range p.out.Moves {
		if p.out.Moves[i].Values == nil {
			p.out.Moves[i].Values = map[string]string{}
		}
	}
	p.out.Dated = !p.lastDay().IsZero()
	p.st.Turns++
	p.remember()
	p.out.Thread = p.st
	for _, m := range p.out.Moves {
		p.out.Why = append(p.out.Why, strings.TrimSpace(m.Slot+" "+m.Values["topic"]))
	}
	return p.out
}
