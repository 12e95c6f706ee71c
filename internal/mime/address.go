package mime

import "strings"

// Address is one mailbox of an address field. Name is decoded; Addr is as
// written, without brackets, comments and route. An item without an "@" is kept:
// a single word as Addr, several as Name with an empty Addr.
type Address struct{ Name, Addr string }

// ParseAddressList reads an address field, unfolded or not. It lets pass groups
// (their members are listed), comments, quoted and encoded names, route
// addresses, missing brackets, semicolons for commas; one bad item never empties
// the rest.
func ParseAddressList(s string) []Address {
	return appendAddresses(nil, s)
}

func appendAddresses(dst []Address, s string) []Address {
	p := newAddressParser(s)
	for a, ok := p.next(); ok; a, ok = p.next() {
		dst = append(dst, a)
	}
	return dst
}

// firstAddress returns the first address of a field.
func firstAddress(s string) Address {
	p := newAddressParser(s)
	a, _ := p.next()
	return a
}

type addressParser struct {
	s     string
	pos   int
	words wordFinder
	inner bool // the text is itself decoded from an encoded word

	// Set when a quote or comment was never closed: no later one is then looked
	// for, which keeps the parser linear.
	noQuotes, noComments bool
}

func newAddressParser(s string) addressParser {
	return addressParser{s: s, words: wordFinder{s: s, end: -1}}
}

// item is the outline of one list item, as offsets into the text.
type item struct {
	start, end  int
	open, close int  // of the angle brackets, -1 when there are none
	plain       bool // neither quotes, comments, encoded words nor bytes to clean
	at          bool // there is an "@"
}

// next returns the next address; items that hold nothing are passed over.
func (p *addressParser) next() (Address, bool) {
	for p.pos < len(p.s) {
		if a := p.address(p.scan()); a != (Address{}) {
			return a, true
		}
	}
	return Address{}, false
}

// scan finds the end of the next item: a comma or semicolon outside of quotes,
// comments, brackets and encoded words, or the colon after a group's name.
func (p *addressParser) scan() item {
	for p.pos < len(p.s) && isSpace(p.s[p.pos]) {
		p.pos++
	}
	it := item{start: p.pos, open: -1, close: -1, plain: true}
	for i := p.pos; i < len(p.s); {
		switch c := p.s[i]; {
		case c == ',' || c == ';':
			return p.finish(it, i, i+1)
		case c == ':' && !it.at && it.open < 0:
			return p.finish(item{start: i, open: -1, close: -1, plain: true}, i, i+1)
		case c == '"':
			it.plain = false
			i = p.quoteEnd(i)
		case c == '(':
			it.plain = false
			i = p.commentEnd(i)
		case c == '<':
			if it.open >= 0 { // the comma before it is missing
				return p.finish(it, it.close+1, it.close+1)
			}
			it.open = i
			i, it.close = p.angleEnd(i)
		case c == '[' && it.at:
			it.plain = false
			i = p.literalEnd(i)
		case c == '=' && strings.HasPrefix(p.s[i:], "=?"):
			it.plain = false
			i = p.wordEnd(i)
		default:
			it.at = it.at || c == '@'
			it.plain = it.plain && c >= ' ' && c < 0x7f && c != '\''
			i++
		}
	}
	return p.finish(it, len(p.s), len(p.s))
}

func (p *addressParser) finish(it item, end, next int) item {
	it.end, p.pos = end, next
	return it
}

// quoteEnd returns where the quoted string that opens at i ends. A quote that is
// never closed, or whose partner stands right before a letter and so opens a
// string itself, is a character like any other.
func (p *addressParser) quoteEnd(i int) int {
	if p.noQuotes {
		return i + 1
	}
	for j := i + 1; j < len(p.s); j++ {
		switch p.s[j] {
		case '\\':
			j++
		case '"':
			if j+1 < len(p.s) && isAlnum(p.s[j+1]) {
				return i + 1
			}
			return j + 1
		}
	}
	p.noQuotes = true
	return i + 1
}

