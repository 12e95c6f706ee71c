package gist

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parts is what a mail asks in its order: "send" for a request, "yesno" for a question.
func parts(g Gist) string {
	type part struct {
		at   int
		what string
	}
	var list []part
	for _, q := range g.Questions {
		list = append(list, part{q.Place, string(q.Ask)})
	}
	for _, r := range g.Requests {
		list = append(list, part{r.Place, r.Verb})
	}
	slices.SortStableFunc(list, func(a, b part) int { return a.at - b.at })
	var out []string
	for _, p := range list {
		out = append(out, p.what)
	}
	return strings.Join(out, " ")
}

// TestJoinedRequests: what "and" joins is asked part by part, in the mail's order.
func TestJoinedRequests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Could you please restart your router and tell us whether it is faster now?":                              "restart yesno",
		"Could you confirm that this is correct and tell us at what time you will arrive?":                        "yesno time",
		"Can you check whether your washing machine is leaking and call me back?":                                 "check call",
		"Could you send me the slides before noon, tell Anja that the meeting is moved, and book the small room?": "send tell book",
		"Could you send us the number and confirm your date of birth before Monday?":                              "identifier date",
		"Please bring your certificates and let us know if you need parking.":                                     "bring yesno",
		"Could you scan your notes and send them to me?":                                                          "scan",
		"Could you check and return the form?":                                                                    "check",
		"Please fill in the form, sign it and return it to us.":                                                   "fill",
		"To give you a price I need to know how big your house is and how old the heater is.":                     "number number",
		"Are there any guests who don't eat meat, and if so, how many?":                                           "yesno number",
		"Should they be 14 or 16 inch, and do your people need docking stations?":                                 "choice yesno",
		"What do you charge per hour, and would you need a lift home?":                                            "money yesno",
		"Holly, is Rex ok with other dogs, does he bite, and how often do I have to walk him?":                    "yesno yesno number",
		"Does anyone not eat pork, and can you let me know by Monday?":                                            "yesno",
		"Please reply to confirm that you are coming.":                                                            "yesno",
		"Please tell the band that the room is closed and ask them whether Thursday works.":                       "tell ask",
		"Please order ten boxes and let Sam know when they arrive.":                                               "order let",
		"Is everything all right? Please let us know before the 1st.":                                             "yesno",
		"Is Greta coming on Sunday? Please don't tell her what we bought!":                                        "yesno",
		"How long will it take, do you think?":                                                                    "duration",
		"Would you be able to help, and do you know anyone with a van?":                                           "yesno yesno",
		"We still need a copy of your contract.":                                                                  "need",
		"Can you send me your share this week and remind Nick to do the same?":                                    "send remind",
	} {
		assert.Equal(t, want, parts(Read("", text)), text)
	}
}

// TestTellsInACase: "if you need a projector, tell us" asks whether.
func TestTellsInACase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"The room is booked. If you need a projector as well, please tell me by Wednesday.": true,
		"If you have changed your insurance since last time, please let us know.":           true,
		"If you are coming, please let us know how many you will be.":                       false,
		"Do you need a projector? Please let me know.":                                      false,
	} {
		g := Read("", text)
		require.NotEmpty(t, g.Questions, text)
		assert.Equal(t, want, g.Questions[0].Case, text)
		assert.Empty(t, g.Requests, text)
	}
	g := Read("", "Is the line faster now? If it is still slow, tell us how often it drops.")
	require.Len(t, g.Questions, 2)
	assert.Equal(t, -1, g.Questions[1].If)
}

// TestALineBehindAList: a short item is not wrapped, so that the next line is none of it.
func TestALineBehindAList(t *testing.T) {
	t.Parallel()
	g := Read("", "Please let me know:\n- whether both parents will come\n- if you need a translator\nThank you and see you soon.")
	require.NotEmpty(t, g.Questions)
	last := g.Questions[len(g.Questions)-1]
	assert.Equal(t, "if you need a translator", last.Text)
	assert.Equal(t, AskYesNo, last.Ask)
	g = Read("", fmt.Sprintf("Please let me know:\n- which of the rooms on the second floor beside the %s\nOffice you would like\n- when you come", "Accounts"))
	assert.Contains(t, g.Questions[1].Text, "Office")
}
