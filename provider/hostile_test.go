package provider_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/provider"
	"github.com/mailsim/mailsim/universe"
)

// TestWideBodies: a body whose values are many times as large in memory is refused, whatever
// its length allows, and each in its provider's form.
func TestWideBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	const n = 400_000
	list := func(of string) string { return "[" + strings.Repeat(of+",", n) + of + "]" }
	bearer, form := []string{"Authorization", "Bearer x"}, []string{"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"}
	for name, c := range map[string]struct {
		path, body string
		head       []string
	}{
		"sendgrid": {"/v3/mail/send", `{"personalizations":` + list("{}") + `}`, bearer}, "sendgrid any": {"/v3/mail/send", `{"x":` + list("1") + `}`, bearer},
		"sendgrid data": {"/v3/mail/send", `{"personalizations":[{"dynamic_template_data":{"x":` + list(`"a"`) + `}}]}`, bearer},
		"postmark":      {"/email/batch", list("{}"), []string{token, "x"}}, "postmark model": {"/email/withTemplate", `{"TemplateModel":{"x":` + list("[]") + `}}`, []string{token, "x"}},
		"resend": {"/emails/batch", list("{}"), bearer}, "resend files": {"/emails", `{"attachments":` + list("1") + `}`, bearer},
		"ses": {"/v2/email/outbound-bulk-emails", `{"BulkEmailEntries":` + list("{}") + `}`, []string{"Authorization", aws}}, "ses v1": {"/", strings.Repeat("a&", n), []string{"Authorization", aws}},
		"mailgun": {"/v3/ours.test/messages", strings.Repeat("a&", n), form}, "mailgun variables": {"/v3/ours.test/messages", url.Values{"from": {"a@b.test"}, "to": {"c@d.test"}, "text": {"x"}, "recipient-variables": {`{"c@d.test":{"x":` + list("1") + `}}`}}.Encode(), form},
		"mailgun to":  {"/v3/ours.test/messages", "from=a@b.test&text=x&to=" + strings.Repeat("a@b.test,", n/4), form},
		"postmark to": {"/email", `{"From":"a@b.test","TextBody":"x","To":"` + strings.Repeat("a@b.test,", n/4) + `"}`, []string{token, "x"}},
	} {
		got := w.ask("POST", c.path, c.body, c.head...)
		assert.True(t, got.code >= 400 && got.code < 500, "%s: %d %.200s", name, got.code, got.body)
		assert.Less(t, len(got.body), 100_000, name)
	}
	assert.Empty(t, w.outcomes())
	// As resend-go writes an attachment.
	b, err := json.Marshal(map[string]any{"from": "a@b.test", "to": "c@d.test", "subject": "x", "text": "x", "attachments": []any{map[string]any{"filename": "f.bin", "content": make([]int, 2*n)}}})
	require.NoError(t, err)
	assert.Equal(t, 200, w.ask("POST", "/emails", string(b), bearer...).code)
	// One body that would become a thousand large mails.
	m := sgMail("anna@client.test")
	m["content"] = []any{map[string]string{"type": "text/plain", "value": strings.Repeat("x", 2<<20)}}
	m["personalizations"] = nil
	var people []any
	for _, a := range crowd(900) {
		people = append(people, map[string]any{"to": []any{a}})
	}
	m["personalizations"] = people
	assert.Equal(t, http.StatusRequestEntityTooLarge, w.ask("POST", "/v3/mail/send", m, bearer...).code)
}

