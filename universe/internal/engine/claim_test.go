package engine

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// says lets a person have said something to an address.
func says(t *testing.T, u *Universe, id, caseID, to string, claims ...dialog.Claim) {
	t.Helper()
	require.NoError(t, u.Update(bg, func(tx *state.Tx) error {
		people.Said(tx, people.Get(tx.View, id), caseID, to, claims)
		return nil
	}))
}

// claimed are the values of a person's claims, oldest first.
func claimed(u *Universe, id string) (values []string) {
	u.Read(func(v state.View) {
		for _, c := range people.Claims(v, id) {
			values = append(values, c.Value)
		}
	})
	return values
}

func table(value string) dialog.Claim {
	return dialog.Claim{Kind: gist.AskChoice, Topic: "the table", Value: value}
}

// TestClaimsAreRemembered: what a person said stands in their memory, among the notes
// of its case, and a change takes its place.
func TestClaimsAreRemembered(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	p := addPerson(t, u, "ben@client.test", nil)
	note := func(text, caseID string) {
		_, err := u.AddMemory(bg, p.ID, mailsim.Note{Text: text, CaseID: caseID})
		require.NoError(t, err)
	}
	note("first", "c1")
	says(t, u, p.ID, "c1", "anna@x.example", table("the corner table"))
	advance(t, u, time.Hour)
	note("last", "c1")
	says(t, u, p.ID, "", "carl@x.example", dialog.Claim{Kind: gist.AskNumber, Value: "14"})
	m, err := u.Memory(p.ID)
	require.NoError(t, err)
	assert.Equal(t, map[string][]string{
		"c1": {"first", "(said to anna@x.example) the table: the corner table", "last"},
		"":   {"(said to carl@x.example) 14"},
	}, m)
	assert.Equal(t, []string{"the corner table", "14"}, claimed(u, p.ID), "of all cases, oldest first")

	says(t, u, p.ID, "", "carl@x.example", table("the one by the window"), dialog.Claim{Kind: gist.AskNumber, Value: "15"})
	assert.Equal(t, []string{"14", "the one by the window", "15"}, claimed(u, p.ID), "a topic has one value, what has none stays")
	m, err = u.Memory(p.ID)
	require.NoError(t, err)
	assert.Equal(t, []string{"first", "last"}, m["c1"])

	var sources []string
	for _, e := range eventsOf[mailsim.PersonaMemory](u) {
		sources = append(sources, e.Source)
	}
	assert.Equal(t, []string{"", "said", "", "said", "said", "said"}, sources)
}

func TestClaimsAreBounded(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	p := addPerson(t, u, "ben@client.test", nil)
	for i := range 300 {
		says(t, u, p.ID, "", "anna@x.example", dialog.Claim{Kind: gist.AskNumber, Topic: "number " + strconv.Itoa(i), Value: strconv.Itoa(i)})
	}
	values := claimed(u, p.ID)
	assert.Len(t, values, 200)
	assert.Equal(t, "299", values[199])
	many := make([]dialog.Claim, 1000)
	for i := range many {
		many[i] = dialog.Claim{Kind: gist.AskNumber, Value: "many"}
	}
	says(t, u, p.ID, "", "anna@x.example", many...)
	assert.Equal(t, "299", claimed(u, p.ID)[200-17], "one mail does not push out all")
}

