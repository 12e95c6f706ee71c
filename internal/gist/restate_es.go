package gist

import (
	"slices"
	"strings"
)

// spanish says a Spanish question or request back.
func (r *restater) spanish(text, _ string) Restated { return r.spanishIn(text, "") }

func (r *restater) spanishIn(text string, manner Manner) Restated {
	c, from := r.romance(text)
	if c == nil {
		return Restated{}
	}
	c.manner = manner
	for _, i := range c.starts(from) {
		if !strings.Contains(text, "?") && !c.whether(i) {
			continue
		}
		if low := c.toks[i].low; (low == "todavía" || low == "aún" || low == "ya") && !c.toks[i].stop {
			if out := r.spanishStill(low, text, c.toks[i].to, manner); out != (Restated{}) {
				return out
			}
		}
		if out := c.named(i); out.Yes != "" {
			return out
		}
		clitic := ""
		if low := c.toks[i].low; (low == "me" || low == "nos") && i+2 < len(c.toks) {
			clitic, i = low, i+1
		}
		t := &c.toks[i]
		if t.stop || i+1 >= len(c.toks) {
			continue
		}
		if t.low == "hay" && clitic == "" {
			words, ok := c.rest(i + 1)
			if !ok || len(words) == 0 || c.formal == "" && len(words) == 1 && words[0] == "novedades" {
				return Restated{}
			}
			return Restated{Yes: "hay " + strings.Join(words, " "), No: c.spanishNone(words)}
		}
		parts := strings.Split(c.maps["verbs"][t.low], "|")
		if formal := c.maps["with usted"][t.low]; formal != "" && c.toks[i+1].low == "usted" {
			parts = strings.Split(formal, "|")
		}
		said, kind := "", ""
		switch {
		case len(parts) == 3:
			said, kind, c.formal = strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), strings.TrimSpace(parts[2])
		case clitic != "" && c.maps["formal acts"][t.low] != "":
			said, kind, c.formal = c.maps["formal acts"][t.low], "act", "usted"
		}
		if len(parts) == 3 || said != "" {
			if kind != "act" && (clitic == "" || kind == "modal") || kind == "act" && clitic != "" {
				if out := c.spanishOf(i+1, clitic, said, kind); out != (Restated{}) {
					return out
				}
			}
		}
		if clitic != "" {
			i--
		}
		c.formal = ""
		if s, ok := c.spanishClause(i); ok {
			if out := c.spanishSaid(s); out != (Restated{}) {
				return out
			}
		}
	}
	return Restated{}
}

// spanishStill says back "¿todavía tienes la escalera?" and "¿ya has pagado?", whose adverb
// ends at a place of the text.
func (r *restater) spanishStill(adverb, text string, at int, manner Manner) Restated {
	out := r.spanishIn("¿"+strings.TrimLeft(text[at:], " "), manner)
	if out.Yes == "" {
		return Restated{}
	}
	out.Do, out.Free, out.Yes = "", "", adverb+" "+out.Yes
	if no, ok := strings.CutPrefix(out.No, "no "); ok && adverb == "ya" {
		out.No = "todavía no " + no
	} else if ok {
		out.No = "ya no " + no
	}
	return out
}

func (c *romClause) spanishOf(i int, clitic, said, kind string) Restated {
	attached := ""
	if kind == "modal" && i < len(c.toks) {
		verb, own := c.unattached(c.toks[i].low)
		feeds := verb == "dar" && i+1 < len(c.toks) && c.toks[i+1].low == "de" && !c.toks[i].stop // "dar de comer al gato"
		if verb == "" || c.in("telling", verb) && !feeds || verb == "ser" || verb == "estar" {
			return Restated{}
		}
		if clitic == "" && c.in("movers", verb) && i+2 < len(c.toks) && !c.toks[i].stop && c.toks[i+1].w.det != "" && !c.toks[i+2].w.in.has(sDates) && c.toks[i+2].w.day == 0 && !c.toks[i+2].figure() {
			return Restated{} // "¿puede venir el técnico?"
		}
		if own != "" {
			if clitic != "" {
				return Restated{}
			}
			attached = c.going(verb) + c.maps[c.formal][own]
		}
	}
	said = c.going(said)
	words, ok := []string(nil), true
	if attached != "" {
		if i+1 < len(c.toks) && !c.toks[i].stop {
			words, ok = c.rest(i + 1)
		}
		words = append([]string{attached}, words...)
	} else {
		words, ok = c.rest(i)
	}
	if !ok || len(words) == 0 || kind == "have" && !spanishParticiple(words[0]) {
		return Restated{}
	}
	words[0] = c.going(words[0])
	if said == "quiero" && c.in("along", words[0]) {
		along := strings.Join(words, " ")
		return Restated{Yes: "me encantaría " + along, No: "no puedo " + along}
	}
	lead := said
	if clitic != "" {
		lead = c.maps[c.formal][clitic] + " " + said
	}
	out := Restated{Yes: lead + " " + strings.Join(words, " ")}
	if !slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) {
		out.No = "no " + out.Yes
	}
	switch {
	case kind == "modal" && said == "puedo" && clitic == "":
		out.Do = strings.Join(words, " ")
	case kind == "modal" && said == "puedo":
		out.Do = words[0] + c.maps[c.formal][clitic]
		if len(words) > 1 {
			out.Do += " " + strings.Join(words[1:], " ")
		}
	case kind == "act":
		out.Do = c.maps["infinitives"][said] + c.maps[c.formal][clitic] + " " + strings.Join(words, " ")
	}
	return out
}

