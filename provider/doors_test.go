package provider_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/provider"
	"github.com/mailsim/mailsim/universe"
)

const (
	token = "X-Postmark-Server-Token"
	dead  = "gone+unknown@client.test"
	aws   = "AWS4-HMAC-SHA256 Credential=AKIAANY/20260105/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=00"
)

func basic(key string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte("api:"+key))
}

// TestDoorsAreToldApart by their paths, and by the credential where two have one.
func TestDoorsAreToldApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	form := url.Values{"from": {"app@ours.test"}, "to": {"a@client.test"}, "text": {"x"}}.Encode()
	for _, c := range []struct {
		path, body, says string
		code             int
		head             []string
	}{
		{"/v3/mail/send", "{}", "personalizations", 400, []string{"Authorization", "Bearer x"}},
		{"/v3/ours.test/messages", form, "Queued. Thank you.", 200, []string{"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"}},
		{"/emails", "{}", "missing_required_field", 422, []string{"Authorization", "Bearer x"}},
		{"/email", "{}", "Invalid 'From' value.", 422, []string{token, "x"}},
		{"//email/", "{}", "Invalid 'From' value.", 422, []string{token, "x"}},
		{"/v2/email/outbound-emails", "{}", "FromEmailAddress is required.", 400, []string{"Authorization", aws}},
		{"/", "Action=Nothing", "InvalidAction", 400, []string{"Authorization", aws}},
		{"/provider/ses/", "Action=Nothing", "InvalidAction", 400, []string{"Authorization", aws}},
		{"/provider/nobody/x", "{}", "no such provider", 404, nil},
		{"/bounces", "{}", "does not support http method", 405, []string{token, "x"}},
		{"/v3/scopes", "{}", "method not allowed", 405, []string{"Authorization", "Bearer x"}},
		{"/emails/receiving/x", "{}", "method_not_allowed", 405, []string{"Authorization", "Bearer x"}},
		{"/v3/ours.test/events", "{}", "Method not allowed", 405, []string{"Authorization", basic("x")}},
		{"/v2/email/account", "{}", "Unable to determine service", 404, []string{"Authorization", aws}},
		{"/nothing", "{}", "requested resource", 404, []string{token, "x"}},
		{"/v3/mail/send", "{}", "Permission denied", 401, nil},
		{"/email", "{}", `"ErrorCode":10`, 401, nil},
		{"/emails", "{}", "Missing API key in the authorization header.", 401, nil},
		{"/v3/ours.test/messages", form, "Forbidden", 401, nil},
		{"/v2/email/outbound-emails", "{}", "Missing Authentication Token", 403, nil},
	} {
		got := w.ask("POST", c.path, c.body, c.head...)
		assert.Equal(t, c.code, got.code, "%s: %s", c.path, got.body)
		assert.Contains(t, string(got.body), c.says, c.path)
	}
}

