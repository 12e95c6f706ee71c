package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStatementsAreSaidBack by their reader, or not at all.
func TestStatementsAreSaidBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"You may want to know that our lift will be out of order on Monday.":       "your lift will be out of order on Monday",
		"Just to let you know that our office will be closed on Monday.":           "your office will be closed on Monday",
		"We will be away next week because of the fair.":                           "you will be away next week",
		"your electricity meter will be read on Tuesday between 10 and 12.":        "my electricity meter will be read on Tuesday between 10 and 12",
		"The new date is Wednesday 21 January.":                                    "the new date is Wednesday 21 January",
		"Sorry for the trouble.":                                                   "",
		"Have a nice stay!":                                                        "",
		"See you at the lake on Friday!":                                           "",
		"Here is the invoice for the two chairs.":                                  "",
		"OUR OFFICE WILL BE CLOSED ON MONDAY":                                      "",
		"The code for the front door is 4471 from Sunday on.":                      "the code for the front door is 4471 from Sunday on",
		"I have to tell you that the kitchen will come a week later than planned.": "the kitchen will come a week later than planned",
	} {
		assert.Equal(t, want, Note("en", text), text)
	}
	assert.Empty(t, Note("de", "Unser Büro ist am Montag geschlossen."))
}

// TestToldAreTheStatements of a mail, and what stands before a question.
func TestToldAreTheStatements(t *testing.T) {
	t.Parallel()
	g := Read("", "Hi Sam,\n\nMum fell on Sunday. Please call her. I baked a cake, shall I bring you half? Are you free on Friday?\n\nRay")
	assert.Equal(t, []string{"Mum fell on Sunday.", "I baked a cake"}, g.Told)
}

// TestAFirstNameBelowIsAPerson: who greets, asks and ends with a first name wrote by hand.
func TestAFirstNameBelowIsAPerson(t *testing.T) {
	t.Parallel()
	g := Read("Contract", "Dear Ruth,\n\nattached is the contract we talked about on Monday. Please read it and send it back signed by the end of the week.\n\nCarl")
	assert.Empty(t, g.Machine)
}

// TestNightsAreCounted: a stay whose nights and days disagree is a contradiction.
func TestNightsAreCounted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"We have booked you from 3 to 6 May, 2 nights.":   "2 nights|3 to 6 May",
		"We have booked you from 3 to 6 May, 3 nights.":   "",
		"It costs 90 for two nights and is free in June.": "",
	} {
		got := ""
		for _, a := range Read("", text).Acts {
			if a.Kind == Contradicting {
				got = a.Value
			}
		}
		assert.Equal(t, want, got, text)
	}
}
