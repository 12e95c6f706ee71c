package post

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// subjectPrefixes stand before the subject of replies and forwards, in the
// languages whose mail clients write their own.
var subjectPrefixes = []string{"re", "aw", "antw", "sv", "vs", "res", "rif", "odp", "ynt", "fw", "fwd", "wg", "tr", "rv", "enc", "vb", "doorst"}

// StripPrefixes removes "Re:", "Fwd:" and their like, numbered ones too.
func StripPrefixes(s string) string {
	for {
		s = strings.TrimSpace(s)
		head, rest, ok := strings.Cut(s, ":")
		if !ok || len(head) > 10 {
			return s
		}
		word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(head)), "[")
		if !slices.Contains(subjectPrefixes, word) {
			return s
		}
		s = rest
	}
}

// BaseSubject is what subjects of one conversation have in common.
func BaseSubject(s string) string { return strings.ToLower(StripPrefixes(s)) }

// IsReplySubject tells whether a subject is that of a reply or a forward.
func IsReplySubject(s string) bool {
	return utf8.RuneCountInString(StripPrefixes(s)) < utf8.RuneCountInString(strings.TrimSpace(s))
}
