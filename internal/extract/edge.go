package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// edge is a place in a line where one inline element ends and another goes on without a space: `code<em>739215</em>valid`.
type edge struct {
	at     int
	raised bool // of a sub- or superscript, which never goes on a number
}

// piece is the text between two edges, within one run of letters and digits.
type piece struct {
	span
	form    pieceForm
	number  span // the digits it stands in
	run     span // the capitals, digits and single letters it stands in
	longest int  // bytes of the longest piece there
}

type pieceForm uint8

const (
	wordPiece    pieceForm = iota // Code, código, код
	digitPiece                    // 739215
	capitalPiece                  // HX
	keyPiece                      // R4TN8W
	mixedPiece                    // t7mq2x, 10min
)

// spaceEdges puts a space at the edges that part a code from a word, and moves the spans of the line with them. A browser
// shows no space there, but tells the two by their looks.
func (w *writer) spaceEdges(text string) string {
	var cuts []int
	for i := 0; i < len(w.edges); {
		start := tokenStart(text, w.edges[i].at)
		end := tokenEnd(text, w.edges[i].at)
		var inside []edge
		for ; i < len(w.edges) && w.edges[i].at <= end; i++ {
			if at := w.edges[i].at; at > start && at < end {
				inside = append(inside, w.edges[i])
			}
		}
		if len(inside) > 0 {
			cuts = appendCuts(cuts, text, start, end, inside)
		}
	}
	w.edges = w.edges[:0]
	if len(cuts) == 0 {
		return text
	}
	w.moveSpans(cuts)
	var b strings.Builder
	last := 0
	for _, at := range cuts {
		b.WriteString(text[last:at])
		b.WriteByte(' ')
		last = at
	}
	b.WriteString(text[last:])
	return b.String()
}

// moveSpans moves what is loud or a link on the line that is being ended.
func (w *writer) moveSpans(cuts []int) {
	move := func(spans []span) {
		k := 0
		for i := range spans {
			for k < len(cuts) && cuts[k] <= spans[i].start {
				k++
			}
			n := k
			for n < len(cuts) && cuts[n] < spans[i].end {
				n++
			}
			spans[i].start += k
			spans[i].end += n
		}
	}
	move(w.loud)
	first := len(w.p.links)
	for first > 0 && w.p.links[first-1].line == len(w.p.lines) {
		first--
	}
	links := make([]span, 0, len(w.p.links)-first)
	for _, l := range w.p.links[first:] {
		links = append(links, l.span)
	}
	move(links)
	for i, s := range links {
		w.p.links[first+i].span = s
	}
}

func tokenStart(s string, i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i -= n
	}
	return i
}

func tokenEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i += n
	}
	return i
}

// appendCuts adds the edges of a token that are to be spaces. The pieces of a code that is styled character by character or
// group by group stay together.
func appendCuts(cuts []int, s string, start, end int, edges []edge) []int {
	raised := map[int]bool{}
	pieces := make([]piece, 0, len(edges)+1)
	for _, e := range append(edges, edge{at: end}) {
		if e.at > start {
			pieces = append(pieces, piece{span: span{start, e.at}, form: formOf(s[start:e.at])})
			start = e.at
		}
		raised[e.at] = raised[e.at] || e.raised
	}
	gather(pieces)
	for k := 1; k < len(pieces); k++ {
		a, b := &pieces[k-1], &pieces[k]
		if a.parts(s, b) || raised[b.start] && a.form == digitPiece && b.form == digitPiece {
			cuts = append(cuts, b.start)
		}
	}
	return cuts
}

func formOf(s string) pieceForm {
	digits, capitals, small := false, false, false
	for i := range len(s) {
		digits = digits || isDigit(s[i])
		capitals = capitals || isUpper(s[i])
		small = small || !isDigit(s[i]) && !isUpper(s[i])
	}
	switch {
	case small && digits:
		return mixedPiece
	case small:
		return wordPiece
	case digits && capitals:
		return keyPiece
	case digits:
		return digitPiece
	}
	return capitalPiece
}

