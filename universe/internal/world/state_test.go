package world_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/langdetect"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// openedBy are the conversations of a person that they opened.
func openedBy(u *engine.Universe, id string) (out []people.Talk) {
	u.Read(func(v state.View) {
		for _, r := range state.Under(people.TalkTable.In(v.State), id+"\x00") {
			if r.State.Mine {
				out = append(out, *r)
			}
		}
	})
	return out
}

// TestWorldKnowsWhatItWants: who writes to the company by themselves keeps in mind what
// they want, how they feel, and what they would tell when asked.
func TestWorldKnowsWhatItWants(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "wants"})
	var streams []mailsim.Stream
	wants := map[string]string{"lead": "quote", "support": "support", "vendor": "payment", "partner": "partnership", "customer": "account"}
	for kind := range wants {
		streams = append(streams, mailsim.Stream{ID: kind, Kind: kind, PerDay: 1, NewPeople: 1, Enabled: new(true), To: []string{"desk@ours.test"}})
	}
	testkit.SetWorld(t, u, streams...)
	for kind, want := range wants {
		for range 3 {
			_, err := u.SendStream(context.Background(), kind)
			require.NoError(t, err)
		}
		held := 0
		for _, p := range u.Personas() {
			for _, talk := range openedBy(u, p.ID) {
				if talk.State.Want == want {
					held++
					assert.GreaterOrEqual(t, len(talk.State.Hidden), 4)
					assert.Equal(t, 1, talk.State.Turns)
				}
			}
		}
		assert.Equal(t, 3, held, kind)
	}
}

// TestWorldLanguages: the people of a stream write the languages that were asked for,
// have names of them, and write again in the same.
func TestWorldLanguages(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "languages"})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "s", Kind: "support", PerDay: 1, NewPeople: 0.5, Enabled: new(true), To: []string{"desk@ours.test"}, Languages: []string{"de", "fr"}})
	for range 40 {
		_, err := u.SendStream(context.Background(), "s")
		require.NoError(t, err)
	}
	spoken := map[string]string{}
	for _, p := range u.Personas() {
		require.Len(t, p.Style.Languages, 2)
		assert.Equal(t, "en", p.Style.Languages[1])
		spoken[strings.ToLower(p.Addresses[0])] = p.Style.Languages[0]
	}
	list, err := u.Messages("desk@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	counts, right := map[string]int{}, 0
	for _, m := range list {
		full, err := u.Message(context.Background(), m.Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		language := spoken[strings.ToLower(m.From)]
		counts[language]++
		if told, _ := langdetect.Detect(full.Message.Text); told == language {
			right++
		}
	}
	assert.Len(t, counts, 2)
	assert.GreaterOrEqual(t, right, 38)

	for _, wrong := range [][]string{{"xx"}, {"de", "de"}, {"tlh"}, {"ja"}} {
		_, err := u.SetWorld(context.Background(), mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", Languages: wrong}}})
		assert.ErrorIs(t, err, mailsim.ErrInvalid, wrong)
	}
	assert.Equal(t, []string{"de", "fr"}, u.World().Streams[0].Languages, "what is refused changes nothing")
}
