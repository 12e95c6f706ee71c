// Package mailauth judges the sender of a mail as a receiving server does: SPF
// (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), against a simulated DNS.
//
// It is a leaf: it asks no network. Where the zone has nothing on file the
// result is none, never fail.
package mailauth

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// Record is one record of a zone.
type Record struct {
	Name string // a domain, or for PTR an address such as 192.0.2.1
	Type string // TXT, A, AAAA, MX or PTR; SERVFAIL: whatever is asked of the name fails
	// Value is a text, an address, "10 mail.example" or a domain, "" for SERVFAIL.
	// The strings of a long TXT record are given as one.
	Value string
}

// Zone is a simulated DNS. It never changes, so that it is safe for concurrent
// use; the nil Zone is empty.
type Zone struct {
	txt, ptr map[string][]string
	mx       map[string][]*net.MX
	ip       map[string][]net.IPAddr
	down     map[string]bool // names that no server answers for
	signer   *Signer         // whose key every domain has; nil: nobody's
}

// Trusting is the zone in which every domain has the key of a signer, where nothing else
// is on file.
func (z *Zone) Trusting(s *Signer) *Zone {
	next := *z.tables()
	next.signer = s
	return &next
}

// NewZone builds a zone of records. It fails on the first one that cannot be.
func NewZone(records ...Record) (*Zone, error) {
	z := &Zone{
		txt: map[string][]string{}, ptr: map[string][]string{},
		mx: map[string][]*net.MX{}, ip: map[string][]net.IPAddr{}, down: map[string]bool{},
	}
	for _, r := range records {
		if err := z.add(r); err != nil {
			return nil, fmt.Errorf("record %s %s %q: %w", r.Name, r.Type, r.Value, err)
		}
	}
	return z, nil
}

func (z *Zone) add(r Record) error {
	name := canonical(r.Name)
	if name == "" {
		return fmt.Errorf("the name is empty")
	}
	switch strings.ToUpper(r.Type) {
	case "TXT":
		z.txt[name] = append(z.txt[name], r.Value)
	case "A", "AAAA":
		ip, err := netip.ParseAddr(r.Value)
		if err != nil || ip.Is4() != strings.EqualFold(r.Type, "A") {
			return fmt.Errorf("the value is not an address of that family")
		}
		z.ip[name] = append(z.ip[name], net.IPAddr{IP: ip.AsSlice()})
	case "MX":
		preference, host, _ := strings.Cut(r.Value, " ")
		n, err := strconv.ParseUint(preference, 10, 16)
		if host = canonical(host); err != nil || host == "" {
			return fmt.Errorf("the value must be a preference and a host, as in \"10 mail.example\"")
		}
		z.mx[name] = append(z.mx[name], &net.MX{Host: host, Pref: uint16(n)})
	case "PTR":
		ip, err := netip.ParseAddr(r.Name)
		if err != nil {
			return fmt.Errorf("the name must be an address")
		}
		z.ptr[ip.String()] = append(z.ptr[ip.String()], canonical(r.Value))
	case "SERVFAIL":
		if r.Value != "" {
			return fmt.Errorf("there is no value to a failure")
		}
		z.down[name] = true
	default:
		return fmt.Errorf("the type must be TXT, A, AAAA, MX, PTR or SERVFAIL")
	}
	return nil
}

func canonical(name string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), ".")
}

// find returns the records of a name, or the error of a resolver.
func find[T any](z *Zone, table map[string][]T, name string) ([]T, error) {
	name = canonical(name)
	if z.down[name] {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	if found := table[name]; len(found) > 0 {
		return found, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// LookupTXT returns the texts of a name. As a resolver's, its error is a
// *net.DNSError that says not found or temporary; so are those of the other lookups.
func (z *Zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	z = z.tables()
	found, err := find(z, z.txt, name)
	if z.signer != nil && err != nil && !z.down[canonical(name)] && strings.HasPrefix(canonical(name), z.signer.selector+"._domainkey.") {
		return []string{z.signer.record}, nil
	}
	return found, err
}

// LookupMX returns the mail servers of a name.
func (z *Zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	z = z.tables()
	return find(z, z.mx, name)
}

// LookupIPAddr returns the addresses of a name.
func (z *Zone) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	z = z.tables()
	return find(z, z.ip, name)
}

// LookupAddr returns the names of an address.
func (z *Zone) LookupAddr(_ context.Context, address string) ([]string, error) {
	z = z.tables()
	return find(z, z.ptr, address)
}

func (z *Zone) tables() *Zone {
	if z == nil {
		return &Zone{}
	}
	return z
}
