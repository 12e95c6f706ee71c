package door

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSecretsAreMasked hides what logs in, in each protocol's way to say it.
func TestSecretsAreMasked(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"AUTH PLAIN c2VjcmV0": "AUTH PLAIN ****", " auth\tlogin  c2VjcmV0 x": "auth login ****", "AUTH LOGIN": "AUTH LOGIN", "AUTH": "AUTH",
		"a1 LOGIN me secret": "a1 LOGIN ****", "a1 login {2}": "a1 login ****", "a1 AUTHENTICATE PLAIN c2VjcmV0": "a1 AUTHENTICATE PLAIN ****", "a1 AUTHENTICATE PLAIN": "a1 AUTHENTICATE PLAIN", "a1 authenticate plain c2VjcmV0": "a1 authenticate plain ****",
		"MAIL FROM:<login@x.test>": "MAIL FROM:<login@x.test>", "": "", "a1 SELECT LOGIN x": "a1 SELECT LOGIN x",
	} {
		assert.Equal(t, want, string(maskSecrets([]byte(line))), "%q", line)
	}
}
