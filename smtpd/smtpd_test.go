package smtpd_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// serve runs a server on loopback and returns its address.
func serve(t testing.TB, o smtpd.Options) (*mailsim.Universe, string) {
	t.Helper()
	return serveWorld(t, mailsim.Options{HashCost: 4, Transcripts: 64}, o)
}

// serveWorld is serve with a universe of one's own.
func serveWorld(t testing.TB, w mailsim.Options, o smtpd.Options) (*mailsim.Universe, string) {
	t.Helper()
	u, err := universe.New(w)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(u, o)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.ErrorIs(t, <-done, smtpd.ErrServerClosed)
		assert.NoError(t, u.Close())
	})
	return u, l.Addr().String()
}

// talk plays a dialogue: lines to send, and after each the start of the reply
// expected, "" for none.
type talker struct {
	t  testing.TB
	nc net.Conn
	r  *bufio.Reader
}

func dial(t testing.TB, addr string) *talker {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { nc.Close() })
	_ = nc.SetDeadline(time.Now().Add(10 * time.Second))
	c := &talker{t, nc, bufio.NewReader(nc)}
	c.expect("220 ")
	return c
}

func (c *talker) expect(prefix string) string {
	c.t.Helper()
	var all []string
	for {
		line, err := c.r.ReadString('\n')
		require.NoError(c.t, err, "after %q, waiting for %q", all, prefix)
		all = append(all, strings.TrimRight(line, "\r\n"))
		if len(line) < 4 || line[3] != '-' {
			break
		}
	}
	assert.True(c.t, strings.HasPrefix(all[len(all)-1], prefix), "%q does not begin with %q", all, prefix)
	return strings.Join(all, "\n")
}

func (c *talker) do(line, prefix string) string {
	c.t.Helper()
	_, err := fmt.Fprintf(c.nc, "%s\r\n", line)
	require.NoError(c.t, err)
	return c.expect(prefix)
}

func TestNetSMTPDelivers(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{NoSTARTTLS: true})
	body := "From: App <app@ours.test>\r\nTo: anna@client.test\r\nSubject: Hi\r\nMessage-ID: <1@ours.test>\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\n\r\n.dot\r\nbody\r\n"
	require.NoError(t, smtp.SendMail(addr, nil, "bounce@ours.test", []string{"anna@client.test", "ben@client.test"}, []byte(body)))
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.Len(t, list, 1)
	raw := string(list[0].Bytes())
	// spec: delivery.stored-bytes
	assert.True(t, strings.HasSuffix(raw, body), raw)
	assert.True(t, strings.HasPrefix(raw, "Return-Path: <bounce@ours.test>\r\nReceived: from localhost"), raw)
	assert.NotContains(t, raw, "\tfor ", "several recipients are not named")
	sent, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	require.Len(t, sent, 1)
	assert.Equal(t, body, string(sent[0].Bytes()))
}

func TestSequence(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	// spec: smtp.sequence
	c.do("MAIL FROM:<a@x.test>", "503 5.5.1")
	c.do("RCPT TO:<a@x.test>", "503 5.5.1")
	c.do("DATA", "503 5.5.1")
	c.do("AUTH PLAIN AA==", "503 5.5.1")
	caps := c.do("EHLO me.test", "250 ")
	for _, want := range []string{"PIPELINING", "SIZE 33554432", "STARTTLS", "AUTH PLAIN LOGIN", "ENHANCEDSTATUSCODES", "8BITMIME", "DSN", "SMTPUTF8", "CHUNKING", "BINARYMIME"} {
		assert.Contains(t, caps, want)
	}
	c.do("RCPT TO:<a@x.test>", "503 5.5.1")
	c.do("DATA", "503 5.5.1")
	c.do("MAIL FROM:<a@x.test>", "250 2.1.0")
	c.do("MAIL FROM:<b@x.test>", "503 5.5.1")
	c.do("DATA", "503 5.5.1")
	c.do("RCPT TO:<c@x.test>", "250 2.1.5")
	c.do("RSET", "250 2.0.0")
	c.do("RCPT TO:<c@x.test>", "503 5.5.1")
	c.do("NOOP ignored", "250 2.0.0")
	c.do("VRFY someone", "252 2.0.0")
	c.do("HELP", "214 ")
	c.do("EXPN list", "502 ")
	c.do("BOGUS", "500 5.5.2")
	c.do("QUIT", "221 2.0.0")
}

