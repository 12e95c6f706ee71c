package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// What is to be said again may be several things in one sentence: "Would you repeat the day
// and the price?", "I've forgotten where we wanted to meet."

// maxAgain is how many things one sentence asks for again at most.
const maxAgain = 4

// asksAgain returns what a sentence asks to be told again, each thing an item of its own; none
// where it asks nothing again, or only one thing by a question word, which is a question.
func (p *planner) asksAgain(text, label string, place int) (out []item) {
	if p.st.Turns == 0 || len(text) > maxStated {
		return nil
	}
	rest, sure := p.behindAgain(text)
	parts := p.againParts(rest)
	if !sure && !slices.ContainsFunc(parts, p.wasSaid) {
		return nil // "please confirm the order"
	}
	for _, part := range parts {
		it := item{ask: gist.AskRemind, text: part, clause: part, label: label, place: place, kind: p.askedBy(part)}
		if it.kind == "" {
			it.topic = part
		}
		if len(p.kindsIn(rootsOf(part))) > 0 || len(p.telling(p.think.stems(part))) > 0 {
			out = append(out, it)
		}
	}
	return out
}

// wasSaid reports whether the person has told in the thread what a part names.
func (p *planner) wasSaid(part string) bool {
	named := p.akin(slices.DeleteFunc(p.telling(p.think.stems(part)), func(w string) bool { return p.think.sets["remembering"][w] }))
	return p.askedBy(part) == "" && slices.ContainsFunc(p.held, func(h held) bool {
		return h.thread && !h.theirs && !p.saying(h) && common(p.akin(p.telling(p.think.stems(h.Topic+" "+h.About))), named) > 0
	})
}

// behindAgain is what stands behind the words that ask for something again, without those
// that only say so at the end; empty for nothing. Who asks to confirm something may ask for it
// anew: then it is not sure.
func (p *planner) behindAgain(text string) (rest string, sure bool) {
	text = strings.TrimRight(strings.TrimSpace(text), "?!. ")
	low := asLower(text)
	if low == "" {
		return "", false
	}
	at := -1
	sure = true
	for _, lead := range p.think.lines("asks again") {
		if i := strings.Index(" "+low, " "+lead+" "); i >= 0 && i+len(lead) < len(low) {
			at = i + len(lead)
			break
		}
	}
	if at < 0 {
		for _, lead := range p.think.lines("asks again if said so") {
			if i := strings.Index(" "+low, " "+lead+" "); i >= 0 && i+len(lead) < len(low) && p.holdsLine("once again", text) {
				at = i + len(lead)
				break
			}
		}
	}
	if at < 0 && p.holdsLine("confirms a thing", text) {
		for _, line := range p.think.lines("confirms a thing") {
			if i := strings.Index(" "+low, " "+line+" "); i >= 0 {
				at, sure = i+strings.IndexByte(line+" ", ' '), false // the article stays
				break
			}
		}
	}
	if at < 0 {
		return "", false
	}
	rest = strings.TrimSpace(text[at:])
	for range 3 {
		for _, end := range p.think.lines("again at the end") {
			if low := strings.ToLower(rest); len(low) == len(rest) && strings.HasSuffix(low, " "+end) {
				rest = strings.TrimRight(rest[:len(rest)-len(end)-1], ", ")
			}
		}
	}
	return rest, sure
}

// againParts parts a list of things at its commas and at "and"; what is to be done by a verb of
// its own ends it.
func (p *planner) againParts(rest string) (out []string) {
	if rest == "" {
		return nil
	}
	and := " " + p.think.form["and"] + " "
	rest = strings.ReplaceAll(rest, ","+and, ", ")
	for _, chunk := range strings.Split(strings.ReplaceAll(rest, and, ", "), ", ") {
		if chunk = strings.TrimSpace(chunk); chunk == "" {
			continue
		}
		first := wordsOf(chunk)
		if len(first) == 0 || len(out) == maxAgain || p.think.names("telling verbs", []string{stem(first[0])}) {
			break
		}
		out = append(out, chunk)
	}
	return out
}

// askedBy is the question word that a part begins with, as questions have it.
func (p *planner) askedBy(part string) string {
	low := strings.ToLower(part) + " "
	for _, pair := range p.think.pairs("question words") {
		if strings.HasPrefix(low, pair[0]+" ") {
			return pair[1]
		}
	}
	return ""
}

// forgotten returns what a mail only tells that its writer has forgotten, where it asks nothing,
// and what a sentence behind one that asks for something again adds to it: "And the colour as
// well, please."
func (p *planner) forgotten(g gist.Gist, asked []item) (out []item) {
	if p.st.Turns == 0 {
		return nil
	}
	again := slices.ContainsFunc(asked, func(it item) bool { return it.ask == gist.AskRemind })
	for _, text := range g.Told {
		switch {
		case len(out) == maxAgain:
			return out
		case again && len(p.words(text)) <= 8 && p.begins("and that too", text) && p.holdsLine("too at the end", text):
			out = append(out, item{ask: gist.AskRemind, text: text, clause: text, place: maxItems * maxStems})
		case len(asked) == 0 && p.holdsLine("has forgotten", text):
			out = append(out, p.forgottenIn(text)...)
		}
	}
	return out
}

// forgottenIn is what a sentence says its writer has forgotten: "where we wanted to meet".
func (p *planner) forgottenIn(text string) []item {
	low := asLower(text)
	for _, pair := range p.think.pairs("question words") {
		if at := strings.Index(low, " "+pair[0]+" "); at >= 0 {
			part := strings.TrimRight(text[at+1:], ".! ")
			return []item{{ask: gist.AskRemind, text: part, clause: part, kind: pair[1]}}
		}
	}
	return nil
}

