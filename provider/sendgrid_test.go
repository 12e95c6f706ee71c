package provider_test

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

const sgKey = "Bearer SG.any"

func sgMail(to string) map[string]any {
	return map[string]any{
		"personalizations": []any{map[string]any{"to": []any{map[string]string{"email": to, "name": "Anna"}}, "custom_args": map[string]string{"order": "7"}}},
		"from":             map[string]string{"email": "app@ours.test", "name": "The App"}, "subject": "Hello",
		"content":    []any{map[string]string{"type": "text/plain", "value": "Hello there"}, map[string]string{"type": "text/html", "value": "<p>Hello there</p>"}},
		"categories": []string{"welcome"},
	}
}

// TestSendGridStory: a bounce is told by a signed webhook, its address is on the list, and
// the next mail to it is dropped.
func TestSendGridStory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.hooks(mailsim.Webhook{URL: "http://hooks.test/sg", Shape: "sendgrid"})
	got := w.ask("POST", "/v3/mail/send", sgMail("gone+unknown@client.test"), "Authorization", sgKey)
	require.Equal(t, http.StatusAccepted, got.code, "%s", got.body)
	id := got.head.Get("X-Message-Id")
	require.NotEmpty(t, id)
	w.advance(time.Hour)
	events := sgEvents(t, w)
	require.Len(t, events, 2)
	assert.Equal(t, "processed", events[0]["event"])
	b := events[1]
	assert.Equal(t, []any{"bounce", "bounce", "550 5.1.1 User unknown", "5.1.1", "gone+unknown@client.test", "7", "welcome"}, []any{b["event"], b["type"], b["reason"], b["status"], b["email"], b["order"], b["category"]})
	assert.True(t, strings.HasPrefix(b["sg_message_id"].(string), id+"."))

	list := w.ask("GET", "/v3/suppression/bounces", nil, "Authorization", sgKey)
	assert.Contains(t, string(list.body), `"email":"gone+unknown@client.test"`)
	w.ask("POST", "/v3/mail/send", sgMail("gone+unknown@client.test"), "Authorization", sgKey)
	w.advance(time.Hour)
	events = sgEvents(t, w)
	require.Len(t, events, 1)
	assert.Equal(t, []any{"dropped", "Bounced Address"}, []any{events[0]["event"], events[0]["reason"]})

	assert.Equal(t, http.StatusNoContent, w.ask("DELETE", "/v3/suppression/bounces/gone+unknown@client.test", nil, "Authorization", sgKey).code)
	w.ask("POST", "/v3/mail/send", sgMail("gone+unknown@client.test"), "Authorization", sgKey)
	w.advance(time.Hour)
	assert.Len(t, sgEvents(t, w), 2, "it is tried again")
}

// sgEvents are the events heard, each request's signature checked.
func sgEvents(t *testing.T, w *world) (all []map[string]any) {
	t.Helper()
	var key struct {
		Public string `json:"public_key"`
	}
	require.NoError(t, json.Unmarshal(w.ask("GET", "/v3/user/webhooks/event/settings/signed", nil, "Authorization", sgKey).body, &key))
	der, err := base64.StdEncoding.DecodeString(key.Public)
	require.NoError(t, err)
	public, err := x509.ParsePKIXPublicKey(der)
	require.NoError(t, err)
	for _, h := range w.take() {
		signature, err := base64.StdEncoding.DecodeString(h.head.Get("X-Twilio-Email-Event-Webhook-Signature"))
		require.NoError(t, err)
		sum := sha256.Sum256(append([]byte(h.head.Get("X-Twilio-Email-Event-Webhook-Timestamp")), h.body...))
		assert.True(t, ecdsa.VerifyASN1(public.(*ecdsa.PublicKey), sum[:], signature))
		var list []map[string]any
		require.NoError(t, json.Unmarshal(h.body, &list), "%s", h.body)
		all = append(all, list...)
	}
	return all
}

