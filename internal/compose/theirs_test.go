package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/gist"
)

// TestOwnQuestionsAreKnown: a question of the person's own that stands in the answer
// without a mark is not answered as if the other had asked it.
func TestOwnQuestionsAreKnown(t *testing.T) {
	t.Parallel()
	b := compose.Brief{
		Voice: compose.Voice{Name: "Bea", Address: "bea@client.test"}, To: compose.Correspondent{Address: "ann@ours.test"}, Kind: compose.Reply, Occasion: 2,
		Mails: []gist.Gist{gist.Read("Re: Desks", "How many desks can you deliver?\n\nWe can deliver all of them.")},
	}
	assert.NotEmpty(t, compose.Write(b).Claims, "asked by the other")
	b.SaidBefore = []string{"How many desks can you deliver?"}
	assert.Empty(t, compose.Write(b).Claims)
}
