package mimebuild

import (
	"encoding/base64"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxLine  = 78  // preferred length of a header line (RFC 5322 section 2.1.1)
	maxWords = 76  // longest line with an encoded word (RFC 2047 section 2)
	maxCoded = 75  // longest encoded word (RFC 2047 section 2)
	maxToken = 900 // longest run without a place to fold, so that no line passes 998
)

// Field is one header field, its value as decoded text.
type Field struct{ Name, Value string }

// Style is how a mail program spells header fields. The zero Style folds with
// a space and labels encoded words utf-8.
//
// Its methods return whole folded lines with CRLF and accept any text: what
// could end a line becomes a space, bytes that are no UTF-8 become U+FFFD and
// a field whose name is no field name becomes "". Build refuses such values.
type Style struct {
	Tab         bool   // fold structured fields with a tab
	Charset     string // label of UTF-8 encoded words; "" is "utf-8"
	Latin1      bool   // label what fits ISO 8859-1 so
	QuoteNames  bool   // quote every ASCII display name
	BareParams  bool   // leave parameter values that are tokens unquoted
	SplitParams bool   // every parameter on a line of its own
}

// EncodeHeader returns an unstructured field such as Subject in the zero Style.
func EncodeHeader(name, value string) string { return Style{}.Text(name, value) }

// Text returns an unstructured field. Words outside printable ASCII become
// encoded words of at most 75 characters that never split a character; a
// decoder gets back exactly the value.
func (s Style) Text(name, value string) string {
	if !validName(name) {
		return ""
	}
	var room [fieldRoom]byte
	f := folder{style: s, b: room[:0]}
	f.start(name)
	f.words(Clean(value))
	return f.end()
}

