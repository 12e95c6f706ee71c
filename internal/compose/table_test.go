package compose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/lang"
)

// A rewriter looks for what it rewrites by the word before a space.
func TestEveryJoinHasASpaceBehindItsFirstWord(t *testing.T) {
	t.Parallel()
	for _, code := range lang.Codes() {
		l := languageOf(code)
		for _, line := range l.lines("joins", "", "") {
			from, _, _ := strings.Cut(line, " = ")
			assert.Contains(t, strings.Replace(from, " +", "_+", 1), "_", "%s: %s", code, line)
		}
	}
}

func TestARewriterChangesNothingButItsPairs(t *testing.T) {
	t.Parallel()
	r := newRewriter([]string{" i am ", " i'm ", " de la ", " della "})
	assert.Equal(t, "yes, i'm here", r.rewrite("yes, i am here"))
	assert.Equal(t, "i'm here", r.rewrite("i am here"))
	assert.Equal(t, "yes, i am", r.rewrite("yes, i am"))
	assert.Equal(t, "Siam  i", r.rewrite("Siam  i"))
}
