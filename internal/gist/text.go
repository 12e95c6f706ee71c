package gist

import (
	"strings"
	"unicode"
)

// mail is a text taken apart.
type mail struct {
	greeting, signed string
	body             string // without greeting, sign-off and signature
	sentences        []sentence
}

// sentence is one sentence or list item of the body.
type sentence struct {
	text   string
	tokens []token
	asks   bool // ends with a question mark
}

// token is a word without the punctuation around it.
type token struct {
	text, low string
	stop      bool // punctuation after it ends a phrase
	open      bool // punctuation before it starts one
}

const maxSentences = 400

// split takes the text apart.
func split(lex *lexicon, text string) mail {
	var m mail
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	lines = m.cutSignature(lex, lines)
	lines = m.cutGreeting(lex, lines)
	paragraphs := join(lines)
	m.body = strings.Join(paragraphs, "\n")
	for _, p := range paragraphs {
		for _, s := range splitSentences(lex, p) {
			if len(m.sentences) == maxSentences {
				return m
			}
			toks := lex.tokens(s)
			if len(toks) == 0 {
				continue
			}
			asks := strings.HasSuffix(strings.TrimRight(s, `"')!. `+"”’"), "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
			m.sentences = append(m.sentences, sentence{s, toks, asks})
		}
	}
	return m
}

// cutSignature cuts a signature and a sign-off near the end, and notes the name.
func (m *mail) cutSignature(lex *lexicon, lines []string) []string {
	for i, line := range lines {
		if strings.TrimRight(line, " ") == "--" {
			lines = lines[:i]
			break
		}
	}
	filled := 0
	for i := len(lines) - 1; i >= 0 && filled < 8; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		filled++
		head, name := lex.signOff(line)
		if !head || strings.TrimSpace(strings.Join(lines[:i], "")) == "" {
			continue
		}
		for j := i + 1; name == "" && j < len(lines); j++ {
			name = nameOf(lines[j])
		}
		m.signed = name
		return lines[:i]
	}
	return lines
}

// signOff reports whether a line is a sign-off, and the name behind it on the line.
func (l *lexicon) signOff(line string) (bool, string) {
	low := strings.ToLower(line)
	for _, s := range l.signOffs {
		if !strings.HasPrefix(low, s) {
			continue
		}
		rest := strings.TrimSpace(line[len(s):])
		if rest == "" {
			return true, ""
		}
		if strings.ContainsAny(rest[:1], ",.!") {
			rest = strings.Trim(rest, ",.! ")
			if rest == "" {
				return true, ""
			}
			if name := nameOf(rest); name != "" && unicode.IsUpper([]rune(name)[0]) {
				return true, name
			}
		}
	}
	return false, ""
}

// nameOf returns a line that looks like a name, else nothing.
func nameOf(line string) string {
	line = strings.Trim(strings.TrimSpace(line), ",.!*_")
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > 4 || len(line) > 40 {
		return ""
	}
	for _, r := range line {
		if !unicode.IsLetter(r) && !strings.ContainsRune(" .'’-", r) {
			return ""
		}
	}
	return strings.Join(words, " ")
}

// cutGreeting cuts the greeting off the first filled line and notes the name.
func (m *mail) cutGreeting(lex *lexicon, lines []string) []string {
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		words := strings.Fields(line)
		if len(words) == 0 || !lex.greetings[strings.ToLower(strings.Trim(words[0], ",.!:"))] {
			return lines
		}
		head, rest, found := strings.Cut(line, ",")
		if !found {
			head, rest, found = strings.Cut(line, "!")
		}
		if !found && len(words) <= 5 {
			head, rest, found = line, "", true
		}
		words = strings.Fields(strings.Trim(head, ",.!: "))
		if !found || len(words) > 6 {
			return lines
		}
		for len(words) > 0 && lex.greetings[strings.ToLower(words[0])] {
			words = words[1:]
		}
		m.greeting = nameOf(strings.Join(words, " "))
		out := append([]string{rest}, lines[i+1:]...)
		return out
	}
	return lines
}

// join undoes hard wraps: a paragraph is one line, a list item its own.
func join(lines []string) []string {
	var out []string
	var cur strings.Builder
	flush := func() {
		if s := strings.TrimSpace(cur.String()); s != "" {
			out = append(out, s)
		}
		cur.Reset()
	}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		item, isItem := listItem(line)
		if line == "" || isItem {
			flush()
		}
		cur.WriteString(item)
		cur.WriteByte(' ')
	}
	flush()
	return out
}

// listItem cuts the mark off a list item.
func listItem(line string) (string, bool) {
	for _, mark := range []string{"- ", "* ", "• ", "– "} {
		if strings.HasPrefix(line, mark) {
			return line[len(mark):], true
		}
	}
	n := 0
	for n < len(line) && n < 2 && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return line[n+2:], true
	}
	return line, false
}

// splitSentences splits a paragraph at the ends of its sentences.
func splitSentences(lex *lexicon, p string) []string {
	var out []string
	start, word, seen := 0, 0, 0 // byte offsets: of the sentence, of the word, behind marks looked at
	for i, r := range p {
		if i < seen {
			continue
		}
		switch r {
		case ' ', '\t', '\u00a0':
			word = i + 1
			continue
		case '.', '!', '?':
		case '。', '？', '！', '؟':
			out = append(out, strings.TrimSpace(p[start:i+len(string(r))]))
			start = i + len(string(r))
			continue
		default:
			continue
		}
		next := i + 1
		for next < len(p) && strings.IndexByte(`.!?"')`, p[next]) >= 0 {
			next++
		}
		seen = next
		if next < len(p) && p[next] != ' ' && p[next] != '\t' {
			continue
		}
		if r == '.' && word <= i && lex.abbreviations[strings.ToLower(strings.TrimLeft(p[word:i], "("))] {
			continue
		}
		if next > start {
			out = append(out, strings.TrimSpace(p[start:next]))
			start = next
		}
	}
	if s := strings.TrimSpace(p[start:]); s != "" {
		out = append(out, s)
	}
	return out
}

const trimmed = ".,;:!?\"'()[]{}<>«»“”‘’*_…？。！"

// tokens returns the words of a sentence.
func (l *lexicon) tokens(s string) []token {
	var out []token
	for _, f := range strings.Fields(s) {
		w := strings.Trim(f, trimmed)
		if w == "" || strings.Trim(w, "-–—=/|") == "" {
			if len(out) > 0 {
				out[len(out)-1].stop = true
			}
			continue
		}
		low := strings.ReplaceAll(strings.ToLower(w), "’", "'")
		at := strings.Index(f, w)
		rest := f[at+len(w):]
		out = append(out, token{w, low, strings.Trim(rest, `"'”’`) != "", at > 0})
	}
	return out
}
