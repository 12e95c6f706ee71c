package report

import (
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// postfix writes the report as Postfix does (bounce(5)).
func (o *dsn) postfix() string {
	style := mimebuild.Style{Tab: true, BareParams: true}
	queue := o.Rand.Text(rng.HEX, 10)
	l := letter{style: style}
	l.raw("Date", mimebuild.FormatDate(o.Date))
	l.raw("From", "MAILER-DAEMON@"+o.Host+" (Mail Delivery System)")
	l.text("Subject", o.title("Undelivered Mail Returned to Sender", "Delayed Mail (still being retried)",
		"Successful Mail Delivery Report", "Successful Mail Delivery Report"))
	l.to("To", address(o.To))
	l.raw("Auto-Submitted", "auto-replied")
	l.raw("MIME-Version", "1.0")
	id := o.MessageID
	if id == "" {
		id = "<" + o.Date.UTC().Format("20060102150405") + "." + queue + "@" + o.Host + ">"
	}
	l.ids("Message-Id", id)
	l.answers(o.OriginalID)
	l.fields(o.Header)
	next := func(n int) string {
		return queue + "." + strconv.FormatInt(o.Date.Unix()+int64(n), 10) + "/" + o.Host[:min(len(o.Host), 40)]
	}
	whole := ""
	if !o.full {
		whole = " Headers"
	}
	body := report("delivery-status", next,
		described("Notification", o.postfixText()),
		described("Delivery report", part(o.statusType, o.postfixStatus(queue))),
		described(o.title("Undelivered Message", "Delayed Message", "Message", "Message")+whole, o.third))
	if isASCII(body.Body) { // where it need not be said, Postfix says it too
		body.Header += eightBit
	}
	body.Body = "This is a message in MIME parts.\r\n\r\n" + body.Body
	return l.seal(body)
}

func described(what string, p mimebuild.Part) mimebuild.Part {
	p.Header = "Content-Description: " + what + "\r\n" + p.Header
	return p
}

func (o *dsn) postfixText() mimebuild.Part {
	var b strings.Builder
	b.WriteString("This is the mail system at host " + o.Host + ".\n\n")
	b.WriteString(o.title(
		"Your message did not reach the recipients named below. It comes back\nwith this notice.\n\nThe postmaster can help if you send this notice along; the text of your\nown message is not needed for that.\n",
		"####################################################################\n# THIS IS A WARNING ONLY. THERE IS NO NEED TO SEND THE MAIL AGAIN. #\n####################################################################\n\nYour message has not reached the recipients named below yet. It will be\ntried again for another "+o.days()+" days.\n",
		"Your message reached the recipients named below.\n",
		"Your message was passed on for the recipients named below. Their server\nsends no notice of delivery.\n"))
	b.WriteString("\n                   The mail system\n")
	for i := range o.Recipients {
		r := &o.Recipients[i]
		b.WriteString("\n<" + r.Addr + ">: ")
		switch o.Action {
		case Delivered:
			b.WriteString("delivery to mailbox successful: " + o.reply(r).String())
		case Relayed:
			b.WriteString("delivery via " + r.remote() + ": " + o.reply(r).String())
		default:
			name := r.remote()
			b.WriteString("host " + name + "[" + addressOf(name) + "] said: " + o.reply(r).String() + " (in reply to RCPT TO command)")
		}
		b.WriteString("\n")
	}
	return part("text/plain", mimebuild.CRLF(fold(b.String())), mimebuild.Param{Name: "charset", Value: "utf-8"})
}

// fold breaks lines of more than 79 bytes at a space, where they have one; what
// goes on is indented.
func fold(text string) string {
	const width, indent = 79, "    "
	var b strings.Builder
	for line := range strings.Lines(text) {
		for len(line) > width {
			at := strings.LastIndexByte(line[len(indent):width], ' ') + len(indent)
			if at == len(indent)-1 {
				if at = strings.IndexByte(line[width:], ' ') + width; at == width-1 {
					break
				}
			}
			b.WriteString(line[:at] + "\n")
			line = indent + line[at+1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func (o *dsn) postfixStatus(queue string) string {
	var b block
	o.perMessage(&b, " ")
	b.field("X-Postfix-Queue-ID", queue)
	b.field("X-Postfix-Sender", addressType(o.To)+"; "+o.To)
	b.field("Arrival-Date", mimebuild.FormatDate(o.Arrival))
	o.perRecipient(&b, spelling{separator: " ", remote: func(_ *Recipient, name string) string { return name }})
	return b.String()
}
