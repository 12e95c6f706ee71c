package gist

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// spanishOrders are the forms by which a Spanish reader is told to do something, and what is
// wished of them: "envíe", "envía", "envíes", "enviad".
var spanishOrders = sync.OnceValue(func() map[string]conjugated {
	r := restaterOf("es")
	out := map[string]conjugated{}
	put := func(form, inf, address string) {
		if _, had := out[form]; !had && form != "" {
			out[form] = conjugated{inf: inf, address: address}
		}
	}
	for _, form := range slices.Sorted(maps.Keys(r.lexicon.maps["imperatives"])) {
		inf, address, _ := strings.Cut(r.lexicon.maps["imperatives"][form], " ")
		put(form, inf, address)
	}
	forms := r.forms()
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		c := forms[form]
		if c.inf == "" || len(c.inf) < 4 {
			continue
		}
		stem, ar := strings.TrimSuffix(c.said, "o"), strings.HasSuffix(c.inf, "ar")
		switch {
		case c.address == "yo" && form == c.said && stem != c.said:
			end := "a"
			if ar {
				end = "e"
				for _, spelt := range [][2]string{{"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
					if head, ok := strings.CutSuffix(stem, spelt[0]); ok {
						stem = head + spelt[1]
						break
					}
				}
			}
			put(stem+end, c.inf, "usted")
			put(stem+end+"s", c.inf, "tú")
			put(stem+end+"n", c.inf, "usted")
			if end == "e" {
				put(stem+"éis", c.inf, "vosotros")
			} else {
				put(stem+"áis", c.inf, "vosotros")
			}
		case c.address == "usted" && (form == c.inf[:len(c.inf)-2]+"a" || form == c.inf[:len(c.inf)-2]+"e" || strings.HasSuffix(form, "a") && ar && !strings.HasSuffix(form, "aba") && !strings.HasSuffix(form, "ía") || strings.HasSuffix(form, "e") && !ar):
			put(form, c.inf, "tú")
		case c.address == "vosotros" && (strings.HasSuffix(form, "áis") || strings.HasSuffix(form, "éis") || strings.HasSuffix(form, "ís")):
			put(strings.TrimSuffix(c.inf, "r")+"d", c.inf, "vosotros")
		}
	}
	for _, w := range slices.Sorted(maps.Keys(r.words)) { // verbs of no table are regular
		if e := r.words[w]; e.in.has(sVerbs) || e.in.has(r.lexicon.sets["telling infinitives"]) || e.in.has(r.lexicon.sets["sending infinitives"]) || e.in.has(r.lexicon.sets["goes alone"]) {
			regularOrders(w, put)
		}
	}
	return out
})

// regularOrders puts the forms of a regular Spanish verb by which somebody is told to do something.
func regularOrders(inf string, put func(form, inf, address string)) {
	if len(inf) < 5 {
		return
	}
	stem, first, then := inf[:len(inf)-2], "e", "a"
	switch inf[len(inf)-2:] {
	case "ar":
		put(stem+"ad", inf, "vosotros")
	case "er", "ir":
		put(inf[:len(inf)-1]+"d", inf, "vosotros")
		first, then = "a", "e"
	default:
		return
	}
	past := map[bool]string{true: "ara", false: "iera"}[then == "a"]
	put(stem+past, inf, "usted")
	put(stem+past+"n", inf, "usted")
	put(stem+past+"s", inf, "tú")
	spelt := stem
	if then == "a" {
		for _, s := range [][2]string{{"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
			if head, ok := strings.CutSuffix(stem, s[0]); ok {
				spelt = head + s[1]
				break
			}
		}
	}
	put(spelt+first, inf, "usted")
	put(spelt+first+"n", inf, "usted")
	put(spelt+first+"s", inf, "tú")
	put(stem+then, inf, "tú")
}

// unaccented writes a vowel with an accent without it.
var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// spanishOrder reads an imperative with its pronouns, "indíquenos": the infinitive, the pronouns,
// and whom it addresses. Where wished is set, an infinitive will do too, "enviarnos".
func (d *romWish) spanishOrder(w string, wished bool) (inf string, clitics []string, you string) {
	if len(w) > 24 {
		return "", nil, ""
	}
	bare := w
	read := func(w string) (string, string) {
		if wished && len(w) > 3 && (w == bare || d.verb(w) || d.is(w, d.sets["telling infinitives"]) || d.is(w, d.sets["sending infinitives"]) || d.r.forms()[w[:len(w)-2]+"o"].inf == w) && (strings.HasSuffix(w, "ar") || strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir")) && !d.is(w, d.sets["no infinitives"]) {
			return w, ""
		}
		c, ok := spanishOrders()[w]
		if !ok {
			return "", ""
		}
		return c.inf, c.address
	}
	if inf, you = read(w); inf != "" {
		return inf, nil, you
	}
	rest := w
	for len(clitics) < 2 {
		cut := ""
		for _, c := range []string{"nos", "los", "las", "les", "me", "te", "se", "le", "lo", "la", "os"} {
			if strings.HasSuffix(rest, c) && len(rest)-len(c) > 1 {
				cut = c
				break
			}
		}
		if cut == "" {
			return "", nil, ""
		}
		rest, clitics = strings.TrimSuffix(rest, cut), append([]string{cut}, clitics...)
		for _, form := range []string{rest, unaccented.Replace(rest), rest + "d"} {
			if (form == rest+"d") != (cut == "os") {
				continue
			}
			if inf, you = read(form); inf != "" {
				return inf, clitics, you
			}
		}
	}
	return "", nil, ""
}