func TestMailAndRcptSyntax(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{MaxBytes: 1000, MaxRecipients: 2})
	for _, k := range []struct{ line, want string }{
		{"MAIL FROM:<>", "250 "}, {"MAIL FROM: <a@x.test>", "250 "}, {"mail from:a@x.test", "250 "}, {"MAIL FROM:<@r.test:a@x.test>", "250 "},
		{`MAIL FROM:<"a b"@x.test>`, "250 "}, {`MAIL FROM:<"a>b"@x.test> BODY=8BITMIME`, "250 "}, {"MAIL FROM:<a@x.test> SIZE=1000", "250 "},
		{"MAIL FROM:<a@x.test> SIZE=1001", "552 5.3.4"}, {"MAIL FROM:<a@x.test> SIZE=x", "501 5.5.4"}, {"MAIL FROM:<a@x.test> WHAT=1", "555 5.5.4"},
		{"MAIL FROM:<a@x.test> BODY=9BIT", "501 "}, {"MAIL FROM:<a@x.test> RET=FULL ENVID=q+2B1", "250 "}, {"MAIL FROM:<a@x.test> ENVID=q+0A", "501 "},
		{"MAIL FROM:<a@x.test", "501 "}, {"MAIL FROM:<a b@x.test>", "501 "}, {"MAIL TO:<a@x.test>", "501 "}, {"MAIL", "501 "},
		{"MAIL FROM:<jürgen@x.test>", "553 5.6.7"}, {"MAIL FROM:<jürgen@x.test> SMTPUTF8", "250 "},
	} {
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do(k.line, k.want)
	}
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<>", "501 5.1.3")
	c.do("RCPT TO:<nobody>", "501 5.1.3")
	c.do("RCPT TO:<a@x.test> NOTIFY=NEVER,FAILURE", "501 5.5.4")
	c.do("RCPT TO:<a@x.test> é=1", "555 5.5.4 Unsupported option: ?")
	c.do("RCPT TO:<Postmaster>", "250 ")
	c.do("RCPT TO:<a@x.test> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;b@x.test", "250 ")
	c.do("RCPT TO:<c@x.test>", "452 4.5.3")
	c.do("DATA", "354 ")
	c.do(".", "250 ")
	_, err := u.Mailbox("postmaster@mail.test")
	assert.NoError(t, err)
}

// TestSmuggling sends every mix of CR, LF and dots that has fooled servers: each
// gives exactly one message or a refusal, and the commands inside it never run.
func TestSmuggling(t *testing.T) {
	t.Parallel()
	for i, end := range []string{"\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r.\r\n", "\r\n.\r", "\r\r\n.\r\r\n", "\n\n.\r\n", "\x00\r\n.\n", "\r\n..\n", "\n\r\n.\r.\r\n"} {
		u, addr := serve(t, smtpd.Options{NoSTARTTLS: true})
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		inner := "MAIL FROM:<evil@x.test>\r\nRCPT TO:<victim@x.test>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n"
		_, err := fmt.Fprintf(c.nc, "Subject: outer\r\n\r\nbody%s%s", end, inner)
		require.NoError(t, err)
		c.expect("550 5.5.2")
		c.do("NOOP", "250 ")
		_, err = u.Mailbox("victim@x.test")
		assert.ErrorIs(t, err, mailsim.ErrNotFound, "case %d %q", i, end)
		assert.Zero(t, u.Status().Messages, "case %d %q", i, end)
	}
}

