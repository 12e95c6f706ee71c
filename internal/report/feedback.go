package report

import (
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// ComplaintOptions describe a complaint of a recipient about a mail (RFC 5965).
type ComplaintOptions struct {
	Rand      *rng.Rand // source of id and boundary; required
	Host      string    // name of the reporting service
	To        string    // where complaints go
	Date      time.Time
	MessageID string // of the report; "" draws one

	MailFrom   string    // envelope sender of the mail; "" is the null sender
	Recipients []string  // who complain
	Arrival    time.Time // of the mail; zero leaves it out
	SourceIP   string    // "" leaves it out
	Domain     string    // reported domain; "" is that of MailFrom

	Original        string // the mail as it came
	OriginalSubject string // decoded

	Header []mimebuild.Field
}

// Complaint returns an abuse report as a feedback loop sends it, with CRLF line
// ends. The envelope sender must be <>.
func Complaint(o ComplaintOptions) string {
	host := mimebuild.Host(o.Host)
	l := letter{style: mimebuild.Style{Tab: true}}
	l.to("From", mimebuild.Address{Name: "Feedback Loop", Addr: "feedbackloop@" + host})
	l.to("To", address(oneLine(o.To)))
	l.raw("Date", mimebuild.FormatDate(o.Date))
	l.text("Subject", "FW: "+o.OriginalSubject)
	id := o.MessageID
	if id == "" {
		id = "<" + o.Rand.Text(rng.Lower, 24) + "@" + host + ">"
	}
	l.ids("Message-ID", id)
	l.raw("Auto-Submitted", "auto-generated")
	l.raw("MIME-Version", "1.0")
	l.fields(o.Header)

	text := "This is an e-mail abuse report for a message received on\n" + mimebuild.FormatDate(o.Arrival) +
		". Its recipient marked it as unwanted.\n"
	if o.Arrival.IsZero() {
		text = "This is an e-mail abuse report. The recipient of the message below\nmarked it as unwanted.\n"
	}
	next := func(int) string { return "part_" + o.Rand.Text(rng.Lower, 20) }
	return l.seal(report("feedback-report", next,
		l.style.TextPart("text/plain", text),
		part("message/feedback-report", o.fields(host)),
		original(o.Original, len(o.Original) <= MaxOriginal, !isASCII(header(o.Original)))))
}

func (o *ComplaintOptions) fields(host string) string {
	domain := o.Domain
	if domain == "" {
		domain = o.MailFrom
	}
	var b block
	b.field("Feedback-Type", "abuse")
	b.field("User-Agent", "FeedbackLoop/1.0 ("+host+")")
	b.field("Version", "1")
	b.field("Original-Mail-From", "<"+strings.Trim(oneLine(o.MailFrom), "<>")+">")
	for _, r := range o.Recipients {
		b.field("Original-Rcpt-To", "<"+strings.Trim(oneLine(r), "<>")+">")
	}
	if !o.Arrival.IsZero() {
		b.field("Arrival-Date", mimebuild.FormatDate(o.Arrival))
	}
	b.field("Source-IP", o.SourceIP)
	if domain != "" {
		b.field("Reported-Domain", mimebuild.Host(domain))
	}
	b.field("Incidents", "1")
	return b.String()
}
