package compose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What isClean passes is what the long way makes of it.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"", " ", "a", "a b", "a  b", " a", "a ", "a.", "a. b", "ä", "a\tb", "a\u00a0b", "\ue000a\ue001", strings.Repeat("a", 100), strings.Repeat("a ", 30) + "b", "a;"} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 1 || n > 100 || !isClean(s, n) {
			return
		}
		words := strings.Fields(s)
		require.LessOrEqual(t, len(words), n)
		require.LessOrEqual(t, len(s), 12*n+20)
		require.Equal(t, strings.TrimRight(strings.Join(words, " "), ".,;: "), s)
		require.Equal(t, clean(s+" ", n), s, "the long way")
	})
}
