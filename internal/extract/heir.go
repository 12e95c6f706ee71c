package extract

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Bounds of "118210 was replaced by 482913", in bytes and words.
const (
	maxHandover = 80 // bytes between the two numbers
	maxTrade    = 5  // words from the verb to the first of them
)

// trade is the class of verbs that put one code in the place of another.
const trade class = 1

var tradeLexicon = sync.OnceValue(func() *lexicon { return newLexicon(map[class][]words{trade: tradeWords}) })

// takers stand right before the code that takes the place.
var takers = setOf("with", "by", "for", "to", "durch", "gegen", "auf", "zu", "par", "pour", "contre", "por", "para", "pelo", "pela", "con", "da", "dal", "dalla",
	"com", "cu", "door", "met", "voor", "naar", "in", "med", "mot", "av", "af", "till", "til", "przez", "na", "kodem", "kodom", "kodu", "koodilla",
	"koodiksi", "za", "ar", "на", "кодом", "с", "със", "απο", "με", "σε", "oleh", "dengan", "menjadi", "bang", "thanh", "ב", "إلى", "الى", "ب", "amb", "per")

// postTakers stand right after it.
var postTakers = setOf("ile", "kodu ile", "koduyla", "kodra", "koddal")

// handsOver tells that a line puts code b, the next after a, in the place of a: "replaced by", "changed from a to b". typing tells
// a mail that speaks of codes at all.
func (l *line) handsOver(a, b *candidate, trades []mark, typing func() bool) bool {
	gap := l.low[a.end:b.start]
	if len(gap) > maxHandover || !sameForm(a, b) {
		return false
	}
	s := look(gap, false)
	if s.breaks > 0 || s.number || !shifts(gap) && !l.trades(a, b, gap, s, trades) {
		return false
	}
	from := max(0, a.start-reachLeft)
	for k := markBefore(l.marks, from); k < len(l.marks) && l.marks[k].end <= b.start; k++ {
		m := l.marks[k]
		if (m.class == trap || m.class == thing || m.class == other || m.class == promo || m.class == travel) && !takers.has(l.low[m.start:m.end]) {
			return false
		}
	}
	if _, named := l.noun(from, b.start); named {
		return true
	}
	noun, named := mark{}, false
	for _, m := range l.marks[markBefore(l.marks, a.end):] { // "118210 kodu"
		if m.start > b.end+maxLabel {
			break
		}
		if noun, named = m, m.class.names(); named {
			return noun.start >= a.end
		}
	}
	return typing()
}

// nows tie a code to the one that it has become: "118210 is now 482913".
var nows = setOf("now", "jetzt", "nun", "maintenant", "desormais", "ahora", "ora", "adesso", "agora", "nu", "na", "nyt", "teraz", "nyni", "mostantol", "acum", "сега",
	"теперь", "тепер", "τωρα", "artik", "simdi", "sekarang")

// shifts tells an arrow between two numbers, or "is now" and the like.
func shifts(gap string) bool {
	gap = strings.Trim(gap, " ,")
	if gap == "->" || gap == "=>" || gap == "→" || gap == "➜" || gap == "⇒" || gap == "➔" {
		return true
	}
	words := strings.Fields(gap)
	now := false
	for _, w := range words {
		now = now || nows.has(w)
		if !nows.has(w) && !copulas.has(w) && !connectives.has(w) {
			return false
		}
	}
	return now && len(words) > 1 && len(words) <= 4
}

