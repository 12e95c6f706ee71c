package gist

import (
	"slices"
	"strings"
)

// days reads days and hours that stand side by side.
func (p *picker) days(s *sentence) []Pick {
	all := slices.DeleteFunc(slices.Clone(p.dates(s)), func(d span) bool {
		if d.clock && (s.tokens[d.from].w.in.has(sTill) || d.from > 0 && s.tokens[d.from-1].w.in.has(sTill)) {
			return true // "8 bis 10 Uhr"
		}
		return d.from > 0 && s.tokens[d.from-1].w.in.has(sDeadlines)
	})
	for k := range all {
		all[k].to = p.hoursBehind(s, all[k].to)
	}
	best := 0
	var out []string
	for from := 0; from < len(all); {
		to := from + 1
		for ended := false; to < len(all) && !ended && p.sideBySide(s, all[to-1], all[to]); to++ {
			ended = slices.ContainsFunc(s.tokens[all[to-1].to:all[to].from], func(t token) bool { return t.w.in.has(sOr) || t.w.in.has(sAnd) }) && !p.sideOr(s, all, to)
		}
		if to-from > 1 && to-from >= best {
			best = to - from
			out = nil
			for _, d := range p.withoutWindows(s, all[from:to]) {
				if d.from > 0 && s.tokens[d.from-1].w.det != "" && !s.tokens[d.from-1].stop && s.tokens[d.from-1].low != "den" && s.tokens[d.from-1].low != "au" && s.tokens[d.from-1].low != "du" {
					d.from--
				} else if d.clock && d.from > 0 && s.tokens[d.from-1].w.in.has(sAt) && !s.tokens[d.from-1].stop {
					d.from--
				}
				if d.to < len(s.tokens) && s.tokens[d.to-1].low == "h" && !s.tokens[d.to-1].stop && len(s.tokens[d.to].low) == 2 && s.tokens[d.to].figure() {
					d.to++ // "16 h 15"
				}
				out = append(out, p.dayNamed(s.words(d.from, d.to)))
			}
		}
		from = to
	}
	if len(out) > maxPicks {
		return nil
	}
	out = p.shared(out)
	for k, day := range out { // "der 20." and "27. Januar"
		words := strings.Fields(day)
		if n := len(words); p.code == "de" && n > 1 && p.find(strings.ToLower(words[n-1])).month > 0 && plainHour(words[n-2]) {
			words[n-2] += "."
			out[k] = strings.Join(words, " ")
		}
	}
	for k, day := range out { // "am 7. Februar", "le 21 février"
		if toks := p.tokens(day); len(toks) > 1 && toks[1].w.month > 0 && toks[0].figure() {
			out[k] = p.options["on-date"] + " " + day
		}
	}
	return things(out)
}

// dayNamed gives the weekdays of a German day their capital.
func (p *picker) dayNamed(day string) string {
	if p.code != "de" {
		return day
	}
	words := strings.Split(day, " ")
	for i, w := range words {
		if p.find(strings.TrimRight(w, ",.")).day > 0 {
			words[i] = capitalized(w)
		} else if w == "uhr" {
			words[i] = "Uhr"
		}
	}
	return strings.Join(words, " ")
}

// withoutWindows are the days of several days with their hours: "am Dienstag zwischen 8 und 10
// Uhr oder am Donnerstag zwischen 16 und 18 Uhr".
func (p *picker) withoutWindows(s *sentence, all []span) []span {
	windowed := func(d span) bool {
		return d.clock && slices.ContainsFunc(s.tokens[max(0, d.from-5):d.from], func(t token) bool { return p.in(&t, "choosing-between") })
	}
	if days := slices.DeleteFunc(slices.Clone(all), windowed); len(days) > 1 {
		return days
	}
	return all
}

// dayish reports whether all of several things name a day or a part of one.
func (p *picker) dayish(picks []Pick) bool {
	return !slices.ContainsFunc(picks, func(o Pick) bool {
		return !slices.ContainsFunc(p.tokens(o.Said), func(t token) bool {
			if t.w.in.has(sDates) || t.w.in.has(sDayParts) || t.w.day > 0 || t.w.month > 0 {
				return true
			}
			for n := 6; p.code == "de" && n < len(t.low) && n < 11; n++ { // "Montagabend"
				if p.find(t.low[:n]).day > 0 {
					return true
				}
			}
			return false
		})
	})
}

