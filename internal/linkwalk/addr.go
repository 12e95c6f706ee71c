package linkwalk

import (
	"net/netip"
	"strconv"
	"strings"
)

// A block is a range of addresses that no link may reach.
type block struct {
	prefix netip.Prefix
	why    string
}

// blocks4 lists what is not public in IPv4 (IANA IPv4 Special-Purpose Address
// Registry, RFC 6890, RFC 1112, RFC 5771).
var blocks4 = []block{
	{netip.MustParsePrefix("0.0.0.0/8"), "an unspecified address"},
	{netip.MustParsePrefix("10.0.0.0/8"), "a private address"},
	{netip.MustParsePrefix("100.64.0.0/10"), "a carrier-grade NAT address"},
	{netip.MustParsePrefix("127.0.0.0/8"), "a loopback address"},
	{netip.MustParsePrefix("169.254.0.0/16"), "a link-local address"},
	{netip.MustParsePrefix("172.16.0.0/12"), "a private address"},
	{netip.MustParsePrefix("192.0.0.0/24"), "a protocol assignment"},
	{netip.MustParsePrefix("192.0.2.0/24"), "a documentation address"},
	{netip.MustParsePrefix("192.88.99.0/24"), "a 6to4 relay"},
	{netip.MustParsePrefix("192.168.0.0/16"), "a private address"},
	{netip.MustParsePrefix("198.18.0.0/15"), "a benchmarking address"},
	{netip.MustParsePrefix("198.51.100.0/24"), "a documentation address"},
	{netip.MustParsePrefix("203.0.113.0/24"), "a documentation address"},
	{netip.MustParsePrefix("224.0.0.0/4"), "a multicast address"},
	{netip.MustParsePrefix("255.255.255.255/32"), "the broadcast address"},
	{netip.MustParsePrefix("240.0.0.0/4"), "a reserved address"},
}

// blocks6 names the special ranges of IPv6 (IANA IPv6 Special-Purpose Address
// Registry). What is in none of them and outside of 2000::/3 is reserved.
var blocks6 = []block{
	{netip.MustParsePrefix("::/128"), "an unspecified address"},
	{netip.MustParsePrefix("::1/128"), "a loopback address"},
	{netip.MustParsePrefix("::ffff:0:0/96"), "an IPv4-mapped address"},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), "an IPv4-translated address"},
	{netip.MustParsePrefix("::/96"), "an IPv4-compatible address"},
	{netip.MustParsePrefix("64:ff9b::/96"), "a NAT64 address"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "a NAT64 address"},
	{netip.MustParsePrefix("2001::/32"), "a Teredo address"},
	{netip.MustParsePrefix("2001::/23"), "a protocol assignment"},
	{netip.MustParsePrefix("2001:db8::/32"), "a documentation address"},
	{netip.MustParsePrefix("2002::/16"), "a 6to4 address"},
	{netip.MustParsePrefix("3fff::/20"), "a documentation address"},
	{netip.MustParsePrefix("fc00::/7"), "a private address"},
	{netip.MustParsePrefix("fe80::/10"), "a link-local address"},
	{netip.MustParsePrefix("fec0::/10"), "a site-local address"},
	{netip.MustParsePrefix("ff00::/8"), "a multicast address"},
}

var globalUnicast = netip.MustParsePrefix("2000::/3")

// Forbidden tells whether no link may reach a, and what kind of address it is
// ("a loopback address"). Everything but public unicast is forbidden, and so
// is every form that wraps an IPv4 address in an IPv6 one.
func Forbidden(a netip.Addr) (why string, bad bool) {
	if !a.IsValid() {
		return "no address", true
	}
	if a.Zone() != "" {
		return "an address with a zone", true
	}
	if a.Is4() {
		return find(blocks4, a)
	}
	if why, bad := find(blocks6, a); bad {
		return why, true
	}
	if !globalUnicast.Contains(a) {
		return "a reserved address", true
	}
	if b := a.As16(); b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe {
		return "an ISATAP address", true // RFC 5214 section 6.1
	}
	return "", false
}

func find(blocks []block, a netip.Addr) (string, bool) {
	for _, b := range blocks {
		// Prefix.Contains never takes a mapped address for an IPv4 one.
		if b.prefix.Contains(a) {
			return b.why, true
		}
	}
	return "", false
}

// isLoopback tells whether a names the sender's own machine.
func isLoopback(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLoopback() || a.IsUnspecified()
}

// parseIPv4 reads an IPv4 address as browsers do (WHATWG URL section 3.5, the
// IPv4 parser): one to four parts, decimal, octal or hexadecimal, the last one
// filling what is left. Numeric is true when the last label is a number:
// then the host is an address or nothing.
func parseIPv4(host string) (a netip.Addr, numeric bool) {
	parts := strings.Split(host, ".")
	last := parts[len(parts)-1]
	if !allDigits(last) && !isHex(last) {
		return a, false
	}
	if len(parts) > 4 {
		return a, true
	}
	var v uint64
	for i, part := range parts {
		n, ok := parseNumber(part)
		switch {
		case !ok:
			return a, true
		case i < len(parts)-1:
			if n > 255 {
				return a, true
			}
			v |= n << (8 * (3 - i))
		default:
			if n >= 1<<(8*(5-len(parts))) {
				return a, true
			}
			v |= n
		}
	}
	return netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}), true
}

func parseNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case isHex(s):
		if s = s[2:]; s == "" {
			return 0, true // browsers read "0x" as 0
		}
		base = 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil
}

func isHex(s string) bool {
	if len(s) < 2 || s[0] != '0' || s[1] != 'x' {
		return false
	}
	return strings.Trim(s[2:], "0123456789abcdef") == ""
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
