package addr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// alabel begins a label that is written in ASCII (RFC 5890 section 2.3.2.1).
const alabel = "xn--"

// DomainKey is the form in which domains are compared: without case, composed, and with
// U-labels for A-labels. A label that does not stand for a U-label stays, and so does
// a domain that is too long.
func DomainKey(domain string) string {
	domain = strings.ToLower(domain)
	if plainASCII(domain) && !strings.Contains(domain, alabel) || len(domain) > maxDomain {
		return domain
	}
	labels := strings.Split(domain, ".")
	for i, l := range labels {
		labels[i] = labelKey(l)
	}
	if out := strings.Join(labels, "."); len(out) <= maxDomain {
		return out
	}
	return domain
}

// labelKey is a label as DomainKey has it.
func labelKey(label string) string {
	if !plainASCII(label) {
		return norm.NFC.String(label)
	}
	if !strings.HasPrefix(label, alabel) || len(label) > maxLabel {
		return label
	}
	out, err := idna.Punycode.ToUnicode(label)
	if err != nil || plainASCII(out) || len(out) > maxLabel || !utf8.ValidString(out) || strings.HasPrefix(out, alabel) || strings.Trim(out, "-") != out || strings.ContainsFunc(out, strange) ||
		norm.NFC.String(strings.ToLower(out)) != out {
		return label
	}
	if back, err := idna.Punycode.ToASCII(out); err != nil || back != label {
		return label
	}
	return out
}

// Spelled is an address as it is kept: as it was written, but with the domain as
// DomainKey has it where that is another spelling.
func Spelled(address string) string {
	local, domain := Split(address)
	if key := DomainKey(domain); domain != "" && key != strings.ToLower(domain) {
		return local + "@" + key
	}
	return address
}

func plainASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// strange are the characters that no label has.
func strange(r rune) bool {
	return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
