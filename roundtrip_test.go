package mailsim_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// oddMails are what strangers send: nothing of it may change on its way.
var oddMails = map[string]string{
	"plain":         "From: a@x.test\r\nTo: b@y.test\r\nSubject: Hi\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\nMessage-ID: <1@x.test>\r\n\r\nHello\r\n",
	"nothing named": "From: a@x.test\r\n\r\nno id, no date\r\n",
	"no header":     "\r\nonly a body\r\n",
	"no body":       "Subject: only a header\r\n",
	"spacing":       "Subject:  two  spaces \r\n\tand a tab\r\nX-Empty:\r\nx-CASE: Kept\r\n\r\n  lead\r\ntrail  \r\n\r\n\r\n",
	"dots":          "Subject: dots\r\n\r\n.\r\n..\r\n.x\r\nend.\r\n",
	"8 bit":         "From: J\xfcrgen <a@x.test>\r\nSubject: \xd6\xd0\r\nContent-Type: text/plain; charset=gb2312\r\n\r\n\xc4\xe3\xba\xc3 \x80\xff\r\n",
	"controls":      "Subject: bell\x07\r\n\r\nform\x0cfeed, escape\x1b[0m\r\n",
	"mbox":          "From x Mon Jan  5 09:00:00 2026\r\nFrom: a@x.test\r\n\r\nFrom here on\r\n",
	"broken parts":  "Content-Type: multipart/mixed; boundary=a\r\n\r\n--b\r\nContent-Type: x\r\n--a\r\n\r\n--a--trailing\r\nrest",
	"long line":     "Subject: long\r\n\r\n" + strings.Repeat("x", 1<<20) + "\r\n",
	"no last break": "Subject: cut\r\n\r\nthe end",
}

// What goes in by SMTP, send, inject and APPEND comes out byte for byte by raw and by IMAP BODY[]. Delivery puts trace fields
// before the sender's bytes; inject and APPEND do not.
//
// spec: messages.raw inject.raw
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	r := newRoundTrip(t, u)
	n := 0
	for name, raw := range oddMails {
		address := fmt.Sprintf("box%d@y.test", n)
		n++
		t.Run(name, func(t *testing.T) {
			_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: address, Password: "s3cret"})
			require.NoError(t, err)
			c := r.login(t, address)
			defer c.Close()

			terminated := raw
			if !strings.HasSuffix(raw, "\r\n") {
				terminated += "\r\n" // SMTP has no way to leave it out
			}
			r.submit(t, address, raw)
			_, err = u.Inject(t.Context(), mailsim.Inject{To: address, Folder: "Injected", Raw: raw})
			require.NoError(t, err)
			assert.Equal(t, raw, r.read(t, c, address, "Injected", 1))
			cmd := c.Append("Drafts", int64(len(raw)), nil)
			_, err = io.WriteString(cmd, raw)
			require.NoError(t, err)
			require.NoError(t, cmd.Close())
			_, err = cmd.Wait()
			require.NoError(t, err)
			assert.Equal(t, raw, r.read(t, c, address, "Drafts", 1))
			filed := r.read(t, c, address, "INBOX", 1)
			require.True(t, strings.HasSuffix(filed, terminated), "%.300q", filed)
			trace := strings.TrimSuffix(filed, terminated)
			for line := range strings.SplitSeq(strings.TrimSuffix(trace, "\r\n"), "\r\n") {
				assert.Regexp(t, `^(?:Return-Path|Received|Message-ID|Date): |^[ \t]`, line)
			}
		})
	}
	id, err := u.Send(t.Context(), mailsim.Outgoing{From: "me@y.test", To: []string{"box0@y.test"}, Text: "Grüße", HTML: "<p>Grüße",
		Attachments: []mailsim.OutgoingFile{{Filename: "ä.bin", ContentType: "application/x-thing", Data: []byte("\x00\r\n.\r\n\xff")}}})
	require.NoError(t, err)
	c := r.login(t, "box0@y.test")
	defer c.Close()
	got := r.read(t, c, "box0@y.test", "INBOX", 2)
	sent := u.FindMessage(id)
	require.Len(t, sent, 2)
	own, err := u.Raw(t.Context(), mailsim.Ref{Address: "me@y.test", Folder: "Sent", UID: 1})
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(got, string(own)), "the copy in Sent is what the recipient got, behind its trace")
	file, err := u.Attachment(t.Context(), mailsim.Ref{Address: "box0@y.test", Folder: "INBOX", UID: 2}, 0)
	require.NoError(t, err)
	assert.Equal(t, "\x00\r\n.\r\n\xff", string(file.Data))
}

