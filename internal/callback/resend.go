package callback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

var resendKinds = map[string]string{
	"accepted": "email.sent", "delivered": "email.delivered", "deferred": "email.delivery_delayed", "bounced": "email.bounced", "complained": "email.complained",
	"opened": "email.opened", "clicked": "email.clicked", "dropped": "email.suppressed", "scheduled": "email.scheduled",
}

// resendEvent is one post, nil for what Resend has no event for.
func resendEvent(n *Notice, t Target) *Request {
	kind := resendKinds[n.Kind]
	if kind == "" {
		return nil
	}
	data := map[string]any{"created_at": stamp(n.SentAt), "email_id": n.SendID, "from": n.From, "to": []string{n.Recipient}, "subject": n.Subject}
	if from := n.Data["from"]; from != "" {
		data["from"] = from
	}
	if tags := n.under("tag."); len(tags) > 0 {
		data["tags"] = tags
	}
	switch n.Kind {
	case "bounced":
		b := map[string]string{"message": n.words(), "type": "Permanent", "subType": "General"}
		if !n.permanent() {
			b["type"], b["subType"] = "Transient", map[string]string{"full": "MailboxFull", "blocked": "ContentRejected"}[n.Status]
		}
		data["bounce"] = map[string]any{"message": b["message"], "type": b["type"], "subType": b["subType"], "diagnosticCode": []string{"smtp; " + n.Reply}}
	case "dropped":
		data["suppressed"] = map[string]string{"message": "Resend has suppressed sending to this address because it is on the account-level suppression list.", "type": "OnAccountSuppressionList"}
	case "clicked":
		data["click"] = map[string]string{"ipAddress": "192.0.2.10", "link": n.URL, "timestamp": stamp(n.At), "userAgent": n.UserAgent}
	case "opened":
		data["open"] = map[string]string{"ipAddress": "192.0.2.10", "timestamp": stamp(n.At), "userAgent": n.UserAgent}
	}
	body := []byte(text(map[string]any{"type": kind, "created_at": stamp(n.At), "data": data}))
	return &Request{ContentType: "application/json", Body: body, Sign: t.signSvix(n.key(), body)}
}

// ResendInboundID is the id of an inbound mail by the number of its event, and
// ResendInboundEvent the way back.
func ResendInboundID(event int64) string {
	return fmt.Sprintf("4ef9a417-02e9-4d39-ad75-%012x", event)
}

// ResendInboundEvent is the number of the event of an inbound mail, 0 for what is no id of
// one.
func ResendInboundEvent(id string) int64 {
	digits, ok := strings.CutPrefix(id, "4ef9a417-02e9-4d39-ad75-")
	if !ok || len(digits) != 12 {
		return 0
	}
	n, err := strconv.ParseInt(digits, 16, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// resendInbound is the post that a mail was received.
func resendInbound(m *Mail, t Target) *Request {
	files := []map[string]any{}
	for i, a := range m.parsed.Attachments {
		f := map[string]any{"id": uuid("attachment", m.sum.MessageID, strconv.Itoa(i)), "filename": a.Filename, "content_type": a.ContentType, "content_disposition": "attachment"}
		if a.ContentID != "" {
			f["content_id"] = a.ContentID
		}
		if a.Inline {
			f["content_disposition"] = "inline"
		}
		files = append(files, f)
	}
	body := []byte(text(map[string]any{"type": "email.received", "created_at": stamp(m.At), "data": map[string]any{
		"email_id": ResendInboundID(m.Event), "created_at": stamp(m.At), "from": spell(m.sum.From), "to": addresses(m.sum.To), "cc": addresses(m.sum.Cc), "bcc": []string{},
		"received_for": orEmpty(m.To), "message_id": m.sum.MessageID, "subject": m.sum.Subject, "attachments": files,
	}}))
	return &Request{ContentType: "application/json", Body: body, Sign: t.signSvix(strconv.FormatInt(m.Event, 10), body)}
}

// SvixKey is the key of a secret, which is base64 with or without "whsec_".
func SvixKey(secret string) ([]byte, error) {
	return base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
}

// signSvix signs a body as Svix does.
func (t Target) signSvix(key string, body []byte) func(time.Time, http.Header) {
	secret, err := SvixKey(t.Secret)
	id := "msg_" + unique(27, "svix", t.URL, key)
	return func(now time.Time, head http.Header) {
		at := strconv.FormatInt(now.Unix(), 10)
		head.Set("svix-id", id)
		head.Set("svix-timestamp", at)
		if err != nil || t.Secret == "" {
			return
		}
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(id + "." + at + "."))
		mac.Write(body)
		head.Set("svix-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
}
