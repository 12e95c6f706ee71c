package extract

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// linkRune stands in a line for a link, so that nothing in an address is taken for a code or a word.
const linkRune = "\uFFFC"

// page is a mail as its reader sees it, made ready for matching.
type page struct {
	lines   []line
	links   []link
	visible string
	signals signals
	barred  []string        // what has the form of a code and is struck through, or a link to call
	heirs   map[string]bool // what is said to take the place of a code
	news    map[string]bool // what is said to be new or right
	turned  bool            // a code is said not to work

	padsOnce sync.Once
	pads     bool // see opensByDialling
}

// line is one line of a page: a wrapped sentence in one piece, a row of a table with tabs between its cells.
type line struct {
	text  string // normalised
	low   string // text in lower case, byte for byte
	loud  []span // what is set bold, large, spaced or in fixed width
	marks []mark
	part  part
	promo bool // speaks of a price off
	place bool // is part of a postal address
}

// part of the mail a line comes from.
type part uint8

const (
	inSubject part = iota
	inText
	inHTML
)

type span struct{ start, end int }

// link is an address found on a page and where it stands.
type link struct {
	url, text string
	line      int // index of the line it starts in
	span          // the anchor text, or the link rune, within that line
	anchor    bool
	image     bool // the anchor holds an image
}

func readPage(subject, text, html string) *page {
	subject, text, html = strings.ToValidUTF8(subject, "\uFFFD"), strings.ToValidUTF8(text, "\uFFFD"), strings.ToValidUTF8(html, "\uFFFD")
	p := &page{}
	readText(p, inSubject, strings.Join(strings.Fields(subject), " "))
	readText(p, inText, text)
	rendered := ""
	if strings.TrimSpace(html) != "" {
		rendered = readHTML(p, html)
	}
	p.visible = uniteText(text, rendered)
	p.joinSingles()
	return p
}

// uniteText gives both parts, or one when they say the same.
func uniteText(text, rendered string) string {
	if strings.TrimSpace(text) == "" {
		return rendered
	}
	if rendered == "" || sameWords(text, rendered) {
		return text
	}
	return strings.TrimRight(text, "\r\n") + "\n\n" + rendered
}

func sameWords(a, b string) bool {
	fa, fb := strings.Fields(a), strings.Fields(b)
	if len(fa) != len(fb) {
		return false
	}
	for i := range fa {
		if fa[i] != fb[i] {
			return false
		}
	}
	return true
}

// writer builds the lines of a page from left to right.
type writer struct {
	p    *page
	part part
	b    strings.Builder
	loud []span
	// edges of inline elements and runes without width on the line that no space is at
	edges []edge
	// barred is what is struck through or a link to call, barring that the next text is.
	barred  []span
	barring bool
}

// here is the position at which the next text will stand.
func (w *writer) here() (lineIndex, offset int) { return len(w.p.lines), w.b.Len() }

func (w *writer) write(s string, loud bool) {
	start := w.b.Len()
	w.b.WriteString(s)
	written := span{start, w.b.Len()}
	if loud {
		w.loud = extend(w.loud, written)
	}
	if w.barring {
		w.barred = extend(w.barred, written)
	}
}

// extend adds a span, or lengthens the last one that ends where it begins.
func extend(spans []span, s span) []span {
	switch n := len(spans); {
	case s.end == s.start:
	case n > 0 && spans[n-1].end == s.start:
		spans[n-1].end = s.end
	default:
		spans = append(spans, s)
	}
	return spans
}

// addressed writes raw text, its bare addresses replaced by link runes. It adds them to the page's links unless inAnchor.
func (w *writer) addressed(raw string, loud, inAnchor bool) {
	for raw != "" {
		a, ok := nextAddress(raw)
		if !ok {
			break
		}
		w.prose(raw[:a.start], loud)
		if !inAnchor {
			n, at := w.here()
			w.p.links = append(w.p.links, link{url: a.url, line: n, span: span{at, at + len(linkRune)}})
		}
		w.write(linkRune, loud)
		raw = raw[a.end:]
	}
	w.prose(raw, loud)
}

// prose writes text that holds no address. What takes no room ends a word beside a code as an inline element does.
func (w *writer) prose(raw string, loud bool) {
	if !isPlainASCII(raw) {
		for i := strings.IndexFunc(raw, zeroWidth); i >= 0; i = strings.IndexFunc(raw, zeroWidth) {
			w.write(normalise(raw[:i]), loud)
			w.edges = append(w.edges, edge{at: w.b.Len()})
			_, n := utf8.DecodeRuneInString(raw[i:])
			raw = raw[i+n:]
		}
	}
	w.write(normalise(raw), loud)
}

// zeroWidth tells the runes that may stand between letters and are not seen.
func zeroWidth(r rune) bool {
	return r == 0xAD || r >= 0x200B && r <= 0x200F || r >= 0x2060 && r <= 0x2064 || r == 0xFEFF
}

// endLine ends the current line, if it holds anything.
func (w *writer) endLine() {
	if w.b.Len() == 0 {
		return
	}
	text := w.spaceEdges(w.maskBarred(maskMailAddresses(w.b.String())))
	w.b.Reset()
	w.p.lines = append(w.p.lines, line{text: text, low: lower(text), loud: w.loud, part: w.part})
	w.loud, w.barred = nil, nil
}

