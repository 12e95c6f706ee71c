package smtpd_test

import (
	"bufio"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// TestProxyHeader believes a trusted proxy, and nobody else.
func TestProxyHeader(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{TrustProxy: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, MaxPerAddress: 2})
	greeting := func(head string) string {
		nc, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		t.Cleanup(func() { nc.Close() })
		_ = nc.SetDeadline(time.Now().Add(10 * time.Second))
		_, _ = io.WriteString(nc, head+"EHLO me.test\r\nMAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n")
		r, said := bufio.NewReader(nc), ""
		for !strings.Contains(said, "354 ") {
			line, err := r.ReadString('\n')
			if said += line; err != nil {
				return said
			}
		}
		_, _ = io.WriteString(nc, "Subject: x\r\n\r\nx\r\n.\r\n")
		line, _ := r.ReadString('\n')
		return said + line
	}
	assert.Contains(t, greeting("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n"), "250 2.0.0 ")
	assert.Contains(t, greeting("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n"), "250 2.0.0 ")
	assert.Contains(t, greeting("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n"), "421 4.3.2 ")
	assert.Contains(t, greeting("PROXY TCP4 192.0.2.8 192.0.2.1 1 2\r\n"), "250 2.0.0 ")
	assert.Empty(t, greeting(""), "a proxy says who it speaks for")
	list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.NotEmpty(t, list)
	assert.Contains(t, string(list[len(list)-1].Bytes()), "[192.0.2.7]")

	_, plain := serve(t, smtpd.Options{TrustProxy: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	c := dial(t, plain)
	c.do("PROXY TCP4 192.0.2.7 192.0.2.1 1 2", "500 ")
}
