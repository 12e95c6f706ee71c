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

// TestTitlesAreNoFirstNames: who is called "Mr Sandhu" does not sign as "Mr", and a desk
// is not greeted by its first word.
func TestTitlesAreNoFirstNames(t *testing.T) {
	t.Parallel()
	b := compose.Brief{
		Voice: compose.Voice{Name: "Mr Sandhu", Address: "s@client.test", Formality: "neutral"}, To: compose.Correspondent{Name: "Occupational Health, J. Mbeki", Address: "oh@ours.test"},
		Kind: compose.Reply, Mails: []gist.Gist{gist.Read("Desks", "How many desks do you need?")},
	}
	text := compose.Write(b).Text
	assert.Regexp(t, `(?m)^Sandhu$`, text)
	assert.Contains(t, text, "J. Mbeki")
	assert.NotContains(t, text, "Occupational")
}

// TestNothingIsOwedBeyondWhatIsDone: who does what a complaint asks promises no more of it,
// and who can only be sorry does.
func TestNothingIsOwedBeyondWhatIsDone(t *testing.T) {
	t.Parallel()
	for body, owed := range map[string]bool{
		"Dear Bea,\n\nyour dog was barking until midnight again. Could you please keep it indoors at night?\n\nAnn": false,
		"Dear Bea,\n\nyour dog was barking until midnight again.\n\nAnn":                                            true,
	} {
		d := compose.Write(compose.Brief{
			Voice: compose.Voice{Name: "Bea Hart", Address: "bea@client.test"}, To: compose.Correspondent{Name: "Ann Lee", Address: "ann@ours.test"},
			Kind: compose.Reply, Promise: compose.Promise{Phrase: "tomorrow"}, Mails: []gist.Gist{gist.Read("The dog", body)},
		})
		assert.Equal(t, owed, len(d.Promises) > 0, d.Text)
	}
}
