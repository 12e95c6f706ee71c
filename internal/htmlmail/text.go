package htmlmail

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText   = 4 << 20 // bytes of text made from one mail
	maxIndent = 32      // bytes of quote marks and list indents before a line
)

// Text returns what a reader sees as plain text of its own: paragraphs apart
// by a blank line, bullets and numbers, "> " before quotes, a tab between the
// cells of a row, alt texts of images, and behind a link its URL in angle
// brackets when the text does not show it. Hidden text, such as a preheader,
// is left out. At most 4 MiB.
func Text(html string) string {
	return read(html, true).out.b.String()
}

// VisibleText returns only the words that a reader sees, for searching: as
// Text, without marks, alt texts and the targets of links.
func VisibleText(html string) string {
	return read(html, false).out.b.String()
}

// Content is what a mail's HTML shows.
type Content struct {
	Text   string // as VisibleText
	Hidden int    // bytes of text that is hidden from the reader
	Links  []Link
	Images []Image
	// Forms and Scripts count the elements of these names.
	Forms, Scripts int
}

// Read returns all that Text and Links find, in one pass.
func Read(html string) Content {
	r := read(html, false)
	c := r.found
	c.Text = r.out.b.String()
	return c
}

// Image is an image of a mail.
type Image struct {
	URL    string // as written, entities decoded
	Alt    string
	HasAlt bool
	// Pixel tells that the image is too small to be seen, at most 2 by 2.
	Pixel  bool
	Hidden bool
}

func read(src string, marks bool) *reader {
	r := &reader{sheet: ReadStyles(src), marks: marks}
	Walk(src, r)
	return r
}

// reader renders a mail as text.
type reader struct {
	sheet *Styles
	marks bool
	out   writer
	now   state
	outer []state // of the open elements around the current one
	link  *Link
	found Content // without its Text
}

// state is what an element hands down to its content.
type state struct {
	skip      bool // no part of the page: the content of style, title, ...
	hidden    bool // nothing inside is shown
	invisible bool // hidden until a descendant is visible again
	tiny      bool // font size 0 until a descendant sets another
	pre       bool
	prefix    string
	ordered   bool
	item      *int // number of the last item of the list
}

func (s *state) unseen() bool { return s.hidden || s.invisible || s.tiny }

func (r *reader) Open(e *Element) {
	if e.Void() {
		r.void(e)
		return
	}
	switch e.Name {
	case "form":
		r.found.Forms++
	case "script":
		r.found.Scripts++
	}
	r.outer = append(r.outer, r.now)
	r.now.skip = r.now.skip || notShown[e.Name]
	if r.now.skip {
		return
	}
	r.restyle(e)
	r.out.want(r.gap(e.Name))
	switch e.Name {
	case "a":
		r.openLink(e)
	case "blockquote":
		r.indent("> ")
	case "pre":
		r.now.pre = true
	case "ul", "ol":
		r.now.ordered, r.now.item = e.Name == "ol", new(int)
		if start, err := strconv.Atoi(e.Attr("start")); err == nil && abs(start) < 1e6 {
			*r.now.item = start - 1
		}
	case "li":
		r.openItem()
	case "td", "th":
		r.out.cell = r.out.inRow
		r.out.inRow = true
	case "tr":
		r.out.inRow = false
	}
	r.out.prefix = r.now.prefix
}

func (r *reader) Close(name string) {
	inner := r.now
	r.now = r.outer[len(r.outer)-1]
	r.outer = r.outer[:len(r.outer)-1]
	if inner.skip {
		return
	}
	switch name {
	case "a":
		r.closeLink()
	case "li":
		r.out.marker = ""
	}
	r.out.want(r.gap(name))
	r.out.prefix = r.now.prefix
}

func (r *reader) Text(s string) {
	if r.now.skip {
		return
	}
	if r.now.unseen() {
		r.found.Hidden += len(strings.TrimSpace(s))
		return
	}
	if r.now.pre {
		r.out.preformatted(s)
		return
	}
	r.out.words(s)
}

func (r *reader) void(e *Element) {
	if r.now.skip {
		return
	}
	switch e.Name {
	case "br":
		r.out.lineBreak()
	case "hr":
		r.out.want(1)
		if r.marks && !r.now.unseen() {
			r.out.words("---")
			r.out.want(1)
		}
	case "img", "image":
		r.image(e)
	case "area":
		if url, ok := linkURL(e.Attr("href")); ok {
			r.found.Links = append(r.found.Links, newLink(url, e.Attr("alt"), true, r.now.hidden))
		}
	}
}

