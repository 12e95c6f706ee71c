package linkwalk

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"
)

// trap listens on both loopback addresses at one port and counts connections.
type trap struct {
	port  int
	count atomic.Int64
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	tr := &trap{}
	ln, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	tr.port = ln.Addr().(*net.TCPAddr).Port
	tr.serve(t, ln)
	if ln6, err := net.Listen("tcp6", "[::1]:"+strconv.Itoa(tr.port)); err == nil {
		tr.serve(t, ln6)
	}
	return tr
}

func (tr *trap) serve(t *testing.T, ln net.Listener) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			tr.count.Add(1)
			conn.Read(make([]byte, 4096)) // an answer before the request would be none
			io.WriteString(conn, "HTTP/1.0 200 OK\r\n\r\ncaught")
			conn.Close()
		}
	}()
	t.Cleanup(func() { ln.Close(); <-done })
}

// resolver answers every name from a table, the nth question from the nth
// answer (the last one repeats), without a socket. An unknown name is not found.
func resolver(table map[string][]string) *net.Resolver {
	var asked atomic.Int64
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go answerDNS(server, table, &asked)
		return client, nil
	}}
}

func answerDNS(conn net.Conn, table map[string][]string, asked *atomic.Int64) {
	defer conn.Close()
	for { // DNS over a stream: RFC 1035 section 4.2.2
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		query := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, query); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(query) != nil || len(m.Questions) != 1 {
			return
		}
		q := m.Questions[0]
		m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
		answers, known := table[strings.TrimSuffix(q.Name.String(), ".")]
		if !known {
			m.RCode = dnsmessage.RCodeNameError
		}
		if len(answers) > 1 { // a rebinding name
			answers = answers[min(int(asked.Add(1)-1)/2, len(answers)-1):][:1]
		}
		for _, text := range answers {
			for _, s := range strings.Fields(text) {
				a := netip.MustParseAddr(s)
				h := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
				switch {
				case a.Is4() && q.Type == dnsmessage.TypeA:
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: a.As4()}})
				case a.Is6() && q.Type == dnsmessage.TypeAAAA:
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
				}
			}
		}
		out, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(out))), out...)); err != nil {
			return
		}
	}
}

// names resolve, in the corpus, to where nobody may go.
var names = map[string][]string{
	"loop.test": {"127.0.0.1"}, "loop6.test": {"::1"}, "both.test": {"127.0.0.1 ::1"}, "any.test": {"0.0.0.0 ::"},
	"private.test": {"10.0.0.1"}, "metadata.test": {"169.254.169.254"}, "mapped.test": {"::ffff:127.0.0.1"},
	"nat64.test": {"64:ff9b::7f00:1"}, "sixtofour.test": {"2002:7f00:1::"}, "ula.test": {"fd00::1"},
	"rebind.test": {"203.0.113.1", "127.0.0.1"}, "my_host.test": {"127.0.0.1"},
}

