package netserve

import (
	"encoding/binary"
	"io"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// block is a header of version 2.
func block(command, family byte, rest string) string {
	return string(binary.BigEndian.AppendUint16(append([]byte(string(proxySignature)), 0x20|command, family), uint16(len(rest)))) + rest
}

func TestProxyHeader(t *testing.T) {
	t.Parallel()
	v4, v6 := "\x0a\x00\x00\x07\x0a\x00\x00\x01\x00\x01\x00\x02", strings.Repeat("\x20\x01\x0d\xb8", 8)+"\x00\x01\x00\x02"
	for head, want := range map[string]string{
		"PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n": "192.0.2.1", "PROXY TCP6 2001:db8::1 ::1 1 2\r\n": "2001:db8::1",
		"PROXY UNKNOWN\r\n": "", "PROXY UNKNOWN ffff::f ffff::f 65535 65535\r\n": "",
		block(1, 0x11, v4): "10.0.0.7", block(1, 0x11, v4+"\x04\x00\x01x"): "10.0.0.7", block(1, 0x21, v6): "2001:db8:2001:db8:2001:db8:2001:db8",
		block(0, 0, ""): "", block(0, 0x11, v4): "", block(1, 0, "anything"): "",
	} {
		r := strings.NewReader(head + "EHLO x")
		got, err := readProxy(r)
		require.NoError(t, err, "%q", head)
		if want == "" {
			assert.False(t, got.IsValid(), "%q", head)
		} else {
			assert.Equal(t, netip.MustParseAddr(want), got, "%q", head)
		}
		rest, _ := io.ReadAll(r)
		assert.Equal(t, "EHLO x", string(rest), "what follows is the client's")
	}
	for _, head := range []string{
		"EHLO x\r\n", "PROXY TCP4 192.0.2.1\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 1 65536\r\n", "PROXY TCP4 2001:db8::1 ::1 1 2\r\n",
		"PROXY TCP6 192.0.2.1 192.0.2.2 1 2\r\n", "PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2 3\r\n",
		"PROXY TCP4  192.0.2.1 192.0.2.2 1 2\r\n", "PROXY " + strings.Repeat("x", 200) + "\r\n", "PROXYX UNKNOWN\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 01 +2\r\n",
		block(2, 0x11, v4), block(1, 0x11, v4[:11]), block(1, 0x21, v4), block(1, 0x77, v4), "\r\n\r\n\x00\r\nQUIT\r\x21\x11\x00\x00",
		string(proxySignature) + "\x21\x11\xff\xff", string(proxySignature) + "\x11\x11\x00\x0c" + v4,
	} {
		_, err := readProxy(strings.NewReader(head))
		assert.Error(t, err, "%q", head)
	}
}

func FuzzProxyHeader(f *testing.F) {
	f.Add("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n")
	f.Add(block(1, 0x11, "\x0a\x00\x00\x07\x0a\x00\x00\x01\x00\x01\x00\x02"))
	f.Fuzz(func(t *testing.T, head string) {
		r := strings.NewReader(head)
		_, err := readProxy(r)
		if read := len(head) - r.Len(); err == nil && read > 16+maxProxyRest {
			t.Fatalf("%d bytes read", read)
		}
	})
}

// A client of a crowd makes room when it has been silent, and not before.
func TestCrowd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := Crowd{Max: 4, PerAddress: 2}
		var ended []string
		enter := func(address string) (*Member, bool) {
			return c.Enter(address, func() { ended = append(ended, address) })
		}
		first, ok := enter("10.0.0.1")
		require.True(t, ok)
		_, ok = enter("10.0.0.1")
		require.True(t, ok)
		_, ok = enter("10.0.0.1")
		require.False(t, ok, "two of an address")
		first.Quiet(true)
		_, ok = enter("10.0.0.1")
		require.False(t, ok, "it has just spoken")
		time.Sleep(Patience)
		_, ok = enter("10.0.0.1")
		require.True(t, ok)
		synctest.Wait()
		assert.Equal(t, []string{"10.0.0.1"}, ended)
		six, ok := enter("2001:db8::1")
		require.True(t, ok)
		_, ok = enter("2001:db8::2")
		require.True(t, ok)
		_, ok = enter("2001:db8::3")
		require.False(t, ok, "of one network")
		_, ok = enter("10.0.0.2")
		require.False(t, ok, "four in all")
		c.Leave(six)
		c.Leave(six)
		c.Leave(first)
		last, ok := enter("10.0.0.2")
		require.True(t, ok)
		last.Quiet(true)
		last.Quiet(false)
		time.Sleep(time.Hour)
		_, ok = enter("10.0.0.3")
		require.False(t, ok)
		assert.Len(t, c.members, 4)
		assert.Len(t, c.of, 3)
	})
}
