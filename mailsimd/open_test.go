package mailsimd

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/smtp"
	"net/textproto"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/bcrypt"
)

func TestOpenFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"-open": "member", "-open=member": "member", "-open=viewer": "viewer", "-open=false": "", "-frozen": "", "-ui-auth=kim:secret": "member"} {
		o, err := parsed(nil, text)
		require.NoError(t, err, text)
		assert.EqualValues(t, want, o.open, text)
	}
	o, err := parsed([]string{"MAILSIM_OPEN=viewer", "MAILSIM_UI_AUTH=kim:secret", "MAILSIM_HOST=a.test,b.test"})
	require.NoError(t, err)
	assert.EqualValues(t, "viewer", o.open)
	assert.Equal(t, names{"a.test", "b.test"}, o.hosts)
	for _, c := range []struct {
		args []string
		want string // "" is no error
	}{
		{[]string{"-open", "-http", "0.0.0.0:8025", "-key", "0123456789abcdef"}, "-open asks for no key"},
		{[]string{"-open", "-http", "0.0.0.0:8025", "-public"}, "give -ui-auth, or say -open-to-network"},
		{[]string{"-open=viewer", "-https", ":8443", "-tls-cert", "a", "-tls-key", "b", "-public"}, "-https: :8443 is a public address"},
		{[]string{"-open", "-http", "0.0.0.0:8025", "-open-to-network", "-smtp", ":1025"}, ""},
		{[]string{"-http", "0.0.0.0:8025", "-ui-auth", "kim:secret"}, ""},
		{[]string{"-http", "0.0.0.0:8025", "-ui-auth", "kim:secret", "-imap", ":1143"}, "-imap: :1143 is a public address: give a -key"},
		{[]string{"-open", "-trust-proxy", "10.0.0.0/8"}, "-open and -trust-proxy"},
		{[]string{"-open=admin"}, "want viewer or member"},
		{[]string{"-open=false", "-ui-auth", "kim:secret"}, "-ui-auth and -open=false"},
		{[]string{"-ui-auth", "kim"}, "want USER:PASSWORD"},
		{[]string{"-ui-auth", "kim:$apr1$abc$def"}, "bcrypt"},
		{[]string{"-host", "http://a.test"}, "want a name alone"},
		{[]string{"-webroot", "/a?b"}, "-webroot must be a path"},
	} {
		_, err := parsed(nil, c.args...)
		if c.want == "" {
			assert.NoError(t, err, "%q", c.args)
			continue
		}
		assert.ErrorContains(t, err, c.want, "%q", c.args)
	}
}

// TestStartTLS: an open server, whose clients know nothing of its certificate, offers
// no TLS that many of them would take up and then distrust.
func TestStartTLS(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{"": false, "-open": true, "-open -starttls always": false, "-starttls never": true, "-starttls cert": true, "-starttls cert -tls-cert a -tls-key b": false, "-open -tls-cert a -tls-key b": false, "-ui-auth kim:x": true} {
		o, err := parsed(nil, strings.Fields(args)...)
		require.NoError(t, err)
		assert.Equal(t, want, o.plainAlone(), args)
	}
	_, err := parsed(nil, "-starttls", "maybe")
	assert.ErrorContains(t, err, "-starttls must be")
	for flag, want := range map[string]bool{"-open": false, "-open=false": true} {
		r := start(t, nil, flag, "-pop3", "127.0.0.1:0", "-config", write(t, "id: u_tls"))
		c, err := smtp.Dial(r.ready.SMTP)
		require.NoError(t, err)
		offered, _ := c.Extension("STARTTLS")
		assert.Equal(t, want, offered, flag)
		c.Close()
		assert.Equal(t, want, strings.Contains(greeting(t, r.ready.IMAP), "STARTTLS"), flag)
		services, _ := json.Marshal(r.call("GET", "/connection", "", 200)["services"])
		assert.Equal(t, want, strings.Contains(string(services), "starttls"), "%s: %s", flag, services)
		r.stop(syscall.SIGTERM)
	}
}

