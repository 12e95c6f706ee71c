package valid

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Address refuses what is no email address, naming the field.
func Address(field, address string) error {
	if address == "" {
		return fail.Invalidf("%s is required", field)
	}
	if !addr.Valid(address) {
		return fail.Invalidf("%s: %.100q is not an email address", field, address)
	}
	return nil
}

// Mailbox reads an address, or Name <address> (RFC 5322 section 3.4), and
// refuses everything else, naming the field.
func Mailbox(field, text string) (mimebuild.Address, error) {
	if text == "" {
		return mimebuild.Address{}, fail.Invalidf("%s is required", field)
	}
	if a, ok := addr.ReadMailbox(text); ok {
		return a, nil
	}
	if !strings.ContainsAny(text, `<>,;"()`) {
		return mimebuild.Address{}, Address(field, text)
	}
	return mimebuild.Address{}, fail.Invalidf("%s: %.100q is not an email address: write local@domain or Name <local@domain>, "+
		`with the name in quotes where it holds one of ()<>[]:;@\,"`, field, text)
}

// addressFields are fields of a header that hold addresses and nothing else.
var addressFields = []string{
	"reply-to", "sender", "resent-from", "resent-sender", "resent-to", "resent-cc",
	"mail-reply-to", "mail-followup-to", "disposition-notification-to",
}

// AddressFields refuses further fields whose addresses are none.
func AddressFields(header []mailsim.HeaderField) error {
	for _, f := range header {
		if !slices.Contains(addressFields, strings.ToLower(f.Name)) {
			continue
		}
		for _, text := range addr.SplitMailboxes(f.Value) {
			if _, err := Mailbox(f.Name, strings.Trim(text, " \t")); err != nil {
				return err
			}
		}
	}
	return nil
}

// Breaks refuses what would end a header field.
func Breaks(field, text string) error {
	if strings.ContainsAny(text, "\r\n\x00") {
		return fail.Invalidf("%s must not hold CR, LF or NUL", field)
	}
	return nil
}

// PrintableText refuses a text with a control character but tab, CR and LF: it is
// to be written into mails.
func PrintableText(field, text string) error {
	if strings.ContainsFunc(text, Unprintable) {
		return fail.Invalidf("%s must not have control characters other than tabs and line breaks", field)
	}
	return nil
}

func Unprintable(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\n' }

// NUL refuses a text with a NUL, which no mail may hold (RFC 5322 section 3.5).
func NUL(field, text string) error {
	if strings.IndexByte(text, 0) >= 0 {
		return fail.Invalidf("%s must not hold NUL", field)
	}
	return nil
}

// Folder refuses what cannot be a folder's name.
func Folder(name string) error {
	switch {
	case name == "":
		return fail.Invalidf("folder is required")
	case len(name) > 512, !utf8.ValidString(name):
		return fail.Invalidf("folder: the name must be valid UTF-8 of at most 512 bytes")
	case strings.ContainsFunc(name, unicode.IsControl):
		return fail.Invalidf("folder: %q has a character that is not allowed in the name of a folder", name)
	case strings.HasPrefix(name, "/"), strings.HasSuffix(name, "/"), strings.Contains(name, "//"):
		return fail.Invalidf("folder: %q has an empty level", name)
	case strings.TrimSpace(name) == "":
		return fail.Invalidf("folder: the name is blank")
	}
	return nil
}

func BadStatus(s mailsim.MailboxStatus) bool {
	switch s {
	case mailsim.StatusUnknown, mailsim.StatusDomain, mailsim.StatusFull, mailsim.StatusDisabled, mailsim.StatusBlocked:
		return true
	}
	return false
}

func HostPattern(host string) bool { return linkwalk.CheckPattern(host) == nil }
