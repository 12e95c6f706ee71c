package dialog_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

func TestClaimReplaces(t *testing.T) {
	t.Parallel()
	claim := func(kind gist.Ask, topic, to string) dialog.Claim {
		return dialog.Claim{Kind: kind, Topic: topic, Value: "x", To: to}
	}
	table := claim(gist.AskChoice, "the table", "a@x.test")
	assert.True(t, claim(gist.AskChoice, "The table", "b@x.test").Replaces(table), "a topic has one value, whoever asks")
	assert.False(t, claim(gist.AskMoney, "the table", "a@x.test").Replaces(table))
	assert.False(t, claim(gist.AskChoice, "the room", "a@x.test").Replaces(table))
	assert.False(t, claim(gist.AskChoice, "", "a@x.test").Replaces(claim(gist.AskChoice, "", "a@x.test")), "what has no topic is another matter")
	meet := claim(gist.AskMeet, "the call", "a@x.test")
	assert.True(t, claim(gist.AskMeet, "the call", "a@x.test").Replaces(meet))
	assert.False(t, claim(gist.AskMeet, "the call", "b@x.test").Replaces(meet), "another call")
}
