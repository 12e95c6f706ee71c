package smtpd_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// TestTooManyRecipientsIsNoError has a client name far more than are taken: it
// goes on with those it has (RFC 5321 section 4.5.3.1.10).
func TestTooManyRecipientsIsNoError(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{MaxRecipients: 3})
	c := dial(t, addr)
	assert.Equal(t, "RCPTMAX=3", c.offers()["LIMITS"])
	c.do("MAIL FROM:<a@x.test>", "250 ")
	for i := range 60 {
		want := "250 2.1.5"
		if i >= 3 {
			want = "452 4.5.3"
		}
		c.do(fmt.Sprintf("RCPT TO:<b%d@x.test>", i), want)
	}
	c.do("DATA", "354 ")
	c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
	list, err := u.Messages("b2@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 1)
}

// TestMailForgivesErrors keeps a connection that makes mistakes between mails.
func TestMailForgivesErrors(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	for range 5 {
		for range 15 {
			c.do("WHAT", "500 ")
		}
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
	}
	assert.Equal(t, 10, u.Status().Messages)
	for range 20 {
		c.do("WHAT", "500 ")
	}
	c.do("WHAT", "500 ")
	c.expect("421 4.7.0")
	_, err := c.r.ReadByte()
	assert.ErrorIs(t, err, io.EOF)
}

// TestFailedLoginsAreErrors ends the connection of a client that guesses.
func TestFailedLoginsAreErrors(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	for i := range 21 {
		c.do("AUTH PLAIN "+base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "\x00app\x00%d", i)), "535 5.7.8")
	}
	c.expect("421 4.7.0")
}

// TestWhatCountsAsAnError ends the connection of a client that never does anything
// right, whatever it does.
func TestWhatCountsAsAnError(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 13_000)
	for _, k := range []struct{ line, reply, then, last string }{
		{"WHAT", "500 5.5.2", "", ""}, {long, "500 5.5.2", "", ""}, {"AUTH LOGIN", "334 ", long, "500 5.5.6"}, {"AUTH PLAIN", "334 ", "*", "501 5.7.0"},
	} {
		_, addr := serve(t, smtpd.Options{})
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		for range 21 {
			if c.do(k.line, k.reply); k.then != "" {
				c.do(k.then, k.last)
			}
		}
		c.expect("421 4.7.0")
	}
}

// TestLooseLines takes what real servers take: a bare LF at the end of a command,
// white space before it; and turns web browsers away.
func TestLooseLines(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.says("NOOP\n", "250 ")
	c.says("\t NOOP \t\r\r\n", "250 ")
	c.says("GET / HTTP/1.1\r\nHost: x.test\r\n\r\n", "221 2.7.0", "closed")
}

// TestLongLines refuses a line that is too long and goes on behind it; one that
// does not end is cut off.
func TestLongLines(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("NOOP "+strings.Repeat("x", 12_000), "250 ")
	assert.Contains(t, u.Transcripts()[0].Text, "C: NOOP "+strings.Repeat("x", 12_000)+"\n")
	c.do("NOOP "+strings.Repeat("x", 13_000), "500 5.5.2")
	c.do("NOOP", "250 ")
	c.do("MAIL FROM:<a@x.test> "+strings.Repeat("X", 5000)+"=1", "555 5.5.4")
	c.do("VRFY "+strings.Repeat("é", 1000), "252 ")
	_, _ = io.WriteString(c.nc, strings.Repeat("x", 2<<20))
	_, err := io.Copy(io.Discard, c.r)
	assert.NotErrorIs(t, err, os.ErrDeadlineExceeded)
}

// TestRepliesAreShort keeps each reply line within 512 octets of ASCII, whatever
// the client had said (RFC 5321 section 4.5.3.1.5).
func TestRepliesAreShort(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	check := func(reply string) {
		t.Helper()
		assert.LessOrEqual(t, len(reply)+2, 512)
		assert.False(t, strings.ContainsFunc(reply, func(r rune) bool { return r > 0x7e || r < ' ' }), "%q", reply)
	}
	check(c.do("EHLO "+strings.Repeat("x", 1000), "250 ")[:12])
	check(c.do("MAIL FROM:<a@x.test> "+strings.Repeat("X", 5000)+"=1", "555 5.5.4"))
	check(c.do("MAIL FROM:<a@x.test> é=1", "555 5.5.4"))
	check(c.do("VRFY "+strings.Repeat("é\x01", 1000), "252 "))
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<b@x.test>", "250 ")
	c.do("DATA", "354 ")
	check(c.do("Message-ID: <"+strings.Repeat("ü", 600)+"@x.test>\r\n\r\nx\r\n.", "250 "))
}

