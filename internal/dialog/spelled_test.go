package dialog

import (
	"fmt"
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
		"I'm stuck on the A34, start without me. Can somebody else do the welcome?":                              "do.",
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

// TestQuestionsBesideAChoiceStand: the choice behind "and" is another question.
func TestQuestionsBesideAChoiceStand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"How many guests are coming, and would you like the flowers fresh or dried?": 2,
		"What did the plumber charge you, and do you want tea or coffee on Sunday?":  2,
		"Where do you keep the ladder, and shall I bring the drill or the saw?":      2,
		"How do we pay, do I send it or do we pay at the door?":                      1,
	} {
		out := Plan(in("1", gist.Read("", text)))
		assert.Len(t, out.Moves, want, "%s: %v", text, slotsOf(out))
	}
}

// TestNewsBesideAQuestionIsMet: a birth is congratulated on and condolences are thanked for.
func TestNewsBesideAQuestionIsMet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"She's here! Matilda, 3.4 kg, born this morning at ten past four. All well. When can you come?":                                  "ongratulations",
		"I only heard today about your uncle. I'm so very sorry. He taught me to fish when I was seven. Is there going to be a service?": "Thank you",
		"Uncle Ray is asking for you. He's in ward 6 at the General, they don't think it'll be long. When could you get here?":           "sorry",
		"My supervisor wants me to cut chapter three. I honestly feel like giving up. What would you do in my place?":                    "sorry",
	} {
		out := Plan(in("1", gist.Read("", text)))
		require.Len(t, out.Moves, 2, "%s: %v", text, slotsOf(out))
		assert.Contains(t, out.Moves[0].Values["value"], want, text)
	}
}

// lastOf answers one mail after the other, and returns the moves of the last one.
func lastOf(t *testing.T, texts ...string) []Move {
	t.Helper()
	i := in("1", gist.Read("", texts[0]))
	out := Plan(i)
	for _, text := range texts[1:] {
		i.Mails = []gist.Gist{gist.Read("", text)}
		i.Thread, i.Claims = out.Thread, append(i.Claims, out.Claims...)
		i.Thread.Turns = max(i.Thread.Turns, 1)
		out = Plan(i)
	}
	require.NotEmpty(t, out.Moves)
	return out.Moves
}

// TestMeasuresAreRemembered: "the width" is what "how wide" asked for, and an address is no
// number of steps.
func TestMeasuresAreRemembered(t *testing.T) {
	t.Parallel()
	first := Plan(in("1", gist.Read("", "How wide is the table, and how heavy?"))).Moves
	require.Len(t, first, 2)
	for _, text := range []string{"How wide was it again? I've lost the note.", "What did you say about the width?"} {
		again := lastOf(t, "How wide is the table, and how heavy?", text)
		assert.Equal(t, first[0].Values["value"], again[0].Values["value"], text)
		assert.Equal(t, "answer.ready.again", again[0].Slot, text)
	}
	address := lastOf(t, "How many steps are there to your door?", "What was your address again? The movers need it.")
	assert.Equal(t, "answer.address", address[0].Slot)
}

// TestWithOrWithout: one of the two is named, and not a yes.
func TestWithOrWithout(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Should your name be given with or without the middle initial?": "^with(out)? the middle initial$",
		"Would you like the room with or without your own bathroom?":    "^with(out)? my own bathroom$",
	} {
		out := Plan(in("1", gist.Read("", text)))
		require.Len(t, out.Moves, 1, text)
		assert.Equal(t, "answer.choice", out.Moves[0].Slot, text)
		assert.Regexp(t, want, out.Moves[0].Values["value"], text)
	}
}

// TestThingsThatDie: a loudspeaker is not mourned, and those of whom a notice speaks are not asked
// for.
func TestThingsThatDie(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"hey r u still coming tonight?? and can u bring the big speaker, mine died lol",
		"My laptop died this morning, so could you send me the file again?",
	} {
		for _, m := range Plan(in("1", gist.Read("", text))).Moves {
			assert.NotContains(t, []string{"react.sad", "condole"}, m.Slot, text)
		}
	}
	out := Plan(in("1", gist.Read("", "I'm so sorry about your mother. Mine died in March, so I know what it is like.")))
	require.NotEmpty(t, out.Moves)
	assert.NotEqual(t, "informed", out.Moves[0].Slot, "a mother is mourned")
	out = Plan(in("1", gist.Read("", "The plumber is at it. I don't think it'll be long until the kitchen is done. When could you come?")))
	for _, m := range out.Moves {
		assert.NotContains(t, m.Values["value"], "sorry", "a kitchen is not dying")
	}
	out = Plan(in("1", gist.Read("", "Please let me know whether you would still like the newsletter on paper, as postage has gone up and we are asking those who can to switch to email.")))
	assert.NotContains(t, slotsOf(out), "answer.who")
	out = Plan(in("1", gist.Read("", "Before it can be registered we require a block plan at a scale of 1:500.")))
	require.NotEmpty(t, out.Moves)
	assert.NotContains(t, out.Moves[0].Values["doing"], "require")
	for seed := range 8 {
		out = Plan(in(fmt.Sprint(seed), gist.Read("", "Should I write to the 14 customers, or will support do that?")))
		require.Len(t, out.Moves, 1)
		assert.Regexp(t, "^(support will do that|please write to the 14 customers|you can write to the 14 customers)$", out.Moves[0].Values["value"])
	}
}
