package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAlternatives(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"does it jam with other trays too, or only with yours?":           "with other trays too | only with mine",
		"Does it happen with other laptops too, or only yours?":           "with other laptops too | only with mine",
		"Do you want people to pay when they book or when they turn up?":  "when they book * | when they turn up *",
		"Should people pay when they order or when they collect?":         "when they order * | when they collect *",
		"does it hurt at night or only when you lift something?":          "at night | only when I lift something",
		"Is the light on the router green, or just red?":                  "green | just red",
		"Is it the left or the right shoulder that hurts?":                "the left | the right shoulder",
		"Are you using the HDMI cable on the desk or the wireless thing?": "the HDMI cable on the desk | the wireless thing",
		"Is that me or Otto?":                           "you | Otto",
		"Will it be you or me this time?":               "me | you",
		"Would morning or afternoon be better for you?": "morning * | afternoon *",
		"Would you rather have the plan as one long file, or as a short note with the tables apart?": "as one long file * | as a short note with the tables apart *",
		"The same cloth as last time or something heavier?":                                          "the same cloth as last time * | something heavier *",
		"who lays the new floor, yourselves or a fitter?":                                            "we will do it ourselves ! | a fitter",
		"Meanwhile: who's going to lay the floor, you yourselves or a tiler?":                        "we will do it ourselves ! | a tiler",
		"Train or car for Saturday?":                                                                 "train * | car *",
		"dinner on Friday, my place or yours?":                                                       "your place | mine",
		"Send it back or leave it?":                                                                  "please send it back *! | please leave it *!",
		"Is the blue one or the green one better for the cover?":                                     "the blue one * | the green one *",
		"concert in May or in September?":                                                            "in May | in September",
		"do you think we should sell the van or keep it another year?":                               "I would sell the van *! | I would keep it another year *!",
		"Will there be four of you or five?":                                                         "four of us | five",
		"Want me to do the lot, or only what you came in for?":                                       "only what I came in for *",
		"whether it's hand or machine stitched, or both":                                             "hand | machine stitched | both",
		"how you mean to settle it: by a mediator, or straight to court?":                            "by a mediator | straight to court",
		"Keep or bin?":                                                                        "keep * | bin *",
		"seating: U-shape or rows?":                                                           "U-shape * | rows *",
		"Red or white in the evening, or both?":                                               "red * | white * | both *",
		"Tea, coffee or juice?":                                                               "tea * | coffee * | juice *",
		"Do we mention the pilot or leave it out?":                                            "let us mention the pilot *! | let us leave it out *!",
		"do they whistle or rub?":                                                             "they whistle ! | they rub !",
		"do you own the house or rent it?":                                                    "I own the house ! | I rent it !",
		"Should I buy one or rent one to begin with?":                                         "I would buy one *! | I would rent one to begin with *!",
		"Shall we go to the lake or stay in town, what do you think?":                         "let us go to the lake *! | let us stay in town *!",
		"do you want me to book the hotel now or wait until we know the numbers?":             "please book the hotel now *! | please wait until you know the numbers *!",
		"would you rather come on Monday or stay at home?":                                    "I would rather come on Monday *! | I would rather stay at home *!",
		"Are you driving to the conference or taking the train?":                              "I am driving to the conference | I am taking the train",
		"Would you rather mend it or give me a new one?":                                      "I would rather mend it | I would rather give you a new one",
		"Are you coming alone or with Alex?":                                                  "I am coming alone | I am coming with Alex",
		"do you drink tea or coffee?":                                                         "tea | coffee",
		"would you like tea or coffee?":                                                       "tea * | coffee *",
		"Is he a puppy or fully grown?":                                                       "fully grown",
		"we could meet at 6, or is that too late for you?":                                    "",
		"do you have any bags or anything else to check in?":                                  "",
		"Can you come or shall I ask Tom?":                                                    "",
		"Is it the blue, the red or the green one?":                                           "the blue | the red | the green one",
		"Are you on the first floor or the second?":                                           "on the first floor | on the second",
		"What does the screen show – \"no signal\" or just black?":                            "no signal | just black",
		"would you like us to send it by post or by courier?":                                 "by post * | by courier *",
		"Will you be there in the morning or only after lunch?":                               "in the morning | only after lunch",
		"Have you slept in a hammock before, or only in tents?":                               "in a hammock | only in tents",
		"Can you okay the plan or send me your notes by Tuesday?":                             "I will okay the plan ! | I can send you my notes by Tuesday !",
		"Could you or a neighbour let the gasman in?":                                         "",
		"would you add a sentence or two for the leaflet?":                                    "",
		"Would you rather pay by card or hand me the cash when I come round to see the shed?": "I would rather pay by card *! | I would rather hand you the cash when you come round *!",
		"Are you bringing the kids both days or just the Sunday?":                             "both days | just the Sunday",
	} {
		var got []string
		for _, a := range Alternatives("en", text) {
			mark := ""
			if a.Wish {
				mark += "*"
			}
			if a.Deed {
				mark += "!"
			}
			got = append(got, strings.TrimSpace(a.Said+" "+mark))
		}
		assert.Equal(t, want, strings.Join(got, " | "), text)
	}
}

// TestTwoQuestionsAreAChoice: what stands side by side as questions is chosen among, however
// the first of them is put.
func TestTwoQuestionsAreAChoice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Ask{
		"Shall I note the usual three days or do you think it will be more?":                AskChoice,
		"Still at the bakery, or did you go back to teaching?":                              AskChoice,
		"Could you send somebody on Monday, or would you rather have the chair back?":       AskChoice,
		"Is the blue still the blue or did your brother win the argument about the yellow?": AskChoice,
		"Red or white in the evening, or both?":                                             AskChoice,
		"Could you come at 6, or is that too late?":                                         AskYesNo,
	} {
		g := Read("", text)
		if assert.NotEmpty(t, g.Questions, text) {
			got := g.Questions[0].Ask
			if got == AskMeet {
				got = AskYesNo
			}
			assert.Equal(t, want, got, text)
		}
	}
}

// TestNoChoice: an "or" that only widens who is asked, or leaves a count open, offers nothing.
func TestNoChoice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Ask{
		"Could you or a neighbour let the gasman in?":                  AskYesNo,
		"If you like it, would you add a sentence or two to the card?": AskYesNo,
		"You in or out for Sunday?":                                    AskYesNo,
		"What are you hoping to learn?":                                AskWhat,
		"What are you hoping to pay?":                                  AskMoney,
	} {
		g := Read("", text)
		if len(g.Questions) > 0 { // what is asked for may be read as a request
			assert.Equal(t, want, g.Questions[0].Ask, text)
		}
	}
	g := Read("", "I need a paragraph or two for the leaflet. What would you like to call the course?")
	if assert.NotEmpty(t, g.Questions) {
		assert.Empty(t, g.Questions[0].Options)
	}
	g = Read("", "What would you like on the table: jug, glasses, anything else?")
	if assert.NotEmpty(t, g.Questions) {
		assert.Equal(t, []string{"jug", "glasses"}, g.Questions[0].Options)
	}
}
