package smtpd

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestParsePath reads paths as clients write them (RFC 5321 section 4.1.2).
func TestParsePath(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<a@x.test>": "a@x.test", " \t< a@x.test\t>": "a@x.test", "a@x.test": "a@x.test", "<>": "null", "<POSTMASTER>": "POSTMASTER",
		"<@r.test,@s.test:a@x.test>": "a@x.test", "<@r.test>": "bad", "<a@x.test>x": "bad", "<a@x.test": "bad", "<a b@x.test>": "bad",
		`<"a"@x.test>`: "a@x.test", `<"a\b"@x.test>`: "ab@x.test", `<"a b"@x.test>`: `"a b"@x.test`, `<"a>b"@x.test>`: `"a>b"@x.test`, `<"a\">b"@x.test>`: `"a\">b"@x.test`,
		"<a@127.0.0.1>": "bad", "<a@[127.0.0.1]>": "a@[127.0.0.1]", "<a@[IPv6:::1]>": "a@[IPv6:::1]", "<a@[::1]>": "bad", "<a@[IPv6:127.0.0.1]>": "bad",
		"<a@[IPv6:fe80::1%eth0]>": "bad", "<a@[nonsense]>": "bad",
	} {
		p, _, err := parsePath(text)
		got := p.addr
		switch {
		case err != nil:
			got = "bad"
		case p.null:
			got = "null"
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

// TestXtext decodes what may stand there and refuses the rest (RFC 3461 section 4).
func TestXtext(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "abc": "abc", "a+2Bb": "a+b", "a+2bb": "a+b", "a+C3+BC": "aü", "aü": "aü", "+": "bad", "a+2": "bad", "a+0A": "bad", "a+7F": "bad", "a+xy": "bad",
		"a=b": "bad", "a b": "bad", "a\x01": "bad", "a\x7f": "bad", "a+ 1": "bad",
	} {
		got, ok := xtext(text)
		if !ok {
			got = "bad"
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

// from is a connection from an address.
type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }

// TestRemoteIP names a client by its address without port, IPv4 as such.
func TestRemoteIP(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "192.0.2.1", remoteIP(from{addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 25}}))
	assert.Equal(t, "192.0.2.1", remoteIP(from{addr: &net.UDPAddr{IP: net.ParseIP("::ffff:192.0.2.1"), Port: 25}}))
	assert.Equal(t, "192.0.2.1", remoteIP(from{addr: named("[::ffff:192.0.2.1]:25")}))
	assert.Equal(t, "2001:db8::1", remoteIP(from{addr: &net.TCPAddr{IP: net.ParseIP("2001:db8::1"), Port: 25}}))
	assert.Empty(t, remoteIP(from{addr: &net.UnixAddr{Name: "pipe"}}))
}

type named string

func (n named) Network() string { return "tcp" }
func (n named) String() string  { return string(n) }

// TestFirstFaultCounts keeps nothing of a message that is refused, and refuses it
// for what was wrong first.
func TestFirstFaultCounts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200) + "\r\n"
	for text, want := range map[string]error{
		long + "bare\nLF\r\n": errTooBig, "bare\nLF\r\n" + long: errBare, "bare\nLF\r\nand\r\nmore\r\n": errBare, "fits\r\n": nil,
	} {
		d := dataReader{text: &pile{}, limit: 100, lineStart: true}
		for line := range strings.SplitAfterSeq(text+".\r\n", "\r\n") {
			d.take([]byte(line), false)
		}
		assert.True(t, d.done)
		assert.ErrorIs(t, d.failed, want, "%q", text)
		assert.Equal(t, want == nil, d.text.len() > 0, "%q", text)
	}
}

// TestEveryErrorIsForGoodOrForNow gives each kind of error its class of reply.
func TestEveryErrorIsForGoodOrForNow(t *testing.T) {
	t.Parallel()
	for kind, want := range map[error]int{
		mailsim.ErrInvalid: 554, mailsim.ErrForbidden: 554, mailsim.ErrPlan: 554, mailsim.ErrNotFound: 554,
		mailsim.ErrInternal: 451, mailsim.ErrTimeout: 451, mailsim.ErrConflict: 451, mailsim.ErrFenced: 421, mailsim.ErrUnavailable: 451, errors.New("the disk is full"): 451,
	} {
		code, enhanced := replyTo(kind)
		assert.Equal(t, want, code, "%v", kind)
		assert.Equal(t, want/100, int(enhanced[0]-'0'), "%v", kind)
	}
}