// ssrf are addresses of the trap, in every spelling we know; P is its port.
var ssrf = []string{
	"http://127.0.0.1:P/", "https://127.0.0.1:P/", "http://127.0.0.1.:P/", "http://127.1:P/", "http://127.0.1:P/", "http://127.255.255.254:P/",
	"http://2130706433:P/", "http://017700000001:P/", "http://0x7f000001:P/", "http://0x7f.0.0.1:P/", "http://0x7F.1:P/",
	"http://0177.0.0.1:P/", "http://0177.0x0.0.01:P/", "http://00000177.0.0.1:P/", "http://127.0.0.0x1:P/", "http://0:P/", "http://0.0.0.0:P/", "http://0x:P/",
	"http://4294967296:P/", "http://127.0.0.1.1:P/", "http://256.0.0.1:P/", "http://127.0.0.08:P/",
	"http://localhost:P/", "http://LOCALHOST:P/", "http://localhost.:P/", "http://app.localhost:P/", "http://localhost.localdomain:P/", "http://ip6-localhost:P/",
	"http://ｌｏｃａｌｈｏｓｔ:P/", "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:P/", "http://１２７.０.０.１:P/", "http://①②⑦.⓪.⓪.①:P/", "http://127。0。0。1:P/", "http://127．0．0．1:P/",
	"http://[::1]:P/", "http://[0:0:0:0:0:0:0:1]:P/", "http://[::]:P/", "http://[::ffff:127.0.0.1]:P/", "http://[::ffff:7f00:1]:P/", "http://[::127.0.0.1]:P/",
	"http://[::ffff:0:127.0.0.1]:P/", "http://[64:ff9b::127.0.0.1]:P/", "http://[64:ff9b:1::7f00:1]:P/", "http://[2002:7f00:1::]:P/", "http://[2001:0:7f00:1::]:P/",
	"http://[::1%25lo]:P/", "http://[fe80::1%25eth0]:P/", "http://[fe80::1]:P/", "http://[fd00::1]:P/", "http://[fec0::1]:P/", "http://[ff02::1]:P/",
	"http://[2001:db8::5efe:7f00:1]:P/", "http://[2600::5efe:7f00:1]:P/",
	"http://10.0.0.1:P/", "http://172.16.0.1:P/", "http://192.168.0.1:P/", "http://169.254.169.254:P/latest/meta-data/", "http://100.64.0.1:P/",
	"http://198.18.0.1:P/", "http://192.0.0.8:P/", "http://224.0.0.1:P/", "http://255.255.255.255:P/", "http://240.0.0.1:P/", "http://192.0.2.1:P/",
	"http://user@127.0.0.1:P/", "http://shop.test@127.0.0.1:P/", "http://shop.test:80@127.0.0.1:P/", "http://127.0.0.1:P@shop.test/", "http://shop.test%40127.0.0.1:P/",
	"http://shop.test\\@127.0.0.1:P/", "http://127.0.0.1:P\\@shop.test/", "http://127.0.0.1:P#@shop.test/", "http://127.0.0.1:P?@shop.test/",
	"http://127.0.0.1\t:P/", "http://127.0.0.1\n:P/", "http://127.0.0.1%00:P/", "http://127.0.0.1%2f:P/", "http://%31%32%37.0.0.1:P/", "http:127.0.0.1:P/", "http:///127.0.0.1:P/", "//127.0.0.1:P/",
	"http://loop.test:P/", "http://LOOP.test.:P/", "http://loop6.test:P/", "http://both.test:P/", "http://any.test:P/", "http://private.test:P/", "http://metadata.test:P/",
	"http://mapped.test:P/", "http://nat64.test:P/", "http://sixtofour.test:P/", "http://ula.test:P/", "http://rebind.test:P/", "https://loop.test:P/", "http://my_host.test:P/",
	"ftp://127.0.0.1:P/", "file:///etc/passwd", "gopher://127.0.0.1:P/_x", "javascript:alert(1)", "data:text/html,x", "mailto:a@x.test", "ws://127.0.0.1:P/", "unix:///run/x.sock", "HTTP+UNIX://x/",
	"http://loop.test:25/", "https://loop.test:465/", "http://loop.test:0587/", "http://loop.test:0/", "http://loop.test:65536/", "http://loop.test:-1/", "http://a..test:P/", "http://:P/",
}

// fenced is the guard with a fence behind it: what a broken guard lets through
// is counted, and reaches nothing but loopback, so that the test never sends
// anything beyond this machine.
func fenced(leaks *atomic.Int64) func(string) error {
	return func(address string) error {
		if err := admit(address); err != nil {
			return err
		}
		leaks.Add(1)
		if to, err := netip.ParseAddrPort(address); err != nil || !to.Addr().IsLoopback() {
			return errors.New("the test stays on this machine")
		}
		return nil
	}
}

// TestNothingForbiddenIsReached opens the corpus directly and at the end of
// redirects. What listens on loopback must hear nothing.
func TestNothingForbiddenIsReached(t *testing.T) {
	t.Parallel()
	tr := newTrap(t)
	var leaks atomic.Int64
	w := &Walker{Network: true, Resolver: resolver(names), admit: fenced(&leaks)}
	var location string
	hop := 0
	sites, err := Sites{}.With("start.test", Site{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			rw.Header().Set("Location", location)
			rw.WriteHeader([]int{301, 302, 303, 307, 308}[hop%5])
		default:
			http.Redirect(rw, r, "/", http.StatusFound)
		}
	})})
	require.NoError(t, err)
	policies := map[string]Policy{"strict": open(), "click": open()}
	click := policies["click"]
	click.ClickLocal = true
	policies["click"] = click
	tried := 0
	for name, p := range policies {
		for _, raw := range ssrf {
			raw = strings.ReplaceAll(raw, ":P", fmt.Sprintf(":%d", tr.port))
			for range 2 { // a rebinding name changes its mind
				_, err := w.Visit(t.Context(), Visit{URL: raw, Policy: p, Sites: sites})
				assert.Error(t, err, "%s %q", name, raw)
			}
			if strings.ContainsAny(raw, "\n") {
				continue // no header can say it
			}
			location, hop = raw, hop+1
			for _, path := range []string{"", "/far"} {
				res, err := w.Visit(t.Context(), Visit{URL: "http://start.test" + path, Policy: p, Sites: sites})
				var refused *RefusedError
				assert.False(t, errors.As(err, &refused), "a redirect fails, it is not skipped: %q", raw)
				if err == nil { // read as a path of the redirecting site itself
					t.Errorf("%s: redirect to %q arrived at %s with %d", name, raw, res.FinalURL, res.Status)
				}
			}
			tried += 3
		}
	}
	// spec: links.policy.private-refused
	assert.Zero(t, tr.count.Load(), "connections to forbidden addresses")
	assert.Zero(t, leaks.Load(), "addresses that the guard let through")

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("http://loop.test:%d/", tr.port), nil)
	require.NoError(t, err)
	_, err = Transport(resolver(names)).RoundTrip(req)
	require.EqualError(t, err, "refused: the host has no public address")
	assert.Zero(t, tr.count.Load())
	assert.Greater(t, tried, 360)
}

