package mailsimd

import (
	"bufio"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/selfcert"
)

// binary is the program, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "mailsimd")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "mailsimd")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/mailsimd").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%s\n", out, err)
		return 1
	}
	return m.Run()
}

// running is a started binary.
type running struct {
	t      *testing.T
	cmd    *exec.Cmd
	out    output
	errs   output
	ready  readyFile
	exited chan error
}

// output is a file that the program writes to by itself: what it wrote before its
// ready file is there when that is, as it is not behind a pipe that someone reads.
type output struct{ *os.File }

func newOutput(t *testing.T, file string) output {
	t.Helper()
	f, err := os.Create(file)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return output{f}
}

func (o output) String() string {
	text, err := os.ReadFile(o.Name())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// anyPort lets every listener choose.
var anyPort = []string{"-http=127.0.0.1:0", "-smtp=127.0.0.1:0", "-smtps=127.0.0.1:0", "-imap=127.0.0.1:0", "-imaps=127.0.0.1:0"}

// start runs the binary until its ready file is there.
func start(t *testing.T, env []string, args ...string) *running {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "ready.json")
	r := &running{t: t, out: newOutput(t, filepath.Join(dir, "out")), errs: newOutput(t, filepath.Join(dir, "errs")), exited: make(chan error, 1)}
	r.cmd = exec.Command(binary, slices.Concat(anyPort, []string{"-ready", file}, args)...)
	r.cmd.Env, r.cmd.Stdout, r.cmd.Stderr = append(os.Environ(), env...), r.out.File, r.errs.File
	require.NoError(t, r.cmd.Start())
	go func() { r.exited <- r.cmd.Wait() }()
	t.Cleanup(func() {
		_ = r.cmd.Process.Kill()
		if t.Failed() {
			t.Log(r.errs.String())
		}
	})
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(time.Minute)
	for {
		if text, err := os.ReadFile(file); err == nil {
			require.NoError(t, json.Unmarshal(text, &r.ready)) // whole, whenever it is read
			return r
		}
		select {
		case <-tick.C:
		case err := <-r.exited:
			require.FailNow(t, "it ended", "%v\n%s", err, r.errs.String())
		case <-deadline:
			require.FailNow(t, "not ready")
		}
	}
}

// refuse runs the binary, which must end by itself with a status above 0.
func refuse(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append(slices.Clone(anyPort), args...)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	require.Positive(t, exit.ExitCode())
	return string(out)
}

func (r *running) stop(s os.Signal) {
	r.t.Helper()
	require.NoError(r.t, r.cmd.Process.Signal(s))
	select {
	case err := <-r.exited:
		require.NoError(r.t, err, "status 0")
	case <-time.After(time.Minute):
		require.FailNow(r.t, "it did not end")
	}
}

// call asks the API as the administrator and decodes the answer.
func (r *running) call(method, path, body string, want int) map[string]any {
	r.t.Helper()
	return r.callAs(r.ready.Key, r.ready.Universe, method, path, body, want)
}

