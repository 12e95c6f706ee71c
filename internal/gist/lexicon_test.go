package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLexicons: every lexicon can be read.
func TestLexicons(t *testing.T) {
	t.Parallel()
	for code, make := range lexicons() {
		assert.NotPanics(t, func() { make() }, code)
		assert.Equal(t, code, lexiconOf(code).code)
	}
	assert.Equal(t, "en", lexiconOf("xx").code, "English where there is none")
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, text string
		want          bool
	}{
		{"passed away", "He passed away.", true},
		{"disappoint*", "I was disappointed", true},
		{"how many|much ..2 missing", "How many of them are missing?", false},
		{"how many|much ..3 missing", "How many of them are missing?", true},
		{"how many .. missing", "How many, I said, are missing?", false},
		{"a ?big dog", "a dog", true},
		{"a ?big dog", "a big dog", true},
		{"thank you !for", "Thank you for it", false},
		{"thank you !for", "Thank you", true},
		{"^ thanks", "And thanks", true},
		{"^ thanks", "Many thanks", false},
		{"all good $", "All good.", true},
		{"all good $", "All good here", false},
		{"well , you", "Well, you", true},
		{"well , you", "Well you", false},
		{"@family died", "My mother died", true},
		{"got #num @family", "I got two mother", true},
		{"#num .. @family", "Two of my mother", true},
		{"@family|dog died", "The dog died", true},
	} {
		l, err := parseLexicon("xx", "[words leads]\nand\n[map numbers]\ntwo = 2\n[words family]\nmother father\n[phrases thanks]\n"+tc.pattern)
		require.NoError(t, err, tc.pattern)
		s := l.sentence(tc.text)
		assert.Equal(t, tc.want, s.has(pThanks), tc.pattern+" / "+tc.text)
	}
	l, err := parseLexicon("xx", "[words negations]\nnobody\n[words suppose]\nif\n[phrases thanks]\ndied\n- engine died\n")
	require.NoError(t, err)
	s := l.sentence("The engine died and he died")
	assert.False(t, s.has(pThanks), "a veto")
	s = l.sentence("Nobody died")
	assert.True(t, s.hits[0].negated)
	s = l.sentence("What if he died")
	assert.True(t, s.hits[0].supposed)
	for _, bad := range []string{"words", "[words x", "[sorts x]", "[phrases nosuch]\na", "[phrases thanks]\n.. a", "[phrases thanks]\n@nosuch", "[phrases thanks]\n?a",
		"[phrases thanks]\na #nosuch", "[phrases thanks]\na ..9", "[phrases thanks]\nab*", "[map wh]\na", "[list nosuch]\na", "[phrases thanks]\na||b"} {
		_, err := parseLexicon("xx", bad)
		assert.Error(t, err, bad)
	}
}
