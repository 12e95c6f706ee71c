package netserve

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLinger has a client hear the last words of a server that did not read all that
// was sent.
func TestLinger(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer client.Close()
	server, err := l.Accept()
	require.NoError(t, err)
	_, err = io.WriteString(client, strings.Repeat("x", 10_000))
	require.NoError(t, err)
	_, err = io.WriteString(server, "goodbye")
	require.NoError(t, err)
	Linger(server)
	require.NoError(t, server.Close())
	_ = client.SetDeadline(time.Now().Add(20 * time.Second))
	got, err := io.ReadAll(client)
	require.NoError(t, err)
	assert.Equal(t, "goodbye", string(got))
}