func (r *running) callAs(key, universe, method, path, body string, want int) (got map[string]any) {
	r.t.Helper()
	req, err := http.NewRequest(method, r.ready.HTTP+"/api"+path, strings.NewReader(body))
	require.NoError(r.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	if universe != "" {
		req.Header.Set("X-Service-Universe", universe)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(r.t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(r.t, err)
	require.Equal(r.t, want, res.StatusCode, "%s", text)
	if len(text) > 0 && text[0] == '{' {
		require.NoError(r.t, json.Unmarshal(text, &got))
	}
	return got
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "mail.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func greeting(t *testing.T, addr string) string {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer c.Close()
	b := make([]byte, 200)
	n, err := c.Read(b)
	require.NoError(t, err)
	return string(b[:n])
}

func TestFlags(t *testing.T) {
	t.Parallel()
	r := start(t, nil, "-config", write(t, "id: u_flags"), "-domain", "mail.flags.test", "-key", "given-key-0123456789",
		"-seed", "flags", "-start", "2030-05-01T12:00:00Z", "-frozen", "-speed", "7", "-smtp-auth", "-verbose")
	// spec: d.bin.flags, d.bin.port0, d.bin.ready
	assert.Equal(t, []string{"given-key-0123456789", "u_flags"}, []string{r.ready.Key, r.ready.Universe})
	for _, addr := range []string{strings.TrimPrefix(r.ready.HTTP, "http://"), r.ready.SMTP, r.ready.SMTPS, r.ready.IMAP, r.ready.IMAPS} {
		_, port, err := net.SplitHostPort(addr)
		require.NoError(t, err)
		assert.NotEqual(t, "0", port)
	}
	conn := r.call("GET", "/connection", "", 200)
	assert.Equal(t, "mail.flags.test", conn["domain"]) // spec: d.bin.domain
	assert.Len(t, conn["services"], 4)
	assert.Contains(t, greeting(t, r.ready.SMTP), "mail.flags.test")
	assert.Contains(t, greeting(t, r.ready.IMAP), "* OK")
	// spec: d.bin.start
	clock := r.call("GET", "/clock", "", 200)
	delete(clock, "real")
	assert.Equal(t, map[string]any{"now": "2030-05-01T12:00:00Z", "speed": 7.0, "frozen": true}, clock)
	// spec: d.bin.smtp-auth
	c, err := smtp.Dial(r.ready.SMTP)
	require.NoError(t, err)
	defer c.Close()
	require.ErrorContains(t, c.Mail("app@ours.test"), "530")
	for _, want := range []string{"key", r.ready.Key, r.ready.HTTP, r.ready.IMAPS, r.ready.HTTP + "/docs", r.ready.HTTP + "/#key=" + r.ready.Key} {
		assert.Contains(t, r.out.String(), want)
	}
	r.stop(syscall.SIGTERM)
	log := r.errs.String()
	assert.NotContains(t, log, r.ready.Key)
	assert.Regexp(t, `msg=request id=\S+ method=GET path=/api/connection status=200`, log)
}

func TestKey(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	for _, given := range []string{"given-key-0123456789", "", ""} {
		args := []string{"-config", write(t, "id: u_key")}
		if given != "" {
			args = append(args, "-key", given)
		}
		r := start(t, nil, args...)
		// spec: d.bin.key
		if given != "" {
			assert.Equal(t, given, r.ready.Key)
		}
		assert.GreaterOrEqual(t, len(r.ready.Key), 16)
		assert.False(t, made[r.ready.Key], "a made key is new at every start")
		made[r.ready.Key] = true
		assert.Contains(t, r.out.String(), r.ready.Key)
		shown, _ := r.call("GET", "/me", "", 200)["key"].(map[string]any)
		assert.Equal(t, "admin", shown["role"])
		r.call("POST", "/reset", `{}`, 200) // what admins alone may
		r.callAs("another-key-0123456789", "", "GET", "/me", "", 401)
		r.stop(syscall.SIGTERM)
	}
}

func TestSeed(t *testing.T) {
	t.Parallel()
	drawn := func(seed string) string {
		r := start(t, nil, "-config", write(t, "seed: file\npersonas: [{addresses: [anna@client.test]}]"), "-seed", seed, "-frozen")
		return r.ready.Universe
	}
	a := drawn("one")
	assert.Equal(t, a, drawn("one")) // spec: d.bin.seed
	assert.NotEqual(t, a, drawn("two"))
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	file := write(t, "id: u_env")
	r := start(t, []string{"MAILSIM_CONFIG=" + file, "MAILSIM_DOMAIN=mail.env.test", "MAILSIM_FROZEN=true", "MAILSIM_SMTP_AUTH=1", "MAILSIM_KEY=env-key-0123456789", "MAILSIM_SPEED=3"},
		"-speed", "5", "-smtps=", "-imaps=")
	// spec: d.bin.env
	assert.Equal(t, []string{"u_env", "env-key-0123456789"}, []string{r.ready.Universe, r.ready.Key})
	assert.Equal(t, 5.0, r.call("GET", "/clock", "", 200)["speed"], "the flag wins")
	assert.Equal(t, true, r.call("GET", "/connection", "", 200)["smtp_auth_required"])
	// spec: d.bin.listener-off
	assert.Equal(t, []string{"", ""}, []string{r.ready.SMTPS, r.ready.IMAPS})
	assert.Len(t, r.call("GET", "/connection", "", 200)["services"], 2)
	assert.Contains(t, refuse(t, []string{"MAILSIM_SPEED=fast"}), "MAILSIM_SPEED")
	r.stop(os.Interrupt)
}

func TestBadFlags(t *testing.T) {
	t.Parallel()
	// spec: d.bin.bad-flag
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-colour"}, "flag provided but not defined: -colour; -h lists"},
		{[]string{"-smpt", "127.0.0.1:0"}, "flag provided but not defined: -smpt: did you mean -smtp?"},
		{[]string{"serve"}, `"serve" is not a flag`},
		{[]string{"open"}, `"open" is not a flag: did you mean -open?`},
		{[]string{"reddyz"}, `there is no command "reddyz": did you mean readyz?`},
		{[]string{"-login", "desk:secret-1", "-login", "desk@mail.test:secret-2"}, "-login: desk@mail.test is given twice"},
		{[]string{"-speed", "0"}, "-speed must be above 0"},
		{[]string{"-speed", "fast"}, `invalid value "fast" for flag -speed`},
		{[]string{"-speed", "1e9"}, "speed must be above 0 and at most"},
		{[]string{"-start", "tomorrow"}, "want a time such as"},
		{[]string{"-rate", "-1"}, "-rate must be"},
		{[]string{"-ai-calls", "0"}, "-ai-calls must be between 1 and 64"},
		{[]string{"-max-size", "big"}, "want a number of bytes"},
		{[]string{"-site", "shop.test"}, "want HOST=URL"},
		{[]string{"-site", "shop.test=ftp://x"}, `mailsimd: site "shop.test": the base`},
		{[]string{"-key", "short"}, "-key must have 16"},
		{[]string{"-domain", "no domain"}, "is not a domain"},
		{[]string{"-http", "8025"}, `-http: "8025" is not an address`},
		{[]string{"-http", "127.0.0.1:99999"}, "-http: "},
		{[]string{"-config", "/nowhere/mail.yaml"}, "/nowhere/mail.yaml"},
		{[]string{"-tls-cert", "a.pem"}, "-tls-cert and -tls-key go together"},
		{[]string{"-tls-cert", "demo.yaml", "-tls-key", "demo.yaml"}, "-tls-cert, -tls-key: "},
		{[]string{"-https", "127.0.0.1:0"}, "-https needs -tls-cert and -tls-key"},
		{[]string{"-check", "a", "-config", "b"}, "exclude each other"},
		{[]string{"-ready", "/nowhere/ready"}, "-ready: "},
		{[]string{"-save", "/nowhere/world"}, "-save: "},
		{[]string{"-save", os.TempDir()}, "-save: " + os.TempDir() + " is a directory"},
		{[]string{"-load", "/nowhere/world"}, "-load: no such file: /nowhere/world"},
		{[]string{"-load", "demo.yaml"}, "-load: demo.yaml: the file is not a saved universe"},
		{[]string{"-load", "a", "-config", "b"}, "-load and -config exclude each other"},
		{[]string{"-load", "a", "-start", "2030-05-01T12:00:00Z"}, "-load and -start exclude each other"},
		// strangers are kept out
		{[]string{"-http", "0.0.0.0:0"}, "-http: 0.0.0.0:0 is a public address: give a -key"},
		{[]string{"-imap", ":0"}, "-imap: :0 is a public address"},
		{[]string{"-smtp", "0.0.0.0:0", "-key", "given-key-0123456789"}, "add -smtp-auth, or say -public"},
	} {
		out := refuse(t, nil, test.args...)
		assert.Contains(t, out, test.want)
		assert.Contains(t, out, "mailsimd: ")
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	assert.Contains(t, refuse(t, nil, "-imap", taken.Addr().String()), "-imap: "+taken.Addr().String()+" is in use: ")

	r := start(t, nil, "-http", "0.0.0.0:0", "-smtp", "0.0.0.0:0", "-public")
	assert.True(t, strings.HasPrefix(r.ready.HTTP, "http://127.0.0.1:"), "an address that can be dialled")
	r.call("GET", "/status", "", 200)
	r.stop(syscall.SIGTERM)
}

func TestSignals(t *testing.T) {
	t.Parallel()
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		r := start(t, nil, "-config", write(t, "name: x"), "-frozen")
		stream, err := http.NewRequest("GET", r.ready.HTTP+"/api/events/stream?token="+r.ready.Key, nil)
		require.NoError(t, err)
		res, err := http.DefaultClient.Do(stream)
		require.NoError(t, err)
		defer res.Body.Close()
		imap, err := net.Dial("tcp", r.ready.IMAP)
		require.NoError(t, err)
		defer imap.Close()
		_, err = imap.Read(make([]byte, 1)) // it is served
		require.NoError(t, err)
		began := time.Now()
		r.stop(s) // spec: d.bin.signals
		assert.Less(t, time.Since(began), 10*time.Second, "an idle client does not hold it up")
		rest, _ := io.ReadAll(imap)
		assert.Contains(t, string(rest), "* BYE")
	}
}

// TestDrainAnswers: what was begun is answered, and nobody new is let in.
func TestDrainAnswers(t *testing.T) {
	t.Parallel()
	r := start(t, nil, "-frozen")
	addr := strings.TrimPrefix(r.ready.HTTP, "http://")
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer c.Close()
	body := `{"factor": 2}`
	_, err = fmt.Fprintf(c, "PUT /api/pace?token=%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", r.ready.Key, len(body))
	require.NoError(t, err)
	in := bufio.NewReader(c)
	line, err := in.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "100 Continue", "the handler reads")
	_, err = in.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool {
		late, err := net.Dial("tcp", addr)
		if err == nil {
			late.Close()
		}
		return err != nil
	}, time.Minute, 5*time.Millisecond)
	_, err = io.WriteString(c, body)
	require.NoError(t, err)
	res, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, 200, res.StatusCode)
	require.NoError(t, <-r.exited, "status 0")
}

