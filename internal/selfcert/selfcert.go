// Package selfcert makes the self-signed certificate that the doors present
// when their caller brings none. It is a helper shared by doors.
package selfcert

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var made struct {
	sync.Mutex
	byDomain map[string]*tls.Certificate
}

// For returns the certificate of a domain, made once per process. It also names
// localhost and the loopback addresses, and is valid from 1990 to 2099, so that
// it holds under any clock.
func For(domain string) (*tls.Certificate, error) {
	made.Lock()
	defer made.Unlock()
	if c, ok := made.byDomain[domain]; ok {
		return c, nil
	}
	c, err := create(domain)
	if err != nil {
		return nil, err
	}
	if made.byDomain == nil {
		made.byDomain = map[string]*tls.Certificate{}
	}
	made.byDomain[domain] = c
	return c, nil
}

func create(domain string) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: domain, Organization: []string{"mailsim"}},
		NotBefore: time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2099, 12, 31, 23, 59, 59, 0, time.UTC),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
		DNSNames: []string{domain, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, nil
}

// Config returns the TLS set-up of a door: own when given, else one with the
// self-signed certificate, which the first handshake makes; TLS 1.2 and later.
// A domain that no certificate can name is an error.
func Config(own *tls.Config, domain string) (*tls.Config, error) {
	if own != nil {
		c := own.Clone()
		c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
		return c, nil
	}
	if strings.ContainsFunc(domain, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil, fmt.Errorf("selfcert: a certificate cannot name the domain %q", domain)
	}
	present := func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return For(domain) }
	return &tls.Config{GetCertificate: present, MinVersion: tls.VersionTLS12}, nil
}

// Presented returns the certificate (DER) that a door with these options presents: nil for
// the self-signed one of its host, which need not be made to be announced. It is not known of
// a set-up that chooses among certificates.
func Presented(own *tls.Config) (der []byte, known bool) {
	if own == nil {
		return nil, true
	}
	if len(own.Certificates) == 0 {
		return nil, false
	}
	return own.Certificates[0].Certificate[0], true
}