// TestCredentials: where a door is not open, an API key of a member or a credential of
// the list is needed; in a cell the key tells the universe; a page of another host gets in
// nowhere.
func TestCredentials(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := newWorld(t, mailsim.Options{})
	ask := func(h http.Handler, host, key string) int {
		r := httptest.NewRequest("POST", "http://"+host+"/email", strings.NewReader(`{"From":"app@ours.test","To":"a@client.test","TextBody":"x"}`))
		r.Header.Set(token, key)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec.Code
	}
	assert.Equal(t, 200, ask(w.h, "127.0.0.1:8026", "any"))
	assert.Equal(t, 200, ask(w.h, "localhost", "any"))
	assert.Equal(t, 401, ask(w.h, "evil.example", "any"), "the name of another site")
	closed := provider.New(w.u, provider.Options{Credentials: []string{"on the list"}})
	assert.Equal(t, 401, ask(closed, "127.0.0.1", "any"))
	assert.Equal(t, 200, ask(closed, "mail.example", "on the list"))
	member, _, err := w.u.CreateKey(ctx, "app", mailsim.RoleMember)
	require.NoError(t, err)
	viewer, _, err := w.u.CreateKey(ctx, "look", mailsim.RoleViewer)
	require.NoError(t, err)
	assert.Equal(t, 200, ask(closed, "mail.example", member))
	assert.Equal(t, 401, ask(closed, "mail.example", viewer), "who may only look sends nothing")

	cell, err := universe.NewCell(mailsim.CellOptions{AdminKey: "the-administrators-key"})
	require.NoError(t, err)
	defer cell.Close()
	require.NoError(t, cell.SetOrg(ctx, mailsim.Org{Name: "one"}))
	first, err := cell.CreateUniverse(ctx, "one", mailsim.Options{ID: "u_first", HashCost: 4})
	require.NoError(t, err)
	second, err := cell.CreateUniverse(ctx, "one", mailsim.Options{ID: "u_second", HashCost: 4})
	require.NoError(t, err)
	key, _, err := second.CreateKey(ctx, "app", mailsim.RoleMember)
	require.NoError(t, err)
	h := provider.New(cell, provider.Options{Open: true, Credentials: []string{"on the list"}})
	assert.Equal(t, 401, ask(h, "127.0.0.1", "any"), "a cell is never open")
	assert.Equal(t, 401, ask(h, "127.0.0.1", "on the list"))
	assert.Equal(t, 200, ask(h, "127.0.0.1", key))
	assert.Len(t, second.Provider("postmark").Sends("", 10), 1)
	assert.Empty(t, first.Provider("postmark").Sends("", 10))
	for id, want := range map[string]int{"u_second": 200, "u_none": 404} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", "http://127.0.0.1/provider/ses/certificate/SimpleNotificationService-"+id+".pem", nil))
		assert.Equal(t, want, rec.Code, id)
	}
}

// TestStateStays: what a provider keeps is saved, forked and reset with the universe.
func TestStateStays(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := newWorld(t, mailsim.Options{})
	resend := []string{"Authorization", "Bearer re_x"}
	mail := map[string]any{"from": "app@ours.test", "to": dead, "subject": "x", "text": "x"}
	require.Equal(t, 200, w.ask("POST", "/emails", mail, resend...).code)
	w.advance(time.Hour)
	mail["to"], mail["scheduled_at"] = "later@client.test", "in 1 hour"
	later := w.ask("POST", "/emails", mail, resend...).json(t)["id"].(string)
	require.NoError(t, w.u.Provider("resend").SetRecord(ctx, "kind", "id", []byte("value")))

	var file bytes.Buffer
	require.NoError(t, w.u.Save(&file))
	loaded, err := universe.Load(&file, mailsim.Options{HashCost: 4, Frozen: true, HooksOnClock: true})
	require.NoError(t, err)
	defer loaded.Close()
	fork, err := w.u.Fork(mailsim.Options{HashCost: 4, Frozen: true, HooksOnClock: true})
	require.NoError(t, err)
	defer fork.Close()
	for name, u := range map[string]*mailsim.Universe{"loaded": loaded, "forked": fork} {
		p := u.Provider("resend")
		_, s, ok := p.Suppressed(dead, "suppressed")
		assert.True(t, ok, name)
		assert.Equal(t, "550 5.1.1 User unknown", s.Why, name)
		value, ok := p.Record("kind", "id")
		assert.Equal(t, []any{"value", true}, []any{string(value), ok}, name)
		_, err := u.Advance(ctx, 2*time.Hour)
		require.NoError(t, err)
		sent, err := p.Send(later)
		require.NoError(t, err)
		assert.Equal(t, []any{"sent", mailsim.ReportDelivered}, []any{sent.Status, sent.Last}, name)
	}
	sent, err := w.u.Provider("resend").Send(later)
	require.NoError(t, err)
	assert.Equal(t, "scheduled", sent.Status, "the first is where it was")
	assert.Equal(t, w.u.Provider("ses").Certificate(), loaded.Provider("ses").Certificate(), "keys are the seed's")

	_, err = w.u.Reset(ctx, mailsim.PartProviders)
	require.NoError(t, err)
	_, _, ok := w.u.Provider("resend").Suppressed(dead, "suppressed")
	assert.True(t, ok)
	assert.Empty(t, w.u.Provider("resend").Sends("", 10))
	_, err = w.u.Reset(ctx)
	require.NoError(t, err)
	assert.Empty(t, w.u.Provider("resend").Suppressions("suppressed"))
}

