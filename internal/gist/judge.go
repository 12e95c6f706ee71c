package gist

import "strings"

// judge decides what the mail is for.
func (g *Gist) judge(lex *lexicon, subject string, m mail) {
	text := " " + strings.ToLower(strings.Join(strings.Fields(subject+" . "+m.body), " ")) + " "
	text = strings.ReplaceAll(text, "’", "'")
	count := func(family string) int { return hits(text, lex.cues[family]) }

	g.Thanks = count("thanks") > 0
	g.Urgent = count("urgent") > 0
	g.Chase = count("chase") > 0
	asks := len(g.Questions)+len(g.Requests) > 0
	cold := count("cold")
	news := count("newsletter")

	fits := func(k Kind, yes bool) {
		if yes {
			g.Kinds = append(g.Kinds, k)
		}
	}
	fits(Newsletter, news >= 2)
	fits(Cold, cold >= 2 || cold == 1 && count("meeting") > 0 && count("offer") > 0)
	fits(Complaint, count("complaint") > 0)
	fits(Scheduling, g.schedules(count("meeting")))
	fits(Document, g.wantsDocument())
	fits(Invoice, count("invoice") > 0 && (len(g.Amounts) > 0 || !asks || count("payment") > 0))
	fits(Offer, count("offer") > 0)
	fits(Asking, len(g.Questions) > 0)
	fits(Requesting, len(g.Requests) > 0)
	fits(Introduction, count("introduction") > 0)
	quiet := !asks && len(g.Promises) == 0
	fits(Closing, quiet && count("closing") > 0)
	fits(Thanking, g.Thanks && quiet && g.Words <= 60)
	fits(Information, quiet && g.Words >= 6 && !(g.Thanks && g.Words <= 25))
	fits(Information, len(g.Promises) > 0 && !asks)
	fits(Unclear, len(g.Kinds) == 0)
	g.Kind = g.Kinds[0]
	g.Closing = quiet && (g.Kind == Closing || g.Kind == Thanking)
	if g.Kind == Cold {
		g.ColdStep = 1 + min(2, count("chase")+2*count("lastcall"))
	}
}

// schedules reports whether a meeting or a time is to be agreed.
func (g *Gist) schedules(meeting int) bool {
	for _, q := range g.Questions {
		if q.YesNo && len(q.Dates) > 0 && (meeting > 0 || q.Topic == q.Dates[0]) {
			return true
		}
	}
	return meeting > 0 && len(g.Questions)+len(g.Requests) > 0
}

func (g *Gist) wantsDocument() bool {
	for _, r := range g.Requests {
		if r.Document {
			return true
		}
	}
	return false
}

// hits counts how many of the cues stand in text, as whole words.
func hits(text string, cues []string) int {
	n := 0
	for _, cue := range cues {
		if hasWords(text, cue) {
			n++
		}
	}
	return n
}

// hasWords reports whether cue stands in text between non-letters. A cue that
// ends with "*" may go on.
func hasWords(text, cue string) bool {
	cue, open := strings.CutSuffix(cue, "*")
	for from := 0; ; {
		i := strings.Index(text[from:], cue)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(cue)
		if (i == 0 || !letter(text[i-1])) && (open || end == len(text) || !letter(text[end])) {
			return true
		}
		from = i + 1
	}
}

func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80
}