// TestHeaderLimit: a header that never ends is not read.
func TestHeaderLimit(t *testing.T) {
	t.Parallel()
	r := start(t, nil, "-frozen")
	req, err := http.NewRequest("GET", r.ready.HTTP+"/healthz", nil)
	require.NoError(t, err)
	req.Header.Set("X-Long", strings.Repeat("x", 100<<10))
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, res.StatusCode)
	r.stop(syscall.SIGTERM)
}

// TestTimeouts: no client holds a connection by being slow.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	o, err := parseFlags(nil, func(string) (string, bool) { return "", false }, io.Discard)
	require.NoError(t, err)
	s, err := newServer(t.Context(), o, io.Discard)
	require.NoError(t, err)
	defer s.host.Close()
	s.serveHTTP(nil, nil)
	for _, web := range s.web {
		for _, limit := range []time.Duration{web.ReadHeaderTimeout, web.ReadTimeout, web.WriteTimeout, web.IdleTimeout} {
			assert.Positive(t, limit)
			assert.LessOrEqual(t, limit, 2*time.Minute)
		}
	}
}

func TestDrainDeliversWebhooks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	tries, got := 0, 0
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if tries++; tries == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		got++
	}))
	defer hook.Close()
	r := start(t, nil, "-frozen", "-config", write(t, "webhooks: [{url: '"+hook.URL+"', events: [mail.delivered]}]"))
	r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Hi","text":"Hello"}`, 200)
	r.stop(syscall.SIGTERM)
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, []int{2, 1}, []int{tries, got}, "the second attempt was not lost")
}