// TestShutdownEndsSilentTLS waits for no client that connects and says nothing.
func TestShutdownEndsSilentTLS(t *testing.T) {
	t.Parallel()
	for _, implicit := range []bool{true, false} {
		u, err := universe.New(mailsim.Options{})
		require.NoError(t, err)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		s := smtpd.New(u, smtpd.Options{})
		serving := s.Serve
		if implicit {
			serving = s.ServeTLS
		}
		done := make(chan error, 1)
		go func() { done <- serving(l) }()
		nc, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		if !implicit {
			c := &talker{t, nc, bufio.NewReader(nc)}
			c.expect("220 ")
			c.do("STARTTLS", "220 ")
		} else { // it has been accepted when another one is served
			c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
			require.NoError(t, err)
			c.Close()
		}
		require.NoError(t, s.Shutdown(context.Background()))
		assert.ErrorIs(t, <-done, smtpd.ErrServerClosed)
		nc.Close()
		u.Close()
	}
}

// TestActAs takes a login that names itself as whom it acts as, and nobody else.
func TestActAs(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "boss@ours.test", Username: "boss", Password: "s3cret"})
	require.NoError(t, err)
	for _, user := range []string{"app", "app@ours.test"} {
		for actAs, want := range map[string]string{"": "235 ", "APP": "235 ", "App@Ours.test": "235 ", "boss@ours.test": "535 5.7.8", "boss": "535 5.7.8", "nobody": "535 5.7.8"} {
			c := dial(t, addr)
			c.do("EHLO me.test", "250 ")
			c.do("AUTH PLAIN "+base64.StdEncoding.EncodeToString([]byte(actAs+"\x00"+user+"\x00s3cret")), want)
			c.do("QUIT", "221 ")
		}
	}
	page, err := u.Events(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthFailed}})
	require.NoError(t, err)
	require.Len(t, page.Events, 6)
	assert.Equal(t, "the login may not act as another", page.Events[0].Data.(mailsim.AuthFailed).Why)
}

// TestLMTPAnswersEach gives one reply for each recipient, whatever the outcome
// (RFC 2033 section 4.2).
func TestLMTPAnswersEach(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{LMTP: true, MaxBytes: 100})
	c := dial(t, addr)
	c.do("LHLO me.test", "250 ")
	both := func(data, code string) {
		t.Helper()
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("RCPT TO:<c@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do(data+"\r\n.", code+" <b@x.test> ")
		c.expect(code + " <c@x.test> ")
	}
	both("Subject: x\r\n\r\nx", "250 2.0.0")
	both(strings.Repeat("x", 200), "552 5.3.4")
	both("bare\nLF", "550 5.5.2")
	_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "body", Kind: mailsim.FaultTempfail}}})
	require.NoError(t, err)
	both("Subject: x\r\n\r\nx", "451 4.3.0")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<gone+unknown@x.test>", "550 ")
	c.do("DATA", "503 5.5.1")
	assert.Contains(t, c.do("HELP", "214 "), "LHLO")
}

// TestReceivedSays names the protocol that was spoken (RFC 3848).
func TestReceivedSays(t *testing.T) {
	t.Parallel()
	for greeting, want := range map[string]string{"HELO": "with SMTP id ", "EHLO": "with ESMTP id ", "LHLO": "with LMTP id "} {
		u, addr := serve(t, smtpd.Options{LMTP: greeting == "LHLO"})
		c := dial(t, addr)
		c.do(greeting+" me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
		list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		trace := string(list[0].Bytes())
		assert.Equal(t, "Return-Path: <a@x.test>\r\nReceived: from me.test (me.test [127.0.0.1])\r\n\tby mail.test (mailsim) "+want, trace[:strings.Index(trace, "id ")+3])
		assert.Regexp(t, `id [0-9A-Z]{12}\r\n\tfor <b@x\.test>; \w{3}, \d\d? \w{3} \d{4} [\d:]{8} \+0000\r\nMessage-ID: `, trace)
	}
}

// TestReceivedQuotesNobody keeps what a client calls itself within its field.
func TestReceivedQuotesNobody(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"a(b)<c>;d": "a?b??c??d", strings.Repeat("x", 300): strings.Repeat("x", 255), "a\x01b": "a?b"} {
		u, addr := serve(t, smtpd.Options{})
		c := dial(t, addr)
		c.do("EHLO "+name, "250 ")
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.says("BDAT 3 LAST\r\nabc", "250 ")
		list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		assert.Contains(t, string(list[0].Bytes()), "Received: from "+want+" ("+want+" [127.0.0.1])\r\n\tby mail.test ")
	}
}

