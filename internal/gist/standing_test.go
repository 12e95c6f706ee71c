package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStandingOptions: what is offered in sentences or lines of their own is what a later
// "which?" asks for, or what is left to the reader without a question.
func TestStandingOptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"There are two ways. Seal it: £90, half a day. Replace it: £410, a whole day. It's your money.":                           "seal it | replace it",
		"One option is a new belt, which costs £40. The other is a new motor for £190. Which would you like?":                     "the new belt | the new motor",
		"Oak comes to £640, plain pine £210. Which do you want?":                                                                  "oak | plain pine",
		"Élan comes to £640, plain pine £210. Which do you want?":                                                                 "élan | plain pine",
		"I've had a price: £980 for six gates with steel posts, or £700 with wooden posts. Which would you prefer?":               "the one with steel posts | the one with wooden posts",
		"For 40 people with 3 courses it comes to £870, with 2 courses it's £640. Which one shall I hold?":                        "the one with 3 courses | the one with 2 courses",
		"Two options for June: Cycling along the canal, 4 days, £300 each. Or a cabin near the lake, one week. What do you want?": "cycling along the canal | the cabin near the lake",
		"We have enough of the pale green in stock, and of the dark blue I'd have to order. Which of the two would you like?":     "the pale green | the dark blue",
		"I can send the rest later, swap it for another colour, or refund you the £12. What shall I do?":                          "send the rest later | swap it for another colour | refund me the £12",
		"You can hire one from us for £9 a day, or there is a used one with a case. What would you like to do?":                   "hire one from you | the used one with a case",
		"I can drop the key at your office or leave it with the neighbour, either is fine.":                                       "drop the key at my office | leave it with the neighbour",
		"You can push it under the door or I'll send you my bank details.":                                                        "push it under the door | send me your bank details",
		"We can offer Monday the 27th at 4.10pm or Wednesday the 29th at 8.30am. I'm sorry about this.":                           "Monday the 27th at 4.10pm | Wednesday the 29th at 8.30am",
		"I'm free tomorrow at 11 or at 3, which one is better?":                                                                   "at 11 | at 3",
		"We have two rooms left: a single at £65 and a double at £90. Which one should I keep?":                                   "the single | the double",
		"10 or 4, which is better?":                                       "10 | 4",
		"What should I call you: author, walker, local legend?":           "author | walker | local legend",
		"A is the plain one, B has the logo on the back. Any preference?": "A | B",
		"The starter was £5, the main was £12 and we shared a taxi.":      "",
		"You can call me on 0161 555 0134 or write to me.":                "",
		"What are your contact details: street, town, postcode?":          "",
	} {
		var got []string
		for _, q := range Read("", text).Questions {
			if len(q.Options) > 1 {
				got = q.Options
			}
		}
		assert.Equal(t, want, strings.Join(got, " | "), text)
	}
}
