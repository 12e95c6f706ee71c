package provider_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// shapeCase is one provider: how an application sends by it, and how it reads and checks
// what it is called back with.
type shapeCase struct {
	name   string
	secret string
	send   func(w *world, to string, headers [][2]string) answer
	// read verifies a post and gives what it says, by kind and recipient.
	read func(w *world, h heard) []told
	// want is what each kind of outcome is called, "" for one that the provider has no
	// webhook for.
	want map[string]string
}

// told is one event as an application understands it.
type told struct {
	kind, to string
	data     map[string]any
}

const (
	shapeLink  = "http://shop.test/offer"
	shapeLeave = "http://shop.test/leave?u=1"
	shapeHTML  = `<p>Hi, could you tell me whether Tuesday suits you for the review? <a href="` + shapeLink + `">See the offer</a></p>`
	shapeText  = "Hi, could you tell me whether Tuesday suits you for the review? " + shapeLink
)

var svixSecret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("a secret of some length"))

func shapeCases() []shapeCase {
	return []shapeCase{
		{"sendgrid", "", sendSendGrid, readSendGrid, map[string]string{
			"accepted": "processed", "delivered": "delivered", "opened": "open", "clicked": "click", "unsubscribed": "unsubscribe", "complained": "spamreport", "deferred": "deferred", "dropped": "dropped",
			"unknown": "bounce", "domain": "bounce", "disabled": "bounce", "full": "bounce blocked", "blocked": "bounce blocked", "inbound": "inbound",
		}},
		{"postmark", "", sendPostmark, readPostmark, map[string]string{
			"delivered": "Delivery", "opened": "Open", "clicked": "Click", "unsubscribed": "SubscriptionChange", "complained": "SpamComplaint", "deferred": "Bounce Transient", "dropped": "",
			"unknown": "Bounce HardBounce", "domain": "Bounce DnsError", "disabled": "Bounce HardBounce", "full": "Bounce SoftBounce", "blocked": "Bounce Blocked", "inbound": "inbound",
		}},
		{"mailgun", "the signing key", sendMailgun, readMailgun, map[string]string{
			"accepted": "accepted", "delivered": "delivered", "opened": "opened", "clicked": "clicked", "unsubscribed": "unsubscribed", "complained": "complained", "deferred": "failed temporary generic", "dropped": "failed permanent suppress-bounce",
			"unknown": "failed permanent bounce", "domain": "failed permanent bounce", "disabled": "failed permanent bounce", "full": "failed permanent generic", "blocked": "failed permanent generic", "inbound": "inbound",
		}},
		{"resend", svixSecret, sendResend, readResend, map[string]string{
			"accepted": "email.sent", "delivered": "email.delivered", "opened": "email.opened", "clicked": "email.clicked", "unsubscribed": "", "complained": "email.complained", "deferred": "email.delivery_delayed", "dropped": "email.suppressed",
			"unknown": "email.bounced Permanent General", "domain": "email.bounced Permanent General", "disabled": "email.bounced Permanent General", "full": "email.bounced Transient MailboxFull", "blocked": "email.bounced Transient ContentRejected", "inbound": "inbound",
		}},
		{"ses-sns", "", sendSES, readSES, map[string]string{
			"accepted": "Send", "delivered": "Delivery", "opened": "Open", "clicked": "Click", "unsubscribed": "Subscription", "complained": "Complaint", "deferred": "DeliveryDelay", "dropped": "Bounce Permanent OnAccountSuppressionList",
			"unknown": "Bounce Permanent General", "domain": "Bounce Permanent General", "disabled": "Bounce Permanent General", "full": "Bounce Transient MailboxFull", "blocked": "Bounce Transient ContentRejected", "inbound": "inbound",
		}},
	}
}

