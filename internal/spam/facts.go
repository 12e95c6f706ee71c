package spam

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// maxBody bounds the bytes of text that are judged.
const maxBody = 128 << 10

// facts are what the rules ask about, found in one pass.
type facts struct {
	*Mail
	content htmlmail.Content
	body    string   // the text a reader sees
	words   []string // of body, in lower case
	hits    [categories]int

	images, imageLinks      int
	mixedScripts, spacedOut int
	webLinks, foreignLinks  int
	mismatched              int
	shortened, numeric      int
	deceptive, riskyDomain  int
	riskyFiles, webFiles    int
	archives                int
}

func gather(m *Mail) *facts {
	f := &facts{Mail: m}
	if m.HTML != "" {
		f.content = htmlmail.Read(m.HTML)
	}
	f.body = m.Text
	if strings.TrimSpace(f.body) == "" {
		f.body = f.content.Text
	}
	f.body = cut(f.body, maxBody)
	f.words = wordsOf(f.body)
	f.countPhrases()
	f.countImages()
	f.countLinks()
	f.countFiles()
	f.countTricks()
	return f
}

// cut shortens s to at most n bytes without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// wordsOf returns the words of s in lower case. Letters, digits, % and
// currency signs make words; apostrophes and zero-width characters vanish.
func wordsOf(s string) []string {
	var out []string
	low := strings.ToLower(s)
	start := -1
	plain := true
	flush := func(end int) {
		if start < 0 {
			return
		}
		w := low[start:end]
		if !plain {
			w = strings.Map(func(r rune) rune {
				if isJoiner(r) {
					return -1
				}
				return r
			}, w)
		}
		if w != "" {
			out = append(out, w)
		}
		start, plain = -1, true
	}
	for i, r := range low {
		joiner := isJoiner(r)
		if !joiner && !isWordRune(r) {
			flush(i)
			continue
		}
		if start < 0 {
			start = i
		}
		plain = plain && !joiner
	}
	flush(len(low))
	return out
}

func isJoiner(r rune) bool {
	switch r {
	case '\'', '\u2019', '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return false
}

func isWordRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '$', r == '€', r == '£', r == '%':
		return true
	case r < utf8.RuneSelf:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// unfamiliar reports whether nothing speaks for the sender yet.
func (f *facts) unfamiliar() bool { return !f.Known && !f.InThread }

// offers reports whether the mail promises or sells something.
func (f *facts) offers() bool {
	return f.hits[money]+f.hits[claims]+f.hits[advanceFee]+f.hits[pharmacy]+f.hits[crypto]+f.hits[adult]+f.hits[threats] > 0
}

func (f *facts) imageOnly() bool {
	return f.images > 0 && len(f.words) < 20 && len(wordsOf(cut(f.content.Text, maxBody))) < 20
}

func (f *facts) oneClick() bool {
	return strings.Contains(strings.ToLower(f.ListUnsubscribe), "https://") &&
		strings.EqualFold(strings.TrimSpace(f.ListUnsubscribePost), "List-Unsubscribe=One-Click")
}

func (f *facts) countImages() {
	for _, img := range f.content.Images {
		if !img.Hidden && !img.Pixel {
			f.images++
		}
	}
	for _, l := range f.content.Links {
		if l.Image && !l.Unsubscribe {
			f.imageLinks++
		}
	}
}

// partsDiffer compares the words of the two parts: less than two fifths of
// the shorter one are in the other.
func (f *facts) partsDiffer() bool {
	if strings.TrimSpace(f.Text) == "" || f.HTML == "" {
		return false
	}
	inHTML := map[string]bool{}
	for _, w := range wordsOf(cut(f.content.Text, maxBody)) {
		inHTML[w] = true
	}
	inText := map[string]bool{}
	common := 0
	for _, w := range f.words {
		if !inText[w] && inHTML[w] {
			common++
		}
		inText[w] = true
	}
	shorter := min(len(inText), len(inHTML))
	return max(len(inText), len(inHTML)) >= 8 && common*5 < shorter*2
}

// countTricks looks for words written so that filters do not find them: of
// Latin letters with Cyrillic or Greek ones among them, or one letter at a time.
func (f *facts) countTricks() {
	single := 0
	for _, w := range f.words {
		if mixesScripts(w) {
			f.mixedScripts++
		}
		r, size := utf8.DecodeRuneInString(w)
		if size == len(w) && unicode.IsLetter(r) && r < 0x0250 {
			if single++; single == 5 {
				f.spacedOut++
			}
			continue
		}
		single = 0
	}
}

// mixesScripts judges the letters that look alike in several scripts. Greek
// ones alone stand in words of science (µm, β2).
func mixesScripts(w string) bool {
	latin, other := 0, 0
	for _, r := range w {
		switch {
		case 'a' <= r && r <= 'z':
			latin++
		case r < utf8.RuneSelf:
		case unicode.Is(unicode.Cyrillic, r), r == 'ο', r == 'α', r == 'ι', r == 'ν':
			other++
		}
	}
	return latin > 0 && other > 0 && latin+other >= 4
}