// TestClaimsStayAndGo: they are of the universe that is saved, forked and reset, and are
// forgotten with the memory, with the person, and with whom they were said to.
func TestClaimsStayAndGo(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	p := addPerson(t, u, "ben@client.test", nil)
	says(t, u, p.ID, "", "anna@x.example", table("the corner table"))
	says(t, u, p.ID, "c1", "anna@x.example", dialog.Claim{Kind: gist.AskMoney, Topic: "the price", Value: "85 EUR"})
	both := []string{"the corner table", "85 EUR"}

	advance(t, u, 8*day)
	assert.Equal(t, both, claimed(u, p.ID), "a week later")
	assert.Equal(t, both, claimed(loadOf(t, savedBytes(t, u), loadOptions()), p.ID), "saved and loaded")
	fork := forkOf(t, u, mailsim.Options{})

	require.NoError(t, u.ClearCaseMemory(bg, p.ID, "c1"))
	assert.Equal(t, both[:1], claimed(u, p.ID))
	require.NoError(t, u.ClearMemory(bg, p.ID))
	assert.Empty(t, claimed(u, p.ID))
	assert.Equal(t, both, claimed(fork, p.ID), "a fork has its own")
	m, err := u.Memory(p.ID)
	require.NoError(t, err)
	assert.Empty(t, m)

	says(t, u, p.ID, "", "anna@x.example", table("the corner table"))
	_, err = u.SetRetention(bg, mailsim.Retention{MemoryDays: 20})
	require.NoError(t, err)
	advance(t, u, 30*day)
	assert.Empty(t, claimed(u, p.ID), "said to somebody who is forgotten")

	says(t, u, p.ID, "", "anna@x.example", table("the corner table"))
	require.NoError(t, u.DeletePersona(bg, p.ID))
	assert.Empty(t, claimed(u, p.ID))
}

// TestWhoOpenedAConversation is in its state, and what came since the person's own mail.
func TestWhoOpenedAConversation(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	p := addPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	talk := func(messageID string) (out people.Thread) {
		u.Read(func(v state.View) {
			out = *people.Talk(v, people.Get(v, p.ID), post.ByID(v, messageID).Mail.Thread)
		})
		return out
	}
	mine, err := u.Send(bg, mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "An offer, please", Text: "Could you send me an offer?"})
	require.NoError(t, err)
	assert.True(t, talk(mine).State.Mine)
	assert.Equal(t, 1, talk(mine).State.Turns)

	theirs, err := u.Send(bg, mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "A question", Text: "When are you there?"})
	require.NoError(t, err)
	again, err := u.Send(bg, mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "Re: A question", Text: "Any news?", InReplyTo: theirs})
	require.NoError(t, err)
	assert.Equal(t, []string{theirs, again}, talk(theirs).Since)
	_, err = u.Send(bg, mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "Re: A question", Text: "On Monday.", InReplyTo: again})
	require.NoError(t, err)
	assert.False(t, talk(theirs).State.Mine)
	assert.Empty(t, talk(theirs).Since)
}

// TestWriterIsToldWhatWasSaid: claims are among the notes that a writer gets, whoever
// they were made to, and what is in mind of the conversation among the facts.
func TestWriterIsToldWhatWasSaid(t *testing.T) {
	t.Parallel()
	q := &quill{}
	u := withPen(t, q, mailsim.Options{})
	p := addPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	says(t, u, p.ID, "c1", "anna@x.example", table("the corner table"))
	first, err := u.Send(bg, mailsim.Outgoing{From: "ben@client.test", To: []string{"me@app.test"}, Subject: "The dinner", Text: "Is there a table?"})
	require.NoError(t, err)
	require.NoError(t, u.Update(bg, func(tx *state.Tx) error {
		people.ChangeTalk(tx, people.Get(tx.View, p.ID), post.ByID(tx.View, first).Mail.Thread, func(r *people.Thread) {
			r.State.Agreed = []dialog.Claim{{Topic: "the day", Value: "the 20th"}, {Value: "14"}}
			r.State.Hidden = map[string]string{"guests": "14", "budget": "900 EUR"}
		})
		return nil
	}))
	_, err = u.Send(bg, mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "Re: The dinner", Text: "Which table would you like?", InReplyTo: first})
	require.NoError(t, err)
	advance(t, u, 10*day)
	require.NotEmpty(t, q.briefs)
	b := q.briefs[len(q.briefs)-1]
	assert.Contains(t, b.Memory, "(said to anna@x.example) the table: the corner table")
	assert.Equal(t, "the day: the 20th; 14", b.Facts["agreed"])
	assert.Equal(t, "budget: 900 EUR; guests: 14", b.Facts["tell_when_asked"])
	assert.NotEmpty(t, b.Facts["opened_by"])
}
