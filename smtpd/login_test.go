package smtpd_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

func plain(user, password string) string {
	return "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00"+user+"\x00"+password))
}

// TestLoginSettings changes a login in each way and tries it.
func TestLoginSettings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u, addr := serve(t, smtpd.Options{RequireAuth: true})
	const who = "app@ours.test"
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: who, Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	for _, k := range []struct {
		change mailsim.LoginPatch
		user   string
		pass   string
		why    string // "" succeeds
	}{
		{mailsim.LoginPatch{}, "app", "s3cret", ""}, {mailsim.LoginPatch{}, "APP@ours.TEST", "s3cret", ""},
		{mailsim.LoginPatch{}, "app", "S3cret", "wrong password"}, {mailsim.LoginPatch{}, "app", "", "wrong password"}, {mailsim.LoginPatch{}, "nobody", "s3cret", "unknown login"},
		{mailsim.LoginPatch{AllowSMTP: new(false)}, "app", "s3cret", "the login may not use SMTP"},
		{mailsim.LoginPatch{AllowSMTP: new(true), AllowIMAP: new(false)}, "app", "s3cret", ""},
		{mailsim.LoginPatch{Disabled: new(true)}, "app", "s3cret", "the login is disabled"},
		{mailsim.LoginPatch{Disabled: new(false)}, "app", "s3cret", ""},
		{mailsim.LoginPatch{ClearPassword: true}, "app", "s3cret", "the login has no password"},
		{mailsim.LoginPatch{Password: new("n3w pass")}, "app", "n3w pass", ""}, {mailsim.LoginPatch{}, "app", "s3cret", "wrong password"},
		{mailsim.LoginPatch{Username: new("other")}, "other", "n3w pass", ""}, {mailsim.LoginPatch{}, "app", "n3w pass", "unknown login"},
	} {
		_, err := u.UpdateLogin(ctx, who, k.change)
		require.NoError(t, err)
		mark := u.Mark()
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		if k.why == "" {
			c.do(plain(k.user, k.pass), "235 2.7.0")
			c.do("MAIL FROM:<"+who+">", "250 ")
		} else {
			c.do(plain(k.user, k.pass), "535 5.7.8")
			c.do("MAIL FROM:<"+who+">", "530 5.7.0")
		}
		var got []mailsim.EventData
		for e := range u.Log(mailsim.EventFilter{Since: mark, Types: []mailsim.EventType{"auth.*"}}) {
			got = append(got, e.Data)
		}
		want := mailsim.EventData(mailsim.AuthOK{Proto: "smtp", Username: k.user, Address: who, Remote: "127.0.0.1", Why: "password"})
		if k.why != "" {
			want = mailsim.AuthFailed{Proto: "smtp", Username: k.user, Remote: "127.0.0.1", Why: k.why}
		}
		assert.Equal(t, []mailsim.EventData{want}, got)
	}
	require.NoError(t, u.DisableLogin(ctx, who))
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do(plain(who, "n3w pass"), "535 5.7.8")
}

// offers returns the keywords that EHLO lists.
func (c *talker) offers() map[string]string {
	c.t.Helper()
	out := map[string]string{}
	for _, line := range strings.Split(c.do("EHLO me.test", "250 "), "\n")[1:] {
		key, value, _ := strings.Cut(line[4:], " ")
		out[key] = value
	}
	return out
}

// TestOffers lists STARTTLS and AUTH where they work, before and within TLS.
func TestOffers(t *testing.T) {
	t.Parallel()
	trust := &tls.Config{InsecureSkipVerify: true}
	for _, k := range []struct {
		o                         smtpd.Options
		starttls, before, startIs string
	}{
		{smtpd.Options{}, "STARTTLS", "PLAIN LOGIN", "220 2.0.0"},
		{smtpd.Options{NoPlainAuth: true}, "STARTTLS", "", "220 2.0.0"},
		{smtpd.Options{NoSTARTTLS: true}, "", "PLAIN LOGIN", "502 5.5.1"},
	} {
		u, addr := serve(t, k.o)
		_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
		require.NoError(t, err)
		c := dial(t, addr)
		offers := c.offers()
		_, starttls := offers["STARTTLS"]
		assert.Equal(t, k.starttls != "", starttls)
		assert.Equal(t, k.before, offers["AUTH"])
		assert.Equal(t, []string{"33554432", "RCPTMAX=1000"}, []string{offers["SIZE"], offers["LIMITS"]})
		conn := u.Connection()
		assert.Equal(t, !k.o.NoPlainAuth, conn.PlainAuthAllowed)
		assert.Equal(t, map[bool]string{true: "none", false: "starttls"}[k.o.NoSTARTTLS], conn.Services[0].Security)
		if k.before == "" {
			c.do("AUTH LOGIN", "538 5.7.11")
		} else {
			c.do(plain("app@ours.test", "s3cret"), "235 ")
		}
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		if c.do("STARTTLS", k.startIs); k.starttls == "" {
			continue
		}
		within := tls.Client(c.nc, trust)
		c.nc, c.r = within, bufio.NewReader(within)
		c.do("MAIL FROM:<a@x.test>", "503 5.5.1") // the greeting is forgotten
		c.do("DATA", "503 5.5.1")                 // and so are the sender and the recipient
		offers = c.offers()
		assert.NotContains(t, offers, "STARTTLS")
		assert.Equal(t, "PLAIN LOGIN", offers["AUTH"])
		c.do("STARTTLS", "503 5.5.1")
		c.do("RCPT TO:<b@x.test>", "503 5.5.1") // the sender too
		c.do(plain("app@ours.test", "s3cret"), "235 ")
	}
}