// TestNoAddressInErrors: what went wrong is told without the addresses that names
// lead to, at sites as in the network.
func TestNoAddressInErrors(t *testing.T) {
	t.Parallel()
	const dead = "127.0.0.1:1"
	sites, err := Sites{}.With("app.test", Site{Base: "http://" + dead})
	require.NoError(t, err)
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		nc, _, _ := http.NewResponseController(w).Hijack()
		_, _ = io.WriteString(nc, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx")
		_ = nc.(*net.TCPConn).SetLinger(0)
		nc.Close()
	}))
	t.Cleanup(cut.Close)
	sites, err = sites.With("cut.test", Site{Base: cut.URL})
	require.NoError(t, err)
	for host, want := range map[string]string{"app.test": "connection refused", "cut.test": "connection reset"} {
		_, err = (&Walker{}).Visit(t.Context(), Visit{URL: "http://" + host + "/", Policy: Policy{Enabled: true}, Sites: sites})
		require.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "127.0.0.1")
	}
	_, err = Transport(nil).RoundTrip(httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/", nil))
	require.EqualError(t, err, "refused: the host has no public address")
	for _, wrapped := range []error{
		&net.DNSError{Err: "no such host", Name: "db.corp", Server: "10.0.0.2:53", IsNotFound: true},
		&net.DNSError{Err: "server misbehaving", Name: "db.corp", Server: "10.0.0.2:53"},
		&net.OpError{Op: "dial", Net: "tcp", Err: &net.OpError{Op: "read", Net: "udp", Addr: &net.UDPAddr{IP: net.IPv4(10, 0, 0, 2)}, Err: syscall.ECONNRESET}},
	} {
		got := hush(fmt.Errorf("away: %w", wrapped))
		assert.NotContains(t, got.Error(), "10.0.0.2")
		assert.NotContains(t, got.Error(), "corp")
		assert.ErrorIs(t, got, wrapped)
	}
}

// TestGuardSeesTheAddress shows that the network path works at all: with the
// guard told to admit loopback, the same names lead to the trap.
func TestGuardSeesTheAddress(t *testing.T) {
	t.Parallel()
	tr := newTrap(t)
	var asked []string
	w := &Walker{Network: true, Resolver: resolver(names), admit: func(address string) error {
		asked = append(asked, address)
		return nil
	}}
	res, err := w.Visit(t.Context(), Visit{URL: fmt.Sprintf("http://loop.test:%d/", tr.port), Policy: open()})
	require.NoError(t, err)
	assert.Equal(t, "caught", string(res.Body))
	assert.Equal(t, []string{fmt.Sprintf("127.0.0.1:%d", tr.port)}, asked)
	assert.EqualValues(t, 1, tr.count.Load())

	_, err = w.Visit(t.Context(), Visit{URL: "http://absent.test/", Policy: open()})
	var dns *net.DNSError
	require.ErrorAs(t, err, &dns)
	assert.True(t, dns.IsNotFound)
}

func TestForbidden(t *testing.T) {
	t.Parallel()
	for _, public := range []string{"1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.0", "172.32.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1", "2a00:1450::1"} {
		why, bad := Forbidden(netip.MustParseAddr(public))
		assert.False(t, bad, "%s is %s", public, why)
	}
	for text, want := range map[string]string{
		"127.9.9.9": "loopback", "10.1.2.3": "private", "172.31.255.255": "private", "192.168.1.1": "private", "169.254.169.254": "link-local", "0.1.2.3": "unspecified",
		"100.127.255.255": "carrier", "239.1.1.1": "multicast", "255.255.255.255": "broadcast", "250.1.1.1": "reserved", "198.19.0.1": "benchmarking",
		"::": "unspecified", "::1": "loopback", "::ffff:8.8.8.8": "mapped", "::8.8.8.8": "compatible", "64:ff9b::808:808": "NAT64", "64:ff9b:1::1": "NAT64", "2002:808:808::1": "6to4",
		"2001::1": "Teredo", "2001:20::1": "protocol", "fd12::1": "private", "fe80::1": "link-local", "feff::1": "site-local", "ff02::1": "multicast", "100::1": "reserved", "5f00::1": "reserved",
		"2a00::5efe:808:808": "ISATAP", "2a00::200:5efe:808:808": "ISATAP", "fe80::1%eth0": "zone", "3fff::1": "documentation",
	} {
		why, bad := Forbidden(netip.MustParseAddr(text))
		assert.True(t, bad, text)
		assert.Contains(t, why, want, text)
	}
	_, bad := Forbidden(netip.Addr{})
	assert.True(t, bad)

	assert.NoError(t, admit("8.8.8.8:443"))
	assert.NoError(t, admit("[2606:4700::1]:80"))
	assert.ErrorContains(t, admit("8.8.8.8:587"), "mail port")
	assert.ErrorIs(t, admit("[fe80::1%eth0]:80"), errNotPublic)
	assert.Error(t, admit("example.com:80"))
}

func open() Policy { return Policy{Enabled: true, MaxLinks: 3} }