// TestShapesTellEverything: each outcome, made by what people and addresses really do, is
// told in each provider's shape, signed as the provider signs.
func TestShapesTellEverything(t *testing.T) {
	t.Parallel()
	for _, c := range shapeCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailsim.Options{})
			w.u.SetSite("shop.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			anna, ben := w.person("Anna Weber", 1, "anna@client.test", "anna.weber@client.test"), w.person("Ben Roth", 0, "ben@client.test")
			w.hooks(mailsim.Webhook{Name: "hook", URL: "http://hooks.test/x", Shape: c.name, Secret: c.secret})

			// Anna answers; Ben is told what to do.
			bulk := [][2]string{{"List-Unsubscribe", "<" + shapeLeave + ">"}}
			send := func(to string, headers [][2]string) {
				got := c.send(w, to, headers)
				require.Less(t, got.code, 300, "%s", got.body)
			}
			send("Anna@Client.test", nil)
			w.advance(72 * time.Hour)
			send("ben@client.test", bulk)
			send("anna.weber@client.test", bulk)
			w.advance(time.Minute)
			w.act(ben, "ben@client.test", mailsim.Act{Kind: mailsim.ActOpen, URL: shapeLink})
			w.act(ben, "ben@client.test", mailsim.Act{Kind: mailsim.ActUnsubscribe})
			w.act(anna, "anna.weber@client.test", mailsim.Act{Kind: mailsim.ActComplain})
			for _, status := range []string{"unknown", "domain", "disabled", "full", "blocked"} {
				send("x+"+status+"@client.test", nil)
				send("y+"+status+"-dsn@client.test", nil)
			}
			send("late+slow30m@client.test", nil)
			w.advance(2 * time.Hour)
			drop := c.send(w, "x+unknown@client.test", nil)
			assert.Equal(t, c.name == "postmark", drop.code == http.StatusUnprocessableEntity, "%s", drop.body)
			w.advance(time.Minute)

			var all []told
			for _, h := range w.take() {
				all = append(all, c.read(w, h)...)
			}
			has := func(kind, to string) {
				t.Helper()
				if want := c.want[kind]; want != "" {
					assert.True(t, slices.ContainsFunc(all, func(e told) bool { return e.kind == want && e.to == to }), "%s of %s: %s is not among %s", kind, to, want, brief(all))
				}
			}
			for _, kind := range []string{"accepted", "delivered", "opened"} {
				has(kind, "Anna@Client.test")
			}
			has("clicked", "ben@client.test")
			has("unsubscribed", "ben@client.test")
			has("complained", "anna.weber@client.test")
			for _, status := range []string{"unknown", "domain", "disabled", "full", "blocked"} {
				has(status, "x+"+status+"@client.test")
				has(status, "y+"+status+"-dsn@client.test")
			}
			has("deferred", "late+slow30m@client.test")
			has("delivered", "late+slow30m@client.test")
			has("dropped", "x+unknown@client.test")
			if c.name == "postmark" {
				want := []string{"ben@client.test ManualSuppression", "anna.weber@client.test SpamComplaint"}
				for _, status := range []string{"unknown", "domain", "disabled"} {
					want = append(want, "x+"+status+"@client.test HardBounce", "y+"+status+"-dsn@client.test HardBounce")
				}
				assert.ElementsMatch(t, want, changes(all))
			}
			w.inbound(all)
		})
	}
}

// changes lists who is sent nothing any more, and why, as Postmark says it.
func changes(all []told) (out []string) {
	for _, e := range all {
		if e.kind == "SubscriptionChange" {
			out = append(out, e.to+" "+e.data["SuppressionReason"].(string))
		}
	}
	return out
}

func brief(all []told) (out []string) {
	for _, e := range all {
		out = append(out, e.kind+" "+e.to)
	}
	return out
}

// person adds one who answers with a chance, and otherwise does what they are told.
func (w *world) person(name string, replies float64, addresses ...string) string {
	w.t.Helper()
	p, err := w.u.CreatePersona(context.Background(), mailsim.Persona{Name: name, Addresses: addresses, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: &replies}})
	require.NoError(w.t, err)
	return p.ID
}