// TestEnvelopeIsKept holds all that MAIL and RCPT said beside the message.
func TestEnvelopeIsKept(t *testing.T) {
	t.Parallel()
	for _, o := range []smtpd.Options{{NoSTARTTLS: true}, {LMTP: true}} {
		u, addr := serve(t, o)
		c := dial(t, addr)
		c.do(map[bool]string{true: "LHLO", false: "EHLO"}[o.LMTP]+" me.test", "250 ")
		c.do("MAIL FROM:<a@x.test> body=8bitmime SMTPUTF8 ret=hdrs ENVID=q+2B1", "250 ")
		c.do("RCPT TO:<b@x.test> notify=success,Delay ORCPT=RFC822;first+40x.test", "250 ")
		c.do("RCPT TO:<c@x.test> ORCPT=rfc822;second", "250 ")
		c.do("RCPT TO:<d@x.test> NOTIFY=NEVER", "250 ")
		c.do("RCPT TO:<e@x.test>", "250 ")
		c.do("RCPT TO:<B@x.test>", "250 ") // is there already
		c.says("BDAT 3 LAST\r\nabc", "250 ")
		list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		v, err := u.Message(t.Context(), list[0].Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		// spec: beyond.envelope.kept
		got, err := json.Marshal(v.Envelope)
		require.NoError(t, err)
		assert.JSONEq(t, `{"from": "a@x.test", "to": ["b@x.test", "c@x.test", "d@x.test", "e@x.test"], "proto": "`+map[bool]string{true: "lmtp", false: "smtp"}[o.LMTP]+`",
			"remote": "127.0.0.1", "helo": "me.test", "body": "8BITMIME", "smtputf8": true, "ret": "HDRS", "envid": "q+1", "dsn": [
			{"address": "b@x.test", "notify": ["SUCCESS", "DELAY"], "orcpt": "rfc822;first@x.test"}, {"address": "c@x.test", "orcpt": "rfc822;second"},
			{"address": "d@x.test", "notify": ["NEVER"]}]}`, string(got))
		v.Envelope.To[0], v.Envelope.Notify[0].Notify[0], v.Envelope.Notify[1].Original = "mine", "mine", "mine"
		v, err = u.Message(t.Context(), list[0].Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		again, err := json.Marshal(v.Envelope)
		require.NoError(t, err)
		assert.JSONEq(t, string(got), string(again), "the caller's copy")
	}
}

// TestDSNParameters brings what a sender asks for into the notice (RFC 3461).
func TestDSNParameters(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		mail, rcpt string
		notice     bool
		has        []string
		lacks      string
	}{
		{"", "", true, []string{"Final-Recipient: rfc822;gone+unknown-dsn@x.test", "the body of it"}, "Original-Envelope-Id"},
		{" RET=HDRS ENVID=job+2B7", " ORCPT=rfc822;first+40x.test", true, []string{"Original-Envelope-Id: job+7", "Original-Recipient: rfc822;first@x.test", "Subject: wanted"}, "the body of it"},
		{"", ` ORCPT=utf-8;j\x{FC}@x.test`, true, []string{"Content-Type: message/delivery-status", `Original-Recipient: utf-8;j\x{FC}@x.test`}, "global"},
		{" SMTPUTF8", ` ORCPT=utf-8;j\x{FC}@x.test`, true, []string{"Content-Type: message/global-delivery-status", "Original-Recipient: utf-8;jü@x.test"}, `\x`},
		{"", " ORCPT=X-Pager;4711", true, []string{"Original-Recipient: x-pager;4711"}, "rfc822;4711"},
		{" RET=FULL", " NOTIFY=DELAY,FAILURE", true, []string{"the body of it"}, "Original-Recipient"},
		{" SMTPUTF8", "", true, []string{"Content-Type: message/global\r\n", "the body of it"}, "Content-Type: message/rfc822"},
		{"", " NOTIFY=NEVER", false, nil, ""}, {"", " NOTIFY=SUCCESS", false, nil, ""},
	} {
		u, addr := serve(t, smtpd.Options{})
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>"+k.mail, "250 ")
		c.do("RCPT TO:<gone+unknown-dsn@x.test>"+k.rcpt, "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: wanted\r\nX-Place: Zürich\r\n\r\nthe body of it\r\n.", "250 ")
		_, err := u.Advance(context.Background(), time.Hour)
		require.NoError(t, err)
		list, err := u.Messages("a@x.test", mailsim.MessageFilter{Folder: "INBOX"})
		require.NoError(t, err)
		if !k.notice {
			assert.Empty(t, list, k.rcpt)
			continue
		}
		require.Len(t, list, 1, k.rcpt)
		raw := strings.NewReplacer("rfc822; ", "rfc822;", "utf-8; ", "utf-8;").Replace(string(list[0].Bytes())) // both spellings are about
		for _, want := range k.has {
			assert.Contains(t, raw, want)
		}
		if k.lacks != "" {
			assert.NotContains(t, raw, k.lacks)
		}
	}
}

// TestTranscriptOfData writes a message down as one line, and no secret at all.
func TestTranscriptOfData(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{MaxBytes: 100})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	require.NoError(t, err)
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do(" auth\tplain  "+strings.Fields(plain("app@ours.test", "s3cret"))[2], "235 ")
	mail := func(how, data, want string) {
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		if how == "DATA" {
			c.do("DATA", "354 ")
		}
		c.do(data, want)
	}
	mail("DATA", "Message-ID: <1@x.test>\r\n\r\nbody\r\n.", "250 ")
	mail("BDAT", "BDAT 6 LAST\r\nbody", "250 ")
	mail("DATA", "Message-ID: <ü@x.test>\r\n\r\nbody\r\n.", "250 ")
	mail("DATA", "body\nbare\r\n.", "550 ")
	mail("DATA", strings.Repeat("body", 30)+"\r\n.", "552 ")
	c.do("QUIT", "221 ")
	trs := u.Transcripts()
	require.Len(t, trs, 1)
	text := trs[0].Text
	assert.Contains(t, text, "C: auth plain ****\nS: 235 ")
	assert.Contains(t, text, "C: DATA\nS: 354 End data with <CR><LF>.<CR><LF>\nC: (a message: 32 bytes, Message-ID <1@x.test>)\nS: 250 2.0.0 Ok: queued as 1@x.test\n")
	assert.Contains(t, text, "C: BDAT 6 LAST\nC: (a message: 6 bytes)\nS: 250 ")
	assert.Contains(t, text, ", Message-ID <?@x.test>)\nS: 250 ")
	assert.Contains(t, text, "C: (a message: bare CR or LF)\nS: 550 ")
	assert.Contains(t, text, "C: (a message: too big)\nS: 552 ")
	assert.NotContains(t, text, "body")
	assert.NotContains(t, text, "czNjcmV0")
}

