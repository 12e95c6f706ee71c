package persist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGallop(t *testing.T) {
	t.Parallel()
	for n := range 40 {
		for want := range n + 1 {
			for near := range n + 1 {
				assert.Equal(t, want, gallop(n, near, func(i int) bool {
					assert.True(t, i >= 0 && i < n, "%d of %d", i, n)
					return i >= want
				}))
			}
		}
	}
}
