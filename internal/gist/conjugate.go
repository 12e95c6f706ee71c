package gist

import (
	"maps"
	"slices"
	"strings"
)

// A verb that addresses the reader, and how the reader says it of themself: "attendez",
// "esperas" as "attends", "espero".

// frenchSelf is a French verb that stands beside "vous" or "tu" as it stands beside "je".
// It is empty where it has no such form. What would be is said as what is.
func (r *restater) frenchSelf(verb string, tu bool) string {
	table := r.maps["said of vous"]
	if tu {
		table = r.maps["said of tu"]
	}
	for n := len(verb); n > 1; n-- { // "revenez" as "venez"
		tail := verb[len(verb)-n:]
		said, ok := table[tail]
		if ok && (n == len(verb) || n > 4 && r.in("prefixes", verb[:len(verb)-n])) {
			return verb[:len(verb)-n] + said
		}
	}
	if tu {
		return r.frenchOfTu(verb)
	}
	stem, ok := strings.CutSuffix(verb, "ez")
	if !ok || len(stem) < 2 {
		return ""
	}
	if would, ok := strings.CutSuffix(stem, "i"); ok && !r.in("stems in i", stem) {
		if first := strings.TrimSuffix(would, "er"); first != would && len(first) > 1 {
			return r.frenchPresent(first) // "accepteriez"
		}
		return would + "ais"
	}
	if r.frenchFuture(stem) {
		return stem + "ai"
	}
	return r.frenchPresent(stem)
}

func (r *restater) frenchOfTu(verb string) string {
	switch {
	case strings.HasSuffix(verb, "eras"), strings.HasSuffix(verb, "iras"), strings.HasSuffix(verb, "dras"), strings.HasSuffix(verb, "ras") && r.frenchFuture(strings.TrimSuffix(verb, "as")):
		return strings.TrimSuffix(verb, "as") + "ai"
	case strings.HasSuffix(verb, "erais") && len(verb) > 7:
		return r.frenchPresent(strings.TrimSuffix(verb, "erais"))
	case strings.HasSuffix(verb, "es") && len(verb) > 3 && !strings.HasSuffix(verb, "tes"):
		return strings.TrimSuffix(verb, "s")
	case strings.HasSuffix(verb, "tes") && len(verb) > 4:
		return strings.TrimSuffix(verb, "s")
	case strings.HasSuffix(verb, "s") && len(verb) > 3, strings.HasSuffix(verb, "x") && len(verb) > 3:
		return verb
	}
	return ""
}

// frenchFuture reports whether a stem before "ez" is one of the future: "viendr", "finir".
func (r *restater) frenchFuture(stem string) bool {
	if r.in("stems in r", stem) {
		return false
	}
	for _, end := range []string{"er", "ir", "dr", "evr", "rr", "ttr", "îtr", "aur", "vr"} {
		if strings.HasSuffix(stem, end) && len(stem) > len(end) {
			return !strings.HasSuffix(stem, "ér")
		}
	}
	return false
}

// frenchPresent is the present of "je" by the stem before "ez".
func (r *restater) frenchPresent(stem string) string {
	switch {
	case r.in("stems in er", stem):
		return stem + "e"
	case r.maps["stems"][stem] != "":
		return r.maps["stems"][stem]
	case strings.HasSuffix(stem, "aiss"), strings.HasSuffix(stem, "oiss"), strings.HasSuffix(stem, "iss"), strings.HasSuffix(stem, "uis"):
		return strings.TrimSuffix(strings.TrimSuffix(stem, "s"), "s") + "s" // "connaissez", "finissez", "conduisez"
	case strings.HasSuffix(stem, "nd"), strings.HasSuffix(stem, "rd"):
		return stem + "s" // "attendez"
	case strings.HasSuffix(stem, "oy"), strings.HasSuffix(stem, "ay"), strings.HasSuffix(stem, "uy"):
		return strings.TrimSuffix(stem, "y") + "ie"
	}
	runes := []rune(stem)
	if n := len(runes); n > 2 && !strings.ContainsRune("aeiouyéèê", runes[n-1]) && (runes[n-2] == 'é' || runes[n-2] == 'e' && r.in("stems in e", stem)) {
		runes[n-2] = 'è' // "préférez", "achetez"
		return string(runes) + "e"
	}
	return stem + "e"
}

// conjugated is a Spanish verb as its reader says it.
type conjugated struct {
	said    string
	address string // what the sender calls the reader by it: tú, usted, vosotros, ustedes
	inf     string
}

