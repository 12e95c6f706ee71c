package httpapi

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

const appBox = "/api/mailboxes/app@ours.test"

func TestSend(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	// spec: send.answer send.answer.brackets
	got := w.as(member, post, "/api/send", `{"from": "App <app@ours.test>", "to": ["anna@client.test"], "cc": ["boss@client.test"],
		"subject": "Grüße für 4711", "text": "Is Tuesday fine?", "in_reply_to": "<first@ours.test>", "references": ["<zero@ours.test>", "<first@ours.test>"], "html": null, "attachments": null, "forward": null}`).ok()
	assert.Equal(t, "sent", got.at("status"))
	id := got.at("message_id").(string)
	assert.Regexp(t, `^<[^<>]+@[^<>]+>$`, id)
	// spec: send.sent-copy send.inbox-copies send.cc
	for _, box := range []string{"app@ours.test/messages?folder=Sent", "anna@client.test/messages", "boss@client.test/messages"} {
		list := w.get("/api/mailboxes/" + box).list()
		require.Len(t, list, 1, box)
		m := list[0]
		// spec: messages.field.addresses messages.field.message_id messages.field.references messages.field.subject send.in_reply_to send.references send.subject send.text
		assert.Equal(t, id, m["message_id"])
		assert.Equal(t, "app@ours.test", m["from"])
		assert.Equal(t, "App", m["from_name"])
		assert.Equal(t, []any{"anna@client.test"}, m["to"])
		assert.Equal(t, []any{"boss@client.test"}, m["cc"])
		assert.Equal(t, "Grüße für 4711", m["subject"])
		assert.Equal(t, "<first@ours.test>", m["in_reply_to"])
		assert.Equal(t, []any{"<zero@ours.test>", "<first@ours.test>"}, m["references"])
		assert.Equal(t, "Is Tuesday fine?", strings.TrimSpace(m["text"].(string)))
		assert.Equal(t, "text", m["format"]) // spec: messages.field.format
	}
	// spec: events.mail.delivered
	assert.Equal(t, map[string]any{"from": "app@ours.test", "to": []any{"anna@client.test", "boss@client.test"}, "subject": "Grüße für 4711", "message_id": id},
		w.get("/api/events?type=mail.delivered").at("events.0.data"))
	// spec: send.people-plan d.jobs.list d.jobs.plan events.job.scheduled d.jobs.filter.persona
	jobs := w.get("/api/jobs?state=pending&persona_id=" + anna.ID).list()
	require.NotEmpty(t, jobs)
	for _, field := range []string{"id", "kind", "state", "due", "created", "persona_id", "case_id", "message_id", "plan", "note"} {
		assert.Contains(t, jobs[0], field)
	}
	assert.Regexp(t, `\w+ \w+`, jobs[0]["plan"])
	scheduled := w.get("/api/events?type=job.scheduled").at("events.0.data").(map[string]any)
	for _, field := range []string{"id", "kind", "persona_id", "due", "plan"} {
		assert.NotEmpty(t, scheduled[field], field)
	}
	assert.Equal(t, anna.ID, scheduled["persona_id"])
}

func TestSendInvalid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for _, c := range []struct {
		body   string
		status int
		names  string
	}{
		// spec: send.from.required send.to.required errors.400.missing
		{`{"to": ["anna@client.test"]}`, bad, "from"},
		{`{"from": "app@ours.test"}`, bad, "to"},
		{`{"from": "app@ours.test", "to": []}`, bad, "to"},
		{`{"from": "app@ours.test", "to": null}`, bad, "to"},
		// spec: send.to.list
		{`{"from": "app@ours.test", "to": "anna@client.test"}`, bad, "to"},
		{`{"from": "app@ours.test", "to": ["anna"]}`, bad, "to"},
		{`{"from": "app@ours.test", "to": ["anna@client.test"], "cc": ["x y"]}`, bad, "cc"},
		{`{"from": "nobody", "to": ["anna@client.test"]}`, bad, "from"},
		// spec: send.attachments.base64
		{`{"from": "app@ours.test", "to": ["anna@client.test"], "attachments": [{"filename": "a", "content_type": "text/plain", "data": "?!"}]}`, bad, ""},
		{`{"from": "app@ours.test", "to": ["anna@client.test"], "attachments": [{"filename": "a\nb", "content_type": "text/plain", "data": ""}]}`, bad, `file name "a\nb" holds a line break`},
		// spec: send.forward.404
		{`{"from": "app@ours.test", "to": ["anna@client.test"], "forward": {"address": "app@ours.test", "folder": "INBOX", "uid": 9}}`, notFound, ""},
		{`{"from": "app@ours.test", "to": ["anna@client.test"], "body": "x"}`, bad, "body"},
	} {
		w.post("/api/send", c.body).fails(c.status, c.names)
	}
	assert.Empty(t, w.get("/api/mailboxes").list())
	assert.Empty(t, w.get("/api/events").at("events"))
}