// TestSendGridMail: what is asked for stands in the mail.
func TestSendGridMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	m := sgMail("anna@client.test")
	m["reply_to"] = map[string]string{"email": "help@ours.test"}
	m["headers"] = map[string]string{"X-Order": "7"}
	m["attachments"] = []any{map[string]string{"content": base64.StdEncoding.EncodeToString([]byte("a,b\n")), "filename": "list.csv", "type": "text/csv"}}
	m["personalizations"] = append(m["personalizations"].([]any), map[string]any{"to": []any{map[string]string{"email": "ben@client.test"}}, "subject": "For Ben", "substitutions": map[string]string{"there": "Ben"}})
	require.Equal(t, http.StatusAccepted, w.ask("POST", "/provider/sendgrid/v3/mail/send", m, "Authorization", sgKey).code)
	mail := w.inbox("anna@client.test")
	for _, want := range []string{"From: The App <app@ours.test>", "To: Anna <anna@client.test>", "Reply-To: help@ours.test", "X-Order: 7", `filename="list.csv"`, "multipart/alternative"} {
		assert.Contains(t, mail, want)
	}
	assert.NotContains(t, mail, "ben@", "each personalization is a mail of its own")
	assert.Contains(t, w.inbox("ben@client.test"), "Subject: For Ben")
	assert.Contains(t, w.inbox("ben@client.test"), "Hello Ben")
}

// person is the first personalization of a mail.
func person(m map[string]any) map[string]any {
	return m["personalizations"].([]any)[0].(map[string]any)
}

// crowd is a list of so many recipients.
func crowd(n int) (list []any) {
	for i := range n {
		list = append(list, map[string]string{"email": "r" + strconv.Itoa(i) + "@client.test"})
	}
	return list
}

