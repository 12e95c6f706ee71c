package work_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestFillerIsNotWrittenAgain: to twenty correspondents within a month a person writes no
// sentence without content twice, also after a load; later they are free again.
func TestFillerIsNotWrittenAgain(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) {
		p.Temperament, p.Style.Length, p.Behaviors.DoubleReply = "skeptical", "long", new(0.0)
	})
	written := func(u *engine.Universe) (list []people.Filler, held int) {
		u.Read(func(v state.View) {
			list, held = people.FillerTable.In(v.State).At(p.ID), len(people.FillerOf(v, p.ID))
		})
		return list, held
	}
	for i := range 40 {
		for _, what := range []string{"chairs", "lamps", "desks"} {
			testkit.SendTo(t, u, "ben@client.test", fmt.Sprint("Order ", i), fmt.Sprintf("How many %s do you need for order %d, and what is the budget?", what, i), func(m *mailsim.Outgoing) {
				m.From = fmt.Sprintf("buyer%d@%s%d.test", i, what, i)
			})
		}
		testkit.Advance(t, u, testkit.Day)
		if i == 10 {
			u = testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
		}
	}
	list, held := written(u)
	require.Greater(t, len(list), 3, "there are such sentences")
	assert.Len(t, list, held)
	seen := map[string]bool{}
	for _, f := range list {
		assert.False(t, seen[f.Key], "%s is written again", f.Key)
		seen[f.Key] = true
	}
	testkit.Advance(t, u, 40*testkit.Day)
	_, held = written(u)
	assert.Zero(t, held)
	require.NoError(t, u.DeletePersona(t.Context(), p.ID))
	list, _ = written(u)
	assert.Empty(t, list)
}
