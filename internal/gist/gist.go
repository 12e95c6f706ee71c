// Package gist reads what a mail asks: its kind, its questions and requests,
// the dates, amounts, numbers and names in it, what its sender promises, and
// one phrase to refer to it by. It works by rules on the new text alone, in
// time linear in a bounded prefix, and never fails: a mail that says nothing
// is of kind Unclear.
//
// It is a leaf: it knows words, nothing of mail headers or people.
package gist

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind is what a mail is for.
type Kind string

// The kinds of mail.
const (
	Asking       Kind = "question"
	Requesting   Kind = "request"
	Scheduling   Kind = "scheduling"
	Document     Kind = "document" // a document is wanted
	Complaint    Kind = "complaint"
	Offer        Kind = "offer"
	Invoice      Kind = "invoice"
	Introduction Kind = "introduction"
	Thanking     Kind = "thanks"
	Closing      Kind = "closing"
	Information  Kind = "information"
	Cold         Kind = "cold" // cold sales mail
	Newsletter   Kind = "newsletter"
	Unclear      Kind = "unclear"
)

// Bounds of what is read and kept. Text beyond them is ignored.
const (
	MaxText    = 32 << 10 // bytes of text read
	MaxSubject = 512      // bytes of subject read
	MaxItems   = 8        // entries of each list
	MaxPhrase  = 80       // bytes of a phrase
	MaxQuote   = 240      // bytes of a sentence kept
)

// Gist is what a mail asks. Texts stand as the sender wrote them, seen from the
// reader: the sender's "our offer" is "your offer". No list is longer than
// MaxItems.
type Gist struct {
	Kind      Kind   // the leading one of Kinds
	Kinds     []Kind // all that fit, the leading one first; never empty
	Questions []Question
	Requests  []Request
	Dates     []string // "Tuesday 10:00", "9 January", "tomorrow"
	Amounts   []string // "EUR 1,200", "15 %"
	Numbers   []Number
	Figures   []Figure // what it counts or measures, and bare figures
	Names     []string // people and firms named, as far as capitals tell
	Phrases   []string // noun phrases of the text, best first

	Urgent   bool
	Thanks   bool // the sender thanks
	Closing  bool // the sender ends the exchange and asks nothing more
	Chase    bool // the sender reminds of an earlier mail
	ColdStep int  // cold mail: 1 the first, 2 the first follow-up, 3 a later one; else 0
	Private  bool // of family, friends and neighbours, by its words; not of a firm or an office

	Promises []Promise // what the sender says will be done
	Busy     []string  // days that the sender rules out: "any day but Wednesday"
	Around   []string  // seasons, holidays and months that are named without a day: "easter", "july"

	Acts    []Act    // what the mail does beside asking, the weightiest first
	Stated  []Stated // what it says is so: prices, dates, places, names, numbers
	Subject string   // without what marks it as an answer
	Told    []string // its first sentences that neither ask nor want anything
	Merits  []Merit  // what it says for things that it leaves to choose among
	Machine Machine  // that a program or a crook wrote it, as far as the words tell; empty for personal mail

	Words      int    // words of the new text
	Greeting   string // the name greeted, if any
	Signed     string // the name the mail is signed with, if any
	Relative   string // what a relative signs with: "Mum", "Auntie Pat"
	Closer     string // without a sign-off, the name that its last line looks like
	Language   string // "en", or the code of another language
	Manner     Manner // how it addresses its reader
	NounPhrase string // one phrase or number to refer to; may be empty
	Deadline   string // the one time by which it wants anything, "by Friday"; may be empty

	reading int // the sentence that is being read
}

// Question is one thing asked.
type Question struct {
	Text  string
	YesNo bool
	Kind  string // when, where, who, how much, how many, how long, how, which, what, why; empty for yes or no
	Topic string // a noun phrase, or empty
	Dates []string

	Ask     Ask      // what kind of answer is wanted
	Label   string   // the mark that the mail gives it, "1" or "b"; empty for none
	Options []string // of a choice, in the mail's order, as the reader would say them
	Picks   []Pick   // what it leaves the reader to choose among, each as they name it in short; see picks.go
	Choices []Option // the same, with how they are said; nil where that could not be told
	Right   bool     // the options are values for one thing, of which one is right
	Unit    string   // what is counted: "people"; empty when not told
	Low     int      // of a rating, with High; both 0 for none
	High    int
	Result  string // of a sum that the mail itself holds the figures for: "19"
	Of      Whose  // whose matter it asks about
	If      int    // 1 where it is asked for the case that what was asked before is so ("if so"), -1 for the case that it is not, else 0
	Offers  bool   // it, or what stands beside it, names several things by "or" or in a list
	Open    bool   // that something is asked is all that could be read
	Echo    string // how its reader says a short yes, "I did"; empty when that cannot be told
	Denial  string // how its reader says a short no, "I did not"
	Case    bool   // it is to be told only if it is so: "if you need a projector, tell me"
	Place   int    // questions and requests with a lower one stand before it in the mail
	Before  string // the sentence before its own, where that asks nothing
	Wanted  bool   // words before it want it told: "please state your name, the date, …"
	And     bool   // it stands behind "and" in its sentence
}