// TestLoadAndSave: what one run leaves the next one goes on with.
func TestLoadAndSave(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "world")
	r := start(t, nil, "-config", write(t, "id: u_saved\nseed: saved"), "-domain", "mail.saved.test", "-start", "2030-05-01T12:00:00Z", "-frozen", "-speed", "7", "-save", file)
	r.call("POST", "/personas", `{"name": "Anna", "addresses": ["anna@client.test"]}`, 200)
	r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Hi","text":"Hello"}`, 200)
	r.call("POST", "/clock/advance", `{"by": "1h"}`, 200)
	status, first := r.call("GET", "/status", "", 200), r.ready.Key
	require.NoFileExists(t, file, "not before the end")
	r.stop(syscall.SIGTERM)
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	assert.Len(t, left, 1)
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.NotContains(t, string(before), first)

	r = start(t, nil, "-load", file, "-save", file, "-key", "given-key-0123456789")
	assert.Equal(t, "u_saved", r.ready.Universe)
	now := r.call("GET", "/status", "", 200)
	for _, s := range []map[string]any{status, now} {
		delete(s["clock"].(map[string]any), "real")
	}
	assert.Equal(t, status, now)
	assert.Equal(t, "mail.saved.test", r.call("GET", "/connection", "", 200)["domain"])
	r.callAs(first, "", "GET", "/status", "", 401)
	r.stop(os.Interrupt)

	r = start(t, nil, "-load", file, "-speed", "3", "-domain", "mail.other.test")
	assert.Equal(t, []any{3.0, true}, []any{r.call("GET", "/clock", "", 200)["speed"], r.call("GET", "/clock", "", 200)["frozen"]})
	assert.Equal(t, "mail.other.test", r.call("GET", "/connection", "", 200)["domain"])
	r.callAs("given-key-0123456789", "", "GET", "/status", "", 200)
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	r.call("POST", "/clock/advance", `{"by": "1h"}`, 200)
	r.stop(syscall.SIGTERM)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, whole, after, "without -save it stays")

	assert.Contains(t, refuse(t, nil, "-load", file, "-seed", "other"), "seed: the universe was made with the seed")
	assert.Contains(t, refuse(t, nil, "-config", write(t, "orgs: [{name: o, universes: [{id: u_a}]}]"), "-save", file), "-save: a file holds one universe")
}

