package mind_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// answersOf is how many of many people answer a stranger whom they look up.
func answersOf(t *testing.T, missing string, site bool, rate *float64) (answers int, u *engine.Universe) {
	t.Helper()
	u = testkit.New(t, mailsim.Options{})
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck, p.MissingSite = new(1.0), missing
	_, err := u.SetLinks(context.Background(), p)
	require.NoError(t, err)
	if site {
		u.SetSite("ours.test", &testkit.Visits{})
	}
	for i := range 80 {
		to := testkit.Address(i)
		testkit.AddPerson(t, u, to, func(p *mailsim.Persona) {
			p.Temperament, p.Timing.ReplyRate, p.Style.Links = "responsive", rate, "never"
		})
		testkit.SendTo(t, u, to, "Question", "Could you tell me the date?")
	}
	testkit.Advance(t, u, 30*24*time.Hour)
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
		if s.Kind == "reply" {
			answers++
		}
	}
	return answers, u
}

// TestMissingSiteDecides: who notices that a sender's site does not exist trusts the
// sender less, and may leave the mail unanswered; who imagines one does neither.
func TestMissingSiteDecides(t *testing.T) {
	t.Parallel()
	stance := func(u *engine.Universe) (mailsim.Relation, mailsim.Stance) {
		p, err := u.PersonaByAddress(testkit.Address(3))
		require.NoError(t, err)
		r, err := u.Relations(p.ID)
		require.NoError(t, err)
		return r.Relations[0], r.Stances[0]
	}
	// spec: links.policy.missing_site
	imagined, u := answersOf(t, "imagine", false, nil)
	r, s := stance(u)
	assert.Equal(t, []any{0.04, "neutral", "they wrote"}, []any{s.Trust, s.Mood, s.Note})
	assert.Contains(t, r.Note, "not found")
	noticed, u := answersOf(t, "notice", false, nil)
	r, s = stance(u)
	assert.Equal(t, []any{-0.11, "annoyed"}, []any{s.Trust, s.Mood})
	assert.Contains(t, s.Note, "does not exist")
	assert.Contains(t, r.Note, "does not exist")
	assert.Less(t, noticed, imagined*3/4, "%d and %d", noticed, imagined)
	assert.Positive(t, noticed)
	declined := 0
	for _, e := range testkit.EventsOf[mailsim.PersonaIgnored](u) {
		if e.Why == "the sender's site ours.test does not exist" {
			declined++
		}
	}
	assert.Equal(t, imagined-noticed, declined)
	there, u := answersOf(t, "notice", true, nil)
	r, s = stance(u)
	assert.Equal(t, imagined, there)
	assert.Equal(t, []any{0.09, "their site is there"}, []any{s.Trust, r.Note})
	rated, _ := answersOf(t, "notice", false, new(1.0))
	assert.Equal(t, 80, rated, "a rate that is given is the chance itself")
	u.Read(func(v state.View) {
		p := people.At(v, testkit.Address(3))
		assert.Equal(t, "their site is there", pen.RelationFacts(p, people.RelationOf(v, p, "app@ours.test"))["their_site"])
	})
}

// TestTheAnnoyedAnswerLess: trust decides with AI off too.
func TestTheAnnoyedAnswerLess(t *testing.T) {
	t.Parallel()
	s := mailsim.Situation{
		Now: config.DefaultStart, Person: mailsim.Persona{Addresses: []string{"anna@client.test"}, Temperament: "responsive"},
		Mail: mailsim.MailTraits{From: "app@ours.test", InTo: true, Recipients: 1, Questions: 1}, Relation: mailsim.Relation{Knows: "known"},
	}
	neutral := mailsim.Decide(s)
	s.Trust = -0.1
	annoyed := mailsim.Decide(s)
	assert.InDelta(t, neutral.Chance*0.6, annoyed.Chance, 1e-9)
	assert.Contains(t, annoyed.Why, "annoyed by them x0.6")
	s.Person.Timing.ReplyRate = new(1.0)
	assert.Equal(t, 1.0, mailsim.Decide(s).Chance)
}
