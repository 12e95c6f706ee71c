package valid

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLanguages(t *testing.T) {
	t.Parallel()
	assert.True(t, slices.IsSorted(languages))
	assert.Len(t, languages, 183)
	for _, ok := range [][]string{nil, {"en"}, {"pt", "de", "zu", "aa"}} {
		assert.NoError(t, Languages("style.languages", ok), ok)
	}
	assert.EqualError(t, Languages("style.languages", []string{"en", "gr"}), `style.languages: "gr" is not an ISO 639-1 code such as de`)
	assert.EqualError(t, Languages("style.languages", []string{"EN"}), `style.languages: "EN" is not an ISO 639-1 code such as de`)
	assert.EqualError(t, Languages("style.languages", []string{""}), `style.languages: "" is not an ISO 639-1 code such as de`)
	assert.EqualError(t, Languages("style.languages", []string{"en", "en"}), "style.languages: en is named twice")
	assert.EqualError(t, Languages("style.languages", languages[:21]), "style.languages: at most 20")
}