// image takes an image. Text of size 0 around it does not hide it: layouts
// set that to have no gaps between images.
func (r *reader) image(e *Element) {
	img := Image{URL: e.Attr("src"), Pixel: isPixel(e)}
	if img.URL == "" {
		img.URL = srcsetURL(e.Attr("srcset"))
	}
	img.Alt, img.HasAlt = e.Lookup("alt")
	img.Hidden = r.now.hidden || r.now.invisible || hides(r.sheet.Of(e))
	r.found.Images = append(r.found.Images, img)
	if r.link != nil {
		r.link.Image = true
	}
	if img.Hidden {
		return
	}
	if r.marks {
		r.out.words(" " + img.Alt + " ")
	} else {
		r.out.tapWords(img.Alt)
	}
}

func isPixel(e *Element) bool {
	small := func(s string) bool {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(s), "px"))
		return err == nil && n <= 2
	}
	width, height := e.Attr("width"), e.Attr("height")
	for _, d := range Declarations(e.Attr("style")) {
		switch d.Property {
		case "width":
			width = d.Value
		case "height":
			height = d.Value
		}
	}
	return small(width) && small(height)
}

// restyle applies what the element's style says about being seen.
func (r *reader) restyle(e *Element) {
	if _, ok := e.Lookup("hidden"); ok {
		r.now.hidden = true
	}
	declarations := r.sheet.Of(e)
	// A button that Outlook draws from a comment is hidden from Outlook alone.
	r.now.hidden = r.now.hidden || hides(declarations) ||
		e.Name != "a" && valueOf(declarations, "mso-hide") == "all"
	for _, d := range declarations {
		value := strings.ToLower(d.Value)
		switch d.Property {
		case "visibility":
			r.now.invisible = value == "hidden" || value == "collapse"
		case "font-size":
			// A share of nothing is nothing.
			relative := strings.HasSuffix(value, "em") && !strings.HasSuffix(value, "rem") || strings.HasSuffix(value, "%")
			if !relative {
				r.now.tiny = isZero(value)
			} else if isZero(value) {
				r.now.tiny = true
			}
		case "white-space":
			r.now.pre = strings.HasPrefix(value, "pre")
		}
	}
}

// hides reports whether declarations take an element with all its content out
// of sight.
func hides(declarations []Declaration) bool {
	if len(declarations) == 0 {
		return false
	}
	if valueOf(declarations, "display") == "none" || isZero(valueOf(declarations, "opacity")) {
		return true
	}
	return strings.HasPrefix(valueOf(declarations, "overflow"), "hidden") &&
		(isZero(valueOf(declarations, "max-height")) || isZero(valueOf(declarations, "height")) ||
			isZero(valueOf(declarations, "max-width")) || isZero(valueOf(declarations, "width")))
}

// valueOf returns the value of a property in lower case.
func valueOf(declarations []Declaration, property string) string {
	for i := len(declarations) - 1; i >= 0; i-- {
		if declarations[i].Property == property {
			return strings.ToLower(declarations[i].Value)
		}
	}
	return ""
}

// isZero reports whether a value is a number equal to 0, with or without a unit.
func isZero(value string) bool {
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz%")
	return number != "" && strings.Trim(number, "0.") == "" && strings.ContainsRune(number, '0')
}

func (r *reader) openItem() {
	marker := "- "
	if r.now.item != nil {
		*r.now.item++
		if r.now.ordered {
			marker = strconv.Itoa(*r.now.item) + ". "
		}
	}
	if r.indent(strings.Repeat(" ", len(marker))) {
		r.out.marker = marker
	}
}

// indent puts a mark before the lines to come.
func (r *reader) indent(mark string) bool {
	if !r.marks || len(r.now.prefix)+len(mark) > maxIndent {
		return false
	}
	r.now.prefix += mark
	return true
}

// gap returns the line ends around an element: 0 for what stands in a line,
// 1 for a block, 2 for a paragraph.
func (r *reader) gap(name string) int {
	switch name {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre":
		return 2
	case "td", "th", "colgroup":
		return 0
	case "ul", "ol":
		if r.now.item == nil { // no list within a list
			return 2
		}
	}
	if isBlock[name] {
		return 1
	}
	return 0
}

