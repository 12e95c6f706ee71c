package work_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestGivenTextOpensAConversation: who is told to write, in words given, has opened it.
func TestGivenTextOpensAConversation(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", nil)
	mine := func() (n, all int) {
		u.Read(func(v state.View) {
			for _, r := range state.Under(people.TalkTable.In(v.State), p.ID+"\x00") {
				all++
				if r.State.Mine {
					n++
				}
			}
		})
		return n, all
	}
	_, err := u.Act(t.Context(), p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: "Desks", Text: "I need two desks by March."})
	require.NoError(t, err)
	testkit.Advance(t, u, time.Hour)
	n, all := mine()
	assert.Equal(t, [2]int{1, 1}, [2]int{n, all})
	testkit.SendTo(t, u, "ben@client.test", "Plan", "Is Tuesday fine?")
	testkit.Advance(t, u, 3*testkit.Day)
	n, all = mine()
	assert.Equal(t, [2]int{1, 2}, [2]int{n, all}, "an answer opens nothing")
}

// TestWordsOfAWriterAreClaims: what a writer's text answers to the questions of a mail is
// held to, anything else that it names is not.
func TestWordsOfAWriterAreClaims(t *testing.T) {
	t.Parallel()
	text := "Hello,\n\nthere will be 14 people. The price may not be above 900 EUR, and we take the corner table. Our office has 3 lamps.\n\nBen"
	q := &testkit.Quill{Writes: func(context.Context, mailsim.Brief) (mailsim.Draft, error) { return mailsim.Draft{Text: text}, nil }}
	u := testkit.WithWriter(t, q, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Behaviors.DoubleReply = new(0.0) })
	testkit.SendTo(t, u, "ben@client.test", "Dinner", "How many people will come to the dinner? What is your budget?")
	testkit.Advance(t, u, 3*testkit.Day)
	claims := map[gist.Ask]string{}
	u.Read(func(v state.View) {
		for _, c := range people.Claims(v, p.ID) {
			claims[c.Kind] = c.Value
		}
	})
	assert.Equal(t, map[gist.Ask]string{gist.AskNumber: "14", gist.AskMoney: "900 EUR"}, claims)

	_, err := u.SetAI(t.Context(), false)
	require.NoError(t, err)
	testkit.SendTo(t, u, "ben@client.test", "Dinner, again", "How many people will come to the dinner?")
	testkit.Advance(t, u, 3*testkit.Day)
	sent := testkit.EventsOf[mailsim.PersonaSent](u)
	require.Len(t, sent, 2)
	assert.Contains(t, sent[1].Text, "14")
}
