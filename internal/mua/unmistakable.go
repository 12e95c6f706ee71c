package mua

import (
	"regexp"
	"strings"
	"sync"
)

// mistakable matches a line that reply parsers take for the start of a quote, of
// a header block or of a signature.
var mistakable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(>|--|__|==|\*\*\*|-\s*$|from:|sent:|to:|cc:|date:|subject:|sent from|get outlook|begin forwarded|on\b.*wrote:|.*\bwrote:\s*$|.*\bschrieb:\s*$)`)
})

// isMistakable tells whether mistakable matches a line. Most lines cannot match: they have
// no colon, and begin with none of its marks or words.
func isMistakable(l string) bool {
	rest := strings.TrimLeft(l, "\t\n\f\r ")
	if rest == "" || rest[0] < 0x80 && strings.IndexByte(">-_=*sSgGbB", rest[0]) < 0 && strings.IndexByte(rest, ':') < 0 {
		return false
	}
	return mistakable().MatchString(l)
}

// Unmistakable returns text with a bullet before each line that a reply parser
// would take for the start of a quote or signature, so that the parser gives
// back the whole text. Lines of dashes become empty.
func Unmistakable(text string) string {
	list := lines(text)
	for i, l := range list {
		switch {
		case strings.HasPrefix(l, "• ") || !isMistakable(l):
		case strings.Trim(l, "-_=*> \t") == "":
			list[i] = ""
		default:
			list[i] = "• " + strings.TrimLeft(l, " \t>-_=*")
		}
	}
	return strings.Join(list, "\n")
}
