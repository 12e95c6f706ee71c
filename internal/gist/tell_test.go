package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		ask        Ask
	}{
		{"How wide is the gate?", "the gate is _ wide", AskNumber},
		{"how old is the roof?", "the roof is _ years old", AskNumber},
		{"What's the mileage?", "the mileage is _", AskNumber},
		{"What is the yearly rent with water?", "the yearly rent with water is _", AskMoney},
		{"When does the MOT run out?", "the MOT runs out _", AskDate},
		{"How many hives would you start with?", "I would start with _", AskNumber},
		{"roughly what did they charge you per panel?", "they charged me _ per panel", AskMoney},
		{"How much does he weigh today?", "he weighs _ today", AskNumber},
		{"How many words can you do in a day?", "I can do _ in a day", AskNumber},
		{"Where did you end up living?", "I ended up living _", AskPlace},
		{"How long have you been waiting?", "I have been waiting _", AskDuration},
		{"What did you pay for it?", "I paid _ for it", AskMoney},
		{"How much do you want to spend?", "I want to spend _", AskMoney},
		{"When is the wedding?", "the wedding is _", AskDate},
		{"At what time do you start work?", "I start work _", AskTime},
		{"What does one cost?", "one costs _", AskMoney},
		{"How many hectolitres do you make a year?", "I make _ a year", AskNumber},
		{"What was your power bill?", "my power bill was _", AskMoney},
		{"How long did it take?", "it took _", AskDuration},
		{"How many chairs will you need?", "I will need _", AskNumber},
		{"How many people are coming?", "_", AskNumber},
		{"Who put yours up?", "_", AskWho},
		{"What do you and Anna think it costs?", "_", AskMoney},
	} {
		before, after := Tell("en", c.text, c.ask)
		got := before + " _"
		if after != "" {
			got += " " + after
		}
		if before == "" {
			got = "_"
		}
		assert.Equal(t, c.want, got, c.text)
	}
}
