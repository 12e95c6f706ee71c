package people_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// claimed are the values of a person's claims, oldest first.
func claimed(u *engine.Universe, id string) (values []string) {
	u.Read(func(v state.View) {
		for _, c := range people.Claims(v, id) {
			values = append(values, c.Value)
		}
	})
	return values
}

// TestClaimsAreRemembered: what a person said stands in their memory, among the notes
// of its case, and a change takes its place.
func TestClaimsAreRemembered(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", nil)
	note := func(text, caseID string) {
		_, err := u.AddMemory(context.Background(), p.ID, mailsim.Note{Text: text, CaseID: caseID})
		require.NoError(t, err)
	}
	note("first", "c1")
	testkit.Says(t, u, p.ID, "c1", "anna@x.example", testkit.Table("the corner table"))
	testkit.Advance(t, u, time.Hour)
	note("last", "c1")
	testkit.Says(t, u, p.ID, "", "carl@x.example", dialog.Claim{Kind: gist.AskNumber, Value: "14"})
	m, err := u.Memory(p.ID)
	require.NoError(t, err)
	assert.Equal(t, map[string][]string{
		"c1": {"first", "(said to anna@x.example) the table: the corner table", "last"},
		"":   {"(said to carl@x.example) 14"},
	}, m)
	assert.Equal(t, []string{"the corner table", "14"}, claimed(u, p.ID), "of all cases, oldest first")

	testkit.Says(t, u, p.ID, "", "carl@x.example", testkit.Table("the one by the window"), dialog.Claim{Kind: gist.AskNumber, Value: "15"})
	assert.Equal(t, []string{"14", "the one by the window", "15"}, claimed(u, p.ID), "a topic has one value, what has none stays")
	m, err = u.Memory(p.ID)
	require.NoError(t, err)
	assert.Equal(t, []string{"first", "last"}, m["c1"])

	var sources []string
	for _, e := range testkit.EventsOf[mailsim.PersonaMemory](u) {
		sources = append(sources, e.Source)
	}
	assert.Equal(t, []string{"", "said", "", "said", "said", "said"}, sources)
}

func TestClaimsAreBounded(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", nil)
	for i := range 300 {
		testkit.Says(t, u, p.ID, "", "anna@x.example", dialog.Claim{Kind: gist.AskNumber, Topic: "number " + strconv.Itoa(i), Value: strconv.Itoa(i)})
	}
	values := claimed(u, p.ID)
	assert.Len(t, values, 200)
	assert.Equal(t, "299", values[199])
	many := make([]dialog.Claim, 1000)
	for i := range many {
		many[i] = dialog.Claim{Kind: gist.AskNumber, Value: "many"}
	}
	testkit.Says(t, u, p.ID, "", "anna@x.example", many...)
	assert.Equal(t, "299", claimed(u, p.ID)[200-17], "one mail does not push out all")
}

// TestClaimsStayAndGo: they are of the universe that is saved, forked and reset, and are
// forgotten with the memory, with the person, and with whom they were said to.
func TestClaimsStayAndGo(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", nil)
	testkit.Says(t, u, p.ID, "", "anna@x.example", testkit.Table("the corner table"))
	testkit.Says(t, u, p.ID, "c1", "anna@x.example", dialog.Claim{Kind: gist.AskMoney, Topic: "the price", Value: "85 EUR"})
	both := []string{"the corner table", "85 EUR"}

	testkit.Advance(t, u, 8*testkit.Day)
	assert.Equal(t, both, claimed(u, p.ID), "a week later")
	assert.Equal(t, both, claimed(testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()), p.ID), "saved and loaded")
	fork := testkit.Fork(t, u, mailsim.Options{})

	require.NoError(t, u.ClearCaseMemory(context.Background(), p.ID, "c1"))
	assert.Equal(t, both[:1], claimed(u, p.ID))
	require.NoError(t, u.ClearMemory(context.Background(), p.ID))
	assert.Empty(t, claimed(u, p.ID))
	assert.Equal(t, both, claimed(fork, p.ID), "a fork has its own")
	m, err := u.Memory(p.ID)
	require.NoError(t, err)
	assert.Empty(t, m)

	testkit.Says(t, u, p.ID, "", "anna@x.example", testkit.Table("the corner table"))
	_, err = u.SetRetention(context.Background(), mailsim.Retention{MemoryDays: 20})
	require.NoError(t, err)
	testkit.Advance(t, u, 30*testkit.Day)
	assert.Empty(t, claimed(u, p.ID), "said to somebody who is forgotten")

	testkit.Says(t, u, p.ID, "", "anna@x.example", testkit.Table("the corner table"))
	require.NoError(t, u.DeletePersona(context.Background(), p.ID))
	assert.Empty(t, claimed(u, p.ID))
}

// TestWhoOpenedAConversation is in its state, and what came since the person's own mail.
func TestWhoOpenedAConversation(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	talk := func(messageID string) (out people.Talk) {
		u.Read(func(v state.View) {
			out = *people.TalkOf(v, people.Get(v, p.ID), post.ByID(v, messageID).Mail.Thread)
		})
		return out
	}
	mine, err := u.Send(context.Background(), mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "An offer, please", Text: "Could you send me an offer?"})
	require.NoError(t, err)
	assert.True(t, talk(mine).State.Mine)
	assert.Equal(t, 1, talk(mine).State.Turns)

	theirs, err := u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "A question", Text: "When are you there?"})
	require.NoError(t, err)
	again, err := u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "Re: A question", Text: "Any news?", InReplyTo: theirs})
	require.NoError(t, err)
	assert.Equal(t, []string{theirs, again}, talk(theirs).Since)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "Re: A question", Text: "On Monday.", InReplyTo: again})
	require.NoError(t, err)
	assert.False(t, talk(theirs).State.Mine)
	assert.Empty(t, talk(theirs).Since)
}

// TestWriterIsToldWhatWasSaid: claims are among the notes that a writer gets, whoever
// they were made to, and what is in mind of the conversation among the facts.
func TestWriterIsToldWhatWasSaid(t *testing.T) {
	t.Parallel()
	q := &testkit.Quill{}
	u := testkit.WithWriter(t, q, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	testkit.Says(t, u, p.ID, "c1", "anna@x.example", testkit.Table("the corner table"))
	first, err := u.Send(context.Background(), mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "The dinner", Text: "Is there a table?"})
	require.NoError(t, err)
	require.NoError(t, u.Update(context.Background(), func(tx *state.Tx) error {
		people.ChangeTalk(tx, people.Get(tx.View, p.ID), post.ByID(tx.View, first).Mail.Thread, func(r *people.Talk) {
			r.State.Agreed = []dialog.Claim{{Topic: "the day", Value: "the 20th"}, {Value: "14"}}
			r.State.Hidden = map[string]string{"guests": "14", "budget": "900 EUR"}
		})
		return nil
	}))
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "Re: The dinner", Text: "Which table would you like?", InReplyTo: first})
	require.NoError(t, err)
	testkit.Advance(t, u, 10*testkit.Day)
	require.NotEmpty(t, q.Briefs)
	b := q.Briefs[len(q.Briefs)-1]
	assert.Contains(t, b.Memory, "(said to anna@x.example) the table: the corner table")
	assert.Equal(t, "the day: the 20th; 14", b.Facts["agreed"])
	assert.Equal(t, "budget: 900 EUR; guests: 14", b.Facts["tell_when_asked"])
	assert.NotEmpty(t, b.Facts["opened_by"])
}
