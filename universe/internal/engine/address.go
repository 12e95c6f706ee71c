package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// checkAddress refuses what is no email address, naming the field.
func checkAddress(field, address string) error {
	if address == "" {
		return fail.Invalidf("%s is required", field)
	}
	if !addr.Valid(address) {
		return fail.Invalidf("%s: %.100q is no email address", field, address)
	}
	return nil
}

// parseMailbox reads an address, or Name <address> (RFC 5322 section 3.4), and
// refuses everything else, naming the field.
func parseMailbox(field, text string) (mimebuild.Address, error) {
	if text == "" {
		return mimebuild.Address{}, fail.Invalidf("%s is required", field)
	}
	if a, ok := addr.ReadMailbox(text); ok {
		return a, nil
	}
	if !strings.ContainsAny(text, `<>,;"()`) {
		return mimebuild.Address{}, checkAddress(field, text)
	}
	return mimebuild.Address{}, fail.Invalidf("%s: %.100q is no email address: write local@domain or Name <local@domain>, "+
		`with the name in quotes where it holds one of ()<>[]:;@\,"`, field, text)
}

// addressFields are fields of a header that hold addresses and nothing else.
var addressFields = []string{
	"reply-to", "sender", "resent-from", "resent-sender", "resent-to", "resent-cc",
	"mail-reply-to", "mail-followup-to", "disposition-notification-to",
}

// checkAddressFields refuses further fields whose addresses are none.
func checkAddressFields(header []mailsim.HeaderField) error {
	for _, f := range header {
		if !slices.Contains(addressFields, strings.ToLower(f.Name)) {
			continue
		}
		for _, text := range addr.SplitMailboxes(f.Value) {
			if _, err := parseMailbox(f.Name, strings.Trim(text, " \t")); err != nil {
				return err
			}
		}
	}
	return nil
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
			return nil, fail.Invalidf("%s: %.100q is no Message-ID in angle brackets", field, text)
		}
	}
	if ids == nil {
		return nil, fail.Invalidf("%s: %.100q is no Message-ID in angle brackets", field, text)
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
		err = fail.Invalidf("%s: %.100q is more than one Message-ID", field, text)
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
		return fail.Invalidf("%s must not hold CR, LF or NUL", field)
	}
	return nil
}

// checkPrintable refuses a text with a control character but tab, CR and LF: it is
// to be written into mails.
func checkPrintable(field, text string) error {
	if strings.ContainsFunc(text, unprintable) {
		return fail.Invalidf("%s must hold no control character but tabs and line breaks", field)
	}
	return nil
}

func unprintable(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\n' }

// checkNUL refuses a text with a NUL, which no mail may hold (RFC 5322 section 3.5).
func checkNUL(field, text string) error {
	if strings.IndexByte(text, 0) >= 0 {
		return fail.Invalidf("%s must not hold NUL", field)
	}
	return nil
}