func TestReloadBySignal(t *testing.T) {
	t.Parallel()
	file := write(t, "id: u_r\npace: {factor: 0.5}\npersonas: [{id: p_a, name: Anna, addresses: [anna@client.test]}]")
	r := start(t, nil, "-config", file, "-frozen")
	r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Hi","text":"Hello"}`, 200)
	messages := r.call("GET", "/status", "", 200)["messages"]
	reload := func(text string) {
		logged := strings.Count(r.errs.String(), "\n")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		require.NoError(t, r.cmd.Process.Signal(syscall.SIGHUP))
		require.Eventually(t, func() bool { return strings.Count(r.errs.String(), "\n") > logged }, time.Minute, 5*time.Millisecond)
	}
	reload("id: u_r\npersonas: [{id: p_b, name: Ben, addresses: [ben@client.test]}]")
	assert.Equal(t, 1.0, r.call("GET", "/pace", "", 200)["factor"])
	r.call("GET", "/personas/p_a", "", 404)
	r.call("GET", "/personas/p_b", "", 200)
	assert.Equal(t, messages, r.call("GET", "/status", "", 200)["messages"])
	reload("id: u_other")
	assert.Contains(t, r.errs.String(), "id: cannot change while the universe runs")
	r.call("GET", "/personas/p_b", "", 200)
	reload("personas: x")
	r.call("GET", "/personas/p_b", "", 200)
	r.stop(syscall.SIGTERM)
}