// act tells a person what to do with the newest mail of a mailbox.
func (w *world) act(persona, address string, a mailsim.Act) {
	w.t.Helper()
	list, err := w.u.Messages(address, mailsim.MessageFilter{Folder: "INBOX", Limit: 1})
	require.NoError(w.t, err)
	require.NotEmpty(w.t, list)
	a.MessageID = list[0].MessageID
	_, err = w.u.Act(context.Background(), persona, a)
	require.NoError(w.t, err)
}

// inbound checks the answers: what the shape says that Anna wrote is what she wrote, and
// the quoted mail is no part of it.
func (w *world) inbound(all []told) {
	w.t.Helper()
	wrote := map[string]bool{}
	for _, d := range mailsim.EventsOf[mailsim.PersonaSent](w.u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaSent}})) {
		wrote[flat(d.Text)] = true
	}
	n := 0
	for _, e := range all {
		if e.kind != "inbound" {
			continue
		}
		n++
		assert.Equal(w.t, "app@ours.test", e.to)
		text, _ := e.data["text"].(string)
		assert.NotEmpty(w.t, text)
		if stripped, ok := e.data["stripped"].(string); ok {
			assert.True(w.t, wrote[flat(stripped)], "%q is not what was written: %v", stripped, wrote)
			assert.NotContains(w.t, stripped, "Tuesday suits you for the review?")
		}
	}
	assert.Positive(w.t, n, "an answer came in")
}

func asMap(headers [][2]string) map[string]string {
	out := map[string]string{}
	for _, h := range headers {
		out[h[0]] = h[1]
	}
	return out
}