func TestSizeAndBdat(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{MaxBytes: 100})
	begin := func(params string) *talker {
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>"+params, "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		return c
	}
	c := begin("")
	// spec: smtp.size
	c.do("DATA", "354 ")
	c.do(strings.Repeat("x", 98)+"\r\n.", "250 2.0.0")
	c = begin("")
	c.do("DATA", "354 ")
	c.do(strings.Repeat("x", 99)+"\r\n.", "552 5.3.4")
	c.do("NOOP", "250 ")
	c = begin(" BODY=BINARYMIME")
	c.do("DATA", "503 5.5.1")
	_, _ = fmt.Fprintf(c.nc, "BDAT 4\r\na\n\x00\r")
	c.expect("250 2.0.0")
	_, _ = fmt.Fprintf(c.nc, "BDAT 3 LAST\r\n\rzz")
	c.expect("250 2.0.0")
	got, err := u.Messages("b@x.test", mailsim.MessageFilter{Limit: 1})
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(string(got[0].Bytes()), "a\n\x00\r\rzz"))
	c = begin("")
	_, _ = fmt.Fprintf(c.nc, "BDAT 101 LAST\r\n%s", strings.Repeat("y", 101))
	c.expect("552 5.3.4")
	_, _ = fmt.Fprintf(c.nc, "BDAT 3 LAST\r\nabc")
	c.expect("503 5.5.1")
	c = begin("")
	_, _ = fmt.Fprintf(c.nc, "BDAT 3 LAST\r\na\nb")
	c.expect("550 5.5.2")
}

func TestAuth(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{RequireAuth: true})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("MAIL FROM:<app@ours.test>", "530 5.7.0")
	c.do("AUTH CRAM-MD5", "504 5.5.4")
	c.do("AUTH PLAIN !!!", "501 5.5.2")
	c.do("AUTH PLAIN", "334 ")
	c.do("*", "501 5.7.0")
	// spec: auth.smtp.wrong
	c.do("AUTH PLAIN AGFwcAB3cm9uZw==", "535 5.7.8")
	c.do("AUTH LOGIN", "334 VXNlcm5hbWU6")
	c.do("YXBw", "334 UGFzc3dvcmQ6")
	// spec: auth.smtp.login
	c.do("czNjcmV0", "235 2.7.0")
	c.do("AUTH PLAIN AA==", "503 5.5.1")
	c.do("MAIL FROM:<app@ours.test>", "250 ")
	for _, tr := range u.Transcripts() {
		assert.NotContains(t, tr.Text, "czNjcmV0")
		assert.Contains(t, tr.Text, "S: 235 2.7.0 Authentication successful")
		assert.Contains(t, tr.Text, "S: 235 2.7.0 Authentication successful\nC: AUTH PLAIN ****\n", "what follows a login is no secret")
		assert.Equal(t, "app@ours.test", tr.Login)
	}
	require.NoError(t, func() error {
		cl, err := smtp.Dial(addr)
		if err != nil {
			return err
		}
		defer cl.Close()
		// spec: auth.smtp.plain
		return cl.Auth(smtp.PlainAuth("", "app@ours.test", "s3cret", "127.0.0.1"))
	}())
}

// TestSuspended: who logged in before the organization was suspended sends no more.
func TestSuspended(t *testing.T) {
	t.Parallel()
	cell, err := universe.NewCell(mailsim.CellOptions{HashCost: 4})
	require.NoError(t, err)
	defer cell.Close()
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "acme"}))
	u, err := cell.CreateUniverse(t.Context(), "acme", mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Password: "a long password"})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(cell, smtpd.Options{})
	go s.Serve(l)
	defer s.Close()
	c := dial(t, l.Addr().String())
	c.do("EHLO client.test", "250")
	c.do("MAIL FROM:<app@ours.test>", "530")
	c.do("AUTH PLAIN "+base64.StdEncoding.EncodeToString([]byte("\x00app@ours.test\x00a long password")), "235")
	c.do("MAIL FROM:<app@ours.test>", "250")
	c.do("RSET", "250")
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "acme", Suspended: true}))
	c.expect("421 4.7.0 mail.test Logged out: the organization is suspended")
}