// TestHeaderInjection: a line break in what becomes a header, or a part's, gets nothing into
// the mail.
func TestHeaderInjection(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	const evil = "x\r\nBcc: victim@client.test\r\nX-Evil: yes\r\n\r\nbody"
	bearer := []string{"Authorization", "Bearer x"}
	type o = map[string]any
	re := func(field string, v any) o {
		m := o{"from": "app@ours.test", "to": "a@client.test", "subject": "x", "text": "x"}
		m[field] = v
		return m
	}
	pm := func(field string, v any) o {
		m := o{"From": "app@ours.test", "To": "a@client.test", "Subject": "x", "TextBody": "x"}
		m[field] = v
		return m
	}
	sg := func(edit func(o)) o { m := sgMail("a@client.test"); edit(m); return m }
	for name, c := range map[string]struct {
		path string
		body any
		head []string
	}{
		"resend subject": {"/emails", re("subject", evil), bearer}, "resend from": {"/emails", re("from", evil+" <app@ours.test>"), bearer}, "resend to": {"/emails", re("to", "\""+evil+"\" <a@client.test>"), bearer},
		"resend header": {"/emails", re("headers", o{"X-A": evil}), bearer}, "resend header name": {"/emails", re("headers", o{"X-A: b\r\nX-Evil": "yes"}), bearer},
		"resend reply": {"/emails", re("reply_to", evil+" <a@b.test>"), bearer}, "resend file": {"/emails", re("attachments", []any{o{"filename": evil, "content": "eA==", "content_type": evil, "content_id": evil}}), bearer},
		"postmark subject": {"/email", pm("Subject", evil), []string{token, "x"}}, "postmark from": {"/email", pm("From", evil+" <app@ours.test>"), []string{token, "x"}},
		"postmark header": {"/email", pm("Headers", []any{o{"Name": "X-A", "Value": evil}}), []string{token, "x"}}, "postmark file": {"/email", pm("Attachments", []any{o{"Name": evil, "Content": "eA==", "ContentType": "text/plain\r\nX-Evil: yes"}}), []string{token, "x"}},
		"sendgrid subject": {"/v3/mail/send", sg(func(m o) { m["subject"] = evil }), bearer}, "sendgrid name": {"/v3/mail/send", sg(func(m o) { m["from"] = o{"email": "app@ours.test", "name": evil} }), bearer},
		"sendgrid reply": {"/v3/mail/send", sg(func(m o) { m["reply_to"] = o{"email": "app@ours.test", "name": evil} }), bearer}, "sendgrid header": {"/v3/mail/send", sg(func(m o) { m["headers"] = o{"X-A": evil} }), bearer},
		"sendgrid type":  {"/v3/mail/send", sg(func(m o) { m["content"] = []any{o{"type": "text/x\nX-Evil: yes", "value": "x"}} }), bearer},
		"ses subject":    {"/v2/email/outbound-emails", o{"FromEmailAddress": "app@ours.test", "Destination": o{"ToAddresses": []string{"a@client.test"}}, "Content": o{"Simple": o{"Subject": o{"Data": evil}, "Body": o{"Text": o{"Data": "x"}}}}}, []string{"Authorization", aws}},
		"ses header":     {"/v2/email/outbound-emails", o{"FromEmailAddress": "app@ours.test", "Destination": o{"ToAddresses": []string{"a@client.test"}}, "Content": o{"Simple": o{"Subject": o{"Data": "x"}, "Body": o{"Text": o{"Data": "x"}}, "Headers": []any{o{"Name": "X-A", "Value": evil}}}}}, []string{"Authorization", aws}},
		"mailgun header": {"/v3/ours.test/messages", url.Values{"from": {"app@ours.test"}, "to": {"a@client.test"}, "subject": {evil}, "text": {"x"}, "h:X-A": {evil}}.Encode(), []string{"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"}},
		"mailgun domain": {"/v3/ours.test%0d%0aX-Evil:yes/messages", url.Values{"from": {"app@ours.test"}, "to": {"a@client.test"}, "text": {"x"}}.Encode(), []string{"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"}},
	} {
		got := w.ask("POST", c.path, c.body, c.head...)
		assert.Less(t, got.code, 500, "%s: %s", name, got.body)
		if got.code >= 300 {
			continue
		}
		head, _, _ := strings.Cut(w.inbox("a@client.test"), "\n\n")
		for line := range strings.SplitSeq(head, "\n") {
			assert.False(t, strings.HasPrefix(line, "X-Evil") || strings.HasPrefix(line, "Bcc"), "%s: %s", name, head)
		}
		assert.NotContains(t, w.inbox("a@client.test"), "\nX-Evil", name)
	}
	for _, o := range w.outcomes() {
		assert.NotContains(t, o, "victim")
	}
}

