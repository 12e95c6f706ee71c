package selfcert

import (
	"crypto/tls"
	"crypto/x509"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFor(t *testing.T) {
	t.Parallel()
	c, err := For("mail.a.test")
	require.NoError(t, err)
	again, err := For("mail.a.test")
	require.NoError(t, err)
	assert.Same(t, c, again, "made once")
	other, err := For("mail.b.test")
	require.NoError(t, err)
	assert.NotEqual(t, c.Certificate, other.Certificate)

	roots := x509.NewCertPool()
	roots.AddCert(c.Leaf)
	for _, at := range []time.Time{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)} {
		for _, name := range []string{"mail.a.test", "localhost", "127.0.0.1", "::1"} {
			_, err := c.Leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: roots, CurrentTime: at})
			assert.NoError(t, err, "%s at %s", name, at)
		}
		_, err := c.Leaf.Verify(x509.VerifyOptions{DNSName: "mail.b.test", Roots: roots, CurrentTime: at})
		assert.Error(t, err)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	conf, err := Config(nil, "mail.c.test")
	require.NoError(t, err)
	assert.EqualValues(t, tls.VersionTLS12, conf.MinVersion)
	kept := func() *tls.Certificate {
		made.Lock()
		defer made.Unlock()
		return made.byDomain["mail.c.test"]
	}
	assert.Nil(t, kept(), "made at need")
	cert, err := conf.GetCertificate(nil)
	require.NoError(t, err)
	assert.Same(t, kept(), cert)
	_, err = Config(nil, "mäil.test")
	assert.ErrorContains(t, err, "mäil.test")

	for given, want := range map[uint16]uint16{0: tls.VersionTLS12, tls.VersionTLS10: tls.VersionTLS12, tls.VersionTLS13: tls.VersionTLS13} {
		own := &tls.Config{MinVersion: given, ServerName: "mine"}
		got, err := Config(own, "mail.c.test")
		require.NoError(t, err)
		assert.Equal(t, want, got.MinVersion)
		assert.Equal(t, "mine", got.ServerName)
		assert.Equal(t, given, own.MinVersion, "the caller's stays as it was")
	}
}

func TestPresented(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		own   *tls.Config
		der   []byte
		known bool
	}{
		{nil, nil, true},
		{&tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{[]byte("one"), []byte("root")}}}}, []byte("one"), true},
		{&tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, nil }}, nil, false},
	} {
		der, known := Presented(k.own)
		assert.Equal(t, k.der, der)
		assert.Equal(t, k.known, known)
	}
}
