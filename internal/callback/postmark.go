package callback

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mime"
)

// The server that webhooks name.
const postmarkServer = 23

// PostmarkTypes are the kinds of bounces by the status of the address.
var PostmarkTypes = map[string]struct {
	Type, Name, Text string
	Code             int
}{
	"unknown":  {"HardBounce", "Hard bounce", "The server was unable to deliver your message (ex: unknown user, mailbox not found).", 1},
	"disabled": {"HardBounce", "Hard bounce", "The server was unable to deliver your message (ex: unknown user, mailbox not found).", 1},
	"domain":   {"DnsError", "DNS error", "The email server is temporarily unable to deliver your message to the recipient email because of a DNS error.", 256},
	"full":     {"SoftBounce", "Soft bounce", "Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota, out of disk space).", 4096},
	"blocked":  {"Blocked", "ISP block", "Blocked from this ISP due to content or blacklisting.", 100006},
	"":         {"HardBounce", "Hard bounce", "The server was unable to deliver your message (ex: unknown user, mailbox not found).", 1},
}

// PostmarkID is the id of a bounce: that of its event.
func PostmarkID(event int64) int64 { return 692560000 + event }

func postmarkTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// postmarkEvent is one post, nil for what Postmark has no webhook for.
func postmarkEvent(n *Notice) *Request {
	e := postmarkMail(n)
	switch n.Kind {
	case "delivered":
		e["RecordType"], e["Recipient"], e["DeliveredAt"], e["Details"] = "Delivery", n.Recipient, postmarkTime(n.At), n.Reply
	case "bounced", "deferred", "complained":
		maps.Copy(e, PostmarkBounce(n))
	case "opened":
		maps.Copy(e, postmarkReader(n))
		e["RecordType"], e["FirstOpen"] = "Open", true
	case "clicked":
		maps.Copy(e, postmarkReader(n))
		e["RecordType"], e["ClickLocation"], e["OriginalLink"] = "Click", "HTML", n.URL
	case "unsubscribed":
		postmarkChange(e, n, "ManualSuppression")
	default:
		return nil
	}
	return &Request{ContentType: "application/json", Body: []byte(text(e))}
}

// postmarkSuppressed is the second post of a hard bounce and of a complaint, by which the
// recipient comes on the list of suppressed addresses; nil for anything else.
func postmarkSuppressed(n *Notice) *Request {
	reason := ""
	switch {
	case n.Kind == "bounced" && n.permanent():
		reason = "HardBounce"
	case n.Kind == "complained":
		reason = "SpamComplaint"
	default:
		return nil
	}
	e := postmarkMail(n)
	postmarkChange(e, n, reason)
	return &Request{ContentType: "application/json", Body: []byte(text(e))}
}

// postmarkMail is what each post says of the mail that it is about.
func postmarkMail(n *Notice) map[string]any {
	tag := ""
	if len(n.Tags) > 0 {
		tag = n.Tags[0]
	}
	stream := n.Data["stream"]
	if stream == "" {
		stream = "outbound"
	}
	return map[string]any{"MessageID": n.SendID, "ServerID": postmarkServer, "MessageStream": stream, "Tag": tag, "Metadata": n.under("meta.")}
}

// postmarkChange makes a post the news that a recipient is sent nothing any more.
func postmarkChange(e map[string]any, n *Notice, reason string) {
	e["RecordType"], e["ChangedAt"], e["Recipient"], e["Origin"] = "SubscriptionChange", postmarkTime(n.At), n.Recipient, "Recipient"
	e["SuppressSending"], e["SuppressionReason"] = true, reason
}