// TestSendGridErrors are those of SendGrid, word for word.
func TestSendGridErrors(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for name, c := range map[string]struct {
		edit  func(m map[string]any)
		field any
		says  string
	}{
		"from":   {func(m map[string]any) { delete(m, "from") }, "from.email", "The from object must be provided for every email send."},
		"nobody": {func(m map[string]any) { m["personalizations"] = []any{} }, "personalizations", "The personalizations field is required and must have at least one personalization."},
		"no to":  {func(m map[string]any) { m["personalizations"] = []any{map[string]any{}} }, "personalizations.0.to", "The to array is required for all personalization objects"},
		"address": {func(m map[string]any) {
			m["personalizations"] = []any{map[string]any{"to": []any{map[string]string{"email": "x"}}}}
		}, "personalizations.0.to.0.email", "Does not contain a valid address."},
		"subject":   {func(m map[string]any) { delete(m, "subject") }, "subject", "The subject is required."},
		"content":   {func(m map[string]any) { delete(m, "content") }, "content", "Unless a valid template_id is provided, the content parameter is required."},
		"empty":     {func(m map[string]any) { m["content"] = []any{map[string]string{"type": "text/plain"}} }, "content.0.value", "The content value must be a string at least one character in length."},
		"too late":  {func(m map[string]any) { m["send_at"] = w.u.Now().Add(73 * time.Hour).Unix() }, "send_at", "Scheduling more than 72 hours in advance is forbidden."},
		"template":  {func(m map[string]any) { m["template_id"] = "nonsense" }, "template_id", "The template_id must be a valid GUID, you provided 'nonsense'."},
		"unknown":   {func(m map[string]any) { m["template_id"] = "d-" + strings.Repeat("0", 32) }, "template_id", "The Template ID must be a valid template id for your account. You provided d-" + strings.Repeat("0", 32) + "."},
		"reserved":  {func(m map[string]any) { m["headers"] = map[string]string{"Reply-To": "x@y.test"} }, "headers", "Header can not be one of the reserved keys."},
		"no object": {func(m map[string]any) { m["from"] = "x" }, "from", "Invalid type. Expected: object, given: string."},
		"null":      {func(m map[string]any) { m["personalizations"] = []any{nil} }, "personalizations.0", "Invalid type. Expected: object, given: null."},
		"list":      {func(m map[string]any) { person(m)["to"] = []any{map[string]any{"email": []string{"a@b.test"}}} }, "personalizations.0.to.0.email", "Invalid type. Expected: string, given: array."},
		"plain":     {func(m map[string]any) { person(m)["to"] = []string{"a@b.test"} }, "personalizations.0.to.0", "Invalid type. Expected: object, given: string."},
		"time":      {func(m map[string]any) { m["send_at"] = 1.5 }, "send_at", "Invalid type. Expected: integer, given: number."},
		"number":    {func(m map[string]any) { m["custom_args"] = map[string]any{"user": 7} }, nil, "Bad Request"},
		"no email":  {func(m map[string]any) { person(m)["to"] = []any{map[string]string{"name": "Anna"}} }, "personalizations.0.to.0.email", "The to email parameter is required."},
		"twice":     {func(m map[string]any) { person(m)["cc"] = []any{map[string]string{"email": "anna@client.test"}} }, "personalizations.0", "Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of [anna@client.test] in the personalizations.0.cc field."},
		"many":      {func(m map[string]any) { m["personalizations"] = slices.Repeat([]any{map[string]any{}}, 1001) }, "personalizations", "The personalization block is limited to 1000 personalizations per API request. You have provided 1001 personalizations. Please consider splitting this into multiple requests and resending your request."},
		"crowd":     {func(m map[string]any) { person(m)["to"] = crowd(1001) }, "personalizations", "There is a limit of 1000 total recipients (to + cc + bcc) per request."},
		"key":       {func(m map[string]any) { person(m)["headers"] = map[string]string{"X Y": "z"} }, "personalizations.0.headers", "Header keys can't contain non-ASCII characters and empty spaces."},
		"order": {func(m map[string]any) {
			m["content"] = []any{map[string]string{"type": "text/html", "value": "x"}, map[string]string{"type": "text/plain", "value": "x"}}
		}, "content", "Following RFC 1341, section 7.2, if either text/html or text/plain are to be sent in your email: text/plain needs to be first, followed by text/html, followed by any other content."},
		"two of one": {func(m map[string]any) {
			m["content"] = []any{map[string]string{"type": "text/html", "value": "x"}, map[string]string{"type": "text/html", "value": "y"}}
		}, "content", "Following RFC 1341"},
		"charset": {func(m map[string]any) {
			m["content"] = []any{map[string]string{"type": "text/html; charset=utf-8", "value": "x"}}
		}, "content.0.type", "Cannot contain ';', or CRLF characters."},
		"base64":  {func(m map[string]any) { m["attachments"] = []any{map[string]string{"content": "%", "filename": "x"}} }, "attachments.0.content", "The attachment content must be base64 encoded."},
		"no name": {func(m map[string]any) { m["attachments"] = []any{map[string]string{"content": "eA=="}} }, "attachments.0.filename", "The attachment filename parameter is required."},
		"disposition": {func(m map[string]any) {
			m["attachments"] = []any{map[string]string{"content": "eA==", "filename": "x", "disposition": "y"}}
		}, "attachments.0.disposition", "The disposition of your attachment can be either \"inline\" or \"attachment\". You provided y."},
		"categories": {func(m map[string]any) { m["categories"] = strings.Split("abcdefghijk", "") }, "categories", "There is a limit of 10 categories for each email that is sent. You provided 11 categories."},
		"category":   {func(m map[string]any) { m["categories"] = []string{"a", "a"} }, "categories", "The categories must be a unique list, and you have included a more than once."},
		"arguments":  {func(m map[string]any) { m["custom_args"] = map[string]string{"a": strings.Repeat("x", 10_000)} }, "personalizations.0.custom_args", "The combined size of both global and personalization custom arguments may not exceed 10,000 bytes per personalization."},
		"setting": {func(m map[string]any) {
			m["mail_settings"] = map[string]any{"sandbox_mode": map[string]any{"enable": "yes"}}
		}, "mail_settings.sandbox_mode.enable", "The sandbox mode enable param should be a boolean value."},
		"reply": {func(m map[string]any) { m["reply_to"] = map[string]string{"email": "x"} }, "reply_to.email", "The reply_to email does not contain a valid address."},
	} {
		m := sgMail("anna@client.test")
		c.edit(m)
		got := w.ask("POST", "/v3/mail/send", m, "Authorization", sgKey)
		assert.Equal(t, http.StatusBadRequest, got.code, name)
		found := false
		for _, e := range got.json(t)["errors"].([]any) {
			e := e.(map[string]any)
			found = found || e["field"] == c.field && strings.Contains(e["message"].(string), c.says)
		}
		assert.True(t, found, "%s: %s", name, got.body)
	}
	assert.Empty(t, w.outcomes(), "nothing of it is sent")
	assert.Equal(t, http.StatusUnauthorized, w.ask("POST", "/v3/mail/send", sgMail("a@b.test")).code)
	assert.Equal(t, http.StatusNotFound, w.ask("GET", "/v3/nothing", nil, "Authorization", sgKey).code)
}

