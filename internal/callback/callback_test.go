package callback_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/callback"
)

var (
	at      = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	rsaKey  = sync.OnceValue(func() *rsa.PrivateKey { k, _ := rsa.GenerateKey(rand.Reader, 2048); return k })
	ecKey   = sync.OnceValue(func() *ecdsa.PrivateKey { k, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader); return k })
	svix    = "whsec_" + base64.StdEncoding.EncodeToString([]byte("a secret of some length"))
	kinds   = []string{"accepted", "delivered", "deferred", "bounced", "dropped", "complained", "opened", "clicked", "unsubscribed", "scheduled", "canceled"}
	sending = []callback.Shape{callback.SendGrid, callback.Postmark, callback.Mailgun, callback.Resend, callback.SES}
)

func target(s callback.Shape) callback.Target {
	t := callback.Target{Secret: "secret", URL: "http://hooks.test/x", Base: "http://127.0.0.1:8026", Universe: "u_1", Topic: "my topic", EC: ecKey(), RSA: rsaKey()}
	if s == callback.Resend {
		t.Secret = svix
	}
	return t
}

func notice(kind string) callback.Notice {
	return callback.Notice{
		Event: 7, Kind: kind, At: at, Recipient: "anna@client.test", MessageID: "<m1@ours.test>", From: "app@ours.test", To: []string{"anna@client.test", "ben@client.test"}, Subject: "Hello", SendID: "send-1", SentAt: at.Add(-time.Minute),
		Status: "unknown", Reply: "550 5.1.1 User unknown", List: "bounces", URL: "http://shop.test/x", UserAgent: "agent", Tags: []string{"one"},
		Data: map[string]string{"arg.order": "7", "meta.order": "7", "v.order": "7", "tag.order": "7", "configuration_set": "main", "stream": "outbound"},
		Raw:  "From: app@ours.test\r\nTo: \"Weber, Anna\" <anna@client.test>, ben@client.test\r\nSubject: Hello\r\nMessage-ID: <m1@ours.test>\r\n\r\nx\r\n",
	}
}

// TestEveryKind: each shape has a post for each kind that its provider tells, no other, and
// the same bytes for the same input; what the application gave comes back.
func TestEveryKind(t *testing.T) {
	t.Parallel()
	silent := map[callback.Shape]string{
		callback.SendGrid: "scheduled canceled", callback.Postmark: "accepted dropped scheduled canceled", callback.Mailgun: "scheduled canceled", callback.Resend: "unsubscribed canceled", callback.SES: "scheduled canceled",
	}
	for _, shape := range sending {
		for _, kind := range kinds {
			n := notice(kind)
			got := shape.Notices([]callback.Notice{n}, target(shape))
			if strings.Contains(" "+silent[shape]+" ", " "+kind+" ") {
				assert.Empty(t, got, "%s %s", shape, kind)
				continue
			}
			posts := 1
			if shape == callback.Postmark && (kind == "bounced" || kind == "complained") {
				posts = 2 // the second: the address is sent nothing any more
				assert.Contains(t, string(got[1].Body), `"RecordType":"SubscriptionChange"`)
			}
			require.Len(t, got, posts, "%s %s", shape, kind)
			again := shape.Notices([]callback.Notice{n}, target(shape))
			assert.Equal(t, string(got[0].Body), string(again[0].Body), "%s %s", shape, kind)
			assert.True(t, json.Valid(got[0].Body), "%s %s", shape, kind)
			body := strings.ReplaceAll(string(got[0].Body), `\"`, `"`)
			assert.Contains(t, body, "anna@client.test", "%s %s", shape, kind)
			if kind != "complained" || shape != callback.Postmark {
				assert.Contains(t, body, `"order":`, "%s %s", shape, kind)
			}
			if kind == "clicked" {
				assert.Contains(t, body, "http://shop.test/x", shape)
			}
		}
		assert.True(t, shape.Provider())
		assert.True(t, shape.Reports(""))
		assert.False(t, shape.Reports("another"))
	}
	assert.False(t, callback.Mailpit.Provider())
	assert.Empty(t, callback.Own.Notices([]callback.Notice{notice("bounced")}, target(callback.Own)))
}