// conjugate makes the forms of the verbs of a Spanish restate.txt.
func (r *restater) conjugate() map[string]conjugated {
	out := map[string]conjugated{}
	put := func(inf, form, said, address string) {
		if _, had := out[form]; !had && form != "" && said != "" {
			out[form] = conjugated{said, address, inf}
		}
	}
	each := func(section, from, to string) {
		for _, line := range r.lists[section] {
			for _, inf := range line {
				if len(inf) < 4 {
					continue
				}
				stem := inf[:len(inf)-2]
				strong := stem
				if at := strings.LastIndex(stem, from); from != "" && at >= 0 {
					strong = stem[:at] + to + stem[at+len(from):]
				}
				r.regular(put, inf, stem, strong)
			}
		}
	}
	for _, inf := range slices.Sorted(maps.Keys(r.maps["irregular"])) {
		f := strings.Fields(r.maps["irregular"][inf])
		if len(f) != 7 {
			continue
		}
		yo, us := f[0], f[5]
		for i, address := range []string{"tú", "usted", "vosotros", "ustedes"} {
			first := yo
			if i > 1 {
				first = us
			}
			put(inf, f[1+i], first, address)
		}
		put(inf, us, us, "nosotros")
		put(inf, yo, yo, "yo")
		r.later(put, inf, f[6], yo, us)
		r.before(put, inf, inf[:len(inf)-2])
	}
	for _, form := range slices.Sorted(maps.Keys(r.maps["preterites"])) {
		f := strings.Fields(r.maps["preterites"][form])
		if len(f) == 2 {
			put("", form, f[0], f[1])
		}
	}
	each("verbs í", "i", "í")
	each("verbs ú", "u", "ú")
	each("verbs ie", "e", "ie")
	each("verbs ue", "o", "ue")
	each("verbs i", "e", "i")
	each("regular", "", "")
	return out
}

// regular makes the forms of a verb whose stem is another one where it is stressed.
func (r *restater) regular(put func(inf, form, said, address string), inf, stem, strong string) {
	theme := map[string][4]string{"ar": {"a", "áis", "amos", "an"}, "er": {"e", "éis", "emos", "en"}, "ir": {"e", "ís", "imos", "en"}}[inf[len(inf)-2:]]
	if theme[0] == "" {
		return
	}
	yo := firstOf(strong, inf[len(inf)-2:])
	if strings.HasSuffix(inf, "uir") && !strings.HasSuffix(inf, "guir") {
		strong += "y"
		yo = strong + "o"
	}
	us := stem + theme[2]
	put(inf, strong+theme[0]+"s", yo, "tú")
	put(inf, strong+theme[0], yo, "usted")
	put(inf, stem+theme[1], us, "vosotros")
	put(inf, strong+theme[3], us, "ustedes")
	put(inf, us, us, "nosotros")
	put(inf, yo, yo, "yo")
	r.later(put, inf, inf, yo, us)
	r.before(put, inf, stem)
	if inf[len(inf)-2:] == "ar" {
		i := stem + "é"
		for _, spelt := range [][2]string{{"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
			if head, ok := strings.CutSuffix(stem, spelt[0]); ok {
				i = head + spelt[1] + "é"
			}
		}
		put(inf, stem+"aste", i, "tú")
		put(inf, stem+"ó", i, "usted")
		put(inf, stem+"asteis", us, "vosotros")
		put(inf, stem+"aron", us, "ustedes")
		return
	}
	put(inf, stem+"iste", stem+"í", "tú")
	put(inf, stem+"ió", stem+"í", "usted")
	put(inf, stem+"isteis", stem+"imos", "vosotros")
	put(inf, stem+"ieron", stem+"imos", "ustedes")
}

// firstOf is the present of "yo".
func firstOf(stem, end string) string {
	if end != "ar" {
		switch {
		case strings.HasSuffix(stem, "gu"):
			return strings.TrimSuffix(stem, "u") + "o" // "sigo"
		case strings.HasSuffix(stem, "g"):
			return strings.TrimSuffix(stem, "g") + "jo" // "recojo"
		case strings.HasSuffix(stem, "nc"), strings.HasSuffix(stem, "rc"):
			return strings.TrimSuffix(stem, "c") + "zo" // "convenzo"
		case strings.HasSuffix(stem, "c"):
			return strings.TrimSuffix(stem, "c") + "zco" // "conozco"
		}
	}
	return stem + "o"
}

// later makes the future, and what would be, which is said as what is.
func (r *restater) later(put func(inf, form, said, address string), inf, stem, yo, us string) {
	put(inf, stem+"ás", stem+"é", "tú")
	put(inf, stem+"á", stem+"é", "usted")
	put(inf, stem+"éis", stem+"emos", "vosotros")
	put(inf, stem+"án", stem+"emos", "ustedes")
	put(inf, stem+"ías", yo, "tú")
	put(inf, stem+"ía", yo, "usted")
	put(inf, stem+"íais", us, "vosotros")
	put(inf, stem+"ían", us, "ustedes")
}

// before makes what was going on.
func (r *restater) before(put func(inf, form, said, address string), inf, stem string) {
	end := "ía"
	if strings.HasSuffix(inf, "ar") {
		end = "aba"
	}
	put(inf, stem+end+"s", stem+end, "tú")
	put(inf, stem+end, stem+end, "usted")
	if end == "aba" {
		put(inf, stem+"abais", stem+"ábamos", "vosotros")
		put(inf, stem+"aban", stem+"ábamos", "ustedes")
		return
	}
	put(inf, stem+"íais", stem+"íamos", "vosotros")
	put(inf, stem+"ían", stem+"íamos", "ustedes")
}
