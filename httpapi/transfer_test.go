package httpapi

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
)

const oldBox = "From a@b.test Mon Jan  5 09:00:00 2026\nFrom: a@b.test\nSubject: one\n\nx\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\nSubject: two\n\ny\n"

// TestTransfer takes mail in and gives it out again.
func TestTransfer(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxBody: 3000})
	ask := func(role mailsim.Role, method, path, media, body string) *reply {
		r := w.request(role, method, path, body)
		if media != "" {
			r.Header.Set("Content-Type", media)
		}
		return w.do(r)
	}
	ask(viewer, post, "/api/import?to=a@b.test", "application/mbox", oldBox).fails(403, "cannot do this")
	for _, media := range []string{"application/json", "text/plain", "multipart/form-data", ""} {
		ask(member, post, "/api/import?to=a@b.test", media, oldBox).fails(400, "")
	}
	ask(member, post, "/api/import?format=tar", "application/mbox", oldBox).fails(400, "format")
	ask(member, post, "/api/import?to=x", "application/mbox", oldBox).fails(400, "to")

	got := ask(member, post, "/api/import?to=anna@client.test&folder=Old", "application/mbox", oldBox).ok()
	assert.JSONEq(t, `{"mails": 2, "failed": 1, "errors": [{"place": "body:7", "error": "the mail is empty"}]}`, string(got.Body))
	got = ask(member, post, "/api/import?to=anna@client.test", "message/rfc822", "Subject: big\r\n\r\n"+strings.Repeat("x", 4000)).ok()
	assert.Contains(t, string(got.Body), `"failed":1`)

	ask(viewer, get, "/api/export?address=nobody@x.test", "", "").fails(404, "no such mailbox")
	out := ask(viewer, get, "/api/export?address=anna@client.test", "", "").ok()
	assert.Equal(t, "application/mbox", out.Header.Get("Content-Type"))
	assert.Equal(t, "nosniff", out.Header.Get("X-Content-Type-Options"))
	assert.Equal(t, 2, strings.Count(string(out.Body), "\nSubject: "))
	for _, f := range archive.Formats() {
		out = ask(viewer, get, "/api/export?format="+string(f), "", "").ok()
		n := 0
		for m, err := range archive.ReadFrom(bytes.NewReader(out.Body), "x", archive.Options{}) {
			require.NoError(t, err)
			assert.Contains(t, string(m.Raw), "Subject: ")
			n++
		}
		assert.Equal(t, 2, n, "%s", f)
	}
	zip := ask(viewer, get, "/api/export?format=zip", "", "").ok().Body
	got = ask(member, post, "/api/import", "application/zip", string(zip)).ok()
	assert.JSONEq(t, `{"mails": 2, "failed": 0, "errors": []}`, string(got.Body))
}