// TestAliases: names of Mailpit and MailHog set the flag that does the same; a flag
// and our own name win.
func TestAliases(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "users")
	require.NoError(t, os.WriteFile(file, []byte("kim:one\nlee:two\n"), 0o600))
	env := []string{"MP_SMTP_BIND_ADDR=127.0.0.1:2025", "MP_UI_BIND_ADDR=127.0.0.1:9025", "MP_MAX_MESSAGES=500", "MP_UI_AUTH_FILE=" + file, "MP_WEBROOT=/mail/", "MP_VERBOSE=yes", "MP_DATABASE=/data/x", "MP_SMTP_AUTH_ALLOW_INSECURE=1", "MP_MAX_AGE="}
	o, err := parsed(env)
	require.NoError(t, err)
	assert.Equal(t, []any{"127.0.0.1:2025", "127.0.0.1:9025", 500, "oldest", "/mail", true}, []any{o.smtp, o.http, o.bounds.Mails, o.whenFull, o.webroot, o.verbose})
	assert.Equal(t, users{{"kim", "one"}, {"lee", "two"}}, o.users)
	assert.Equal(t, []string{"MP_DATABASE"}, o.passed)
	assert.Equal(t, 500, o.givenBounds().Mails)

	o, err = parsed(append(env, "MAILSIM_HTTP=127.0.0.1:7", "MH_SMTP_BIND_ADDR=127.0.0.1:3025", "MH_UI_BIND_ADDR=127.0.0.1:8"), "-max-mails", "7")
	require.NoError(t, err)
	assert.Equal(t, []any{"127.0.0.1:3025", "127.0.0.1:7", 7, "oldest"}, []any{o.smtp, o.http, o.bounds.Mails, o.whenFull})
	o, err = parsed([]string{"MP_SMTP_AUTH=kim:one lee:two", "MP_POP3_BIND_ADDR=127.0.0.1:1110", "MP_POP3_AUTH=max:three"})
	require.NoError(t, err)
	assert.Equal(t, []any{users{{"kim", "one"}, {"lee", "two"}}, true, "127.0.0.1:1110", false}, []any{o.logins, o.smtpAuth, o.pop3, o.anyLogin}, "one list of logins: SMTP's")
	o, err = parsed([]string{"MP_SMTP_AUTH_FILE=" + file, "MP_SMTP_AUTH_ACCEPT_ANY=true"})
	require.NoError(t, err)
	assert.Equal(t, []any{users{{"kim", "one"}, {"lee", "two"}}, true, false}, []any{o.logins, o.smtpAuth, o.anyLogin})
	o, err = parsed([]string{"MP_SMTP_RELAY_HOST=mx.test", "MP_SMTP_RELAY_PORT=2525", "MP_SMTP_RELAY_STARTTLS=true", "MP_SMTP_RELAY_AUTH=plain", "MP_SMTP_RELAY_USERNAME=u", "MP_SMTP_RELAY_PASSWORD=p", "MP_SMTP_RELAY_ALL=1"})
	require.NoError(t, err)
	r := o.relay
	assert.Equal(t, []any{"mx.test:2525", "require", "PLAIN", "u", "p", true}, []any{r.server.Addr, r.tls, r.server.Mechanism, r.server.Username, r.server.Password, r.rules.All})
	_, err = parsed([]string{"MP_SMTP_RELAY_HOST=mx.test", "MP_SMTP_RELAY_ALLOWED_RECIPIENTS=.*@ours"})
	assert.ErrorContains(t, err, "-relay-allow", "a list that is not understood is not passed over")
	_, err = parsed([]string{"MP_MAX_MESSAGES=many"})
	assert.ErrorContains(t, err, "MP_MAX_MESSAGES: want a number")
	_, err = parsed([]string{"MP_UI_AUTH=topsecret"})
	assert.EqualError(t, err, "MP_UI_AUTH: want USER:PASSWORD")
	_, err = parsed([]string{"MP_UI_BIND_ADDR=unix:/tmp/x"})
	assert.ErrorContains(t, err, "is not an address")
}

func TestUsers(t *testing.T) {
	t.Parallel()
	hash, err := bcrypt.GenerateFromPassword([]byte("two"), bcrypt.MinCost)
	require.NoError(t, err)
	var u users
	assert.Nil(t, u.knows())
	require.NoError(t, u.Set("kim:one lee:"+string(hash)))
	knows := u.knows()
	for range 2 { // what was verified is remembered, and nothing else
		assert.True(t, knows("kim", "one"))
		assert.True(t, knows("lee", "two"))
		assert.False(t, knows("kim", "two"))
		assert.False(t, knows("lee", "one"))
		assert.False(t, knows("lee", string(hash)))
		assert.False(t, knows("", ""))
	}
}

