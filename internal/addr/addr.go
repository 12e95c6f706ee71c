// Package addr compares and checks email addresses (RFC 5321, RFC 6531).
package addr

import (
	stdmime "mime"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// Bounds of RFC 5321 section 4.5.3.1, with room for UTF-8 (RFC 6531).
const (
	maxLocal  = 256
	maxDomain = 253
	maxLabel  = 63
	Max       = 512
)

// Key is the form in which addresses are compared: without case, and with the domain as
// DomainKey has it.
func Key(address string) string {
	for i := range len(address) {
		if c := address[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' || c == '-' && i > 0 && address[i-1] == '-' {
			return slowKey(address)
		}
	}
	return address
}

func slowKey(address string) string {
	address = strings.ToLower(address)
	if at := strings.LastIndexByte(address, '@'); at >= 0 {
		if domain := address[at+1:]; !plainASCII(domain) || strings.Contains(domain, alabel) {
			return address[:at+1] + DomainKey(domain)
		}
	}
	return address
}

// Correspondent names the other side of a pair in draws and relations: the
// address without case and without its +tag.
func Correspondent(address string) string {
	key := Key(address)
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return key
	}
	if plus := strings.IndexByte(key[:at], '+'); plus > 0 {
		return key[:plus] + key[at:]
	}
	return key
}

// Split cuts an address at its last @.
func Split(address string) (local, domain string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], address[at+1:]
}

// Domain is the domain of an address, without case.
func Domain(address string) string {
	_, domain := Split(Key(address))
	return domain
}

// Valid reports whether a text is one email address: local@domain,
// without white space, control characters, brackets or commas outside quotes.
func Valid(address string) bool {
	local, domain := Split(address)
	if local == "" || domain == "" || len(local) > maxLocal || len(address) > Max {
		return false
	}
	if usual(local) && usual(domain) && domain[0] >= 'A' && len(domain) < 64 { // not an IP address, and of labels that are short enough
		return true
	}
	if !utf8.ValidString(address) {
		return false
	}
	return validLocal(local) && ValidDomain(domain)
}

// usual tells whether a text is made of ASCII letters and digits with single dots,
// hyphens and underscores between them, as most are: that it is valid is told at once.
func usual(text string) bool {
	mark := true // none may come next
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			mark = false
		case (c == '.' || c == '-' || c == '_') && !mark:
			mark = true
		default:
			return false
		}
	}
	return !mark
}

func validLocal(local string) bool {
	if len(local) >= 2 && local[0] == '"' && local[len(local)-1] == '"' {
		return validQuoted(local[1 : len(local)-1])
	}
	for _, r := range local {
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`()<>[]:;@\,"`, r) {
			return false
		}
	}
	return local[0] != '.' && local[len(local)-1] != '.' && !strings.Contains(local, "..")
}

func validQuoted(text string) bool {
	escaped := false
	for _, r := range text {
		switch {
		case unicode.IsControl(r):
			return false
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '"':
			return false
		}
	}
	return !escaped
}

func ValidDomain(domain string) bool {
	if strings.HasPrefix(domain, "[") && strings.HasSuffix(domain, "]") {
		return validLiteral(domain[1 : len(domain)-1])
	}
	if len(domain) > maxDomain || strings.Trim(domain, "0123456789.") == "" { // a bare IP address
		return false
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		if strings.ContainsFunc(label, strange) {
			return false
		}
	}
	return true
}

// validLiteral reports whether a text within brackets is an IP address (RFC 5321
// section 4.1.3).
func validLiteral(text string) bool {
	const v6 = "IPv6:"
	is6 := len(text) > len(v6) && strings.EqualFold(text[:len(v6)], v6)
	if is6 {
		text = text[len(v6):]
	}
	ip, err := netip.ParseAddr(text)
	return err == nil && ip.Zone() == "" && ip.Is4() != is6
}

func ReadMailbox(text string) (a mimebuild.Address, ok bool) {
	if Valid(text) {
		return mimebuild.Address{Addr: text}, true
	}
	name, rest, ok := readPhrase(text)
	if !ok || !utf8.ValidString(text) || strings.ContainsFunc(text, controls) ||
		!strings.HasPrefix(rest, "<") || !strings.HasSuffix(rest, ">") || !Valid(rest[1:len(rest)-1]) {
		return a, false
	}
	// Our own decoder cleans what it decodes, so that another one has to tell.
	if plain, err := new(stdmime.WordDecoder).DecodeHeader(name); err == nil && strings.ContainsFunc(plain, controls) {
		return a, false
	}
	return mimebuild.Address{Name: mime.DecodeWords(name), Addr: rest[1 : len(rest)-1]}, true
}

// readPhrase reads the words before an angle bracket, at least one: atoms, in
// which dots may stand as in "J. Doe", and quoted strings.
func readPhrase(text string) (name, rest string, ok bool) {
	var words []string
	for text != "" && text[0] != '<' {
		end := strings.IndexAny(text, " \t<\"")
		if end < 0 {
			return "", "", false
		}
		word := text[:end]
		if end == 0 && text[0] == '"' {
			if end = quotedEnd(text); end < 0 {
				return "", "", false
			}
			word = unquoter.Replace(text[1 : end-1])
		} else if !validAtom(word) {
			return "", "", false
		}
		words, text = append(words, word), strings.TrimLeft(text[end:], " \t")
	}
	return strings.Join(words, " "), text, len(words) > 0
}

// quotedEnd is where the quoted string at the start of a text ends, -1 for nowhere.
func quotedEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

var unquoter = strings.NewReplacer(`\\`, `\`, `\`, "")

// validAtom reports whether a word of a name needs no quotes (RFC 6532 section 3.2).
func validAtom(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return controls(r) || strings.ContainsRune(`()<>[]:;@\,"`, r)
	})
}

// controls are the characters that no header shows.
func controls(r rune) bool {
	return unicode.IsControl(r) && r != '\t' || r == '\u2028' || r == '\u2029'
}

// SplitMailboxes cuts a list at its commas, save those within quotes.
func SplitMailboxes(list string) (out []string) {
	start := 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '"':
			if n := quotedEnd(list[i:]); n > 0 {
				i += n - 1
			}
		case ',':
			out, start = append(out, list[start:i]), i+1
		}
	}
	return append(out, list[start:])
}

// Tag returns the last +tag of a local part, without case, "" when none.
func Tag(address string) string {
	local, _ := Split(Key(address))
	if i := strings.LastIndexByte(local, '+'); i >= 0 {
		return local[i+1:]
	}
	return ""
}

// Distinct keeps the first of equal addresses.
func Distinct(list []string) []string {
	if len(list) < 2 {
		return append([]string{}, list...)
	}
	seen := make(map[string]bool, len(list))
	out := make([]string, 0, len(list))
	for _, a := range list {
		if key := Key(a); !seen[key] {
			seen[key] = true
			out = append(out, a)
		}
	}
	return out
}
