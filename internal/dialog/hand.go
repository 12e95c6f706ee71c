package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
)

// handsOver makes a request of a question that only wants something sent or made, "could you
// send me the photos?", "can you get me a new version by Wednesday?". It reports whether the
// question is one.
func (p *planner) handsOver(q gist.Question, g gist.Gist) (item, bool) {
	if p.out.Language != "en" || g.Language != "en" || !strings.Contains(q.Text, "?") || len(q.Options) > 0 {
		return item{}, false
	}
	words, _ := p.apart(q.Text)
	switch q.Ask {
	case gist.AskYesNo, gist.AskWhat:
	case gist.AskVersion:
		if !slices.Contains(words, "new") && !slices.Contains(words, "revised") && !slices.Contains(words, "corrected") && !slices.Contains(words, "updated") {
			return item{}, false
		}
	default:
		return item{}, false // a number, a date or a name is told
	}
	at := slices.Index(words[:min(len(words), 8)], "you")
	if at < 1 || !slices.Contains([]string{"can", "could", "will", "would"}, words[at-1]) && (at+1 >= len(words) || words[at+1] != "could" && words[at+1] != "can") {
		return item{}, false
	}
	for at++; at+2 < len(words) && slices.Contains([]string{"could", "can", "please", "possibly", "also", "just", "maybe", "perhaps", "kindly"}, words[at]); at++ {
	}
	task := at > 0 && at+1 < len(words) && words[0] == "would" && at < 4 && (p.think.names("doable", []string{stem(words[at])}) || slices.Contains(p.think.lines("tended"), words[at]))
	if task && !slices.Contains(words, "or") {
		it := item{text: q.Text, label: q.Label, topic: tidy(q.Topic), verb: words[at], wanted: true, clause: q.Text, language: g.Language, place: q.Place, before: q.Before, by: g.Deadline}
		return it, p.restated(&it).Do != ""
	}
	if at+2 >= len(words) || !slices.Contains(p.think.lines("hands over"), words[at]) || words[at+1] != "me" && words[at+1] != "us" || slices.Contains(words, "or") {
		return item{}, false
	}
	if next := words[at+2]; next == "to" || next == "if" || next == "whether" || next == "how" || next == "what" || next == "when" || next == "that" {
		return item{}, false
	}
	it := item{text: q.Text, label: q.Label, topic: tidy(q.Topic), verb: words[at], wanted: true, document: true, clause: q.Text, language: g.Language, place: q.Place, before: q.Before, by: g.Deadline}
	if !p.tells(&it) {
		it.topic = ""
	}
	return it, p.restated(&it).Do != ""
}

// factLine is a fact of the case as a sentence, where its key and its value make none by "is":
// "yes, gate 3", "left in April", "not for sale". It is empty where "is" joins them.
func (p *planner) factLine(it *item, f *fact) string {
	if p.out.Language != "en" {
		return ""
	}
	first, rest, _ := strings.Cut(f.value, " ")
	low := strings.ToLower(strings.TrimRight(first, ",.;:"))
	key := strings.Fields(f.key)
	last := key[len(key)-1]
	switch {
	case (low == "yes" || low == "no") && rest != "":
		said := upperStart(low)
		if stated := p.stated(it, low == "yes"); stated != "" && it.ask == gist.AskYesNo {
			said += ", " + stated
		}
		return said + ", " + rest
	case p.person(f.key) && p.pastForm(low):
		return upperStart(f.key) + " " + f.value
	case len(key) > 1 && p.pastForm(strings.ToLower(last)) && (p.placed(f.value) || p.think.read(f.value, p.Now).dated || slices.ContainsFunc(p.think.weekdays, func(d string) bool { return strings.HasPrefix(f.value, d) })):
		lead := "on "
		if p.placed(f.value) {
			lead = ""
		}
		return "The " + strings.Join(key[:len(key)-1], " ") + " was " + last + " " + lead + strings.Replace(f.value, ", about ", " at about ", 1)
	case slices.Contains(p.think.lines("said of it"), low):
		return "It is " + f.value
	}
	if r, _ := utf8.DecodeRuneInString(f.value); unicode.IsLower(r) && !slices.Contains(p.think.lines("joined by is"), low) {
		return upperStart(f.value)
	}
	return ""
}

