package netserve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// ErrProxy is a PROXY header that is missing or not as it has to be.
var ErrProxy = errors.New("no valid PROXY header")

// proxyTimeout is how long a trusted proxy may take for its header.
const proxyTimeout = 5 * time.Second

// Bounds of the header (PROXY protocol, sections 2.1 and 2.2).
const (
	maxProxyLine = 107     // of version 1, with its CRLF
	maxProxyRest = 4 << 10 // of version 2, behind its first 16 bytes
)

var proxySignature = []byte("\r\n\r\n\x00\r\nQUIT\n")

// Trusted tells whether a connection comes from one of the networks.
func Trusted(nc net.Conn, networks []netip.Prefix) bool {
	if len(networks) == 0 || nc.RemoteAddr() == nil {
		return false
	}
	a, err := netip.ParseAddrPort(nc.RemoteAddr().String())
	if err != nil {
		return false
	}
	for _, p := range networks {
		if p.Contains(a.Addr().Unmap().WithZone("")) {
			return true
		}
	}
	return false
}

// ClientAddress reads the header that a proxy sends first (PROXY protocol, version
// 1 or 2) and returns the address of its client; invalid when the proxy speaks for
// itself. Nothing beyond the header is read. Its time is bounded; afterwards there
// is no deadline.
func ClientAddress(nc net.Conn) (netip.Addr, error) {
	_ = nc.SetReadDeadline(time.Now().Add(proxyTimeout))
	defer func() { _ = nc.SetReadDeadline(time.Time{}) }()
	return readProxy(nc)
}

func readProxy(r io.Reader) (netip.Addr, error) {
	var head [16]byte
	if _, err := io.ReadFull(r, head[:1]); err != nil {
		return netip.Addr{}, err
	}
	switch head[0] {
	case 'P':
		return readProxyLine(r)
	case proxySignature[0]:
		if _, err := io.ReadFull(r, head[1:]); err != nil {
			return netip.Addr{}, err
		}
		return readProxyBlock(r, head)
	}
	return netip.Addr{}, ErrProxy
}

// readProxyLine reads version 1 behind its first letter, byte by byte: what
// follows the line is the client's.
func readProxyLine(r io.Reader) (netip.Addr, error) {
	line := append(make([]byte, 0, maxProxyLine), 'P')
	for !bytes.HasSuffix(line, []byte("\r\n")) {
		if len(line) == maxProxyLine {
			return netip.Addr{}, ErrProxy
		}
		line = line[:len(line)+1]
		if _, err := io.ReadFull(r, line[len(line)-1:]); err != nil {
			return netip.Addr{}, err
		}
	}
	f := strings.Split(string(line[:len(line)-2]), " ")
	if len(f) >= 2 && f[0] == "PROXY" && f[1] == "UNKNOWN" {
		return netip.Addr{}, nil
	}
	if len(f) != 6 || f[0] != "PROXY" || f[1] != "TCP4" && f[1] != "TCP6" {
		return netip.Addr{}, ErrProxy
	}
	src, err := netip.ParseAddr(f[2])
	dst, err2 := netip.ParseAddr(f[3])
	if err != nil || err2 != nil || src.Zone() != "" || src.Is4() != (f[1] == "TCP4") || dst.Is4() != src.Is4() || !isPort(f[4]) || !isPort(f[5]) {
		return netip.Addr{}, ErrProxy
	}
	return src.Unmap(), nil
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil && (len(s) == 1 || s[0] != '0') && s[0] != '+'
}

// readProxyBlock reads version 2 behind its first 16 bytes.
func readProxyBlock(r io.Reader, head [16]byte) (netip.Addr, error) {
	n := int(binary.BigEndian.Uint16(head[14:]))
	if !bytes.Equal(head[:12], proxySignature) || head[12]>>4 != 2 || head[12]&15 > 1 || n > maxProxyRest {
		return netip.Addr{}, ErrProxy
	}
	rest := make([]byte, n)
	if _, err := io.ReadFull(r, rest); err != nil {
		return netip.Addr{}, err
	}
	if head[12]&15 == 0 { // LOCAL: a health check of the proxy's own
		return netip.Addr{}, nil
	}
	switch head[13] {
	case 0x00, 0x31, 0x32: // unspecified, or of Unix sockets
		return netip.Addr{}, nil
	case 0x11: // TCP over IPv4
		if n >= 12 {
			return netip.AddrFrom4([4]byte(rest)), nil
		}
	case 0x21: // TCP over IPv6
		if n >= 36 {
			return netip.AddrFrom16([16]byte(rest)).Unmap(), nil
		}
	}
	return netip.Addr{}, ErrProxy
}
