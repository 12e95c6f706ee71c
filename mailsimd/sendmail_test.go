package mailsimd

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// mailServer serves a universe over SMTP.
func mailServer(t *testing.T, o smtpd.Options) (*mailsim.Universe, string) {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(u, o)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() { s.Close(); <-done; u.Close() })
	return u, l.Addr().String()
}

var bg = context.Background()

// send runs the program as sendmail, and returns its status and what it says.
func send(env map[string]string, stdin string, args ...string) (int, string) {
	var out bytes.Buffer
	p := Process{Name: "/usr/sbin/sendmail", Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &out, Env: func(name string) (string, bool) {
		if name == "GOGC" {
			return "100", true
		}
		value, ok := env[name]
		return value, ok
	}}
	return Main(bg, args, p), out.String()
}

// arrived are the mails in an inbox: the envelope's sender and the bytes.
func arrived(t *testing.T, u *mailsim.Universe, address string) (senders, mails []string) {
	t.Helper()
	box, err := u.Access(address)
	if err != nil {
		return nil, nil
	}
	inbox, err := box.Open("INBOX")
	require.NoError(t, err)
	for m := range inbox.From(0) {
		senders, mails = append(senders, m.Envelope().From), append(mails, m.Body())
	}
	return senders, mails
}

func TestSendmail(t *testing.T) {
	t.Parallel()
	u, addr := mailServer(t, smtpd.Options{})
	env := map[string]string{"MAILSIM_SMTP": addr}
	const text = "To: Anna <anna@client.test>,\n ben@client.test\nCc: team: cleo@client.test, dora@client.test;\nBcc: eve@client.test,\n\tfay@client.test\nFrom: =?utf-8?q?J=C3=B6rg?= <app@ours.test>\nSubject: Hi\n\n.\n..two\nlast"
	const header = "To: Anna <anna@client.test>,\r\n ben@client.test\r\nCc: team: cleo@client.test, dora@client.test;\r\nFrom: =?utf-8?q?J=C3=B6rg?= <app@ours.test>\r\nSubject: Hi\r\n\r\n"
	status, out := send(env, text, "-t", "-i")
	require.Zero(t, status, out)
	for _, to := range []string{"anna", "ben", "cleo", "dora", "eve", "fay"} {
		from, mails := arrived(t, u, to+"@client.test")
		assert.Equal(t, []string{"app@ours.test"}, from, to)
		assert.Equal(t, []string{header + ".\r\n..two\r\nlast\r\n"}, mails, "Bcc is gone, the dots are there")
	}
	for name, c := range map[string]struct {
		stdin string
		args  []string
		from  string
		mail  string
	}{
		"what PHP calls, and a line of a dot": {"To: x0@client.test\nSubject: Hi\r\n\r\none\r\n.\r\n", []string{"-t", "-oi", "-fapp@ours.test"}, "app@ours.test", "From: <app@ours.test>\r\nTo: x0@client.test\r\nSubject: Hi\r\n\r\none\r\n.\r\n"},
		"the end at a dot":                    {"Subject: Hi\n\none\n.\ntwo\n", []string{"-f", "app@ours.test", "-F", "The App", "x1@client.test"}, "app@ours.test", "From: \"The App\" <app@ours.test>\r\nSubject: Hi\r\n\r\none\r\n"},
		"no header":                           {"only text: no\n", []string{"-f", "<>", "x2@client.test"}, "", "\r\nonly text: no\r\n"},
		"letters at once, Bcc kept":           {"From: a@ours.test\nBcc: z@client.test\n\nx\n", []string{"-oem", "-odi", "-imv", "-r", "b@ours.test", "-B8BITMIME", "--", "x3@client.test"}, "b@ours.test", "From: a@ours.test\r\nBcc: z@client.test\r\n\r\nx\r\n"},
		"an mbox, more CRs, Sender":           {"From a@ours.test Mon Jan  5\nFrom: a@ours.test\r\r\nSender: s@ours.test\r\r\n\r\r\nx\r\r\n", []string{"x4@client.test"}, "s@ours.test", "From: a@ours.test\r\nSender: s@ours.test\r\n\r\nx\r\n"},
		"both lists":                          {"From: a@ours.test\nTo: other@client.test\n\n8bit: ü\n", []string{"-t", "-i", "X <x5@client.test>, y@client.test"}, "a@ours.test", "From: a@ours.test\r\nTo: other@client.test\r\n\r\n8bit: ü\r\n"},
		"sent again":                          {"From: a@ours.test\nResent-To: x6@client.test\nTo: not-again@client.test\n\nx\n", []string{"-t"}, "a@ours.test", "From: a@ours.test\r\nResent-To: x6@client.test\r\nTo: not-again@client.test\r\n\r\nx\r\n"},
		"other mail catchers' options":        {"From: a@ours.test\n\nx\n", []string{"--smtp-addr=" + addr, "--from", "f@ours.test", "x7@client.test"}, "f@ours.test", "From: a@ours.test\r\n\r\nx\r\n"},
		"notified of delays":                  {"From: a@ours.test\n\nx\n", []string{"-N", "delay,failure", "-R", "hdrs", "-V", "a b", "x8@client.test"}, "a@ours.test", "From: a@ours.test\r\n\r\nx\r\n"},
	} {
		status, out := send(env, c.stdin, c.args...)
		require.Zero(t, status, "%s: %s", name, out)
		all := strings.Join(c.args, " ") + c.stdin
		i := strings.Index(all, "x")
		for all[i+1] < '0' || all[i+1] > '9' {
			i += 1 + strings.Index(all[i+1:], "x")
		}
		from, mails := arrived(t, u, all[i:i+2]+"@client.test")
		assert.Equal(t, []string{c.from}, from, name)
		assert.Equal(t, []string{c.mail}, mails, name)
	}
	_, mails := arrived(t, u, "not-again@client.test")
	assert.Empty(t, mails)
}

