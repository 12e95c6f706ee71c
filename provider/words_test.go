package provider_test

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// mails is a list of so many equal mails.
func mails(n int, m any) any { return slices.Repeat([]any{m}, n) }

// TestProvidersWords: what each provider refuses, in its own words, and nothing is sent.
func TestProvidersWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	type body = map[string]any
	pm := func(more body) body {
		m := body{"From": "app@ours.test", "To": "a@client.test", "TextBody": "x"}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	re := func(more body) body {
		m := body{"from": "app@ours.test", "to": "a@client.test", "subject": "x", "text": "x"}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	mg := func(more ...string) string {
		form := url.Values{"from": {"app@ours.test"}, "to": {"a@client.test"}, "text": {"x"}}
		for i := 0; i < len(more); i += 2 {
			form.Set(more[i], more[i+1])
		}
		return form.Encode()
	}
	ses := func(to string, content any) body {
		return body{"FromEmailAddress": "app@ours.test", "Destination": body{"ToAddresses": []string{to}}, "Content": content}
	}
	simple := body{"Simple": body{"Subject": body{"Data": "x"}, "Body": body{"Text": body{"Data": "x"}}}}
	many := func(n int) (list []string) {
		for _, a := range crowd(n) {
			list = append(list, a.(map[string]string)["email"])
		}
		return list
	}
	postmark, resend, mailgun, amazon := []string{token, "x"}, []string{"Authorization", "Bearer re_x"}, []string{"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"}, []string{"Authorization", aws}
	for _, c := range []struct {
		path string
		body any
		head []string
		code int
		says string
	}{
		{"/email", "{", postmark, 422, `"ErrorCode":402,"Message":"Invalid JSON."`},
		{"/email", body{"From": 7}, postmark, 422, `"ErrorCode":403,"Message":"Invalid request field(s): 'From'."`},
		{"/email", pm(body{"From": ""}), postmark, 422, "Invalid 'From' value."},
		{"/email", pm(body{"To": "nobody"}), postmark, 422, "Error parsing 'To': Illegal email address 'nobody'. It must contain the '@' symbol."},
		{"/email", pm(body{"Cc": "a@b c"}), postmark, 422, "Invalid 'Cc' address: 'a@b c'."},
		{"/email", pm(body{"To": ""}), postmark, 422, "Zero recipients specified"},
		{"/email", pm(body{"To": strings.Join(many(51), ",")}), postmark, 422, "Maximum of 50 recipients allowed per email message."},
		{"/email", pm(body{"TextBody": ""}), postmark, 422, "Provide either email TextBody or HtmlBody or both."},
		{"/email", pm(body{"Attachments": []any{body{"Name": "x.exe", "Content": "eA=="}}}), postmark, 422, `"ErrorCode":411`},
		{"/email", pm(body{"Metadata": body{strings.Repeat("k", 21): "v"}}), postmark, 422, "Metadata"},
		{"/email/batch", mails(501, pm(nil)), postmark, 422, `"ErrorCode":410,"Message":"You may only send up to 500 messages in a single batched request."`},
		{"/email/withTemplate", pm(body{"TemplateAlias": "none", "TemplateModel": body{}}), postmark, 422, "The Template's 'Alias' associated with this request is not valid or was not found."},
		{"/email/withTemplate", pm(body{"TemplateId": 7, "TemplateModel": body{}}), postmark, 422, "The 'TemplateId' associated with this request is not valid or was not found."},
		{"/message-streams/outbound/suppressions", body{}, postmark, 422, `"ErrorCode":1409`},
		{"/message-streams/outbound/suppressions", body{"Suppressions": mails(51, body{"EmailAddress": "a@b.test"})}, postmark, 422, `"ErrorCode":1410`},

		{"/emails", "{", resend, 422, "validation_error"},
		{"/emails", re(body{"to": nil}), resend, 422, "Missing `to` field."},
		{"/emails", re(body{"text": nil}), resend, 422, "Missing `html` or `text` field."},
		{"/emails", re(body{"to": many(51)}), resend, 422, "validation_error"},
		{"/emails", re(body{"reply_to": "x"}), resend, 422, "Invalid `reply_to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format."},
		{"/emails", re(body{"attachments": []any{body{"filename": "x"}}}), resend, 422, "Attachment must have either a `content` or `path`."},
		{"/emails", re(body{"scheduled_at": w.u.Now().Add(31 * 24 * time.Hour).Format(time.RFC3339)}), resend, 422, "validation_error"},
		{"/emails", re(nil), append(resend, "Idempotency-Key", strings.Repeat("k", 257)), 400, "The key must be between 1-256 chars."},
		{"/emails/batch", mails(101, re(nil)), resend, 422, "validation_error"},
		{"/emails/00000000-0000-4000-8000-000000000000/cancel", nil, resend, 404, "not_found"},

		{"/v3/ours.test/messages", mg("from", ""), mailgun, 400, "from parameter is missing"},
		{"/v3/ours.test/messages", mg("to", ""), mailgun, 400, "to parameter is missing"},
		{"/v3/ours.test/messages", mg("to", "nobody"), mailgun, 400, "'to' parameter is not a valid address. please check documentation"},
		{"/v3/ours.test/messages", mg("text", ""), mailgun, 400, "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified"},
		{"/v3/ours.test/messages", mg("to", strings.Join(many(1001), ",")), mailgun, 400, "Too many recipients; max is 1000"},
		{"/v3/ours.test/messages", mg("h:Ünder", "x"), mailgun, 400, "Header name must be pure ASCII: Ünder"},
		{"/v3/ours.test/messages", mg("v:x", strings.Repeat("x", 17_000)), mailgun, 400, "Send options (parameters starting with o:, h:, or v:) are limited to 16 kB total"},
		{"/v3/ours.test/messages", mg("template", "t", "html", "x"), mailgun, 400, "Only one parameters 'html' or 'template' is allowed"},
		{"/v3/ours.test/messages", mg("template", "t", "text", ""), mailgun, 400, "template 't' not found"},
		{"/v3/ours.test/messages.mime", mg(), mailgun, 400, "message parameter is missing"},

		{"/v2/email/outbound-emails", ses("nobody", simple), amazon, 400, "Missing final '@domain'"},
		{"/v2/email/outbound-emails", ses("a@b.test", body{"Template": body{"TemplateName": "none", "TemplateData": "{}"}}), amazon, 404, "Template none does not exist."},
		{"/v2/email/outbound-emails", body{"FromEmailAddress": "app@ours.test", "Destination": body{"ToAddresses": many(51)}, "Content": simple}, amazon, 400, "Recipient count exceeds 50."},
		{"/", "Action=SendEmail&Source=app%40ours.test&Destination.ToAddresses.member.1=nobody&Message.Body.Text.Data=x", amazon, 400, "<Code>InvalidParameterValue</Code>"},
		{"/", "Action=SendTemplatedEmail&Source=app%40ours.test&Destination.ToAddresses.member.1=a%40b.test&Template=none&TemplateData=%7B%7D", amazon, 400, "<Code>TemplateDoesNotExist</Code>"},
		{"/", "Action=SendRawEmail&RawMessage.Data=" + base64.StdEncoding.EncodeToString([]byte("no header")), amazon, 400, "<ErrorResponse"},
	} {
		got := w.ask("POST", c.path, c.body, c.head...)
		assert.Equal(t, c.code, got.code, "%s: %s", c.path, got.body)
		assert.Contains(t, strings.ReplaceAll(string(got.body), `\u0026`, "&"), c.says, c.path)
	}
	assert.Empty(t, w.outcomes(), "nothing of it is sent")
	assert.Equal(t, "300", w.ask("POST", "/email", body{}, postmark...).head.Get("X-PM-ApiErrorCode"))
}
