package extract

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// maxDepth bounds the open elements that are remembered; deeper ones are read as if they were not there.
const maxDepth = 512

// skipped elements hold nothing a reader sees.
var skipped = setOf("script", "style", "title", "template", "svg", "math", "object", "select", "textarea", "iframe", "noframes", "audio", "video",
	"map", "datalist")

// blocks begin and end lines.
var blocks = setOf("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure",
	"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody",
	"tfoot", "thead", "tr", "ul")

var voids = setOf("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")

// loudTags set their text apart from the sentence around it.
var loudTags = setOf("b", "strong", "h1", "h2", "h3", "big", "code", "kbd", "pre", "tt", "samp", "mark")

// element is an open element and what it hands on to those inside it.
type element struct {
	tag                        string
	hidden, loud, preformatted bool
	tiny                       bool // font size nought, until an element inside sets another
	barred                     bool // a line is drawn through it, or it is to be called
}

// walker reads HTML token by token, in one pass and without a tree: mail is too often broken for a tree to mean more.
type walker struct {
	writer
	stack   []element
	open    map[string]int // open elements by tag, so that a stray end tag costs nothing
	raw     strings.Builder
	breaks  int  // line ends wanted before the next raw text
	space   bool // a space is due before the next text of the line
	spaced  bool // that space stands before the link already, but not in raw
	raised  bool // a sub- or superscript began or ended since the last text
	anchor  int  // index of the open anchor in p.links, or -1
	anchorB strings.Builder
}

// readHTML adds the lines and links of an HTML part and returns its visible text.
func readHTML(p *page, source string) string {
	w := &walker{writer: writer{p: p, part: inHTML}, open: map[string]int{}, anchor: -1}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.closeAnchor()
			w.endLine()
			return w.raw.String()
		case html.TextToken:
			if top := w.top(); !top.hidden && !top.tiny {
				w.text(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			w.start(z)
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(string(name))
		}
	}
}

func (w *walker) top() element {
	if len(w.stack) == 0 {
		return element{}
	}
	return w.stack[len(w.stack)-1]
}

func (w *walker) start(z *html.Tokenizer) {
	name, more := z.TagName()
	tag := string(name)
	attrs := readAttrs(z, more)
	w.closeImplied(tag)
	w.raised = w.raised || tag == "sup" || tag == "sub"
	e := w.top()
	e.tag = tag
	e.hidden = e.hidden || skipped.has(tag) || attrs.hidden
	e.loud = e.loud || loudTags.has(tag) || attrs.loud
	e.barred = e.barred || tag == "del" || tag == "s" || tag == "strike" || tag == "a" && toCall(attrs.href)
	e.dress(attrs.style)
	e.preformatted = e.preformatted || tag == "pre"
	if !voids.has(tag) && len(w.stack) < maxDepth {
		w.stack = append(w.stack, e)
		w.open[tag]++
	}
	if !e.hidden {
		w.layout(tag, attrs)
	}
}

// layout does what a start tag does to the page.
func (w *walker) layout(tag string, a attrs) {
	switch {
	case tag == "br":
		w.newLine(1)
	case tag == "td" || tag == "th":
		if w.b.Len() > 0 {
			w.write("\t", false)
			w.space = false
			w.raw.WriteByte(' ')
		}
	case tag == "p" || tag == "table":
		w.newLine(2)
	case blocks.has(tag):
		w.newLine(1)
	case tag == "a" || tag == "area":
		w.openAnchor(a.href)
		if tag == "area" {
			w.anchorB.WriteString(a.alt)
			w.closeAnchor()
		}
	case tag == "img" && w.anchor >= 0:
		w.p.links[w.anchor].image = true
		w.anchorB.WriteString(" " + a.alt)
	}
}

func (w *walker) end(tag string) {
	if tag == "a" {
		w.closeAnchor()
	}
	w.raised = w.raised || tag == "sup" || tag == "sub"
	if tag == "p" || blocks.has(tag) && !w.top().hidden {
		w.newLine(1)
	}
	w.pop(tag)
}

// pop closes the innermost element of that tag and all inside it, but an inline element never closes a table cell.
func (w *walker) pop(tag string) {
	if w.open[tag] == 0 {
		return
	}
	structural := tag == "td" || tag == "th" || tag == "tr" || tag == "table" || tag == "tbody" || tag == "body" || tag == "html"
	for i := len(w.stack) - 1; i >= 0; i-- {
		if t := w.stack[i].tag; t == tag {
			w.cut(i)
			return
		} else if !structural && (t == "td" || t == "th" || t == "table") {
			return
		}
	}
}

func (w *walker) cut(n int) {
	for _, e := range w.stack[n:] {
		w.open[e.tag]--
	}
	w.stack = w.stack[:n]
}

// closeImplied closes what a start tag closes without an end tag: a paragraph, list item, cell or row before its sibling.
func (w *walker) closeImplied(tag string) {
	top := w.top().tag
	switch {
	case top == "p" && blocks.has(tag), top == "li" && tag == "li", (top == "td" || top == "th") && (tag == "td" || tag == "th" || tag == "tr"), top == "tr" && tag == "tr":
		w.cut(len(w.stack) - 1)
		if tag == "tr" && w.top().tag == "tr" {
			w.cut(len(w.stack) - 1)
		}
	}
}

func (w *walker) newLine(breaks int) {
	w.endLine()
	w.space, w.spaced = false, false
	w.breaks = max(w.breaks, breaks)
}

