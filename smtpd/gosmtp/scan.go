package gosmtp

import (
	"strings"

	"github.com/mailsim/mailsim"
)

// hops counts the servers that a mail has passed.
func hops(raw string) (n int) {
	for line := range strings.Lines(raw) {
		if line == "\r\n" {
			break
		}
		if len(line) > 9 && strings.EqualFold(line[:9], "Received:") {
			n++
		}
	}
	return n
}

// bare finds a CR or LF that is not part of a CRLF.
func bare(s string) bool {
	n := strings.Count(s, "\r\n")
	return strings.Count(s, "\r") != n || strings.Count(s, "\n") != n
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7e })
}

// quoted gives an address the quotes around its local part again that go-smtp takes away.
// One with a second @ stays as it is and is refused: more often than a local part that had
// it in quotes it is a list of recipients in one.
func quoted(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 || strings.IndexByte(address, '@') < at || mailsim.ValidAddress(address) {
		return address
	}
	if q := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(address[:at]) + `"` + address[at:]; mailsim.ValidAddress(q) && (address[:at] == "." || strings.ContainsAny(address[:at], ` "\<>,;:()[]`)) {
		return q
	}
	return address
}
