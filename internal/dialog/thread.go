package dialog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// What only the thread tells: what an agreed time is moved to, that somebody wants to be
// told of changes, how a thread ends that both sides are content with.

// shifting is by how much a question moves what was agreed: "an hour later".
type shifting struct {
	words         string
	days, minutes int
}

// shiftIn finds the words of a text that move an appointment. They stand in a short
// sentence, and nothing follows that they are measured from: "the day after the party".
func (p *planner) shiftIn(text string) (shifting, bool) {
	words := p.words(text)
	if len(words) > maxShift {
		return shifting{}, false
	}
	joined := " " + strings.Join(words, " ") + " "
	for _, pair := range p.think.shifts {
		_, rest, ok := strings.Cut(joined, pair[0])
		if !ok {
			continue
		}
		if next, _, _ := strings.Cut(rest, " "); p.think.sets["shift ends not"][stem(next)] {
			return shifting{}, false
		}
		s := shifting{words: strings.TrimSpace(pair[0])}
		n, err := strconv.Atoi(strings.TrimRight(pair[1], "dm"))
		if err != nil {
			continue // compiled in, and tested
		}
		if strings.HasSuffix(pair[1], "d") {
			s.days = n
		} else {
			s.minutes = n
		}
		return s, true
	}
	return shifting{}, false
}

// maxShift is how many words a sentence has at most that moves an appointment.
const maxShift = 18

// shift agrees to what moves an appointment of the thread, and holds to the new time.
func (p *planner) shift(it *item) bool {
	switch {
	case it.kind != "" || len(it.options) > 1 || p.past(it.text):
		return false
	case !it.wanted && it.ask != gist.AskYesNo && it.ask != gist.AskMeet && it.ask != gist.AskDate && it.ask != gist.AskTime && it.ask != gist.AskChoice:
		return false
	}
	s, ok := p.shiftIn(it.text)
	if !ok {
		return false
	}
	if !p.shiftBy(s, it.label) {
		m := Move{Slot: "said", Label: it.label, Values: values("value", p.worded("shift agreed", s.words)), Core: true}
		m.Claim = p.shiftedBy(s)
		p.say(m)
	}
	return true
}

// shiftedBy claims that an appointment of which no day can be reckoned is later or earlier
// than was said, and returns the place of the claim, 0 for none.
func (p *planner) shiftedBy(s shifting) int {
	words := strings.Fields(s.words)
	if !p.think.sets["sooner or later"][stem(words[len(words)-1])] {
		return 0
	}
	for _, h := range p.held {
		if h.thread && !h.theirs && (dateLike(h.Kind) || h.Kind == gist.AskChoice && dateLike(p.kindOf(h.Value))) {
			p.forget(h.Claim)
			return p.claim(gist.AskDate, h.Topic, strings.ReplaceAll(p.think.form["than planned"], "{shift}", s.words))
		}
	}
	return 0
}

// shiftBy says what an appointment of the thread is moved to, and reports whether there is one.
func (p *planner) shiftBy(s shifting, label string) bool {
	all := slices.Clone(p.held)
	slices.SortStableFunc(all, func(a, b held) int { return btoi(a.theirs) - btoi(b.theirs) }) // what the person agreed to first
	for _, h := range all {
		if !h.thread || !dateLike(h.Kind) && h.Kind != gist.AskChoice || h.Kind == gist.AskDeadline || h.Kind == gist.AskChoice && !dateLike(p.kindOf(h.Value)) {
			continue
		}
		value := p.shifted(h.Claim, s)
		if value == "" {
			continue
		}
		p.forget(h.Claim)
		kind := h.Kind
		if kind == gist.AskChoice {
			kind = gist.AskMeet
		}
		m := Move{Slot: "said", Label: label, Values: values("value", p.worded("shift said", value)), Core: true}
		m.Claim = p.claim(kind, h.Topic, value)
		p.say(m)
		return true
	}
	return false
}