// PostmarkBounce is a bounce as webhooks and the API show it.
func PostmarkBounce(n *Notice) map[string]any {
	kind := PostmarkTypes[n.Status]
	record, inactive := "Bounce", n.permanent()
	switch n.Kind {
	case "complained":
		record, inactive = "SpamComplaint", true
		kind.Type, kind.Name, kind.Code, kind.Text = "SpamComplaint", "Spam complaint", 100001, "The subscriber explicitly marked this message as spam."
	case "deferred":
		inactive = false
		kind.Type, kind.Name, kind.Code, kind.Text = "Transient", "Message delayed", 2, "The server could not temporarily deliver your message (ex: Message is delayed due to network troubles)."
	}
	return map[string]any{
		"RecordType": record, "ID": PostmarkID(n.Event), "Type": kind.Type, "TypeCode": kind.Code, "Name": kind.Name, "Description": kind.Text, "Details": n.Reply,
		"Email": n.Recipient, "From": n.From, "BouncedAt": postmarkTime(n.At), "DumpAvailable": n.Raw != "", "Inactive": inactive, "CanActivate": inactive && record == "Bounce", "Subject": n.Subject, "Content": "",
		"MessageID": n.SendID,
	}
}

// postmarkReader is what opens and clicks say of who reads.
func postmarkReader(n *Notice) map[string]any {
	return map[string]any{
		"Recipient": n.Recipient, "ReceivedAt": postmarkTime(n.At), "UserAgent": n.UserAgent, "Platform": "Desktop", "Geo": map[string]any{},
		"Client": map[string]string{"Name": "mailsim", "Company": "mailsim", "Family": "mailsim"}, "OS": map[string]string{"Name": "Linux", "Company": "", "Family": "Linux"},
	}
}

type postmarkAddress struct{ Email, Name, MailboxHash string }

func postmarkAddresses(list []mime.Address) []postmarkAddress {
	out := []postmarkAddress{}
	for _, a := range list {
		out = append(out, postmarkAddress{a.Addr, a.Name, mailboxHash(a.Addr)})
	}
	return out
}

// mailboxHash is the +tag of an address.
func mailboxHash(address string) string {
	local, _, _ := strings.Cut(address, "@")
	_, tag, _ := strings.Cut(local, "+")
	return tag
}

// postmarkInbound is the post of an inbound mail for one recipient.
func postmarkInbound(m *Mail, to string, t Target) *Request {
	type header struct{ Name, Value string }
	type attachment struct {
		Name, Content, ContentType string
		ContentLength              int
		ContentID                  string
	}
	headers, attachments := []header{{"X-Spam-Checker-Version", "SpamAssassin 3.4.0"}, {"X-Spam-Status", "No"}, {"X-Spam-Score", "0.1"}, {"Received-SPF", "Pass"}}, []attachment{}
	for _, f := range m.head() {
		switch strings.ToLower(f[0]) {
		case "from", "to", "cc", "bcc", "subject", "date", "reply-to":
		default:
			headers = append(headers, header{f[0], f[1]})
		}
	}
	for i := range m.parsed.Attachments {
		a := &m.parsed.Attachments[i]
		data := a.Bytes()
		attachments = append(attachments, attachment{a.Filename, base64.StdEncoding.EncodeToString(data), a.ContentType, len(data), a.ContentID})
	}
	date := m.sum.Date
	if date.IsZero() {
		date = m.At
	}
	body := map[string]any{
		"FromName": m.sum.From.Name, "MessageStream": "inbound", "From": m.sum.From.Addr, "FromFull": postmarkAddress{m.sum.From.Addr, m.sum.From.Name, ""},
		"To": spellAll(m.sum.To), "ToFull": postmarkAddresses(m.sum.To), "Cc": spellAll(m.sum.Cc), "CcFull": postmarkAddresses(m.sum.Cc), "Bcc": "", "BccFull": []postmarkAddress{},
		"OriginalRecipient": to, "Subject": m.sum.Subject, "MessageID": uuid("inbound", m.sum.MessageID, to), "ReplyTo": spellAll(m.sum.ReplyTo), "MailboxHash": mailboxHash(to),
		"Date": date.Format("Mon, 2 Jan 2006 15:04:05 -0700"), "TextBody": m.parsed.Text, "HtmlBody": m.parsed.HTML, "StrippedTextReply": m.written(), "Tag": "", "Headers": headers, "Attachments": attachments,
	}
	if t.Raw {
		body["RawEmail"] = m.Raw
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	return &Request{ContentType: "application/json", Body: b}
}