// person reports whether a key is the name of somebody whom the mail names.
func (p *planner) person(key string) bool {
	return !strings.Contains(key, " ") && strings.Contains(p.mailText(), upperStart(key)) && !p.think.small[key]
}

// mailText is what the mail asks and tells.
func (p *planner) mailText() string {
	var out strings.Builder
	for _, q := range p.mail.Questions {
		out.WriteString(" " + q.Text)
	}
	for _, s := range p.mail.Told {
		out.WriteString(" " + s)
	}
	return out.String()
}

// pastForm reports whether a word is a verb of what has been: "left", "noticed".
func (p *planner) pastForm(w string) bool {
	return strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && len(w) > 4 || slices.Contains(p.think.lines("past forms"), w)
}

func upperStart(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// raise is the new price, rent or rate that a mail names in one of its sentences, with what it
// is: "rent", "£1,560 per month". Both are empty for none.
func (p *planner) raise() (what, amount string) {
	if p.out.Language != "en" {
		return "", ""
	}
	for _, s := range p.mail.Told {
		words := p.words(s)
		at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(p.think.lines("rates"), w) })
		if at < 0 || !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.think.lines("rises"), w) }) {
			continue
		}
		fields := strings.Fields(s)
		for i := len(fields) - 1; i > 0; i-- {
			prev := strings.ToLower(fields[i-1])
			sum := strings.TrimRight(fields[i], ".,;:!?)")
			if (prev != "to" && prev != "at" && prev != "be" && prev != "is") || !strings.ContainsAny(sum, "0123456789") || !strings.ContainsAny(sum, "£€$") {
				continue
			}
			if j := i + 1; j+1 < len(fields) && slices.Contains([]string{"per", "a", "an"}, fields[j]) && fields[i] == sum {
				sum += " " + fields[j] + " " + strings.TrimRight(fields[j+1], ".,;:!?)")
			}
			return words[at], sum
		}
	}
	return "", ""
}

// agreesToRaise says yes to a new price in its own terms, and reports whether the mail names one.
func (p *planner) agreesToRaise(label string, formally bool) bool {
	what, sum := p.raise()
	if sum == "" {
		return false
	}
	line := p.worded("raise agreed", sum)
	if formally {
		line = strings.ReplaceAll(p.worded("raise agreed formally", sum), "{what}", what)
	}
	p.say(Move{Slot: "said", Label: label, Values: map[string]string{"value": line}, Core: true})
	for i := range p.items { // "Should you wish to discuss it, I can offer Tuesday or Thursday."
		if p.holdsLine("rather talks", p.items[i].text) || p.holdsLine("rather talks", p.items[i].clause) {
			p.items[i].moot = true
		}
	}
	return true
}

// remedies says how a complaint is put right to who asks how one means to proceed, and reports
// whether that is asked.
func (p *planner) remedies(it *item) bool {
	if p.out.Language != "en" || it.wanted || !p.holdsLine("how proceed", it.text) && !p.holdsLine("how proceed", it.clause) {
		return false
	}
	if slices.ContainsFunc(p.out.Moves, func(m Move) bool { return m.Slot == "react.wrong" && p.holdsLine("put right", m.Values["value"]) }) {
		return true // that was said
	}
	text := p.mailText()
	var parts []string
	for _, kind := range []string{"is missing", "is broken", "was bad"} {
		if p.holdsLine(kind, text) && p.think.lines("remedy "+kind) != nil {
			parts = append(parts, p.worded("remedy "+kind, ""))
		}
	}
	if len(parts) == 0 {
		return false
	}
	line := parts[0]
	if len(parts) > 1 && parts[0] != parts[1] {
		line += ", and " + lowerStart(parts[1])
	}
	p.say(Move{Slot: "said", Label: it.label, Values: map[string]string{"value": line}, Core: true})
	return true
}

