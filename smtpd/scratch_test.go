package smtpd

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLargeRoomIsGivenBack: one large message does not keep its room for ever.
func TestLargeRoomIsGivenBack(t *testing.T) {
	large := make([]byte, 0, maxScratch+1)
	putScratch(&large)
	for range 100 {
		assert.LessOrEqual(t, cap(*scratch.Get().(*[]byte)), maxScratch)
	}
}
