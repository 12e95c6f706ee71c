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
	made, err := Config(nil, "mail.c.test")
	require.NoError(t, err)
	assert.Len(t, made.Certificates, 1)
	assert.EqualValues(t, tls.VersionTLS12, made.MinVersion)

	for given, want := range map[uint16]uint16{0: tls.VersionTLS12, tls.VersionTLS10: tls.VersionTLS12, tls.VersionTLS13: tls.VersionTLS13} {
		own := &tls.Config{MinVersion: given, ServerName: "mine"}
		got, err := Config(own, "mail.c.test")
		require.NoError(t, err)
		assert.Equal(t, want, got.MinVersion)
		assert.Equal(t, "mine", got.ServerName)
		assert.Equal(t, given, own.MinVersion, "the caller's stays as it was")
	}
}