// maskBarred overwrites the codes that are struck through or to be called.
func (w *writer) maskBarred(text string) string {
	if len(w.barred) == 0 {
		return text
	}
	b := []byte(text)
	for _, s := range w.barred {
		for _, c := range candidates(text[s.start:s.end]) {
			w.p.barred = append(w.p.barred, c.value)
			for i := s.start + c.start; i < s.start+c.end; i++ {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// readText adds a plain text part: a line a line, but wrapped sentences in one.
func readText(p *page, part part, raw string) {
	w := &writer{p: p, part: part}
	raw = strings.ReplaceAll(raw, "\r\n", "\n")
	for raw != "" {
		var row string
		row, raw = nextRow(raw)
		if row = strings.TrimLeft(row, "> \t"); strings.TrimSpace(row) == "" {
			w.endLine()
			continue
		}
		if w.b.Len() > 0 {
			w.write(" ", false)
		}
		start := w.b.Len()
		w.addressed(strings.TrimRight(row, " \t"), false, false)
		if !wraps(w.b.String()[start:], raw) {
			w.endLine()
		}
	}
	w.endLine()
}

// nextRow cuts the first line off raw. Line ends inside an address in angle brackets do not count.
func nextRow(raw string) (row, rest string) {
	end := strings.IndexByte(raw, '\n')
	if end < 0 {
		return raw, ""
	}
	if open := strings.LastIndexByte(raw[:end], '<'); open >= 0 {
		if a, ok := wrappedAddress(raw, open); ok && a.end > end {
			if next := strings.IndexByte(raw[a.end:], '\n'); next >= 0 {
				return raw[:a.end+next], raw[a.end+next+1:]
			}
			return raw, ""
		}
	}
	return raw[:end], raw[end+1:]
}

// Shortest lines that can have been cut for their length: before a small letter, and before a capital, which may as well
// begin something new.
const (
	wrapWidth     = 45
	wrapWidthCaps = 62
)

// wraps tells whether the sentence of row goes on in the first line of rest.
func wraps(row, rest string) bool {
	row = strings.TrimRight(row, " ")
	if utf8.RuneCountInString(row) < wrapWidth || strings.IndexByte(".:!?;", row[len(row)-1]) >= 0 {
		return false
	}
	next, _, _ := strings.Cut(rest, "\n")
	next = strings.TrimSpace(normalise(next))
	if next != "" && isUpper(next[0]) && utf8.RuneCountInString(row) < wrapWidthCaps {
		return false
	}
	return next != "" && !strings.ContainsRune("-*+|=#>", rune(next[0])) && !mostlyDigits(next)
}

// mostlyDigits tells a line that is a number by itself.
func mostlyDigits(s string) bool {
	digits, others := 0, 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		} else if s[i] > ' ' {
			others++
		}
	}
	return digits >= 2 && others <= 6 && len(s) <= 16
}

// joinSingles makes one line of successive lines that hold a letter or digit each, or two or three in cells of their own: a
// code in boxes.
func (p *page) joinSingles() {
	kept := p.lines[:0]
	moved := make([]int, len(p.lines)+1)
	for i := 0; i < len(p.lines); {
		chars, n := p.singles(i)
		moved[i] = len(kept)
		if n < 2 {
			kept = append(kept, p.lines[i])
			i++
			continue
		}
		for k := range n {
			moved[i+k] = len(kept)
		}
		text := strings.Join(chars, "\t")
		kept = append(kept, line{text: text, low: lower(text), part: p.lines[i].part, loud: []span{{0, len(text)}}})
		i += n
	}
	for k := range p.links {
		p.links[k].line = moved[p.links[k].line]
	}
	p.lines = kept
}

// singles reads the characters of a code in boxes from the n lines at i; n is 0 if there is none.
func (p *page) singles(i int) (chars []string, n int) {
	for part := p.lines[i].part; i+n < len(p.lines) && p.lines[i+n].part == part; n++ {
		row := strings.Fields(p.lines[i+n].text)
		if len(p.lines[i+n].text) > 16 || len(row) == 0 || len(row) >= minCode || slices.ContainsFunc(row, func(f string) bool { return len(f) != 1 || !isAlnum(f[0]) }) {
			break
		}
		if chars = append(chars, row...); len(chars) > maxCode {
			return nil, 0 // a mail may go on like this for ever
		}
	}
	if len(chars) < minCode {
		return nil, 0
	}
	return chars, n
}

// maskMailAddresses overwrites mail addresses: what stands in them is no code.
func maskMailAddresses(s string) string {
	if strings.IndexByte(s, '@') < 0 {
		return s
	}
	b := []byte(s)
	inAddress := func(c byte) bool { return isAlnum(c) || strings.IndexByte("._%+-", c) >= 0 }
	for i, c := range b {
		if c != '@' {
			continue
		}
		for k := i - 1; k >= 0 && inAddress(b[k]); k-- {
			b[k] = '@'
		}
		for k := i + 1; k < len(b) && inAddress(b[k]); k++ {
			b[k] = '@'
		}
	}
	return string(b)
}
