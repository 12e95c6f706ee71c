package htmlmail

import (
	"strconv"
	"strings"
)

// Text returns what a reader sees as plain text of its own: paragraphs apart
// by a blank line, bullets and numbers, "> " before quotes, a tab between the
// cells of a row, alt texts of images, and behind a link its URL in angle
// brackets when the text does not show it. Hidden text, such as a preheader,
// is left out. At most 4 MiB.
func Text(html string) string {
	return read(html, &reader{marks: true}).out.b.String()
}

// VisibleText returns only the words that a reader sees, for searching: as
// Text, without marks, alt texts and the targets of links.
func VisibleText(html string) string {
	return read(html, &reader{}).out.b.String()
}

// OwnText is VisibleText without quotes.
func OwnText(html string) string {
	return read(html, &reader{own: true}).out.b.String()
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
	r := read(html, &reader{})
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

// read has r look at a mail, and returns it.
func read(src string, r *reader) *reader {
	r.sheet = ReadStyles(src)
	Walk(src, r)
	return r
}

// reader renders a mail as text.
type reader struct {
	sheet *Styles
	marks bool
	own   bool // without quotes
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
	r.now.skip = r.now.skip || notShown[e.Name] || r.own && e.Name == "blockquote"
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
