package mailsimd

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parsed are the options of a command line and an environment of NAME=value.
func parsed(env []string, args ...string) (*options, error) {
	return parseFlags(args, func(name string) (string, bool) {
		for _, e := range env {
			if n, value, _ := strings.Cut(e, "="); n == name {
				return value, true
			}
		}
		return "", false
	}, io.Discard)
}

// TestWhatFlagsSet: each flag that makes the universe reaches it, from the environment
// too, and a flag wins.
func TestWhatFlagsSet(t *testing.T) {
	t.Parallel()
	o, err := parsed(nil)
	require.NoError(t, err)
	base := o.base(nil)
	assert.Equal(t, []any{"", "mail.test", 1.0, false, false, 4, nil}, []any{base.Seed, base.Domain, base.Speed, base.Frozen, base.Network, base.WriterCalls, base.Writer})
	assert.WithinDuration(t, time.Now(), base.Start, time.Minute)
	assert.Zero(t, base.Start.Nanosecond())
	env := []string{"MAILSIM_SEED=s", "MAILSIM_DOMAIN=mx.env.test", "MAILSIM_SPEED=9", "MAILSIM_FROZEN=true", "MAILSIM_NETWORK=1", "MAILSIM_AI_CALLS=64", "MAILSIM_AI_URL=http://127.0.0.1:1/v1",
		"MAILSIM_AI_MODEL=m", "MAILSIM_START=2030-05-01T12:00:00Z", "MAILSIM_SITE=a.test=http://127.0.0.1:1,b.test=http://127.0.0.1:2", "MAILSIM_MAX_SIZE=2KiB"}
	o, err = parsed(env)
	require.NoError(t, err)
	base = o.base(nil)
	assert.Equal(t, []any{"s", "mx.env.test", 9.0, true, true, 64}, []any{base.Seed, base.Domain, base.Speed, base.Frozen, base.Network, base.WriterCalls})
	assert.Equal(t, 2030, base.Start.Year())
	assert.NotNil(t, base.Writer)
	assert.Equal(t, sites{{"a.test", "http://127.0.0.1:1"}, {"b.test", "http://127.0.0.1:2"}}, o.sites)
	assert.EqualValues(t, 2048, o.maxSize)
	o, err = parsed(env, "-speed", "3", "-frozen=false", "-site", "c.test=http://127.0.0.1:3", "-site", "d.test=http://127.0.0.1:4", "-network=false")
	require.NoError(t, err)
	assert.Equal(t, []any{3.0, false, false}, []any{o.base(nil).Speed, o.base(nil).Frozen, o.base(nil).Network})
	assert.Equal(t, sites{{"c.test", "http://127.0.0.1:3"}, {"d.test", "http://127.0.0.1:4"}}, o.sites)
}

// TestFlagBounds: the last value that is taken, and the first that is not.
func TestFlagBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag, ok, wrong string
		also            []string
	}{
		{"-ai-calls", "1", "0", nil}, {"-ai-calls", "64", "65", nil}, {"-rate", "0", "-0.1", nil}, {"-rate", "1000000", "1000001", nil}, {"-rate", "1", "NaN", nil},
		{"-speed", "0.001", "0", nil}, {"-speed", "1", "NaN", nil}, {"-key", "0123456789abcdef", "0123456789abcde", nil},
		{"-max-size", "1", "0", nil}, {"-max-size", "2GiB", "3GiB", nil}, {"-max-size", " 3 KiB", "3.5MiB", nil}, {"-max-size", "2097152KiB", "2097153KiB", nil}, {"-max-size", "2147483648", "2147483649", nil},
		{"-start", "2030-05-01T12:00:00+02:00", "2030-05-01", nil}, {"-site", "a.test=http://127.0.0.1:1", "=http://127.0.0.1:1", nil}, {"-site", "a.test=http://127.0.0.1:1", "a.test=", nil},
		{"-http", "localhost:1", "localhost", nil}, {"-http", "[::1]:1", "[::1]", nil}, {"-http", "127.0.0.1:65535", "127.0.0.1:65536", nil}, {"-http", "127.9.9.9:1", "128.0.0.1:1", nil},
		{"-http", "[::ffff:127.0.0.1]:1", "[::2]:1", nil}, {"-http", "LOCALHOST:1", "local.test:1", nil}, {"-http", "", ":1", nil},
		{"-imap", "0.0.0.0:1", "0.0.0.0:x", []string{"-key", "0123456789abcdef"}}, {"-smtp", "0.0.0.0:1", "0.0.0.0:x", []string{"-key", "0123456789abcdef", "-smtp-auth"}},
		{"-smtps", "127.0.0.1:1", "0.0.0.0:1", []string{"-key", "0123456789abcdef"}}, {"-smtp", "127.0.0.1:1", "0.0.0.0:1", []string{"-smtp-auth"}}, {"-smtp", "0.0.0.0:1", "x", []string{"-public"}},
	} {
		_, err := parsed(nil, append([]string{c.flag, c.ok}, c.also...)...)
		assert.NoError(t, err, "%s %s", c.flag, c.ok)
		_, err = parsed(nil, append([]string{c.flag, c.wrong}, c.also...)...)
		assert.ErrorContains(t, err, c.flag, "%s %s", c.flag, c.wrong)
	}
	for text, want := range map[string]string{"32MiB": "32MiB", "1024KiB": "1MiB", "1000": "1000", "1GiB": "1GiB"} {
		var s size
		require.NoError(t, s.Set(text))
		assert.Equal(t, want, s.String())
	}
}

