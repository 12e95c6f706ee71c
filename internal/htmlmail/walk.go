// Package htmlmail reads and defuses the HTML of mail: the text a person sees,
// the links and images in it, and a form of it that is safe to display.
//
// It is a leaf: it knows HTML and CSS, nothing of messages. Every function is
// total: any input gives an answer in time linear in its size, and only the
// first MaxInput bytes are read.
package htmlmail

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// MaxInput is the number of bytes of a mail's HTML that are read; what comes
// after them is cut.
const MaxInput = 2 << 20

// maxDepth bounds the nesting: the tags of deeper elements are ignored, their
// text is not.
const maxDepth = 200

// Element is the start tag of an element.
type Element struct {
	Name string // lower case
	// Attrs are in the order of the tag, keys in lower case, entities
	// decoded. Of two with one key the first counts.
	Attrs []html.Attribute
}

// Attr returns the value of an attribute, "" when there is none.
func (e *Element) Attr(key string) string {
	v, _ := e.Lookup(key)
	return v
}

// Lookup returns the value of an attribute and whether there is one.
func (e *Element) Lookup(key string) (string, bool) {
	for i := range e.Attrs {
		if e.Attrs[i].Key == key {
			return e.Attrs[i].Val, true
		}
	}
	return "", false
}

// Void reports whether the element has no end: no Close follows its Open.
func (e *Element) Void() bool {
	return isVoid[e.Name] || e.Name == "html" || e.Name == "head" || e.Name == "body"
}

// Visitor receives a mail's HTML in document order. Every Open has its Close,
// properly nested, except those of Void elements.
type Visitor interface {
	Open(e *Element)
	Close(name string)
	Text(s string)
}

// Walk reads html and tells v what is in it. It works on tokens and not on a
// parse tree: a tree as browsers build it copies open formatting elements into
// each new paragraph, and a hostile mail of 2 MiB would grow to gigabytes.
func Walk(src string, v Visitor) {
	w := walker{v: v}
	z := html.NewTokenizer(strings.NewReader(clean(src)))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.popTo(0)
			return
		case html.TextToken:
			v.Text(z.Token().Data)
		case html.StartTagToken:
			t := z.Token()
			if t.Data == "noscript" {
				z.NextIsNotRawText() // mail is read without scripts
			}
			w.start(&Element{Name: t.Data, Attrs: t.Attr}, false)
		case html.SelfClosingTagToken:
			t := z.Token()
			w.start(&Element{Name: t.Data, Attrs: t.Attr}, true)
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(string(name))
		}
	}
}

// clean cuts the input and makes it valid UTF-8 without NUL. Old browsers
// skip NULs, also inside of a tag's name, so the strict reading is to have none.
func clean(src string) string {
	if len(src) > MaxInput {
		n := MaxInput
		for n > MaxInput-utf8.UTFMax && !utf8.RuneStart(src[n]) {
			n--
		}
		src = src[:n]
	}
	if strings.IndexByte(src, 0) >= 0 {
		src = strings.ReplaceAll(src, "\x00", "")
	}
	return strings.ToValidUTF8(src, "\uFFFD")
}

type walker struct {
	v     Visitor
	stack []string
}

func (w *walker) start(e *Element, selfClosing bool) {
	w.impliedEnds(e.Name)
	switch {
	case e.Void():
		w.v.Open(e)
	case selfClosing && (e.Name == "svg" || e.Name == "math"):
		w.v.Open(e)
		w.v.Close(e.Name)
	case len(w.stack) < maxDepth:
		w.stack = append(w.stack, e.Name)
		w.v.Open(e)
	}
}

// impliedEnds closes what the start of an element ends without an end tag.
func (w *walker) impliedEnds(name string) {
	switch name {
	case "li":
		w.closeOpen("li", "ul", "ol", "menu", "table", "td", "th")
	case "dt", "dd":
		w.closeOpen("dt", "dl", "table", "td", "th")
		w.closeOpen("dd", "dl", "table", "td", "th")
	case "td", "th":
		w.closeOpen("td", "tr", "table")
		w.closeOpen("th", "tr", "table")
	case "tr":
		w.closeOpen("tr", "table")
		w.closeOpen("colgroup", "table")
	case "thead", "tbody", "tfoot":
		for _, part := range [...]string{"thead", "tbody", "tfoot", "colgroup"} {
			w.closeOpen(part, "table")
		}
	case "a":
		w.closeOpen("a", "table", "td", "th")
	}
	if isBlock[name] && !tablePart[name] {
		w.closeOpen("p", "table", "td", "th", "caption", "button")
	}
}

// closeOpen closes the innermost element of that name unless one of the
// fences stands around the place.
func (w *walker) closeOpen(name string, fences ...string) {
	for i := len(w.stack) - 1; i >= 0; i-- {
		if w.stack[i] == name {
			w.popTo(i)
			return
		}
		if slices.Contains(fences, w.stack[i]) {
			return
		}
	}
}

// end handles an end tag. As in browsers one without its start is ignored, an
// inline element does not end the block it contains, and nothing ends a table
// but the end of that table.
func (w *walker) end(name string) {
	if name == "br" {
		w.v.Open(&Element{Name: "br"})
		return
	}
	for i := len(w.stack) - 1; i >= 0; i-- {
		open := w.stack[i]
		if open == name {
			w.popTo(i)
			return
		}
		switch {
		case tablePart[name]:
			if open == "table" {
				return
			}
		case isBlock[name]:
			if tablePart[open] {
				return
			}
		case isBlock[open]:
			return
		}
	}
}

func (w *walker) popTo(n int) {
	for len(w.stack) > n {
		name := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.v.Close(name)
	}
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	isVoid = set("area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr")

	tablePart = set("table thead tbody tfoot tr td th caption colgroup")

	isBlock = set(`address article aside blockquote caption center colgroup dd details dialog dir div dl dt fieldset
		figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary
		table tbody td tfoot th thead tr ul`)

	// notShown are elements whose content is no part of what a reader sees.
	// The fallback within object, video and the like is for programs without
	// them.
	notShown = set(`applet audio canvas datalist embed frame frameset iframe math noembed noframes object option
		script select style svg template textarea title video xml`)
)
