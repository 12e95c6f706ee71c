package spam

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"
)

// Header is one field as it stands in the mail: Value may be folded and is not
// decoded.
type Header struct{ Name, Value string }

// Levels of a HeaderFinding.
const (
	LevelError   = "error"   // other servers may refuse the mail
	LevelWarning = "warning" // other servers may think less of it
	LevelInfo    = "info"
)

// HeaderFinding is something about the header of a mail.
type HeaderFinding struct {
	Name  string `json:"name"`
	Level string `json:"level"` // error, warning or info
	Text  string `json:"text"`  // what was found and what to change
}

// CheckHeaders reports what is wrong with the header of a mail, errors first.
// hasText and hasHTML tell which bodies the mail has.
func CheckHeaders(fields []Header, hasText, hasHTML bool) []HeaderFinding {
	c := headerCheck{fields: fields, out: []HeaderFinding{}}
	c.required()
	c.once()
	c.lines()
	c.addresses()
	c.messageID()
	c.list()
	if hasHTML && !hasText {
		c.warn("no_text_part", "The mail has HTML and no plain text: send both in multipart/alternative.")
	}
	slices.SortStableFunc(c.out, func(a, b HeaderFinding) int { return rank(a.Level) - rank(b.Level) })
	return c.out
}

func rank(level string) int {
	return slices.Index([]string{LevelError, LevelWarning, LevelInfo}, level)
}

type headerCheck struct {
	fields []Header
	out    []HeaderFinding
}

func (c *headerCheck) error(name, format string, args ...any) { c.add(LevelError, name, format, args) }
func (c *headerCheck) warn(name, format string, args ...any)  { c.add(LevelWarning, name, format, args) }
func (c *headerCheck) info(name, format string, args ...any)  { c.add(LevelInfo, name, format, args) }

func (c *headerCheck) add(level, name, format string, args []any) {
	c.out = append(c.out, HeaderFinding{name, level, fmt.Sprintf(format, args...)})
}

// get returns the value of the first field of that name, unfolded.
func (c *headerCheck) get(name string) (string, bool) {
	for _, f := range c.fields {
		if strings.EqualFold(f.Name, name) {
			return strings.TrimSpace(strings.NewReplacer("\r\n", "", "\n", "").Replace(f.Value)), true
		}
	}
	return "", false
}

func (c *headerCheck) has(name string) bool {
	_, ok := c.get(name)
	return ok
}

// required looks for the fields that RFC 5322 section 3.6 and RFC 2045 section
// 4 ask for, and those that filters expect.
func (c *headerCheck) required() {
	if date, ok := c.get("Date"); !ok {
		c.error("missing_date", "There is no Date field: RFC 5322 section 3.6.1 requires it.")
	} else if _, err := mail.ParseDate(date); err != nil {
		c.error("bad_date", "The Date field cannot be read: write it as \"Fri, 20 Nov 2026 15:47:12 +0000\".")
	}
	if from, ok := c.get("From"); !ok || from == "" {
		c.error("missing_from", "There is no From field: RFC 5322 section 3.6.2 requires it.")
	}
	if !c.has("Message-ID") {
		c.warn("missing_message_id", "There is no Message-ID field: threads and duplicates cannot be told without it.")
	}
	if !c.has("To") && !c.has("Cc") {
		c.warn("missing_to", "There is neither To nor Cc: name at least one recipient, or an empty group.")
	}
	if subject, _ := c.get("Subject"); subject == "" {
		c.warn("missing_subject", "There is no subject: say in a few words what the mail is about.")
	}
	typed := c.has("Content-Type") || c.has("Content-Transfer-Encoding")
	if !c.has("MIME-Version") {
		if typed {
			c.error("missing_mime_version", "There are MIME fields without MIME-Version: 1.0 (RFC 2045 section 4).")
		} else {
			c.info("missing_mime_version", "There is no MIME-Version field: without it the mail is plain US-ASCII.")
		}
	} else if !c.has("Content-Type") {
		c.info("missing_content_type", "There is no Content-Type field: name the type and the charset.")
	}
	if c.has("Bcc") {
		c.error("bcc_visible", "The Bcc field is part of the mail: remove it before sending, every recipient can read it.")
	}
}

