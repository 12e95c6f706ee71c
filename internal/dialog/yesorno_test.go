package dialog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// saidTo are the statements and values of the answers to a mail, and its slots.
func saidTo(body string) (said string, slots []string) {
	out := Plan(inThread(gist.Read("A matter", body)))
	var all []string
	for _, m := range out.Moves {
		all = append(all, m.Values["stated"]+m.Values["value"])
		slots = append(slots, m.Slot)
	}
	return strings.Join(all, " / "), slots
}

// TestYesOrNo: what looks like another question or leads to one, what hangs on a yes, and which
// answer is the likely one.
func TestYesOrNo(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Would the Thursday be a disaster?":                                                       "the Thursday is fine",
		"Would it be a nuisance if I left at three?":                                              "(No, not at all|No, that is no problem at all|Not at all, that is fine)",
		"Did I get anything wrong?":                                                               "you did not get anything wrong",
		"Could I sleep on your sofa on the Friday or is it full of Lego?":                         "^you can sleep on my sofa on the Friday$",
		"Has he said anything at home about maths, or about the boys he sits with?":               "he has not said anything at home about maths",
		"Are you in on Saturday or not?":                                                          "^I am in on Saturday$",
		"You did say something like it, didn't you?":                                              "^I said something like it$",
		"Has the boiler been serviced this year, and by whom?":                                    "^(the boiler has been serviced this year / by |the boiler has not been serviced this year$)",
		"Will you be her godmother?":                                                              "(love to|all my heart)",
		"Would it fit into a small van, do you think?":                                            "it would (not )?fit into a small van",
		"It's been what, six years? Do you still sing?":                                           "^I (still|no longer) sing$",
		"Could you tell me:\n- did you click the link?\n- if yes, did you type in your password?": "click",
		"Does he need to bring boots or anything else?":                                           "^he (needs|does not need) to bring boots$",
		"We found an earring. Yours?":                                                             "mine",
		"Please let us know whether you take any medication before your appointment.":             "^I do not take any medication",
		"Is the ladder still in your garage? Has the postman left anything for us with you?":      "anything for you",
		"Could you let me know:\n1. whether you plan to take the other 4 days, and roughly when":  "^I plan to take the other 4 days / .*(day|January|February)",
		"Everyone is putting in a fiver for the flowers, are you in?":                             "^I am in$",
		"Pizza at mine on Thursday, deal?":                                                        "^(Deal|Fine with me|Yes, let us do that)$",
		"Is this the one?":                                                                        "^that is the one$",
		"Could you hear the lift?":                                                                "^I could (not )?hear the lift$",
		"You're not grinding your teeth again, are you?":                                          "^I am not grinding my teeth again$",
		"Did he work for you from 2019 to 2022?":                                                  "^he (worked|did not work) for me from 2019 to 2022$",
		"Are you willing to pay half?":                                                            "^I am (not )?willing to pay half$",
		"Can I bring anything on Sunday?":                                                         "(plenty|just)",
		"Is anyone in your party allergic to feathers?":                                           "(?i)nobody",
		"Would £60 be an insult?":                                                                 "£60 would not be an insult",
		"Just checking if you got my invoice number 12.":                                          "^I (got|did not get) your invoice",
		"Hi, was that you drilling on Sunday?":                                                    "^it was (not )?me$",
		"I'm wondering if I dare ask a second time.":                                              "^Of course, ",
		"Would you rather wait and have the lot in one delivery?":                                 "(?i)^I would rather wait|^I would rather",
		"Was the fish too salty?":                                                                 "^the fish was not too salty$",
		"Is your rate the same as last time?":                                                     "^my rate is (not )?the same",
		"Can we make it up to you?":                                                               "no need",
		"Do you mind a police check?":                                                             "^I do not mind a police check$",
		"1. Is it clear?\n2. Would you pay £6?":                                                   "clear / I would",
	} {
		said, slots := saidTo(body)
		assert.Regexp(t, want, said, "%s: %v", body, slots)
	}
	said, _ := saidTo("Could you tell me:\n- did you click the link?\n- if yes, did you type in your password?")
	if strings.Contains(said, "not click") {
		assert.NotContains(t, said, "password")
	}
	said, slots := saidTo("May I ask:\n- Is the fire based on something that happened?\n- Are you in the office on Friday?")
	assert.NotContains(t, slots, "answer.yes.leave", said)
}

// TestLastsOnce: a span is not led by a second "for" where its question ends in one.
func TestLastsOnce(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		in := inThread(gist.Read("A matter", "How long do you normally speak for?"))
		in.Seed = rng.Seed(strings.Repeat("s", seed+1))
		for _, m := range Plan(in).Moves {
			assert.NotContains(t, m.Values["before"]+" "+m.Values["value"], "for for")
		}
	}
}

func TestExpected(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"You packed the tent, right?":           true,
		"That was the last one, correct?":       true,
		"The key still fits, I hope?":           true,
		"She knows about it, doesn't she?":      true,
		"Is the tent dry, or is it outright?":   false,
		"Did you pack the tent?":                false,
		"We meet at the gate, is that alright?": false,
	} {
		if got := expected(&item{text: text}); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
