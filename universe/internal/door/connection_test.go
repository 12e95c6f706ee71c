package door_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// certificates returns a self-signed certificate, and one that it signed.
func certificates(t *testing.T) (root, leaf []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	sign := func(name string, parent *x509.Certificate) []byte {
		c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)}
		if parent == nil {
			parent = c
		}
		der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, key)
		require.NoError(t, err)
		return der
	}
	root = sign("root.test", nil)
	parent, err := x509.ParseCertificate(root)
	require.NoError(t, err)
	return root, sign("leaf.test", parent)
}

// TestConnectionCertificate is the one that the doors announced: that of the mail
// server, else of any.
func TestConnectionCertificate(t *testing.T) {
	t.Parallel()
	root, leaf := certificates(t)
	cell := testkit.NewCell(t, mailsim.CellOptions{})
	for u, host := range map[*engine.Universe]announcer{testkit.New(t, mailsim.Options{}): nil, testkit.AddUniverse(t, cell, "Acme", "u_a"): cell} {
		if host == nil {
			host = u
		}
		is := func(der []byte, subject string, self bool) {
			t.Helper()
			want := mailsim.Certificate{}
			if der != nil {
				sum := sha256.Sum256(der)
				want = mailsim.Certificate{SelfSigned: self, SHA256: hex.EncodeToString(sum[:]), Subject: subject}
			}
			// spec: connection.certificate connection.cert
			assert.Equal(t, want, u.Connection().Certificate)
			block, _ := pem.Decode(u.Certificate())
			if der == nil {
				assert.Nil(t, u.Certificate())
				return
			}
			assert.Equal(t, pem.Block{Type: "CERTIFICATE", Headers: map[string]string{}, Bytes: der}, *block)
		}
		is(nil, "", false)
		host.AnnounceCertificate(root)
		is(root, "CN=root.test", true)
		host.AnnounceCertificate(leaf)
		is(root, "CN=root.test", true)
		host.AnnounceAuth(true, false, leaf)
		is(leaf, "CN=leaf.test", false)
		host.AnnounceAuth(true, false, nil)
		is(leaf, "CN=leaf.test", false)
	}
}

// TestConnectionSelfSigned announces the certificate that nobody has made yet.
func TestConnectionSelfSigned(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Domain: "self.test"})
	u.AnnounceCertificate(nil)
	u.AnnounceCertificate([]byte("later"))
	own, err := selfcert.For("self.test")
	require.NoError(t, err)
	assert.Equal(t, "CN=self.test,O=mailsim", u.Connection().Certificate.Subject)
	block, _ := pem.Decode(u.Certificate())
	require.NotNil(t, block)
	assert.Equal(t, own.Certificate[0], block.Bytes)
}

// TestConnectionServices lists each listener once, mail first.
func TestConnectionServices(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, []mailsim.Service{}, u.Connection().Services)
	for _, s := range []mailsim.Service{{Name: "IMAP", Address: "a", Port: 143, Security: "starttls"}, {Name: "SMTPS", Address: "a", Port: 465, Security: "tls"}, {Name: "SMTP", Address: "a", Port: 25, Security: "none"}, {Name: "IMAPS", Address: "a", Port: 993, Security: "tls"}, {Name: "SMTP", Address: "a", Port: 587, Security: "starttls"}, {Name: "SMTP", Address: "a", Port: 25, Security: "starttls"}} {
		u.Announce(s)
	}
	u.AnnounceAuth(false, true, nil)
	got := u.Connection()
	// spec: connection.services connection.auth_mechanisms
	assert.Equal(t, []mailsim.Service{{Name: "SMTP", Address: "a", Port: 587, Security: "starttls"}, {Name: "SMTP", Address: "a", Port: 25, Security: "starttls"}, {Name: "SMTPS", Address: "a", Port: 465, Security: "tls"}, {Name: "IMAP", Address: "a", Port: 143, Security: "starttls"}, {Name: "IMAPS", Address: "a", Port: 993, Security: "tls"}}, got.Services)
	assert.Equal(t, []string{"PLAIN", "LOGIN"}, got.AuthMechanisms)
	assert.Equal(t, []bool{false, true}, []bool{got.PlainAuthAllowed, got.SMTPAuthRequired})
	got.Services[0].Name = "mine"
	assert.Equal(t, "SMTP", u.Connection().Services[0].Name, "the caller's copy")
}

// announcer is whom doors tell what they present.
type announcer interface {
	Announce(mailsim.Service)
	AnnounceAuth(plainAllowed, smtpRequired bool, certificate []byte)
	AnnounceCertificate(der []byte)
}
