package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatIsAsked: what a sentence asks, in its order, by its kinds.
func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// conditions before commands
		"Is the red bin yours? If it is, take it in before Friday.":                                   "yesno take",
		"Are you up for the relay? If so pick us a captain, nobody else dares.":                       "yesno pick",
		"When shall we start? If you have an old map of the valley, send it over.":                    "date send",
		"If you would like me to wax the skis too, say so; it costs ten more.":                        "yesno",
		"Do you keep the garage? If you do, please clear the gutter before March.":                    "yesno clear",
		"If the lamp is the trouble, attach a picture of it, then we send another one.":               "attach",
		"Please phone us before noon so that the nurse can explain it.":                               "phone",
		"Keep the gate shut that night, will you.":                                                    "keep",
		"Wear boots, the field is soaked.":                                                            "wear",
		"We must ask you to give us the reading of the water meter.":                                  "identifier",
		"Kindly estimate the value of the carpet and forward any receipts you have.":                  "money forward",
		"The paint is mixed; please open the shed and tell us which wall comes first.":                "open choice",
		"Could you give us a name for the booking?":                                                   "who",
		"Ring the office if you have questions.":                                                      "",
		"Come and see us any time.":                                                                   "",
		"Leave it with me.":                                                                           "",
		"Check in is at three.":                                                                       "",
		"Keep up the good work.":                                                                      "",
		"The seller is keen to hear what you made of the house, and whether you would buy it.":        "opinion yesno",
		"It would help us to know how often he barks and whether he likes children.":                  "number yesno",
		"I have to ask how many copies you need, and by what date.":                                   "number deadline",
		"We would also be grateful to hear if you could drive.":                                       "yesno",
		"Please tell us your age and weight, which tablets you take, and whom we should ring.":        "number number choice who",
		"To register you we need your customer number as well as the date of the purchase.":           "identifier date",
		"I'd appreciate your full name, your address and the earliest day you could start.":           "who address date",
		"I cannot close the file before I've got these from you: the contract; the number of nights.": "send number",
		"For the trip please let me know: your name, any food you can't eat and who you share with.":  "who what who",
		"To value it I need the mileage, the year it was built, and has it ever been repainted?":      "number date yesno",
		"how many of us are there and is it tea or coffee.":                                           "number choice",
		"Roughly when will you be here?":                                                              "date",
		"Two quick things:\n- lemon ok?\n- how many spoons\n- arrival time\n":                         "yesno number time",
		"Missing from you:\n- birth date\n- passport no.\n":                                           "date identifier",
		"Need your collar size, UK not EU!":                                                           "number",
		"We have to note how deep the pond is.":                                                       "number",
		"To fix the premium we ask how far you drive, and for how long you have been insured.":        "number duration",
		"What's still missing is the receipt, your date of birth, and whether you smoke.":             "need date yesno",
		"Please send me waist, inseam and height in cm, plus shoe size.":                              "number number number number",
		"What sum, if any, would you call fair?":                                                      "money",
		"What does he like most, from what you see?":                                                  "what",
		"Please also confirm that your address is still the one in Elm Row.":                          "yesno",
		"There are seats on the 4th and the 11th; choose one and let me have your staff number.":      "choice identifier",
		"If you never washed it then write us three lines on how you keep it.":                        "write",
		"I'd need Tom's neck and waist measurements by then.":                                         "number",
		"We can deliver on Friday afternoon if that suits.":                                           "meet",
		"Which colour did you mean? I could pop round on Friday if you like.":                         "choice meet",
		"How old is it, do you remember?":                                                             "number",
		"Tell me the make you prefer.":                                                                "what",
		"I need to give him a total by Tuesday.":                                                      "",
		"I still need a week to unpack.":                                                              "",
		"With that I can decide whether we need the scan.":                                            "",
		"At the meeting you very kindly put your name on the list.":                                   "",
		"I am pleased to say that everything is well.":                                                "",
		"Was going to hand out free beer.":                                                            "",
		"Everything you tell me saves somebody a week.":                                               "",
		"I may say it out loud at last: I'm expecting, due in June!":                                  "",
		"We must state a figure for the rest: chairs, books and so on.":                               "",
		"I keep the car till Thursday if that's ok.":                                                  "",
		// what only tells of a question, and what only has the form of one
		"You wanted to know whether the jars can be returned: they can.": "",
		"The postman did wonder whether anybody lived there.":            "",
		"The makers could not tell us which part is broken.":             "",
		"Who would have thought that a button could do that?":            "",
		"How good is that?":                                                    "",
		"Where he got such a hat, who knows?":                                  "",
		"What would we have done without you?":                                 "",
		"I wonder how he does it.":                                             "",
		"Guess who stood at the gate?":                                         "",
		"The council asked whether you could come along.":                      "yesno",
		"Please let us know where to put it. The fee stays the same.":          "place",
		"Under the scheme you may choose between a day off and a gift of £40.": "",
	} {
		assert.Equal(t, want, parts(Read("", text)), text)
	}
}
