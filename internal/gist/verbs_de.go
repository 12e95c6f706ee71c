package gist

import (
	"strings"
	"unicode/utf8"
)

// person tells whom the subject of a German question stands for.
type deSubject struct {
	said string // as the reader says it: "ich", "die Dachfläche"
	to   int    // the token behind it
	you  bool   // it is the reader
	us   bool   // it is the sender
	many bool   // of things or people
}

// finite reports whether token i is a finite verb that its subject follows, as the
// words around it tell, and returns the verb as the reader says it, with its kind.
func (d *deClause) finite(i int) (said, kind string, ok bool) {
	if i+1 >= len(d.toks) || d.toks[i].stop {
		return "", "", false
	}
	t, next := &d.toks[i], &d.toks[i+1]
	if parts := strings.Split(d.maps["verbs"][t.low], "|"); len(parts) == 3 && (next.text == "Sie" || next.low == "du") {
		if formal := strings.TrimSpace(parts[2]); (formal == "Sie") == (next.text == "Sie") {
			return strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), true
		}
		return "", "", false
	}
	if d.in("no verbs", t.low) || t.w.wh != "" || d.in("prepositions", t.low) || d.in("determiners", t.low) || utf8.RuneCountInString(t.low) < 3 || strings.IndexFunc(t.low, func(r rune) bool { return r < 'a' && r != '-' }) >= 0 {
		return "", "", false
	}
	kind = d.maps["things"][t.low]
	switch {
	case next.low == "du":
		said = d.first(t.low, true)
	case next.text == "Sie":
		said = d.first(t.low, false)
	case next.low == "ihr" && d.severally(i+1):
		if kind = d.maps["ihr"][t.low]; kind != "" {
			said, kind, _ = strings.Cut(kind, "|")
			return strings.TrimSpace(said), strings.TrimSpace(kind), true
		}
		if stem, ok := strings.CutSuffix(t.low, "t"); ok {
			if stem, e := strings.CutSuffix(stem, "e"); e {
				return stem + "en", "full", true // "arbeitet ihr"
			}
			return stem + "en", "full", true
		}
		return "", "", false
	case next.low == "ich" && (t.low == "soll" || t.low == "sollte"):
		return t.low, "modal", true
	case next.low == "ich":
		if said = d.maps["ich"][t.low]; said == "" || d.formal == "" {
			return "", "", false
		}
		du, sie, _ := strings.Cut(said, "|")
		if said = strings.TrimSpace(du); d.formal == "Sie" {
			said = strings.TrimSpace(sie)
		}
	case kind != "" && d.third(next):
		return t.low, kind, true
	case strings.HasSuffix(t.low, "t") && d.third(next):
		return t.low, "full", true
	case strings.HasSuffix(t.low, "n") && d.third(next):
		return t.low, "full", true
	}
	if said == "" {
		return "", "", false
	}
	if kind == "" {
		kind = "full"
	}
	return said, kind, true
}

// severally reports whether "ihr", at token i, are several readers: "kommt ihr", "habt ihr
// Samstag Dienst", and not "kommt ihr Vater".
func (d *deClause) severally(i int) bool {
	t := &d.toks[i]
	if i+1 >= len(d.toks) || t.stop || !isLetterCapital(d.toks[i+1].text) || d.toks[i+1].w.in.has(sDates) {
		return true
	}
	return i > 0 && d.maps["ihr"][d.toks[i-1].low] != ""
}

// third reports whether a token can begin a subject that is neither speaker nor reader.
func (d *deClause) third(t *token) bool {
	switch t.low {
	case "er", "sie", "es", "man", "das", "wir", "jemand":
		return t.text == t.low
	}
	return d.in("determiners", t.low) && t.low != "den" && t.low != "dem" && t.low != "des" || isLetterCapital(t.text) && !d.in("prepositions", t.low) && t.w.wh == ""
}

func isLetterCapital(w string) bool {
	return isCapital(w) && (w[0] < '0' || w[0] > '9')
}