// TestEachShapeReports: what each provider posts about a bounce and an inbound mail can
// be read, and a shape says nothing about mail that came by another's door.
func TestEachShapeReports(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	one := 1.0
	_, err := w.u.CreatePersona(context.Background(), mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: &one}})
	require.NoError(t, err)
	var hooks []mailsim.Webhook
	for _, shape := range []string{"sendgrid", "postmark", "mailgun", "resend", "ses-sns"} {
		hooks = append(hooks, mailsim.Webhook{Name: shape, URL: "http://hooks.test/" + shape, Shape: shape})
	}
	w.hooks(hooks...)
	for _, to := range []string{"gone+unknown-dsn@client.test", "anna@client.test"} {
		_, err := w.u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{to}, Subject: "Hello", Text: "Can you meet on Tuesday?"})
		require.NoError(t, err)
	}
	w.advance(48 * time.Hour)
	bounce := map[string]string{"sendgrid": `"event":"bounce"`, "postmark": `"RecordType":"Bounce"`, "mailgun": `"severity":"permanent"`, "resend": "email.bounced", "ses-sns": `\"notificationType\":\"Bounce\"`}
	inbound := map[string]string{"sendgrid": "SPF", "postmark": "StrippedTextReply", "mailgun": "stripped-text", "resend": "email.received", "ses-sns": `\"notificationType\":\"Received\"`}
	all := w.take()
	for shape := range bounce {
		for _, want := range []string{bounce[shape], inbound[shape]} {
			n := 0
			for _, h := range all {
				if h.path == "/"+shape && bytes.Contains(h.body, []byte(want)) {
					n++
				}
			}
			assert.Positive(t, n, "%s: %s", shape, want)
		}
	}
	require.Equal(t, 200, w.ask("POST", "/email", `{"From":"app@ours.test","To":"b@client.test","TextBody":"x"}`, token, "x").code)
	w.advance(time.Minute)
	for _, h := range w.take() {
		assert.Equal(t, "/postmark", h.path)
	}
	_, err = w.u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/", Shape: "nobody"}})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = w.u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/", Shape: "resend", Secret: "not base64!"}})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
}

// TestHostileRequests are refused in each provider's form, and nothing panics.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	deep := strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000)
	for path, head := range map[string][]string{
		"/v3/mail/send": {"Authorization", "Bearer x"}, "/emails": {"Authorization", "Bearer x"}, "/emails/batch": {"Authorization", "Bearer x"}, "/email": {token, "x"}, "/email/batch": {token, "x"},
		"/email/withTemplate": {token, "x"}, "/v2/email/outbound-emails": {"Authorization", aws}, "/v2/email/outbound-bulk-emails": {"Authorization", aws}, "/": {"Authorization", aws},
		"/v3/ours.test/messages": {"Authorization", basic("x"), "Content-Type", "multipart/form-data; boundary=x"}, "/v3/ours.test/messages.mime": {"Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded"},
	} {
		for _, body := range []string{"", "{", "[]", "null", `"x"`, "[null]", deep, strings.Repeat("[", 5000), "--x\r\n\r\n", "a=%zz", `{"from":"a@b.test\r\nBcc: x@y.test","to":["c@d.test\u0000"],"subject":"a\r\nb","text":"x"}`} {
			got := w.ask("POST", path, body, head...)
			assert.True(t, got.code >= 400 && got.code < 500 || got.code == 200 && strings.HasSuffix(path, "batch"), "%s %.20q: %d %.100s", path, body, got.code, got.body)
		}
	}
	big := provider.New(w.u, provider.Options{Open: true, MaxMail: 10_000})
	b, err := json.Marshal(map[string]any{"From": "a@b.test", "To": "c@d.test", "TextBody": strings.Repeat("x", 15_000)})
	require.NoError(t, err)
	r := httptest.NewRequest("POST", "http://127.0.0.1/email", bytes.NewReader(b))
	r.Header.Set(token, "x")
	rec := httptest.NewRecorder()
	big.ServeHTTP(rec, r)
	assert.Equal(t, http.StatusRequestEntityTooLarge, rec.Code)
	assert.Empty(t, w.outcomes())
}