// IDs returns a field of message identifiers, such as References, folded
// between them. Identifiers with white space, controls or inner brackets, and those
// above 900 bytes, are left out; without any the field is "".
func (s Style) IDs(name string, ids ...string) string {
	if !validName(name) {
		return ""
	}
	var room [fieldRoom]byte
	f := folder{style: s, fold: s.fold(), b: room[:0]}
	f.start(name)
	n := 0
	for _, id := range ids {
		if id, ok := bracketed(id); ok {
			f.token(id)
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return f.end()
}

func (s Style) fold() byte {
	if s.Tab {
		return '\t'
	}
	return ' '
}

// FormatDate returns t in its own zone as a Date field wants it (RFC 5322
// section 3.3), the day without a leading zero as most programs write it.
func FormatDate(t time.Time) string { return t.Format(dateLayout) }

// AppendDate appends what FormatDate returns.
func AppendDate(b []byte, t time.Time) []byte { return t.AppendFormat(b, dateLayout) }

const dateLayout = "Mon, 2 Jan 2006 15:04:05 -0700"

// Clean returns s as valid UTF-8 with every line break, control and line
// separator replaced by a space.
func Clean(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7f {
			return strings.Map(cleanRune, strings.ToValidUTF8(s, "\uFFFD"))
		}
	}
	return s
}

func cleanRune(r rune) rune {
	if isControl(r) {
		return ' '
	}
	return r
}

// isControl holds for C0, DEL, C1 and the two line separators.
func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// validName says whether name is a field name (RFC 5322 section 2.2) of at most 76 bytes.
func validName(name string) bool {
	if name == "" || len(name) > 76 {
		return false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; c <= ' ' || c >= 0x7f || c == ':' {
			return false
		}
	}
	return true
}

// bracketed returns a message identifier in angle brackets.
func bracketed(id string) (string, bool) {
	id = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
	if id == "" || len(id) > maxToken || !utf8.ValidString(id) ||
		strings.ContainsFunc(id, func(r rune) bool { return isControl(r) || r == ' ' || r == '<' || r == '>' }) {
		return "", false
	}
	return "<" + id + ">", true
}

// fieldRoom is the room that a field starts with: most fit.
const fieldRoom = 112

// folder writes one field as tokens between which lines may break.
type folder struct {
	style Style
	fold  byte // begins a continuation line; 0 is a space
	b     []byte
	col   int
	max   int  // preferred length of this field's lines
	bare  bool // nothing but the name stands on this line
}

func (f *folder) start(name string) {
	f.b = append(append(f.b, name...), ':')
	f.col = len(f.b)
	f.max = maxLine
	f.bare = true
}

func (f *folder) end() string { return string(append(f.b, '\r', '\n')) }

// token writes a space and s, the space being a line break where s would pass
// the preferred length. A line is not broken if that would not make s fit.
func (f *folder) token(s string) {
	if f.col+1+len(s) > f.max && (!f.bare || 1+len(s) <= f.max) {
		f.newLine()
	} else {
		f.space()
	}
	f.put(s)
}

func (f *folder) put(s string) {
	f.b = append(f.b, s...)
	f.col += len(s)
	f.bare = false
}

func (f *folder) space() {
	f.b = append(f.b, ' ')
	f.col++
}

func (f *folder) newLine() {
	ws := f.fold
	if ws == 0 {
		ws = ' '
	}
	f.b = append(f.b, '\r', '\n', ws)
	f.col = 1
}

// words writes clean unstructured text. The space between two encoded words is no
// text to a decoder, so neighbours that need encoding are encoded as one; an
// empty word (of a double space) takes its neighbours along.
func (f *folder) words(text string) {
	list := strings.Split(text, " ")
	for i := 0; i < len(list); {
		if !codedAt(list, i) {
			f.token(list[i])
			i++
			continue
		}
		j := i + 1
		for j < len(list) && codedAt(list, j) {
			j++
		}
		f.coded(strings.Join(list[i:j], " "))
		i = j
	}
}

func codedAt(list []string, i int) bool {
	return list[i] == "" || needsCoding(list[i]) ||
		i > 0 && list[i-1] == "" || i+1 < len(list) && list[i+1] == ""
}

// needsCoding says whether a word cannot stand as it is.
func needsCoding(word string) bool {
	return len(word) > maxToken || strings.Contains(word, "=?") || !isPrintable(word)
}

// isPrintable holds for text of ASCII from space to tilde.
func isPrintable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// coded writes text as encoded words, each filling its line.
func (f *folder) coded(text string) {
	if text == "" {
		return
	}
	f.max = maxWords
	c := f.style.coding(text)
	const shortest = 28 // room worth starting in: one character in the worst case and its frame
	for text != "" {
		if f.max-f.col-1 < shortest {
			f.newLine()
		} else {
			f.space()
		}
		var word string
		word, text = c.next(text, min(f.max-f.col, maxCoded))
		f.put(word)
	}
}

// coding is a way to write encoded words.
type coding struct {
	label  string
	latin1 bool
	base64 bool
}

// coding returns the Q encoding, or B where more than half of the bytes would
// be coded.
func (s Style) coding(text string) coding {
	c := coding{label: s.Charset, latin1: s.Latin1 && fitsLatin1(text)}
	switch {
	case c.latin1:
		c.label = "iso-8859-1"
	case c.label == "":
		c.label = "utf-8"
	}
	coded, n := 0, 0
	for _, r := range text {
		n += c.bytes(r)
		if c.size(r) > 1 {
			coded += c.bytes(r)
		}
	}
	c.base64 = 2*coded > n
	return c
}

// bytes is the length of r in the charset.
func (c coding) bytes(r rune) int {
	if c.latin1 {
		return 1
	}
	return utf8.RuneLen(r)
}

// size is the length of r in the Q encoding.
func (c coding) size(r rune) int {
	if r == ' ' || r < 0x80 && plainQ(byte(r)) {
		return 1
	}
	return 3 * c.bytes(r)
}

// next returns an encoded word of at most room characters and the rest of text.
func (c coding) next(text string, room int) (word, rest string) {
	room -= len("=??q?") + len(c.label) + len("?=")
	cut, cost, raw := 0, 0, 0
	for i, r := range text {
		raw += c.bytes(r)
		if c.base64 {
			cost = (raw + 2) / 3 * 4
		} else {
			cost += c.size(r)
		}
		if cost > room && i > 0 {
			break
		}
		cut = i + utf8.RuneLen(r)
	}
	return c.word(text[:cut]), text[cut:]
}

// word returns text as one encoded word.
func (c coding) word(text string) string {
	raw := []byte(text)
	if c.latin1 {
		raw = latin1(text)
	}
	if c.base64 {
		return "=?" + c.label + "?B?" + base64.StdEncoding.EncodeToString(raw) + "?="
	}
	b := append([]byte("=?"), c.label...)
	b = append(b, "?Q?"...)
	for _, ch := range raw {
		switch {
		case ch == ' ':
			b = append(b, '_')
		case plainQ(ch):
			b = append(b, ch)
		default:
			b = append(b, '=', upperHex[ch>>4], upperHex[ch&15])
		}
	}
	return string(append(b, "?="...))
}

const upperHex = "0123456789ABCDEF"

// plainQ holds for the bytes that stand for themselves in an encoded word even
// within a phrase (RFC 2047 section 5 (3)).
func plainQ(c byte) bool {
	return isAlnum(c) || strings.IndexByte("!*+-/", c) >= 0
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func fitsLatin1(s string) bool {
	for _, r := range s {
		if r > 0xff {
			return false
		}
	}
	return true
}

// latin1 returns s, which fits, in ISO 8859-1.
func latin1(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}