// Ask is the kind of answer that a question wants.
type Ask string

// The kinds of answers. A choice without Options is of something that the mail does
// not name: "which size do you need?"
const (
	AskYesNo      Ask = "yesno"
	AskChoice     Ask = "choice"   // "A or B", "which of these", numbered options
	AskNumber     Ask = "number"   // how many, how often
	AskMoney      Ask = "money"    // what does it cost, what is the budget
	AskDate       Ask = "date"     // which day; also of one of two dates offered
	AskMeet       Ask = "meet"     // whether or when an appointment suits
	AskTime       Ask = "time"     // what hour
	AskDeadline   Ask = "deadline" // by when
	AskDuration   Ask = "duration" // how long
	AskPlace      Ask = "place"
	AskWho        Ask = "who"
	AskIdentifier Ask = "identifier" // a number, name or code: order number, serial, version, address, phone
	AskVersion    Ask = "version"
	AskPhone      Ask = "phone"
	AskAddress    Ask = "address" // where to deliver, send or come
	AskOpinion    Ask = "opinion"
	AskRating     Ask = "rating"  // on a scale
	AskFeeling    Ask = "feeling" // how are you, how was the holiday
	AskSum        Ask = "sum"     // a simple remainder or total of figures in the mail
	AskWhy        Ask = "why"
	AskHow        Ask = "how"
	AskStatus     Ask = "status" // has it left, how far is it
	AskRemind     Ask = "remind" // what did we say, what was the price
	AskWhat       Ask = "what"   // anything else
)

// Whose is whose matter a question asks about.
type Whose string

// Whose matter it is.
const (
	OfReader Whose = "reader" // "your order", "do you"
	OfSender Whose = "sender" // "my parcel", "should I"
	OfNobody Whose = ""
)

// Act is something that a mail does beside asking.
type Act struct {
	Kind  ActKind
	Text  string // the sentence
	Topic string // a noun phrase, or empty
	Value string // the new date of a change, the day of an invitation, the wrong name
	Plain bool   // the mail begins with it, or by all of its words nothing else is much likelier

	Guessed bool // by all of its words alone: no pattern was found
}

// ActKind is a kind of speech act.
type ActKind string

// The speech acts.
const (
	Condolence    ActKind = "death"     // somebody died
	Illness       ActKind = "illness"   // of the sender or theirs
	BadNews       ActKind = "badnews"   // a loss, an accident, a cancelled plan
	GoodNews      ActKind = "goodnews"  // a birth, a wedding, a new job, a contract won
	Rejecting     ActKind = "rejection" // the reader or their offer is turned down
	Praising      ActKind = "praise"
	Apologising   ActKind = "apology"
	Inviting      ActKind = "invitation"
	Introducing   ActKind = "introduction"
	Leaving       ActKind = "farewell" // the sender leaves their post
	ThankingFor   ActKind = "thanks"
	SmallTalk     ActKind = "smalltalk"
	Shouting      ActKind = "shouting"
	Informing     ActKind = "information"
	WantsDecision ActKind = "decision"
	WantsApproval ActKind = "approval"
	Reminding     ActKind = "reminder"
	Complaining   ActKind = "complaint"
	Changing      ActKind = "change"     // "make it the 20th, please"
	Accepting     ActKind = "acceptance" // of what the reader offered
	Declining     ActKind = "refusal"
	Offering      ActKind = "offer"
	Answering     ActKind = "answer"        // tells what the reader asked: see Stated
	Goodbye       ActKind = "closing"       // ends the exchange
	NoAttachment  ActKind = "attachment"    // names an attachment that may be missing: see the files
	Contradicting ActKind = "contradiction" // a weekday and its date in Value ("Friday, 14 November"), to be held against a calendar, or two days for one thing ("Tuesday|Thursday")
	WrongName     ActKind = "wrongname"     // greets somebody else
	WrongPerson   ActKind = "wrongperson"
)