// text adds visible text, white space collapsed as a browser does.
func (w *walker) text(s string) {
	top := w.top()
	if top.preformatted {
		for i, row := range strings.Split(s, "\n") {
			if i > 0 {
				w.newLine(1)
			}
			w.inline(row, top.loud)
		}
		return
	}
	w.inline(s, top.loud)
}

// toCall tells the address of a telephone, and not of a page.
func toCall(href string) bool {
	scheme, _, ok := strings.Cut(strings.TrimSpace(href), ":")
	return ok && callSchemes.has(strings.ToLower(scheme))
}

var callSchemes = setOf("tel", "sms", "callto", "fax", "whatsapp", "facetime")

const asciiSpace = " \t\r\n\f"

func (w *walker) inline(s string, loud bool) {
	body := strings.Trim(s, asciiSpace)
	w.space = w.space || len(s) > 0 && strings.IndexByte(asciiSpace, s[0]) >= 0
	if body == "" {
		return
	}
	body = collapse(body)
	if w.breaks > 0 && w.raw.Len() > 0 {
		w.raw.WriteString("\n\n"[:w.breaks])
	} else if (w.space || w.spaced) && w.raw.Len() > 0 {
		w.raw.WriteByte(' ')
	}
	w.breaks, w.spaced = 0, false
	w.raw.WriteString(body)
	if w.space && w.b.Len() > 0 {
		w.write(" ", loud)
	}
	if w.anchor >= 0 {
		if w.space {
			w.anchorB.WriteByte(' ')
		}
		w.anchorB.WriteString(body)
	}
	if !w.space && w.b.Len() > 0 {
		w.edges = append(w.edges, edge{w.b.Len(), w.raised})
	}
	w.raised = false
	w.barring = w.top().barred
	w.addressed(body, loud, w.anchor >= 0)
	w.barring = false
	w.space = strings.IndexByte(asciiSpace, s[len(s)-1]) >= 0
}

func collapse(s string) string {
	if !strings.ContainsAny(s, "\t\r\n\f") && !strings.Contains(s, "  ") {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && strings.ContainsRune(asciiSpace, r) }), " ")
}

func (w *walker) openAnchor(href string) {
	w.closeAnchor()
	u, ok := cleanURL(href)
	if !ok {
		return
	}
	if w.space && w.b.Len() > 0 {
		w.write(" ", false)
		w.space, w.spaced = false, true
	}
	n, at := w.here()
	w.anchor = len(w.p.links)
	w.p.links = append(w.p.links, link{url: u, line: n, span: span{at, at}, anchor: true})
	w.write(linkRune, false)
}

func (w *walker) closeAnchor() {
	if w.anchor < 0 {
		return
	}
	l := &w.p.links[w.anchor]
	l.text = strings.TrimSpace(collapse(w.anchorB.String()))
	w.anchorB.Reset()
	if n, at := w.here(); n == l.line {
		l.end = at
	} else {
		l.end = len(w.p.lines[l.line].text)
	}
	w.anchor = -1
}

// attrs are the attributes that matter.
type attrs struct {
	href, alt, style string
	hidden, loud     bool
}

func readAttrs(z *html.Tokenizer, more bool) (a attrs) {
	for more {
		var key, val []byte
		key, val, more = z.TagAttr()
		switch string(key) {
		case "href":
			a.href = string(val)
		case "alt":
			a.alt = string(val)
		case "style":
			a.style = strings.ToLower(string(val))
		case "hidden":
			a.hidden = true
		case "size": // <font size="5"> and up
			a.loud = len(val) > 0 && val[len(val)-1] >= '5' && val[len(val)-1] <= '7'
		}
	}
	return a
}

// dress applies what a style attribute says about being seen and standing out.
func (e *element) dress(style string) {
	if style == "" {
		return
	}
	for name, value := range declarations(style) {
		n, unit := quantity(value)
		switch name {
		case "display", "visibility", "mso-hide":
			e.hidden = e.hidden || value == "none" || value == "hidden" || value == "all"
		case "opacity":
			e.hidden = e.hidden || n == 0 && unit != "?"
		case "font-size":
			e.tiny = n == 0 && unit != "?"
			e.loud = large(n, unit, value)
		case "font-weight":
			e.loud = e.loud || strings.HasPrefix(value, "bold") || n >= 600
		case "text-decoration", "text-decoration-line":
			e.barred = e.barred || strings.Contains(value, "line-through")
		case "letter-spacing":
			e.loud = e.loud || n > 0.5 || unit == "em" && n >= 0.05
		case "font-family", "font":
			e.loud = e.loud || strings.Contains(value, "mono") || strings.Contains(value, "courier")
		}
	}
}

// large tells a font size above that of running text.
func large(n float64, unit, value string) bool {
	switch unit {
	case "px":
		return n >= 18
	case "pt":
		return n >= 14
	case "em", "rem":
		return n >= 1.3
	case "%":
		return n >= 130
	}
	return strings.HasSuffix(value, "large")
}

// declarations yields the properties of a style attribute.
func declarations(style string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for d := range strings.SplitSeq(style, ";") {
			name, value, ok := strings.Cut(d, ":")
			value, _ = strings.CutSuffix(strings.TrimSpace(value), "!important")
			if ok && !yield(strings.TrimSpace(name), strings.TrimSpace(value)) {
				return
			}
		}
	}
}

// quantity splits "1.5em" in number and unit. The unit is "?" when value does not start with a number.
func quantity(value string) (n float64, unit string) {
	end := strings.IndexFunc(value, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(value)
	}
	n, err := strconv.ParseFloat(value[:end], 64)
	if err != nil {
		return 0, "?"
	}
	return n, value[end:]
}