// TestOrganizationsAreStrangers: a key reaches its own universe alone, by each door, and
// what is made of a cell's keys says nothing about them.
func TestOrganizationsAreStrangers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	cell, err := universe.NewCell(mailsim.CellOptions{AdminKey: "the-administrators-key"})
	require.NoError(t, err)
	defer cell.Close()
	h := provider.New(cell, provider.Options{Open: true})
	keys, worlds := map[string]string{}, map[string]*mailsim.Universe{}
	for _, org := range []string{"one", "two"} {
		require.NoError(t, cell.SetOrg(ctx, mailsim.Org{Name: org}))
		worlds[org], err = cell.CreateUniverse(ctx, org, mailsim.Options{ID: "u_" + org, HashCost: 4})
		require.NoError(t, err)
		keys[org], _, err = worlds[org].CreateKey(ctx, "app", mailsim.RoleMember)
		require.NoError(t, err)
	}
	_, err = worlds["one"].Suppress(ctx, "resend", "", "secret@client.test")
	require.NoError(t, err)
	as := map[string]func(key string) *httptest.ResponseRecorder{}
	ask := func(method, path, head, value string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://127.0.0.1"+path, nil)
		r.Header.Set(head, value)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec
	}
	for door, list := range map[string]string{"sendgrid": "/v3/suppression/bounces", "postmark": "/message-streams/outbound/suppressions/dump", "mailgun": "/v3/ours.test/bounces", "ses": "/v2/email/suppression/addresses"} {
		_, err = worlds["one"].Suppress(ctx, door, "", "secret@client.test")
		require.NoError(t, err)
		as[door] = func(key string) *httptest.ResponseRecorder {
			switch door {
			case "postmark":
				return ask("GET", list, token, key)
			case "mailgun":
				return ask("GET", list, "Authorization", basic(key))
			case "ses":
				return ask("GET", list, "Authorization", "AWS4-HMAC-SHA256 Credential="+key+"/20260105/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=00")
			}
			return ask("GET", list, "Authorization", "Bearer "+key)
		}
	}
	for door, list := range as {
		assert.Contains(t, list(keys["one"]).Body.String(), "secret@client.test", door)
		other := list(keys["two"])
		assert.Equal(t, 200, other.Code, door)
		assert.NotContains(t, other.Body.String(), "secret@client.test", door)
		for _, bad := range []string{"", "x", "the-administrators-key", keys["one"] + "x", strings.Repeat("k", 100_000), "\x00", "u_one"} {
			got := list(bad)
			assert.True(t, got.Code == 401 || got.Code == 403, "%s with %.20q: %d", door, bad, got.Code)
			assert.NotContains(t, got.Body.String(), "secret@", door)
		}
	}
	for _, file := range []string{"u_one", "u_two"} {
		pem := ask("GET", "/provider/ses/certificate/SimpleNotificationService-"+file+".pem", "X", "").Body.String()
		assert.Contains(t, pem, "BEGIN CERTIFICATE")
		assert.NotContains(t, pem, "PRIVATE")
	}
	for _, file := range []string{"", "..%2f", "u_none", strings.Repeat("a", 5000)} {
		assert.Equal(t, 404, ask("GET", "/provider/ses/certificate/SimpleNotificationService-"+file+".pem", "X", "").Code)
	}
}

// TestLargeBodiesTakeTurns: of many large bodies all are answered.
func TestLargeBodiesTakeTurns(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	body := `{"From":"app@ours.test","To":"a@client.test","TextBody":"` + strings.Repeat("x", 1<<20) + `"}`
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() { assert.Equal(t, 200, w.ask("POST", "/email", body, token, "x").code) })
	}
	wait.Wait()
}
