package dialog

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// What a mail itself says of a value that is asked for: figures of the same dimension, and what
// they are to it: a limit, the ends of a span, last year's figure, one of two that were said.

// token is a word or a figure of a text that is read for figures.
type token struct {
	w     string
	n     float64
	num   bool
	money string // the sign of its currency
	stop  bool   // a sentence or part of it ends behind it
}

const maxMarks = 90

// marksOf are the words and figures of a text; thousands and decimals stay with their figures.
func (p *planner) marksOf(text string) []token {
	m := p.measures()
	var out []token
	rs := []rune(strings.ToLower(text))
	for i := 0; i < len(rs) && len(out) < maxMarks; {
		r := rs[i]
		switch {
		case r >= '0' && r <= '9':
			from := i
			for i < len(rs) && (rs[i] >= '0' && rs[i] <= '9' || (rs[i] == '.' || rs[i] == ',' || rs[i] == ':') && i+1 < len(rs) && rs[i+1] >= '0' && rs[i+1] <= '9') {
				i++
			}
			s := string(rs[from:i])
			for short := len(s) < 4; m.comma && short && groupAt(rs, i); {
				s, i = s+string(rs[i+1:i+4]), i+4 // "1 250 000"
			}
			k := token{w: s}
			k.n, k.num = m.figureOfText(s)
			if from > 0 && strings.ContainsRune("£$€", rs[from-1]) {
				k.money = string(rs[from-1])
			}
			sign := i
			for m.comma && sign < len(rs) && (rs[sign] == ' ' || rs[sign] == '\u00a0' || rs[sign] == '\u202f') {
				sign++
			}
			if sign < len(rs) && strings.ContainsRune("£$€", rs[sign]) {
				k.money = string(rs[sign])
				i = sign + 1
			}
			out = append(out, k)
		case unicode.IsLetter(r):
			from := i
			for i < len(rs) && (unicode.IsLetter(rs[i]) || (rs[i] == '\'' || rs[i] == '’') && i+1 < len(rs) && unicode.IsLetter(rs[i+1])) {
				if (rs[i] == '\'' || rs[i] == '’') && m.is("elided", string(rs[from:i])) {
					break // "l'heure"
				}
				i++
			}
			k := token{w: string(rs[from:i])}
			if n, ok := m.numbers[k.w]; ok {
				k.n, k.num = n, true
				if last := len(out) - 1; (n == 100 || n == 1000) && last >= 0 && !out[last].stop {
					if out[last].num && out[last].n < n {
						out[last].n *= n // "two hundred"
						continue
					}
					if m.is("few", out[last].w) {
						k.n *= 3
					}
				}
				if last := len(out) - 1; last >= 0 && out[last].num && !out[last].stop && out[last].n >= 20 && out[last].n < 100 && n < 10 && m.numbers[out[last].w] > 0 {
					out[last].n += n // "twenty four"
					continue
				}
			}
			if last := len(out) - 1; last >= 0 && m.is("single", out[last].w) && !out[last].num && !out[last].stop && (last == 0 || p.isSingle(out[last-1].w)) {
				if u := m.units[k.w]; u.dim == "mass" || u.dim == "volume" || m.is("single units", k.w) {
					out[last].n, out[last].num = 1, true // "a kilo a month"
				}
			}
			if m.is("coins", k.w) {
				k.money = "£"
			}
			out = append(out, k)
		default:
			if len(out) > 0 {
				switch r {
				case '.', ';', '!', '?', ':', ',', '(', ')':
					out[len(out)-1].stop = true
				case '-', '–', '/', '%':
					out = append(out, token{w: string(r)})
				}
			}
			i++
		}
	}
	return out
}

// isSingle reports whether "a kilo" behind a word is one rather than "for each".
func (p *planner) isSingle(w string) bool {
	return p.out.Language == "en" && strings.HasSuffix(w, "ing") || p.measures().is("single behind", w) || p.measures().is("takes a value", w)
}

// role is what a figure of the mail is to the value that is asked for.
type role int

const (
	near  role = iota
	most       // no more than it
	least      // no less than it
	ends       // the ends of a span
)

// figure is a figure of the mail with its dimension.
type figure struct {
	low, high float64 // alike for a single one, in the smallest unit
	unit      string
	role      role
	either    bool // it stands beside another one: "32 or 35"
	own       bool // the question itself has it
	of        bool // its sentence tells that it is what was paid or counted before
}

// figuresFor are the figures of the mail that bear on a quantity.
func (p *planner) figuresFor(it *item, q quantity) []figure {
	var out []figure
	own := p.readFigures(it.text, q, true)
	for i := range own {
		own[i].own = true
	}
	out = append(out, own...)
	for _, s := range p.around(it) {
		out = append(out, p.readFigures(s, q, p.wishes(it))...)
		if len(out) > 12 {
			break
		}
	}
	return out
}