// TestBouncesByStatus: what each provider makes of a bounce, by what is wrong with the address.
func TestBouncesByStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string][5]string{
		"unknown":  {`"type":"bounce"`, `"Type":"HardBounce"`, `"severity":"permanent"`, `"type":"Permanent"`, `"bounceType":"Permanent"`},
		"disabled": {`"type":"bounce"`, `"Inactive":true`, `"reason":"bounce"`, `"subType":"General"`, `"bounceSubType":"General"`},
		"domain":   {`"bounce_classification":"Technical Failure"`, `"Type":"DnsError"`, `"bounce-type":"hard"`, `"type":"Permanent"`, `"bounceType":"Permanent"`},
		"full":     {`"type":"blocked"`, `"Type":"SoftBounce"`, `"bounce-type":"soft"`, `"subType":"MailboxFull"`, `"bounceSubType":"MailboxFull"`},
		"blocked":  {`"type":"blocked"`, `"Type":"Blocked"`, `"bounce-type":"soft"`, `"subType":"ContentRejected"`, `"bounceSubType":"ContentRejected"`},
	} {
		for i, shape := range sending {
			n := notice("bounced")
			n.Status = status
			body := strings.ReplaceAll(string(shape.Notices([]callback.Notice{n}, target(shape))[0].Body), `\"`, `"`)
			assert.Contains(t, body, want[i], "%s %s", shape, status)
		}
	}
}

// TestBatches: SendGrid's events go together, and a post has bounds.
func TestBatches(t *testing.T) {
	t.Parallel()
	var list []callback.Notice
	for i := range 2500 {
		n := notice("delivered")
		n.Event, n.Recipient = int64(i), "r"+strconv.Itoa(i)+"@client.test"
		list = append(list, n)
	}
	posts := callback.SendGrid.Notices(list, target(callback.SendGrid))
	require.Greater(t, len(posts), 2)
	ids, total := map[any]bool{}, 0
	for _, p := range posts {
		var events []map[string]any
		require.NoError(t, json.Unmarshal(p.Body, &events))
		assert.LessOrEqual(t, len(events), 1000)
		assert.Less(t, len(p.Body), 800<<10)
		for _, e := range events {
			ids[e["sg_event_id"]] = true
		}
		total += len(events)
	}
	assert.Equal(t, []int{2500, 2500}, []int{total, len(ids)}, "each once, under an id of its own")
	assert.Len(t, callback.Mailgun.Notices(list[:3], target(callback.Mailgun)), 3)
}

// TestSignatures are those that each provider's verifier takes, and hold for that body alone.
func TestSignatures(t *testing.T) {
	t.Parallel()
	n := []callback.Notice{notice("delivered")}
	now := time.Unix(1_800_000_000, 0)

	r := callback.SendGrid.Notices(n, target(callback.SendGrid))[0]
	head := http.Header{}
	r.Sign(now, head)
	assert.Equal(t, "1800000000", head.Get("X-Twilio-Email-Event-Webhook-Timestamp"))
	signature, err := base64.StdEncoding.DecodeString(head.Get("X-Twilio-Email-Event-Webhook-Signature"))
	require.NoError(t, err)
	sum := sha256.Sum256(append([]byte("1800000000"), r.Body...))
	assert.True(t, ecdsa.VerifyASN1(&ecKey().PublicKey, sum[:], signature))
	other := sha256.Sum256(append([]byte("1800000001"), r.Body...))
	assert.False(t, ecdsa.VerifyASN1(&ecKey().PublicKey, other[:], signature))

	r = callback.Resend.Notices(n, target(callback.Resend))[0]
	first, second := http.Header{}, http.Header{}
	r.Sign(now, first)
	r.Sign(now.Add(time.Minute), second)
	assert.Equal(t, first.Get("svix-id"), second.Get("svix-id"), "a second attempt is the same message")
	key, err := callback.SvixKey(svix)
	require.NoError(t, err)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(first.Get("svix-id") + ".1800000000." + string(r.Body)))
	assert.Equal(t, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)), first.Get("svix-signature"))
	none := target(callback.Resend)
	none.Secret = ""
	unsigned := http.Header{}
	callback.Resend.Notices(n, none)[0].Sign(now, unsigned)
	assert.Empty(t, unsigned.Get("svix-signature"))

	var m struct {
		Signature struct{ Timestamp, Token, Signature string }
	}
	require.NoError(t, json.Unmarshal(callback.Mailgun.Notices(n, target(callback.Mailgun))[0].Body, &m))
	mac = hmac.New(sha256.New, []byte("secret"))
	mac.Write([]byte(m.Signature.Timestamp + m.Signature.Token))
	assert.Equal(t, hex.EncodeToString(mac.Sum(nil)), m.Signature.Signature)
	assert.Len(t, m.Signature.Token, 50)

	sns := callback.SES.Notices(n, target(callback.SES))[0]
	assert.Equal(t, "arn:aws:sns:us-east-1:000000000000:my_topic", sns.Header.Get("x-amz-sns-topic-arn"))
	for _, shape := range sending {
		for _, r := range shape.Notices(n, target(shape)) {
			assert.NotContains(t, string(r.Body), "secret", "%s: a secret is in no body", shape)
			assert.NotContains(t, string(r.Body), "PRIVATE", shape)
		}
	}
}

