package extract

import (
	"slices"
	"strings"
)

// maxLabelText is the most bytes of anchor text that leaves it to the words around it to say where it leads.
const maxLabelText = 40

// points tells a label that only points: nothing, an address, "here", "click this link", a button to go on.
func (j *linkJudge) points(label string) bool {
	label = strings.Trim(label, linkRune+" :.!>-<([\"'*")
	if label == "" || strings.Contains(label, "://") {
		return true
	}
	return slices.ContainsFunc(j.words.find(label), func(m mark) bool {
		return m.class == linkPoint || m.class.acts() || m.class == linkHint || m.class == linkOnce && containsAny(label[m.start:m.end], linkNouns)
	})
}

// hearing is what the words near a link say of it. It is announced when the sentence that holds the link says so, or the one
// that ends with a colon right above it; else a neighbour's, which counts for less.
type hearing struct {
	opinion
	announced bool
}

// around is what the sentence that holds link i says of it, or the lines above.
func (j *linkJudge) around(i int) hearing {
	l := &j.links[i]
	own := &j.lines[l.line]
	before, after := j.beside(i)
	sentence, earlier := lastSentence(before)
	if o := j.clause(sentence, firstSentence(after)); o.class != 0 {
		if asked, _ := lastSentence(earlier); (o.class == linkReset || o.class.acts() && strings.HasSuffix(asked, "?")) && j.denies(asked) {
			return hearing{j.readAside(asked), true} // "Not you? Change your password: ..."
		}
		return hearing{o, true}
	}
	if words, ok := j.insteadOfCode(sentence); ok {
		if o := j.hear(earlier); o.class.acts() {
			return hearing{o, true}
		}
		return hearing{opinion{linkConfirm, words}, true}
	}
	if label := sentence; l.anchor && !j.points(anchorWords(l.text)) || !l.anchor && !j.points(label) {
		return hearing{j.listed(i), true} // it says itself what it leads to
	}
	if o := j.hear(earlier); o.class != 0 {
		return hearing{opinion: o}
	}
	for d := 1; d <= 3 && l.line-d >= 0; d++ {
		above := &j.lines[l.line-d]
		if above.part != own.part && above.part != inSubject || strings.Contains(tail(above.low), linkRune) {
			break
		}
		if o := j.hear(tail(above.low)); o.class != 0 {
			return hearing{o, d == 1 && strings.HasSuffix(above.low, ":")}
		}
	}
	if j.lines[0].part == inSubject {
		if o := say(j.words, j.lines[0].low); o.class != 0 {
			return hearing{opinion: o}
		}
	}
	if next := l.line + 1; l.anchor && next < len(j.lines) && j.lines[next].part == own.part && !strings.Contains(j.lines[next].low, linkRune) {
		return hearing{opinion: say(j.words, firstSentence(j.lines[next].low))}
	}
	return hearing{}
}

// beside is what stands on the line of link i before it and after it, up to the links next to it.
func (j *linkJudge) beside(i int) (before, after string) {
	l := &j.links[i]
	low := j.lines[l.line].low
	before = low[:min(l.start, len(low))]
	if i > 0 && j.links[i-1].line == l.line && j.links[i-1].end <= len(before) {
		before = before[j.links[i-1].end:] // what stands before it is about that link
	}
	after = low[min(l.end, len(low)):]
	if k := strings.Index(after, linkRune); k >= 0 {
		after = after[:k]
	}
	return tail(before), after
}

// clause is what the sentence around a link says of it. What follows the link counts where what leads to it names no action:
// "visit ... to accept this invitation".
func (j *linkJudge) clause(before, after string) opinion {
	o := j.read(before)
	if o.class.acts() || o.class.overrules() || strings.TrimSpace(before) == "" {
		return o
	}
	if a := say(j.words, after); a.class.acts() || o.class == 0 && a.class != 0 {
		return a
	}
	if words, ok := entersAccount(before); ok && o.class == 0 {
		return opinion{linkSignin, words}
	}
	return o
}

// hear reads a text that stands before a link sentence by sentence, the nearest first, to the first that names an action or
// overrules one.
func (j *linkJudge) hear(low string) opinion {
	var weak opinion
	ignored := false // the sentence after says to ignore the mail: "Not you? Ignore this."
	for low != "" {
		var sentence string
		sentence, low = lastSentence(low)
		o, denied := j.readAside(sentence), ignored
		ignored = o.class == 0 && hasClass(j.words.find(sentence), linkIgnore)
		switch {
		case denied && o.class == linkReport:
		case o.class.acts() || o.class.overrules():
			return o
		case weak.class == 0:
			weak = o
		}
	}
	return weak
}