func TestClientGoesAwayInData(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<b@x.test>", "250 ")
	c.do("DATA", "354 ")
	_, _ = fmt.Fprintf(c.nc, "Subject: half\r\n\r\nhal")
	c.nc.Close()
	d := dial(t, addr)
	d.do("NOOP", "250 ")
	assert.Zero(t, u.Status().Messages, "nothing half-done")
}

func TestShutdownTellsTheIdle(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	defer u.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(u, smtpd.Options{})
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	c := dial(t, l.Addr().String())
	c.do("EHLO me.test", "250 ")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	require.NoError(t, s.Shutdown(ctx))
	c.expect("421 4.3.2")
	assert.ErrorIs(t, <-done, smtpd.ErrServerClosed)
}

func TestTLS(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{NoPlainAuth: true})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	require.NoError(t, err)
	raw := dial(t, addr)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(u.Certificate()))
	raw.do("EHLO me.test", "250 ")
	raw.do("AUTH PLAIN AGFwcAB3cm9uZw==", "538 5.7.11")
	c, err := smtp.Dial(addr)
	require.NoError(t, err)
	defer c.Close()
	// spec: smtp.starttls
	require.NoError(t, c.StartTLS(&tls.Config{RootCAs: roots, ServerName: "127.0.0.1"}))
	state, ok := c.TLSConnectionState()
	require.True(t, ok)
	sum := sha256.Sum256(state.PeerCertificates[0].Raw)
	conn := u.Connection()
	// spec: connection.certificate connection.plain_auth_allowed connection.smtp_auth_required connection.cert
	assert.Equal(t, hex.EncodeToString(sum[:]), conn.Certificate.SHA256)
	assert.True(t, conn.Certificate.SelfSigned)
	assert.False(t, conn.PlainAuthAllowed)
	assert.False(t, conn.SMTPAuthRequired)
	require.Len(t, conn.Services, 1)
	assert.Equal(t, addr, fmt.Sprintf("%s:%d", conn.Services[0].Address, conn.Services[0].Port))
	require.NoError(t, c.Auth(smtp.PlainAuth("", "app@ours.test", "s3cret", "127.0.0.1")))
	require.NoError(t, c.Mail("app@ours.test"))
	require.NoError(t, c.Rcpt("a@b.test"))
	w, err := c.Data()
	require.NoError(t, err)
	_, _ = w.Write([]byte("From: app@ours.test\r\nSubject: grün\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nÄpfel\r\n"))
	require.NoError(t, w.Close())
	v, err := u.Message(context.Background(), mailsim.Ref{Address: "a@b.test", Folder: "INBOX", UID: 1}, mailsim.ViewOptions{})
	require.NoError(t, err)
	// spec: smtp.utf8
	assert.Contains(t, string(v.Message.Bytes()), "Subject: grün\r\n")
	assert.Equal(t, "Äpfel\n", v.Message.Text)
	assert.Regexp(t, `^TLS 1\.3 TLS_\w+$`, v.Envelope.TLS)
	assert.Equal(t, "app@ours.test", v.Envelope.Login)
	assert.Contains(t, string(v.Message.Bytes()), "with UTF8SMTPSA id ")
	ok2, failed := 0, 0
	for e := range u.Log(mailsim.EventFilter{}) {
		switch d := e.Data.(type) {
		case mailsim.AuthOK:
			// spec: auth.events.ok events.auth.ok
			assert.Equal(t, mailsim.AuthOK{Proto: "smtp", Username: "app@ours.test", Address: "app@ours.test", Remote: "127.0.0.1", Why: d.Why}, d)
			ok2++
		case mailsim.AuthFailed:
			failed++
		}
	}
	assert.Equal(t, 1, ok2)
	assert.Zero(t, failed)
	// spec: beyond.transcript.smtp
	text := ""
	for _, tr := range u.Transcripts() {
		text += tr.Text
	}
	assert.Contains(t, text, "C: MAIL FROM:<app@ours.test>", "after STARTTLS too")
	assert.NotContains(t, text, "s3cret")
	assert.NotContains(t, text, "czNjcmV0")
}

