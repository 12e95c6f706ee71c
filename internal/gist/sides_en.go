package gist

import "strings"

// Sides returns how its reader states each of what a question that can be answered by yes
// offers: "it is cold in all rooms" and "it is only cold in the bedroom". It is nil where one
// of them cannot be stated.
func Sides(language, text string) []string {
	if language != "en" {
		return nil
	}
	text = cut(strings.ToValidUTF8(text, ""), MaxQuote)
	l := english()
	s := l.sentence(text)
	toks := l.lead(s.tokens)
	at, or := -1, -1
	for i := range toks {
		switch {
		case toks[i].low == "whether" && at < 0, toks[i].low == "if" && at < 0 && i > 0 && (toks[i-1].w.in.has(sTelling) || toks[i-1].low == "know" || i > 1 && toks[i-2].low == "know"):
			at = i
		case toks[i].w.in.has(sOr) && i > 0 && i+1 < len(toks):
			or = i
		}
	}
	if or < 0 || at < 0 && !l.asksBefore(toks[:or]) {
		return nil
	}
	first := &toks[max(at, 0)]
	end := len(strings.TrimRight(text, " ?!."))
	toks, or, at = withoutAsides(toks, or, at)
	if right := toks[or+1:]; len(right) > 1 && right[0].w.in.has(sAuxiliaries) && right[0].w.det == "" && (right[1].w.in.has(sSubjects) || right[1].w.det != "" || capital(right[1].text)) {
		return nil // a question of its own
	}
	floor := l.optionFloor(toks, or, at)
	if floor >= or {
		return nil
	}
	spans := l.optionSpans(toks, floor, or)
	if len(spans) < 2 {
		return nil
	}
	lead, tail := text[first.from:toks[spans[0].from].from], ""
	if last := toks[spans[len(spans)-1].to-1].to; last < end {
		tail = text[last:end]
	}
	if strings.ContainsAny(tail, ",;:") {
		tail, _, _ = strings.Cut(tail, ",")
	}
	mine := false // what follows the last option is only said of that
	if words := l.tokens(tail); len(words) > 0 {
		mine = words[0].w.in.has(sPrepositions) || words[0].low == "as" && len(words) > 1 && words[1].low == "well"
	}
	if before := &toks[max(0, spans[0].from-1)]; before.low == "just" || before.low == "only" {
		lead = text[first.from:before.from] // "is it just a trim or the whole colour?"
	}
	var out []string
	for i, o := range spans {
		side := strings.TrimRight(text[toks[o.from].from:toks[o.to-1].to], " ,")
		end := tail
		if mine && i < len(spans)-1 {
			end = ""
		}
		head := lead
		if before := &toks[max(0, spans[0].from-1)]; i > 0 && before.w.det != "" && (toks[o.from].w.det != "" || toks[o.from].low == "some" || strings.HasPrefix(before.low, "a") && l.pluralWord(toks[o.to-1].low)) && spans[0].from > 0 {
			head = text[first.from:before.from] // "a cake or some biscuits"
		}
		said := RestateTo(language, strings.TrimSpace(head+side+end)+"?", "", "").Yes
		if said == "" {
			return nil
		}
		if rest, ok := strings.CutPrefix(said, "we can "); ok {
			said = "let us " + rest
		}
		out = append(out, said)
	}
	return out
}