// TestPostmarkTestToken: with it a mail is checked, and reaches nobody.
func TestPostmarkTestToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	mail := map[string]any{"From": "app@ours.test", "To": "anna@client.test", "Subject": "Hi", "TextBody": "Hi"}
	got := w.ask("POST", "/email", mail, token, "POSTMARK_API_TEST").json(t)
	assert.Equal(t, []any{"Test job accepted", 0.0, "anna@client.test"}, []any{got["Message"], got["ErrorCode"], got["To"]})
	assert.Len(t, got["MessageID"], 36)
	mail["To"] = "nobody"
	assert.Equal(t, http.StatusUnprocessableEntity, w.ask("POST", "/email", mail, token, "POSTMARK_API_TEST").code)
	w.advance(time.Hour)
	assert.Empty(t, w.outcomes())
	list, err := w.u.ProviderSends("postmark", mailsim.ProviderSendFilter{})
	require.NoError(t, err)
	assert.Empty(t, list)
}

// TestResendReceivedPages: what people wrote is listed, the newest first, page by page both ways.
func TestResendReceivedPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person("Anna Weber", 1, "anna@client.test")
	for _, subject := range []string{"one", "two", "three"} {
		_, err := w.u.Act(t.Context(), anna, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: subject, Text: "Hello"})
		require.NoError(t, err)
		w.advance(time.Minute)
	}
	var ids []string
	page := func(query string) (subjects []string, more bool) {
		t.Helper()
		got := w.ask("GET", "/emails/receiving"+query, nil, "Authorization", "Bearer re_x")
		require.Equal(t, http.StatusOK, got.code, "%s", got.body)
		ids = nil
		out := got.json(t)
		for _, m := range out["data"].([]any) {
			m := m.(map[string]any)
			assert.Equal(t, "anna@client.test", m["from"])
			subjects, ids = append(subjects, m["subject"].(string)), append(ids, m["id"].(string))
		}
		return subjects, out["has_more"].(bool)
	}
	all, more := page("")
	assert.Equal(t, []string{"three", "two", "one"}, all)
	assert.False(t, more)
	newest, oldest := ids[0], ids[2]
	for query, want := range map[string]struct {
		subjects []string
		more     bool
	}{
		"?limit=2": {[]string{"three", "two"}, true}, "?limit=1&after=" + newest: {[]string{"two"}, true}, "?after=" + oldest: {nil, false},
		"?limit=1&before=" + oldest: {[]string{"two"}, true}, "?before=" + newest: {nil, false}, "?before=nothing": {nil, false}, "?after=nothing": {nil, false},
	} {
		got, more := page(query)
		assert.Equal(t, want.subjects, got, query)
		assert.Equal(t, want.more, more, query)
	}
	for _, bad := range []string{"?limit=0", "?limit=101", "?after=a&before=b"} {
		assert.Equal(t, http.StatusUnprocessableEntity, w.ask("GET", "/emails/receiving"+bad, nil, "Authorization", "Bearer re_x").code, bad)
	}
}

// TestSendsAreInOrder, also those of one instant.
func TestSendsAreInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	var want, got []string
	for range 8 {
		id := w.ask("POST", "/emails", `{"from":"app@ours.test","to":"a@client.test","subject":"S","text":"T"}`, "Authorization", "Bearer re_x").json(t)["id"].(string)
		want = append([]string{id}, want...)
	}
	list, err := w.u.ProviderSends("resend", mailsim.ProviderSendFilter{})
	require.NoError(t, err)
	for _, s := range list {
		got = append(got, s.ID)
	}
	assert.Equal(t, want, got)
}