// Stated is something that a mail says is so.
type Stated struct {
	Ask   Ask    // as what kind of answer it would do
	Topic string // a noun phrase, or empty
	Value string

	sentence int // which one of the mail
}

// Machine is why a mail is no personal one, told by its words.
type Machine string

// Mail that is no personal one.
const (
	MachineCode     Machine = "code"    // a code or link to sign in, verify, reset
	MachineReceipt  Machine = "receipt" // receipts, confirmations, shipping notices
	MachineSignIn   Machine = "sign-in notice"
	MachineNews     Machine = "newsletter"
	MachinePhishing Machine = "phishing"
	MachineCold     Machine = "cold pitch"
	MachineNotice   Machine = "notice" // of a program, a calendar, a tracker
)

// Request is one thing the sender wants done.
type Request struct {
	Text     string
	Verb     string // "send", "confirm"
	Object   string // a noun phrase, or empty
	Document bool   // what is wanted is a document
	Clause   string // the part of Text that wants it
	If       int    // as that of a question
	Place    int    // as that of a question
	Before   string // as that of a question
	Label    string // as that of a question
	By       string // by when, "by Wednesday lunchtime"; empty where it names no such time
	Not      bool   // it is not to be done: "please do not throw it away"
}

// Number is a number with a meaning of its own, such as an order number.
type Number struct{ Label, Value string }

// Figure is a number that a mail states, with the word behind it: 140 and "kg". A bare
// one has no Unit.
type Figure struct{ Value, Unit string }

// String returns the number as one would name it: "order 10427".
func (n Number) String() string {
	if n.Label == "" {
		return n.Value
	}
	return n.Label + " " + n.Value
}

// Promise is something that the sender says will be done.
type Promise struct {
	What   string // a noun phrase or verb phrase
	Phrase string // the sentence
	Due    string // "tomorrow", "by Friday", "in a few days", "2026-01-09"; empty when none is named
}

// Read returns the gist of a mail from its subject and its new text: quotes
// are taken to be cut off already.
func Read(subject, newText string) Gist {
	subject = cut(strings.ToValidUTF8(subject, ""), MaxSubject)
	newText = cut(strings.ToValidUTF8(newText, ""), MaxText)
	code := language(subject + "\n" + newText)
	lex := lexiconOf(code)
	m := split(lex, newText)
	g := Gist{Greeting: m.greeting, Signed: m.signed, Relative: lex.relative(newText), Closer: m.closer, Words: len(strings.Fields(newText)), Language: code}

	g.Manner = m.mannerOf(lex, newText)
	title := lex.sentence(stripPrefixes(subject))
	g.Subject = title.text
	g.readFigures(lex, &title)
	for i := range m.sentences {
		s := &m.sentences[i]
		g.readFigures(lex, s)
		g.Dates = add(g.Dates, lex.named(s)...)
		_, busy := lex.offeredDays(s)
		g.Busy = add(g.Busy, busy...)
		g.Around = add(g.Around, lex.seasons(s)...)
	}
	if title.text == strings.TrimSpace(subject) { // else an answer: the subject is that of an earlier mail
		m.title = &title
	}
	m.readSentences(lex, &g)
	for i := range g.Questions {
		for j, o := range g.Questions[i].Options {
			g.Questions[i].Options[j] = whole(o)
		}
		if o := g.Questions[i].Options; len(o) > 1 && o[0] == "a" && len(o[1]) == 1 {
			o[0] = "A" // a mark, and no article
		}
	}
	m.readStated(lex, &g)
	m.readActs(lex, &g, m.title)
	g.Deadline = m.deadlineOf(lex)
	g.Told = m.told(lex, &g)
	g.reading = 0
	g.Names = m.names(lex)
	g.Phrases = m.phrases(lex)
	if lex.code != code {
		g.forget() // English grammar tells nothing about it
	}
	g.judge(lex, &title, &m)
	g.Private = m.private(lex, &title)
	if lex.code != code && g.Machine == "" && g.bare(newText) {
		g.Machine = MachineNotice
	}
	g.NounPhrase = g.reference(lex, &title)
	return g
}