// TestMailInCircles refuses what has passed 49 servers (RFC 5321 section 6.3).
func TestMailInCircles(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	for n, want := range map[int]string{0: "250 ", 48: "250 ", 49: "554 5.4.6", 200: "554 5.4.6"} {
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		hops := strings.Repeat("received: from a.test by b.test;\r\n\tMon, 5 Jan 2026 09:00:00 +0000\r\n", n)
		c.do(hops+"Subject: x\r\n\r\n"+strings.Repeat("Received: in the body\r\n", 60)+".", want)
	}
}

// TestVerify answers VRFY as RCPT would, and counts nothing.
func TestVerify(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("VRFY <anna@x.test>", "252 2.0.0 <anna@x.test>")
	c.do("VRFY Anna Weber", "252 2.0.0 Anna Weber")
	c.do("VRFY jü@x.test", "252 2.0.0 j?@x.test")
	c.do("VRFY jü\r@x.test smtputf8", "252 2.0.0 jü @x.test")
	c.do("VRFY gone+unknown@x.test SMTPUTF8", "550 5.1.1 User unknown")
	c.do("VRFY gone+unknown@x.test", "550 5.1.1 User unknown")
	c.do("VRFY <gone+full@x.test>", "552 5.2.2 Mailbox full")
	c.do("VRFY later+tempfail@x.test", "252 ")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<later+tempfail@x.test>", "451 4.3.0") // for the first time
	c.do("RCPT TO:<later+tempfail@x.test>", "250 2.1.5")
}

// TestRefusedAtTheDoor hears nothing but QUIT from a client that was refused in
// place of the greeting.
func TestRefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		kind     mailsim.FaultKind
		code     int
		greeting string
	}{{mailsim.FaultReject, 0, "554 5.7.1"}, {mailsim.FaultTempfail, 450, "450 4.2.0"}} {
		u, addr := serve(t, smtpd.Options{})
		_, err := u.SetFaults(t.Context(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "connect", Kind: k.kind, Code: k.code}}})
		require.NoError(t, err)
		nc, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		defer nc.Close()
		c := &talker{t, nc, bufio.NewReader(nc)}
		c.says("EHLO me.test\r\nFOO\r\nQUIT\r\n", k.greeting, "503 5.7.0", "503 5.7.0", "221 2.0.0", "closed")
	}
}