// TestInjectionBeforeTLS sends commands in clear behind STARTTLS: they never run
// (RFC 3207 section 4.2).
func TestInjectionBeforeTLS(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	_, err := io.WriteString(c.nc, "STARTTLS\r\nEHLO evil.test\r\nMAIL FROM:<evil@x.test>\r\nRCPT TO:<b@x.test>\r\n")
	require.NoError(t, err)
	c.expect("220 ")
	within := tls.Client(c.nc, &tls.Config{InsecureSkipVerify: true})
	c.nc, c.r = within, bufio.NewReader(within)
	c.do("DATA", "503 ")
	c.do("EHLO me.test", "250 ")
	c.do("NOOP", "250 ")
	assert.Zero(t, u.Status().Messages)
}

// TestTLSVersions takes TLS 1.2 and 1.3 and nothing older, on both doors, with the
// certificate that a caller brings, which Connection tells of.
func TestTLSVersions(t *testing.T) {
	t.Parallel()
	cert, err := selfcert.For("brought.test")
	require.NoError(t, err)
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	defer u.Close()
	_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	require.NoError(t, err)
	s := smtpd.New(u, smtpd.Options{TLS: &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS10}})
	defer s.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go s.ServeTLS(l)
	for version, ok := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		nc, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version})
		if !ok {
			assert.Error(t, err, tls.VersionName(version))
			continue
		}
		require.NoError(t, err, tls.VersionName(version))
		c := &talker{t, nc, bufio.NewReader(nc)}
		c.expect("220 ")
		c.do("EHLO me.test", "250 ")
		c.do(plain("app@ours.test", "s3cret"), "235 ")
		page, err := u.Events(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthOK}})
		require.NoError(t, err)
		assert.Equal(t, "smtps", page.Events[0].Data.(mailsim.AuthOK).Proto)
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
		sum := sha256.Sum256(nc.ConnectionState().PeerCertificates[0].Raw)
		assert.Equal(t, u.Connection().Certificate.SHA256, hex.EncodeToString(sum[:]))
		list, err := u.Messages("b@x.test", mailsim.MessageFilter{Limit: 1})
		require.NoError(t, err)
		assert.Contains(t, string(list[0].Bytes()), "with ESMTPSA id ")
		v, err := u.Message(t.Context(), list[0].Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		assert.Equal(t, "smtp", v.Envelope.Proto)
		nc.Close()
	}
	assert.Equal(t, "CN=brought.test,O=mailsim", u.Connection().Certificate.Subject)
}

// TestMaxClients tells one too many so, and serves the next when one has left.
func TestMaxClients(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{MaxClients: 1})
	first := dial(t, addr)
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer nc.Close()
	text, err := io.ReadAll(nc)
	require.NoError(t, err)
	assert.Regexp(t, `^421 4\.3\.2 .*\r\n$`, string(text))
	first.do("QUIT", "221 ")
	for {
		nc, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		line, err := bufio.NewReader(nc).ReadString('\n')
		nc.Close()
		if err == nil && strings.HasPrefix(line, "220 ") {
			break
		}
	}
}

// TestStoreFails answers 451 where the store does not take the mail, and files nothing.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	failing := storetest.NewFailing(new(storetest.Memory).Open())
	u, err := universe.Open(context.Background(), failing, mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	defer u.Close()
	_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(u, smtpd.Options{})
	go s.Serve(l)
	defer s.Close()
	c := dial(t, l.Addr().String())
	c.do("EHLO me.test", "250 ")
	send := func(want string) {
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", want)
	}
	send("250 ")
	failing.FailAt(1)
	send("451 4.3.0")
	c.do("VRFY b@x.test", "252 ") // no second answer came
	assert.Equal(t, 2, u.Status().Messages)
	c.do(plain("app@ours.test", "s3cret"), "454 4.7.0")
}