// named says back "¿puede venir Hugo?", "¿va a seguir Lucas en el comedor?", whose verb is token
// i: who is named stands behind it.
func (c *romClause) named(i int) Restated {
	toks := c.toks
	if v, known := c.conjugatedAt(i); !known && toks[i].low != "podría" || known && v.address != "usted" || toks[i].stop {
		return Restated{}
	}
	verb := []string{toks[i].low}
	if verb[0] == "podría" {
		verb[0] = "puede"
	}
	j := i + 1
	for j < len(toks) && j < i+4 && !toks[j].stop && (toks[j].low == "a" || toks[j].low == "ya" || c.infinitiveWord(toks[j].low) || spanishParticiple(toks[j].low)) {
		verb = append(verb, c.going(toks[j].low))
		j++
	}
	if j >= len(toks) || toks[j].w != unknown || !capital(toks[j].text) || strange(&toks[j]) {
		return Restated{}
	}
	words, ok := []string(nil), true
	if j+1 < len(toks) && !toks[j].stop {
		if c.formal == "" {
			c.formal = "usted"
			if c.manner == Familiar {
				c.formal = "tú"
			}
		}
		words, ok = c.rest(j + 1)
	}
	if !ok || len(words) > 0 && c.in("joining", words[0]) {
		return Restated{}
	}
	does := strings.Join(append(verb, words...), " ")
	return Restated{Yes: toks[j].text + " " + does, No: toks[j].text + " no " + does}
}

// ownInfinitive is an infinitive with a pronoun of the reader as they say it of themself:
// "quedarme" of "quedarte". It is empty for other words.
func ownInfinitive(w string) string {
	for _, end := range []string{"te", "se", "os"} {
		stem, ok := strings.CutSuffix(w, end)
		if !ok || len(stem) < 4 || !strings.HasSuffix(stem, "ar") && !strings.HasSuffix(stem, "er") && !strings.HasSuffix(stem, "ir") {
			continue
		}
		if end == "os" {
			return stem + "nos"
		}
		return stem + "me"
	}
	return ""
}

// unattached parts "enviarme" into its verb and pronoun; the verb is empty where it is no
// infinitive.
func (c *romClause) unattached(w string) (verb, clitic string) {
	for _, end := range []string{"", "me", "nos"} {
		stem, ok := strings.CutSuffix(w, end)
		if ok && len(stem) > 2 && (strings.HasSuffix(stem, "ar") || strings.HasSuffix(stem, "er") || strings.HasSuffix(stem, "ir")) {
			return stem, end
		}
	}
	return "", ""
}

func spanishParticiple(w string) bool {
	return strings.HasSuffix(w, "ado") || strings.HasSuffix(w, "ido") || strings.HasSuffix(w, "ído") || slices.Contains([]string{"visto", "hecho", "escrito", "puesto", "abierto", "roto", "vuelto", "dicho", "impreso", "resuelto", "devuelto", "cubierto", "descubierto"}, w)
}

// spanishNone denies that there is something.
func (c *romClause) spanishNone(words []string) string {
	if words[0] == "un" || words[0] == "una" {
		words = words[1:]
	}
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) {
		return ""
	}
	return "no hay " + strings.Join(words, " ")
}