func asPairs(headers [][2]string) []any {
	out := []any{}
	for _, h := range headers {
		out = append(out, map[string]string{"Name": h[0], "Value": h[1]})
	}
	return out
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func sendSendGrid(w *world, to string, headers [][2]string) answer {
	return w.ask("POST", "/v3/mail/send", map[string]any{
		"personalizations": []any{map[string]any{"to": []any{map[string]string{"email": to}}}}, "from": map[string]string{"email": "app@ours.test"}, "subject": "Tuesday",
		"content": []any{map[string]string{"type": "text/plain", "value": shapeText}, map[string]string{"type": "text/html", "value": shapeHTML}},
		"headers": asMap(headers),
	}, "Authorization", sgKey)
}

func readSendGrid(w *world, h heard) (out []told) {
	if kind, params, _ := mime.ParseMediaType(h.head.Get("Content-Type")); kind == "multipart/form-data" {
		form := formOf(w, h.body, params["boundary"])
		var env struct{ To []string }
		require.NoError(w.t, json.Unmarshal([]byte(form["envelope"]), &env))
		return []told{{"inbound", env.To[0], map[string]any{"text": form["text"]}}}
	}
	var key struct {
		Public string `json:"public_key"`
	}
	require.NoError(w.t, json.Unmarshal(w.ask("GET", "/v3/user/webhooks/event/settings/signed", nil, "Authorization", sgKey).body, &key))
	der, err := base64.StdEncoding.DecodeString(key.Public)
	require.NoError(w.t, err)
	public, err := x509.ParsePKIXPublicKey(der)
	require.NoError(w.t, err)
	signature, err := base64.StdEncoding.DecodeString(h.head.Get("X-Twilio-Email-Event-Webhook-Signature"))
	require.NoError(w.t, err)
	sum := sha256.Sum256(append([]byte(h.head.Get("X-Twilio-Email-Event-Webhook-Timestamp")), h.body...))
	assert.True(w.t, ecdsa.VerifyASN1(public.(*ecdsa.PublicKey), sum[:], signature))
	var list []map[string]any
	require.NoError(w.t, json.Unmarshal(h.body, &list), "%s", h.body)
	for _, e := range list {
		kind := e["event"].(string)
		if kind == "bounce" && e["type"] == "blocked" {
			kind += " blocked"
		}
		if kind == "click" {
			assert.Equal(w.t, shapeLink, e["url"])
		}
		out = append(out, told{kind, e["email"].(string), e})
	}
	return out
}

func formOf(w *world, body []byte, boundary string) map[string]string {
	out := map[string]string{}
	for r := multipart.NewReader(bytes.NewReader(body), boundary); ; {
		p, err := r.NextPart()
		if err == io.EOF {
			return out
		}
		require.NoError(w.t, err)
		b, err := io.ReadAll(p)
		require.NoError(w.t, err)
		out[p.FormName()] = string(b)
	}
}

func sendPostmark(w *world, to string, headers [][2]string) answer {
	return w.ask("POST", "/email", map[string]any{
		"From": "app@ours.test", "To": to, "Subject": "Tuesday", "TextBody": shapeText, "HtmlBody": shapeHTML, "TrackOpens": true, "TrackLinks": "HtmlAndText",
		"Headers": asPairs(headers),
	}, token, "x")
}

func readPostmark(w *world, h heard) []told {
	e := object(w, h.body)
	text := func(name string) string { s, _ := e[name].(string); return s }
	if text("RecordType") == "" {
		return []told{{"inbound", text("OriginalRecipient"), map[string]any{"text": text("TextBody"), "stripped": text("StrippedTextReply")}}}
	}
	kind, to := text("RecordType"), text("Recipient")
	switch kind {
	case "Bounce":
		kind, to = kind+" "+text("Type"), text("Email")
	case "SpamComplaint":
		to = text("Email")
	case "Click":
		assert.Equal(w.t, shapeLink, text("OriginalLink"))
	}
	return []told{{kind, to, e}}
}

func object(w *world, b []byte) (e map[string]any) {
	w.t.Helper()
	require.NoError(w.t, json.Unmarshal(b, &e), "%s", b)
	return e
}

func sendMailgun(w *world, to string, headers [][2]string) answer {
	form := url.Values{"from": {"app@ours.test"}, "to": {to}, "subject": {"Tuesday"}, "text": {shapeText}, "html": {shapeHTML}}
	for _, h := range headers {
		form.Set("h:"+h[0], h[1])
	}
	return w.ask("POST", "/v3/ours.test/messages", form.Encode(), "Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded")
}

func readMailgun(w *world, h heard) []told {
	signed := func(at, key, signature string) {
		mac := hmac.New(sha256.New, []byte("the signing key"))
		mac.Write([]byte(at + key))
		assert.Equal(w.t, hex.EncodeToString(mac.Sum(nil)), signature)
	}
	if h.head.Get("Content-Type") != "application/json" {
		form, err := url.ParseQuery(string(h.body))
		require.NoError(w.t, err)
		signed(form.Get("timestamp"), form.Get("token"), form.Get("signature"))
		return []told{{"inbound", form.Get("recipient"), map[string]any{"text": form.Get("body-plain"), "stripped": form.Get("stripped-text")}}}
	}
	var e struct {
		Signature struct{ Timestamp, Token, Signature string }
		Data      map[string]any `json:"event-data"`
	}
	require.NoError(w.t, json.Unmarshal(h.body, &e), "%s", h.body)
	signed(e.Signature.Timestamp, e.Signature.Token, e.Signature.Signature)
	kind := e.Data["event"].(string)
	switch kind {
	case "failed":
		kind += " " + e.Data["severity"].(string) + " " + e.Data["reason"].(string)
	case "clicked":
		assert.Equal(w.t, shapeLink, e.Data["url"])
	}
	return []told{{kind, e.Data["recipient"].(string), e.Data}}
}

func sendResend(w *world, to string, headers [][2]string) answer {
	return w.ask("POST", "/emails", map[string]any{
		"from": "app@ours.test", "to": to, "subject": "Tuesday", "text": shapeText, "html": shapeHTML, "headers": asMap(headers),
	}, "Authorization", "Bearer re_x")
}

func readResend(w *world, h heard) []told {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(svixSecret, "whsec_"))
	require.NoError(w.t, err)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(h.head.Get("svix-id") + "." + h.head.Get("svix-timestamp") + "." + string(h.body)))
	assert.Equal(w.t, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)), h.head.Get("svix-signature"))
	e := object(w, h.body)
	kind, data := e["type"].(string), e["data"].(map[string]any)
	to := data["to"].([]any)[0].(string)
	switch kind {
	case "email.received":
		mail := w.ask("GET", "/emails/receiving/"+data["email_id"].(string), nil, "Authorization", "Bearer re_x").json(w.t)
		return []told{{"inbound", to, map[string]any{"text": mail["text"]}}}
	case "email.bounced":
		b := data["bounce"].(map[string]any)
		kind += " " + b["type"].(string) + " " + b["subType"].(string)
	case "email.clicked":
		assert.Equal(w.t, shapeLink, data["click"].(map[string]any)["link"])
	}
	return []told{{kind, to, data}}
}

