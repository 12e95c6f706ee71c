package keep_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// TestUnusedMemoryIsForgotten lets correspondents come back after long: they are new,
// and nothing collides. It is the same by one step or many, in forks and loaded
// universes.
func TestUnusedMemoryIsForgotten(t *testing.T) {
	t.Parallel()
	run := func(step time.Duration, turn func(u *engine.Universe) *engine.Universe) (*engine.Universe, string) {
		u := testkit.New(t, mailsim.Options{Seed: "forget"})
		_, err := u.SetRetention(context.Background(), mailsim.Retention{MemoryDays: 20})
		require.NoError(t, err)
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
		ask := func(from string) {
			_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{"anna@client.test", "x+unknown-dsn@client.test"}, Subject: "A question", Text: "Can you tell me when you are there?"})
			require.NoError(t, err)
		}
		go20 := func(d time.Duration) {
			for at := u.Now().Add(d); u.Now().Before(at); {
				testkit.Advance(t, u, min(step, at.Sub(u.Now())))
			}
		}
		held := func() (n int) {
			rel, err := u.Relations(anna.ID)
			require.NoError(t, err)
			return len(rel.Relations)
		}
		for round := range 3 {
			ask("me@app.test")
			ask("you@app.test")
			go20(15 * testkit.Day)
			u = turn(u)
			ask("me@app.test")
			require.Equal(t, 2, held())
			go20(10 * testkit.Day)
			require.Equal(t, 1, held(), "round %d: who was not heard of is forgotten, who wrote again is not", round)
			u = turn(u)
			go20(30 * testkit.Day)
			require.Zero(t, held())
			u.Read(func(v state.View) {
				assert.Zero(t, state.Uses.In(v.State).Len())
				assert.Zero(t, people.TalkTable.In(v.State).Len())
				for _, key := range state.Keys(state.Counters.In(v.State)) {
					kind, _, _ := strings.Cut(key, "\x00")
					assert.False(t, state.Forgettable[kind], key)
				}
			})
		}
		due, ok := nextDue(u)
		assert.False(t, ok, "nothing is left to forget: %s", due)
		ids := map[string]bool{}
		var b strings.Builder
		for e := range u.Log(mailsim.EventFilter{}) {
			if d, is := e.Data.(mailsim.PersonaSent); is {
				assert.False(t, ids[d.MessageID], "%s twice", d.MessageID)
				ids[d.MessageID] = true
			}
			if e.Type != mailsim.EventClockChanged { // one for each step
				fmt.Fprintf(&b, "%s %s %+v\n", e.At, e.Type, e.Data)
			}
		}
		assert.GreaterOrEqual(t, len(ids), 9)
		list, err := u.Messages("me@app.test", mailsim.MessageFilter{Folder: "INBOX"})
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, m := range list {
			assert.False(t, seen[m.MessageID], "%s twice", m.MessageID)
			seen[m.MessageID] = true
		}
		return u, b.String()
	}
	same := func(u *engine.Universe) *engine.Universe { return u }
	_, want := run(365*testkit.Day, same)
	_, steps := run(7*time.Hour, same)
	assert.Equal(t, want, steps)
	_, forked := run(365*testkit.Day, func(u *engine.Universe) *engine.Universe { return testkit.Fork(t, u, mailsim.Options{}) })
	assert.Equal(t, want, forked)
	_, loaded := run(365*testkit.Day, func(u *engine.Universe) *engine.Universe {
		v, err := engine.Load(strings.NewReader(testkit.Saved(t, u)), mailsim.Options{})
		require.NoError(t, err)
		t.Cleanup(func() { _ = v.Close() })
		return v
	})
	assert.Equal(t, want, loaded)
}

// TestForgettingIsUndone with its transaction, and days out of bounds are refused.
func TestForgettingIsUndone(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	require.NoError(t, testkit.SendHello(u, "anna@client.test"))
	testkit.Advance(t, u, 40*testkit.Day)
	before := testkit.Saved(t, u)
	require.Error(t, u.Update(context.Background(), func(t *state.Tx) error { keep.Forget(t, 1); return work.ErrPaused }))
	assert.Equal(t, before, testkit.Saved(t, u))
	for _, days := range []int{-1, 36_501} {
		_, err := u.SetRetention(context.Background(), mailsim.Retention{MemoryDays: days})
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	got, err := u.SetRetention(context.Background(), mailsim.Retention{MemoryDays: 3})
	require.NoError(t, err)
	assert.Equal(t, 3, got.MemoryDays)
	testkit.Prune(t, u)
	u.Read(func(v state.View) {
		assert.Zero(t, people.RelationTable.In(v.State).Len()+state.Uses.In(v.State).Len())
	})
}

// TestTempfailsAreBounded where there are bounds: the oldest go, and are deferred again.
func TestTempfailsAreBounded(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 100}})
	first := func(i int) bool {
		is, err := u.Tempfail(context.Background(), fmt.Sprintf("s%d@x.test", i), "a@y.test")
		require.NoError(t, err)
		return is
	}
	for i := range rules.MaxTempfails + 50 {
		require.True(t, first(i))
	}
	u.Read(func(v state.View) {
		assert.Equal(t, rules.MaxTempfails, rules.TempfailTable.In(v.State).Len())
		assert.Equal(t, rules.MaxTempfails, state.Uses.In(v.State).Len())
		assert.LessOrEqual(t, state.Counters.In(v.State).Len(), rules.MaxTempfails+10)
	})
	assert.False(t, first(rules.MaxTempfails+49))
	assert.False(t, first(50))
	assert.True(t, first(49))
	assert.True(t, first(50), "it was the oldest")
}
