package htmlmail

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxDeclarations = 200     // in one block or style attribute
	maxValue        = 1 << 10 // bytes of one value; longer ones are dropped
	maxRules        = 2000    // of all style elements together
	maxClasses      = 32      // of one element
	// maxInlined bounds the bytes of declarations that style elements hand
	// out: a small sheet times many elements would be a large output.
	maxInlined = 4 << 20
)

// Declaration is one property of a style, as in `color: red !important`.
type Declaration struct {
	Property  string // lower case
	Value     string // as written, escapes decoded, without !important
	Important bool
}

// Declarations reads the content of a style attribute or of the block of a
// rule. What is no declaration is left out.
func Declarations(style string) []Declaration {
	var out []Declaration
	style = stripComments(style)
	for style != "" && len(out) < maxDeclarations {
		n := declarationEnd(style)
		if d, ok := declaration(style[:n]); ok {
			out = append(out, d)
		}
		style = style[min(n+1, len(style)):]
	}
	return out
}

// declarationEnd returns the place of the semicolon that ends the first
// declaration; those in quotes and parentheses end none.
func declarationEnd(s string) int {
	depth := 0
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ';' && depth == 0:
			return i
		}
	}
	return len(s)
}

func declaration(s string) (Declaration, bool) {
	property, value, ok := strings.Cut(s, ":")
	if !ok || len(s) > maxValue {
		return Declaration{}, false
	}
	d := Declaration{
		Property: strings.ToLower(strings.TrimSpace(unescapeCSS(property))),
		Value:    strings.TrimSpace(unescapeCSS(value)),
	}
	if i := strings.LastIndexByte(d.Value, '!'); i >= 0 &&
		strings.EqualFold(strings.TrimSpace(d.Value[i+1:]), "important") {
		d.Value, d.Important = strings.TrimSpace(d.Value[:i]), true
	}
	return d, d.Property != "" && d.Value != ""
}

func stripComments(s string) string {
	i := strings.Index(s, "/*")
	if i < 0 {
		return s
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(s[:i])
		b.WriteByte(' ')
		end := strings.Index(s[i+2:], "*/")
		if end < 0 {
			return b.String()
		}
		s = s[i+2+end+2:]
		i = strings.Index(s, "/*")
	}
	b.WriteString(s)
	return b.String()
}