func TestSendHTML(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	pixel := []byte("\x89PNG\r\n\x1a\nnot much of a picture")
	html := `<p>Hello <b>Anna</b></p><script>alert(1)</script><img src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(pixel) +
		`"><img src="https://track.test/p.gif"><form action="/x"><input></form><iframe src="/y"></iframe><p onclick="x()">Bye</p>`
	data := []byte("a,b\r\n1,2\r\n\x00\xff")
	w.post("/api/send", toJSON(map[string]any{"from": "app@ours.test", "to": []string{"anna@client.test"}, "subject": "Look", "html": html,
		"attachments": []map[string]string{{"filename": "übersicht 1.csv", "content_type": "text/csv", "data": base64.StdEncoding.EncodeToString(data)}}})).ok()
	path := "/api/mailboxes/anna@client.test/messages/INBOX/1"
	listed := w.get("/api/mailboxes/anna@client.test/messages").list()[0]
	// spec: send.text.from-html messages.field.format messages.field.bodies
	assert.Contains(t, listed["text"], "Hello Anna")
	assert.NotContains(t, listed["text"], "<p>")
	assert.Equal(t, "both", listed["format"])
	full := w.get(path).ok()
	// spec: messages.get messages.full.shape messages.full.html-empty send.html
	assert.Equal(t, "", full.at("message.html"))
	safe := full.at("safe.html").(string)
	assert.Contains(t, safe, "<b>Anna</b>")
	// spec: messages.safe.html
	for _, hostile := range []string{"<script", "alert(1)", "<form", "<iframe", "onclick"} {
		assert.NotContains(t, safe, hostile)
	}
	// spec: messages.safe.remote-images messages.safe.remote_blocked
	assert.NotContains(t, safe, `src="https://track.test`)
	assert.Equal(t, 1.0, full.at("safe.remote_blocked"))
	// spec: messages.get.remote
	remote := w.get(path + "?remote=1").ok()
	assert.Contains(t, remote.at("safe.html"), "https://track.test/p.gif")
	assert.Equal(t, 0.0, remote.at("safe.remote_blocked"))
	w.get(path+"?remote=maybe").fails(bad, "remote")
	frame := "/api/mails/" + url.PathEscape(full.at("message.message_id").(string)) + "/html"
	closed, loading := w.get(frame), w.get(frame+"?images=true")
	assert.NotContains(t, string(closed.Body), `src="https://track.test`)
	assert.Contains(t, closed.Header.Get("Content-Security-Policy"), "img-src data:;")
	assert.Contains(t, string(loading.Body), "https://track.test/p.gif")
	assert.Equal(t, strings.Replace(closed.Header.Get("Content-Security-Policy"), "data:", "data: http: https:", 1), loading.Header.Get("Content-Security-Policy"))
	w.get(path+"?theme=red").fails(bad, "theme")
	// spec: send.html.data-images messages.field.attachments messages.field.attachments.inline send.attachments
	files := full.at("message.attachments").([]any)
	require.Len(t, files, 2)
	inline, csv := -1, -1
	for i, f := range files {
		if f.(map[string]any)["inline"] == true {
			inline = i
		} else {
			csv = i
		}
	}
	require.True(t, inline >= 0 && csv >= 0, files)
	assert.NotEmpty(t, files[inline].(map[string]any)["content_id"])
	assert.Equal(t, map[string]any{"filename": "übersicht 1.csv", "content_type": "text/csv", "size": float64(len(data))}, files[csv])
	// spec: messages.attachment messages.attachment.index
	got := w.get(fmt.Sprintf("%s/attachments/%d", path, csv))
	assert.Equal(t, 200, got.Status)
	assert.Equal(t, data, got.Body)
	assert.Equal(t, "text/csv", got.Header.Get("Content-Type"))
	disposition, params, err := mime.ParseMediaType(got.Header.Get("Content-Disposition"))
	require.NoError(t, err)
	assert.Equal(t, "attachment", disposition)
	assert.Equal(t, "übersicht 1.csv", params["filename"])
	assert.Equal(t, "nosniff", got.Header.Get("X-Content-Type-Options"))
	assert.Equal(t, "sandbox", got.Header.Get("Content-Security-Policy"))
	assert.Equal(t, pixel, w.get(fmt.Sprintf("%s/attachments/%d", path, inline)).Body)
	// spec: messages.attachment.404
	w.get(path+"/attachments/2").fails(notFound, "")
	w.get(path+"/attachments/-1").fails(bad, "n must be")
	w.get(path+"/attachments/x").fails(bad, "n must be")
	// spec: send.forward
	w.post("/api/send", `{"from": "anna@client.test", "to": ["ben@client.test"], "subject": "Fwd", "text": "See there", "forward": {"address": "anna@client.test", "folder": "INBOX", "uid": 1}}`).ok()
	fwd := w.get("/api/mailboxes/ben@client.test/messages").list()[0]
	assert.Contains(t, toJSON(fwd["attachments"]), "übersicht 1.csv")
}

func TestMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	long := strings.Repeat("é", 300)
	for i := range 5 {
		w.send("app@ours.test", "desk@ours.test", fmt.Sprintf("Mail %d", i), long)
		w.post("/api/clock/advance", `{"by": "1h"}`).ok()
	}
	box := "/api/mailboxes/desk@ours.test"
	// spec: messages.list messages.list.order messages.list.folder-default messages.field.uid-folder delivery.uids
	assert.Equal(t, []any{"Mail 4", "Mail 3", "Mail 2", "Mail 1", "Mail 0"}, w.get(box+"/messages").column("subject"))
	assert.Equal(t, []any{5.0, 4.0, 3.0, 2.0, 1.0}, w.get(box+"/messages?folder=INBOX").column("uid"))
	assert.Equal(t, []any{4.0, 3.0}, w.get(box+"/messages?before=5&limit=2").column("uid"))
	// spec: messages.list.folder
	assert.Equal(t, []any{"Sent", "Sent", "Sent", "Sent", "Sent"}, w.get("/api/mailboxes/app@ours.test/messages?folder=Sent").column("folder"))
	assert.Empty(t, w.get(box+"/messages?folder=Sent").list())
	m := w.get(box + "/messages?limit=1").list()[0]
	// spec: messages.list.text-240 messages.full.text
	assert.Equal(t, strings.Repeat("é", 240), m["text"])
	assert.Equal(t, long, strings.TrimSpace(w.get(box+"/messages/INBOX/5").at("message.text").(string)))
	// spec: messages.field.time messages.field.date time.rfc3339 time.simulated
	assert.Equal(t, "2026-01-05T13:00:00Z", m["time"])
	assert.Equal(t, "2026-01-05T13:00:00Z", m["date"])
	// spec: messages.field.flags
	assert.Equal(t, []any{}, m["flags"])
	w.patch(box+"/messages/INBOX/5", `{"seen": true}`).ok()
	assert.Equal(t, []any{`\Seen`}, w.get(box + "/messages?limit=1").list()[0]["flags"])
	assert.Equal(t, []any{`\Seen`}, w.get(box+"/messages/INBOX/5").at("message.flags"))
	// spec: messages.field.headers messages.header.simulated
	assert.Equal(t, map[string]any{}, m["headers"])
	// spec: messages.raw messages.field.size
	raw := w.get(box + "/messages/INBOX/5/raw").ok()
	assert.Equal(t, "message/rfc822", raw.Header.Get("Content-Type"))
	assert.Equal(t, m["size"], float64(len(raw.Body)))
	assert.Contains(t, string(raw.Body), "Subject: Mail 4\r\n")
	assert.Equal(t, "nosniff", raw.Header.Get("X-Content-Type-Options"))
	assert.Equal(t, "sandbox", raw.Header.Get("Content-Security-Policy"))
	assert.True(t, strings.HasPrefix(raw.Header.Get("Content-Disposition"), "attachment"))
	// spec: general.address.plain
	assert.Len(t, w.get("/api/mailboxes/DESK@Ours.Test/messages").list(), 5)
	// spec: messages.list.404 messages.list.folder-unknown messages.get.404 messages.raw.404 errors.404.message errors.404.mailbox
	for _, path := range []string{"/api/mailboxes/none@ours.test/messages", box + "/messages?folder=Nowhere", box + "/messages/INBOX/99", box + "/messages/Nowhere/1",
		"/api/mailboxes/none@ours.test/messages/INBOX/1", box + "/messages/INBOX/99/raw", box + "/messages/INBOX/0", box + "/messages/INBOX/99/attachments/0"} {
		w.get(path).fails(notFound, "no such")
	}
	// spec: messages.get.uid-invalid
	for _, uid := range []string{"x", "-1", "1.5", "99999999999999999999", "%00"} {
		w.get(box+"/messages/INBOX/"+uid).fails(bad, "uid must be")
	}
	w.get(box+"/messages?limit=0").fails(bad, "limit")
	w.get(box+"/messages?limit=-1").fails(bad, "limit")
	w.get(box+"/messages?limit=ten").fails(bad, "limit")
	w.get(box+"/messages?before=x").fails(bad, "before")
	assert.Len(t, w.get(box+"/messages?limit=99999999999999999999999").list(), 5)
}

func TestUpdateMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for range 3 {
		w.send("app@ours.test", "desk@ours.test", "Hello", "text")
	}
	box := "/api/mailboxes/desk@ours.test"
	m := box + "/messages/INBOX/1"
	counts := func() string { b := w.get("/api/mailboxes").list()[1]; return fmt.Sprint(b["unread"], "/", b["total"]) }
	require.Equal(t, "3/3", counts())
	// spec: states.message.seen mailboxes.field.counts
	assert.Equal(t, []any{`\Seen`}, w.as(member, patch, m, `{"seen": true}`).ok().at("flags"))
	assert.Equal(t, "2/3", counts())
	assert.Equal(t, []any{}, w.patch(m, `{"seen": false}`).ok().at("flags"))
	assert.Equal(t, "3/3", counts())
	// spec: messages.patch.optional
	w.patch(m, `{}`).ok()
	w.patch(m, `{"seen": null, "move_to": null}`).ok()
	// spec: messages.patch.types
	w.patch(m, `{"seen": "yes"}`).fails(bad, "seen")
	w.patch(m, `{"flags": []}`).fails(bad, "flags")
	assert.Equal(t, []any{}, w.get(m).ok().at("message.flags"))
	// spec: messages.patch.both states.message.move
	moved := w.patch(m, `{"seen": true, "move_to": "Work/Projects & more"}`).ok()
	assert.Equal(t, "Work/Projects & more", moved.at("folder"))
	assert.Equal(t, []any{`\Seen`}, moved.at("flags"))
	w.get(m).fails(notFound, "no such message")
	for _, path := range []string{"Work%2FProjects%20&%20more", "Work/Projects%20%26%20more", "work/projects & more"} {
		got := w.get(fmt.Sprintf("%s/messages/%s/%v", box, strings.ReplaceAll(path, " ", "%20"), moved.at("uid")))
		if strings.HasPrefix(path, "work") {
			continue // folders other than INBOX keep their case
		}
		assert.Equal(t, "Hello", got.ok().at("message.subject"), path)
	}
	assert.Len(t, w.get(box+"/messages?folder="+q("Work/Projects & more")).list(), 1)
	raw := w.get(fmt.Sprintf("%s/messages/Work/Projects%%20&%%20more/%v/raw", box, moved.at("uid"))).ok()
	assert.Equal(t, "message/rfc822", raw.Header.Get("Content-Type"))
	// a folder that looks like a path of its own
	odd := w.patch(box+"/messages/INBOX/2", `{"move_to": "A/3/attachments"}`).ok()
	assert.Equal(t, "Hello", w.get(fmt.Sprintf("%s/messages/A%%2F3%%2Fattachments/%v", box, odd.at("uid"))).ok().at("message.subject"))
	// spec: messages.patch.move-unknown
	for _, to := range []string{`""`, `"/"`, `"a//b"`, `"\u0007"`} {
		w.patch(box+"/messages/INBOX/3", `{"move_to": `+to+`}`).fails(bad, "move_to")
	}
	assert.Len(t, w.get(box+"/messages").list(), 1)
	// spec: messages.full.html-empty
	sent := w.post("/api/send", `{"from": "app@ours.test", "to": ["desk@ours.test"], "html": "<p>Hi<script>x</script></p>"}`).ok()
	require.NotEmpty(t, sent.at("message_id"))
	page := w.patch(box+"/messages/INBOX/4", `{"seen": true}`).ok()
	assert.Equal(t, w.get(box+"/messages/INBOX/4").ok().at("message"), into[any](page), "what GET answers")
	assert.Empty(t, page.at("html"))
	// spec: messages.patch.404
	w.patch(box+"/messages/INBOX/1", `{"seen": true}`).fails(notFound, "no such message")
	w.patch("/api/mailboxes/none@ours.test/messages/INBOX/1", `{"seen": true}`).fails(notFound, "no such mailbox")
}

func TestFolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "desk@ours.test", "Hello", "text")
	w.patch("/api/mailboxes/desk@ours.test/messages/INBOX/1", `{"move_to": "AAA"}`).ok()
	w.send("app@ours.test", "desk@ours.test", "Again", "text")
	list := w.get("/api/mailboxes/desk@ours.test/folders").list()
	names := []any{}
	for _, f := range list {
		// spec: folders.list folders.entry.fields
		assert.Len(t, f, 4)
		names = append(names, f["name"])
		switch f["name"] {
		case "INBOX", "AAA":
			assert.Equal(t, []any{"", 1.0, 1.0}, []any{f["special_use"], f["total"], f["unread"]}) // spec: folders.counts
		case "Sent", "Drafts", "Archive", "Trash":
			assert.Equal(t, `\`+f["name"].(string), f["special_use"]) // spec: folders.special_use
			assert.Equal(t, 0.0, f["total"])
		}
	}
	// spec: folders.order
	assert.Equal(t, []any{"INBOX", "Sent", "Drafts", "Archive", "Trash"}, names[:5])
	assert.Contains(t, names[5:], "AAA")
	// spec: folders.404
	w.get("/api/mailboxes/none@ours.test/folders").fails(notFound, "no such mailbox")
}

func TestMailboxes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	assert.Empty(t, w.get("/api/mailboxes").list())
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	w.person(`{"name": "Aaron", "addresses": ["aaron@client.test"]}`)
	w.send("zed@ours.test", "shop@ours.test", "Hello", "text")
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "a long password", "display_name": "The desk"}`).ok()
	list := w.get("/api/mailboxes")
	// spec: mailboxes.list mailboxes.list.order service.mailbox.every-address
	assert.Equal(t, []any{"desk@ours.test", "shop@ours.test", "zed@ours.test", "aaron@client.test", "anna@client.test"}, list.column("address"))
	for _, b := range list.list() {
		// spec: mailboxes.field.can_login mailboxes.field.display_name
		assert.Equal(t, b["address"] == "desk@ours.test", b["can_login"])
		if b["address"] == "desk@ours.test" {
			assert.Equal(t, "The desk", b["display_name"])
		}
		// spec: mailboxes.field.persona
		_, has := b["persona_id"]
		assert.Equal(t, strings.HasSuffix(b["address"].(string), "client.test"), has)
	}
	// spec: service.mailbox.same-endpoints
	w.get("/api/mailboxes/anna@client.test/messages").ok()
	w.get("/api/mailboxes/shop@ours.test/messages").ok()
}

func TestMailboxStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "shop@ours.test", "Hello", "text")
	refusals := map[string]string{"unknown": "550 5.1.1 User unknown", "domain": "550 5.1.2 Domain not found", "full": "552 5.2.2 Mailbox full",
		"disabled": "550 5.2.1 Mailbox disabled", "blocked": "554 5.7.1 Rejected under policy"}
	path := "/api/mailboxes/shop@ours.test/status"
	send := func() *reply {
		return w.post("/api/send", `{"from": "app@ours.test", "to": ["shop@ours.test"], "subject": "x", "text": "y"}`)
	}
	w.put("/api/recipients", `{"default": {"fail_at": "rcpt"}}`).ok()
	for _, status := range []string{"unknown", "domain", "full", "disabled", "blocked"} {
		// spec: mailboxes.status.values recipients.rule.fixed-over-mailbox
		w.as(member, put, path, `{"status": "`+status+`"}`).ok()
		assert.Equal(t, status, w.get("/api/recipients").at("status").(map[string]any)["shop@ours.test"])
		send().fails(bad, refusals[status])
	}
	// spec: states.mailbox.status
	w.put("/api/recipients", `{"default": {"fail_at": "dsn"}}`).ok()
	for i, status := range []string{"unknown", "domain", "full", "disabled", "blocked"} {
		w.put(path, `{"status": "`+status+`"}`).ok()
		before := len(w.get("/api/mailboxes/shop@ours.test/messages").list())
		send().ok()
		w.post("/api/clock/advance", `{"by": "1h"}`).ok()
		assert.Equal(t, status, w.get("/api/events?type=persona.bounced&limit=1").at("events.0.data.kind"), status)
		bounces := w.get("/api/mailboxes/app@ours.test/messages").list()
		require.Len(t, bounces, i+1, status)
		raw := w.get(fmt.Sprintf("/api/mailboxes/app@ours.test/messages/INBOX/%v/raw", bounces[0]["uid"])).ok().Body
		assert.Regexp(t, `(?m)^Status: `+strings.Fields(refusals[status])[1]+`\r?$`, string(raw), status)
		assert.Len(t, w.get("/api/mailboxes/shop@ours.test/messages").list(), before, "a dead mailbox files nothing")
	}
	w.put("/api/recipients", `{"default": {"fail_at": "rcpt"}}`).ok()
	// spec: mailboxes.status.ok-clears
	w.put(path, `{"status": "ok"}`).ok()
	assert.Equal(t, map[string]any{}, w.get("/api/recipients").at("status"))
	send().ok()
	w.put(path, `{"status": "gone"}`).fails(bad, "status")
	w.put(path, `{}`).fails(bad, "status")
	w.put(path, `{"status": null}`).fails(bad, "status")
	w.put("/api/mailboxes/none@ours.test/status", `{"status": "full"}`).fails(notFound, "no such mailbox")
}

