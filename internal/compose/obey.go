package compose

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// headerWords start lines that reply parsers take for the head of a quote.
var headerWords = []string{"from:", "sent:", "to:"}

// wrote ends the line that introduces a quote.
var wrote = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)wrote:`) })

// obey rewrites what reply parsers would take for a quote, a signature or a
// phone's footer: they must find exactly this text. A client may wrap lines,
// so no word that could come to stand first is spared.
func obey(text string) string {
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		out := words[:0]
		for _, word := range words {
			if word = harmless(word); word == "" {
				continue
			}
			if n := len(out); n > 0 && strings.EqualFold(out[n-1], "sent") && strings.EqualFold(word, "from") {
				word = "by"
			}
			out = append(out, word)
		}
		if line = strings.Join(out, " "); strings.Trim(line, "-–—_=*# ") == "" {
			line = ""
		}
		lines = append(lines, line)
	}
	text = strings.Trim(strings.Join(lines, "\n"), "\n")
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return text
}

// harmless returns a word that may start a line. What is cut off may have
// hidden another mark, so it looks until nothing is left to cut.
func harmless(word string) string {
	for {
		bare := strings.TrimLeft(word, ">|")
		if strings.HasPrefix(bare, "--") || strings.HasPrefix(bare, "__") || strings.HasPrefix(bare, "==") || isRule(bare) {
			bare = strings.TrimLeft(bare, "-_=—–―*")
		}
		for _, head := range headerWords {
			if len(bare) >= len(head) && strings.EqualFold(bare[:len(head)], head) {
				bare = bare[:len(head)-1] + bare[len(head):]
			}
		}
		if strings.Contains(bare, ":") {
			if at := wrote().FindStringIndex(bare); at != nil {
				bare = bare[:at[1]-1] + bare[at[1]:]
			}
		}
		if bare == word {
			return word
		}
		word = bare
	}
}

// isRule reports whether a word is a line drawn with more than one stroke.
func isRule(s string) bool {
	return len([]rune(s)) > 1 && strings.IndexFunc(s, func(r rune) bool { return !unicode.Is(unicode.Pd, r) && r != '_' && r != '=' && r != '*' }) < 0
}
