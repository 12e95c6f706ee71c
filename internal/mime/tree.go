package mime

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// maxGuesses is how often one mail may have a boundary other than it says.
	maxGuesses = 8
	// maxDefects is how many defects of a mail are told.
	maxDefects = 20
	// noBoundary matches no line: none holds a line end.
	noBoundary = "\n"
)

// openings are the boundaries of the multiparts around a place, outermost first.
type openings struct{ boundaries []string }

// find returns the level of the multipart that line delimits, the innermost if
// several have the same boundary, and -1 for any other line.
func (o *openings) find(line string) (level int, closing bool) {
	if !strings.HasPrefix(line, "--") {
		return -1, false
	}
	line = strings.TrimRight(line[2:], " \t")
	body, closes := strings.CutSuffix(line, "--")
	for i := len(o.boundaries) - 1; i >= 0; i-- {
		switch b := o.boundaries[i]; {
		case line == b:
			return i, false
		case closes && body == b:
			return i, true
		}
	}
	return -1, false
}

// match reports whether line is a delimiter. No multiparts at all is nil.
func (o *openings) match(line string) bool {
	if o == nil || len(line) < 3 || line[0] != '-' {
		return false
	}
	level, _ := o.find(line)
	return level >= 0
}

// delimiter is a line that ends a part, or with level -1 the end of the mail.
type delimiter struct {
	level       int
	closing     bool
	start, next int // the line, and the one after it
}

// parser builds the tree in one pass over the raw mail: at every line it knows the
// boundaries of all multiparts around, so nesting costs nothing.
type parser struct {
	raw     string
	pos     int
	cr      bool // a bare CR ends a line
	open    openings
	hit     delimiter // what ended the last part
	fields  []Field   // memory for headers
	limits  Limits
	parts   int
	guesses int
	defects []string

	// While a boundary is looked for: the first line that looks like another.
	guessing  bool
	candidate int
}

// note records a defect, once.
func (p *parser) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(p.defects) < maxDefects && !slices.Contains(p.defects, text) {
		p.defects = append(p.defects, text)
	}
}

// excerpt makes bytes of a mail fit for a defect.
func excerpt(s string) string {
	return firstRunes(DecodeWords(s[:min(len(s), 240)]), 60)
}

// firstRunes cuts s after n characters.
func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// message reads an embedded message at the current place.
func (p *parser) message(depth int) *Part {
	outer := p.cr
	s := scanner{raw: p.raw, cr: bareCR(p.raw[p.pos:]), stop: &p.open}
	s.pos = s.firstField(p.pos)
	p.cr = s.cr
	part := p.header(&s, depth, false)
	p.cr = outer
	return part
}

// part reads one part of a multipart.
func (p *parser) part(depth int, digest bool) *Part {
	s := scanner{raw: p.raw, pos: p.pos, start: p.pos, cr: p.cr, stop: &p.open}
	return p.header(&s, depth, digest)
}

// header reads a header by s and the part under it.
func (p *parser) header(s *scanner, depth int, digest bool) *Part {
	h := scanAll(s, p.fields[:0])
	p.fields = h.fields
	return p.read(&h, depth, digest)
}

// read reads the part under a header.
func (p *parser) read(h *Header, depth int, digest bool) *Part {
	p.parts++
	part := &Part{HeaderStart: p.pos, BodyStart: h.body, raw: p.raw}
	for _, l := range h.odd {
		p.note("header line without a colon: %q", excerpt(l))
	}
	part.setContent(h.fields, digest)
	var known bool
	if part.transfer, known = transferEncoding(part.Encoding); !known {
		p.note("unknown transfer encoding %q", excerpt(part.Encoding))
	}
	p.pos = h.body
	p.body(part, depth)
	part.BodyEnd = max(part.BodyStart, p.beforeDelimiter())
	// A header may reach right up to the delimiter: then it keeps the line end.
	if n := len(part.Children); n > 0 {
		part.BodyEnd = max(part.BodyEnd, part.Children[n-1].BodyEnd)
	} else if part.Embedded != nil {
		part.BodyEnd = part.Embedded.BodyEnd
	}
	return part
}

// body reads what follows the header, as far as the delimiter that it leaves in hit.
func (p *parser) body(part *Part, depth int) {
	nested := part.isMultipart() || part.holdsMessage()
	switch {
	case !nested:
		p.hit = p.seek(p.pos)
	case depth >= p.limits.Depth:
		part.opaque = true
		p.note("nested deeper than %d levels", p.limits.Depth)
		p.hit = p.seek(p.pos)
	case part.isMultipart():
		p.multipart(part, depth)
	case part.transfer != identity:
		p.note("embedded message with a transfer encoding")
		p.hit = p.seek(p.pos)
	case p.parts >= p.limits.Parts:
		p.noteParts()
		p.hit = p.seek(p.pos)
	default:
		part.Embedded = p.message(depth + 1)
	}
}

