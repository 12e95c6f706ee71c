package gist

import (
	"slices"
	"strings"
)

// machineKinds are the kinds of mail that no person wrote to a person, with the words
// that hint at them and those that nearly prove them, which count twice.
var machineKinds = []struct {
	kind        Machine
	hints, sure groupID
	need        int
}{
	{MachinePhishing, pHintPhishing, pSurePhishing, 5},
	{MachineCode, pHintCode, pSureCode, 3},
	{MachineSignIn, pHintSignIn, pSureSignIn, 3},
	{MachineReceipt, pHintReceipt, pSureReceipt, 3},
	{MachineNotice, pHintNotice, pSureNotice, 3},
	{MachineNews, pHintNews, pSureNews, 4},
	{MachineCold, pHintCold, pSureCold, 4},
}

// judgeMachine tells whether a program or a crook wrote the mail, by how many
// different cues stand in it. What sounds like a person takes more of them.
func (g *Gist) judgeMachine(count *[numGroups]int, closer bool) {
	best, top := Machine(""), 0
	for _, k := range machineKinds {
		score := count[k.hints] + 2*count[k.sure]
		need := k.need
		if k.kind != MachineCold && k.kind != MachinePhishing {
			score += count[pHintMachine] + 2*count[pSureMachine]
			if count[k.hints]+count[k.sure] == 0 {
				continue
			}
			need += g.personal(count)
			if g.asksByName(count, closer) {
				need += 3
			}
			if g.Greeting != "" && count[pTeam] == 0 && g.wantsByMark() {
				need += 2 // "Can you confirm that the invoice has arrived?"
			}
			if g.impersonal(count) {
				need--
			}
			if (k.kind == MachineReceipt || k.kind == MachineNotice) && slices.ContainsFunc(g.Questions, wantsFact) {
				need += 3 // "the invoice was for £350. With whom was the discount agreed?"
			}
		} else if k.kind == MachinePhishing {
			need += min(3, count[pPersonal])
		} else if g.Greeting != "" && len(g.Questions) > 0 {
			need += 8 * min(1, count[pPost]) // a recruiter
			if slices.ContainsFunc(g.Questions, ofReader) {
				need += 4 // somebody with a matter of their own
			}
		}
		if score >= need && score-need+1 > top {
			best, top = k.kind, score-need+1
		}
	}
	if best == "" && count[pSureMachine] > 0 && count[pPersonal] == 0 && len(g.Questions) == 0 {
		best = MachineNotice
	}
	g.Machine = best
}

// ofReader reports whether a question is about the reader's own matter, as who sells by the
// hundred asks none: "What notice period are you on?", not "When would you have time?"
func ofReader(q Question) bool {
	return q.Ask == AskDuration || q.Ask == AskDeadline || q.Ask == AskWhat
}

// wantsFact reports whether a question is after something that only its reader can tell, as
// programs ask nothing.
func wantsFact(q Question) bool {
	switch q.Ask {
	case AskWho, AskDate, AskDeadline, AskNumber, AskMoney, AskTime, AskPlace, AskChoice:
		return q.Of != OfSender && strings.HasSuffix(strings.TrimSpace(q.Text), "?")
	}
	return false
}

// asksByName reports whether somebody greets the reader by name, wants an answer and
// ends with a name of their own, as programs seldom do.
func (g *Gist) asksByName(count *[numGroups]int, closer bool) bool {
	signs := closer || g.Signed != ""
	alone := count[pTeam] == 0 || count[pFirst] > 1 // "our advice service", of somebody who says "I"
	return g.Greeting != "" && signs && alone && count[pSureMachine] == 0 && len(g.Questions)+len(g.Requests) > 0
}

// wantsByMark reports whether the reader is asked to do something by a question: "can you
// confirm that it has arrived?"
func (g *Gist) wantsByMark() bool {
	return slices.ContainsFunc(g.Requests, func(r Request) bool { return strings.HasSuffix(strings.TrimSpace(r.Text), "?") })
}

// impersonal reports whether nobody speaks in the mail: it has no I, no name under it
// and no question but for yes or no.
func (g *Gist) impersonal(count *[numGroups]int) bool {
	asks := func(q Question) bool { return q.Ask != AskYesNo && q.Ask != AskFeeling }
	return count[pFirst] == 0 && (g.Signed == "" || count[pTeam] > 0) && !slices.ContainsFunc(g.Questions, asks)
}

// personal tells how much a mail sounds like a person's.
func (g *Gist) personal(count *[numGroups]int) int {
	n := min(2, count[pPersonal])
	if g.Signed != "" && count[pTeam] == 0 {
		n++
	}
	if slices.ContainsFunc(g.Questions, func(q Question) bool { return q.Ask != AskYesNo }) {
		n++
	}
	if len(g.Questions) > 0 {
		n++
	}
	return n
}

// bare reports whether a mail of which no word is known looks like a program's: it asks
// nothing, has a link or a figure, and no short line at its start or end, where people
// greet and sign.
func (g *Gist) bare(text string) bool {
	text = strings.TrimSpace(text)
	if len(g.Questions) > 0 || !strings.Contains(text, "://") && !strings.ContainsAny(text, "0123456789") {
		return false
	}
	short := func(line string) bool {
		line = strings.TrimSpace(line)
		return len(strings.Fields(line)) < 5 && !strings.HasSuffix(line, ".") && !strings.ContainsAny(line, "0123456789:")
	}
	first, _, _ := strings.Cut(text, "\n")
	return !short(first) && !short(text[strings.LastIndexByte(text, '\n')+1:])
}