// hoursBehind is where a day ends with the hours behind it: "Dienstag, 27. Januar, 8 bis 10 Uhr".
func (p *picker) hoursBehind(s *sentence, to int) int {
	if to+2 >= len(s.tokens) || !s.tokens[to+1].w.in.has(sTill) || !s.tokens[to].figure() || !s.tokens[to+2].figure() {
		return to
	}
	if to += 3; to < len(s.tokens) && !s.tokens[to-1].stop && p.in(&s.tokens[to], "clock-words") {
		to++
	}
	return to
}

// sideOr reports whether another day is joined to the one at index k by "or" or "and".
func (p *picker) sideOr(s *sentence, all []span, k int) bool {
	return k+1 < len(all) && all[k+1].from-all[k].to < 6 && slices.ContainsFunc(s.tokens[all[k].to:all[k+1].from], func(t token) bool { return t.w.in.has(sOr) || t.w.in.has(sAnd) })
}

// sideBySide reports whether nothing but what joins them stands between two days.
func (p *picker) sideBySide(s *sentence, a, b span) bool {
	if b.from-a.to > 7 || b.from < a.to {
		return false
	}
	joined := a.to > 0 && s.tokens[a.to-1].stop && s.tokens[a.to-1].mark != '.'
	words := 0
	for k := a.to; k < b.from; k++ {
		t := &s.tokens[k]
		switch {
		case t.w.in.has(sOr), t.w.in.has(sAnd):
			joined = true
		case t.w.in.has(sTill):
			return false
		case t.stop:
			joined, words = true, words+1
		case t.w.det != "", t.w.in.has(sPrepositions), t.w.in.has(sAt), p.in(t, "option-leads"), t.w.in.has(sDayParts):
		default:
			words++
		}
	}
	return joined && words < 3
}

// figures reads two figures for one thing of which one must be wrong.
func (p *picker) figures(window []sentence) []Pick {
	type figure struct{ value, said string }
	var all []figure
	for j := range window {
		s := &window[j]
		for i := range s.tokens {
			t := &s.tokens[i]
			if !t.figure() || t.w.month > 0 || i+1 < len(s.tokens) && (s.tokens[i+1].w.month > 0 || p.in(&s.tokens[i+1], "clock-words")) || i > 0 && (s.tokens[i-1].w.day > 0) {
				continue
			}
			value, from := t.text, i
			if i > 0 && len(t.text) == 3 && s.tokens[i-1].figure() && len(s.tokens[i-1].text) < 4 && !s.tokens[i-1].stop {
				from--
				value = s.tokens[from].text + t.text // "1 240"
				if n := len(all) - 1; n >= 0 && all[n].value == s.tokens[from].text {
					all = all[:n]
				}
			}
			said := s.words(from, i+1)
			if i+1 < len(s.tokens) && !t.stop && (s.tokens[i+1].w.in.has(sUnits) || s.tokens[i+1].w.in.has(sCurrencies) || strings.ContainsAny(s.tokens[i+1].text, "€%³²")) {
				said = s.words(from, i+2)
			}
			if slices.ContainsFunc(all, func(f figure) bool { return f.value == value }) {
				continue
			}
			all = append(all, figure{value, said})
		}
	}
	for n := len(all) - 1; n > 0; n-- { // the last two of one length
		if a, b := all[n-1], all[n]; len(a.value) == len(b.value) {
			return things([]string{a.said, b.said})
		}
	}
	return nil
}

// counts reads two numbers in words, or two sizes: "two in autumn, and here it says four".
func (p *picker) counts(window []sentence) []Pick {
	var said []string
	for j := range window {
		for i := range window[j].tokens {
			t := &window[j].tokens[i]
			size := len(t.text) < 4 && t.text == strings.ToUpper(t.text) && strings.Trim(t.text, "SMLX") == "" && t.text != ""
			if (size || t.w.number > 1) && !slices.Contains(said, t.text) {
				said = append(said, t.text)
			}
		}
	}
	if len(said) != 2 {
		return nil
	}
	return things(said)
}

// lettered reads things told apart by a letter: "in A the island stands free, B has a bar".
func (p *picker) lettered(window []sentence) []Pick {
	var said []string
	for j := range window {
		toks := window[j].tokens
		for i := range toks {
			if t := &toks[i]; len(t.text) == 1 && t.text == string(rune('A'+len(said))) && len(said) < 4 && i > 0 && !toks[i-1].stop && (toks[i-1].w.det != "" || toks[i-1].w.in.has(sPrepositions) || toks[i-1].w.in.has(sAnd) || len(toks[i-1].low) > 5) {
				if toks[i-1].w.det != "" {
					said = append(said, toks[i-1].low+" "+t.text)
					continue
				}
				said = append(said, t.text)
			}
		}
	}
	return things(said)
}