const reply = "From: \"Weber, Anna\" <anna@client.test>\r\nTo: App <app+case7@ours.test>\r\nSubject: Re: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <r1@client.test>\r\nIn-Reply-To: <m1@ours.test>\r\nMIME-Version: 1.0\r\n" +
	"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYes, that is fine.\r\n\r\n-- \r\nAnna\r\n\r\n> Does it suit you?\r\n" +
	"--b\r\nContent-Type: image/png\r\nContent-Disposition: inline; filename=\"a\\\"b.png\"\r\nContent-ID: <pic>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n"

// TestInbound: a mail to the application in each shape, with its files, what was written
// without what is quoted, and whole where that is asked for.
func TestInbound(t *testing.T) {
	t.Parallel()
	mail := func() *callback.Mail {
		return &callback.Mail{Event: 9, At: at, From: "anna@client.test", To: []string{"app+case7@ours.test", "copy@ours.test"}, Raw: reply, Text: "Yes, that is fine.", IP: "192.0.2.30"}
	}
	of := func(s callback.Shape, raw bool) []*callback.Request {
		x := target(s)
		x.Raw = raw
		return s.Inbound(mail(), x)
	}
	form, files := formOf(t, of(callback.SendGrid, false)[0])
	assert.Equal(t, []string{"Re: Grüße", "1", `{"from":"anna@client.test","to":["app+case7@ours.test","copy@ours.test"]}`}, []string{form["subject"], form["attachments"], form["envelope"]})
	assert.Contains(t, form["text"], "> Does it suit you?")
	assert.Equal(t, "\x89PNG\r\n\x1a\n", files["attachment1"])
	assert.Contains(t, form["content-ids"], `"pic":"attachment1"`)
	form, files = formOf(t, of(callback.SendGrid, true)[0])
	assert.Equal(t, reply, form["email"])
	assert.Empty(t, form["text"])
	assert.Empty(t, files)

	posts := of(callback.Postmark, true)
	require.Len(t, posts, 2, "one for each recipient")
	var pm map[string]any
	require.NoError(t, json.Unmarshal(posts[0].Body, &pm))
	assert.Equal(t, []any{"Yes, that is fine.", "case7", "app+case7@ours.test", "Weber, Anna", reply}, []any{pm["StrippedTextReply"], pm["MailboxHash"], pm["OriginalRecipient"], pm["FromName"], pm["RawEmail"]})
	assert.Len(t, pm["Attachments"], 1)

	posts = of(callback.Mailgun, false)
	require.Len(t, posts, 2)
	form, files = formOf(t, posts[0])
	assert.Equal(t, []string{"Yes, that is fine.", "app+case7@ours.test", "1", "anna@client.test"}, []string{form["stripped-text"], form["recipient"], form["attachment-count"], form["sender"]})
	assert.Contains(t, form["stripped-signature"], "Anna")
	assert.Len(t, files, 1)
	values, err := url.ParseQuery(string(of(callback.Mailgun, true)[0].Body))
	require.NoError(t, err)
	assert.Equal(t, reply, values.Get("body-mime"))

	var re struct{ Data map[string]any }
	require.NoError(t, json.Unmarshal(of(callback.Resend, false)[0].Body, &re))
	id := re.Data["email_id"].(string)
	assert.EqualValues(t, 9, callback.ResendInboundEvent(id))
	assert.Zero(t, callback.ResendInboundEvent("4ef9a417-02e9-4d39-ad75-zz"))
	assert.Zero(t, callback.ResendInboundEvent("x"))

	var sns, ses map[string]any
	require.NoError(t, json.Unmarshal(of(callback.SES, false)[0].Body, &sns))
	require.NoError(t, json.Unmarshal([]byte(sns["Message"].(string)), &ses))
	assert.Equal(t, reply, ses["content"])
	assert.Equal(t, []any{`"Weber, Anna" <anna@client.test>`}, ses["mail"].(map[string]any)["commonHeaders"].(map[string]any)["from"])
	big := mail()
	big.Raw += strings.Repeat("x", 200<<10)
	require.NoError(t, json.Unmarshal(callback.SES.Inbound(big, target(callback.SES))[0].Body, &sns))
	assert.NotContains(t, sns["Message"], `"content"`, "SNS takes no more than 150 KB")

	var pit map[string]any
	require.NoError(t, json.Unmarshal(of(callback.Mailpit, false)[0].Body, &pit))
	assert.Equal(t, []any{"Re: Grüße", 1.0, "r1@client.test"}, []any{pit["Subject"], pit["Attachments"], pit["MessageID"]})
	assert.Len(t, pit["Bcc"], 1, "who is not named in the header")
}