func TestFailedLoginIsAnEvent(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("AUTH PLAIN AG5vYm9keQBzM2NyZXQ=", "535 5.7.8") // nobody, s3cret
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthFailed}}) {
		b, err := e.MarshalJSON()
		require.NoError(t, err)
		// spec: auth.events.failed events.auth.failed
		assert.Equal(t, mailsim.AuthFailed{Proto: "smtp", Username: "nobody", Remote: "127.0.0.1", Why: "unknown login"}, e.Data)
		assert.NotContains(t, string(b), "s3cret")
	}
	assert.EqualValues(t, 1, u.MarkOf(1))
}

func TestLMTP(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{LMTP: true})
	c := dial(t, addr)
	_, smtp := serve(t, smtpd.Options{})
	dial(t, smtp).do("LHLO me.test", "500 ")
	c.do("EHLO me.test", "500 ")
	c.do("LHLO me.test", "250 ")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<b@x.test>", "250 ")
	c.do("RCPT TO:<gone+unknown@x.test>", "550 5.1.1")
	c.do("RCPT TO:<c@x.test>", "250 ")
	c.do("DATA", "354 ")
	c.do("Subject: x\r\n\r\nx\r\n.", "250 2.0.0 <b@x.test>")
	c.expect("250 2.0.0 <c@x.test>")
	c.do("NOOP", "250 ")
}

func TestPipelining(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{NoSTARTTLS: true})
	c := dial(t, addr)
	_, err := io.WriteString(c.nc, "EHLO me.test\r\nMAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nRCPT TO:<gone+full@x.test>\r\nDATA\r\n")
	require.NoError(t, err)
	for _, want := range []string{"250 ", "250 2.1.0", "250 2.1.5", "552 5.2.2", "354 "} {
		c.expect(want)
	}
	_, err = io.WriteString(c.nc, "Subject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\n")
	require.NoError(t, err)
	c.expect("250 2.0.0")
	c.expect("221 ")
	list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Equal(t, ".dot\n", list[0].Text)
}

func TestHostileLines(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	_, _ = io.WriteString(c.nc, strings.Repeat("x", 1<<20)+"\r\n")
	c.expect("500 5.5.2")
	c = dial(t, addr)
	for range 20 {
		c.do("WHAT", "500 ")
	}
	c.do("WHAT", "500 ")
	c.expect("421 4.7.0")
	c = dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("BDAT what", "501 ")
}

// FuzzSession sends any bytes: the server answers in its own form or closes, and
// never delivers what was not completed.
func FuzzSession(f *testing.F) {
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(f, err)
	s := smtpd.New(u, smtpd.Options{MaxBytes: 1 << 16, IdleTimeout: 200 * time.Millisecond})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(f, err)
	go s.Serve(l)
	f.Cleanup(func() {
		s.Close()
		u.Close()
	})
	f.Add("EHLO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nx\r\n.\r\nQUIT\r\n")
	f.Add("EHLO x\r\nMAIL FROM:<a@b.c> BODY=BINARYMIME\r\nRCPT TO:<d@e.f>\r\nBDAT 3\r\nabcBDAT 0 LAST\r\n")
	f.Add("EHLO x\r\nAUTH PLAIN\r\n*\r\nAUTH LOGIN =\r\n\r\n")
	f.Add("LHLO \x00\r\n\r\n\r.\n")
	f.Fuzz(func(t *testing.T, text string) {
		nc, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			return
		}
		defer nc.Close()
		_ = nc.SetDeadline(time.Now().Add(5 * time.Second))
		go func() {
			_, _ = io.WriteString(nc, text)
			if tcp, ok := nc.(*net.TCPConn); ok {
				_ = tcp.CloseWrite()
			}
		}()
		r := bufio.NewScanner(nc)
		for r.Scan() {
			if line := r.Text(); len(line) < 4 || line[0] < '2' || line[0] > '5' {
				if strings.Contains(text, "TARTTLS") || strings.Contains(strings.ToUpper(text), "STARTTLS") {
					return
				}
				t.Fatalf("%q is no reply", line)
			}
		}
	})
}