// otherDay agrees to the other one of two days that were offered, and reports whether that
// is asked: "Can I come the other day instead?"
func (p *planner) otherDay(it *item) bool {
	if it.kind != "" || len(it.options) > 0 || p.past(it.text) || !p.holdsLine("other day", it.text) {
		return false
	}
	for _, h := range p.held {
		if !h.thread || h.fresh || h.theirs || h.Other == "" || !dateLike(h.Kind) && !dateLike(p.kindOf(h.Other)) {
			continue
		}
		p.forget(h.Claim)
		m := Move{Slot: "said", Label: it.label, Values: values("value", p.worded("shift said", h.Other)), Core: true}
		m.Claim = p.claims(Claim{Kind: h.Kind, Topic: h.Topic, Value: h.Other, Other: h.Value, To: p.You.Address, At: p.Now.UTC()})
		p.say(m)
		return true
	}
	return false
}

// worded draws a line of a section and puts a value in it.
func (p *planner) worded(section, value string) string {
	lines := p.think.lines(section)
	if lines == nil {
		return ""
	}
	s := strings.ReplaceAll(rng.Pick(p.habit(section), lines), "{value}", value)
	if r := []rune(s); len(r) > 0 {
		s = strings.ToUpper(string(r[0])) + string(r[1:])
	}
	return s
}

var atHourRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bat (\d{1,2})$`) })

// shifted is an appointment moved by that much, in the form that it was said; empty where
// it has no day or hour to be moved.
func (p *planner) shifted(c Claim, s shifting) string {
	at := p.think.read(c.Value, c.At.In(p.Now.Location()))
	form, hour := "", at.minutes
	low := strings.ToLower(c.Value)
	if m := atHourRE().FindStringSubmatch(c.Value); m != nil && hour < 0 {
		hour, _ = strconv.Atoi(m[1])
		hour *= 60
		form = "bare"
	}
	switch {
	case form != "":
	case strings.Contains(low, "pm") || strings.Contains(low, "am") && hour < 12*60:
		form = "half"
	}
	if s.minutes != 0 && hour < 0 || s.days != 0 && at.day.IsZero() || hour+s.minutes > 24*60 {
		return ""
	}
	day := ""
	if !at.day.IsZero() {
		moved := at.day.AddDate(0, 0, s.days)
		switch {
		case s.days != 0 && moved.Before(midnight(p.Now)):
			return ""
		case at.dated || s.days%7 == 0 && s.days != 0:
			day = p.think.date(moved)
		default:
			day = p.think.weekdays[moved.Weekday()]
		}
	}
	if hour < 0 {
		return day
	}
	said := hourSaid(p.think, hour+s.minutes, form)
	if day == "" {
		return said
	}
	return strings.NewReplacer("{date}", day, "{time}", said).Replace(p.think.form["moment"])
}

// hourSaid says a time of day in one of the forms in which mails have it.
func hourSaid(t *think, minutes int, form string) string {
	h, m := minutes/60%24, minutes%60
	switch form {
	case "bare":
		if m == 0 {
			return strconv.Itoa(h)
		}
		return strconv.Itoa(h) + ":" + strconv.Itoa(100 + m)[1:]
	case "half":
		if minutes == 12*60 {
			return "noon"
		}
		half := " am"
		if h >= 12 {
			half = " pm"
		}
		if h = h % 12; h == 0 {
			h = 12
		}
		if m == 0 {
			return strconv.Itoa(h) + half
		}
		return strconv.Itoa(h) + ":" + strconv.Itoa(100 + m)[1:] + half
	}
	return t.time(minutes)
}

// notice reports whether a sentence wants to be told of something that may come: "If the
// number changes, please tell me a week before."
func (p *planner) notice(text string) bool {
	if p.st.Turns > 0 && p.holdsLine("if prevented", text) && !strings.Contains(text, "?") {
		return true // "if you can't make it, please tell us"
	}
	if strings.Contains(text, "?") || len(text) > maxStated || p.holdsLine("too much", text) { // "tell me if it has changed" asks whether
		return false
	}
	joined := p.spaced(text)
	for _, tell := range p.think.lines("noticing") {
		before, behind, ok := strings.Cut(joined, " "+tell+" ")
		if !ok {
			continue
		}
		if slices.ContainsFunc(wordsOf(behind), func(w string) bool { return p.think.sets["asked words"][stem(w)] }) {
			return false // "tell us which one"
		}
		given := p.begins("on condition", before)
		return (given || slices.ContainsFunc(p.think.lines("on condition"), func(c string) bool { return strings.HasPrefix(behind, c+" ") })) &&
			p.think.names("notice of", rootsOf(joined))
	}
	return false
}

// noticed promises to tell of changes, once a mail.
func (p *planner) noticed() {
	for _, g := range p.Mails {
		texts := []string{}
		for _, q := range g.Questions {
			texts = append(texts, q.Text)
		}
		for _, r := range g.Requests {
			texts = append(texts, r.Text)
		}
		if at := slices.IndexFunc(g.Told, func(s string) bool { return p.ifWrong(s) }); at >= 0 && p.st.Turns > 0 && p.think.lines("check agreed") != nil {
			if !p.checked {
				p.holdAgainst("", strings.Join(g.Told[:at], " "), true)
			}
			return
		}
		if at := slices.IndexFunc(texts, p.notice); at >= 0 || p.prevented {
			if p.prevented || p.holdsLine("if prevented", texts[at]) {
				if !p.answers() && p.think.lines("coming said") != nil {
					p.say(Move{Slot: "said", Values: values("value", p.worded("coming said", "")), Core: true})
				}
				return
			}
			p.say(Move{Slot: "said", Values: values("value", p.worded("notice said", "")), Core: true})
			return
		}
	}
}

// parting ends a thread as the mail does that asks nothing more: "See you at the lake!"
func (p *planner) parting() bool {
	if len(p.think.lines("see you")) == 0 || p.answers() || len(p.out.Moves) > 0 || p.acted(gist.Rejecting) || p.acted(gist.Complaining) || p.acted(gist.Declining) {
		return false
	}
	for _, a := range p.mail.Acts {
		if slices.Contains(grave, a.Kind) || a.Kind == gist.Inviting || a.Kind == gist.Leaving || a.Kind == gist.NoAttachment {
			return false
		}
	}
	for _, a := range p.mail.Acts {
		rest := p.seenAt(a.Text)
		if rest == "" {
			continue
		}
		p.say(Move{Slot: "said", Values: values("value", p.worded("see you", rest)), Core: true})
		p.parted = true
		return true
	}
	return false
}

// settling are the acts of a mail that only brings a matter to its end.
var settling = []gist.ActKind{gist.SmallTalk, gist.Goodbye, gist.Informing, gist.Accepting, gist.Answering, gist.ThankingFor, gist.Reminding}

// ending meets a mail of a thread that asks nothing: it says when they meet, wishes well or
// calls the matter settled. It reports whether the mail is such a one.
func (p *planner) ending() bool {
	if p.st.Turns == 0 || p.st.Mine || p.answers() || len(p.out.Moves) > 0 || p.mail.Words > maxEnding || p.think.lines("ends seeing") == nil {
		return false
	}
	if slices.ContainsFunc(p.mail.Acts, func(a gist.Act) bool { return !slices.Contains(settling, a.Kind) }) || p.acted(gist.ThankingFor) && len(p.mail.Told) < 2 {
		return false
	}
	seen, section := "", ""
	wished, thanked, settled := false, false, false
	told := ""
	for _, text := range p.mail.Told {
		if seen == "" && (p.holdsLine("see you there", text) || p.begins("see you there", text)) {
			seen = p.seenOn(text)
		}
		wished = wished || p.holdsLine("wishing", text)
		thanked = thanked || p.holdsLine("wishing you alone", text)
		settled = settled || p.holdsLine("all settled", text)
		for _, s := range []string{"paying", "receiving", "welcomed", "pleased"} {
			if told == "" && p.holdsLine("ends "+s+" at", text) {
				told = "ends " + s
			}
		}
	}
	switch {
	case seen != "" && wished:
		section = "ends seeing and wishing"
	case seen != "":
		section = "ends seeing"
	case wished:
		section = "ends wishing"
	case thanked:
		section = "ends thanking"
	case told != "" && p.think.lines(told) != nil:
		section = told
	case len(p.mail.Told) > 0 && len(p.mail.Told) < 3 && p.think.lines("ends promised") != nil && p.begins("they will", p.mail.Told[len(p.mail.Told)-1]):
		section = "ends promised"
	case settled:
		section = "ends settled"
	default:
		return false
	}
	p.say(Move{Slot: "said", Values: values("value", p.worded(section, seen)), Core: true})
	p.parted = wished || p.acted(gist.Goodbye)
	return true
}

// maxEnding is how many words a mail has at most that only ends a matter.
const maxEnding = 60

// seenOn is the day of a sentence as one says on which day one meets: "on Saturday", else "then".
func (p *planner) seenOn(text string) string {
	for _, w := range p.words(text) {
		if d := p.think.weekday(w); d >= 0 && len(w) > 3 {
			return strings.ReplaceAll(p.think.form["see on"], "{day}", p.think.weekdays[d])
		}
		if w == p.think.form["tomorrow"] {
			return w
		}
	}
	return p.think.form["see then"]
}

// seenAt is what a sentence says behind "see you": "on Friday", "at the lake".
func (p *planner) seenAt(text string) string {
	words := strings.Fields(text)
	for i := 0; i+2 < len(words); i++ {
		if low := strings.ToLower(words[i] + " " + words[i+1]); low != p.think.form["see you"] {
			continue
		}
		var rest []string
		for _, w := range words[i+2:] {
			bare := strings.TrimRight(w, ".,;:!?")
			if len(rest) == 0 && p.think.sets["all of you"][stem(strings.ToLower(bare))] {
				continue // "I'll see you both there"
			}
			if bare == "" || p.think.sets["no parting"][stem(strings.ToLower(bare))] {
				return ""
			}
			rest = append(rest, bare)
			if bare != w || len(rest) > 5 {
				break
			}
		}
		if len(rest) > 5 {
			return ""
		}
		return strings.Join(rest, " ")
	}
	return ""
}

// allSaid answers whether anything is left to ask or to send: no, with thanks.
func (p *planner) allSaid(it *item) bool {
	if it.ask != gist.AskYesNo && it.ask != gist.AskWhat || p.st.Mine || !p.holdsLine("that was all", it.text) || p.holdsLine("or else", it.text) || !strings.Contains(it.text, "?") {
		return false
	}
	section := "nothing else"
	if p.holdsLine("about questions", it.text) {
		section = "no questions"
	}
	if p.think.lines(section) == nil {
		return false
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded(section, "")), Core: true})
	return true
}

// calledOff tells who asks how a delivery was that it had been cancelled in this thread.
func (p *planner) calledOff(it *item) bool {
	if !p.think.names("coming in", it.words) || it.wanted || len(it.options) > 1 || p.think.lines("called off") == nil {
		return false
	}
	for _, h := range p.held {
		if h.thread && !h.fresh && !h.theirs && h.Kind != gist.AskYesNo && p.think.names("calling off", rootsOf(h.Value)) {
			p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("called off", "")), Core: true})
			return true
		}
	}
	return false
}

// minds answers "would you mind if I brought her?", to which no is the friendly answer.
func (p *planner) minds(it *item) bool {
	if it.ask != gist.AskYesNo && it.ask != gist.AskWhat || !p.begins("minding", it.text) || !p.holdsLine("minding if", it.text) || p.think.lines("not minding") == nil {
		return false
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("not minding", "")), Core: true, Claim: p.claim(gist.AskYesNo, p.claimTopic(it), "no")})
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sendsThem reports whether a question asks for what the sentences before it name: "Can you
// send me both this week?"
func (p *planner) sendsThem(text string) bool {
	return strings.Contains(text, "?") && (p.begins("asks leave", text) || p.begins("reasoned", text)) && p.holdsLine("send them", text)
}

// leads reports whether a sentence only leads to the questions behind it: "I need to know
// who's coming. Are you coming?", "I need proof of income. Can you send it to me?"
func (p *planner) leads(q gist.Question, g gist.Gist) bool {
	if strings.Contains(q.Text, "?") || q.Label != "" {
		return false
	}
	at := slices.IndexFunc(g.Questions, func(o gist.Question) bool { return o.Text == q.Text })
	for _, o := range g.Questions[at+1:] {
		if o.Before == q.Text && p.begins("that is fine", o.Text) && p.holdsLine("asks for others", q.Text) {
			return true // "She asks whether it could stand with you. Would that be all right?"
		}
		if p.sendsThem(o.Text) || q.Ask == gist.AskWho && p.holdsLine("wants told", q.Text) && o.Ask == gist.AskYesNo && strings.Contains(o.Text, "?") {
			return true
		}
	}
	return slices.ContainsFunc(g.Requests, func(r gist.Request) bool { return p.sendsThem(r.Text) })
}

// sameMatter reports whether a question asks in other words for what the person told in the
// thread: "what is your budget?" after "what would you like to spend?", "how many in all?"
// after "how many of you will come?"
func (p *planner) sameMatter(h held, it *item) bool {
	if !h.thread || h.theirs || h.Kind != it.ask {
		return false
	}
	section := ""
	switch it.ask {
	case gist.AskMoney:
		section = "own spending"
	case gist.AskNumber:
		section = "heads"
	default:
		return false
	}
	parts := func(s string) bool { return p.holdsLine("parts of "+section, s) }
	return p.holdsLine(section, it.text) && p.holdsLine(section, h.Topic) && !parts(it.text) && !parts(h.Topic)
}

// inPassing reads a question that only asks in passing what somebody thinks as what it is
// after: "What time do you think you'll get here?"
func (p *planner) inPassing(it *item) {
	low := strings.ToLower(it.text)
	for _, think := range p.think.lines("thinks in passing") {
		at := strings.Index(low, " "+think+" ")
		if at < 0 || len(low) != len(it.text) {
			continue
		}
		for _, pair := range p.think.pairs("asked in passing") {
			if strings.HasPrefix(low, pair[0]+" ") && at < len(pair[0])+24 {
				it.ask, it.kind = gist.Ask(pair[1]), strings.Fields(pair[0])[0]
				it.text = it.text[:at] + it.text[at+len(think)+1:]
				it.clause = it.text
				return
			}
		}
	}
}

// theOther answers what is asked of the other one of two, after one was chosen for.
func (p *planner) theOther(it *item) bool {
	if len(p.words(it.text)) > 7 || !p.holdsLine("the other", it.text) || it.wanted || len(it.options) > 0 || it.ask == gist.AskWho || it.ask == gist.AskPlace || p.think.lines("same again") == nil {
		return false
	}
	if !slices.ContainsFunc(p.held, func(h held) bool { return h.thread && !h.fresh && !h.theirs && h.Kind == gist.AskChoice }) {
		return false
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("same again", "")), Core: true})
	return true
}

// asksWhetherMinded reports whether the mail asks if somebody minds what it tells.
func (p *planner) asksWhetherMinded() bool {
	return slices.ContainsFunc(p.mail.Questions, func(q gist.Question) bool { return p.begins("minding", q.Text) && p.holdsLine("minding if", q.Text) })
}