// TestSendGridTemplatesAndTime: a dynamic template is filled, and a mail waits for its
// instant, unless its batch is canceled.
func TestSendGridTemplatesAndTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	made := w.ask("POST", "/v3/templates", map[string]string{"name": "Welcome", "generation": "dynamic"}, "Authorization", sgKey).json(t)
	id := made["id"].(string)
	require.Equal(t, http.StatusCreated, w.ask("POST", "/v3/templates/"+id+"/versions", map[string]any{"name": "1", "subject": "Hi {{name}}", "html_content": "<p>{{ name }} {{{name}}} {{#if x}}y{{/if}}</p>", "plain_content": "{{name}} {{user.age}}"}, "Authorization", sgKey).code)
	batch := w.ask("POST", "/v3/mail/batch", nil, "Authorization", sgKey).json(t)["batch_id"].(string)
	m := sgMail("anna@client.test")
	delete(m, "content")
	delete(m, "subject")
	m["template_id"] = id
	m["personalizations"].([]any)[0].(map[string]any)["dynamic_template_data"] = map[string]any{"name": "<Anna>", "user": map[string]any{"age": 42}}
	m["send_at"] = w.u.Now().Add(time.Hour).Unix()
	require.Equal(t, http.StatusAccepted, w.ask("POST", "/v3/mail/send", m, "Authorization", sgKey).code)
	m["batch_id"] = batch
	require.Equal(t, http.StatusAccepted, w.ask("POST", "/v3/mail/send", m, "Authorization", sgKey).code)
	assert.Equal(t, []string{"scheduled anna@client.test", "scheduled anna@client.test"}, w.outcomes())
	require.Equal(t, http.StatusCreated, w.ask("POST", "/v3/user/scheduled_sends", map[string]string{"batch_id": batch, "status": "cancel"}, "Authorization", sgKey).code)
	w.advance(59 * time.Minute)
	assert.Len(t, w.outcomes(), 3)
	w.advance(time.Minute)
	assert.Equal(t, []string{"canceled anna@client.test", "accepted anna@client.test", "delivered anna@client.test"}, w.outcomes()[2:])
	mail := w.inbox("anna@client.test")
	for _, want := range []string{"Subject: Hi <Anna>", "<p>&lt;Anna&gt; <Anna> {{#if x}}y{{/if}}</p>", "<Anna> 42"} {
		assert.Contains(t, mail, want)
	}
}

// TestSendGridBlocks: who bounces for now is listed as a block, and is sent to again.
func TestSendGridBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	list := func(name string) string {
		return string(w.ask("GET", "/v3/suppression/"+name, nil, "Authorization", sgKey).body)
	}
	for _, to := range []string{"a+full@client.test", "b+blocked-dsn@client.test"} {
		for range 2 {
			require.Equal(t, http.StatusAccepted, w.ask("POST", "/v3/mail/send", sgMail(to), "Authorization", sgKey).code)
			w.advance(time.Hour)
		}
		assert.Equal(t, 1, strings.Count(list("blocks"), `"email":"`+to+`"`), "%s", list("blocks"))
		assert.NotContains(t, w.outcomes(), "dropped "+to)
	}
	assert.Contains(t, list("blocks"), `"status":"5.2.2"`)
	for _, other := range []string{"bounces", "spam_reports", "invalid_emails", "unsubscribes"} {
		assert.Equal(t, "[]", strings.TrimSpace(list(other)), other)
	}
	assert.Equal(t, http.StatusNoContent, w.ask("DELETE", "/v3/suppression/blocks", map[string]any{"emails": []string{"a+full@client.test"}}, "Authorization", sgKey).code)
	assert.NotContains(t, list("blocks"), "a+full")

	// An application's own list of addresses that cannot be: they are dropped as invalid.
	_, err := w.u.Suppress(t.Context(), "sendgrid", "invalid_emails", "odd@client.test")
	require.NoError(t, err)
	w.ask("POST", "/v3/mail/send", sgMail("odd@client.test"), "Authorization", sgKey)
	w.advance(time.Minute)
	assert.Contains(t, w.outcomes(), "dropped odd@client.test")
}

