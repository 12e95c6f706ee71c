package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestReadyTextsBeginSmall: who begins no sentence with a capital does so in none.
func TestReadyTextsBeginSmall(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "no problem, that is fine. see you then! I am glad", smallStarts("No problem, that is fine. See you then! I am glad"))
	assert.Equal(t, "OK, on Saturday", smallStarts("OK, on Saturday"))
}
