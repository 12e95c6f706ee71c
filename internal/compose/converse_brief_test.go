package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBriefReactions: what is cut off a reaction leaves no mark at its end, as a full stop
// follows.
func TestBriefReactions(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "Good to know, thank you for keeping it", brief("Good to know, thank you for keeping it! I will fetch it soon"))
	assert.Equal(t, "Good to know, thank you for keeping it", brief("Good to know, thank you for keeping it. I will fetch it soon"))
	assert.Equal(t, "Well done! I am so glad", brief("Well done! I am so glad"))
}
