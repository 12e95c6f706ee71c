package report

import (
	"html"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// gmail writes the report as Gmail does, but for the picture: readers such as
// enmime's take the text alone, HTML, or an alternative of both for the first part
// (RFC 6522 section 3), and give up at the multipart/related that holds the picture.
func (o *dsn) gmail() string {
	style := mimebuild.Style{Charset: "UTF-8", Tab: true}
	l := letter{style: style}
	l.to("From", mimebuild.Address{Name: "Mail Delivery Subsystem", Addr: "mailer-daemon@googlemail.com"})
	l.to("To", address(o.To))
	l.raw("Auto-Submitted", "auto-replied")
	l.text("Subject", o.title("Delivery Status Notification (Failure)", "Delivery Status Notification (Delay)",
		"Delivery Status Notification (Success)", "Delivery Status Notification (Relay)"))
	l.answers(o.OriginalID)
	if o.Action == Failed {
		l.to("X-Failed-Recipients", o.asciiRecipients()...)
	}
	id := o.MessageID
	if id == "" {
		id = "<" + o.Rand.Text(rng.Hex, 8) + "." + o.Rand.Text(rng.Hex, 9) + "." + o.Rand.Text(rng.Hex, 6) + "." + o.Rand.Text(rng.Hex, 8) +
			o.title(".GMR", ".GMRIR", ".GMR", ".GMR") + "@mx.google.com>"
	}
	l.ids("Message-ID", id)
	l.raw("Date", mimebuild.FormatDate(o.Date))
	l.raw("MIME-Version", "1.0")
	l.fields(o.Header)
	next := hexBoundary(o.Rand)
	return l.seal(report("delivery-status", next,
		o.gmailText(style, next), part(o.statusType, o.gmailStatus()), o.third))
}

func (o *dsn) gmailStatus() string {
	var b block
	o.perMessage(&b, " ")
	b.field("Received-From-MTA", "dns; "+mimebuild.Host(o.To))
	b.field("Arrival-Date", mimebuild.FormatDate(o.Arrival))
	b.field("X-Original-Message-ID", o.OriginalID)
	o.perRecipient(&b, spelling{separator: " ", remote: func(r *Recipient, name string) string {
		return name + ". (" + addressOf(name) + ", the server for the domain " + mimebuild.Host(r.Addr) + ".)"
	}})
	return b.String()
}

// gmailHeading is the heading of a report on a reply.
func gmailHeading(r Reply) (heading, why string) {
	switch r.Enhanced {
	case "5.1.1":
		return "Address not found", "the address couldn't be found or is unable to receive mail"
	case "5.1.2":
		return "Address not found", "its domain couldn't be found"
	case "5.2.1":
		return "Address not found", "the mailbox is disabled"
	case "5.2.2":
		return "Recipient inbox full", "the mailbox is full"
	case "5.7.1":
		return "Message blocked", "the message was blocked"
	}
	return "Message not delivered", "the server did not take it"
}

// notice is the text of one recipient in parts: heading, sentence, answer.
func (o *dsn) notice(r *Recipient) (heading, sentence, answer string) {
	addr, answer := r.Addr, o.reply(r).String()
	switch o.Action {
	case Delayed:
		return "Delivery incomplete", "There is a temporary problem with your message to " + addr +
			". It will be tried for " + o.days() + " more days, and you will be told if it fails for good.", answer
	case Delivered:
		return "Message delivered", "Your message reached " + addr + ".", answer
	case Relayed:
		return "Message relayed", "Your message to " + addr + " was passed on to a server that sends no notice of delivery.", answer
	}
	heading, why := gmailHeading(r.Reply)
	return heading, "Your message wasn't delivered to " + addr + " because " + why + ".", answer
}

func (o *dsn) gmailText(style mimebuild.Style, next func(int) string) mimebuild.Part {
	var text, markup strings.Builder
	markup.WriteString(`<html><body><table cellpadding="0" cellspacing="0">`)
	for i := range o.Recipients {
		heading, sentence, answer := o.notice(&o.Recipients[i])
		text.WriteString("\n** " + heading + " **\n\n" + sentence + "\n\n\n\nThe response was:\n\n" + answer + "\n")
		markup.WriteString("<tr><td><h2>" + html.EscapeString(heading) + "</h2><p>" + html.EscapeString(sentence) +
			"</p><p>The response was:</p><p style=\"font-family:monospace\">" + html.EscapeString(answer) + "</p></td></tr>")
	}
	markup.WriteString("</table></body></html>\n")
	alternative, err := style.Multipart("alternative", next, nil,
		style.TextPart("text/plain", text.String()), style.TextPart("text/html", markup.String()))
	if err != nil {
		return style.TextPart("text/plain", text.String())
	}
	return alternative
}
