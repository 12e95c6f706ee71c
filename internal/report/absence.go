package report

import (
	"html"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/rng"
)

// AbsenceOptions describe an out-of-office reply.
type AbsenceOptions struct {
	Client    mua.Client // decides whose responder answers: Gmail's, Exchange's or Sieve's
	Rand      *rng.Rand  // source of id and boundary; required
	From      mimebuild.Address
	To        mimebuild.Address // the return path of the mail answered, never its Reply-To
	Date      time.Time         // in the person's zone
	MessageID string            // "" draws one of the client
	Text      string            // what the person left

	OriginalID      string
	References      []string // of the original
	OriginalSubject string   // decoded

	Header []mimebuild.Field
}

// Absence returns an automatic reply with CRLF line ends (RFC 3834). The envelope
// sender must be <>.
func Absence(o AbsenceOptions) string {
	if o.MessageID == "" {
		o.MessageID = mua.MessageID(o.Client, o.Rand, o.From.Addr, o.Date)
	}
	switch o.Client {
	case mua.Gmail, mua.Android:
		return o.gmail()
	case mua.Outlook:
		return o.exchange()
	}
	return o.sieve()
}

// AbsenceSubject returns the subject of the client's automatic reply.
func AbsenceSubject(c mua.Client, subject string) string {
	subject = mua.BaseSubject(subject)
	switch c {
	case mua.Gmail, mua.Android:
		return "Re: " + subject
	case mua.Outlook:
		return "Automatic reply: " + subject
	}
	return "Auto: " + subject
}

// gmail is Gmail's vacation responder.
func (o *AbsenceOptions) gmail() string {
	l := letter{style: mimebuild.Style{Charset: "UTF-8", Tab: true}}
	l.raw("MIME-Version", "1.0")
	l.answers(o.OriginalID, o.References...)
	l.to("From", o.From)
	l.raw("Date", mimebuild.FormatDate(o.Date))
	l.ids("Message-ID", o.MessageID)
	l.text("Subject", AbsenceSubject(o.Client, o.OriginalSubject))
	l.to("To", o.To)
	l.raw("Auto-Submitted", "auto-replied")
	l.raw("Precedence", "bulk")
	l.raw("X-Autoreply", "yes")
	l.fields(o.Header)
	return l.seal(o.both(l.style, hexBoundary(o.Rand), `<div dir="ltr">`, "</div>"))
}

// exchange is the automatic reply of Exchange and Microsoft 365.
func (o *AbsenceOptions) exchange() string {
	l := letter{style: mimebuild.Style{Tab: true}}
	l.to("From", o.From)
	l.to("To", o.To)
	l.text("Subject", AbsenceSubject(o.Client, o.OriginalSubject))
	l.raw("Date", mimebuild.FormatDate(o.Date.UTC()))
	l.ids("Message-ID", o.MessageID)
	l.answers(o.OriginalID, o.References...)
	l.raw("X-MS-Has-Attach", "")
	l.raw("X-Auto-Response-Suppress", "All")
	l.raw("X-MS-Exchange-Inbox-Rules-Loop", spelled(o.From.Addr))
	l.ids("X-MS-Exchange-Parent-Message-Id", o.OriginalID)
	l.raw("Auto-Submitted", "auto-replied")
	l.raw("x-ms-exchange-generated-message-source", "Mailbox Rules Agent")
	l.raw("MIME-Version", "1.0")
	l.fields(o.Header)
	next := func(int) string { return "_000_" + o.Rand.Text(rng.HEX, 32) + "_" }
	return l.seal(o.both(l.style, next, "<html>\n<body>\n<div>", "</div>\n</body>\n</html>"))
}

// sieve is the vacation action of a Sieve server (RFC 5230).
func (o *AbsenceOptions) sieve() string {
	l := letter{style: mimebuild.Style{}}
	l.ids("Message-ID", o.MessageID)
	l.raw("Date", mimebuild.FormatDate(o.Date))
	l.to("From", o.From)
	l.to("To", o.To)
	l.text("Subject", AbsenceSubject(o.Client, o.OriginalSubject))
	l.answers(o.OriginalID, o.References...)
	l.raw("Auto-Submitted", "auto-replied (vacation)")
	l.raw("Precedence", "bulk")
	l.raw("MIME-Version", "1.0")
	l.fields(o.Header)
	return l.seal(l.style.TextPart("text/plain", o.Text))
}

// both returns the text as text and as HTML.
func (o *AbsenceOptions) both(s mimebuild.Style, next func(int) string, open, end string) mimebuild.Part {
	text := s.TextPart("text/plain", o.Text)
	lines := strings.Split(html.EscapeString(mimebuild.CRLF(o.Text)), "\r\n")
	p, err := s.Multipart("alternative", next, nil, text,
		s.TextPart("text/html", open+strings.Join(lines, "<br>\n")+end))
	if err != nil {
		return text
	}
	return p
}

// spelled is an address as one ASCII word of a field.
func spelled(addr string) string {
	if addr = oneLine(addr); isASCII(addr) {
		return addr
	}
	return mimebuild.Host(addr)
}
