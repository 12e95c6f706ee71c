package report

import (
	"html"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// exchange writes the report as Exchange and Microsoft 365 do.
func (o *dsn) exchange() string {
	style := mimebuild.Style{Tab: true}
	l := letter{style: style}
	l.to("From", address("postmaster@"+o.domain()))
	l.to("To", address(o.To))
	l.raw("Date", mimebuild.FormatDate(o.Date.UTC()))
	l.raw("MIME-Version", "1.0")
	if o.Action == Failed {
		l.raw("X-MS-Exchange-Message-Is-Ndr", "1")
	}
	l.raw("Content-Language", "en-US")
	id := o.MessageID
	if id == "" {
		id = "<" + strings.ToLower(o.Rand.UUID()) + "@" + o.Host + ">"
	}
	l.ids("Message-ID", id)
	l.answers(o.OriginalID)
	l.text("Subject", o.title("Undeliverable: ", "Delayed: ", "Delivered: ", "Relayed: ")+o.OriginalSubject)
	l.raw("Auto-Submitted", "auto-replied")
	l.fields(o.Header)
	next := func(int) string { return strings.ToLower(o.Rand.UUID()) }
	return l.seal(report("delivery-status", next,
		o.exchangeText(style, next), part(o.statusType, o.exchangeStatus()), o.third))
}

// domain is that of the first recipient, whose organisation reports.
func (o *dsn) domain() string {
	if len(o.Recipients) == 0 {
		return o.Host
	}
	return mimebuild.Host(o.Recipients[0].Addr)
}

func (o *dsn) exchangeStatus() string {
	var b block
	o.perMessage(&b, "")
	b.field("Received-From-MTA", "dns;"+mimebuild.Host(o.To))
	b.field("Arrival-Date", mimebuild.FormatDate(o.Arrival.UTC()))
	o.perRecipient(&b, spelling{remote: func(_ *Recipient, name string) string { return name }})
	return b.String()
}

// exchangeText is the notice for people and, of a failed mail, the part for administrators.
func (o *dsn) exchangeText(style mimebuild.Style, next func(int) string) mimebuild.Part {
	heading := o.title("Delivery has failed to these recipients or groups:",
		"Delivery to these recipients or groups is delayed:",
		"Your message has been delivered to the following recipients:",
		"Delivery to these recipients or groups is complete, but the destination server sent no delivery notification:")
	var text, markup strings.Builder
	text.WriteString(heading + "\n")
	markup.WriteString("<html><body><p><b>" + heading + "</b></p>\n")
	for i := range o.Recipients {
		r := &o.Recipients[i]
		addr, sentence := r.Addr, o.exchangeSentence(r)
		text.WriteString("\n" + addr + "\n" + sentence + "\n")
		a := html.EscapeString(addr)
		markup.WriteString(`<p><a href="mailto:` + a + `">` + a + `</a><br>` + html.EscapeString(sentence) + "</p>\n")
	}
	if o.Action == Failed {
		diagnosis := o.diagnosis()
		text.WriteString(diagnosis)
		markup.WriteString("<pre>" + html.EscapeString(diagnosis) + "</pre>\n")
	}
	markup.WriteString("</body></html>\n")
	p, err := style.Multipart("alternative", next, nil,
		style.TextPart("text/plain", text.String()), style.TextPart("text/html", markup.String()))
	if err != nil {
		return style.TextPart("text/plain", text.String())
	}
	return p
}

// diagnosis is what administrators read.
func (o *dsn) diagnosis() string {
	var b strings.Builder
	b.WriteString("\nDiagnostic information for administrators:\n\nGenerating server: " + o.Host + "\n")
	for i := range o.Recipients {
		r := &o.Recipients[i]
		b.WriteString("\n" + r.Addr + "\n" + r.remote() + "\nRemote Server returned '" + o.reply(r).String() + "'\n")
	}
	return b.String()
}

func (o *dsn) exchangeSentence(r *Recipient) string {
	switch o.Action {
	case Delayed:
		return "The message has not been delivered yet. Delivery will be tried again for " + o.days() + " days."
	case Delivered, Relayed:
		return "Nothing more needs to be done."
	}
	switch r.Reply.Enhanced {
	case "5.1.1":
		return "The e-mail address you entered could not be found. Check it and send the message again."
	case "5.1.2":
		return "The domain of the address could not be found. Check it and send the message again."
	case "5.2.1":
		return "The recipient's mailbox does not take messages at present."
	case "5.2.2":
		return "The recipient's mailbox is full and takes no messages now. Try again later."
	case "5.7.1":
		return "The recipient's system refused the message because of a rule."
	}
	return "The recipient's system did not take the message."
}