// unescapeCSS decodes backslash escapes (CSS Syntax Level 3 section 4.3.7).
func unescapeCSS(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n := i + 1
		for n < len(s) && n <= i+6 && isHex(s[n]) {
			n++
		}
		if n == i+1 {
			continue // the character behind the backslash stands for itself
		}
		code, _ := strconv.ParseUint(s[i+1:n], 16, 32)
		if code == 0 || code > utf8.MaxRune {
			code = utf8.RuneError
		}
		b.WriteRune(rune(code))
		if n < len(s) && (s[n] == ' ' || s[n] == '\n' || s[n] == '\t') {
			n++
		}
		i = n - 1
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// Styles holds the rules of a mail's style elements whose selectors name an
// element by tag, class and id alone. Rules that depend on the place of an
// element, on its state or on the screen are left out.
type Styles struct {
	rules []rule
	byKey map[string][]int // rules by the most telling part of the selector
	memo  map[string][]int // rules in order of weight by tag, id and class
	left  int              // of maxInlined
}

type rule struct {
	tag, id      string
	classes      []string
	weight       int
	declarations []Declaration
}

// ReadStyles collects the style elements of a mail. They stand in its head: what
// follows the last of them is not read twice.
func ReadStyles(src string) *Styles {
	s := &Styles{byKey: map[string][]int{}, memo: map[string][]int{}, left: maxInlined}
	src = src[:min(len(src), MaxInput)]
	if n := lastIndexFold(src, "</style"); n >= 0 {
		Walk(src[:n], &styleCollector{sheet: s})
	}
	return s
}

type styleCollector struct {
	sheet  *Styles
	inside bool
}

func (c *styleCollector) Open(e *Element) { c.inside = e.Name == "style" }
func (c *styleCollector) Close(string)    { c.inside = false }
func (c *styleCollector) Text(s string) {
	if c.inside {
		c.sheet.parse(s)
	}
}

func (s *Styles) parse(css string) {
	css = stripComments(css)
	css = strings.NewReplacer("<!--", " ", "-->", " ").Replace(css)
	for len(s.rules) < maxRules {
		css = strings.TrimSpace(css)
		open := strings.IndexAny(css, "{;")
		if open < 0 {
			return
		}
		if css[open] == ';' { // the end of @import and its like, or a stray one
			css = css[open+1:]
			continue
		}
		end := blockEnd(css, open)
		if css[0] != '@' {
			s.add(css[:open], css[open+1:end])
		}
		css = css[min(end+1, len(css)):]
	}
}

// blockEnd returns the place of the brace that closes the one at open.
func blockEnd(css string, open int) int {
	depth := 0
	for i := open; i < len(css); i++ {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(css)
}

func (s *Styles) add(selectors, block string) {
	declarations := Declarations(block)
	if len(declarations) == 0 {
		return
	}
	for selector := range strings.SplitSeq(selectors, ",") {
		r, key := parseSelector(strings.ToLower(strings.TrimSpace(selector)))
		if key == "" {
			continue
		}
		if len(s.rules) == maxRules {
			return
		}
		r.declarations = declarations
		s.byKey[key] = append(s.byKey[key], len(s.rules))
		s.rules = append(s.rules, r)
	}
}

// parseSelector reads selectors such as td, .name, td.name and #id. The key
// is that of byKey, "" for any other selector.
func parseSelector(sel string) (r rule, key string) {
	for sel != "" {
		n := 1
		for n < len(sel) && isNameByte(sel[n]) {
			n++
		}
		part := sel[:n]
		sel = sel[n:]
		switch {
		case len(part) > 1 && part[0] == '.':
			r.classes = append(r.classes, part[1:])
			r.weight += 10
		case len(part) > 1 && part[0] == '#' && r.id == "":
			r.id = part[1:]
			r.weight += 100
		case isNameByte(part[0]) && r.tag == "" && key == "":
			r.tag = part
			r.weight++
		default:
			return rule{}, ""
		}
		key = part
	}
	if r.id != "" {
		key = "#" + r.id
	}
	return r, key
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= utf8.RuneSelf
}

// Of returns the declarations that hold for an element, weakest first:
// those of the sheet and then those of its style attribute, the important ones
// at the end.
func (s *Styles) Of(e *Element) []Declaration {
	own := Declarations(e.Attr("style"))
	rules := s.matches(e)
	if len(rules) == 0 && !slices.ContainsFunc(own, func(d Declaration) bool { return d.Important }) {
		return own
	}
	var out []Declaration
	for _, important := range [...]bool{false, true} {
		for _, i := range rules {
			for _, d := range s.rules[i].declarations {
				if d.Important == important && s.left > 0 {
					s.left -= len(d.Property) + len(d.Value)
					out = append(out, d)
				}
			}
		}
		for _, d := range own {
			if d.Important == important {
				out = append(out, d)
			}
		}
	}
	return out
}

// matches returns the rules that hold for an element, weakest first.
func (s *Styles) matches(e *Element) []int {
	if len(s.rules) == 0 || s.left <= 0 {
		return nil
	}
	id, class := strings.ToLower(e.Attr("id")), strings.ToLower(e.Attr("class"))
	memo := e.Name + "\x00" + id + "\x00" + class
	if found, ok := s.memo[memo]; ok {
		return found
	}
	classes := strings.Fields(class)
	classes = classes[:min(len(classes), maxClasses)]
	keys := make([]string, 0, 8)
	keys = append(keys, e.Name, "#"+id)
	for _, c := range classes {
		keys = append(keys, "."+c)
	}
	slices.Sort(keys)
	var found []int
	for _, key := range slices.Compact(keys) {
		for _, i := range s.byKey[key] {
			s.left-- // looking costs too, or many rules times many elements would
			if r := &s.rules[i]; r.holds(e.Name, id, classes) {
				found = append(found, i)
			}
		}
	}
	slices.SortFunc(found, func(a, b int) int {
		if d := s.rules[a].weight - s.rules[b].weight; d != 0 {
			return d
		}
		return a - b
	})
	s.memo[memo] = found
	return found
}

func (r *rule) holds(tag, id string, classes []string) bool {
	if r.tag != "" && r.tag != tag || r.id != "" && r.id != id {
		return false
	}
	for _, c := range r.classes {
		if !slices.Contains(classes, c) {
			return false
		}
	}
	return true
}

// lastIndexFold returns the last place of an ASCII word that starts with "<",
// in any case, or -1.
func lastIndexFold(s, word string) int {
	for {
		n := strings.LastIndexByte(s, '<')
		if n < 0 || len(s)-n >= len(word) && strings.EqualFold(s[n:n+len(word)], word) {
			return n
		}
		s = s[:n]
	}
}
