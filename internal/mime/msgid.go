package mime

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseMsgIDs returns the Message-IDs of a field with their angle brackets, in
// order, passing over phrases and other junk between them. White space that
// folding brought into an id goes. Where there are no brackets at all, words with
// an "@" are taken for ids and bracketed.
func ParseMsgIDs(s string) []string {
	var ids []string
	for id, rest := nextMsgID(s); id != ""; id, rest = nextMsgID(rest) {
		ids = append(ids, id)
	}
	if ids == nil {
		for _, w := range strings.Fields(s) {
			if id := bareMsgID(w); id != "" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// firstMsgID is the first of ParseMsgIDs.
func firstMsgID(s string) string {
	if id, _ := nextMsgID(s); id != "" {
		return id
	}
	for _, w := range strings.Fields(s) {
		if id := bareMsgID(w); id != "" {
			return id
		}
	}
	return ""
}

// nextMsgID returns the first bracketed id of s, and what follows it. Of nested
// brackets the inner ones count; one that is never closed ends at white space.
func nextMsgID(s string) (id, rest string) {
	open := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			open = i
		case '>':
			if open >= 0 && i > open+1 {
				if id = cleanMsgID(s[open : i+1]); id != "<>" {
					return id, s[i+1:]
				}
			}
			open = -1
		}
	}
	if open < 0 {
		return "", ""
	}
	id, _, _ = strings.Cut(trimSpace(s[open+1:]), " ")
	return bracket(id), ""
}

// bareMsgID brackets a word that looks like an id, and returns "" for others.
func bareMsgID(w string) string {
	if strings.IndexByte(w, '@') < 1 {
		return ""
	}
	return bracket(strings.Trim(w, `<>"'(),;`))
}

func bracket(id string) string {
	if id = cleanMsgID(id); id == "" {
		return ""
	}
	return "<" + id + ">"
}

// cleanMsgID takes white space, control characters and invalid UTF-8 out.
func cleanMsgID(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] > ' ' && s[i] < 0x7f
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == utf8.RuneError || unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}
