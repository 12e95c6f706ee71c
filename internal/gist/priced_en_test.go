package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPricedThingsAreOptions of a question that only asks which.
func TestPricedThingsAreOptions(t *testing.T) {
	t.Parallel()
	g := Read("", "Do you want to renew it? A monthly plan is $45 and a full year is $420. Just tell me which one you want.")
	assert.Equal(t, []string{"the monthly plan", "the full year"}, g.Questions[len(g.Questions)-1].Options)
	g = Read("", "I can do the shelves in oak for 1,150 or in painted pine for 780. Which way do you want to go?")
	assert.Equal(t, AskChoice, g.Questions[0].Ask)
	assert.Equal(t, []string{"in oak", "in painted pine"}, g.Questions[0].Options)
}
