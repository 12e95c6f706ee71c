package provide

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
)

// Keys are those with which webhooks are signed as providers do. They are drawn from the
// seed, so that an application which was told them once needs nothing new.
type Keys struct {
	EC          *ecdsa.PrivateKey
	RSA         *rsa.PrivateKey
	Public      string // of EC: base64 of its DER
	Certificate string // of RSA: PEM
}

// makeKeys draws the keys of a universe. It takes a tenth of a second.
func makeKeys(seed rng.Seed, universe string) *Keys {
	k := &Keys{EC: drawEC(seed.Draw("provider-ec/1", universe)), RSA: drawRSA(seed.Draw("provider-rsa/1", universe))}
	if der, err := x509.MarshalPKIXPublicKey(&k.EC.PublicKey); err == nil {
		k.Public = base64.StdEncoding.EncodeToString(der)
	}
	name := pkix.Name{CommonName: "sns.amazonaws.com", Organization: []string{"mailsim"}}
	made := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: name, Issuer: name, DNSNames: []string{"sns.amazonaws.com"},
		NotBefore: made, NotAfter: made.AddDate(100, 0, 0), SignatureAlgorithm: x509.SHA256WithRSA,
	}
	if der, err := x509.CreateCertificate(zeros{}, cert, cert, &k.RSA.PublicKey, k.RSA); err == nil {
		k.Certificate = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	}
	return k
}

// drawn returns n bytes.
func drawn(r *rng.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return b
}

// drawEC draws a key of P-256: a number below the order of the group.
func drawEC(r *rng.Rand) *ecdsa.PrivateKey {
	for {
		if key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), drawn(r, 32)); err == nil {
			return key
		}
	}
}

const rsaBits = 2048

// drawRSA draws a key. What the standard library makes cannot be drawn.
func drawRSA(r *rng.Rand) *rsa.PrivateKey {
	one := big.NewInt(1)
	e := big.NewInt(65537)
	for {
		p, q := drawPrime(r), drawPrime(r)
		phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
		d := new(big.Int).ModInverse(e, phi)
		if d == nil || p.Cmp(q) == 0 {
			continue
		}
		key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: int(e.Int64())}, D: d, Primes: []*big.Int{p, q}}
		key.Precompute()
		if key.Validate() == nil {
			return key
		}
	}
}

// drawPrime draws a number whose two highest bits are set, and goes up to a prime.
func drawPrime(r *rng.Rand) *big.Int {
	b := drawn(r, rsaBits/16)
	b[0] |= 0xc0
	b[len(b)-1] |= 1
	p, two := new(big.Int).SetBytes(b), big.NewInt(2)
	for !p.ProbablyPrime(16) {
		p.Add(p, two)
	}
	return p
}

// zeros is a source of no chance: signatures of RSA need none.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
