package mime

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Summary is what a list of messages and the delivery need of a header. Its
// texts are valid UTF-8 without control characters.
type Summary struct {
	MessageID  string   // with angle brackets, "" when absent
	InReplyTo  string   // the first id
	References []string // all ids, in order

	From    Address // the first of several
	Sender  []Address
	ReplyTo []Address
	To      []Address
	Cc      []Address
	Bcc     []Address
	Subject string

	// Date is in the zone it was written in; zero when absent or hopeless.
	Date time.Time

	// Service holds the X-Service-* fields, keys in lower case; nil when none.
	// Of duplicates the first counts.
	Service map[string]string

	// Unfolded and decoded, "" when absent.
	AutoSubmitted         string
	Precedence            string
	ListID                string
	ListUnsubscribe       string
	ListUnsubscribePost   string
	XAutoResponseSuppress string
	ReturnPath            string // with its angle brackets
	ContentType           string

	// What is there at all, even when it is empty or unreadable.
	HasMessageID, HasDate, HasFrom, HasSubject, HasReturnPath bool
	HasList                                                   bool // any List-* field

	BodyStart int // offset of the body in the raw mail
}

// Summarize reads the header of a mail in one pass, with the tolerance and the
// bounds of [ScanHeader]. Text of 8 bits that is no UTF-8 takes another: it is
// read in the charset that the body is said to be in, if that can be.
func Summarize(raw string) Summary {
	s := summarize(raw, "")
	if !utf8.ValidString(raw[:s.BodyStart]) {
		if charset := headerCharset(s.ContentType); charset != "" {
			s = summarize(raw, charset)
		}
	}
	s.own(raw)
	return s
}

// Identify reads of a header only what tells the mail and its thread apart:
// Message-ID, In-Reply-To, References and where the body begins.
func Identify(raw string) (s Summary) {
	fields := newScanner(raw)
	for f, ok := fields.next(); ok; f, ok = fields.next() {
		s.addID(f)
	}
	if s.BodyStart = fields.pos; !utf8.ValidString(raw[:s.BodyStart]) {
		return Summarize(raw) // the ids may be in another charset
	}
	return s
}

func summarize(raw, charset string) Summary {
	var s Summary
	fields := newScanner(raw)
	for f, ok := fields.next(); ok; f, ok = fields.next() {
		f.Value = inUTF8(f.Value, charset)
		s.add(f)
	}
	s.BodyStart = fields.pos
	return s
}

// headerCharset returns the charset of a content type if a header can be in it:
// one in which ASCII means itself and that is not the guess anyway.
func headerCharset(contentType string) string {
	_, params := parseParams(contentType)
	name := charsetName(params.Get("charset"))
	if name == "utf-7" || strings.HasPrefix(name, "iso-2022") || wideUnicode(name) || lookup(name) == nil {
		return ""
	}
	return name
}

// add takes one field in. Its name is told apart by length first: most fields of
// a mail are none of these.
func (s *Summary) add(f Field) {
	n := f.Name
	switch len(n) {
	case 2:
		if equalFold(n, "to") {
			s.To = appendAddresses(s.To, f.Value)
		} else if equalFold(n, "cc") {
			s.Cc = appendAddresses(s.Cc, f.Value)
		}
	case 3:
		if equalFold(n, "bcc") {
			s.Bcc = appendAddresses(s.Bcc, f.Value)
		}
	case 4:
		if equalFold(n, "from") && !s.HasFrom {
			s.From, s.HasFrom = firstAddress(f.Value), true
		} else if equalFold(n, "date") && !s.HasDate {
			s.Date, s.HasDate = parseDate(f.Value), true
		}
	case 6:
		if equalFold(n, "sender") {
			s.Sender = appendAddresses(s.Sender, f.Value)
		}
	case 7:
		if equalFold(n, "subject") && !s.HasSubject {
			s.Subject, s.HasSubject = DecodeWords(unfold(f.Value)), true
		}
		setText(&s.ListID, f, "list-id")
	case 8:
		if equalFold(n, "reply-to") {
			s.ReplyTo = appendAddresses(s.ReplyTo, f.Value)
		}
	case 10:
		s.addID(f)
		setText(&s.Precedence, f, "precedence")
	case 11:
		if s.addID(f); equalFold(n, "return-path") && !s.HasReturnPath {
			s.ReturnPath, s.HasReturnPath = DecodeWords(unfold(f.Value)), true
		}
	case 12:
		setText(&s.ContentType, f, "content-type")
	case 14:
		setText(&s.AutoSubmitted, f, "auto-submitted")
	case 16:
		setText(&s.ListUnsubscribe, f, "list-unsubscribe")
	case 21:
		setText(&s.ListUnsubscribePost, f, "list-unsubscribe-post")
	case 24:
		setText(&s.XAutoResponseSuppress, f, "x-auto-response-suppress")
	}
	switch {
	case len(n) > 5 && equalFold(n[:5], "list-"):
		s.HasList = true
	case len(n) > len(servicePrefix) && equalFold(n[:len(servicePrefix)], servicePrefix) && plainASCII(n):
		s.addService(f)
	}
}

// addID takes one field in if it holds Message-IDs.
func (s *Summary) addID(f Field) {
	switch n := f.Name; {
	case len(n) == 10 && equalFold(n, "message-id") && !s.HasMessageID:
		s.MessageID, s.HasMessageID = firstMsgID(f.Value), true
	case len(n) == 10 && equalFold(n, "references") && s.References == nil:
		s.References = ParseMsgIDs(f.Value)
	case len(n) == 11 && equalFold(n, "in-reply-to") && s.InReplyTo == "":
		s.InReplyTo = firstMsgID(f.Value)
	}
}

const servicePrefix = "x-service-"

// setText sets a text to the value of the field if that is its name.
func setText(dst *string, f Field, name string) {
	if *dst == "" && equalFold(f.Name, name) {
		*dst = DecodeWords(unfold(f.Value))
	}
}

func (s *Summary) addService(f Field) {
	if s.Service == nil {
		s.Service = make(map[string]string)
	}
	key := strings.ToLower(f.Name)
	if _, double := s.Service[key]; !double {
		s.Service[key] = DecodeWords(unfold(f.Value))
	}
}
