package callback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mime"
)

// mailgunSignature is the proof that a post comes from Mailgun, of an instant and what is
// told.
func (t Target) mailgunSignature(at time.Time, key string) (stamp, token, signature string) {
	stamp, token = strconv.FormatInt(at.Unix(), 10), unique(50, "mailgun", key)
	mac := hmac.New(sha256.New, []byte(t.Secret))
	mac.Write([]byte(stamp + token))
	return stamp, token, hex.EncodeToString(mac.Sum(nil))
}

// mailgunEvent is one post, nil for what Mailgun has no event for.
func mailgunEvent(n *Notice, t Target) *Request {
	data := MailgunEvent(n)
	if data == nil {
		return nil
	}
	stamp, token, signature := t.mailgunSignature(n.At, n.key())
	return &Request{ContentType: "application/json", Body: []byte(text(map[string]any{
		"signature": map[string]string{"timestamp": stamp, "token": token, "signature": signature}, "event-data": data,
	}))}
}

// MailgunEvent is an event as webhooks and the API show it, nil for what Mailgun has no
// event for.
func MailgunEvent(n *Notice) map[string]any {
	e := map[string]any{
		"id": unique(22, "mailgun event", n.key()), "timestamp": float64(n.At.UnixMilli()) / 1000, "log-level": "info", "recipient": n.Recipient, "recipient-domain": domainOf(n.Recipient),
		"tags": orEmpty(n.Tags), "campaigns": []string{}, "user-variables": n.under("v."),
		"message": map[string]any{
			"headers":     map[string]string{"to": strings.Join(n.To, ", "), "message-id": n.id(), "from": n.From, "subject": n.Subject},
			"attachments": []any{}, "size": len(n.Raw),
		},
		"flags":    map[string]bool{"is-routed": false, "is-authenticated": true, "is-system-test": false, "is-test-mode": n.Data["testmode"] != ""},
		"envelope": map[string]string{"transport": "smtp", "sender": n.From, "sending-ip": "192.0.2.25", "targets": n.Recipient},
	}
	status := map[string]any{"code": n.code(), "message": n.words(), "description": "", "attempt-no": 1, "session-seconds": 0.1, "tls": true, "mx-host": "mx." + domainOf(n.Recipient), "enhanced-code": n.enhanced()}
	client := map[string]string{"client-os": "Linux", "device-type": "desktop", "client-name": "mailsim", "client-type": "email client", "user-agent": n.UserAgent}
	switch n.Kind {
	case "accepted":
		e["event"], e["method"] = "accepted", "HTTP"
	case "delivered":
		e["event"], e["delivery-status"] = "delivered", status
	case "deferred":
		e["event"], e["severity"], e["reason"], e["log-level"] = "failed", "temporary", "generic", "warn"
		status["retry-seconds"] = 900
		e["delivery-status"] = status
	case "bounced":
		e["event"], e["severity"], e["reason"], e["log-level"] = "failed", "permanent", "bounce", "error"
		if !n.permanent() {
			e["reason"] = "generic"
		}
		status["bounce-type"] = map[bool]string{true: "hard", false: "soft"}[n.permanent()]
		e["delivery-status"] = status
	case "dropped":
		e["event"], e["severity"], e["log-level"] = "failed", "permanent", "error"
		reason := map[string]string{"bounces": "suppress-bounce", "unsubscribes": "suppress-unsubscribe", "complaints": "suppress-complaint"}[n.List]
		e["reason"] = reason
		text := map[string]string{"bounces": "Not delivering to previously bounced address", "unsubscribes": "Not delivering to unsubscribed address", "complaints": "Not delivering to a user who marked your messages as spam"}[n.List]
		e["delivery-status"] = map[string]any{"code": map[string]int{"bounces": 605, "unsubscribes": 606, "complaints": 607}[n.List], "message": "", "description": text, "attempt-no": 1}
	case "opened":
		e["event"], e["ip"], e["client-info"], e["geolocation"] = "opened", "192.0.2.10", client, map[string]string{"city": "Unknown", "country": "Unknown", "region": "Unknown"}
	case "clicked":
		e["event"], e["url"], e["ip"], e["client-info"], e["geolocation"] = "clicked", n.URL, "192.0.2.10", client, map[string]string{"city": "Unknown", "country": "Unknown", "region": "Unknown"}
	case "unsubscribed":
		e["event"], e["ip"], e["client-info"] = "unsubscribed", "192.0.2.10", client
	case "complained":
		e["event"] = "complained"
	default:
		return nil
	}
	return e
}

// mailgunInbound is the post of a route that forwards a mail, for one recipient. To a URL
// that ends in mime it carries the whole mail.
func mailgunInbound(m *Mail, to string, t Target) *Request {
	stamp, token, signature := t.mailgunSignature(m.At, strconv.FormatInt(m.Event, 10)+" "+to)
	head := m.head()
	fields := []field{
		{"recipient", to}, {"sender", m.From}, {"subject", m.sum.Subject}, {"from", spell(m.sum.From)}, {"domain", domainOf(to)},
		{"timestamp", stamp}, {"token", token}, {"signature", signature}, {"message-headers", text(head)},
	}
	seen := map[string]bool{}
	for _, f := range head {
		if !seen[f[0]] && f[0] != "" {
			seen[f[0]] = true
			fields = append(fields, field{f[0], f[1]})
		}
	}
	var files []file
	u, err := url.Parse(t.URL)
	if t.Raw || err == nil && strings.HasSuffix(u.Path, "mime") {
		fields = append(fields, field{"body-mime", m.Raw})
	} else {
		fields = append(fields, field{"body-plain", m.parsed.Text}, field{"stripped-text", m.written()}, field{"stripped-signature", m.signature()})
		if m.parsed.HTML != "" {
			fields = append(fields, field{"body-html", m.parsed.HTML}, field{"stripped-html", m.parsed.HTML})
		}
		files = mailgunFiles(m.parsed.Attachments)
		if len(files) > 0 {
			fields = append(fields, field{"attachment-count", strconv.Itoa(len(files))}, field{"content-id-map", text(contentIDs(m.parsed.Attachments))})
		}
	}
	if len(files) > 0 {
		contentType, body := form(fields, files)
		return &Request{ContentType: contentType, Body: body}
	}
	values := url.Values{}
	for _, f := range fields {
		values.Add(f.name, f.value)
	}
	return &Request{ContentType: "application/x-www-form-urlencoded", Body: []byte(values.Encode())}
}

func mailgunFiles(list []mime.Attachment) (files []file) {
	for i := range list {
		a := &list[i]
		files = append(files, file{"attachment-" + strconv.Itoa(i+1), a.Filename, a.ContentType, a.Bytes()})
	}
	return files
}

func contentIDs(list []mime.Attachment) map[string]string {
	ids := map[string]string{}
	for i := range list {
		if id := list[i].ContentID; id != "" {
			ids["<"+id+">"] = "attachment-" + strconv.Itoa(i+1)
		}
	}
	return ids
}
