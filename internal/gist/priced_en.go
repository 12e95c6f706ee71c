package gist

import "strings"

// priced are the things whose prices the sentences before sentence i name, "a monthly plan"
// and "a full year" of "A monthly plan is $45 and a full year is $420": as many as have one.
func (m *mail) priced(l *lexicon, i int) (out []string) {
	if l.code != "en" {
		return nil
	}
	for j := max(0, i-optionsBack); j < i; j++ {
		toks := m.sentences[j].tokens
		for k := 2; k < len(toks); k++ {
			before := &toks[k-1]
			if !strings.ContainsAny(toks[k].text, "£$€") || before.mark != ':' && (!before.w.in.has(sBeing) || before.stop) {
				continue
			}
			end := k
			if before.mark != ':' {
				end--
			}
			from := end
			for from > 0 && end-from < 7 && !toks[from-1].w.in.has(sAnd) && !toks[from-1].w.in.has(sOr) && (from == end || !toks[from-1].stop) {
				from--
			}
			if from == end || from > 0 && end-from == 7 || toks[from].w.in.has(sSubjects) || toks[from].low == "price" || toks[from].low == "total" {
				continue
			}
			said := strings.TrimRight(l.say(toks[from:end]), ": ")
			if first, rest, _ := strings.Cut(said, " "); l.common(&toks[from]) || toks[from].w.det != "" {
				said = strings.TrimSpace(strings.ToLower(first) + " " + rest)
			}
			out = add(out, said)
		}
	}
	return out
}