// denies tells a sentence that speaks to somebody who did not ask for the mail, and does not only ask to ignore it.
func (j *linkJudge) denies(sentence string) bool { return j.readAside(sentence).class == linkReport }

// readAside reads a sentence that does not hold the link: one that says to ignore the mail says no more from there on.
func (j *linkJudge) readAside(low string) opinion {
	marks := j.words.find(low)
	if k := slices.IndexFunc(marks, func(m mark) bool { return m.class == linkIgnore }); k >= 0 {
		marks = marks[:k+1]
	}
	return weigh(low, marks)
}

// read is what the words before a link say of it.
func (j *linkJudge) read(low string) opinion { return weigh(low, j.words.find(low)) }

// weigh goes through the words of a sentence. One that begins with a condition ("if it was not you, ...") is what it asks
// for in the end, unless it only asks to tell, or to ignore the mail.
func weigh(low string, marks []mark) opinion {
	var last, kept opinion
	turned := false
	for _, m := range chosen(low, marks) {
		o := opinion{m.class, low[m.start:m.end]}
		switch {
		case m.class == linkIgnore && turned:
			last, turned = kept, false
		case m.class >= linkOnce, m.class == linkLegal, m.class == linkSocial:
		case last.class == linkReset && m.class == linkPreferences: // "set a new password", where "set" is the word for settings
		case m.class.overrules():
			if !turned {
				kept = last
			}
			turned, last = true, o
		case m.class.acts() && !turned, last.class == 0:
			last = o
		}
	}
	return last
}

// takesUp tells a label with a word of a sentence on a line that begins with an action: "Confirm your address to stay
// connected", and below it "Stay online".
func (j *linkJudge) takesUp(label string, line int) bool {
	for low := tail(j.lines[line].low); low != ""; {
		var sentence string
		sentence, low = lastSentence(low)
		marks := j.words.find(sentence)
		if len(marks) == 0 || !marks[0].class.acts() || look(sentence[:marks[0].start], false).words > 1 {
			continue
		}
		if slices.ContainsFunc(strings.Fields(label), func(w string) bool { return len(w) >= minTaken && slices.Contains(strings.Fields(sentence), w) }) {
			return true
		}
	}
	return false
}

// minTaken is the shortest word that a label can take up, in bytes.
const minTaken = 4

// maxList bounds the links of a list.
const maxList = 10

// listed is what the line above a list of links says of all of them: "Open the link of the account you want to reset".
func (j *linkJudge) listed(i int) opinion {
	l := &j.links[i]
	first := i
	for first > 0 && i-first < maxList && j.links[first-1].line == j.links[first].line-1 && j.alike(first-1, i) {
		first--
	}
	if first == i && !(i+1 < len(j.links) && j.links[i+1].line == l.line+1 && j.alike(i+1, i)) {
		return opinion{}
	}
	at := j.links[first].line - 1
	if at < 0 || j.lines[at].part != j.lines[l.line].part || strings.Contains(j.lines[at].low, linkRune) || !j.points(j.lines[at].low) {
		return opinion{}
	}
	if o := j.hear(tail(j.lines[at].low)); o.class.acts() {
		return o
	}
	return opinion{}
}

// alike tells links to the same host that differ in a token only.
func (j *linkJudge) alike(a, b int) bool {
	stem := func(k int) string {
		parts := strings.SplitN(j.links[k].url, "/", 5)
		return strings.Join(parts[:min(4, len(parts))], "/")
	}
	return j.target(j.links[a].url).secret() && j.target(j.links[b].url).secret() && stem(a) == stem(b)
}

func tail(s string) string { return s[max(0, len(s)-reachLeft):] }

func lastSentence(s string) (last, earlier string) {
	s = strings.TrimRight(s, " ")
	cut := -1
	for _, end := range []string{". ", "! ", "? "} {
		cut = max(cut, strings.LastIndex(s, end))
	}
	if cut < 0 {
		return s, ""
	}
	return s[cut+2:], s[:cut+1]
}

func firstSentence(s string) string {
	end := min(len(s), reachRight)
	for _, mark := range []string{". ", "! ", "? "} {
		if k := strings.Index(s[:end], mark); k >= 0 {
			end = k
		}
	}
	return s[:end]
}
