package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDecisionsAreBoundToTheirOptions: whatever a question about a decision asks with, its options
// are the things, places or deeds that stand nearest to it, without their prices and remarks.
func TestDecisionsAreBoundToTheirOptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"I can glue the handle for £12, which may hold, or turn a new one for £30. How would you like to proceed?": "deed:glue the handle | deed:turn a new one",
		"There's the loft with a skylight, the cellar, and a shed (no power). Which would you like?":               "thing:the loft with a skylight | thing:the cellar | thing:the shed",
		"We could take the ferry at noon. Or just drive up early. What do you reckon?":                             "joint:take the ferry at noon | joint:drive up early",
		"I varnish the lid for £20, or I carve a new one. What would you like?":                                    "deed:varnish the lid | deed:carve a new one",
		"The grey one is £60 and the tan one £75. Which shall I keep?":                                             "thing:the grey one | thing:the tan one",
		"The label says 40 degrees, but the leaflet says 60. Which is right?":                                      "thing:40 degrees | thing:60",
		"It can be collected on the day or sent by courier. What would you prefer?":                                "mine:have it collected on the day | mine:have it sent by courier",
		"I can seat you in the front row, or in the gallery. Where shall I put you?":                               "how:in the front row | how:in the gallery",
		"Rosa plays the cello; Ines sings. Who would you like to have?":                                            "thing:Rosa | thing:Ines",
		"You can fetch it from the yard or I'll drop it off. Whatever's easiest.":                                  "mine:fetch it from the yard | deed:drop it off",
		"Which would you like? I have tweed, corduroy and denim.":                                                  "thing:tweed | thing:corduroy | thing:denim",
		"1. keep the old tank, £40\n2. fit a bigger one, £200\nWhat shall I do?":                                   "deed:keep the old tank | deed:fit a bigger one",
		"Please tell us whether you wish to keep the seats or give them back.":                                     "mine:keep the seats | mine:give them back",
		"Would you like brown bread? Or white?":                                                                    "thing:brown bread | thing:white",
		"16 seats £210, 24 seats £260. Which do you need?":                                                         "thing:16 seats | thing:24 seats",
		"Basic: a new lock, £40. Better: a new door, £300. Let me know which.":                                     "thing:the new lock | thing:the new door",
		"Hut 3 by the stream, damp but cheap. Hut 8, steep walk. Which do you want?":                               "thing:Hut 3 by the stream | thing:Hut 8",
		"In A the stove is by the door. In B the door moves. Which shall I draw?":                                  "thing:A | thing:B",
		"Train to the border, slow but pretty. Or a coach, five hours. What are we doing?":                         "thing:train to the border | thing:the coach",
		"I can copy them all, or only those with a stamp. Please tell me how you want it.":                         "deed:copy them all | deed:copy those with a stamp",
		"She could sing alto in May, or play the horn. Let me know what she decides.":                              "theirs:she can sing alto in May | theirs:she can play the horn",
		"Your form lists 12 chairs, the contract shows 15. Please confirm the quantity.":                           "thing:12 chairs | thing:15",
		"You did not say whether it should go to the choir, the band or wherever you like. Could you tell me?":     "thing:the choir | thing:the band | thing:wherever I like",
		"Colours left are navy, tan and moss. which you having":                                                    "thing:navy | thing:tan | thing:moss",
		"I've narrowed it down to the fox (blue) and the owl. Which one speaks to you?":                            "thing:the fox | thing:the owl",
		"We could have it stained or just oiled. How do you feel about that?":                                      "joint:have it stained | joint:have it oiled",
		"It goes by bus or rail. Please confirm the date.":                                                         "",
		"It takes a week or two. Which colour did you paint it?":                                                   "",
		"We have tea, biscuits and so on. What would you like me to bring along?":                                  "",
		"I bought a lamp and a chair. What did you think of the play?":                                             "",
	} {
		var got []string
		for _, q := range Read("", text).Questions {
			for _, o := range q.Choices {
				got = append(got, string(o.Kind)+":"+o.Name)
			}
		}
		assert.Equal(t, want, strings.Join(got, " | "), text)
	}
}
