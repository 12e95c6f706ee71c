package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestConditions: what is asked in a case that the writer does not expect hangs on the answer
// before it; a condition of mere courtesy hangs on nothing.
func TestConditions(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		"When can we expect the payment? If you have already paid, please send us the date of the transfer.":       -1,
		"Which invoice was it for? If it was meant for more than one, please say how to split it.":                 -1,
		"Can you come? If you have a minute, tell me which day suits you.":                                         0,
		"Can you come? If you can, tell me which day suits you.":                                                   0,
		"Kommst du? Falls du den Schlüssel verloren hast, wann hattest du ihn zuletzt?":                            -1,
		"Kommst du? Wenn du Zeit hast, sag mir bitte, welcher Tag dir passt.":                                      0,
		"Quand pouvez-vous payer ? Si vous avez déjà payé, quelle est la date du virement ?":                       -1,
		"¿Cuándo puede pagar? Si ya ha pagado, ¿cuál es la fecha de la transferencia?":                             -1,
		"Would you like the desk? If you would like it, what is your address?":                                     1,
		"Could you bring the books back? If you have lost one, please let us know.":                                -1,
		"Could you check the numbers? If you have time, please also tell me whether you think 20 slides too many.": 0,
	} {
		g := Read("", body)
		if assert.NotEmpty(t, g.Questions, body) {
			last := g.Questions[len(g.Questions)-1]
			assert.Equal(t, want, last.If, "%s: %+v", body, last)
		}
	}
	g := Read("", "Would you like to stay? Please let me know by 1 June so that I can prepare the papers.")
	require.Len(t, g.Questions, 1, "nothing more is to be told")
}

// TestRequestsOfLists: a request has the mark of its point, and whether to be told "either way" is no question.
func TestRequestsOfLists(t *testing.T) {
	t.Parallel()
	g := Read("", "A quick round of who does what:\n\n1. Could you run the cake stall?\n2. Have you got a folding table?\n")
	require.Len(t, g.Requests, 1)
	assert.Equal(t, "1", g.Requests[0].Label)
	g = Read("", "Any chance you could take my shift? Let me know either way so I can tell Carol.")
	assert.Len(t, g.Questions, 1, "%+v", g.Questions)
}

// TestPaymentsAreNoAppointments: a day on which something is paid is agreed with nobody.
func TestPaymentsAreNoAppointments(t *testing.T) {
	t.Parallel()
	g := Read("", "The invoice was due on 15 January. When may we expect payment?")
	require.NotEmpty(t, g.Questions)
	assert.NotEqual(t, AskMeet, g.Questions[0].Ask)
}
