package pages

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGrow has room of each size, ready or not, and keeps what was written before.
func TestGrow(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, Large - 1, Large, Large + 1, 3<<20 + 5} {
		var b strings.Builder
		b.WriteString("before")
		Grow(&b, n)
		room := b.Cap()
		assert.GreaterOrEqual(t, room, n+len("before"))
		text := strings.Repeat("x", n)
		b.WriteString(text)
		assert.Equal(t, room, b.Cap(), "it does not grow again")
		assert.True(t, b.String() == "before"+text)
	}
}

// TestReady changes nothing, wherever in a page the memory begins and ends.
func TestReady(t *testing.T) {
	t.Parallel()
	b := []byte(strings.Repeat("0123456789", 5000))
	for from := range 5 {
		for _, to := range []int{from, from + 1, 4096, 8192 + from, len(b)} {
			Ready(b[from:max(from, to)])
		}
	}
	assert.Equal(t, strings.Repeat("0123456789", 5000), string(b))
	Ready(nil)
}