// TestOpenServer drives the program as a mail catcher of a compose file: no key,
// names of the network, another path.
func TestOpenServer(t *testing.T) {
	t.Parallel()
	r := start(t, []string{"MP_WEBROOT=mail", "MP_DATA_FILE=/x"}, "-open", "-host", "sim.dev.test", "-config", write(t, "id: u_open"))
	require.True(t, strings.HasSuffix(r.ready.HTTP, "/mail"))
	ask := func(method, path, host, origin string) int {
		req, err := http.NewRequest(method, r.ready.HTTP+path, strings.NewReader(`{"by": "1s"}`))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Host = host
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res.StatusCode
	}
	for _, host := range []string{"", "mailpit:8025", "sim.dev.test", "[::1]:8025"} {
		assert.Equal(t, 200, ask("POST", "/api/clock/advance", host, ""), host)
	}
	assert.Equal(t, 401, ask("GET", "/api/status", "evil.test", ""))
	assert.Equal(t, 403, ask("POST", "/api/clock/advance", "", "http://evil.test"))
	assert.Equal(t, 403, ask("POST", "/api/reset", "", ""))
	assert.Equal(t, 403, ask("GET", "/api/keys", "", ""))
	r.call("POST", "/reset", `{}`, 200) // by the key
	res, err := http.Get(strings.TrimSuffix(r.ready.HTTP, "/mail") + "/")
	require.NoError(t, err)
	res.Body.Close()
	assert.True(t, strings.HasPrefix(res.Request.URL.Path, "/mail/"), res.Request.URL.Path)

	at := strings.TrimPrefix(strings.TrimSuffix(r.ready.HTTP, "/mail"), "http://")
	code, out := runMain(t, nil, "readyz", "-http", at, "-webroot", "mail")
	assert.Zero(t, code, out)
	code, out = runMain(t, []string{"MP_UI_BIND_ADDR=" + at, "MP_WEBROOT=/mail"}, "readyz")
	assert.Zero(t, code, out)
	r.stop(syscall.SIGTERM)
	code, out = runMain(t, nil, "readyz", "-http", at, "-webroot", "mail")
	assert.Equal(t, statusFailed, code)
	assert.Contains(t, out, "not ready: ")
	log := r.errs.String()
	assert.Regexp(t, `\[http\] accessible via http://localhost:\d+/mail/`, log)
	assert.Contains(t, log, "the API is open on this machine")
	assert.Contains(t, log, "name=MP_DATA_FILE")
}

// TestLogins: -login makes mailboxes that every door of mail knows, POP3 among them.
func TestLogins(t *testing.T) {
	t.Parallel()
	world := filepath.Join(t.TempDir(), "world")
	for _, args := range [][]string{{"-config", write(t, "id: u_logins"), "-save", world}, {"-load", world}} {
		r := start(t, []string{"MP_SMTP_AUTH=app:pass1"}, append(args, "-pop3", "127.0.0.1:0", "-pop3s", "127.0.0.1:0", "-login", "kim@ours.test:pass2", "-login", "app:pass1")...)
		assert.Contains(t, r.out.String(), "pop3s")
		c, err := textproto.Dial("tcp", r.ready.POP3)
		require.NoError(t, err)
		defer c.Close()
		for _, step := range [][2]string{{"", "+OK"}, {"USER app", "+OK"}, {"PASS wrong", "-ERR [AUTH]"}, {"USER app", "+OK"}, {"PASS pass1", "+OK"}, {"QUIT", "+OK"}} {
			if step[0] != "" {
				require.NoError(t, c.PrintfLine("%s", step[0]))
			}
			line, err := c.ReadLine()
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(line, step[1]), "%s: %s", step[0], line)
		}
		secure, err := tls.Dial("tcp", r.ready.POP3S, &tls.Config{InsecureSkipVerify: true})
		require.NoError(t, err)
		secure.Close()
		r.stop(syscall.SIGTERM)
	}
}

// TestNoDemo: the program of an image begins with nothing.
func TestNoDemo(t *testing.T) {
	t.Parallel()
	r := start(t, []string{"MAILSIM_DEMO=false"})
	status := r.call("GET", "/status", "", 200)
	assert.EqualValues(t, 0, status["personas"])
	assert.NotContains(t, r.out.String(), "password")
	r.stop(syscall.SIGTERM)
}