// roundTrip is a universe behind its doors.
type roundTrip struct {
	web        *httptest.Server
	key        string
	smtp, imap string
}

func newRoundTrip(t *testing.T, u *mailsim.Universe) *roundTrip {
	key, _, err := u.CreateKey(context.Background(), "trips", mailsim.RoleAdmin)
	require.NoError(t, err)
	r := &roundTrip{web: httptest.NewServer(httpapi.New(u, httpapi.Options{NoLimit: true})), key: key}
	t.Cleanup(r.web.Close)
	s, i := smtpd.New(u, smtpd.Options{NoSTARTTLS: true}), imapd.New(u, imapd.Options{})
	for _, d := range []struct {
		serve func(net.Listener) error
		close func() error
		at    *string
	}{{s.Serve, s.Close, &r.smtp}, {i.Serve, i.Close, &r.imap}} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		*d.at = l.Addr().String()
		go d.serve(l)
		t.Cleanup(func() { assert.NoError(t, d.close()) })
	}
	return r
}

func (r *roundTrip) login(t *testing.T, address string) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(r.imap, nil)
	require.NoError(t, err)
	require.NoError(t, c.Login(address, "s3cret").Wait())
	return c
}

// submit writes the data itself, for a client library would tidy it.
func (r *roundTrip) submit(t *testing.T, to, raw string) {
	t.Helper()
	c, err := textproto.Dial("tcp", r.smtp)
	require.NoError(t, err)
	defer c.Close()
	reply := func(code int) {
		t.Helper()
		_, _, err := c.ReadResponse(code)
		require.NoError(t, err)
	}
	reply(220)
	for _, step := range []struct {
		line string
		code int
	}{{"EHLO trips.test", 250}, {"MAIL FROM:<a@x.test> BODY=8BITMIME", 250}, {"RCPT TO:<" + to + ">", 250}, {"DATA", 354}} {
		require.NoError(t, c.PrintfLine("%s", step.line))
		reply(step.code)
	}
	stuffed := strings.ReplaceAll("\r\n"+raw, "\r\n.", "\r\n..")[2:]
	_, err = c.W.WriteString(stuffed)
	require.NoError(t, err)
	end := "\r\n.\r\n"
	if strings.HasSuffix(raw, "\r\n") {
		end = ".\r\n"
	}
	_, err = c.W.WriteString(end)
	require.NoError(t, err)
	require.NoError(t, c.W.Flush())
	reply(250)
}

// read gets a message by HTTP and by IMAP, which must agree.
func (r *roundTrip) read(t *testing.T, c *imapclient.Client, address, folder string, uid imap.UID) string {
	t.Helper()
	req, err := http.NewRequest("GET", fmt.Sprintf("%s/api/mailboxes/%s/messages/%s/%d/raw", r.web.URL, address, url.PathEscape(folder), uid), nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+r.key)
	resp, err := r.web.Client().Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, 200, resp.StatusCode, string(raw))
	_, err = c.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	require.NoError(t, err)
	got, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	require.NoError(t, err)
	require.Len(t, got, 1)
	assert.Equal(t, string(raw), string(got[0].BodySection[0].Bytes), "raw and BODY[] agree")
	return string(raw)
}
