// Package clients holds the tests of the client libraries: their own, run against
// a server, where Python or Node is installed.
package clients_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// serve runs a universe with all its doors and returns its URL and an admin key.
// around, if any, stands before the HTTP API.
func serve(t *testing.T, around ...func(http.Handler) http.Handler) (u *mailsim.Universe, url, key string) {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	key, _, err = u.CreateKey(context.Background(), "clients", mailsim.RoleAdmin)
	require.NoError(t, err)
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		return l
	}
	s, i := smtpd.New(u, smtpd.Options{}), imapd.New(u, imapd.Options{})
	api := httpapi.New(u, httpapi.Options{NoLimit: true})
	l := listen()
	web := &http.Server{Handler: api, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	for _, f := range around {
		web.Handler = f(api)
	}
	done := make(chan error, 5)
	for _, run := range []func(net.Listener) error{s.Serve, s.ServeTLS, i.Serve, i.ServeTLS} {
		go func() { done <- run(listen()) }()
	}
	go func() { done <- web.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		assert.NoError(t, api.Shutdown(ctx))
		assert.NoError(t, web.Shutdown(ctx))
		assert.NoError(t, s.Close())
		assert.NoError(t, i.Close())
		for range 5 {
			<-done
		}
		assert.NoError(t, u.Close())
	})
	require.Eventually(t, func() bool { return len(u.Connection().Services) == 4 }, 5*time.Second, time.Millisecond)
	return u, "http://" + l.Addr().String(), key
}

func TestConnectionIsWhereTheServersListen(t *testing.T) {
	t.Parallel()
	u, _, _ := serve(t)
	want := map[string]string{"SMTP": "starttls", "SMTPS": "tls", "IMAP": "starttls", "IMAPS": "tls"}
	for _, s := range u.Connection().Services {
		// spec: connection.services
		assert.Equal(t, want[s.Name], s.Security, s.Name)
		delete(want, s.Name)
		nc, err := net.Dial("tcp", net.JoinHostPort(s.Address, strconv.Itoa(s.Port)))
		require.NoError(t, err, s.Name)
		nc.Close()
	}
	assert.Empty(t, want)
}

// run runs a client's own tests against a server.
func run(t *testing.T, dir, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not installed", program)
	}
	_, url, key := serve(t)
	cmd := exec.Command(path, args...)
	cmd.Dir = filepath.Join(".", dir)
	cmd.Env = append(os.Environ(), "SERVICE_URL="+url, "SERVICE_API_KEY="+key, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotRegexp(t, `skipped=\d|skipped [1-9]`, string(out), "the tests met the server")
}

func TestPython(t *testing.T) {
	t.Parallel()
	// spec: client.env.url client.env.key client.env.universe client.calls client.errors client.timeout
	run(t, "python", "python3", "-m", "unittest", "discover", "tests")
}

func TestJavaScript(t *testing.T) {
	t.Parallel()
	// spec: client.env.url client.env.key client.env.universe client.calls client.errors client.timeout
	run(t, "js", "node", "--test")
}

// cutter breaks a stream off after so many bytes, in the middle of a message.
type cutter struct {
	http.ResponseWriter
	left int
	cuts *atomic.Int64
}

func (c *cutter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *cutter) Write(b []byte) (int, error) {
	if c.left -= len(b); c.left < 0 {
		_, _ = c.ResponseWriter.Write(b[:len(b)+c.left])
		_ = http.NewResponseController(c.ResponseWriter).Flush()
		c.cuts.Add(1)
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(b)
}

// TestStreamsGoOn: through each client, a stream that is cut 100 times during
// 10,000 events gives every id once and in order.
func TestStreamsGoOn(t *testing.T) {
	t.Parallel()
	const all = 10_000
	for name, c := range map[string]struct {
		dir, program string
		args         []string
	}{
		"python": {"python", "python3", []string{"-c", `
from mailsim import Client
for e in Client().events(after=0):
    print(e["id"])
    if e["id"] == 10000:
        break
`}},
		"js": {"js", "node", []string{"--input-type=module", "-e", `
import { Client } from './mailsim.js'
const ids = []
for await (const e of new Client().events({ after: 0 })) {
  ids.push(e.id)
  if (e.id === 10000) break
}
console.log(ids.join('\n'))
`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(c.program)
			if err != nil {
				t.Skipf("%s is not installed", c.program)
			}
			var cuts atomic.Int64
			u, url, key := serve(t, func(api http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if strings.HasSuffix(r.URL.Path, "/stream") {
						w = &cutter{w, 9000 + int(cuts.Load())*7, &cuts}
					}
					api.ServeHTTP(w, r)
				})
			})
			go func() {
				for range all {
					_, _ = u.SetPace(context.Background(), mailsim.Pace{Factor: 1})
				}
			}()
			cmd := exec.Command(path, c.args...)
			cmd.Dir = c.dir
			cmd.Env = append(os.Environ(), "SERVICE_URL="+url, "SERVICE_API_KEY="+key, "PYTHONDONTWRITEBYTECODE=1")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			var want strings.Builder
			for id := 1; id <= all; id++ {
				fmt.Fprintln(&want, id)
			}
			assert.Equal(t, want.String(), string(out))
			assert.GreaterOrEqual(t, cuts.Load(), int64(100))
		})
	}
}