// around are the sentences of the mail beside the one that asks.
func (p *planner) around(it *item) []string {
	var out []string
	add := func(s string) {
		if s != "" && s != it.text && !strings.Contains(it.text, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(it.before)
	for _, s := range p.mail.Told {
		add(s)
	}
	for _, r := range p.mail.Requests {
		add(r.Text)
	}
	return out
}

// readFigures finds the figures of one sentence that have the dimension of a quantity.
func (p *planner) readFigures(text string, q quantity, wished bool) []figure {
	m, base := p.measures(), p.base(q.dim)
	ks := p.marksOf(text)
	at := tokenAt(ks)
	of := p.holdsLine("figure of it", text)
	var out []figure
	unitBefore := ""
	for i := 0; i < len(ks); i++ {
		if !ks[i].num || p.noQuantity(ks, i) || i > 2 && m.is("place article", ks[i-1].w) && m.is("of them", ks[i-2].w) && ks[i-3].num {
			continue // "£310 of the £900"
		}
		low, high, end := ks[i].n, ks[i].n, i
		sign := ks[i].money
		ranged, either := false, false
		if join := i + 2; join < len(ks) && !ks[i].stop {
			to := join
			if u, _, n, ok := m.unitAt(at, i+1); ok && u.dim == base && join+n < len(ks) {
				to = join + n // "5 kg to 8 kg"
			}
			w, between := ks[to-1].w, i > 0 && m.is("range between", ks[i-1].w)
			if k := ks[to]; k.num && !p.noQuantity(ks, to) && k.n > low && (w == "-" || w == "–" || m.is("range to", w) || m.is("range and", w) && between) {
				high, end, ranged = k.n, to, true
				if sign == "" {
					sign = k.money
				}
			} else if k.num && (m.is("either", w) || to+1 < len(ks) && m.is("single", w) && m.is("either", ks[to-2].w)) {
				either = true
			}
		}
		if i > 1 && (m.is("either", ks[i-1].w) || m.is("single", ks[i-1].w) && m.is("either", ks[i-2].w)) {
			either = either || len(out) > 0
		}
		name, next := "", end+1
		for next < len(ks) && (ks[next].w == "-" || m.is("unit skips", ks[next].w)) {
			next++
		}
		var u unit
		known := false
		if next < len(ks) && !ks[end].stop {
			u, name, _, known = m.unitAt(at, next)
		}
		switch {
		case sign != "":
			if base != "money" {
				continue
			}
			u, name = unit{dim: "money", size: 1}, sign
		case known && u.dim == base:
			unitBefore = name
		case known:
			continue
		case base == "money":
			if m.numbers[ks[i].w] == 1 || !p.bareFigure(ks, end, low) || !p.ofMoney(ks, i) && (low < 20 || !ranged && !of) {
				continue
			}
			u, name = unit{dim: "money", size: 1}, ""
		case base == "count":
			if !p.sameCounted(ks, end, q.noun) && (!p.bareFigure(ks, end, low) || !ranged && !either && p.roleOf(ks, i, next) == near && !of) {
				continue
			}
			u = unit{size: 1}
			name = ""
		case unitBefore != "" && p.bareFigure(ks, end, low):
			name = unitBefore
			u = m.units[name]
		case q.unit != "" && p.bareFigure(ks, end, low):
			name = q.unit
			u = m.units[name]
		case q.dim == "age" && p.roleOf(ks, i, next) != near:
			name = "years"
			u = m.units[name]
		default:
			continue
		}
		if base != "money" && base != "count" && !ranged && !either && !of && !wished && p.roleOf(ks, i, next) == near {
			continue // "how wide is your drive? The skip is 2.3 m across"
		}
		s := figure{low: low * u.size, high: high * u.size, unit: name, either: either, of: of}
		if s.role = p.roleOf(ks, i, next); ranged {
			s.role = ends
		}
		out = append(out, s)
		i = end
	}
	return out
}

// neighbors are the words before and behind a token; what a stop parts from it is none behind.
func neighbors(ks []token, i int) (prev, next string) {
	if i > 0 {
		prev = ks[i-1].w
	}
	if i+1 < len(ks) && !ks[i].stop {
		next = ks[i+1].w
	}
	return prev, next
}

// noQuantity reports whether a figure is a day, an hour, a year or part of a number of something.
func (p *planner) noQuantity(ks []token, i int) bool {
	m, k := p.measures(), ks[i]
	prev, next := neighbors(ks, i)
	month, _ := p.monthBehind(ks, i+1)
	switch {
	case m.is("before noon", next), m.is("after noon", next):
		return next != "a" && next != "p" || i+2 < len(ks) && ks[i+2].w == "m"
	case strings.Contains(k.w, ":"), m.is("ordinal marks", next), m.is("hour sign", next) && p.think.sets["hour before"][stem(prev)]:
		return true
	case next != "" && month > 0, p.isMonth(prev) && k.n <= 31:
		return true
	case k.n >= 1900 && k.n < 2100 && !strings.ContainsAny(k.w, ",.") && k.money == "" && !m.money(next):
		return true
	case k.money == "" && k.n < 24.6 && p.think.sets["hour before"][stem(prev)] && p.bareFigure(ks, i, k.n):
		if m.is("hour always", prev) {
			return true // an hour
		}
		for j := max(0, i-4); j < min(len(ks), i+3); j++ {
			if p.think.weekday(ks[j].w) >= 0 {
				return true // "Friday about six"
			}
		}
	}
	return p.think.sets["numbered things"][stem(prev)] && k.money == ""
}

// bareFigure reports whether a figure has no word behind it that it counts.
func (p *planner) bareFigure(ks []token, end int, n float64) bool {
	if end+1 >= len(ks) || ks[end].stop {
		return true
	}
	w := ks[end+1].w
	if p.measures().is("of them", w) {
		return false // "twenty of them"
	}
	return w == "-" || p.think.small[w] || p.think.past[w] || p.think.sets["bare behind"][stem(w)]
}

// sameCounted reports whether a figure counts the noun that is asked for.
func (p *planner) sameCounted(ks []token, end int, noun string) bool {
	for i := end + 1; i < min(end+4, len(ks)) && !ks[i-1].stop && noun != ""; i++ {
		if stem(ks[i].w) == stem(noun) || p.sameUnit([]string{stem(noun)}, ks[i].w) {
			return true
		}
	}
	return false
}

// ofMoney reports whether a sentence is about money, so that a bare figure is a price.
func (p *planner) ofMoney(ks []token, at int) bool {
	for i := max(0, at-12); i < min(len(ks), at+8); i++ {
		if p.think.sets["of money"][stem(ks[i].w)] {
			return true
		}
	}
	return false
}

// roleOf tells a limit from other figures by the words before and behind it.
func (p *planner) roleOf(ks []token, i, next int) role {
	before := " "
	for j := max(0, i-7); j < i; j++ {
		if before += ks[j].w + " "; ks[j].stop && !strings.HasSuffix(before, " , ") && j < i-1 && p.measures().is("part breaks", ks[j+1].w) {
			before = " "
		}
	}
	behind := " "
	for j := i + 1; j < min(len(ks), next+6); j++ {
		behind += ks[j].w + " "
		if ks[j].stop {
			break
		}
	}
	holds := func(section, text string) int { // where the last line of a section ends, the longer of two counting more
		at := -1
		for _, line := range p.think.lines(section) {
			if i := strings.LastIndex(text, " "+line+" "); i >= 0 {
				at = max(at, 100*(i+len(line))+len(line))
			}
		}
		return at
	}
	top, low := holds("most before", before), holds("least before", before)
	switch {
	case top > low, top < 0 && low < 0 && holds("most behind", behind) >= 0:
		return most
	case low >= 0 || holds("least behind", behind) >= 0:
		return least
	}
	return near
}

// leeway is what the mail leaves for a value.
type leeway struct {
	low, high float64   // 0 and infinity where nothing bounds it
	near      []float64 // values that were said of it
	pick      []float64 // of which it is one
	unit      string
	sign      string
	spanned   bool
	before    bool // one of them is what it was before
}

// leewayOf reads the bounds of a value out of the figures of the mail.
func (p *planner) leewayOf(it *item, q quantity, figures []figure) leeway {
	l := leeway{high: math.Inf(1)}
	outgrown := p.mailHolds("too small")
	heavy := !outgrown && p.mailHolds("too large")
	for _, f := range figures {
		if q.dim == "money" {
			if u := p.measures().units[f.unit]; l.sign == "" && (strings.ContainsAny(f.unit, "£$€") || len(u.one) > 2) {
				l.sign = cmp.Or(u.one, f.unit) // "50 Franken"
			}
		} else if l.unit == "" {
			l.unit = f.unit
		}
		switch {
		case f.role == ends:
			if !l.spanned {
				l.low, l.high, l.spanned = max(l.low, f.low), min(l.high, f.high), true
			}
		case f.role == most:
			l.high = min(l.high, f.high)
		case f.role == least:
			l.low = max(l.low, f.low)
		case f.either:
			l.pick = append(l.pick, f.low)
		default:
			l.before = l.before || f.of && !f.own
			l.near = append(l.near, f.low)
		}
	}
	if l.low > l.high {
		l.low, l.high = 0, math.Inf(1)
	}
	if len(l.near) == 2 && l.near[0] != l.near[1] && (p.mailHolds("said two ways")) && l.near[0] < 4*l.near[1] && l.near[1] < 4*l.near[0] {
		l.pick, l.near = l.near, nil
	}
	if len(l.near) == 1 && outgrown {
		l.low, l.near = l.near[0]*1.15, nil
	} else if len(l.near) == 1 && heavy {
		l.high, l.near = l.near[0]*0.9, nil
	}
	return l
}

// mailHolds reports whether a sentence of the mail has a line of a section.
func (p *planner) mailHolds(section string) bool {
	return slices.ContainsFunc(p.sceneTexts(), func(s string) bool { return p.holdsLine(section, s) })
}
