package callback

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mime"
)

// SESAccount is the account that ARNs name, and SESRegion their region.
const (
	SESAccount = "000000000000"
	SESRegion  = "us-east-1"
)

// snsContent is how much of a mail fits into a notification.
const snsContent = 150 << 10

// topic is the ARN of the webhook's topic: its name, with what a topic may not have as _.
func (t Target) topic() string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, t.Topic)
	if name == "" {
		name = "mailsim"
	}
	return "arn:aws:sns:" + SESRegion + ":" + SESAccount + ":" + name
}

// sns wraps a message as SNS posts it.
func (t Target) sns(kind, id, subject, message string, at time.Time) *Request {
	e := map[string]string{
		"Type": kind, "MessageId": id, "TopicArn": t.topic(), "Message": message, "Timestamp": stamp(at), "SignatureVersion": "1",
		"SigningCertURL": t.Base + "/provider/ses/certificate/SimpleNotificationService-" + url.PathEscape(t.Universe) + ".pem",
	}
	signed := []string{"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"}
	if kind == "SubscriptionConfirmation" {
		e["Token"] = unique(64, "token", t.URL, t.topic())
		e["SubscribeURL"] = t.Base + "/provider/ses/?Action=ConfirmSubscription&TopicArn=" + url.QueryEscape(t.topic()) + "&Token=" + e["Token"]
		signed = []string{"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"}
	} else {
		e["UnsubscribeURL"] = t.Base + "/provider/ses/?Action=Unsubscribe&SubscriptionArn=" + url.QueryEscape(t.subscription())
		if subject != "" {
			e["Subject"] = subject
		}
	}
	var b strings.Builder
	for _, name := range signed {
		if v, ok := e[name]; ok {
			b.WriteString(name + "\n" + v + "\n")
		}
	}
	if t.RSA != nil {
		sum := sha1.Sum([]byte(b.String()))
		if signature, err := rsa.SignPKCS1v15(nil, t.RSA, crypto.SHA1, sum[:]); err == nil {
			e["Signature"] = base64.StdEncoding.EncodeToString(signature)
		}
	}
	head := http.Header{}
	head.Set("x-amz-sns-message-type", kind)
	head.Set("x-amz-sns-message-id", id)
	head.Set("x-amz-sns-topic-arn", t.topic())
	if kind == "Notification" {
		head.Set("x-amz-sns-subscription-arn", t.subscription())
	}
	return &Request{ContentType: "text/plain; charset=UTF-8", Body: []byte(text(e)), Header: head}
}

func (t Target) subscription() string { return t.topic() + ":" + uuid("subscription", t.URL) }

// Subscription is the post with which a topic asks whether it may post.
func (t Target) Subscription(at time.Time) *Request {
	id := uuid("confirm", t.URL, stamp(at))
	return t.sns("SubscriptionConfirmation", id, "", "You have chosen to subscribe to the topic "+t.topic()+".\nTo confirm the subscription, visit the SubscribeURL included in this message.", at)
}

var sesKinds = map[string]string{
	"accepted": "Send", "delivered": "Delivery", "deferred": "DeliveryDelay", "bounced": "Bounce", "dropped": "Bounce", "complained": "Complaint",
	"opened": "Open", "clicked": "Click", "unsubscribed": "Subscription",
}

// sesEvent is one post, nil for what SES has no notification for. A mail with a
// configuration set has events published, others feedback notifications.
func sesEvent(n *Notice, t Target) *Request {
	kind := sesKinds[n.Kind]
	set := n.Data["configuration_set"]
	if kind == "" || kind == "Send" && set == "" {
		return nil
	}
	name, subject := "notificationType", "Amazon SES Email Receipt Notification"
	if set != "" || kind != "Bounce" && kind != "Complaint" && kind != "Delivery" {
		name, subject = "eventType", "Amazon SES Email Event Notification"
	} else {
		subject = ""
	}
	message := map[string]any{name: kind, "mail": sesMail(n)}
	key, details := sesDetails(n, kind)
	message[key] = details
	return t.sns("Notification", uuid("sns", t.URL, n.key()), subject, text(message), n.At)
}