// TestAnnounced tells the universe what is served where, and what it asks for.
func TestAnnounced(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		o              smtpd.Options
		tls            bool
		name, security string
	}{
		{smtpd.Options{}, false, "SMTP", "starttls"}, {smtpd.Options{NoSTARTTLS: true, RequireAuth: true}, false, "SMTP", "none"},
		{smtpd.Options{RequireAuth: true, NoPlainAuth: true}, true, "SMTPS", "tls"}, {smtpd.Options{LMTP: true}, false, "LMTP", "starttls"},
	} {
		u, err := universe.New(mailsim.Options{})
		require.NoError(t, err)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		s := smtpd.New(u, k.o)
		ended := make(chan error, 1)
		go func() {
			if k.tls {
				ended <- s.ServeTLS(l)
			} else {
				ended <- s.Serve(l)
			}
		}()
		nc, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		if k.tls {
			nc = tls.Client(nc, &tls.Config{InsecureSkipVerify: true})
		}
		c := &talker{t, nc, bufio.NewReader(nc)}
		proto := map[bool]string{true: "LMTP", false: "ESMTP"}[k.o.LMTP]
		assert.Equal(t, "220 mail.test "+proto+" mailsim", c.expect("220 "))
		// spec: connection.services connection.smtp_auth_required connection.plain_auth_allowed
		got := u.Connection()
		assert.Equal(t, []mailsim.Service{{Name: k.name, Address: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, Security: k.security}}, got.Services)
		assert.Equal(t, []bool{k.o.RequireAuth, !k.o.NoPlainAuth}, []bool{got.SMTPAuthRequired, got.PlainAuthAllowed})
		assert.Equal(t, k.security != "none", got.Certificate.SHA256 != "")
		nc.Close()
		require.NoError(t, s.Close())
		assert.ErrorIs(t, <-ended, smtpd.ErrServerClosed)
		u.Close()
	}
}

// TestFaultOfOneLogin strikes at the login that its rule names.
func TestFaultOfOneLogin(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	for _, name := range []string{"app", "other"} {
		_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: name + "@ours.test", Username: name, Password: "s3cret"})
		require.NoError(t, err)
	}
	_, err := u.SetFaults(t.Context(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "auth", Kind: mailsim.FaultAuthFail, Match: mailsim.FaultMatch{Username: "app"}}}})
	require.NoError(t, err)
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do(plain("app", "s3cret"), "535 5.7.8")
	c.do(plain("other", "s3cret"), "235 ")
}

// TestMonthlyLimit refuses mail past the plan's limit at MAIL.
func TestMonthlyLimit(t *testing.T) {
	t.Parallel()
	_, addr := serveWorld(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{SentPerMonth: 1}}}, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("MAIL FROM:<a@x.test>", "250 ")
	c.do("RCPT TO:<b@x.test>", "250 ")
	c.says("BDAT 3 LAST\r\nabc", "250 ")
	// spec: limits.plan.sent_per_month
	c.do("MAIL FROM:<a@x.test>", "452 4.5.3 the plan small allows 1 mail a month")
	c.do("RCPT TO:<b@x.test>", "503 5.5.1")
}

// keptConn keeps what was read.
type keptConn struct {
	net.Conn
	read []byte
}

func (k *keptConn) Read(p []byte) (int, error) {
	n, err := k.Conn.Read(p)
	k.read = append(k.read, p[:n]...)
	return n, err
}

// TestCloseNotify wants TLS to be ended by an alert: a connection that just ends
// is one that was cut (RFC 8446 section 6.1, RFC 5246 section 7.2.1), and
// OpenSSL's users are told so.
func TestCloseNotify(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	c.do("STARTTLS", "220 ")
	kept := &keptConn{Conn: c.nc}
	// In TLS 1.2 the type of a record is there to be seen.
	within := tls.Client(kept, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12})
	c.nc, c.r = within, bufio.NewReader(within)
	c.do("QUIT", "221 ")
	_, err := io.ReadAll(c.r)
	require.NoError(t, err)
	var kind byte
	for b := kept.read; len(b) >= 5; b = b[5+(int(b[3])<<8|int(b[4])):] {
		kind = b[0]
	}
	assert.EqualValues(t, 21, kind, "the last record is no alert")
}

// TestAnyLogin: with AnyLogin whoever shows a name and password may send. Those of a
// login are that login's, others nobody's, and none of them is a guess to wait for.
func TestAnyLogin(t *testing.T) {
	t.Parallel()
	u, addr := serveWorld(t, mailsim.Options{}, smtpd.Options{AnyLogin: true, RequireAuth: true}) // whose hashes cost what they do
	_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	for user, want := range map[string]string{"app\x00s3cret": "app@ours.test", "app@ours.test\x00s3cret": "app@ours.test", "null\x00null": "", "a@b.test\x00x": "", "app\x00wrong": ""} {
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>", "530 ")
		c.do("AUTH PLAIN "+base64.StdEncoding.EncodeToString([]byte("\x00"+user)), "235 ")
		c.do("AUTH PLAIN AGEAYg==", "503 ")
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
		box, err := u.Access("b@x.test")
		require.NoError(t, err)
		inbox, err := box.Open("INBOX")
		require.NoError(t, err)
		assert.Equal(t, want, inbox.At(inbox.Len()-1).Envelope().Login, user)
	}
	failed := 0
	for e := range u.Log(mailsim.EventFilter{}) {
		if _, is := e.Data.(mailsim.AuthFailed); is {
			failed++
		}
	}
	assert.Equal(t, 1, failed, "that of the login with another password")
}
