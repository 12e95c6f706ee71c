package gosmtp_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/textproto"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd/gosmtp"
	"github.com/mailsim/mailsim/smtpd/internal/dialogue"
	"github.com/mailsim/mailsim/universe"
)

var update = flag.Bool("mailsim.rewrite", false, "write testdata/differences.txt anew")

func serve(t *testing.T, o mailsim.Options, with func(*smtp.Server)) (*mailsim.Universe, string) {
	t.Helper()
	o.HashCost, o.HooksOnClock = 4, true
	u, err := universe.New(o)
	require.NoError(t, err)
	s := smtp.NewServer(gosmtp.Backend(u, gosmtp.Options{}))
	s.Domain, s.AllowInsecureAuth, s.EnableSMTPUTF8, s.EnableDSN, s.EnableBINARYMIME = "mail.test", true, true, true, true
	s.MaxMessageBytes, s.MaxRecipients, s.MaxLineLength = 32<<20, 1000, 1<<20
	s.ReadTimeout, s.WriteTimeout = 3*time.Second, 20*time.Second
	if with != nil {
		with(s)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		<-done
		assert.NoError(t, u.Close())
	})
	return u, l.Addr().String()
}

var enhanced = regexp.MustCompile(` \d\.\d+\.\d+`)

// codes are replies without their enhanced codes, which go-smtp often gives its own.
func codes(replies []string) string {
	return enhanced.ReplaceAllString(strings.Join(replies, " | "), "")
}

// TestDialogues plays the dialogues of smtpd with a go-smtp server: where the replies
// are others, one of the rules says why, and testdata/differences.txt lists them by rule.
func TestDialogues(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, mailsim.Options{}, nil)
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@mailsim.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	n := 0
	under := make([]strings.Builder, len(rules))
	for _, d := range dialogue.Read(t, "../testdata/dialogues.txt") {
		n++
		got := d.Play(t, addr)
		if codes(got) == codes(d.Want) {
			continue
		}
		line := fmt.Sprintf("%s => %s   ; smtpd: %s\n", d.Text, codes(got), codes(d.Want))
		if rule := explain(d, got); assert.GreaterOrEqual(t, rule, 0, "under no rule: %s", line) {
			under[rule].WriteString(line)
		}
	}
	require.Greater(t, n, 400)
	var b strings.Builder
	b.WriteString("# Lines of smtpd/testdata/dialogues.txt to which a go-smtp server in front of a universe\n# replies with another code, by the rule that says why. Enhanced codes are left out.\n")
	for i, r := range rules {
		assert.NotEmpty(t, under[i].String(), "this rule explains nothing: %s", r.says)
		fmt.Fprintf(&b, "\n# %s\n%s", r.says, under[i].String())
	}
	file := "testdata/differences.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

const mail = "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Hello\r\n\r\n.dot\r\n"

