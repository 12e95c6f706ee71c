package mailsimtest_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// TestAnyMailbox waits for mail and rules it out without naming a mailbox.
func TestAnyMailbox(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app := sim.Login("Our App <app@ours.test>")
	sim.ExpectNone(mailsim.Match{})
	assert.Empty(t, sim.Mails())
	app.SendMail(mailsim.Outgoing{To: []string{"anna@client.test", "ben@client.test"}, CC: []string{"cara@client.test"}, Subject: "Two", Text: "Codes 482913. https://app.test/a and https://app.test/b"})
	var got []string
	for _, m := range sim.Mails() {
		got = append(got, m.Address)
		m.HasFrom("Our App").HasCC("CARA@client.test").HasNoLink("other.test")
		assert.Equal(t, []string{"https://app.test/a", "https://app.test/b"}, m.Links())
	}
	assert.ElementsMatch(t, []string{"anna@client.test", "ben@client.test", "cara@client.test"}, got)
	mark := sim.Mark()
	go func() {
		_, _ = sim.Universe.Send(context.Background(), mailsim.Outgoing{From: "x@y.test", To: []string{"dora@client.test"}, Subject: "Your code", Text: "Your code is 731204."})
	}()
	m := mark.Wait(mailsim.Match{Subject: "code"})
	assert.Equal(t, "dora@client.test", m.Address)
	assert.Equal(t, []string{"731204"}, m.Codes())
	assert.Positive(t, m.Inspect().Content.Words)
	assert.Len(t, mark.All(mailsim.Match{}), 1)
}

// TestVerbsOfBoxes reads, counts and empties a mailbox.
func TestVerbsOfBoxes(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, box := sim.Login("app@ours.test"), sim.Box("list@client.test")
	for _, subject := range []string{"One", "Two", "Three"} {
		app.Send(box.Address(), subject, "Hello")
	}
	assert.Equal(t, "Three", box.Last().Subject)
	box.Clear()
	box.ExpectInbox(0)
	sim.Box("nobody@client.test").Clear()
	go func() {
		for range 2 {
			_, _ = sim.Universe.Send(context.Background(), mailsim.Outgoing{From: "x@y.test", To: []string{box.Address()}, Subject: "More", Text: "Hello"})
		}
	}()
	assert.Len(t, box.WaitAll(2), 2)
	assert.Len(t, box.Inbox(), 2)
}

// TestPersonForwardsAndChanges lets a person pass a mail on, and be another.
func TestPersonForwardsAndChanges(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")
	m := app.Send(anna.Address(), "The minutes", "Here are the minutes of Monday.")
	passed := anna.Forward(m, "ben@client.test", "Ben, this is yours.")
	assert.Equal(t, "ben@client.test", passed.Address)
	passed.HasFrom("anna@client.test").HasText("Ben, this is yours.").HasText("the minutes of Monday")
	assert.Equal(t, "Director", anna.Edit(func(p *mailsim.Persona) { p.Role = "Director" }).Persona().Role)
}

// TestResetOfTheKit empties the world and what the kit remembers of it.
func TestResetOfTheKit(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	app.Send(anna.Address(), "Hello", "Can we meet on Tuesday?")
	sim.Advance(time.Hour)
	sim.Reset()
	assert.Empty(t, sim.Mails())
	_, err := sim.Universe.PersonaByAddress("anna@client.test")
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	sim.Login("app@ours.test").Send("ben@client.test", "Again", "Hello")
	_, err = sim.Universe.Login("app@ours.test")
	require.NoError(t, err, "it is made anew")
	require.Len(t, sim.Mails(), 1)
}

// TestIdleIsTakenAway, and a login that is there is both a conflict and invalid.
func TestIdleIsTakenAway(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	calls := 0
	stop := sim.Universe.OnIdle(func(context.Context) { calls++ })
	sim.Settle()
	require.Positive(t, calls)
	stop()
	stop()
	before := calls
	sim.Advance(time.Hour)
	assert.Equal(t, before, calls)
	sim.Login("app@ours.test")
	_, err := sim.Universe.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "long-enough-1"})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Equal(t, mailsim.ErrInvalid, mailsim.KindOf(err), "the API answers 400")
}