// trades tells that a verb of exchange ties two numbers, which stands before, between or after them.
func (l *line) trades(a, b *candidate, gap string, s sight, marks []mark) bool {
	k := markBefore(marks, a.end)
	if gap != "" && !s.spaced && strings.IndexFunc(gap, unspaced) >= 0 {
		return l.tradesUnspaced(b, gap, marks[k:])
	}
	taken := l.taken(a.end, b.start)
	for ; k < len(marks) && marks[k].start-b.end <= maxLabel; k++ {
		m := marks[k]
		switch {
		case m.start < a.end:
		case m.end <= b.start: // "a was replaced by b"
			if taken && look(l.low[m.end:b.start], true).words <= maxTaken+1 {
				return true
			}
		case m.start >= b.end: // "a durch b ersetzt"
			after := look(l.low[b.end:m.start], false)
			first := firstWord(l.low[b.end:m.start])
			return (taken && s.words <= maxTrade || postTakers.has(first) && s.words <= maxTaken) && after.near() && !after.number && !after.comma
		}
	}
	k = markBefore(marks, a.start) - 1
	if k < 0 || a.start-marks[k].end > reachLeft || !taken || s.words > maxTaken+1 || s.comma {
		return false
	}
	before := look(l.low[marks[k].end:a.start], true)
	return before.words <= maxTrade && before.breaks == 0 && !before.number // "replaced a with b"
}

// tradesUnspaced reads "a已被b取代", "a已替换为b" and "aはbに変更"; "a取代b" is the other way about.
func (l *line) tradesUnspaced(b *candidate, gap string, marks []mark) bool {
	for _, m := range marks {
		if m.start >= b.start && m.start < b.end || m.start-b.end > mergeGap {
			return false
		}
		if m.start >= b.end {
			between := l.low[b.end:m.start]
			return containsAny(gap, []string{"被", "由", "は", "が", "를", "을", "에서", "는", "은", "改"}) && look(between, false).near() && !holdsNumber(between)
		}
		if strings.HasSuffix(l.low[m.start:m.end], "为") || strings.HasSuffix(l.low[m.start:m.end], "為") || strings.HasSuffix(l.low[m.start:m.end], "成") {
			return true
		}
	}
	return false
}

// taken tells "by", "with" or the like as the last word of a gap, an article and a noun for a code aside.
func (l *line) taken(from, to int) bool {
	words := strings.FieldsFunc(l.low[from:to], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"'(*[:`+linkRune, r) })
	for n := 0; n < 4 && len(words) > 0; n++ {
		w := words[len(words)-1]
		if takers.has(w) {
			return true
		}
		words = words[:len(words)-1]
		at := strings.LastIndex(l.low[from:to], w)
		k := markBefore(l.marks, from+at)
		named := k < len(l.marks) && l.marks[k].start < from+at+len(w) && l.marks[k].end <= to && (l.marks[k].class.names() || l.marks[k].class == number)
		if !named && !articles.has(w) && !dativeArticles.has(w) && !yours.has(w) && !freshOnly(w) {
			return false
		}
	}
	return false
}

// freshOnly tells a word that says "new".
func freshOnly(w string) bool {
	marks := deadLexicon().find(w)
	return len(marks) == 1 && marks[0].class == fresh
}

// isNew tells that the words before a number call it new or right: "your new code: 482913".
func (l *line) isNew(at int, marks []mark) bool {
	k := markBefore(marks, at) - 1
	if k < 0 || at-marks[k].end > maxLabel {
		return false
	}
	m := marks[k]
	s := look(l.low[m.end:at], true)
	if s.breaks > 0 || s.number || s.words > maxDead || m.class != fresh {
		return false
	}
	if _, named := l.noun(m.start, at); named || s.words <= 1 && (s.joint || s.copula) || strings.HasSuffix(l.low[m.start:m.end], "code") {
		return true
	}
	noun, named := l.noun(max(0, m.start-maxLabel), m.start)
	return named && look(l.low[noun.end:m.start], true).near()
}

// tagged tells a number with "(new)" after it.
func (l *line) tagged(from int, marks []mark) bool {
	k := markBefore(marks, from)
	return k < len(marks) && marks[k].class == fresh && strings.Trim(l.low[from:max(from, marks[k].start)], " :-") == "(" && byteAt(l.low, marks[k].end) == ')'
}

// newFirst moves the codes that a mail calls new before the others.
func (p *page) newFirst(codes []Code) {
	rank := func(c Code) int {
		if p.news[c.Value] || p.heirs[c.Value] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(codes, func(a, b Code) int { return rank(a) - rank(b) })
}
