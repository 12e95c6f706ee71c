package report

import (
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/rng"
)

// Disposition is what a person did with a mail (RFC 8098 section 3.2.6.2).
type Disposition string

// The dispositions that people report.
const (
	Displayed Disposition = "displayed"
	Deleted   Disposition = "deleted"
)

// MDNOptions describe a disposition notification, a "read receipt" (RFC 8098).
type MDNOptions struct {
	Client    mua.Client
	Rand      *rng.Rand         // source of id and boundary; required
	From      mimebuild.Address // who read the mail
	To        string            // the address of Disposition-Notification-To
	Date      time.Time         // in the reader's zone
	MessageID string            // of the notification; "" draws one of the client

	Disposition Disposition // "" is Displayed
	Automatic   bool        // sent by a rule, not by hand

	Original          string // the mail as it came; "" leaves the third part out
	OriginalID        string
	OriginalSubject   string    // decoded
	OriginalRecipient string    // as the sender addressed it; "" leaves it out
	Sent              time.Time // date of the original; zero leaves it out

	Header []mimebuild.Field
}

// MDN returns a disposition notification with CRLF line ends. The envelope sender
// must be <>.
func MDN(o MDNOptions) string {
	l := letter{style: mimebuild.Style{Tab: true}}
	l.to("From", o.From)
	l.to("To", address(oneLine(o.To)))
	word := "Read: "
	if o.Disposition == Deleted {
		word = "Not read: "
	}
	l.text("Subject", word+o.OriginalSubject)
	l.raw("Date", mimebuild.FormatDate(o.Date))
	id := o.MessageID
	if id == "" {
		id = mua.MessageID(o.Client, o.Rand, o.From.Addr, o.Date)
	}
	l.ids("Message-ID", id)
	l.answers(o.OriginalID)
	l.raw("Auto-Submitted", "auto-replied")
	l.raw("MIME-Version", "1.0")
	l.fields(o.Header)

	parts := []mimebuild.Part{l.style.TextPart("text/plain", o.text()), part(o.statusType(), o.fields())}
	if o.Original != "" {
		parts = append(parts, original(o.Original, false, o.global()))
	}
	next := func(int) string { return "mdn_" + o.Rand.Text(rng.Mixed, 20) }
	return l.seal(report("disposition-notification", next, parts...))
}

func (o *MDNOptions) global() bool {
	return !isASCII(o.From.Addr) || !isASCII(o.OriginalRecipient) || !isASCII(header(o.Original))
}

func (o *MDNOptions) statusType() string {
	if o.global() {
		return "message/global-disposition-notification"
	}
	return "message/disposition-notification"
}

func (o *MDNOptions) text() string {
	text := "Your message\n\n  To: " + oneLine(o.From.Addr) + "\n  Subject: " + oneLine(o.OriginalSubject) + "\n"
	if !o.Sent.IsZero() {
		text += "  Sent: " + mimebuild.FormatDate(o.Sent) + "\n"
	}
	if o.Disposition == Deleted {
		return text + "\nwas deleted without being read on " + mimebuild.FormatDate(o.Date) + ".\n"
	}
	return text + "\nwas read on " + mimebuild.FormatDate(o.Date) + ".\n"
}

// agents are the programs as Reporting-UA names them.
var agents = map[mua.Client]string{
	mua.Gmail: "Gmail", mua.Android: "Gmail for Android", mua.Outlook: "Microsoft Outlook",
	mua.Apple: "Apple Mail", mua.IPhone: "iPhone Mail", mua.Plain: "Mutt",
}

func (o *MDNOptions) fields() string {
	mode := "manual-action/MDN-sent-manually"
	if o.Automatic {
		mode = "automatic-action/MDN-sent-automatically"
	}
	disposition := o.Disposition
	if disposition == "" {
		disposition = Displayed
	}
	var b block
	b.field("Reporting-UA", mimebuild.Host(o.From.Addr)+"; "+agents[o.Client])
	if o.OriginalRecipient != "" {
		b.field("Original-Recipient", addressType(o.OriginalRecipient)+"; "+o.OriginalRecipient)
	}
	b.field("Final-Recipient", addressType(o.From.Addr)+"; "+o.From.Addr)
	b.field("Original-Message-ID", o.OriginalID)
	b.field("Disposition", mode+"; "+string(disposition))
	return b.String()
}
