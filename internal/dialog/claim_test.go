package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

func TestClaimReplaces(t *testing.T) {
	t.Parallel()
	claim := func(kind gist.Ask, topic, to string) Claim {
		return Claim{Kind: kind, Topic: topic, Value: "x", To: to}
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

// TestADayThatIsOverIsNotNamedAgain: who has not paid by the day that they named names
// another one; until then the day stays.
func TestADayThatIsOverIsNotNamedAgain(t *testing.T) {
	t.Parallel()
	mail := gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the invoice", "When will you pay the invoice?")}}
	first := Plan(in("pay", mail))
	require.NotEmpty(t, first.Claims)
	day := first.Claims[0].Value
	again := next(in("pay", mail), first, mail, true)
	assert.Equal(t, day, Plan(again).Moves[0].Values["value"], "it is still ahead")
	again.Now = again.Now.AddDate(0, 0, 30)
	later := Plan(again)
	require.NotEmpty(t, later.Moves)
	assert.NotEqual(t, day, later.Moves[0].Values["value"])
	require.NotEmpty(t, later.Claims)
}
