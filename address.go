package mailsim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of RFC 5321 section 4.5.3.1, with room for UTF-8 (RFC 6531).
const (
	maxLocal   = 256
	maxAddress = 512
)

// addressKey is the form in which addresses are compared: without case.
func addressKey(address string) string {
	for i := range len(address) {
		if c := address[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.ToLower(address)
		}
	}
	return address
}

// correspondentKey names the other side of a pair in draws and relations: the
// address without case and without its +tag.
func correspondentKey(address string) string {
	key := addressKey(address)
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return key
	}
	if plus := strings.IndexByte(key[:at], '+'); plus > 0 {
		return key[:plus] + key[at:]
	}
	return key
}

// splitAddress cuts an address at its last @.
func splitAddress(address string) (local, domain string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], address[at+1:]
}

// domainOf is the domain of an address, without case.
func domainOf(address string) string {
	_, domain := splitAddress(addressKey(address))
	return domain
}

// ValidAddress reports whether a text is one email address: local@domain.
func ValidAddress(address string) bool { return validAddress(address) }

// validAddress reports whether a text is one email address: local@domain,
// without white space, control characters, brackets or commas outside quotes.
func validAddress(address string) bool {
	local, domain := splitAddress(address)
	if local == "" || domain == "" || len(local) > maxLocal || len(address) > maxAddress || !utf8.ValidString(address) {
		return false
	}
	return validLocal(local) && validDomain(domain)
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

func validDomain(domain string) bool {
	if strings.HasPrefix(domain, "[") && strings.HasSuffix(domain, "]") {
		return len(domain) > 2 && !strings.ContainsFunc(domain[1:len(domain)-1], func(r rune) bool {
			return r > unicode.MaxASCII || unicode.IsControl(r) || strings.ContainsRune(" []\\<>\"", r)
		})
	}
	if len(domain) > 253 {
		return false
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return true
}

// checkAddress refuses what is no email address, naming the field.
func checkAddress(field, address string) error {
	if address == "" {
		return invalidf("%s is required", field)
	}
	if !validAddress(address) {
		return invalidf("%s: %.100q is no email address", field, address)
	}
	return nil
}

// plusTag returns the last +tag of a local part, without case, "" when none.
func plusTag(address string) string {
	local, _ := splitAddress(addressKey(address))
	if i := strings.LastIndexByte(local, '+'); i >= 0 {
		return local[i+1:]
	}
	return ""
}
