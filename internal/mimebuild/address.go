package mimebuild

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Address is a mailbox: a display name, which may be empty, and local@domain,
// which may hold UTF-8 (RFC 6531) and an unquoted local part.
type Address struct{ Name, Addr string }

// maxAddr bounds an address in bytes: 64 of local part and 255 of domain
// (RFC 5321 section 4.5.3.1), with room for quotes.
const maxAddr = 400

// FoldAddressList returns an address field such as To in the zero Style.
func FoldAddressList(name string, list []Address) string { return Style{}.Addresses(name, list) }

// Addresses returns an address field folded between addresses and, where
// needed, between name and address. It is "" for an empty list.
func (s Style) Addresses(name string, list []Address) string {
	if len(list) == 0 || !validName(name) {
		return ""
	}
	var room [fieldRoom]byte
	f := folder{style: s, fold: s.fold(), b: room[:0]}
	f.start(name)
	for i, a := range list {
		end := ","
		if i == len(list)-1 {
			end = ""
		}
		f.address(a, end)
	}
	return f.end()
}

func (f *folder) address(a Address, end string) {
	addr := spec(a.Addr)
	name := Clean(a.Name)
	switch {
	case name == "":
		f.token(addr + end)
		return
	case !isPrintable(name) || strings.Contains(name, "=?") || len(name) > 60:
		f.coded(name)
	case f.style.QuoteNames || !isPhrase(name):
		f.token(quote(name))
	default:
		f.token(name)
	}
	f.token("<" + addr + ">" + end)
}

// String returns the address as one header line shows it, the name unencoded.
func (a Address) String() string {
	switch {
	case a.Name == "":
		return a.Addr
	case isPhrase(a.Name):
		return a.Name + " <" + a.Addr + ">"
	}
	return quote(Clean(a.Name)) + " <" + a.Addr + ">"
}

// CheckAddr returns an error if addr cannot stand in a header: it wants
// local@domain of at most 400 bytes of UTF-8 without controls.
func CheckAddr(addr string) error {
	at := strings.LastIndexByte(addr, '@')
	switch {
	case at < 1 || at == len(addr)-1:
		return fmt.Errorf("address %q is not of the form local@domain", clip(addr))
	case len(addr) > maxAddr:
		return fmt.Errorf("address %q is too long", clip(addr))
	case !utf8.ValidString(addr) || strings.ContainsFunc(addr, isControl):
		return fmt.Errorf("address %q has a control character, or is not UTF-8", clip(addr))
	case strings.ContainsFunc(addr[at+1:], notDomain):
		return fmt.Errorf("address %q has a character that is not allowed in a domain", clip(addr))
	}
	return nil
}

// spec returns an address for a header, its local part quoted if need be and
// rid of what cannot stand there.
func spec(addr string) string {
	addr = cut(Clean(addr), maxAddr)
	at := strings.LastIndexByte(addr, '@')
	if at < 0 {
		return quoteLocal(addr)
	}
	domain := strings.Map(func(r rune) rune {
		if notDomain(r) {
			return -1
		}
		return r
	}, addr[at+1:])
	return quoteLocal(addr[:at]) + "@" + domain
}

func notDomain(r rune) bool {
	return isControl(r) || strings.ContainsRune(` "(),;<>@\`, r)
}

// quoteLocal quotes a local part that is no dot-atom (RFC 5322 section 3.4.1).
func quoteLocal(local string) string {
	if isDotAtom(local) || isQuoted(local) {
		return local
	}
	return quote(local)
}

// isQuoted says whether s is one whole quoted string.
func isQuoted(s string) bool {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return false
	}
	for i := 1; i < len(s)-1; i++ {
		switch s[i] {
		case '"':
			return false
		case '\\':
			if i++; i == len(s)-1 {
				return false
			}
		}
	}
	return true
}

func isDotAtom(s string) bool {
	for atom := range strings.SplitSeq(s, ".") {
		if !isAtom(atom) {
			return false
		}
	}
	return true
}

// isAtom holds for an atom, UTF-8 included (RFC 6532 section 3.2).
func isAtom(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x80 && !isAlnum(c) && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// isPhrase holds for atoms with single spaces between them.
func isPhrase(s string) bool {
	for _, atom := range strings.Split(s, " ") {
		if !isAtom(atom) {
			return false
		}
	}
	return true
}

func quote(s string) string {
	if !strings.ContainsAny(s, `"\`) {
		return `"` + s + `"`
	}
	return `"` + quoter.Replace(s) + `"`
}

var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Host returns the domain of an address, or a domain, in ASCII (RFC 5890) and rid of
// all but letters, digits, hyphens and dots; "localhost.localdomain" if nothing is left.
func Host(addr string) string {
	domain := addr[strings.LastIndexByte(addr, '@')+1:]
	if a, err := idna.Punycode.ToASCII(domain); err == nil {
		domain = a
	}
	domain = strings.Map(func(r rune) rune {
		if r < 0x80 && isAlnum(byte(r)) || r == '-' || r == '.' {
			return r
		}
		return -1
	}, domain)
	if domain = strings.Trim(domain, "."); domain == "" || len(domain) > 255 {
		return "localhost.localdomain"
	}
	return domain
}

// errBreak refuses what could start a field of its own.
var errBreak = errors.New("holds a line break or NUL")

// clip shortens hostile text for an error message.
func clip(s string) string {
	if len(s) > 80 {
		return cut(s, 80) + "…"
	}
	return s
}

// cut returns at most n bytes of s, whole characters only.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