func TestSite(t *testing.T) {
	t.Parallel()
	visits := make(chan string, 10)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { visits <- r.Host + r.URL.Path }))
	defer site.Close()
	r := start(t, nil, "-frozen", "-site", "shop.test="+site.URL, "-config", write(t, "personas: [{id: p_a, addresses: [anna@client.test], style: {links: curious}, timing: {reply_rate: 1}}]"))
	r.call("POST", "/send", `{"from":"app@shop.test","to":["anna@client.test"],"subject":"Your order","text":"See http://shop.test/order/1 please. Is that right?"}`, 200)
	r.call("POST", "/clock/advance", `{"by":"7d"}`, 200)
	select {
	case got := <-visits: // spec: d.bin.site
		assert.Equal(t, "shop.test/order/1", got)
	case <-time.After(10 * time.Second):
		assert.Fail(t, "nobody came")
	}
	assert.NotContains(t, fmt.Sprint(r.call("GET", "/links", "", 200)), site.URL)
	r.stop(syscall.SIGTERM)
}

// TestDataWithoutDemo begins with nothing where no demo is wanted, on a disk too.
func TestDataWithoutDemo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-demo=false"}, {"-demo=false", "-data", t.TempDir()}} {
		r := start(t, nil, args...)
		assert.NotEqual(t, "u_demo", r.ready.Universe, args)
		assert.Zero(t, r.call("GET", "/status", "", 200)["personas"], args)
		r.stop(syscall.SIGTERM)
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	// spec: d.bin.demo
	assert.Equal(t, "u_demo", r.ready.Universe)
	status := r.call("GET", "/status", "", 200)
	assert.GreaterOrEqual(t, status["personas"], 4.0)
	assert.GreaterOrEqual(t, status["messages"], 6.0)
	r.call("POST", "/clock/advance", `{"by":"1m"}`, 200)
	types := map[string]int{}
	for _, e := range r.call("GET", "/events?limit=1000", "", 200)["events"].([]any) {
		types[e.(map[string]any)["type"].(string)]++
	}
	for _, want := range []string{"world.mail", "mail.delivered", "persona.received", "persona.sent", "job.done"} {
		assert.Positive(t, types[want], "%s in %v", want, slices.Sorted(maps.Keys(types)))
	}
	var password string
	for _, line := range strings.Split(r.out.String(), "\n") {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "password" {
			password = f[1]
		}
	}
	c, err := smtp.Dial(r.ready.SMTP)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Auth(smtp.PlainAuth("", deskAddress, password, "127.0.0.1")))
	r.stop(syscall.SIGTERM)
}

