package keep_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestMemoryGoesWithTheMailGivenUp: with a clock that stands, ever new senders leave
// no more memory than there may be, and what goes is the same in forks and loaded
// universes.
func TestMemoryGoesWithTheMailGivenUp(t *testing.T) {
	t.Parallel()
	sender := func(i int) string { return fmt.Sprintf("s%d@x.test", i) }
	mail := func(u *engine.Universe, from, n int) {
		for i := from; i < from+n; i++ {
			testkit.SubmitRaw(t, u, fmt.Sprintf("From: <%s>\r\nTo: anna@client.test\r\nSubject: Question %d\r\n\r\nCould you tell me when?\r\n", sender(i), i), "anna@client.test")
		}
	}
	met := func(u *engine.Universe, from, n int) { // what mails leave, without the mails
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			p := people.At(t.View, "anna@client.test")
			for i := from; i < from+n; i++ {
				people.ChangeRelation(t, p, sender(i), func(r *people.Relation) { r.Received++ })
				people.ChangeTalk(t, p, fmt.Sprintf("<%d@x.test>", i), func(r *people.Talk) { r.Heard++ })
				t.Count("occasion", "anna@client.test", sender(i))
			}
			return nil
		}))
	}
	held := func(u *engine.Universe) (n [3]int, keys []string) {
		u.Read(func(v state.View) {
			bonds, talks, uses := state.Keys(people.RelationTable.In(v.State)), state.Keys(people.TalkTable.In(v.State)), state.Keys(state.Uses.In(v.State))
			n, keys = [3]int{len(bonds), len(talks), len(uses)}, slices.Concat(bonds, talks, uses, state.Keys(state.Counters.In(v.State)))
		})
		return n, keys
	}
	run := func(turn func(u *engine.Universe) *engine.Universe) string {
		u := testkit.New(t, mailsim.Options{Seed: "flood", Frozen: true, Bounds: mailsim.Bounds{Mails: 50, WhenFull: mailsim.FullOldest}})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		mail(u, 0, 100)
		n, _ := held(u)
		assert.Equal(t, 100, n[0], "few stay, though half of their mails have gone")
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			p := people.At(t.View, "anna@client.test")
			jobs.Schedule(t, mailsim.JobInitiate, p.Owner(), t.Now.Add(testkit.Day), mailsim.Job{}, jobs.Args{Correspondent: sender(3), Words: jobs.Words{Text: "Hello"}})
			return nil
		}))
		const flood = 14_000
		for i := 1000; i < flood; i += 1000 {
			met(u, i, 900)
			mail(u, i+900, 100) // some are given up for these
			n, _ := held(u)
			assert.LessOrEqual(t, max(n[0], n[1], n[2]), keep.LeastMemory+keep.LeastMemory/10+1)
			if i%4000 == 0 {
				u = turn(u)
			}
		}
		bond := func(i int) bool {
			anna, err := u.PersonaByAddress("anna@client.test")
			require.NoError(t, err)
			rel, err := u.Relations(anna.ID)
			require.NoError(t, err)
			return slices.ContainsFunc(rel.Relations, func(r mailsim.Relation) bool { return r.Address == sender(i) })
		}
		assert.True(t, bond(3), "somebody is about to write to them")
		assert.False(t, bond(4))
		assert.False(t, bond(1000), "the oldest have gone")
		assert.True(t, bond(flood-5000), "the newer ones have not")
		list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, m := range list {
			assert.Contains(t, m.From, "@x.test")
		}
		assert.True(t, bond(flood-1) && bond(flood-50), "their mail is still there")
		_, keys := held(u)
		return strings.Join(keys, "\n")
	}
	want := run(func(u *engine.Universe) *engine.Universe { return u })
	assert.True(t, want == run(func(u *engine.Universe) *engine.Universe { return testkit.Fork(t, u, mailsim.Options{}) }), "forks")
	assert.True(t, want == run(func(u *engine.Universe) *engine.Universe {
		return testkit.Load(t, testkit.Saved(t, u), mailsim.Options{Bounds: *u.Env.Bounds.Load()})
	}), "loaded")
}