// runMain runs Main, and returns the status and what it wrote.
func runMain(t *testing.T, env []string, args ...string) (int, string) {
	var out bytes.Buffer
	p := Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Env: func(name string) (string, bool) {
		for _, e := range append(env, "GOGC=100") {
			if n, value, _ := strings.Cut(e, "="); n == name {
				return value, true
			}
		}
		return "", false
	}}
	return Main(t.Context(), args, p), out.String()
}

// TestHelp: help prints what -h prints.
func TestHelp(t *testing.T) {
	t.Parallel()
	status, help := runMain(t, nil, "help")
	again, flags := runMain(t, nil, "-h")
	assert.Equal(t, []int{0, 0}, []int{status, again})
	assert.Contains(t, help, "-smtp-auth")
	for name := range commands {
		assert.Contains(t, help, "\n  mailsimd "+name+" ")
	}
	assert.Contains(t, help, "\n  mailsimd -schema ")
	assert.Regexp(t, `-provider-key key\n\s+a key, of 8 characters or more, that applications send with`, help)
	assert.Equal(t, flags, help)
}

// TestUnknownNamesOfTheEnvironment: a name that looks like a flag's and sets nothing is logged.
func TestUnknownNamesOfTheEnvironment(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"MAILSIM_COLOUR", "MAILSIM_SMPT: did you mean MAILSIM_SMTP?"}, unknownIn(
		[]string{"MAILSIM_SMPT=:25", "MAILSIM_COLOUR=red", "MAILSIM_MAX_MAILS=3", "MAILSIM_URL=x", "MAILSIM_DESK_PASSWORD=x", "PATH=/bin", "MP_X=1"},
		[]string{"smtp", "max-mails"}, []byte("password: ${MAILSIM_DESK_PASSWORD}")))
	r := start(t, []string{"MAILSIM_SMPT_AUTH=1"})
	assert.Contains(t, r.errs.String(), "MAILSIM_SMPT_AUTH: did you mean MAILSIM_SMTP_AUTH?")
	r.stop(syscall.SIGTERM)
}

func TestReadyzFindsTheServer(t *testing.T) {
	t.Parallel()
	ready := filepath.Join(t.TempDir(), "ready.json")
	require.NoError(t, os.WriteFile(ready, []byte(`{"http": "http://127.0.0.1:7/x"}`), 0o600))
	for _, c := range [][5]string{
		{"0.0.0.0:8025", "", "", "", "http://127.0.0.1:8025/readyz"},
		{":8025", "", "/mail/", "", "http://127.0.0.1:8025/mail/readyz"},
		{"[::]:8025", "", "", "", "http://127.0.0.1:8025/readyz"},
		{"mail.test:80", "", "", "", "http://mail.test:80/readyz"},
		{"", "[::1]:8443", "", "", "https://[::1]:8443/readyz"},
		{"127.0.0.1:1", "", "", ready, "http://127.0.0.1:7/x/readyz"},
	} {
		at, err := whereReady(c[0], c[1], c[2], c[3])
		require.NoError(t, err)
		assert.Equal(t, c[4], at)
	}
	code, out := runMain(t, []string{"MAILSIM_HTTP="}, "readyz")
	assert.Equal(t, statusUsage, code, out)
	code, _ = runMain(t, nil, "readyz", "now")
	assert.Equal(t, statusUsage, code)
	code, out = runMain(t, nil, "readyz", "-h")
	assert.Zero(t, code)
	assert.Contains(t, out, "-timeout")
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-version"}, {"version"}} {
		code, out := runMain(t, nil, args...)
		assert.Zero(t, code)
		assert.Regexp(t, `^mailsimd .*go1\.\S+ \w+/\w+\n$`, out)
	}
	built := &debug.BuildInfo{Main: debug.Module{Path: "github.com/mailsim/mailsim", Version: "v1.2.3"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-05T09:00:00Z"}, {Key: "vcs.modified", Value: "true"}}}
	assert.Regexp(t, `^mailsimd v1\.2\.3 commit abc with changes of 2026-01-05T09:00:00Z go1`, version(built))
	of := &debug.BuildInfo{Main: debug.Module{Path: "example.com/own"}, Deps: []*debug.Module{{Path: "github.com/mailsim/mailsim", Version: "v0.1.0"}}}
	assert.Regexp(t, `^mailsimd v0\.1\.0 go1`, version(of))
	assert.Regexp(t, `unknown version`, version(nil))
}
