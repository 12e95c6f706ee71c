package compose

import "strings"

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// bareNote returns a note of the memory without its source.
func bareNote(note string) string {
	if strings.HasPrefix(note, "(") {
		if _, rest, ok := strings.Cut(note, ") "); ok {
			note = rest
		}
	}
	return clean(note, 24)
}

// wish brings what a person wants into a form that follows "I would like".
func wish(s string) string {
	low := strings.ToLower(s)
	for _, lead := range []string{"wants ", "would like ", "needs ", "i want ", "i would like ", "i need "} {
		if strings.HasPrefix(low, lead) {
			s, low = s[len(lead):], low[len(lead):]
		}
	}
	for _, start := range []string{"to ", "a ", "an ", "the ", "some ", "more ", "my ", "our "} {
		if strings.HasPrefix(low, start) {
			return low[:1] + s[1:]
		}
	}
	return ""
}
