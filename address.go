package mailsim

import (
	stdmime "mime"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
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
		return validLiteral(domain[1 : len(domain)-1])
	}
	if len(domain) > 253 || strings.Trim(domain, "0123456789.") == "" { // a bare IP address
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

// parseMailbox reads an address, or Name <address> (RFC 5322 section 3.4), and
// refuses everything else, naming the field.
func parseMailbox(field, text string) (mimebuild.Address, error) {
	if text == "" {
		return mimebuild.Address{}, invalidf("%s is required", field)
	}
	if a, ok := readMailbox(text); ok {
		return a, nil
	}
	if !strings.ContainsAny(text, `<>,;"()`) {
		return mimebuild.Address{}, checkAddress(field, text)
	}
	return mimebuild.Address{}, invalidf("%s: %.100q is no email address: write local@domain or Name <local@domain>, "+
		`with the name in quotes where it holds one of ()<>[]:;@\,"`, field, text)
}

func readMailbox(text string) (a mimebuild.Address, ok bool) {
	if validAddress(text) {
		return mimebuild.Address{Addr: text}, true
	}
	name, rest, ok := readPhrase(text)
	if !ok || !utf8.ValidString(text) || strings.ContainsFunc(text, controls) ||
		!strings.HasPrefix(rest, "<") || !strings.HasSuffix(rest, ">") || !validAddress(rest[1:len(rest)-1]) {
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

// addressFields are fields of a header that hold addresses and nothing else.
var addressFields = []string{
	"reply-to", "sender", "resent-from", "resent-sender", "resent-to", "resent-cc",
	"mail-reply-to", "mail-followup-to", "disposition-notification-to",
}

// checkAddressFields refuses further fields whose addresses are none.
func checkAddressFields(header []HeaderField) error {
	for _, f := range header {
		if !slices.Contains(addressFields, strings.ToLower(f.Name)) {
			continue
		}
		for _, text := range splitMailboxes(f.Value) {
			if _, err := parseMailbox(f.Name, strings.Trim(text, " \t")); err != nil {
				return err
			}
		}
	}
	return nil
}

// splitMailboxes cuts a list at its commas, save those within quotes.
func splitMailboxes(list string) (out []string) {
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

// messageIDs reads Message-IDs in angle brackets with spaces between them, or one
// without its brackets, and refuses everything else, naming the field.
func messageIDs(field, text string) ([]string, error) {
	var ids []string
	for rest := strings.Trim(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		id, after, closed := strings.Cut(rest, ">")
		if inner, open := strings.CutPrefix(id, "<"); open && closed && validMessageID(inner) {
			ids, rest = append(ids, "<"+inner+">"), after
		} else if ids == nil && strings.Contains(rest, "@") && validMessageID(rest) {
			return []string{"<" + rest + ">"}, nil
		} else {
			return nil, invalidf("%s: %.100q is no Message-ID in angle brackets", field, text)
		}
	}
	if ids == nil {
		return nil, invalidf("%s: %.100q is no Message-ID in angle brackets", field, text)
	}
	return ids, nil
}

// messageID reads one Message-ID, or "" for none.
func messageID(field, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	ids, err := messageIDs(field, text)
	if err == nil && len(ids) != 1 {
		err = invalidf("%s: %.100q is more than one Message-ID", field, text)
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

func validMessageID(id string) bool {
	return id != "" && utf8.ValidString(id) && !strings.ContainsFunc(id, func(r rune) bool {
		return r == '<' || r == '>' || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}

// checkBreaks refuses what would end a header field.
func checkBreaks(field, text string) error {
	if strings.ContainsAny(text, "\r\n\x00") {
		return invalidf("%s must not hold CR, LF or NUL", field)
	}
	return nil
}

// checkNUL refuses a text with a NUL, which no mail may hold (RFC 5322 section 3.5).
func checkNUL(field, text string) error {
	if strings.IndexByte(text, 0) >= 0 {
		return invalidf("%s must not hold NUL", field)
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