func (p *parser) noteParts() {
	p.note("more than %d parts, the rest is left out", p.limits.Parts)
}

// multipart reads the children of part.
func (p *parser) multipart(part *Part, depth int) {
	boundary := strings.TrimRight(part.Params.raw("boundary"), " \t")
	if boundary == "" {
		boundary = part.Params.Get("boundary")
	}
	if boundary == "" {
		boundary = noBoundary
	}
	level := len(p.open.boundaries)
	shadowed := slices.ContainsFunc(p.open.boundaries, func(b string) bool { return b == boundary || b+"--" == boundary })
	p.open.boundaries = append(p.open.boundaries, boundary)
	d := p.firstDelimiter(level)
	if d.level != level {
		part.text = true
		p.note("multipart without its boundary, shown as text")
	}
	closed := false
	for d.level == level {
		switch {
		case d.closing:
			closed = true
			if shadowed { // the next line of this kind belongs to the multipart around
				p.open.boundaries = p.open.boundaries[:level]
			}
			d = p.seek(d.next)
		case p.parts >= p.limits.Parts:
			p.noteParts()
			d = p.seek(d.next)
		default:
			if closed {
				p.note("parts after the final boundary")
			}
			p.pos = d.next
			part.Children = append(part.Children, p.part(depth+1, part.Type == "multipart/digest"))
			d = p.hit
		}
	}
	if !closed && !part.text {
		p.note("multipart without its final boundary")
	}
	p.open.boundaries = p.open.boundaries[:level]
	p.hit = d
}

// firstDelimiter looks for the first delimiter of the multipart just opened.
// Where the boundary is nowhere, another line that is followed by a part's header
// is taken for it.
func (p *parser) firstDelimiter(level int) delimiter {
	p.guessing, p.candidate = p.guesses < maxGuesses, -1
	d := p.seek(p.pos)
	p.guessing = false
	if d.level == level || p.candidate < 0 {
		return d
	}
	p.guesses++
	end, _ := line(p.raw, p.candidate, p.cr)
	p.open.boundaries[level] = strings.TrimRight(p.raw[p.candidate+2:end], " \t")
	p.note("boundary other than the header says")
	return p.seek(p.candidate)
}

// seek returns the first delimiter at or after from, the start of a line.
func (p *parser) seek(from int) delimiter {
	for at := from; at < len(p.raw) && len(p.open.boundaries) > 0; at = p.dashes(at) {
		if !strings.HasPrefix(p.raw[at:], "--") {
			continue
		}
		end, next := line(p.raw, at, p.cr)
		if level, closing := p.open.find(p.raw[at:end]); level >= 0 {
			return delimiter{level, closing, at, next}
		}
		if p.guessing && p.candidate < 0 && p.looksLikeDelimiter(p.raw[at:end], next) {
			p.candidate = at
		}
	}
	return delimiter{-1, false, len(p.raw), len(p.raw)}
}

// dashes returns the start of the next line after at that begins with "--".
func (p *parser) dashes(at int) int {
	if !p.cr {
		if i := strings.Index(p.raw[at:], "\n--"); i >= 0 {
			return at + i + 1
		}
		return len(p.raw)
	}
	for at < len(p.raw) {
		if _, at = line(p.raw, at, true); strings.HasPrefix(p.raw[at:], "--") {
			break
		}
	}
	return at
}

func (p *parser) looksLikeDelimiter(line string, next int) bool {
	if len(line) < 3 || len(line) > 100 || strings.ContainsAny(strings.TrimRight(line, " \t"), " \t") {
		return false
	}
	const prefix = "content-"
	rest := p.raw[next:]
	return len(rest) > len(prefix) && equalFold(rest[:len(prefix)], prefix)
}

// beforeDelimiter returns the end of what stands before the delimiter in hit,
// without the line end that belongs to it (RFC 2046 section 5.1.1).
func (p *parser) beforeDelimiter() int {
	end := p.hit.start
	if p.hit.level < 0 {
		return end
	}
	if end > 0 && p.raw[end-1] == '\n' {
		end--
	}
	if end > 0 && p.raw[end-1] == '\r' {
		end--
	}
	return end
}
