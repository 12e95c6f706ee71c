package httpapi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

func TestLogins(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	assert.Empty(t, w.get("/api/accounts").list())
	// spec: d.accounts.create logins.create logins.create.mailbox logins.field.allow logins.field.note logins.field.display_name
	made := w.post("/api/accounts", `{"address": "Desk@ours.test", "password": "first password", "display_name": "Desk", "username": "desk", "note": "for tests"}`).ok()
	assert.Equal(t, []any{"Desk@ours.test", "Desk", "desk", true, true, false, "for tests"},
		[]any{made.at("address"), made.at("display_name"), made.at("username"), made.at("allow_smtp"), made.at("allow_imap"), made.at("disabled"), made.at("note")})
	assert.Equal(t, []any{"Desk@ours.test"}, w.get("/api/mailboxes").column("address"))
	// spec: logins.field.password secrets.hidden
	assert.NotContains(t, string(w.get("/api/accounts").ok().Body), "first password")
	assert.NotContains(t, string(made.Body), "first password")
	assert.NotContains(t, string(w.get("/api/events").ok().Body), "first password")
	both := func(password, user string) *reply {
		return w.post("/api/accounts/desk@ours.test/check", toJSON(map[string]string{"password": password, "username": user})).ok()
	}
	// spec: logins.check logins.check.address logins.check.username logins.field.username d.accounts.check d.accounts.address-plain
	yes := `{"smtp": {"ok": true, "address": "Desk@ours.test"}, "imap": {"ok": true, "address": "Desk@ours.test"}}`
	no := `{"smtp": {"ok": false, "address": ""}, "imap": {"ok": false, "address": ""}}`
	assert.JSONEq(t, yes, string(both("first password", "").Body))
	assert.JSONEq(t, yes, string(both("first password", "desk").Body))
	assert.JSONEq(t, no, string(both("other", "").Body))
	assert.JSONEq(t, no, string(both("first password", "nobody").Body))
	// spec: logins.check.proto logins.check.proto.invalid
	assert.JSONEq(t, `{"smtp": {"ok": true, "address": "Desk@ours.test"}}`,
		string(w.post("/api/accounts/desk@ours.test/check", `{"password": "first password", "proto": "smtp"}`).ok().Body))
	assert.JSONEq(t, `{"imap": {"ok": true, "address": "Desk@ours.test"}}`,
		string(w.post("/api/accounts/desk@ours.test/check", `{"password": "first password", "proto": "imap"}`).ok().Body))
	w.post("/api/accounts/desk@ours.test/check", `{"password": "first password", "proto": "pop3"}`).fails(bad, "proto")
	w.post("/api/accounts/desk@ours.test/check", `{}`).fails(bad, "password")
	w.post("/api/accounts/none@ours.test/check", `{"password": "x"}`).fails(notFound, "")
	for _, method := range []string{patch, put} {
		// spec: logins.change d.accounts.patch d.accounts.put
		got := w.as(admin, method, "/api/accounts/DESK@ours.test", `{"allow_smtp": false, "messages": 99, "password": ""}`).ok()
		assert.Equal(t, []any{false, true, "Desk", 0.0}, []any{got.at("allow_smtp"), got.at("allow_imap"), got.at("display_name"), got.at("messages")})
	}
	assert.JSONEq(t, `{"smtp": {"ok": false, "address": ""}, "imap": {"ok": true, "address": "Desk@ours.test"}}`, string(both("first password", "").Body))
	// spec: logins.field.disabled states.login.disabled
	w.patch("/api/accounts/desk@ours.test", `{"disabled": true, "allow_smtp": true}`).ok()
	assert.JSONEq(t, no, string(both("first password", "").Body))
	w.patch("/api/accounts/desk@ours.test", `{"disabled": false}`).ok()
	assert.JSONEq(t, yes, string(both("first password", "").Body))
	// spec: logins.field.messages
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	assert.Equal(t, 1.0, w.get("/api/accounts").list()[0]["messages"])
	// spec: logins.disable d.accounts.delete
	w.delete("/api/accounts/desk@ours.test").ok()
	assert.JSONEq(t, no, string(both("first password", "").Body))
	assert.Len(t, w.get("/api/mailboxes/desk@ours.test/messages").list(), 1)
	// spec: logins.change.404
	w.patch("/api/accounts/none@ours.test", `{}`).fails(notFound, "")
	w.delete("/api/accounts/none@ours.test").fails(notFound, "")
	// spec: logins.list d.accounts.list logins.list.order
	w.post("/api/accounts", `{"address": "zed@ours.test", "password": "a long password"}`).ok()
	w.post("/api/accounts", `{"address": "abe@ours.test", "password": "a long password"}`).ok()
	assert.Equal(t, true, w.post("/api/accounts", `{"address": "Zoe@ours.test", "password": "a long password", "disabled": true}`).ok().at("disabled"))
	assert.Equal(t, []any{"abe@ours.test", "Desk@ours.test", "zed@ours.test", "Zoe@ours.test"}, w.get("/api/accounts").column("address"))
}