// singleFields may stand once only (RFC 5322 section 3.6, RFC 2045).
var singleFields = [...]string{"Date", "From", "Sender", "Reply-To", "To", "Cc", "Message-ID", "In-Reply-To", "References",
	"Subject", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post"}

func (c *headerCheck) once() {
	counts := map[string]int{}
	for _, f := range c.fields {
		counts[strings.ToLower(f.Name)]++
	}
	for _, name := range singleFields {
		if n := counts[strings.ToLower(name)]; n > 1 {
			c.error("duplicate_"+strings.ReplaceAll(strings.ToLower(name), "-", "_"),
				"%s stands %d times: clients choose different ones, send it once.", name, n)
		}
	}
}

// lines looks at each line of the header (RFC 5322 section 2.1.1, RFC 2047
// section 2).
func (c *headerCheck) lines() {
	var tooLong, long, eight, invalid, control, word int
	for _, f := range c.fields {
		length := len(f.Name) + len(": ")
		for line := range strings.SplitSeq(f.Value, "\n") {
			line = strings.TrimSuffix(line, "\r")
			length += len(line)
			switch {
			case length > 998:
				tooLong++
			case length > 78 && strings.ContainsAny(strings.TrimSpace(line), " \t"):
				long++ // one that could be folded
			}
			length = 0
		}
		for i := 0; i < len(f.Value); i++ {
			if b := f.Value[i]; b >= utf8.RuneSelf {
				eight++
				break
			} else if b < ' ' && b != '\t' && b != '\r' && b != '\n' || b == 0x7f {
				control++
				break
			}
		}
		if !utf8.ValidString(f.Value) {
			invalid++
		}
		for _, w := range strings.Fields(f.Value) {
			if strings.HasPrefix(w, "=?") && strings.HasSuffix(w, "?=") && len(w) > 75 {
				word++
				break
			}
		}
	}
	if tooLong > 0 {
		c.error("line_too_long", "%d header lines are longer than 998 bytes: servers refuse or break them, fold them.", tooLong)
	}
	if control > 0 {
		c.error("control_characters", "%d header fields hold control characters: remove them.", control)
	}
	if invalid > 0 {
		c.error("invalid_charset", "%d header fields hold bytes that are not UTF-8: encode them (RFC 2047).", invalid)
	} else if eight > 0 {
		c.warn("eight_bit_header", "%d header fields hold characters beyond ASCII: encode them (RFC 2047), or send with SMTPUTF8 only.", eight)
	}
	if word > 0 {
		c.warn("encoded_word_too_long", "%d header fields hold an encoded word of more than 75 characters: split it (RFC 2047 section 2).", word)
	}
	if long > 0 {
		c.info("long_line", "%d header lines are longer than 78 characters: fold them.", long)
	}
}

func (c *headerCheck) addresses() {
	from, _ := c.get("From")
	sender, err := mail.ParseAddressList(from)
	if from == "" {
		return
	}
	if err != nil {
		c.error("bad_from", "The From field cannot be read as an address: write it as \"Name <user@example.org>\".")
		return
	}
	if len(sender) > 1 && !c.has("Sender") {
		c.error("missing_sender", "From names several addresses and there is no Sender: add one (RFC 5322 section 3.6.2).")
	}
	reply, ok := c.get("Reply-To")
	if !ok {
		return
	}
	to, err := mail.ParseAddressList(reply)
	switch {
	case err != nil:
		c.warn("bad_reply_to", "The Reply-To field cannot be read as an address: answers will go astray.")
	case !sameOrganization(domainOf(to[0].Address), domainOf(sender[0].Address)):
		c.info("reply_to_differs", "Reply-To is of another domain than From: filters take that for a trick when it is a free mail provider.")
	}
}

func (c *headerCheck) messageID() {
	id, ok := c.get("Message-ID")
	if !ok {
		return
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(id, "<"), ">")
	if len(inner)+2 != len(id) || !strings.Contains(inner, "@") || strings.ContainsAny(inner, " \t<>") {
		c.warn("bad_message_id", "The Message-ID is not of the form <unique@host>: some servers replace it.")
	}
}

// list looks at what mail to many needs (RFC 2369, RFC 8058).
func (c *headerCheck) list() {
	unsubscribe, ok := c.get("List-Unsubscribe")
	post, hasPost := c.get("List-Unsubscribe-Post")
	precedence, _ := c.get("Precedence")
	bulk := c.has("List-ID") || strings.EqualFold(precedence, "bulk") || strings.EqualFold(precedence, "list")
	lower := strings.ToLower(unsubscribe)
	switch {
	case !ok && bulk:
		c.warn("missing_list_unsubscribe", "Mail to many without List-Unsubscribe: add it with an https link.")
	case !ok && hasPost:
		c.warn("missing_list_unsubscribe", "List-Unsubscribe-Post stands without List-Unsubscribe: add it with an https link.")
	case !ok:
	case !strings.HasPrefix(lower, "<"):
		c.warn("bad_list_unsubscribe", "The addresses of List-Unsubscribe must stand in angle brackets (RFC 2369).")
	case !strings.Contains(lower, "<https://"):
		c.warn("no_one_click", "List-Unsubscribe has no https link: one-click needs one (RFC 8058).")
	case !strings.EqualFold(post, "List-Unsubscribe=One-Click"):
		c.warn("no_one_click", "List-Unsubscribe without \"List-Unsubscribe-Post: List-Unsubscribe=One-Click\": large providers ask for it (RFC 8058).")
	}
}
