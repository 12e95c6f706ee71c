package spam

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// maxBody bounds the bytes of text that are judged.
const maxBody = 128 << 10

// maxAddress bounds the bytes of an address that are judged: none is longer
// (RFC 5321 section 4.5.3.1).
const maxAddress = 320

// facts are what the rules ask about, found in one pass.
type facts struct {
	*Mail
	sender  string // organization of From, "" without a usable address
	content htmlmail.Content
	body    string   // the text a reader sees
	words   []string // of body, in lower case
	shown   []string // words of the HTML
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
	f := &facts{Mail: m, sender: organization(domainOf(cut(m.From, maxAddress)))}
	if m.HTML != "" {
		f.content = htmlmail.Read(m.HTML)
		f.content.Text = cut(f.content.Text, maxBody)
		f.shown = wordsOf(f.content.Text)
	}
	if strings.TrimSpace(m.Text) == "" {
		f.body, f.words = f.content.Text, f.shown
	} else {
		f.body = cut(m.Text, maxBody)
		f.words = wordsOf(f.body)
	}
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
	low := strings.ToLower(s)
	out := make([]string, 0, len(low)/6+1)
	start, joiners := -1, false
	for i, r := range low {
		switch {
		case isWordRune(r):
			if start < 0 {
				start = i
			}
		case start < 0:
		case isJoiner(r):
			joiners = true
		default:
			out = append(out, word(low[start:i], joiners))
			start, joiners = -1, false
		}
	}
	if start >= 0 {
		out = append(out, word(low[start:], joiners))
	}
	return out
}

func word(w string, joiners bool) string {
	if !joiners {
		return w
	}
	return strings.Map(func(r rune) rune {
		if isJoiner(r) {
			return -1
		}
		return r
	}, w)
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

// unproven reports whether, besides, nothing shows that the mail is from its sender.
func (f *facts) unproven() bool {
	signed := f.Auth.DKIM == "pass" && f.isSender(f.Auth.DKIMDomain)
	return f.unfamiliar() && f.Auth.DMARC != "pass" && !signed
}

// elsewhere reports whether the way to answer leads away from the sender: a link
// to another site, a page that is attached, or another mailbox.
func (f *facts) elsewhere() bool {
	return f.foreignLinks > 0 || f.webFiles > 0 || f.freeMailReply()
}

// freeMailReply reports whether answers go to a free mail provider and not to From.
func (f *facts) freeMailReply() bool {
	return freeMail()[domainOf(f.ReplyTo)] && !strings.EqualFold(f.ReplyTo, f.From)
}

// offers reports whether the mail promises or sells something.
func (f *facts) offers() bool {
	return f.hits[money]+f.hits[claims]+f.hits[advanceFee]+f.hits[pharmacy]+f.hits[crypto]+f.hits[adult]+f.hits[threats] > 0
}

// imageOnly holds for a picture with few words. Under a sentence of text, one
// that leads nowhere is a logo.
func (f *facts) imageOnly() bool {
	few := 8
	if f.imageLinks > 0 {
		few = 20
	}
	return f.images > 0 && len(f.words) < few && len(f.shown) < few
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
	const inHTML, inText = 1, 2
	found := make(map[string]int, len(f.shown))
	for _, w := range f.shown {
		found[w] = inHTML
	}
	html, text, common := len(found), 0, 0
	for _, w := range f.words {
		in := found[w]
		if in&inText != 0 {
			continue
		}
		found[w] = in | inText
		text++
		common += in & inHTML
	}
	return max(text, html) >= 8 && common*5 < min(text, html)*2
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