func sendSES(w *world, to string, headers [][2]string) answer {
	return w.ask("POST", "/v2/email/outbound-emails", map[string]any{
		"FromEmailAddress": "app@ours.test", "Destination": map[string]any{"ToAddresses": []string{to}}, "ConfigurationSetName": "main",
		"Content": map[string]any{"Simple": map[string]any{
			"Subject": map[string]string{"Data": "Tuesday"}, "Body": map[string]any{"Text": map[string]string{"Data": shapeText}, "Html": map[string]string{"Data": shapeHTML}},
			"Headers": asPairs(headers),
		}},
	}, "Authorization", aws)
}

func readSES(w *world, h heard) []told {
	e := object(w, h.body)
	text := func(name string) string { s, _ := e[name].(string); return s }
	names := []string{"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"}
	if text("Type") == "SubscriptionConfirmation" {
		names = []string{"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"}
	}
	var signed strings.Builder
	for _, name := range names {
		if _, ok := e[name]; ok {
			signed.WriteString(name + "\n" + text(name) + "\n")
		}
	}
	block, _ := pem.Decode(w.ask("GET", strings.TrimPrefix(text("SigningCertURL"), "http://127.0.0.1:8026"), nil).body)
	require.NotNil(w.t, block)
	cert, err := x509.ParseCertificate(block.Bytes)
	require.NoError(w.t, err)
	signature, err := base64.StdEncoding.DecodeString(text("Signature"))
	require.NoError(w.t, err)
	sum := sha1.Sum([]byte(signed.String()))
	assert.NoError(w.t, rsa.VerifyPKCS1v15(cert.PublicKey.(*rsa.PublicKey), crypto.SHA1, sum[:], signature))
	if text("Type") != "Notification" {
		return nil
	}
	m := object(w, []byte(text("Message")))
	kind, _ := m["eventType"].(string)
	if m["notificationType"] == "Received" {
		return []told{{"inbound", m["receipt"].(map[string]any)["recipients"].([]any)[0].(string), map[string]any{"text": m["content"]}}}
	}
	to := m["mail"].(map[string]any)["destination"].([]any)[0].(string)
	switch kind {
	case "Bounce":
		b := m["bounce"].(map[string]any)
		kind += " " + b["bounceType"].(string) + " " + b["bounceSubType"].(string)
		to = b["bouncedRecipients"].([]any)[0].(map[string]any)["emailAddress"].(string)
	case "Complaint":
		to = m["complaint"].(map[string]any)["complainedRecipients"].([]any)[0].(map[string]any)["emailAddress"].(string)
	case "Click":
		assert.Equal(w.t, shapeLink, m["click"].(map[string]any)["link"])
	}
	return []told{{kind, to, m}}
}