func dial(t *testing.T, addr string) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func codeOf(err error) int {
	var e *smtp.SMTPError
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

func TestMailComesIn(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, mailsim.Options{}, nil)
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	for _, auth := range []sasl.Client{nil, sasl.NewPlainClient("", "app", "s3cret"), sasl.NewLoginClient("app@ours.test", "s3cret")} {
		c := dial(t, addr)
		if auth != nil {
			require.NoError(t, c.Auth(auth))
		}
		require.NoError(t, c.Mail("app@ours.test", &smtp.MailOptions{Return: smtp.DSNReturnHeaders, EnvelopeID: "e1"}))
		require.NoError(t, c.Rcpt("anna@client.test", &smtp.RcptOptions{Notify: []smtp.DSNNotify{smtp.DSNNotifyNever}, OriginalRecipientType: smtp.DSNAddressTypeRFC822, OriginalRecipient: "a@b.test"}))
		assert.Equal(t, 550, codeOf(c.Rcpt("x+unknown@client.test", nil)))
		w, err := c.Data()
		require.NoError(t, err)
		_, err = w.Write([]byte(mail))
		require.NoError(t, err)
		answer, err := w.CloseWithResponse()
		require.NoError(t, err)
		assert.Contains(t, answer.StatusText, "queued as ")
		require.NoError(t, c.Quit())
	}
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.Len(t, list, 3)
	view, err := u.Message(context.Background(), list[0].Ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Equal(t, "app@ours.test", view.Envelope.Login)
	assert.Equal(t, "HDRS", view.Envelope.Return)
	assert.Equal(t, []mailsim.Recipient{{Address: "anna@client.test", Notify: []string{"NEVER"}, Original: "rfc822;a@b.test"}}, view.Envelope.Notify)
	assert.True(t, strings.HasSuffix(string(list[0].Bytes()), mail))
	assert.Equal(t, 535, codeOf(dial(t, addr).Auth(sasl.NewPlainClient("", "app", "wrong"))))
}

// TestFaultsAct at each stage that go-smtp has a place for.
func TestFaultsAct(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"ehlo", "auth", "mail", "rcpt", "data", "body", "after_data"} {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			u, addr := serve(t, mailsim.Options{}, nil)
			_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
			require.NoError(t, err)
			_, err = u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: stage, Kind: "tempfail"}}})
			require.NoError(t, err)
			c := dial(t, addr)
			steps := []error{c.Hello("me.test")}
			if steps[0] == nil {
				steps = append(steps, c.Auth(sasl.NewPlainClient("", "app", "s3cret")))
				steps = append(steps, c.SendMail("app@ours.test", []string{"anna@client.test"}, strings.NewReader(mail)))
			}
			err = errors.Join(steps...)
			require.Error(t, err)
			assert.Equal(t, 4, codeOf(err)/100, "%v", err)
			list, _ := u.Messages("anna@client.test", mailsim.MessageFilter{})
			assert.Equal(t, stage == "after_data" || stage == "auth", len(list) == 1, "mail after a refused login is taken")
		})
	}
}

func TestLMTPAnswersForEach(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, mailsim.Options{}, func(s *smtp.Server) { s.LMTP = true })
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	require.NoError(t, c.Mail("app@ours.test", nil))
	require.NoError(t, c.Rcpt("anna@client.test", nil))
	require.NoError(t, c.Rcpt("ben@client.test", nil))
	assert.Equal(t, 552, codeOf(c.Rcpt("x+full@client.test", nil)))
	w, err := c.Data()
	require.NoError(t, err)
	_, _ = w.Write([]byte(mail))
	answers, err := w.CloseWithLMTPResponse()
	require.NoError(t, err)
	assert.Len(t, answers, 2)
	list, err := u.Messages("ben@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 1)
}

// TestNothingHalf: a message that does not come whole, or is too big, is not kept.
func TestNothingHalf(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, mailsim.Options{}, func(s *smtp.Server) { s.MaxMessageBytes = 1 << 20 })
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<anna@client.test>\r\nBDAT 20\r\nSubject: half\r\n\r\nabc")
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	c := dial(t, addr)
	assert.Equal(t, 552, codeOf(c.SendMail("a@b.test", []string{"anna@client.test"}, strings.NewReader(mail+strings.Repeat("x\r\n", 400_000)))))
	assert.Equal(t, 554, codeOf(c.SendMail("a@b.test", []string{"anna@client.test"}, strings.NewReader(strings.Repeat("Received: x\r\n", 60)+mail))))
	list, _ := u.Messages("anna@client.test", mailsim.MessageFilter{})
	assert.Empty(t, list)
}

// TestGuessesEnd: the connection ends after so many wrong passwords.
func TestGuessesEnd(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, mailsim.Options{}, nil)
	conn, err := textproto.Dial("tcp", addr)
	require.NoError(t, err)
	defer conn.Close()
	_, _, err = conn.ReadResponse(220)
	require.NoError(t, err)
	require.NoError(t, conn.PrintfLine("HELO x"))
	_, _, err = conn.ReadResponse(250)
	require.NoError(t, err)
	for i := range 10 {
		require.NoError(t, conn.PrintfLine("AUTH PLAIN AG5vYm9keQB3cm9uZw=="))
		_, _, err = conn.ReadResponse(map[bool]int{false: 535, true: 421}[i == 9])
		require.NoError(t, err)
	}
	_, err = conn.ReadLine()
	require.Error(t, err)
}

func ExampleBackend() {
	u, err := universe.New(mailsim.Options{})
	if err != nil {
		return
	}
	defer u.Close()
	s := smtp.NewServer(gosmtp.Backend(u, gosmtp.Options{}))
	s.Domain = "mail.test"
	_ = s.Close()
}
