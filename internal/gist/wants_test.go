package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestListsOfWhatIsWanted: each thing of a list is asked for by itself: values are to be
// told, the rest is to be sent or done.
func TestListsOfWhatIsWanted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Could you send us the figures yourself, and the date you read them?":                                                         "number the figures yourself|date the date you read them",
		"Please also send me the name and phone number of the person who will receive them.":                                          "who the name of the person who will receive them|phone the phone number of the person who will receive them",
		"And I need the name of your bank for payroll, the account number can wait until you are here.":                               "who the name of your bank for payroll",
		"We also need the full name of the second guest.":                                                                             "who We also need the full name of the second guest.",
		"I still need your new address and one of the front door keys, you returned two.":                                             "address your new address|need I still need one of the front door keys.",
		"I further need the hours of closure, the name of the person in charge and an indication of whether there will be music.":     "time the hours of closure|who the name of the person in charge|yesno whether there will be music",
		"We'd also need the approximate value of the contents and a description of the outer packaging.":                              "money the approximate value of the contents|need We'd also need a description of the outer packaging.",
		"Please give me Daisy's date of birth, her shoe size and an emergency contact. And your mobile number.":                       "date Daisy's date of birth|number her shoe size|who an emergency contact|phone And your mobile number.",
		"Please confirm the number of guests, the arrival time and the name the booking should be under.":                             "number the number of guests|time the arrival time|who the name the booking should be under",
		"Could I have your registration number and the mileage, please?":                                                              "identifier your registration number|number the mileage",
		"Could you send: the error code, the serial number (inside the flap, starts HX) and whether it is warm.":                      "identifier the error code,|identifier the serial number (inside the flap, starts HX)|yesno whether it is warm.",
		"Before I give you a price I need to know\n\na) how many sockets you want in the kitchen\nb) someone we can ring at the site": "number how many sockets you want in the kitchen|who someone we can ring at the site",
		"Please reply with your date of birth, your home address and how many people live with you.":                                  "date your date of birth|address your home address|number how many people live with you",
		"We need a number we can reach you on and to know who will collect Ella.":                                                     "phone a number we can reach you on|who who will collect Ella",
		"At what time do you expect to arrive, how many dogs are you bringing, and will you need the cot?":                            "time At what time do you expect to arrive?|number how many dogs are you bringing?|yesno will you need the cot?",
		"How many of you are coming, are any of you vegetarian, and where will you be staying?":                                       "number How many of you are coming?|yesno are any of you vegetarian?|place where will you be staying?",
		"How wide is your side gate, where should the driver put it and who'll be there to sign?":                                     "number How wide is your side gate?|place where should the driver put it?|who who'll be there to sign?",
		"When did you last donate, and which day would suit you for the next one?":                                                    "date When did you last donate?|meet which day would suit you for the next one?",
		// no lists
		"Please send the signed contract and the photos.":        "send Please send the signed contract and the photos.",
		"I only need the total.":                                 "",
		"Could you send us the invoice again by Friday, please?": "send Could you send us the invoice again by Friday, please?",
	} {
		g := Read("", "Dear Ann,\n\n"+text+"\n\nBest wishes,\nTom")
		var got []string
		for _, q := range g.Questions {
			got = append(got, string(q.Ask)+" "+q.Text)
		}
		for _, r := range g.Requests {
			if r.Clause != "Before I give you a price I need to know" {
				got = append(got, r.Verb+" "+r.Clause)
			}
		}
		assert.Equal(t, want, strings.Join(got, "|"), text)
	}
}

// TestPreferringIsNoRequest: "would you prefer another week" wants nothing done.
func TestPreferringIsNoRequest(t *testing.T) {
	t.Parallel()
	g := Read("", "Would that be acceptable or would you prefer another week?")
	assert.Empty(t, g.Requests)
	assert.Len(t, g.Questions, 1)
	g = Read("", "May I ask once more when you will arrive?")
	assert.Equal(t, "when", g.Questions[0].Kind)
}

// TestThingsToTell: of three things that are to be told each is asked for, whatever it is.
func TestThingsToTell(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"I need you to tell me the colour, the make and the size.", "Could you tell me the colour, the make and the size?",
		"Before I hand it over I need you to tell me the colour, the make, and one thing that's inside.",
	} {
		assert.Len(t, Read("", text).Questions, 3, text)
	}
}

// TestReasonsAreNotWanted: what only gives the reason of a request is not what is wanted.
func TestReasonsAreNotWanted(t *testing.T) {
	t.Parallel()
	g := Read("", "We would need a decision by Tuesday, since there is a waiting list.")
	if assert.Len(t, g.Requests, 1) {
		assert.Equal(t, "a decision", g.Requests[0].Object)
	}
}
