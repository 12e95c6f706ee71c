package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOthersWonder: what somebody else wonders now is asked of the reader; what they wondered
// then is told.
func TestOthersWonder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"My aunt wonders how long it takes until we get to see the house.": 1,
		"Everybody is wondering when you will be back.":                    1,
		"The postman wondered whether anyone was in.":                      0,
	} {
		assert.Len(t, Read("", text).Questions, want, text)
	}
}
