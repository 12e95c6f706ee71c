package callback

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"encoding/base64"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/plain"
)

// Bounds of one post of events.
const (
	maxBatch      = 1000
	maxBatchBytes = 700 << 10
)

// sendgridKinds are the events by the kinds of notices.
var sendgridKinds = map[string]string{
	"accepted": "processed", "delivered": "delivered", "deferred": "deferred", "bounced": "bounce", "dropped": "dropped",
	"complained": "spamreport", "opened": "open", "clicked": "click", "unsubscribed": "unsubscribe",
}

// sendgridEvents are the posts of the Event Webhook: arrays of events.
func sendgridEvents(list []Notice, t Target) (out []*Request) {
	var batch [][]byte
	size := 0
	flush := func() {
		if len(batch) > 0 {
			body := []byte("[" + string(bytes.Join(batch, []byte(",\r\n"))) + "]\r\n")
			out = append(out, &Request{ContentType: "application/json", Body: body, Sign: t.signTwilio(body)})
		}
		batch, size = nil, 0
	}
	for i := range list {
		e := sendgridEvent(&list[i])
		if e == nil {
			continue
		}
		text, err := plain.JSON(e)
		if err != nil {
			continue
		}
		text = bytes.TrimSpace(text)
		if len(batch) >= maxBatch || size+len(text) > maxBatchBytes {
			flush()
		}
		batch, size = append(batch, text), size+len(text)
	}
	flush()
	return out
}

// sendgridEvent is one event, nil for what SendGrid has no event for.
func sendgridEvent(n *Notice) map[string]any {
	kind := sendgridKinds[n.Kind]
	if kind == "" {
		return nil
	}
	e := map[string]any{}
	for k, v := range n.under("arg.") {
		e[k] = v
	}
	e["email"], e["timestamp"], e["event"] = n.Recipient, n.At.Unix(), kind
	e["smtp-id"] = n.MessageID
	e["sg_event_id"] = base64.RawURLEncoding.EncodeToString([]byte(unique(24, "sendgrid", n.key())))
	e["sg_message_id"] = n.SendID + ".recvd-mailsim-1-0.0"
	if len(n.Tags) == 1 {
		e["category"] = n.Tags[0]
	} else if len(n.Tags) > 1 {
		e["category"] = n.Tags
	}
	if g, err := strconv.Atoi(n.Data["asm_group_id"]); err == nil {
		e["asm_group_id"] = g
	}
	sendgridDetails(n, e)
	return e
}

// sendgridDetails adds what only some events have.
func sendgridDetails(n *Notice, e map[string]any) {
	switch n.Kind {
	case "delivered":
		e["response"], e["tls"] = n.Reply, 1
	case "deferred":
		e["response"], e["attempt"] = n.Reply, "1"
	case "bounced":
		e["reason"], e["status"], e["type"], e["tls"] = n.Reply, n.enhanced(), "bounce", 1
		e["bounce_classification"] = map[string]string{"unknown": "Invalid Address", "domain": "Technical Failure", "disabled": "Invalid Address", "full": "Mailbox Unavailable", "blocked": "Reputation"}[n.Status]
		if !n.permanent() {
			e["type"] = "blocked"
		}
	case "dropped":
		e["reason"], e["status"] = SendGridDrop(n.List), "5.0.0"
	case "opened":
		e["useragent"], e["ip"], e["sg_machine_open"] = n.UserAgent, "192.0.2.10", false
	case "clicked":
		e["useragent"], e["ip"], e["url"] = n.UserAgent, "192.0.2.10", n.URL
		e["url_offset"] = map[string]any{"index": 0, "type": "html"}
	case "unsubscribed":
		if n.Data["asm_group_id"] != "" {
			e["event"] = "group_unsubscribe"
		}
		e["useragent"], e["ip"] = n.UserAgent, "192.0.2.10"
	}
}

// SendGridDrop is why an address on a list is sent nothing.
func SendGridDrop(list string) string {
	switch list {
	case "bounces":
		return "Bounced Address"
	case "spam_reports":
		return "Spam Reporting Address"
	case "invalid_emails":
		return "Invalid"
	}
	return "Unsubscribed Address"
}

