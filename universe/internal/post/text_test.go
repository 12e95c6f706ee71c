package post_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

const partedMail = "From: =?utf-8?q?J=C3=B6rg?= <j@x.test>\r\nTo: a@x.test\r\nSubject: One\r\n two\r\nX-Tag: first\r\nX-Tag: Second\r\nX-Empty:\r\n" +
	"Cc: <carl (the one)@ (far) away.test>, dora@x.test (Dora Dee)\r\n" +
	"Message-ID: <1@x.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain\r\n\r\nGr=FC=DFe hello\r\n" +
	"--b\r\nContent-Type: application/pdf; name=\"invoice-77.pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n" +
	"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nAction: failed\r\n" +
	"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner thing\r\n\r\ninner words\r\n--b--\r\n"

func TestStoredTexts(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.9"})
	_, err := s.Submit(context.Background(), mailsim.Envelope{From: "j@x.test", To: []string{"a@x.test"}, Helo: "relay.test"}, partedMail)
	require.NoError(t, err)
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	snap, err := a.Open(post.Inbox)
	require.NoError(t, err)
	m := snap.At(0)
	loaded := &post.Stored{Mail: post.MailOf(m.Body())}
	assert.Equal(t, m.HeaderLen(), loaded.HeaderLen())
	for _, tc := range []struct {
		name, text string
		want       bool
	}{
		{"from", "JÖRG", true}, {"FROM", "j@X.test", true}, {"subject", "one two", true}, {"subject", "two three", false},
		{"x-tag", "second", true}, {"x-tag", "first\nsecond", false}, {"x-empty", "", true}, {"x-none", "", false},
		{"received", "192.0.2.9", true}, {"return-path", "", true}, {"subject", "inner", false},
		{"cc", "carl@away.test", true}, {"cc", "(the one)", true}, {"cc", "dora dee <dora@x.test>", true}, {"to", "carl@away.test", false},
	} {
		n := searchindex.NewNeedle(tc.text)
		assert.Equal(t, tc.want, m.HasHeader(tc.name, n), "%s: %s", tc.name, tc.text)
		m.Mail.Parse()
		assert.Equal(t, tc.want, m.HasHeader(tc.name, n), "parsed, %s: %s", tc.name, tc.text)
		m.Mail.Parsed.Store(nil)
	}
	for _, tc := range []struct {
		text      string
		body, all bool
	}{
		{"HELLO", true, true}, {"x-tag: second", false, true}, {"subject: one two", false, true}, {"one two x-tag", false, false}, {"helo relay", false, false},
		{"relay.test", false, true}, {"Invoice-77", false, true}, {"inner thing", false, true}, {"inner words", true, true}, {"action: FAILED", true, true}, {"nowhere", false, false},
	} {
		n := searchindex.NewNeedle(tc.text)
		assert.Equal(t, tc.body, m.ContainsText(n, false), tc.text)
		assert.Equal(t, tc.all, m.ContainsText(n, true), tc.text)
	}
}

// What the index leaves is all that a look at each message finds.
func TestTextFilterKeepsAllThatMatches(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Text: "first"})
	access, err := u.Access("a@x.test")
	require.NoError(t, err)
	var mails []mailsim.AppendMail
	for i := range 300 {
		mails = append(mails, mailsim.AppendMail{Data: strings.ReplaceAll(partedMail, "77", fmt.Sprintf("77%d", i%7))})
	}
	_, _, err = access.Append(ctx, post.Inbox, mails)
	require.NoError(t, err)
	snap, err := access.Open(post.Inbox)
	require.NoError(t, err)
	for _, text := range []string{"invoice-773", "inner thing", "action: failed", "jörg", "one two", "x", "", "none of it", "771.pdf\""} {
		all, body, headers := snap.TextFilter(text, true, true), snap.TextFilter(text, false, true), snap.TextFilter(text, true, false)
		n := searchindex.NewNeedle(text)
		for s := range snap.From(0) {
			if s.ContainsText(n, true) {
				require.True(t, all(s), "%q in UID %d", text, s.UID())
			}
			if s.ContainsText(n, false) {
				require.True(t, body(s), "%q in UID %d", text, s.UID())
			}
			if s.HasHeader("subject", n) {
				require.True(t, headers(s), "%q in UID %d", text, s.UID())
			}
		}
	}
}
