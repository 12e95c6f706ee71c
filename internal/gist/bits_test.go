package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBitsMeetInEveryNumber: sets are told apart by their numbers, up to the last one.
func TestBitsMeetInEveryNumber(t *testing.T) {
	t.Parallel()
	for n := range maxSets {
		i := setID(n)
		var a, b bits
		a.put(i)
		assert.False(t, a.meets(b), i)
		b.put(i)
		assert.True(t, a.has(i) && a.meets(b), i)
	}
}
