package gist

import (
	"slices"
	"strings"
)

// Merit is what a mail says for one of the things that it leaves to choose among.
type Merit struct {
	Of  string // the thing, as the mail names it
	Why string // a clause: "it is quieter"
}

const maxWhy = 9 // words of what speaks for a thing

// merits are what the sentences of a mail say for the things that they tell apart.
func (m *mail) merits(l *lexicon) (out []Merit) {
	list := m.tellings(l, 0, min(len(m.sentences), 30))
	for j := range m.sentences[:min(len(m.sentences), 30)] {
		if s := &m.sentences[j]; len(s.tokens) < 60 && len(list) < maxTellings {
			list = append(list, l.toldWithin(s.tokens)...)
		}
	}
	for i := range list {
		t := &list[i]
		name := strings.ToLower(l.say(t.subj))
		if t.sort == 'o' {
			name = strings.ToLower(l.toldName(t).Name)
		}
		many := l.manyTold(t)
		why := ""
		for k, p := range t.preds {
			if k == 0 && len(p) > 1 && p[1].w.det != "" && t.sort == 'o' {
				continue // it is named by that
			}
			if why = l.why(p, many); why != "" {
				break
			}
		}
		if why == "" && t.costs > 0 && slices.ContainsFunc(list, func(o telling) bool { return o.costs > t.costs && l.alikeTold(&o, t) }) && !slices.ContainsFunc(list, func(o telling) bool { return o.costs > 0 && o.costs < t.costs }) {
			if why = "it is cheaper"; many {
				why = "they are cheaper"
			}
		}
		if why != "" && name != "" && len(out) < MaxItems {
			out = append(out, Merit{Of: name, Why: why})
		}
	}
	return out
}

// manyTold reports whether a thing is several, by its verb or else by its noun.
func (l *lexicon) manyTold(t *telling) bool {
	for _, p := range t.preds {
		switch v := &p[0]; {
		case v.low == "are" || v.low == "have" || v.low == "were" || v.low == "they're":
			return true
		case v.low == "is" || v.low == "has" || v.low == "it's" || l.thirdPerson(v):
			return false
		}
	}
	return len(t.subj) > 0 && l.pluralWord(t.subj[len(t.subj)-1].low)
}

// why says what a clause tells of a thing where that speaks for it: "it is quieter"; else it is
// empty.
func (l *lexicon) why(p []token, many bool) string {
	end := len(p)
	for i := range p {
		if p[i].stop {
			end = i + 1
			break
		}
	}
	p = p[:end]
	for len(p) > 0 && (p[len(p)-1].w.in.has(sAnd) || p[len(p)-1].w.in.has(sPrepositions)) {
		p = p[:len(p)-1]
	}
	if len(p) < 2 || len(p) > maxWhy {
		return ""
	}
	lead := "it "
	if many {
		lead = "they "
	}
	first := &p[0]
	switch {
	case first.low == "it's" || first.low == "they're" || first.low == "that's":
		lead = lead[:len(lead)-1]
		if strings.HasPrefix(lead, "they") {
			lead = "they are "
		} else {
			lead = "it is "
		}
		p = p[1:]
	case first.low == "is" || first.low == "are" || first.low == "has" || first.low == "have" || l.told1(first) && l.role(first) != "modal" || many && first.w.verb():
	default:
		return ""
	}
	for_ := false
	if l.in(first, "cost-verbs") && len(p) < 5 && p[len(p)-1].low == "less" {
		return lead + "is cheaper"
	}
	for i := range p {
		t := &p[i]
		if l.in(t, "drawbacks") || t.w.in.has(sNegations) || t.w.in.has(sFirst) || t.w.in.has(sYou) || t.w.in.has(sPossessive) || t.low == "i" || t.low == "we" || t.low == "us" || t.w.wh != "" || t.w.in.has(sSuppose) || l.in(t, "was-forms") || t.low == "was" || t.low == "were" {
			return ""
		}
		for_ = for_ || l.in(t, "merits")
	}
	if !for_ || len(p) == 0 || !l.stands(p) {
		return ""
	}
	words := make([]string, len(p))
	for i := range p {
		words[i] = p[i].text
	}
	return lead + strings.Join(words, " ")
}

// toldWithin are the things of which a clause within a sentence tells something: "a linen that is
// prettier", "a sans, which is easier to read".
func (l *lexicon) toldWithin(toks []token) (out []telling) {
	for i := 2; i+2 < len(toks) && len(out) < maxChoices; i++ {
		t := &toks[i]
		rest := toks[i+1:]
		switch t.low {
		case "which", "that":
		case "that's":
			rest = toks[i:]
		default:
			continue
		}
		if t.low != "that's" && !l.told1(&rest[0]) || toks[i-1].w.verb() && !toks[i-1].w.in.has(sNouns) {
			continue
		}
		from := i - 1
		for from > 0 && i-from < maxName && toks[from].w.det == "" && !toks[from-1].stop {
			from--
		}
		if toks[from].w.det == "" && from > 0 && !toks[from-1].stop || toks[from].w.in.has(sPossessive) {
			continue
		}
		out = append(out, telling{subj: toks[from:i], sort: 'd', preds: l.toldPieces(rest)[:1]})
	}
	return out
}