// first turns a verb that stands before "du" or "Sie" into that of "ich"; "" where it is
// no such verb.
func (d *deClause) first(verb string, familiar bool) string {
	if said := d.maps["irregular"][verb]; said != "" {
		return said
	}
	if !familiar {
		stem, ok := strings.CutSuffix(verb, "n")
		switch {
		case !ok:
			return ""
		case strings.HasSuffix(stem, "e"):
			return stem
		case strings.HasSuffix(stem, "el"):
			return stem[:len(stem)-2] + "le" // "sammeln"
		case strings.HasSuffix(stem, "er"):
			return stem + "e"
		}
		return ""
	}
	stem, ok := strings.CutSuffix(verb, "t")
	switch {
	case !ok:
		return ""
	case strings.HasSuffix(stem, "ß"), strings.HasSuffix(stem, "z"), strings.HasSuffix(stem, "x"), strings.HasSuffix(stem, "ss"), d.in("stems in s", stem):
		return stem + "e" // "heizt", "passt", "reist"
	}
	if stem, ok = strings.CutSuffix(stem, "s"); !ok {
		return ""
	}
	switch {
	case strings.HasSuffix(stem, "e"):
		return stem // "arbeitest", "machtest"
	case strings.HasSuffix(stem, "el"):
		return stem[:len(stem)-2] + "le"
	}
	return stem + "e"
}

// subject reads the subject behind the verb of a question: token i.
func (d *deClause) subject(i int) (s deSubject, ok bool) {
	t := &d.toks[i]
	s.to = i + 1
	switch {
	case t.text == "Sie", t.low == "du":
		if d.formal = "du"; t.text == "Sie" {
			d.formal = "Sie"
		}
		return deSubject{said: "ich", to: i + 1, you: true}, true
	case t.low == "ihr" && d.severally(i):
		d.formal = "du"
		return deSubject{said: "wir", to: i + 1, you: true, many: true}, true
	case t.low == "ich":
		if d.formal == "" {
			return s, false
		}
		return deSubject{said: d.formal, to: i + 1, us: true}, true
	case t.low == "wir":
		return deSubject{said: "wir", to: i + 1, us: true, many: true}, true
	case t.low == "jemand" && !t.stop:
		s.said = t.low
		return s, true
	case t.low == "er", t.text == "sie", t.low == "es", t.low == "man":
		s.said = t.low
		return s, true
	case t.low == "das" && (t.stop || !d.nounAhead(i+1)), (t.low == "der" || t.low == "die") && t.stop:
		s.said = t.low
		return s, true
	case (t.low == "eine" || t.low == "einer" || t.low == "eins" || t.low == "eines") && (t.stop || d.in("early", d.toks[i+1].low)):
		s.said = t.low
		return s, true
	case d.in("determiners", t.low) && t.low != "den" && t.low != "dem" && t.low != "des":
		var words []string
		from := i
		for ; i < len(d.toks) && i < from+4; i++ {
			word, sure := d.person(i, "")
			if !sure {
				return s, false
			}
			words = append(words, word)
			if i > from && d.toks[i].figure() && strings.HasSuffix(d.toks[i].text, ".") && i+1 < len(d.toks) && d.in("prepositions", d.toks[i+1].low) {
				return deSubject{said: strings.Join(words, " "), to: i + 1}, true // "der 22. für Sie"
			}
			if i > from && isLetterCapital(d.toks[i].text) {
				if i++; i < len(d.toks) && !(from > 0 && d.maps["things"][d.toks[from-1].low] == "modal" && i+1 < len(d.toks) && !d.toks[i].stop && !isLetterCapital(d.toks[i+1].text)) && !d.toks[i-1].stop && (isLetterCapital(d.toks[i].text) && d.toks[i].text != "Sie" && d.toks[i].text != "Ihnen" && !d.in("light nouns", d.toks[i].low) || d.in("genitives", d.toks[i].low)) {
					return s, false // a genitive or a name
				}
				return deSubject{said: strings.Join(words, " "), to: i}, true
			}
			if d.toks[i].stop {
				break
			}
		}
	case isLetterCapital(t.text) && !t.w.in.has(sObjects) && !d.in("prepositions", t.low) && (i+1 >= len(d.toks) || t.stop || !isLetterCapital(d.toks[i+1].text) || d.in("light nouns", d.toks[i+1].low) || i > 0 && i+2 == len(d.toks) && d.in("object verbs", d.toks[i-1].low)) && (!t.w.in.has(sDates) || i == len(d.toks)-1 && i > 0):
		s.said = t.text // a name
		return s, true
	}
	return s, false
}