// told are the sentences that only tell something, in the mail's order.
func (m *mail) told(l *lexicon, g *Gist) (out []string) {
	for i := range m.sentences {
		s := &m.sentences[i]
		wants := func(r Request) bool { return r.Text == s.text }
		if len(out) == MaxItems {
			break
		}
		text := s.text
		if s.listed {
			continue
		}
		if s.asks { // "Mum fell and broke her hip, can you come?"
			text = l.beforeQuestion(s)
		}
		if text != "" && (len(s.tokens) > 1 || l.code == "en" && strings.HasSuffix(text, "ed!")) && // "Booked!"
			!slices.ContainsFunc(g.Requests, wants) {
			out = append(out, cut(text, MaxQuote))
		}
	}
	return out
}

// beforeQuestion is what a sentence says before its question, empty for nothing.
func (l *lexicon) beforeQuestion(s *sentence) string {
	for i := 3; i+1 < len(s.tokens); i++ {
		if s.tokens[i-1].stop && l.opensQuestion(s.tokens[i:], false) {
			return s.text[:s.tokens[i-1].to]
		}
	}
	return ""
}

// Phrase returns a short line, such as a subject or title, as one would name
// it in a sentence: "Office move" as "the office move". It returns nothing
// when the line is more than one noun phrase.
func Phrase(line string) string {
	line = stripPrefixes(cut(strings.ToValidUTF8(line, ""), MaxSubject))
	p := english().best(english().tokens(line))
	words := strings.TrimPrefix(p, "the ")
	if p == "" || len(strings.Fields(words)) != len(strings.Fields(strings.TrimPrefix(strings.ToLower(line), "the "))) {
		return ""
	}
	return p
}

// reference picks the phrase by which a reply shows what it is about.
func (g *Gist) reference(lex *lexicon, subject *sentence) string {
	switch {
	case g.Kind == Complaint && len(g.Phrases) > 0:
		return g.Phrases[0]
	case g.Kind == Invoice && len(g.Numbers) > 0:
		return g.Numbers[0].String()
	}
	for _, q := range g.Questions {
		if q.Topic != "" && !lex.isDate(q.Topic) {
			return q.Topic
		}
	}
	for _, r := range g.Requests {
		if r.Object != "" {
			return r.Object
		}
	}
	if p := lex.bestIn(subject); p != "" && g.Language == lex.code {
		return p
	}
	switch {
	case len(g.Numbers) > 0:
		return g.Numbers[0].String()
	case len(g.Phrases) > 0:
		return g.Phrases[0]
	case len(g.Dates) > 0:
		return g.Dates[0]
	case len(g.Amounts) > 0:
		return g.Amounts[0]
	}
	return ""
}

// forget drops what was read by the grammar of the wrong language.
func (g *Gist) forget() {
	for i := range g.Questions {
		g.Questions[i].Topic, g.Questions[i].Kind, g.Questions[i].YesNo = "", "", false
	}
	g.Requests, g.Promises, g.Names, g.Phrases = nil, nil, nil, nil
}

// cut shortens s to at most n bytes at a rune's edge.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// add appends what is neither empty nor there already, until the list is full.
func add(list []string, more ...string) []string {
	for _, s := range more {
		same := func(have string) bool { return strings.EqualFold(have, s) }
		if s != "" && len(list) < MaxItems && !slices.ContainsFunc(list, same) {
			list = append(list, s)
		}
	}
	return list
}

// stripPrefixes cuts Re:, Fwd: and their kin off a subject.
func stripPrefixes(s string) string {
	s = strings.TrimSpace(s)
	for range MaxItems {
		head, rest, ok := strings.Cut(s, ":")
		switch strings.ToLower(strings.TrimSpace(head)) {
		case "re", "fw", "fwd", "aw", "wg", "sv", "antw", "tr", "rv":
		default:
			ok = false
		}
		if !ok {
			break
		}
		s = strings.TrimSpace(rest)
	}
	return s
}

// Grave reports whether a mail tells of a death or an illness: nobody is reminded then
// of what they said they would do.
func (g *Gist) Grave() bool {
	return slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == Condolence || a.Kind == Illness })
}

// whole cuts off a bracket that opens in an option and closes behind it: "Tuesday (20.1".
func whole(option string) string {
	at := strings.LastIndexByte(option, '(')
	if at <= 0 || strings.IndexByte(option[at:], ')') >= 0 {
		return option
	}
	return tidy(option[:at])
}
