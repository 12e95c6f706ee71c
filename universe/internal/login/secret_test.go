package login

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRememberedPasswordsAreBounded starts anew at the bound.
func TestRememberedPasswordsAreBounded(t *testing.T) {
	t.Parallel()
	var c Secrets
	hash, err := HashPassword(context.Background(), "one", 4)
	require.NoError(t, err)
	c.known = map[[32]byte]struct{}{}
	for i := range maxKnown {
		c.known[[32]byte{byte(i), byte(i >> 8)}] = struct{}{}
	}
	fits, err := c.Verify(context.Background(), hash, "one")
	require.NoError(t, err)
	require.True(t, fits)
	assert.Len(t, c.known, 1)
}
