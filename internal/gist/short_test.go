package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatWasNamedIsSaidWithAPronoun(t *testing.T) {
	for statement, want := range map[string]string{
		"I have picked up the passport photos":                        "I have picked them up",
		"I have handed the spare key to the caretaker":                "I have handed it to the caretaker",
		"I can put your bins out on Thursday night":                   "I can put them out",
		"you can borrow my long ladder for the weekend":               "you can borrow it",
		"I have looked at the plans for the extension":                "I have looked at them",
		"lend you my copy of the collected poems":                     "lend it to you",
		"read through the tenancy agreement by Friday":                "read through it",
		"I can cover the helpdesk mailbox in August":                  "I can cover it",
		"I am still waiting for the figures from Sales":               "I am still waiting for them",
		"I would like you to keep the old panels for firewood":        "I would like you to keep them",
		"I have not been doing the exercises on the sheet":            "I have not been doing them",
		"put the heating on at six":                                   "put it on",
		"I took the bike keys home":                                   "I took them home",
		"you said that I could come the day before you leave":         "",
		"I will gladly check at my end":                               "",
		"that does not change my mind":                                "",
		"you left your gloves at mine last night":                     "",
		"I can call the plumber about the tap":                        "", // him or her
		"make sure the gate at the back is unlocked":                  "",
		"feed the girls and get them to bed":                          "",
		"take Bramble out in the mornings":                            "",
		"I am driving to the conference in June":                      "",
		"somebody will be on site to let him in":                      "",
		"there is a step at the door":                                 "",
		"tell you the name of the restaurant":                         "",
		"I have heard from Auntie Joan about the wedding in the hall": "",
	} {
		assert.Equal(t, want, Shorten("en", statement), statement)
	}
}