// TestClockOfTheFile holds where no flag says otherwise.
func TestClockOfTheFile(t *testing.T) {
	t.Parallel()
	file := write(t, "clock: {start: 2031-02-03T04:05:06Z, speed: 7, frozen: true}")
	for _, c := range []struct {
		args []string
		want map[string]any
	}{
		{nil, map[string]any{"now": "2031-02-03T04:05:06Z", "speed": 7.0, "frozen": true}},
		{[]string{"-speed", "3", "-start", "2030-05-01T12:00:00Z", "-frozen=true"}, map[string]any{"now": "2030-05-01T12:00:00Z", "speed": 3.0, "frozen": true}},
	} {
		r := start(t, nil, append([]string{"-config", file}, c.args...)...)
		clock := r.call("GET", "/clock", "", 200)
		delete(clock, "real")
		assert.Equal(t, c.want, clock)
		r.stop(syscall.SIGTERM)
	}
	r := start(t, nil, "-config", file, "-frozen=false")
	assert.Equal(t, false, r.call("GET", "/clock", "", 200)["frozen"])
	r.stop(syscall.SIGTERM)
}

// TestLimitsAndMetrics: a message's size is announced and kept, one asks only so often,
// metrics are there for who asks for them, and a quiet log names no request.
func TestLimitsAndMetrics(t *testing.T) {
	t.Parallel()
	status := func(r *running, method, path, body string) int {
		req, err := http.NewRequest(method, r.ready.HTTP+path, strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+r.ready.Key)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	r := start(t, nil, "-frozen", "-max-size", "64KiB", "-metrics", "-rate", "0", "-config", write(t, "logins: [{address: app@ours.test, password: one}]"))
	c, err := net.Dial("tcp", r.ready.SMTP)
	require.NoError(t, err)
	defer c.Close()
	smtp := textproto.NewConn(c)
	_, _, err = smtp.ReadResponse(220)
	require.NoError(t, err)
	require.NoError(t, smtp.PrintfLine("EHLO app.test"))
	_, features, err := smtp.ReadResponse(250)
	require.NoError(t, err)
	assert.Contains(t, strings.Split(features, "\n"), "SIZE 65536")
	i, err := net.Dial("tcp", r.ready.IMAP)
	require.NoError(t, err)
	defer i.Close()
	imap := textproto.NewConn(i)
	_, err = imap.ReadLine()
	require.NoError(t, err)
	require.NoError(t, imap.PrintfLine("a LOGIN app@ours.test one\r\nb CAPABILITY"))
	for features = ""; !strings.HasPrefix(features, "* CAPABILITY") && err == nil; {
		features, err = imap.ReadLine()
	}
	require.NoError(t, err)
	assert.Contains(t, features, "APPENDLIMIT=65536")
	text := func(n int) string {
		return `{"from":"a@ours.test","to":["b@ours.test"],"text":"` + strings.Repeat("x", n) + `"}`
	}
	assert.Equal(t, 200, status(r, "POST", "/api/send", text(50<<10)))
	assert.Equal(t, 400, status(r, "POST", "/api/send", text(100<<10)), "1.5 times it are 96 KiB")
	assert.Equal(t, 200, status(r, "GET", "/metrics", ""))
	for range 150 {
		require.Equal(t, 200, status(r, "GET", "/api/pace", ""), "0 is no limit")
	}
	r.stop(syscall.SIGTERM)
	assert.NotContains(t, r.errs.String(), "msg=request")

	r = start(t, nil, "-frozen", "-rate", "0.001")
	assert.Equal(t, 404, status(r, "GET", "/metrics", ""))
	assert.Equal(t, 200, status(r, "GET", "/api/pace", ""))
	assert.Equal(t, 429, status(r, "GET", "/api/pace", ""))
	r.stop(syscall.SIGTERM)
}

// TestModelService: mail is written by the model that the flags name, with its key, in
// the way of its API.
func TestModelService(t *testing.T) {
	t.Parallel()
	type request struct{ path, bearer, key, model string }
	var mu sync.Mutex
	var asked []request
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Model string }
		_ = json.NewDecoder(r.Body).Decode(&body)
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, request{r.URL.Path, r.Header.Get("Authorization"), r.Header.Get("X-Api-Key"), body.Model})
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer service.Close()
	for api, want := range map[string]request{
		"":         {"/v1/chat/completions", "Bearer model-key", "", "small"},
		"messages": {"/v1/messages", "", "model-key", "small"},
	} {
		asked = nil
		r := start(t, []string{"MAILSIM_AI_KEY=model-key"}, "-frozen", "-ai-url", service.URL+"/v1", "-ai-model", "small", "-ai-api", api,
			"-config", write(t, "ai: on\npersonas: [{addresses: [anna@client.test], temperament: responsive, timing: {reply_rate: 1}}]"))
		r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Meeting","text":"Is Tuesday at ten fine for you?"}`, 200)
		r.call("POST", "/clock/advance", `{"by":"7d"}`, 200)
		mu.Lock()
		require.NotEmpty(t, asked, api)
		assert.Equal(t, want, asked[0])
		mu.Unlock()
		assert.NotContains(t, fmt.Sprint(r.call("GET", "/events?limit=1000", "", 200)), "model-key")
		r.stop(syscall.SIGTERM)
	}
}
