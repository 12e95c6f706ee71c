package mailsim_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
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

// world is a universe behind sockets; faults are set through its API.
type world struct {
	byHTTP
	u                *mailsim.Universe
	smtp, lmtp, imap string
}

const (
	bob    = "bob@x.test"
	secret = "s3cret"
)

func openWorld(t *testing.T) *world {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4, HooksOnClock: true, Real: time.Unix(0, 0).UTC()})
	require.NoError(t, err)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: sender, Password: secret})
	require.NoError(t, err)
	key, _, err := u.CreateKey(context.Background(), "faults", mailsim.RoleAdmin)
	require.NoError(t, err)
	web := httptest.NewServer(httpapi.New(u, httpapi.Options{NoLimit: true}))
	ss, sl, si := smtpd.New(u, smtpd.Options{}), smtpd.New(u, smtpd.Options{LMTP: true}), imapd.New(u, imapd.Options{})
	w := &world{byHTTP: byHTTP{web.URL, key}, u: u}
	for addr, serve := range map[*string]func(net.Listener) error{&w.smtp: ss.Serve, &w.lmtp: sl.Serve, &w.imap: si.Serve} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		*addr = l.Addr().String()
		go serve(l)
	}
	t.Cleanup(func() {
		web.Close()
		assert.NoError(t, errors.Join(ss.Close(), sl.Close(), si.Close(), u.Close()))
	})
	return w
}

// try sets rules and returns the status and the error of the API.
func (w *world) try(t testing.TB, f mailsim.Faults) (status int, why string) {
	t.Helper()
	b, err := json.Marshal(map[string]any{"rules": append([]mailsim.FaultRule{}, f.Rules...), "scenario": f.Scenario})
	require.NoError(t, err)
	req, err := http.NewRequest("PUT", w.url+"/api/faults", bytes.NewReader(b))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+w.key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	var out struct{ Error string }
	require.NoError(t, json.NewDecoder(res.Body).Decode(&out))
	return res.StatusCode, out.Error
}

func (w *world) faults(t testing.TB, rules ...mailsim.FaultRule) {
	t.Helper()
	status, why := w.try(t, mailsim.Faults{Rules: rules})
	require.Equal(t, 200, status, why)
}

func (w *world) fired() (out []mailsim.FaultFired) {
	for _, f := range mailsim.EventsOf[mailsim.FaultFired](w.u.Log(mailsim.EventFilter{})) {
		out = append(out, f)
	}
	return out
}

// has counts the mails of a mailbox.
func (w *world) has(t testing.TB, address string) int {
	t.Helper()
	list, err := w.u.Messages(address, mailsim.MessageFilter{})
	if errors.Is(err, mailsim.ErrNotFound) {
		return 0
	}
	require.NoError(t, err)
	return len(list)
}

func (w *world) later(t testing.TB, d time.Duration) {
	t.Helper()
	_, err := w.u.Advance(context.Background(), d)
	require.NoError(t, err)
}

// talk is a conversation in lines.
type talk struct {
	net.Conn
	r *bufio.Reader
}

func dial(t testing.TB, addr string) *talk {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { nc.Close() })
	require.NoError(t, nc.SetDeadline(time.Now().Add(time.Minute)))
	return &talk{nc, bufio.NewReader(nc)}
}

// reply reads an SMTP reply, all of its lines.
func (c *talk) reply() (all string, err error) {
	for {
		line, err := c.r.ReadString('\n')
		if all += line; err != nil || len(line) < 4 || line[3] != '-' {
			return all, err
		}
	}
}

func (c *talk) say(line string) (string, error) {
	if _, err := io.WriteString(c, line+"\r\n"); err != nil {
		return "", err
	}
	return c.reply()
}

// secure goes on over TLS.
func (c *talk) secure(t testing.TB) *talk {
	t.Helper()
	nc := tls.Client(c.Conn, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, nc.Handshake())
	return &talk{nc, bufio.NewReader(nc)}
}

var plainLogin = "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00"+sender+"\x00"+secret))

func letter(to, subject string) string {
	return "From: " + sender + "\r\nTo: " + to + "\r\nSubject: " + subject + "\r\nX-Kind: test\r\nReferences: <a@x.test>\r\n\r\nGrüße: " +
		strings.Repeat("some words ", 20) + "\r\n."
}
