package lang

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEveryLanguageHasItsFiles(t *testing.T) {
	t.Parallel()
	assert.Contains(t, Codes(), "en")
	assert.NotEmpty(t, Read("en"))
	assert.NotEmpty(t, Say("en"))
	assert.Empty(t, Read("xx"))
	assert.Empty(t, Say("xx"))
}
