package mailsimd

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inData leaves a client in the middle of a mail.
func inData(t *testing.T, addr string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	r := bufio.NewReader(c)
	for _, line := range []string{"", "HELO x", "MAIL FROM:<a@ours.test>", "RCPT TO:<anna@client.test>", "DATA"} {
		if line != "" {
			_, err = io.WriteString(c, line+"\r\n")
			require.NoError(t, err)
		}
		_, err = r.ReadString('\n')
		require.NoError(t, err)
	}
	_, err = io.WriteString(c, "Subject: never ends\r\n\r\n")
	require.NoError(t, err)
}

// TestEndWritesFirst: what there is is in the file before strangers and dead webhooks
// are waited for, and each of these has its own time.
func TestEndWritesFirst(t *testing.T) {
	t.Parallel()
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); <-r.Context().Done() }))
	defer hook.Close()
	file := filepath.Join(t.TempDir(), "world")
	r := start(t, nil, "-frozen", "-config", write(t, "webhooks: [{url: '"+hook.URL+"', events: [mail.delivered]}]"), "-save", file, "-drain-doors", "1h", "-drain-webhooks", "100ms")
	r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Hi","text":"Hello"}`, 200)
	inData(t, r.ready.SMTP)
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { return assert.FileExists(&testing.T{}, file) }, time.Minute, 5*time.Millisecond)
	require.NoError(t, r.cmd.Process.Kill())
	<-r.exited
	r = start(t, nil, "-load", file, "-drain-doors", "100ms", "-drain-webhooks", "100ms")
	assert.EqualValues(t, 2, r.call("GET", "/status", "", 200)["messages"])
	inData(t, r.ready.SMTP)
	r.call("POST", "/send", `{"from":"app@ours.test","to":["anna@client.test"],"subject":"Hi","text":"Hello"}`, 200)
	r.stop(syscall.SIGTERM)
	assert.Contains(t, r.errs.String(), "cut what did not end in time")
	assert.Contains(t, r.errs.String(), `msg="some webhooks were not delivered" deliveries=1`)
}

// TestEndWritesWhatCame after the file was written first, and says nothing of webhooks
// where there are none.
func TestEndWritesWhatCame(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "world")
	r := start(t, nil, "-frozen", "-config", write(t, "id: u_x"), "-save", file, "-drain-doors", "1m")
	c, err := net.Dial("tcp", strings.TrimPrefix(r.ready.HTTP, "http://"))
	require.NoError(t, err)
	defer c.Close()
	body := `{"factor": 2}`
	_, err = fmt.Fprintf(c, "PUT /api/pace?token=%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", r.ready.Key, len(body))
	require.NoError(t, err)
	in := bufio.NewReader(c)
	_, err = in.ReadString('\n')
	require.NoError(t, err)
	_, err = in.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { return assert.FileExists(&testing.T{}, file) }, time.Minute, 5*time.Millisecond)
	_, err = io.WriteString(c, body)
	require.NoError(t, err)
	require.NoError(t, <-r.exited)
	assert.NotContains(t, r.errs.String(), "webhooks")
	r = start(t, nil, "-load", file)
	assert.EqualValues(t, 2, r.call("GET", "/pace", "", 200)["factor"])
	r.stop(syscall.SIGTERM)
}