func lowerStart(s string) string {
	if strings.HasPrefix(s, "I ") {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// offerTaken is how the person takes what the mail offers without doing anything for them: what
// they may have, what can be arranged, what comes off the price. It is empty for none.
func (p *planner) offerTaken() string {
	for _, s := range p.mail.Told {
		switch {
		case p.holdsLine("if wanted", s) && p.holdsLine("to be had", s):
			if p.holdsLine("if wanted many", s) {
				return p.worded("wants it", "them")
			}
			return p.worded("wants it", "it")
		case p.holdsLine("can be had", s):
			if thing := p.arranged(s); thing != "" {
				return p.worded("suits", thing)
			}
		}
		if off := reduction(s); off != "" && p.holdsLine("if reader", s) {
			return p.worded("takes off", off)
		}
	}
	return ""
}

// arranged is the thing that can be had, "a half plot" of "if it is too much for you, a half plot
// can be arranged".
func (p *planner) arranged(s string) string {
	for _, clause := range clausesOf(s) {
		for _, line := range p.think.lines("can be had") {
			head, _, ok := strings.Cut(clause, " "+line)
			words := strings.Fields(head)
			if ok && len(words) > 1 && len(words) < 6 && (strings.EqualFold(words[0], "a") || strings.EqualFold(words[0], "an") || strings.EqualFold(words[0], "another")) {
				return lowerStart(strings.Join(words, " "))
			}
		}
	}
	return ""
}

// reduction is what comes off a price: "5%" of "5% off if you order this week", "£40" of "I can
// knock off £40".
func reduction(s string) string {
	fields := strings.Fields(s)
	for i, w := range fields {
		w = strings.Trim(w, ".,;:!?()")
		sum := strings.ContainsAny(w, "0123456789") && strings.ContainsAny(w, "%£€$")
		behind := i+1 < len(fields) && (strings.HasPrefix(fields[i+1], "off") || strings.HasPrefix(fields[i+1], "discount"))
		before := i > 1 && fields[i-1] == "off" && (fields[i-2] == "knock" || fields[i-2] == "take")
		if sum && (behind || before) {
			return w
		}
	}
	return ""
}

// wantsAddress reports whether an offer only lacks the reader's address: "I can post you some
// if you give me your address".
func (p *planner) wantsAddress(g gist.Gist, out []item) bool {
	return g.Language == "en" && p.out.Language == "en" && !slices.ContainsFunc(out, func(it item) bool { return it.ask == gist.AskAddress }) &&
		slices.ContainsFunc(g.Told, func(s string) bool { return p.holdsLine("if address", s) })
}

// sendsAgain reports whether a request only wants once more what is promised already: "Could you
// send some?"
func (p *planner) sendsAgain(it *item) bool {
	if !it.document || p.out.Language != "en" || !p.has("send.promise") {
		return false
	}
	words := strings.Fields(p.restated(it).Free)
	return len(words) > 1 && len(words) < 5 && slices.Contains([]string{"some", "them", "those", "these", "it", "both"}, words[len(words)-1])
}

// unasked reports whether what was read as a question is none: "Should you agree, a short reply
// is enough", and "could we have these by Friday?" behind the list of them.
func (p *planner) unasked(q gist.Question, g gist.Gist) bool {
	if g.Language != "en" {
		return false
	}
	words, _ := p.apart(q.Text)
	switch {
	case len(words) < 4:
		return false
	case words[0] == "should" && words[1] == "you" && !strings.Contains(q.Text, "?"):
		return true
	case (words[0] == "can" || words[0] == "could" || words[0] == "may") && (words[1] == "i" || words[1] == "we") && (words[2] == "have" || words[2] == "get"):
		return slices.Contains([]string{"these", "those", "them", "both", "it", "all"}, words[3]) && slices.ContainsFunc(g.Requests, func(r gist.Request) bool { return r.Document })
	}
	return false
}
