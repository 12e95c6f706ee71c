package mailsimtest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// hostileMails are mails that break one rule each, in every door's way.
func hostileMails() map[string]string {
	nested := strings.Builder{}
	for i := range 200 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return map[string]string{
		"no header":         "\r\njust text\r\n",
		"no blank line":     "Subject: x",
		"no colon":          "Subject x\r\nFrom app@ours.test\r\n\r\nx\r\n",
		"huge header":       "Subject: " + strings.Repeat("long ", 60_000) + "\r\n\r\nx\r\n",
		"many headers":      strings.Repeat("X-A: b\r\n", 20_000) + "\r\nx\r\n",
		"many addresses":    "To: " + strings.Repeat("a@x.test, ", 20_000) + "b@x.test\r\nSubject: x\r\n\r\nx\r\n",
		"bad UTF-8":         "Subject: \xff\xfe\xc3\r\nFrom: \xff <\xff@\xff>\r\nMessage-ID: <\xff>\r\n\r\n\xff\xc3\x28\r\n",
		"controls":          "Subject: a\x00b\x07\x1b[31m\r\nFrom: \x01\x02\r\n\r\n\x00\x08\x7f\r\n",
		"bad words":         "Subject: =?utf-8?b?!!!?= =?no-such?q?=ZZ?= =?utf-8?q?=C3?=\r\n\r\nx\r\n",
		"no end":            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>",
		"no boundary":       "Content-Type: multipart/mixed\r\n\r\n--\r\n\r\nx\r\n",
		"nested":            nested.String(),
		"messages within":   strings.Repeat("Content-Type: message/rfc822\r\n\r\n", 200) + "x\r\n",
		"many parts":        "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n\r\n", 5_000) + "--b--\r\n",
		"bad encoding":      "Content-Type: text/plain; charset=\"no\x00such\"\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@=\xff\r\n",
		"bad parameters":    "Content-Type: text/html; charset*0*=%ZZ; charset*1=\"\r\nContent-Disposition: attachment; filename*=utf-8''%ff%00/../../x\r\n\r\nx\r\n",
		"deep HTML":         "Content-Type: text/html\r\n\r\n" + strings.Repeat("<div><a href='x'>", 5_000) + "\r\n",
		"hostile HTML":      "Content-Type: text/html\r\n\r\n<script>alert(1)</script><a href=\"javascript:x\" onclick=x>\x00<svg/onload=x>\r\n",
		"impossible date":   "Date: Mon, 99 Foo 99999 99:99:99 +9999\r\n\r\nx\r\n",
		"references":        "References: " + strings.Repeat("<a@b> ", 20_000) + "\r\nIn-Reply-To: <<<>>>\r\n\r\nx\r\n",
		"a report":          "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\xff: :\r\n\r\nAction:\r\n--b--\r\n",
		"a lone dot inside": "Subject: x\r\n\r\n.\r\n..\r\n.x\r\n",
	}
}

// Broken MIME, huge headers, bad UTF-8 and control characters come in by SMTP and IMAP,
// are read by IMAP and by each route of the API, and do no more harm than a refusal.
func TestHostileMailHarmsNobody(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, reader := sim.Login("app@ours.test"), sim.Login("reader@ours.test")
	sim.Person("Anna Weber <anna@client.test>")
	api := func(path string) int {
		req, err := http.NewRequest(http.MethodGet, sim.URL()+path, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+sim.Key())
		res, err := sim.Client().Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		_, err = io.Copy(io.Discard, res.Body)
		require.NoError(t, err)
		return res.StatusCode
	}
	mails := hostileMails()
	for name, raw := range mails {
		smtp := app.SMTP()
		require.NoError(t, smtp.Mail("app@ours.test"), name)
		require.NoError(t, smtp.Rcpt("reader@ours.test"), name)
		require.NoError(t, smtp.Rcpt("anna@client.test"), name)
		data, err := smtp.Data()
		require.NoError(t, err, name)
		_, err = io.WriteString(data, raw)
		require.NoError(t, err, name)
		if err := data.Close(); err != nil {
			assert.Regexp(t, `^[45]\d\d `, err.Error(), name) // refused in the protocol's own form
		}
		box := reader.IMAP()
		appended := box.Append("INBOX", int64(len(raw)), nil)
		_, err = io.WriteString(appended, raw)
		require.NoError(t, err, name)
		require.NoError(t, appended.Close(), name)
		if _, err := appended.Wait(); err != nil {
			var refused *imap.Error
			require.ErrorAs(t, err, &refused, name)
		}
	}
	sim.Settle()
	list, err := sim.Universe.Messages("reader@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.Greater(t, len(list), len(mails), "most are taken, each once by SMTP and once by IMAP")
	for _, m := range list {
		at := fmt.Sprintf("/api/mailboxes/reader@ours.test/messages/INBOX/%d", m.UID)
		paths := []string{at, at + "?theme=light&remote=1", at + "/raw", at + "/attachments/0", "/api/inspect?message_id=" + url.QueryEscape(m.MessageID)}
		for _, path := range paths {
			// spec: input.hostile
			assert.Less(t, api(path), 500, "%s of %.80q", path, m.Subject)
		}
	}
	for _, path := range []string{"/api/mailboxes/reader@ours.test/messages", "/api/threads?address=reader@ours.test", "/api/search?q=x", "/api/mailboxes", "/api/events", "/api/insights"} {
		assert.Equal(t, 200, api(path), path)
	}
	c := reader.IMAP()
	_, err = c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	all := imap.SeqSet{{Start: 1, Stop: 0}}
	fetched, err := c.Fetch(all, &imap.FetchOptions{UID: true, RFC822Size: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	require.NoError(t, err)
	assert.Len(t, fetched, len(list))
	_, err = c.Search(&imap.SearchCriteria{Text: []string{"x"}}, nil).Wait()
	require.NoError(t, err)
	// The service goes on.
	app.Send("other@ours.test", "After all that", "x")
	sim.Box("other@ours.test").ExpectInbox(1)
	assert.Equal(t, 200, api("/api/status"))
}
