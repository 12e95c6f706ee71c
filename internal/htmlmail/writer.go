package htmlmail

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText   = 4 << 20 // bytes of text made from one mail
	maxIndent = 32      // bytes of quote marks and list indents before a line
)

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

// append writes s behind the last word, in its line.
func (w *writer) append(s string) {
	if w.b.Len()+len(s) <= maxText {
		w.b.WriteString(s)
	}
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