// TestSendGridBatches: a paused batch holds its mails, also those that come later, until
// the pause is taken back; one that is canceled drops them.
func TestSendGridBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	do := func(code int, method, path string, body any) answer {
		t.Helper()
		got := w.ask(method, path, body, "Authorization", sgKey)
		require.Equal(t, code, got.code, "%s %s: %s", method, path, got.body)
		return got
	}
	batch := do(201, "POST", "/v3/mail/batch", nil).json(t)["batch_id"].(string)
	send := func(to string) {
		t.Helper()
		m := sgMail(to)
		m["send_at"], m["batch_id"] = w.u.Now().Add(time.Hour).Unix(), batch
		do(202, "POST", "/v3/mail/send", m)
	}
	const path = "/v3/user/scheduled_sends"
	status := func(s string) map[string]string { return map[string]string{"batch_id": batch, "status": s} }
	assert.JSONEq(t, "[]", string(do(200, "GET", path, nil).body))
	do(404, "PATCH", path+"/"+batch, status("pause"))
	do(404, "DELETE", path+"/"+batch, nil)
	send("one@client.test")
	do(201, "POST", path, status("pause"))
	send("two@client.test")
	assert.Contains(t, string(do(400, "POST", path, status("cancel")).body), "try PATCH")
	for _, p := range []string{path, path + "/" + batch} {
		assert.JSONEq(t, `[{"batch_id":"`+batch+`","status":"pause"}]`, string(do(200, "GET", p, nil).body))
	}
	w.advance(2 * time.Hour)
	assert.Equal(t, []string{"scheduled one@client.test", "scheduled two@client.test"}, w.outcomes(), "held")
	do(204, "DELETE", path+"/"+batch, nil)
	w.advance(time.Minute)
	assert.ElementsMatch(t, []string{"accepted one@client.test", "delivered one@client.test", "accepted two@client.test", "delivered two@client.test"}, w.outcomes()[2:])

	send("three@client.test")
	do(201, "POST", path, status("pause"))
	do(204, "PATCH", path+"/"+batch, status("cancel"))
	send("four@client.test")
	do(204, "DELETE", path+"/"+batch, nil)
	w.advance(2 * time.Hour)
	for _, to := range []string{"three", "four"} {
		assert.Contains(t, w.outcomes(), "canceled "+to+"@client.test")
		assert.NotContains(t, w.outcomes(), "delivered "+to+"@client.test")
	}
	do(400, "POST", path, map[string]string{"batch_id": "none", "status": "pause"})
	do(400, "PATCH", path+"/"+batch, status("stop"))
}

// TestSendGridGroups are made, renamed and listed with how many left, and their list goes
// with them; a template is renamed.
func TestSendGridGroups(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	do := func(code int, method, path string, body any) answer {
		t.Helper()
		got := w.ask(method, path, body, "Authorization", sgKey)
		require.Equal(t, code, got.code, "%s %s: %s", method, path, got.body)
		return got
	}
	assert.JSONEq(t, "[]", string(do(200, "GET", "/v3/asm/groups", nil).body))
	do(400, "POST", "/v3/asm/groups", map[string]string{"description": "no name"})
	made := do(201, "POST", "/v3/asm/groups", map[string]any{"name": "News", "description": "Once a week", "is_default": true}).json(t)
	id := strconv.Itoa(int(made["id"].(float64)))
	do(201, "POST", "/v3/asm/groups/"+id+"/suppressions", map[string]any{"recipient_emails": []string{"anna@client.test"}})
	do(201, "PATCH", "/v3/asm/groups/"+id, map[string]string{"name": "Weekly"})
	want := `{"id":` + id + `,"name":"Weekly","description":"Once a week","is_default":true,"unsubscribes":1}`
	assert.JSONEq(t, want, string(do(200, "GET", "/v3/asm/groups/"+id, nil).body))
	assert.JSONEq(t, "["+want+"]", string(do(200, "GET", "/v3/asm/groups?id="+id, nil).body))
	assert.JSONEq(t, "[]", string(do(200, "GET", "/v3/asm/groups?id=1", nil).body))
	m := sgMail("anna@client.test")
	m["asm"] = map[string]any{"group_id": made["id"]}
	do(202, "POST", "/v3/mail/send", m)
	w.advance(time.Minute)
	assert.Contains(t, w.outcomes(), "dropped anna@client.test")
	do(204, "DELETE", "/v3/asm/groups/"+id, nil)
	do(404, "GET", "/v3/asm/groups/"+id, nil)
	do(404, "PATCH", "/v3/asm/groups/"+id, map[string]string{"name": "x"})
	assert.JSONEq(t, "[]", string(do(200, "GET", "/v3/asm/groups/"+id+"/suppressions", nil).body))

	tpl := do(201, "POST", "/v3/templates", map[string]string{"name": "Old", "generation": "dynamic"}).json(t)["id"].(string)
	assert.Equal(t, "New", do(200, "PATCH", "/v3/templates/"+tpl, map[string]string{"name": "New"}).json(t)["name"])
	assert.Equal(t, "New", do(200, "GET", "/v3/templates/"+tpl, nil).json(t)["name"])
	do(400, "PATCH", "/v3/templates/"+tpl, map[string]string{})
}