// writer lays words out in lines. Line ends, blanks and cell marks are written
// only when another word follows.
type writer struct {
	b          strings.Builder
	newlines   int
	space      bool
	cell       bool // a tab before the next word, if it is in the same line
	inRow      bool // a cell of the row is open or done
	prefix     string
	linePrefix string // of the last line written
	marker     string
	tap        *strings.Builder // also receives the words: those of a link
	tapSpace   bool
}

// want asks for at least n line ends before the next word.
func (w *writer) want(n int) {
	if n > 0 {
		w.newlines = max(w.newlines, n)
		w.tapSpace = true
	}
}

func (w *writer) lineBreak() {
	w.newlines = min(w.newlines+1, 2)
	w.tapSpace = true
}

func (w *writer) put(word string) {
	w.tapPut(word)
	if w.b.Len()+len(word)+2*maxIndent+2 > maxText {
		return
	}
	switch {
	case w.newlines > 0 || w.b.Len() == 0:
		w.startLine()
	case w.cell:
		w.b.WriteByte('\t')
	case w.space:
		w.b.WriteByte(' ')
	}
	w.newlines, w.space, w.cell = 0, false, false
	w.b.WriteString(word)
}

func (w *writer) startLine() {
	if w.b.Len() > 0 {
		if w.newlines > 1 {
			w.b.WriteByte('\n')
			w.b.WriteString(strings.TrimRight(commonPrefix(w.linePrefix, w.prefix), " "))
		}
		w.b.WriteByte('\n')
	}
	w.b.WriteString(w.prefix[:len(w.prefix)-len(w.marker)])
	w.b.WriteString(w.marker)
	w.linePrefix, w.marker = w.prefix, ""
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// words writes text whose blanks count as one.
func (w *writer) words(s string) {
	eachWord(s, func(word string) { w.put(word) }, func() { w.space, w.tapSpace = true, true })
}

func (w *writer) preformatted(s string) {
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.lineBreak()
		}
		line = strings.Map(func(r rune) rune {
			switch {
			case r == '\t':
				return r
			case unicode.IsSpace(r):
				return ' '
			case r < ' ' || isZeroWidth(r):
				return -1
			}
			return r
		}, line)
		if strings.TrimSpace(line) != "" {
			w.put(line)
		}
	}
}

func (w *writer) tapPut(word string) {
	if w.tap == nil {
		return
	}
	if w.tapSpace && w.tap.Len() > 0 {
		w.tap.WriteByte(' ')
	}
	w.tapSpace = false
	w.tap.WriteString(word)
}

func (w *writer) tapWords(s string) {
	if w.tap == nil {
		return
	}
	w.tapSpace = true
	eachWord(s, w.tapPut, func() { w.tapSpace = true })
	w.tapSpace = true
}

// eachWord calls word for each run of visible characters and blank for each
// run of blanks. Characters without width belong to neither.
func eachWord(s string, word func(string), blank func()) {
	for s != "" {
		n := 0
		ascii := true
		for n < len(s) {
			c := s[n]
			if c < utf8.RuneSelf {
				if c <= ' ' || c == 0x7f {
					break
				}
				n++
				continue
			}
			r, size := utf8.DecodeRuneInString(s[n:])
			if isBlankRune(r) {
				break
			}
			ascii = false
			n += size
		}
		if n > 0 {
			run := s[:n]
			if !ascii {
				run = dropZeroWidth(run)
			}
			if run != "" {
				word(run)
			}
			s = s[n:]
			continue
		}
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		blank()
	}
}

// isBlankRune takes the pattern blank and the Hangul filler for blanks:
// senders pad preheaders with them.
func isBlankRune(r rune) bool {
	return unicode.IsSpace(r) || r == '\u2800' || r == '\u3164'
}

// dropZeroWidth removes characters that show nothing. The joiners stay
// between other characters than ASCII: scripts and emoji need them there.
func dropZeroWidth(s string) string {
	var b strings.Builder
	last := rune(0)
	for i, r := range s {
		if r == '\u200c' || r == '\u200d' {
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if last < utf8.RuneSelf || next < utf8.RuneSelf || next == utf8.RuneError || isZeroWidth(next) {
				continue
			}
		} else if isZeroWidth(r) {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func isZeroWidth(r rune) bool {
	switch {
	case r >= '\u200b' && r <= '\u200f', r >= '\u202a' && r <= '\u202e', r >= '\u2060' && r <= '\u206f':
		return true
	case r == '\u00ad', r == '\u034f', r == '\u061c', r == '\u115f', r == '\u1160', r == '\u180e', r == '\ufeff':
		return true
	}
	return false
}
