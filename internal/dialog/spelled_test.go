package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestShortQuestionsMeanTheSentenceBefore: "What's yours?" is after what was just lost, "Do you
// think you could?" after what was just wished for.
func TestShortQuestionsMeanTheSentenceBefore(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"My phone fell in the bath, so I've lost all my numbers. What's yours again?":                            "answer.phone",
		"My new email is kim@ours.test. What's yours?":                                                           "answer.identifier",
		"It would mean a lot if you could say a few words at the service. Do you think you could?":               "do.",
		"It would be great if you could bring your camera. Could you?":                                           "do.",
		"Please find out from the garage whether the van will be ready by Friday and what it will cost.":         "do.promise",
		"Could you ask Tom whether he needs the drill and when he wants it back?":                                "do.promise",
		"Could you please find out what the hall costs and whether it has a kitchen?":                            "do.promise",
		"Please check with the caretaker when the boiler room is open and who has the key. Thank you very much.": "do.promise",
	} {
		out := Plan(in("1", gist.Read("", text)))
		require.NotEmpty(t, out.Moves, text)
		last := out.Moves[len(out.Moves)-1]
		assert.Contains(t, last.Slot, want, text)
		asked := 0
		for _, m := range out.Moves {
			if m.Core && m.Slot != "react" && m.Slot != "badnews" {
				asked++
			}
		}
		assert.Equal(t, 1, asked, "%s: %v", text, slotsOf(out))
	}
}

// TestNamesOfThingsAreNoPeople: a wine has no first name.
func TestNamesOfThingsAreNoPeople(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"What was the name of the wine we had at yours?", "What's the name of the film you told me about?", "What was the title of the book?"} {
		i := in("1", gist.Read("", text))
		i.unready = false
		out := Plan(i)
		require.NotEmpty(t, out.Moves, text)
		assert.NotEqual(t, "answer.who", out.Moves[0].Slot, text)
	}
}