// gather finds what the pieces make together: digits one number, capitals, digits and single letters one code.
func gather(pieces []piece) {
	for lo := 0; lo < len(pieces); {
		hi, longest := lo, 0
		for hi < len(pieces) && pieces[hi].codeLike() {
			longest = max(longest, pieces[hi].len())
			hi++
		}
		for k := lo; k < hi; {
			end := k + 1
			for end < hi && pieces[k].form == digitPiece && pieces[end].form == digitPiece {
				end++
			}
			for i := k; i < end; i++ {
				pieces[i].number = span{pieces[k].start, pieces[end-1].end}
				pieces[i].run, pieces[i].longest = span{pieces[lo].start, pieces[hi-1].end}, longest
			}
			k = end
		}
		lo = max(hi, lo+1)
	}
}

func (p *piece) len() int { return p.end - p.start }

func (p *piece) codeLike() bool {
	return p.form == digitPiece || p.form == capitalPiece || p.form == keyPiece || p.len() == 1
}

// parts tells that the edge between p and the piece next to it is one of a code.
func (p *piece) parts(s string, next *piece) bool {
	switch {
	case p.form == digitPiece && next.form == digitPiece:
		return p.len() >= minCode && next.len() >= minCode || p.len() >= usualCode && next.counts(s) // two codes, or two groups of one
	case p.codeLike() && next.codeLike():
		unit := p.form == digitPiece && next.form == wordPiece && p.number.end-p.number.start < usualCode // 1080p
		return p.longest > 1 && !unit && (p.leaves(s, next) || next.leaves(s, p))
	case p.codeLike():
		return p.isCode(s) && !(p.number == p.run && quantityWord(s[p.run.start:next.end]))
	case next.codeLike():
		return next.isCode(s)
	}
	return p.isKey(s) && next.isWord() || p.isWord() && next.isKey(s)
}

// leaves tells a word in capitals beside a code: CODE and 739215, but not HX and 42.
func (p *piece) leaves(s string, code *piece) bool {
	switch {
	case code.form == digitPiece && p.form != digitPiece:
		if p.form == capitalPiece && namesNumber(s[p.start:p.end]) {
			return true
		}
		return code.number.end-code.number.start >= minCode && p.longest > 3
	case code.form == keyPiece && p.form == capitalPiece:
		return p.len() >= 3 && namesNumber(s[p.start:p.end]) || p.len() >= minCode && p.len() != code.len()
	}
	return false
}

// usualCode is the length of most codes of digits.
const usualCode = 6

// counts tells a short number before a word: `<b>739215</b>10 minutes`.
func (p *piece) counts(s string) bool {
	next, _ := utf8.DecodeRuneInString(s[min(p.end+1, len(s)):])
	return p.len() < minCode && byteAt(s, p.end) == ' ' && unicode.IsLetter(next)
}

// isCode tells capitals and digits that make a code with the pieces beside them, or with the groups after a space or hyphen.
func (p *piece) isCode(s string) bool {
	if !strings.ContainsAny(s[p.run.start:p.run.end], "0123456789") {
		return p.run.end-p.run.start >= 3 && byteAt(s, p.run.end) == '-' && inGroup(byteAt(s, p.run.end+1))
	}
	return p.run.end-p.run.start >= minCode || isGroupMark(byteAt(s, p.run.start-1)) && inGroup(byteAt(s, p.run.start-2)) ||
		isGroupMark(byteAt(s, p.run.end)) && inGroup(byteAt(s, p.run.end+1))
}

func isGroupMark(c byte) bool { return c == ' ' || c == '-' }

func inGroup(c byte) bool { return isDigit(c) || isUpper(c) }

// isKey tells small letters and digits that can be a code by themselves: t7mq2x.
func (p *piece) isKey(s string) bool {
	return p.form == mixedPiece && p.len() >= minCode && groupEnd(s, p.start) >= p.end && !quantityWord(s[p.start:p.end])
}

// isWord tells more than the end of one.
func (p *piece) isWord() bool { return p.form == wordPiece && p.len() >= 3 }
