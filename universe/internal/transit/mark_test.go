package transit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// liveMarked lets people, the World and servers write for some months: people who
// answer each other, pass mail on to each other, are away, and are on a case.
func liveMarked(t *testing.T, o mailsim.Options) *engine.Universe {
	t.Helper()
	u := testkit.New(t, o)
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Behaviors.CCSomeone = new(0.5)
		p.Timing.OOO = []mailsim.Absence{{From: "2026-01-20", To: "2026-01-22", Message: "Away."}}
	})
	testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Behaviors.ForwardTo = "cleo@client.test" })
	testkit.AddPerson(t, u, "cleo@client.test", func(p *mailsim.Persona) { p.Behaviors.ForwardTo = "ben@client.test" })
	_, err := u.PushCase(context.Background(), "C-1", mailsim.CasePatch{Title: new("Office move"), Addresses: []string{"anna@client.test", "ben@client.test"}})
	require.NoError(t, err)
	_, err = u.SetWorld(context.Background(), mailsim.World{Streams: []mailsim.Stream{
		{ID: "a", Kind: "lead", To: []string{"anna@client.test"}, PerDay: 0.2, Enabled: new(true)}, {ID: "b", Kind: "newsletter", To: []string{"app@ours.test"}, PerDay: 0.2, Enabled: new(true)},
	}})
	require.NoError(t, err)
	send := func(from, to, text string) {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{to}, Subject: "A question", Text: text})
		require.NoError(t, err)
	}
	send("anna@client.test", "ben@client.test", "Where shall we go? And when?")
	send("app@ours.test", "ben@client.test", "Could you send me the offer, please?")
	send("app@ours.test", "no+bounce@client.test", "Are you there?")
	_, err = u.Act(context.Background(), u.Personas()[0].ID, mailsim.Act{Kind: mailsim.ActWrite, To: "cleo@client.test"})
	require.NoError(t, err)
	testkit.Advance(t, u, 15*24*time.Hour)
	send("app@ours.test", "anna@client.test", "Could you tell me what you think?")
	testkit.Advance(t, u, 45*24*time.Hour)
	_, err = u.SetWorld(context.Background(), mailsim.World{})
	require.NoError(t, err)
	testkit.Advance(t, u, 90*24*time.Hour)
	return u
}

// TestMailNeedNotSayThatItIsSimulated: with the marks left out no header tells, and all
// that happens is the same: nobody loops, and nothing bounces that did not.
func TestMailNeedNotSayThatItIsSimulated(t *testing.T) {
	t.Parallel()
	marked, plain := liveMarked(t, mailsim.Options{}), liveMarked(t, mailsim.Options{Unmarked: true})
	history := func(u *engine.Universe) (out []string) {
		for e := range u.Log(mailsim.EventFilter{}) {
			b, err := json.Marshal(e)
			require.NoError(t, err)
			out = append(out, string(b))
		}
		return out
	}
	assert.Equal(t, history(marked), history(plain))
	withHeader := func(u *engine.Universe) (n, all int) {
		u.Read(func(v state.View) {
			for _, b := range post.Boxes.In(v.State).M {
				for _, f := range b.Folders {
					for s := range f.Backward() {
						if all++; strings.Contains(s.Mail.Raw(), "X-Service-") {
							n++
						}
					}
				}
			}
		})
		return n, all
	}
	n, all := withHeader(marked)
	assert.Greater(t, n, all/2)
	n, all = withHeader(plain)
	assert.Zero(t, n)
	assert.Greater(t, all, 30)
	pending, err := plain.Jobs(mailsim.JobFilter{State: mailsim.StatePending})
	require.NoError(t, err)
	assert.Empty(t, pending, "all has come to its end")
}

// TestForwardsAreNotPassedOn, though they say nothing of it, and though one was held
// back on its way.
func TestForwardsAreNotPassedOn(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Unmarked: true})
	testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) {
		p.Behaviors.ForwardTo, p.Timing.ReplyRate = "cleo@client.test", new(0.0)
	})
	testkit.AddPerson(t, u, "cleo@client.test", func(p *mailsim.Persona) {
		p.Behaviors.ForwardTo, p.Timing.ReplyRate = "dora@client.test", new(0.0)
	})
	_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Kind: "delay", Where: "delivery", Match: mailsim.FaultMatch{To: "cleo@client.test"}, Delay: time.Hour}}})
	require.NoError(t, err)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: []string{"ben@client.test"}, Subject: "A question", Text: "When are you there?"})
	require.NoError(t, err)
	testkit.Advance(t, u, 20*24*time.Hour)
	assert.Len(t, testkit.EventsOf[mailsim.PersonaSent](u), 1)
}
