package mua

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/rng"
)

// TestIsMistakable compares the short way with the pattern.
func TestIsMistakable(t *testing.T) {
	t.Parallel()
	r := rng.Seed("lines").Draw("mistakable/1")
	parts := []string{" ", "\t", "\v", "\u00a0", ">", "-", "--", "_", "__", "==", "***", "*", "from:", "FROM :", "Sent:", "\u017fent:", "to:", "cc:", "Date:", "subject:", "Sent from", "get outlook",
		"begin forwarded", "on", "wrote:", "wrote", "Anna schrieb:", "\u017fchrieb:", ":", "x", "ü", "\xff", "\n"}
	matches := 0
	for range 50_000 {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(rng.Pick(r, parts))
		}
		want := mistakable().MatchString(b.String())
		require.Equal(t, want, isMistakable(b.String()), "%q", b.String())
		if want {
			matches++
		}
	}
	assert.Greater(t, matches, 10_000)
}
