package linkwalk

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// Policy says which links people open, with all defaults filled in.
type Policy struct {
	// Enabled is false when people open no links at all.
	Enabled bool
	// Allow, when it has entries, lists the only hosts that may be opened;
	// Deny those that never may. An entry is a host, or "*.domain" for
	// everything below the domain but not the domain itself.
	Allow, Deny []string
	// MaxLinks is how many links of one mail are opened; 0 is none.
	MaxLinks int
	// Unsubscribe permits links that unsubscribe.
	Unsubscribe bool
	// UserAgent is what requests say they are; empty is DefaultUserAgent.
	UserAgent string
	// ClickLocal makes people click links to the sender's own machine and
	// find them broken; otherwise they leave them alone.
	ClickLocal bool
}

// mailPorts are never opened: an HTTP request is a way to smuggle mail commands.
var mailPorts = []uint16{25, 110, 143, 465, 587, 993, 995}

const (
	maxURL  = 8 << 10 // bytes of a URL
	maxHost = 253     // RFC 1035 section 2.3.4, without the trailing dot
)

// target is a URL that passed the checks of its form. The host in url is
// canonical: what is judged is what is dialled.
type target struct {
	url  *url.URL
	host string     // lower case, ASCII, without port, brackets and trailing dot
	addr netip.Addr // valid when the host is an address
	port uint16
}

// local tells whether the target is the sender's own machine.
func (t target) local() bool {
	if t.addr.IsValid() {
		return isLoopback(t.addr)
	}
	switch t.host {
	case "localhost", "localhost.localdomain", "localhost6", "ip6-localhost", "ip6-loopback":
		return true
	}
	return strings.HasSuffix(t.host, ".localhost") // RFC 6761 section 6.3
}

// Judge tells, before anything is opened, whether people may open rawURL, and
// if not, why. It resolves no name: a host that turns out to be private is
// refused when the connection is made.
func Judge(p Policy, rawURL string, sites Sites) (ok bool, why string) {
	if _, err := judge(p, rawURL, sites); err != nil {
		return false, err.Error()
	}
	return true, ""
}

func judge(p Policy, rawURL string, sites Sites) (target, error) {
	t, err := parseTarget(rawURL)
	if err != nil {
		return t, err
	}
	return t, t.permitted(p, sites)
}

// Refuses tells why a program that looks at links on somebody's behalf must not open one,
// whoever may: a port of mail, or a host that the policy's lists keep out. What the host
// resolves to is for its dialer to judge. It returns nil for what may be opened.
func (p Policy) Refuses(rawURL string) error {
	t, err := parseTarget(rawURL)
	if err != nil {
		return err
	}
	return t.listed(p)
}

// listed applies the lists of the policy, and that of ports.
func (t target) listed(p Policy) error {
	if slices.Contains(mailPorts, t.port) {
		return fmt.Errorf("port %d is a mail port", t.port)
	}
	if matchAny(p.Deny, t.host) {
		return fmt.Errorf("%s is on the deny list", t.host)
	}
	if len(p.Allow) > 0 && !matchAny(p.Allow, t.host) {
		return fmt.Errorf("%s is not on the allow list", t.host)
	}
	return nil
}

// permitted applies the policy, in the order in which its answers help most.
func (t target) permitted(p Policy, sites Sites) error {
	if !p.Enabled {
		return errors.New("people open no links (links.enabled is false)")
	}
	if err := t.listed(p); err != nil {
		return err
	}
	if !p.Unsubscribe && unsubscribes(t.url) {
		return errUnsubscribe
	}
	if sites.find(t).granted() {
		return nil
	}
	if t.local() {
		if p.ClickLocal {
			return nil // clicked, and found broken by Visit
		}
		return localError{fmt.Sprintf("%s is the sender's own machine: to let people open it, map %q to the application as a site",
			t.host, net.JoinHostPort(t.host, strconv.Itoa(int(t.port))))}
	}
	return t.public()
}

// A localError refuses a link to the sender's own machine.
type localError struct{ why string }

func (e localError) Error() string { return e.why }

var errUnsubscribe = errors.New("a link that unsubscribes (links.unsubscribe is false)")

// public refuses a literal address that is not public.
func (t target) public() error {
	if !t.addr.IsValid() {
		return nil
	}
	if why, bad := Forbidden(t.addr); bad {
		return fmt.Errorf("%s is %s", t.addr, why)
	}
	return nil
}

