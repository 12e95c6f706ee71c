package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTasksThatAreNotAskedFor: a wish, a hope, a plain command and a note that names the
// reader want something done.
func TestTasksThatAreNotAskedFor(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Bring the blue folder back if you think of it.":                              "Please bring the blue folder back.",
		"I'd love you to show them the workshop for half an hour.":                    "Please show them the workshop for half an hour.",
		"It would be great if you could write three lines about the choir.":           "Please write three lines about the choir.",
		"If you could ask your tenant to cut the hedge before then, that would help.": "Please ask your tenant to cut the hedge before then.",
		"And take the tram, parking is hopeless.":                                     "Please take the tram.",
		"You'll sort out the permit with the council.":                                "Please sort out the permit with the council.",
		"Sophie talks to the caterer about the vegans.":                               "Please talk to the caterer about the vegans.",
		"You need to choose the tiles by Monday.":                                     "Please choose the tiles by Monday.",
		"Don't forget to bring your boots.":                                           "Please bring your boots.",
	} {
		g := Read("", "Hi Sophie,\n\n"+body+"\n\nThanks,\nLena Ortiz")
		require.Len(t, g.Requests, 1, body)
		assert.Equal(t, want, g.Requests[0].Clause, body)
		assert.False(t, g.Requests[0].Not, body)
	}
	g := Read("", "Please do not throw away any of the boxes until our driver has been.")
	require.Len(t, g.Requests, 1)
	assert.True(t, g.Requests[0].Not)
	for _, body := range []string{
		"Take care of yourself.", "Keep up the good work.", "Don't worry about the mess.", "Please do not hesitate to call.", "Call the office if you have any questions.",
		"You'll receive the papers on Monday.", "Leave it with me.", "Peter talks to the caterer.", "I would love to show them the workshop.", "It would be great if it stopped raining.", "Please don't be cross.",
	} {
		assert.Empty(t, Read("", "Hi Sophie,\n\n"+body+"\n\nThanks,\nLena Ortiz").Requests, body)
	}
}

// TestListsOfPapersAndNotes: listed papers are to be sent, and notes ask nothing.
func TestListsOfPapersAndNotes(t *testing.T) {
	t.Parallel()
	g := Read("", "Hi Tom,\n\nI am missing only these:\n1. The bank statement for May\n2. The receipt for the printer, £90\n3. A note of what the £400 to Dunn was for\n\nThanks,\nLena Ortiz")
	require.Len(t, g.Requests, 2)
	assert.Equal(t, "Please send me the receipt for the printer.", g.Requests[1].Clause)
	assert.Equal(t, "2", g.Requests[1].Label)
	require.Len(t, g.Questions, 1)
	assert.Equal(t, "what the £400 to Dunn was for", g.Questions[0].Text)

	g = Read("", "Hi Tom,\n\nMy notes, shout if I got anything wrong:\n1. The steel is ordered.\n2. Next meeting on Friday at 9.\n3. You'll book the crane.\n\nThanks,\nLena Ortiz")
	assert.Empty(t, g.Questions)
	require.Len(t, g.Requests, 1)
	assert.Equal(t, "3", g.Requests[0].Label)

	g = Read("", "Hi Tom,\n\nI need:\n- the number of the contract\n- the date the leak was noticed\n\nThanks,\nLena Ortiz")
	assert.Empty(t, g.Requests)
	assert.Len(t, g.Questions, 2)
}

// TestDeadlines: by when something is wanted, in the words of the mail.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Can you get me a new version by Wednesday lunchtime?": "by Wednesday lunchtime",
		"Please send the list by tomorrow noon.":               "by tomorrow noon",
		"Please send the list by the 25th.":                    "by the 25th",
		"Could you send the list by the end of the month?":     "by the end of the month",
		"Could you send the list before Friday?":               "before Friday",
		"Could you send the list by 4 pm?":                     "by 4 pm",
		"Could you send the list? I need it by Tuesday.":       "by Tuesday",
		"Could you send the list? It was written by Sam.":      "",
	} {
		assert.Equal(t, want, Read("", body).Deadline, body)
	}
}