func TestLoginInvalid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "first password", "username": "desk"}`).ok()
	for body, names := range map[string]string{
		// spec: errors.login.address logins.field.address
		`{"address": "desk", "password": "x"}`: "address must be an email address",
		`{"password": "x"}`:                    "address is required",
		// spec: errors.login.username
		`{"address": "two@ours.test", "password": "x", "username": "desk"}`: "is already used by",
		`{"address": "two@ours.test", "password": "x", "allow_smtp": "no"}`: "allow_smtp",
		`{"address": "two@ours.test", "password": "x", "smtp": true}`:       "smtp",
		`{"address": "two@ours.test", "password": 7}`:                       "password",
		`{"address": "desk@ours.test", "password": "a long password"}`:      "desk@ours.test",
	} {
		w.post("/api/accounts", body).fails(bad, names)
	}
	assert.Len(t, w.get("/api/accounts").list(), 1)
}

func TestSignature(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "first password"}`).ok()
	w.post("/api/accounts", `{"address": "shop@ours.test", "password": "first password"}`).ok()
	// spec: signature.get signature.put signature.per-address
	path := "/api/accounts/desk@ours.test/signature"
	assert.JSONEq(t, `{"signature": ""}`, string(w.get(path).ok().Body))
	assert.JSONEq(t, `{"signature": "The desk\nours.test"}`, string(w.put(path, `{"signature": "The desk\nours.test"}`).ok().Body))
	assert.JSONEq(t, `{"signature": "The desk\nours.test"}`, string(w.get(path).ok().Body))
	assert.JSONEq(t, `{"signature": ""}`, string(w.get("/api/accounts/shop@ours.test/signature").ok().Body))
	w.put(path, `{}`).fails(bad, "signature")
	w.put(path, `{"signature": 3}`).fails(bad, "signature")
	// spec: signature.used
	body := func(in string) (text, html string) {
		id := w.post("/api/send", `{"from": "desk@ours.test", "to": ["anna@client.test"], `+in+`}`).ok().at("message_id").(string)
		list := w.get("/api/mailboxes/anna@client.test/messages").list()
		m := list[0]
		require.Equal(t, id, m["message_id"])
		one := w.get("/api/mailboxes/anna@client.test/messages/INBOX/" + fmt.Sprint(m["uid"])).ok()
		return strings.ReplaceAll(one.at("message.text").(string), "\r\n", "\n"), one.at("safe.html").(string)
	}
	text, _ := body(`"text": "x"`)
	assert.Equal(t, "x\n\n-- \nThe desk\nours.test\n", text)
	raw := w.get("/api/mailboxes/anna@client.test/messages/INBOX/1/raw").ok().Body
	w.put(path, `{"signature": "<b>A & B</b>"}`).ok()
	assert.Equal(t, string(raw), string(w.get("/api/mailboxes/anna@client.test/messages/INBOX/1/raw").ok().Body))
	text, html := body(`"text": "x", "html": "<html><body><p>x</p></BODY></html>"`)
	assert.Equal(t, "x\n\n-- \n<b>A & B</b>\n", text)
	assert.Contains(t, html, "<p>x</p><div>-- <br>&lt;b&gt;A &amp; B&lt;/b&gt;</div>")
	text, html = body(`"html": "<p>x</p>"`)
	assert.Contains(t, text, "<b>A & B</b>")
	assert.Contains(t, html, "&lt;b&gt;A &amp; B")
	text, _ = body(`"text": "x\n\n-- \n<b>A & B</b>"`)
	assert.Equal(t, 1, strings.Count(text, "A & B"), "not twice")
	text, _ = body(`"text": "x", "unsigned": true`)
	assert.NotContains(t, text, "A & B")
	w.put(path, `{"signature": ""}`).ok()
	text, _ = body(`"text": "x"`)
	assert.Equal(t, "x", strings.TrimSpace(text))
}

func TestLoginPasswords(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "first password"}`).ok()
	works := func(password string) any {
		return w.post("/api/accounts/desk@ours.test/check", toJSON(map[string]string{"password": password, "proto": "imap"})).ok().at("imap.ok")
	}
	// spec: logins.change.keep-password
	w.patch("/api/accounts/desk@ours.test", `{"note": "x"}`).ok()
	w.patch("/api/accounts/desk@ours.test", `{"password": ""}`).ok()
	w.patch("/api/accounts/desk@ours.test", `{"password": null}`).ok()
	assert.Equal(t, true, works("first password"))
	w.patch("/api/accounts/desk@ours.test", `{"password": "second password"}`).ok()
	assert.Equal(t, []any{false, true}, []any{works("first password"), works("second password")})
	w.patch("/api/accounts/desk@ours.test", `{"clear_password": true, "password": "third password"}`).fails(bad, "clear_password and password cannot both be given")
	assert.Equal(t, true, works("second password"))
	// spec: logins.clear_password
	w.patch("/api/accounts/desk@ours.test", `{"clear_password": true}`).ok()
	assert.Equal(t, false, works("second password"))
	assert.Equal(t, false, w.get("/api/mailboxes").list()[0]["can_login"])
	// spec: logins.list.content
	w.send("app@ours.test", "shop@ours.test", "Hello", "x")
	assert.Equal(t, []any{"desk@ours.test"}, w.get("/api/accounts").column("address"))
}