// signTwilio signs a body as SendGrid does: ECDSA over the time and the body.
func (t Target) signTwilio(body []byte) func(time.Time, http.Header) {
	if t.EC == nil {
		return nil
	}
	return func(now time.Time, head http.Header) {
		at := strconv.FormatInt(now.Unix(), 10)
		sum := sha256.Sum256(append([]byte(at), body...))
		signature, err := t.EC.Sign(nil, sum[:], crypto.SHA256)
		if err != nil {
			return
		}
		head.Set("X-Twilio-Email-Event-Webhook-Signature", base64.StdEncoding.EncodeToString(signature))
		head.Set("X-Twilio-Email-Event-Webhook-Timestamp", at)
	}
}

// field is one of a form.
type field struct{ name, value string }

// file is one of a form.
type file struct {
	name, filename, contentType string
	data                        []byte
}

// form writes a multipart form.
func form(fields []field, files []file) (contentType string, body []byte) {
	var b bytes.Buffer
	parts := make([]string, 0, 2*len(fields))
	for _, f := range fields {
		parts = append(parts, f.name, f.value)
	}
	w := multipart.NewWriter(&b)
	_ = w.SetBoundary("mailsim" + unique(40, parts...))
	for _, f := range fields {
		_ = w.WriteField(f.name, f.value)
	}
	quote := strings.NewReplacer(`\`, `\\`, `"`, "%22", "\r", "", "\n", "").Replace
	for _, f := range files {
		head := textproto.MIMEHeader{}
		head.Set("Content-Disposition", `form-data; name="`+f.name+`"; filename="`+quote(f.filename)+`"`)
		head.Set("Content-Type", f.contentType)
		if p, err := w.CreatePart(head); err == nil {
			_, _ = p.Write(f.data)
		}
	}
	_ = w.Close()
	return w.FormDataContentType(), b.Bytes()
}

// sendgridInbound is the post of Inbound Parse.
func sendgridInbound(m *Mail, t Target) *Request {
	envelope := text(map[string]any{"to": orEmpty(m.To), "from": m.From})
	charsets := text(map[string]string{"to": "UTF-8", "cc": "UTF-8", "html": "utf-8", "subject": "UTF-8", "from": "UTF-8", "text": "utf-8"})
	common := []field{
		{"dkim", "{@" + domainOf(m.sum.From.Addr) + " : pass}"}, {"to", spellAll(m.sum.To)}, {"cc", spellAll(m.sum.Cc)}, {"from", spell(m.sum.From)}, {"sender_ip", m.IP},
		{"spam_report", "Spam detection software, running on the system \"mx.sendgrid.net\", has NOT identified this incoming email as spam."}, {"envelope", envelope},
		{"subject", m.sum.Subject}, {"spam_score", "0.1"}, {"charsets", charsets}, {"SPF", "pass"},
	}
	if len(m.sum.Cc) == 0 {
		common = append(common[:2], common[3:]...)
	}
	if t.Raw {
		contentType, body := form(append([]field{{"email", m.Raw}}, common...), nil)
		return &Request{ContentType: contentType, Body: body, Sign: t.signTwilio(body)}
	}
	head, _, _ := strings.Cut(m.Raw, "\r\n\r\n")
	fields := append([]field{{"headers", strings.ReplaceAll(head, "\r\n", "\n") + "\n"}}, common...)
	if m.parsed.Text != "" {
		fields = append(fields, field{"text", m.parsed.Text})
	}
	if m.parsed.HTML != "" {
		fields = append(fields, field{"html", m.parsed.HTML})
	}
	fields = append(fields, field{"attachments", strconv.Itoa(len(m.parsed.Attachments))})
	var files []file
	info, ids := map[string]any{}, map[string]string{}
	for i := range m.parsed.Attachments {
		a := &m.parsed.Attachments[i]
		name := "attachment" + strconv.Itoa(i+1)
		files = append(files, file{name, a.Filename, a.ContentType, a.Bytes()})
		one := map[string]string{"filename": a.Filename, "name": a.Filename, "type": a.ContentType}
		if a.ContentID != "" {
			one["content-id"], ids[a.ContentID] = a.ContentID, name
		}
		info[name] = one
	}
	if len(files) > 0 {
		fields = append(fields, field{"attachment-info", text(info)})
		if len(ids) > 0 {
			fields = append(fields, field{"content-ids", text(ids)})
		}
	}
	contentType, body := form(fields, files)
	return &Request{ContentType: contentType, Body: body, Sign: t.signTwilio(body)}
}

// text is a value as JSON.
func text(v any) string {
	b, err := plain.JSON(v)
	if err != nil {
		return "{}"
	}
	return string(bytes.TrimSpace(b))
}