// joinAll adds items to those of a mail.
func (p *planner) joinAll(list, more []item) []item {
	for _, it := range more {
		list = p.join(list, it)
	}
	return list
}

// prevents reports whether a question wants word only of who cannot come, "If you can't come,
// please tell us.", and keeps that it does.
func (p *planner) prevents(q gist.Question) bool {
	if p.st.Turns == 0 || q.If >= 0 || q.Ask != gist.AskWhat || strings.Contains(q.Text, "?") || !p.begins("wants word", q.Text+" .") || len(p.words(q.Text)) > 6 {
		return false
	}
	p.prevented = true
	return true
}

// halves parts a question from the choice that it only adds: "How many was it, and red or
// white?"
func (p *planner) halves(q gist.Question) (first, second gist.Question, ok bool) {
	if len(q.Options) == 1 || q.Kind == "" {
		return q, q, false
	}
	head, tail, found := strings.Cut(q.Text, ", "+p.think.form["and"]+" ")
	if !found || len(wordsOf(tail)) > 8 || p.askedBy(tail) != "" || len(wordsOf(head)) < 3 || !p.offersTwo(tail) || p.offersTwo(head) {
		return q, q, false
	}
	if len(q.Options) == 0 { // they end the sentence
		a, b, _ := strings.Cut(strings.TrimRight(tail, "?!. "), " "+p.think.form["or"]+" ")
		if q.Options = []string{a, b}; len(wordsOf(a)) > 3 || len(wordsOf(b)) > 3 {
			return q, q, false
		}
	}
	for _, o := range q.Options {
		if !strings.Contains(tail, o) {
			return q, q, false
		}
	}
	first, second = q, q
	first.Text, first.Ask, first.Options, first.Choices, first.Picks, first.Offers = head+"?", "", nil, nil, nil, false
	second.Text, second.Kind, second.Ask, second.Topic, second.Unit, second.Before = strings.ToUpper(p.think.form["and"][:1])+p.think.form["and"][1:]+" "+tail, "", gist.AskChoice, "", "", ""
	return first, second, true
}

// firstHalf adds the question that another one in its sentence stands behind, and returns that.
func (p *planner) firstHalf(list []item, q gist.Question, g gist.Gist) ([]item, gist.Question) {
	first, second, ok := p.halves(q)
	if !ok {
		return list, q
	}
	return p.join(list, p.question(first, g)), second
}

// rereads turns a question whose first words hide that it is one of memory: "What did you put
// yourself down for?" asks no reason.
func (p *planner) rereads(it *item) {
	if it.ask == gist.AskWhy && it.kind == "what" && it.language == "en" && p.looksBack(it.text) {
		it.ask = gist.AskRemind
	}
}

// hopedFor is what somebody asks who hopes for it and wants to be told, "I hope you can still
// come. Please let me know.", as a question; empty for nothing.
func (p *planner) hopedFor(q gist.Question) string {
	if q.Ask != gist.AskWhat || len(p.words(q.Text)) > 6 || !p.begins("wants word", q.Text+" .") {
		return ""
	}
	words := strings.Fields(strings.TrimRight(q.Before, ".! "))
	for i := 0; i+3 < len(words) && i < 4; i++ {
		if !strings.EqualFold(words[i], "hope") && !strings.EqualFold(words[i], "hoping") {
			continue
		}
		if i++; strings.EqualFold(words[i], "that") {
			i++
		}
		if i+2 < len(words) && strings.EqualFold(words[i], "you") && (words[i+1] == "can" || words[i+1] == "could" || words[i+1] == "will") {
			return words[i+1] + " you " + strings.Join(words[i+2:], " ") + "?"
		}
		return ""
	}
	return ""
}

// spelled reads what a short question leaves to the sentence before it: "What's yours again?"
// behind a lost number, "Do you think you could?" behind what was wished for; what somebody is to
// do is asked of the reader. It reports whether it is to be read so; nothing is left where that
// was asked by itself.
func (p *planner) spelled(q gist.Question, g gist.Gist) (gist.Gist, bool) {
	words := p.words(q.Text)
	if g.Language != "en" || p.out.Language != "en" {
		return gist.Gist{}, false
	}
	if rest := strings.Fields(q.Text); p.begins("somebody is to", q.Text) && len(rest) == len(words) && len(words) > 3 {
		rest = rest[2:]
		if rest[0] == "else" {
			rest = rest[1:]
		}
		return gist.Read("", "Could you "+strings.Join(rest, " ")), true
	}
	if len(words) > 7 {
		return gist.Gist{}, false
	}
	if p.begins("once more together", q.Text) {
		return gist.Read("", "Are you in again?"), true
	}
	if p.begins("what is yours", q.Text) {
		for _, s := range append([]string{q.Before}, g.Told...) {
			for _, pair := range p.think.pairs("yours of") {
				if slices.Contains(p.words(s), pair[0]) {
					return gist.Read("", pair[1]), true
				}
			}
		}
		return gist.Gist{}, false
	}
	if !slices.Contains(p.think.lines("bare bid"), strings.Join(words, " ")) {
		return gist.Gist{}, false
	}
	for _, lead := range []string{" if you could ", " if you would ", " if you can "} {
		if _, rest, ok := strings.Cut(q.Before, lead); ok && rest != "" {
			if slices.ContainsFunc(g.Requests, func(r gist.Request) bool { return r.Text == q.Before }) {
				return gist.Gist{}, true
			}
			return gist.Read("", "Could you "+strings.TrimRight(rest, ".! ")+"?"), true
		}
	}
	return gist.Gist{}, false
}