// TestMCP: the program serves MCP by itself.
func TestMCP(t *testing.T) {
	t.Parallel()
	r := start(t, nil, "-config", write(t, "personas: [{id: p_a, name: Anna Weber, addresses: [anna@client.test]}]"), "-frozen")
	rpc := func(r *running, method, params string) map[string]any {
		return r.call("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`, 200)["result"].(map[string]any)
	}
	hello := rpc(r, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	assert.Equal(t, "2025-06-18", hello["protocolVersion"])
	r.call("POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202)
	all := rpc(r, "tools/list", `{}`)["tools"].([]any)
	assert.Greater(t, len(all), 50)
	assert.Contains(t, fmt.Sprint(rpc(r, "tools/call", `{"name":"persona","arguments":{"id":"p_a"}}`)["content"]), "Anna Weber")
	rpc(r, "tools/call", `{"name":"advance","arguments":{"body":{"by":"2h"}}}`)
	r.callAs("no-such-key-0123456789", "", "POST", "/mcp", `{}`, 401)
	r.stop(syscall.SIGTERM)

	r = start(t, nil, "-mcp-read-only")
	assert.Less(t, len(rpc(r, "tools/list", `{}`)["tools"].([]any)), len(all))
	r.stop(syscall.SIGTERM)
}

// TestCertificate: every door presents the certificate that is given.
func TestCertificate(t *testing.T) {
	t.Parallel()
	pair, err := selfcert.For("mail.given.test")
	require.NoError(t, err)
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	require.NoError(t, err)
	certFile := write(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})))
	keyFile := write(t, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))
	r := start(t, []string{"MAILSIM_TLS_KEY=" + keyFile}, "-tls-cert", certFile, "-https", "127.0.0.1:0", "-frozen")

	roots := x509.NewCertPool()
	roots.AddCert(pair.Leaf)
	conf := &tls.Config{RootCAs: roots, ServerName: "mail.given.test"}
	for _, addr := range []string{r.ready.SMTPS, r.ready.IMAPS} {
		c, err := tls.Dial("tcp", addr, conf)
		require.NoError(t, err, addr)
		require.NoError(t, c.Close())
	}
	c, err := smtp.Dial(r.ready.SMTP)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.StartTLS(conf))
	assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(pair.Certificate[0])), r.call("GET", "/connection", "", 200)["certificate"].(map[string]any)["sha256"])

	client := &http.Client{Transport: &http.Transport{TLSClientConfig: conf, ForceAttemptHTTP2: true, DisableKeepAlives: true}}
	for _, path := range []string{"/healthz", "/api/status?token=" + r.ready.Key} {
		res, err := client.Get(r.ready.HTTPS + path)
		require.NoError(t, err)
		assert.Equal(t, 200, res.StatusCode)
		require.NoError(t, res.Body.Close())
	}
	_ = c.Close()
	r.stop(syscall.SIGTERM)
}

func TestOrganizations(t *testing.T) {
	t.Parallel()
	file := write(t, `
orgs:
  - name: Acme
    users: [{email: ann@acme.test, name: Ann, password: secret, role: member}]
    universes:
      - {id: u_a, keys: [{key: acme-key-0123456789, role: admin}], logins: [{address: app@ours.test, password: one}]}
      - {id: u_b, clock: {start: 2030-01-01T00:00:00Z, frozen: true}}
  - name: Beta
    suspended: true
    universes: [{id: u_c, keys: [{key: beta-key-0123456789, role: admin}]}]
`)
	r := start(t, nil, "-config", file, "-frozen")
	assert.Equal(t, "u_a", r.ready.Universe)
	r.call("GET", "/status", "", 200) // the server's administrator
	assert.Len(t, r.call("GET", "/me", "", 200)["universes"], 3)
	c, err := smtp.Dial(r.ready.SMTP)
	require.NoError(t, err)
	defer c.Close()
	require.ErrorContains(t, c.Mail("app@ours.test"), "530", "the login chooses the universe")
	require.NoError(t, c.Auth(smtp.PlainAuth("", "app@ours.test", "one", "127.0.0.1")))
	require.NoError(t, c.Mail("app@ours.test"))

	r.callAs("acme-key-0123456789", "", "GET", "/status", "", 200)
	r.callAs("acme-key-0123456789", "u_b", "GET", "/status", "", 403)
	r.callAs("beta-key-0123456789", "", "GET", "/status", "", 403)
	r.callAs("no-such-key-0123456789", "", "GET", "/status", "", 401)
	assert.Equal(t, "2030-01-01T00:00:00Z", r.callAs(r.ready.Key, "u_b", "GET", "/clock", "", 200)["now"])
	r.stop(syscall.SIGTERM)
	assert.Contains(t, refuse(t, nil, "-config", file, "-site", "a.test=http://127.0.0.1:1"), "-site: with orgs")
}