func TestThreads(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}, "style": {"client": "gmail"}}`)
	first := w.send("app@ours.test", "anna@client.test", "First", "Is Tuesday fine?")
	w.post("/api/clock/advance", `{"by": "20d"}`).ok()
	w.send("app@ours.test", "desk@ours.test", "Second", "text")
	w.post("/api/inject", `{"to": "app@ours.test", "folder": "Junk", "from": "x@spam.test", "subject": "Junk", "text": "x"}`).ok()
	w.post("/api/inject", `{"to": "app@ours.test", "folder": "Trash", "from": "x@spam.test", "subject": "Trash", "text": "x"}`).ok()
	got := w.get("/api/threads?address=APP@ours.test")
	list := got.list()
	// spec: threads.get threads.order threads.not-junk threads.fields
	require.Len(t, list, 2)
	assert.Equal(t, []any{"Second", "First"}, got.column("subject"))
	for _, field := range []string{"root", "subject", "last", "messages"} {
		assert.Contains(t, list[0], field)
	}
	// spec: threads.grouping threads.messages.order people.reply
	messages := list[1]["messages"].([]any)
	require.Len(t, messages, 2)
	assert.Equal(t, first, list[1]["root"])
	assert.Equal(t, first, messages[0].(map[string]any)["message_id"])
	assert.Equal(t, first, messages[1].(map[string]any)["in_reply_to"])
	assert.Equal(t, "Re: First", messages[1].(map[string]any)["subject"])
	assert.Equal(t, "anna@client.test", messages[1].(map[string]any)["from"])
	assert.Equal(t, messages[1].(map[string]any)["time"], list[1]["last"])
	// spec: messages.header.simulated messages.field.headers
	assert.Contains(t, messages[1].(map[string]any)["headers"], "x-service-simulated")
	// spec: threads.address-required
	w.get("/api/threads").fails(bad, "address")
	w.get("/api/threads?address=none@ours.test").fails(notFound, "no such mailbox")
}

func TestInject(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	events := len(w.get("/api/events").at("events").([]any))
	raw := "From: old@client.test\r\nTo: anna@client.test\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\nX-Service-Case: c1\r\n\r\nSch=F6n\r\n"
	// spec: inject.files inject.raw inject.folder
	got := w.as(member, post, "/api/inject", toJSON(map[string]string{"to": "anna@client.test", "raw": raw})).ok()
	assert.Equal(t, "INBOX", got.at("folder"))
	path := fmt.Sprintf("/api/mailboxes/anna@client.test/messages/INBOX/%v", got.at("uid"))
	assert.Equal(t, raw, string(w.get(path+"/raw").Body))
	m := w.get(path).ok()
	// spec: messages.field.subject messages.field.bodies messages.field.headers
	assert.Equal(t, "Grüße", m.at("message.subject"))
	assert.Equal(t, "Schön", strings.TrimSpace(m.at("message.text").(string)))
	assert.Equal(t, map[string]any{"x-service-case": "c1"}, m.at("message.headers"))
	// spec: inject.fields
	w.post("/api/inject", `{"to": "new@ours.test", "folder": "Archive", "from": "x@client.test", "subject": "Old", "text": "As agreed"}`).ok()
	assert.Equal(t, []any{"Old"}, w.get("/api/mailboxes/new@ours.test/messages?folder=Archive").column("subject"))
	// spec: inject.quiet
	assert.Len(t, w.get("/api/events").at("events"), events)
	assert.Empty(t, w.get("/api/jobs").list())
	// spec: inject.to.required inject.body.required
	w.post("/api/inject", `{"from": "x@client.test", "subject": "s", "text": "t"}`).fails(bad, "to")
	w.post("/api/inject", `{"to": "anna@client.test"}`).fails(bad, "raw")
	w.post("/api/inject", `{"to": "anna", "text": "x"}`).fails(bad, "to")
}

func TestSendAsPersonAndRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	w.send("anna@client.test", "app@ours.test", "A question", "When do you open?")
	sent := w.get("/api/events?type=persona.sent").at("events.0.data").(map[string]any)
	assert.Equal(t, "initiate", sent["kind"])
	assert.Equal(t, anna.ID, sent["persona_id"])
	// spec: send.as-smtp recipients.rule.create.false recipients.rule.existing-receives
	w.put("/api/recipients", `{"default": {"create": false}}`).ok()
	w.post("/api/send", `{"from": "app@ours.test", "to": ["new@client.test"], "subject": "x", "text": "y"}`).fails(bad, "5.1.1")
	w.send("app@ours.test", "anna@client.test", "x", "y")
	assert.Equal(t, http.StatusOK, w.get("/api/mailboxes/anna@client.test/messages").Status)
}

func TestSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "anna@client.test", "Your order", "It left today")
	w.send("app@ours.test", "joanna@client.test", "Your invoice", "Please pay today")
	w.send("shop@ours.test", "anna@client.test", "Sale", "Everything must go")
	w.patch("/api/mailboxes/anna@client.test/messages/INBOX/1", `{"seen": true}`).ok()
	subjects := func(query string) string {
		var out []string
		for _, m := range w.get("/api/search?q=" + q(query)).ok().at("messages").([]any) {
			out = append(out, m.(map[string]any)["address"].(string)+" "+m.(map[string]any)["subject"].(string))
		}
		return strings.Join(out, ", ")
	}
	// spec: beyond.search.operators beyond.search.exact-address
	assert.Equal(t, "anna@client.test Sale, anna@client.test Your order", subjects("to:anna@client.test in:inbox"))
	assert.Equal(t, "anna@client.test Sale, joanna@client.test Your invoice", subjects("is:unread in:inbox"))
	assert.Equal(t, "joanna@client.test Your invoice", subjects(`in:inbox from:app@ours.test -subject:order "pay today"`))
	assert.Empty(t, subjects("has:attachment"))
	assert.Empty(t, subjects("larger:1m"))
	assert.Empty(t, subjects("before:2020-01-01"))
	assert.NotEmpty(t, subjects("after:2020-01-01"))
	page := w.get("/api/search?q=in:inbox&limit=2").ok()
	rest := w.get(fmt.Sprintf("/api/search?q=in:inbox&limit=2&before=%v", page.at("next"))).ok()
	assert.Len(t, page.at("messages"), 2)
	assert.Len(t, rest.at("messages"), 1)
	assert.Equal(t, "", rest.at("next"))
	w.get("/api/search").fails(bad, "q is required")
	w.get("/api/search?q=larger:much").fails(bad, "larger")
	w.get("/api/search?q=x&limit=0").fails(bad, "limit")
}

func TestTheme(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.post("/api/send", `{"from": "app@ours.test", "to": ["desk@ours.test"], "html": "<p style=\"color: #222222; background-color: #ffffff\">Hi</p>"}`).ok()
	path := "/api/mailboxes/desk@ours.test/messages/INBOX/1"
	// spec: messages.get.theme
	light := w.get(path + "?theme=light").ok().at("safe.html")
	assert.Contains(t, light, "#222222")
	assert.NotEqual(t, light, w.get(path).ok().at("safe.html"))
	assert.Equal(t, w.get(path).at("safe.html"), w.get(path+"?theme=dark").at("safe.html"))
}

// TestListIsCurrent: a list that is kept shows every change.
func TestListIsCurrent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	box := "/api/mailboxes/desk@ours.test/messages"
	list := func() string { return string(w.get(box).Body) }
	seen := map[string]bool{}
	fresh := func(what string) {
		t.Helper()
		now := list()
		assert.False(t, seen[now], what)
		assert.Equal(t, now, list())
		seen[now] = true
	}
	w.send("app@ours.test", "desk@ours.test", "One", "x")
	fresh("a mail")
	w.send("app@ours.test", "desk@ours.test", "Two", "x")
	fresh("another mail")
	w.patch(box+"/INBOX/1", `{"seen": true}`).ok()
	fresh("a flag")
	w.patch(box+"/INBOX/2", `{"seen": true}`).ok()
	fresh("a flag of the last mail")
	w.patch(box+"/INBOX/1", `{"move_to": "Archive"}`).ok()
	fresh("a mail gone")
	access, err := w.u.Access("desk@ours.test")
	require.NoError(t, err)
	require.NoError(t, access.RenameFolder(t.Context(), "Archive", "Old"))
	w.get(box+"?folder=Archive").fails(notFound, "no such folder")
	assert.Len(t, w.get(box+"?folder=Old").list(), 1)
	w.post("/api/reset", "").ok()
	w.get(box).fails(notFound, "no such mailbox")
	w.send("app@ours.test", "desk@ours.test", "Anew", "x")
	fresh("a reset")
}

// A page of a list is no answer for another page of it.
func TestMessagePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for _, subject := range []string{"one", "two", "three"} {
		w.as(member, post, "/api/inject", `{"to": "app@ours.test", "from": "a@x.test", "subject": "`+subject+`"}`).ok()
	}
	for range 2 {
		for query, want := range map[string][]any{
			"": {"three", "two", "one"}, "?before=3": {"two", "one"}, "?limit=1": {"three"}, "?before=3&limit=1": {"two"}, "?before=2": {"one"}, "?folder=Sent": nil,
		} {
			var got []any
			for _, m := range w.get(appBox + "/messages" + query).list() {
				got = append(got, m["subject"])
			}
			assert.Equal(t, want, got, query)
		}
	}
}
