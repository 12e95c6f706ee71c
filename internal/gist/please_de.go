package gist

import (
	"slices"
	"strings"
)

// What German senders offer to do, and what they ask leave for, as the reader wants it done.

// gladly adds to what the sender may do that they are welcome to it: "Sie können gern an einem
// Samstag arbeiten".
func (d *deClause) gladly(s *deSubject, verb string, words []string) []string {
	switch verb {
	case "können", "könnt", "dürfen", "dürft":
	default:
		return words
	}
	if !s.us || s.said == "wir" || len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return d.in("undenied", w) || d.in("to themselves", w) }) {
		return words
	}
	return append([]string{"gern"}, words...)
}

// please says back "sollen wir die Reifen wechseln": "wechseln Sie bitte die Reifen".
func (d *deClause) please(i int, last string, many bool) (out Restated) {
	if d.formal == "" || i >= len(d.toks) || !strings.HasSuffix(last, "n") {
		return Restated{}
	}
	d.us = true
	words, ok := d.rest(i, last)
	if !ok || len(words) == 0 || len(words) == 1 && d.particleOf(words[0]) == "" || strings.HasPrefix(words[len(words)-1], "ge") || slices.ContainsFunc(words, func(w string) bool { return w == "uns" || w == "euch" || w == "Sie" || w == "sich" }) {
		return Restated{}
	}
	words, then := d.secondDone(words)
	out = Restated{Yes: "bitte " + strings.Join(words, " "), No: "das ist nicht nötig"}
	verb := words[len(words)-1]
	particle := d.particleOf(verb)
	said := d.orders(verb[len(particle):], many)
	if said == "" {
		return out
	}
	if then.verb != "" {
		then.particle = d.particleOf(then.verb)
		if more := d.orders(then.verb[len(then.particle):], many); more != "" {
			defer func() {
				out.Yes = strings.TrimSpace(strings.Join([]string{out.Yes, "und", more, then.object, then.particle}, " "))
				out.Yes = strings.ReplaceAll(out.Yes, "  ", " ")
			}()
		}
	}
	n := 0
	if of := d.maps["pointing"][words[0]]; of != "" && len(words) > 1 && d.pointsBack(words) {
		words[0] = of // "die wie letztes Jahr mitmachen"
	}
	for words = words[:len(words)-1]; n < len(words) && slices.Contains([]string{"mir", "mich", "das", "es", "ihn", "sie"}, words[n]) && (words[n] != "das" || n+1 == len(words) || isLow(words[n+1])); n++ {
	}
	out.Yes = strings.TrimSpace(strings.Join(slices.Concat([]string{said}, words[:n], []string{"bitte"}, words[n:], []string{particle}), " "))
	return out
}

// alsoDone is a second thing that is offered to be done with an object.
type alsoDone struct{ verb, object, particle string }

// secondDone parts "die alten Leuchten mitnehmen und entsorgen" before its second verb, whose
// object is that of the first.
func (d *deClause) secondDone(words []string) ([]string, alsoDone) {
	n := len(words)
	if n < 5 || words[n-2] != "und" || !strings.HasSuffix(words[n-3], "n") || !isLow(words[n-3]) {
		return words, alsoDone{}
	}
	object := d.maps["pointing"][words[0]]
	if object == "" {
		return words[:n-2], alsoDone{}
	}
	return words[:n-2], alsoDone{verb: words[n-1], object: object}
}

// orders is a verb as somebody is asked to do it: "nehmen Sie", "nimm".
func (d *deClause) orders(verb string, many bool) string {
	if d.formal == "du" {
		return d.ordering(verb, many)
	}
	return verb + " Sie"
}

// pointsBack reports whether the article before words stands for a thing named before: "die wie
// letztes Jahr", "das gleich".
func (d *deClause) pointsBack(words []string) bool {
	return len(words) == 2 || d.in("prepositions", words[1]) || d.in("early", words[1]) || words[1] == "wie" || words[1] == "gleich" || words[1] == "noch" || words[1] == "dann"
}

// ordering is the imperative of an infinitive to somebody, or to several: "bring", "nehmt".
func (d *deClause) ordering(verb string, many bool) string {
	if !many {
		best := ""
		for said, of := range d.maps["imperatives"] {
			if of == verb && (best == "" || len(said) < len(best) || len(said) == len(best) && said < best) {
				best = said
			}
		}
		if best != "" {
			return best
		}
	}
	stem, ok := strings.CutSuffix(verb, "en")
	if !ok || len(stem) < 3 {
		return ""
	}
	if many {
		if strings.HasSuffix(stem, "t") || strings.HasSuffix(stem, "d") {
			stem += "e"
		}
		return stem + "t"
	}
	if strings.ContainsAny(stem[len(stem)-1:], "tdnm") {
		return stem + "e"
	}
	return stem
}
