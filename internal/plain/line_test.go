package plain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What isLine passes is what the long way makes of it.
func TestLine(t *testing.T) {
	for s, want := range map[string]string{"": "", "a": "a", "a b": "a b", "a  b": "a b", " a": "a", "a ": "a", "a\r\nb": "a b", "a\u00a0b": "a b", "ä": "ä", "\x7f": ""} {
		require.Equal(t, want, Line(s), "%q", s)
		require.True(t, !isLine(s) || s == want, "%q", s)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Line("an ordinary line") }))
}