func TestSendmailStatus(t *testing.T) {
	t.Parallel()
	u, addr := mailServer(t, smtpd.Options{})
	_, locked := mailServer(t, smtpd.Options{RequireAuth: true})
	const mail = "From: app@ours.test\nTo: anna@client.test\n\nx\n"
	for _, c := range []struct {
		status int
		says   string
		stdin  string
		args   []string
	}{
		{exUsage, "there is no recipient", mail, nil},
		{exUsage, "-f needs an argument", mail, []string{"-f"}},
		{exUsage, "-Z is not an option", mail, []string{"-Z"}},
		{exUsage, "-bd is not possible", mail, []string{"-bd"}},
		{exUsage, "--colour is not an option", mail, []string{"--colour"}},
		{exUsage, "-S: ", mail, []string{"-S", "http://x", "a@b.test"}},
		{exDataErr, "names no recipient", "Subject: x\n\n", []string{"-t"}},
		{exDataErr, "names no recipient", "To: undisclosed-recipients:;\n\n", []string{"-t"}},
		{exDataErr, "To: ", "To: a@@b\n\n", []string{"-t"}},
		{exDataErr, "is not an address", mail, []string{"a b c"}},
		{exDataErr, "-f: ", mail, []string{"-t", "-f", "a b"}},
		{exNoUser, "nobody+unknown@client.test: 550", mail, []string{"-t", "nobody+unknown@client.test"}},
		{exTempFail, "no server at", mail, []string{"-t", "-S", "127.0.0.1:1"}},
		{exNoPerm, "530", mail, []string{"-t", "-S", locked}},
		{exNoPerm, "AUTH", mail, []string{"-t", "-S", "smtp://app:wrong@" + locked}},
		{0, "Mail queue is empty", "", []string{"-bp"}},
		{0, "", "", []string{"-bi"}},
		{0, "sysexits", "", []string{"--help"}},
	} {
		status, out := send(map[string]string{"MP_SENDMAIL_SMTP_ADDR": addr}, c.stdin, c.args...)
		assert.Equal(t, c.status, status, "%q: %s", c.args, out)
		assert.Contains(t, out, c.says)
	}
	_, mails := arrived(t, u, "anna@client.test")
	assert.Empty(t, mails, "all recipients or none")

	_, err := u.SetFaults(bg, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "body", Kind: mailsim.FaultReject, Times: 1}, {Where: "smtp", At: "body", Kind: mailsim.FaultTempfail}}})
	require.NoError(t, err)
	status, out := send(nil, mail, "-t", "-S", addr)
	assert.Equal(t, exUnavailable, status, out)
	status, out = send(nil, mail, "-t", "-S", addr)
	assert.Equal(t, exTempFail, status, out)
}

// TestSendmailSpeaks: -bs is SMTP on the standard streams, and a login is shown.
func TestSendmailSpeaks(t *testing.T) {
	t.Parallel()
	u, addr := mailServer(t, smtpd.Options{RequireAuth: true})
	_, err := u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	require.NoError(t, err)
	status, out := send(nil, "EHLO me.test\r\nAUTH PLAIN AGFwcEBvdXJzLnRlc3QAczNjcmV0\r\nMAIL FROM:<app@ours.test>\r\nQUIT\r\n", "-bs", "-S", addr)
	assert.Zero(t, status)
	for _, reply := range []string{"220 ", "235 ", "250 2.1.0", "221 "} {
		assert.Contains(t, out, reply)
	}
	status, out = send(nil, "From: app@ours.test\n\nx\n", "-S", "smtp://app%40ours.test:s3cret@"+addr, "anna@client.test")
	assert.Zero(t, status, out)
	_, mails := arrived(t, u, "anna@client.test")
	assert.Len(t, mails, 1)
}

func TestServerOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "127.0.0.1:1025", "0.0.0.0:2025": "127.0.0.1:2025", "[::]:1": "127.0.0.1:1", ":25": "127.0.0.1:25", "mail": "mail:1025", "[::1]:25": "[::1]:25", "smtp://u:p@mail:25": "mail:25"} {
		addr, _, err := serverOf(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, addr)
	}
	for _, name := range []string{"sendmail", "/usr/sbin/sendmail", `C:\bin\sendmail.exe`, "mhsendmail"} {
		assert.True(t, asSendmail(name), name)
	}
	assert.False(t, asSendmail("/usr/bin/mailsimd"))
}

// FuzzDraft: no mail makes it fail, the header holds no field that was dropped, and
// no line of the result ends otherwise than in CRLF.
func FuzzDraft(f *testing.F) {
	f.Add("To: a@b.test\nBcc: c@d.test,\n e@f.test\n\nx\n.\n", false)
	f.Add("From x\r\r\n: y\n\n", true)
	f.Fuzz(func(t *testing.T, text string, dots bool) {
		b, err := readMail(strings.NewReader(text), dots)
		require.NoError(t, err)
		d := newDraft(b)
		_, _ = d.recipients()
		d.drop("Bcc")
		out := string(d.bytes())
		again := newDraft([]byte(out))
		assert.False(t, again.has("Bcc"), "%q", out)
		assert.Equal(t, strings.Count(out, "\n"), strings.Count(out, "\r\n"))
		_, err = io.Discard.Write(again.body)
		require.NoError(t, err)
	})
}