// sesDetails is what only one kind of notification has.
func sesDetails(n *Notice, kind string) (key string, details map[string]any) {
	id := "0100" + unique(12, "feedback", n.key()) + "-" + uuid("feedback", n.key()) + "-000000"
	mta := "dsn; a8-50.smtp-out.amazonses.com"
	switch kind {
	case "Delivery":
		return "delivery", map[string]any{"timestamp": stamp(n.At), "processingTimeMillis": n.At.Sub(n.SentAt).Milliseconds(), "recipients": []string{n.Recipient}, "smtpResponse": n.Reply, "remoteMtaIp": "192.0.2.26", "reportingMTA": "a8-50.smtp-out.amazonses.com"}
	case "Bounce":
		class, sub := "Permanent", "General"
		who := map[string]string{"emailAddress": n.Recipient, "action": "failed", "status": n.enhanced(), "diagnosticCode": "smtp; " + n.Reply}
		switch {
		case n.Kind == "dropped":
			sub = "OnAccountSuppressionList"
			who["status"], who["diagnosticCode"] = "5.1.1", "Amazon SES did not send the message to this address because it is on the suppression list for your account. For more information about removing addresses from the suppression list, see the Amazon SES Developer Guide at https://docs.aws.amazon.com/ses/latest/DeveloperGuide/sending-email-suppression-list.html"
		case n.Status == "full":
			class, sub = "Transient", "MailboxFull"
		case n.Status == "blocked":
			class, sub = "Transient", "ContentRejected"
		}
		return "bounce", map[string]any{"feedbackId": id, "bounceType": class, "bounceSubType": sub, "bouncedRecipients": []any{who}, "timestamp": stamp(n.At), "remoteMtaIp": "192.0.2.26", "reportingMTA": mta}
	case "Complaint":
		return "complaint", map[string]any{"feedbackId": id, "complaintSubType": nil, "complainedRecipients": []any{map[string]string{"emailAddress": n.Recipient}}, "timestamp": stamp(n.At), "userAgent": "Amazon SES Mailbox Simulator", "complaintFeedbackType": "abuse", "arrivalDate": stamp(n.At)}
	case "DeliveryDelay":
		return "deliveryDelay", map[string]any{"timestamp": stamp(n.At), "delayType": "TransientCommunicationFailure", "expirationTime": stamp(n.At.Add(14 * time.Hour)), "delayedRecipients": []any{map[string]string{"emailAddress": n.Recipient, "status": n.enhanced(), "diagnosticCode": "smtp; " + n.Reply}}}
	case "Open":
		return "open", map[string]any{"ipAddress": "192.0.2.10", "timestamp": stamp(n.At), "userAgent": n.UserAgent}
	case "Click":
		return "click", map[string]any{"ipAddress": "192.0.2.10", "timestamp": stamp(n.At), "userAgent": n.UserAgent, "link": n.URL, "linkTags": nil}
	case "Subscription":
		return "subscription", map[string]any{"contactList": n.Data["contact_list"], "timestamp": stamp(n.At), "source": "UnsubscribeHeader", "newTopicPreferences": map[string]any{"unsubscribeAll": true, "topicSubscriptionStatus": []any{}}, "oldTopicPreferences": map[string]any{"unsubscribeAll": false, "topicSubscriptionStatus": []any{}}}
	}
	return "send", map[string]any{}
}

// sesMail is what notifications say of the mail.
func sesMail(n *Notice) map[string]any {
	tags := map[string][]string{"ses:source-ip": {"192.0.2.1"}, "ses:from-domain": {domainOf(n.From)}, "ses:caller-identity": {"mailsim"}}
	if set := n.Data["configuration_set"]; set != "" {
		tags["ses:configuration-set"] = []string{set}
	}
	for k, v := range n.under("tag.") {
		tags[k] = []string{v}
	}
	m := map[string]any{
		"timestamp": stamp(n.SentAt), "messageId": n.SendID, "source": n.From, "sourceArn": "arn:aws:ses:" + SESRegion + ":" + SESAccount + ":identity/" + domainOf(n.From),
		"sourceIp": "192.0.2.1", "callerIdentity": "mailsim", "sendingAccountId": SESAccount, "destination": orEmpty(n.To), "tags": tags,
	}
	sesHeaders(m, n.Raw)
	return m
}

// sesHeaders adds the header of a mail.
func sesHeaders(m map[string]any, raw string) {
	if raw == "" {
		m["headersTruncated"] = true
		return
	}
	header := mime.ScanHeader(raw)
	list, size := []map[string]string{}, 0
	for _, f := range headOf(&header) {
		if size += len(f[0]) + len(f[1]); size > 10<<10 {
			break
		}
		list = append(list, map[string]string{"name": f[0], "value": f[1]})
	}
	sum := mime.Summarize(raw)
	common := map[string]any{"from": []string{spell(sum.From)}, "subject": sum.Subject, "messageId": sum.MessageID}
	for name, who := range map[string][]mime.Address{"to": sum.To, "cc": sum.Cc, "replyTo": sum.ReplyTo} {
		if len(who) > 0 {
			list := make([]string, len(who))
			for i, a := range who {
				list[i] = spell(a)
			}
			common[name] = list
		}
	}
	if !sum.Date.IsZero() {
		common["date"] = sum.Date.Format("Mon, 2 Jan 2006 15:04:05 -0700")
	}
	m["headersTruncated"], m["headers"], m["commonHeaders"] = size > 10<<10, list, common
}

// sesInbound is the notification that a mail was received.
func sesInbound(m *Mail, t Target) *Request {
	pass := map[string]string{"status": "PASS"}
	mail := map[string]any{"timestamp": stamp(m.At), "source": m.From, "messageId": unique(40, "received", m.sum.MessageID), "destination": orEmpty(m.To)}
	sesHeaders(mail, m.Raw)
	message := map[string]any{
		"notificationType": "Received", "mail": mail,
		"receipt": map[string]any{
			"timestamp": stamp(m.At), "processingTimeMillis": 100, "recipients": orEmpty(m.To), "spamVerdict": pass, "virusVerdict": pass, "spfVerdict": pass, "dkimVerdict": pass, "dmarcVerdict": pass,
			"action": map[string]string{"type": "SNS", "topicArn": t.topic(), "encoding": "UTF8"},
		},
	}
	if len(m.Raw) <= snsContent {
		message["content"] = m.Raw
	}
	return t.sns("Notification", uuid("sns", t.URL, "received", m.sum.MessageID), "Amazon SES Email Receipt Notification", text(message), m.At)
}