// formOf reads a multipart form.
func formOf(t *testing.T, r *callback.Request) (fields, files map[string]string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(r.ContentType)
	require.NoError(t, err)
	fields, files = map[string]string{}, map[string]string{}
	for parts := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"]); ; {
		p, err := parts.NextPart()
		if err == io.EOF {
			return fields, files
		}
		require.NoError(t, err)
		b, err := io.ReadAll(p)
		require.NoError(t, err)
		if p.FileName() != "" {
			files[p.FormName()] = string(b)
			continue
		}
		fields[p.FormName()] = string(b)
	}
}

// TestHostileMail: nothing that a stranger writes ends a shape, or breaks out of a form.
func TestHostileMail(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"", "\r\n", "no header", "From:\r\nTo:\r\n\r\n", "Subject: \x00\xff\r\n\r\n\xff", strings.Repeat("X: y\r\n", 5000) + "\r\n",
		"Content-Type: multipart/mixed; boundary=\"\"\r\n\r\n----\r\n", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; filename=\"a\r\n b\\\"; name=x\"\r\nContent-Type: text/x\r\n\r\nx\r\n--b--",
		"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; filename*=utf-8''a%0d%0aX-Evil:%20yes\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--",
	} {
		for _, shape := range append(sending, callback.Mailpit) {
			for _, whole := range []bool{false, true} {
				x := target(shape)
				x.Raw = whole
				for _, r := range shape.Inbound(&callback.Mail{Event: 1, At: at, To: []string{"app@ours.test"}, Raw: raw}, x) {
					require.NotNil(t, r, "%s %.40q", shape, raw)
					if strings.HasPrefix(r.ContentType, "multipart/") {
						_, _ = formOf(t, r)
						assert.False(t, !whole && bytes.Contains(r.Body, []byte("\r\nX-Evil: yes\r\n")), "%s", shape)
					} else if strings.Contains(r.ContentType, "json") {
						assert.True(t, json.Valid(r.Body), "%s %.40q", shape, raw)
					}
				}
			}
		}
	}
}
