package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestThingsToldApartAreOptions of a question that only asks which: each has a sentence or a
// clause of its own.
func TestThingsToldApartAreOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"There are two ways up. The north stair has the nicer steps, but it is steep. The south ramp is gentle, ten minutes at most. We'd be three, or four if Otto comes. Which do you fancy?", []string{"the north stair", "the south ramp"}},
		{"I got two cloths. One is a thin pale linen called Foam. The other is a thick brown wool. You have an eye for this. Which one would you go for?", []string{"the thin pale linen", "the thick brown wool"}},
		{"I have seen two things. \"Tales of the Marsh\" is a set of discs. \"The High Wall\" is a big picture book. Her ears are not what they were. Which should we get her?", []string{"Tales of the Marsh", "the High Wall"}},
		{"They sent me two lamps.\n\nThe Orlo has a brass foot and comes in black only. It is £89.\n\nThe Tenna has a glass foot. It is £145.\n\nWhich would you prefer?", []string{"the Orlo", "the Tenna"}},
		{"I've had two quotes for the wall. Penn & Sons want £4,200 and could start in May. Lark Walls want £3,650. Which do you think we should go with?", []string{"Penn & Sons", "Lark Walls"}},
		{"The cook has to decide. Soup is safe; the new pie by Ines is riskier. Which would you serve?", []string{"soup", "the new pie by Ines"}},
		{"The upper hall is free until 4, the lower one all day. Which should I reserve?", []string{"the upper hall", "the lower one"}},
		{"The clasps come in two kinds. Hooks are quicker. Buttons take more time. Which do you want?", []string{"hooks", "buttons"}},
		{"I like the one on the bridge, where we all laugh, and the one in the shop, which is darker. Which one for the wall?", []string{"the one on the bridge", "the one in the shop"}},
		{"We can have the petrol saw or the battery one. The petrol one is stronger. The battery one is lighter. Which would you like?", []string{"the petrol saw", "the battery one"}},
		{"I have to choose a song and can't. One is that bit from Carmen, which everybody has. The other is a short tune by a cousin, funny and quick. What would you do?", []string{"that bit from Carmen", "the short tune by a cousin"}},
		{"I thought of a play set in Bath, about two hours, or that film about eels which is only one. Whichever you'd rather, I'll book today.", []string{"the play set in Bath", "that film about eels"}},
		{"Your cover can be renewed with a £250 excess at £412 a year, or with a £500 excess at £365 a year. Please let us know which you would like.", []string{"with a £250 excess", "with a £500 excess"}},
		{"I found a teak desk at £220 and a metal one at £90. What do you think?", []string{"the teak desk", "the metal one"}},
		{"We're down to two for the board, Ravi and Edith. Ravi knows the team, Edith has done it before. Who would you ask?", []string{"Ravi", "Edith"}},
	} {
		g := Read("", "Hello Ann,\n\n"+c.text+"\n\nBo")
		require.NotEmpty(t, g.Questions, c.text)
		assert.Equal(t, c.want, g.Questions[0].Options, c.text)
	}
}

// TestNothingIsToldApart where sentences only follow each other.
func TestNothingIsToldApart(t *testing.T) {
	t.Parallel()
	g := Read("", "Hello Ann,\n\nThe meeting is at three. The room is booked. Which seat would you like?\n\nBo")
	for _, q := range g.Questions {
		assert.Empty(t, q.Options)
	}
}

// TestMerits are what a mail says for one of several things.
func TestMerits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []Merit
	}{
		{"The petrol one is stronger but it weighs a ton. The battery one is lighter. Which would you like, and why?", []Merit{{"the petrol one", "it is stronger"}, {"the battery one", "it is lighter"}}},
		{"The half day costs £340. The full day is £610. Which one shall I take?", []Merit{{"the half day", "it is cheaper"}}},
		{"Eyelets are quicker. Pleats are heavier. Which do you want?", []Merit{{"eyelets", "they are quicker"}}},
		{"The early bus leaves at six. The later one costs £6 less. Which do you want?", []Merit{{"the later one", "it is cheaper"}}},
		{"I've found a plain wool that is thick and a flowery linen that's prettier but marks. Which would you go for and why?", []Merit{{"a flowery linen", "it is prettier"}}},
		{"The Mill is not as quiet. The Wharf is closed. Which do you want?", nil},
	} {
		assert.Equal(t, c.want, Read("", "Hello Ann,\n\n"+c.text+"\n\nBo").Merits, c.text)
	}
}

// TestWhatIsToBeDoneIsAChoice whatever else the question has in it.
func TestWhatIsToBeDoneIsAChoice(t *testing.T) {
	t.Parallel()
	g := Read("", "Hello Ann,\n\nWould you like to wait while it is done, or leave it with us for the day?\n\nBo")
	require.NotEmpty(t, g.Questions)
	assert.Equal(t, AskChoice, g.Questions[0].Ask)
}
