package extract

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAddress bounds an address in bytes; what is longer was not written to be opened.
const maxAddress = 4096

// address is an http or https URL in plain text; start and end take in its angle brackets.
type address struct {
	start, end int
	url        string
}

// nextAddress finds the first http or https address in s.
func nextAddress(s string) (address, bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], "://")
		if i < 0 {
			return address{}, false
		}
		at := from + i
		from = at + 3
		start, ok := schemeStart(s, at)
		if !ok {
			continue
		}
		if start > 0 && s[start-1] == '<' {
			if a, ok := wrappedAddress(s, start-1); ok {
				return a, true
			}
		}
		end := addressEnd(s, from)
		if u, ok := cleanURL(trimAddress(s[start:end])); ok {
			return address{start, start + len(trimAddress(s[start:end])), u}, true
		}
		from = end
	}
}

func schemeStart(s string, colon int) (int, bool) {
	for _, scheme := range []string{"https", "http"} {
		i := colon - len(scheme)
		if i >= 0 && strings.EqualFold(s[i:colon], scheme) && (i == 0 || !isAlnum(s[i-1])) {
			return i, true
		}
	}
	return 0, false
}

// addressEnd is where an address that runs through s[from] ends: at a space, a bracket, a quote, or a letter of a script
// that is written next to it without a space.
func addressEnd(s string, from int) int {
	end := min(len(s), from+maxAddress)
	for i := from; i < end; {
		r, n := utf8.DecodeRuneInString(s[i:end])
		if r <= ' ' || r == 0x7F || strings.ContainsRune("<>\"`|\\^{}", r) || r >= 0x0590 || r == utf8.RuneError || unicode.IsSpace(r) || r == '»' || r == '«' {
			return i
		}
		i += n
	}
	return end
}

// trimAddress takes the sentence's punctuation off the end, and a closing bracket that the address did not open.
func trimAddress(u string) string {
	for u != "" {
		switch c := u[len(u)-1]; c {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '~':
		case ')':
			if strings.Count(u, "(") >= strings.Count(u, ")") {
				return u
			}
		case ']':
			if strings.Count(u, "[") >= strings.Count(u, "]") {
				return u
			}
		default:
			return u
		}
		u = u[:len(u)-1]
	}
	return u
}

// wrappedAddress reads an address in angle brackets at s[open], which may be broken over lines.
func wrappedAddress(s string, open int) (address, bool) {
	body := s[open+1 : min(len(s), open+1+maxAddress)]
	end := strings.IndexByte(body, '>')
	if end < 0 || len(body) < 8 || !strings.EqualFold(body[:4], "http") {
		return address{}, false
	}
	if strings.ContainsAny(body[:end], " \t") && !strings.Contains(body[:end], "\n") || strings.Contains(body[:end], "\n\n") {
		return address{}, false
	}
	u, ok := cleanURL(strings.Join(strings.Fields(body[:end]), ""))
	return address{open, open + 1 + end + 1, u}, ok
}

// cleanURL accepts an absolute http or https URL with a host, and gives it as written, without line ends.
func cleanURL(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\r\n\t") {
		s = strings.NewReplacer("\r", "", "\n", "", "\t", "").Replace(s)
	}
	s = strings.ReplaceAll(s, "&amp;", "&") // a text part made from HTML without decoding
	u, err := url.Parse(s)
	if err != nil || len(s) > maxAddress || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return s, true
}