// parseTarget checks the form of a URL: scheme, length, no user name, a host
// that is a name or an address, a port in range.
func parseTarget(rawURL string) (target, error) {
	if len(rawURL) > maxURL {
		return target{}, fmt.Errorf("longer than %d bytes", maxURL)
	}
	u, err := url.Parse(strings.TrimSpace(rawURL))
	if err != nil {
		var detail *url.Error
		if errors.As(err, &detail) {
			err = detail.Err // without the URL, which the caller has
		}
		return target{}, fmt.Errorf("not a URL: %w", err)
	}
	return newTarget(u)
}

func newTarget(u *url.URL) (target, error) {
	t := target{url: u}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return t, fmt.Errorf("only http and https links are opened, not %q", u.Scheme)
	case u.User != nil:
		return t, errors.New("a user name stands before the host")
	case u.Host == "":
		return t, errors.New("the URL has no host")
	}
	var err error
	if t.host, t.addr, err = canonicalHost(u.Hostname()); err != nil {
		return t, err
	}
	if t.port, err = portOf(u); err != nil {
		return t, err
	}
	canonical := *u
	canonical.Host = hostPort(t.host, u.Port())
	t.url = &canonical
	if len(canonical.String()) > maxURL { // escapes take room
		return t, fmt.Errorf("longer than %d bytes", maxURL)
	}
	return t, nil
}

// hostPort joins a canonical host and a port that may be empty, with brackets
// around an IPv6 address.
func hostPort(host, port string) string {
	if port != "" {
		return net.JoinHostPort(host, port)
	}
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

func portOf(u *url.URL) (uint16, error) {
	text := u.Port()
	if text == "" {
		if u.Scheme == "https" {
			return 443, nil
		}
		return 80, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("port %q is out of range", text)
	}
	return uint16(n), nil
}

// hosts maps names as browsers do (UTS 46, non-transitional); the characters
// of the outcome are checked by canonicalHost, since underscores occur.
var hosts = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false))

// canonicalHost returns the one spelling of a host: lower case, punycode, no
// trailing dot, and an address in its shortest form if it is one however spelt.
func canonicalHost(host string) (string, netip.Addr, error) {
	var none netip.Addr
	if strings.ContainsAny(host, ":%") {
		a, err := netip.ParseAddr(host)
		if err != nil {
			return "", none, fmt.Errorf("%q is not a host", host)
		}
		if a.Zone() != "" {
			return "", none, errors.New("an address with a zone")
		}
		return a.String(), a, nil
	}
	if len(host) > 4*maxHost {
		return "", none, errors.New("the host is too long")
	}
	name, err := hosts.ToASCII(host)
	again, unstable := hosts.ToASCII(name) // broken UTF-8 maps to what maps to nothing
	name = strings.TrimSuffix(name, ".")
	if err != nil || unstable != nil || strings.TrimSuffix(again, ".") != name || !validName(name) {
		return "", none, fmt.Errorf("%q is not a host", host)
	}
	if a, numeric := parseIPv4(name); numeric {
		if !a.IsValid() {
			return "", none, fmt.Errorf("%q is not an IPv4 address", host)
		}
		return a.String(), a, nil
	}
	return name, none, nil
}

// validName checks labels and characters of a lower-case ASCII name.
func validName(name string) bool {
	if name == "" || len(name) > maxHost {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}

// CheckPattern tells what is wrong with an entry of Allow or Deny.
func CheckPattern(pattern string) error {
	_, _, err := parsePattern(pattern)
	return err
}

// parsePattern returns the canonical host of a pattern, and whether the
// pattern means what is below it.
func parsePattern(pattern string) (host string, below bool, err error) {
	name, below := strings.CutPrefix(strings.TrimSpace(pattern), "*.")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	host, addr, err := canonicalHost(name)
	if err == nil && below && addr.IsValid() {
		err = errors.New("an address has no subdomains")
	}
	if err != nil {
		return "", false, fmt.Errorf("%q is neither a host nor *.domain: %w", pattern, err)
	}
	return host, below, nil
}

// matchAny tells whether one of the patterns means the canonical host. A
// malformed pattern means none.
func matchAny(patterns []string, host string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		name, below, err := parsePattern(pattern)
		if err != nil {
			return false
		}
		if below {
			return strings.HasSuffix(host, "."+name)
		}
		return host == name
	})
}

// unsubscribeWords occur in paths and parameters of links that unsubscribe.
var unsubscribeWords = []string{
	"unsub", "optout", "opt-out", "opt_out",
	"abmelden", "abbestellen", "desabonn", "desinscri", "darsedebaja", "cancelar-suscripcion", "disiscri", "uitschrijven", "afmelden",
}

// unsubscribes tells by its address whether a link unsubscribes.
func unsubscribes(u *url.URL) bool {
	where := strings.ToLower(u.Path + "?" + u.RawQuery)
	return slices.ContainsFunc(unsubscribeWords, func(w string) bool { return strings.Contains(where, w) })
}
