package mailsimtest_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// A world of outside a bubble, in which waits and connections would never end, is
// refused there.
func TestWorldOfOutsideTheBubble(t *testing.T) {
	outside := mailsimtest.New(t)
	m := outside.Login("app@ours.test").Send(outside.Person("anna@client.test").Address(), "Hello", "Shall we?")
	synctest.Test(t, func(t *testing.T) {
		for name, use := range map[string]func(sim *mailsimtest.Server){
			"Wait":        func(sim *mailsimtest.Server) { sim.Box("ben@client.test").Wait() },
			"WaitReply":   func(sim *mailsimtest.Server) { sim.WaitReply(m.For(record("", func(mailsimtest.TB) {}))) },
			"WaitEvent":   func(sim *mailsimtest.Server) { mailsimtest.WaitEvent[mailsim.LinkFailed](sim, nil) },
			"Advance":     func(sim *mailsimtest.Server) { sim.Advance(time.Hour) },
			"ExpectNone":  func(sim *mailsimtest.Server) { sim.Box("ben@client.test").ExpectNone() },
			"ExpectInbox": func(sim *mailsimtest.Server) { sim.Box("ben@client.test").ExpectInbox(0) },
			"IMAP":        func(sim *mailsimtest.Server) { sim.Login("app@ours.test").IMAP() },
			"SMTP":        func(sim *mailsimtest.Server) { sim.Login("app@ours.test").SMTP() },
		} {
			r := record(name, func(t mailsimtest.TB) { use(outside.For(t)) })
			assert.Contains(t, r.fatal, "this world was made outside the synctest bubble that uses it", name)
			assert.Contains(t, r.fatal, "call mailsimtest.New(t), or Fork(t) of this world, inside", name)
		}
		_, err := outside.Universe.Wait(t.Context(), 0, mailsim.Match{To: "ben@client.test"})
		require.ErrorIs(t, err, mailsim.ErrConflict)
		_, err = outside.Universe.WaitReply(t.Context(), 0, mailsim.ReplyMatch{From: "anna@client.test", AsPlanned: true})
		require.ErrorContains(t, err, "made outside the synctest bubble")
		_, err = outside.Universe.WaitEvent(t.Context(), 0, mailsim.EventFilter{Types: []mailsim.EventType{"link.failed"}})
		require.ErrorContains(t, err, "made outside the synctest bubble")
		_, err = outside.Universe.Wait(t.Context(), 0, mailsim.Match{To: "anna@client.test"})
		require.NoError(t, err, "what is there needs no wait")
		outside.Fork(t).Box("anna@client.test").ExpectInbox(1)
	})
	outside.Advance(time.Hour)
	var inside *mailsimtest.Server
	synctest.Test(t, func(t *testing.T) { inside = mailsimtest.New(t) })
	r := record("left", func(t mailsimtest.TB) { inside.For(t).Box("ben@client.test").Wait() })
	assert.Contains(t, r.fatal, "this world was made inside a synctest bubble, and belongs there")
}