// commentEnd returns where the comment that opens at i ends, nested ones
// included. A parenthesis that is never closed is a character like any other.
func (p *addressParser) commentEnd(i int) int {
	if p.noComments {
		return i + 1
	}
	depth := 0
	for j := i; j < len(p.s); j++ {
		switch p.s[j] {
		case '\\':
			j++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	p.noComments = true
	return i + 1
}

// wordEnd passes over the encoded word at i, which may hold commas. One that is
// cut off or holds a whole address is not trusted to say where it ends.
func (p *addressParser) wordEnd(i int) int {
	w, ok := p.words.at(i)
	if !ok || !strings.HasSuffix(p.s[:w.end], "?=") || strings.Contains(w.text, "<") && strings.Contains(w.text, "@") {
		return i + 2
	}
	return w.end
}

// angleEnd returns where the scan goes on after the bracket at i, and where the
// address in it ends: at the closing bracket, or where that is missing before
// the next comma.
func (p *addressParser) angleEnd(i int) (next, end int) {
	route := i+1 < len(p.s) && p.s[i+1] == '@' // "<@relay,@relay:bob@x.example>"
	for j := i + 1; j < len(p.s); j++ {
		switch c := p.s[j]; {
		case c == '>':
			return j + 1, j
		case c == '"':
			j = p.quoteEnd(j) - 1
		case c == ':':
			route = false
		case (c == ',' && !route) || c == ';':
			return j, j
		}
	}
	return len(p.s), len(p.s)
}

// literalEnd passes over the domain literal at i.
func (p *addressParser) literalEnd(i int) int {
	if n := strings.IndexAny(p.s[i:], "],"); n >= 0 {
		return i + n
	}
	return len(p.s)
}

// address reads one item.
func (p *addressParser) address(it item) Address {
	if it.open < 0 {
		return p.bare(p.s[it.start:it.end], it.plain)
	}
	name := trimSpace(p.s[it.start:it.open])
	addr := cleanAddr(p.s[it.open+1 : it.close])
	if !it.plain {
		words, comment := phrase(name)
		if name = words; name == "" {
			name = comment
		}
	}
	if name == "" && it.close+1 < it.end { // "<bob@x.example> (Bob)"
		words, comment := phrase(strings.Trim(p.s[it.close+1:it.end], "<> \t\r\n"))
		if name = comment; name == "" {
			name = words
		}
	}
	return Address{Name: name, Addr: addr}
}

// bare reads an item without brackets: an address, maybe with a comment that
// names its owner, or a name beside it.
func (p *addressParser) bare(s string, plain bool) Address {
	s = trimSpace(s)
	if plain && !strings.ContainsAny(s, " \t") {
		return Address{Addr: strings.Trim(s, ">")}
	}
	words, comment := splitPhrase(s)
	at := -1
	for i, w := range words {
		if !strings.HasPrefix(w, `"`) && strings.Contains(w, "@") || strings.Contains(w, `"@`) {
			at = i
			break
		}
	}
	if at < 0 {
		name, _ := phrase(s)
		if !p.inner && strings.Contains(s, "=?") && strings.Contains(name, "@") { // all of it was encoded
			inner := newAddressParser(name)
			inner.inner = true
			a, _ := inner.next()
			return a
		}
		if len(words) == 1 && name != "" && !strings.HasPrefix(words[0], `"`) {
			return Address{Addr: name}
		}
		if name == "" {
			name = comment
		}
		return Address{Name: name}
	}
	from, to := at, at+1
	for from > 0 && (strings.HasPrefix(words[from], "@") || strings.HasSuffix(words[from-1], ".")) { // "bob @ x.example"
		from--
	}
	for to < len(words) && (strings.HasSuffix(words[to-1], "@") || strings.HasSuffix(words[to-1], ".") || strings.HasPrefix(words[to], ".")) {
		to++
	}
	name := joinPhrase(append(words[:from:from], words[to:]...))
	if name == "" {
		name = comment
	}
	return Address{Name: name, Addr: cleanAddr(strings.Join(words[from:to], ""))}
}

// cleanAddr takes the route, white space and control characters out of an address.
func cleanAddr(s string) string {
	if plainAddr(s) {
		return s
	}
	s = strings.Trim(stripComments(s), "<> \t\r\n")
	if len(s) > 7 && equalFold(s[:7], "mailto:") {
		s = s[7:]
	}
	if strings.HasPrefix(s, "@") {
		if i := strings.IndexByte(s, ':'); i >= 0 {
			s = s[i+1:]
		}
	}
	var b strings.Builder
	inQuotes := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			inQuotes = !inQuotes
			b.WriteByte(c)
		case c == '\\' && inQuotes && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case isSpace(c) && !inQuotes, c < ' ', c == 0x7f:
		default:
			b.WriteByte(c)
		}
	}
	return DecodeWords(b.String())
}

func plainAddr(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ', c >= 0x7f, c == '"', c == '(', c == '<', c == '=', c == ':', c == '\\':
			return false
		}
	}
	return true
}

func stripComments(s string) string {
	if strings.IndexByte(s, '(') < 0 {
		return s
	}
	words, _ := splitPhrase(s)
	return strings.Join(words, " ")
}

// phrase reads a display name: quotes and comments undone, encoded words decoded.
func phrase(s string) (name, comment string) {
	words, comment := splitPhrase(s)
	return joinPhrase(words), comment
}

// joinPhrase makes a name of words as splitPhrase gives them.
func joinPhrase(words []string) string {
	for i, w := range words {
		if n := len(w); n > 1 && w[0] == '"' && w[n-1] == '"' {
			words[i] = unescapeAll(w[1 : n-1])
		}
	}
	name := trimSpace(DecodeWords(strings.Join(words, " ")))
	if strings.Count(name, `"`)%2 == 1 { // one that was never closed
		name = strings.Trim(name, `" `)
	}
	if n := len(name); n > 1 && name[0] == '\'' && name[n-1] == '\'' { // Outlook's 'bob@x.example'
		name = name[1 : n-1]
	}
	return name
}

// splitPhrase splits at white space outside of quotes; comments are taken out and
// the last one returned, decoded.
func splitPhrase(s string) (words []string, comment string) {
	p := newAddressParser(s)
	from := -1 // start of the word being read
	cut := func(end int) {
		if from >= 0 {
			words = append(words, s[from:end])
		}
		from = -1
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '(':
			cut(i)
			end := p.commentEnd(i)
			if end > i+1 {
				comment = trimSpace(DecodeWords(unescapeAll(s[i+1 : end-1])))
			}
			i = end
		case isSpace(c):
			cut(i)
			i++
		case c == '"':
			if from < 0 {
				from = i
			}
			i = p.quoteEnd(i)
		default:
			if from < 0 {
				from = i
			}
			if strings.HasPrefix(s[i:], "=?") {
				i = p.wordEnd(i)
			} else {
				i++
			}
		}
	}
	cut(len(s))
	return words, comment
}

// unescapeAll takes the backslash off every escaped character (quoted-pair).
func unescapeAll(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b = append(b, s[i])
	}
	return string(b)
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
