package world_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: ai.off.world-templates
func TestAIWorld(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	run := func(on bool) (*engine.Universe, *testkit.Quill) {
		p := &testkit.Quill{Writes: func(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
			if b.Kind == mailsim.BriefSender {
				return mailsim.Draft{Person: &mailsim.Persona{Role: "keeper of " + b.Facts["brief"], Name: "Nobody"}}, nil
			}
			return mailsim.Draft{Subject: "About goats", Text: "We need " + b.Facts["brief"] + " at " + b.Facts["company"] + "."}, nil
		}}
		u := testkit.New(t, mailsim.Options{Writer: p})
		_, err := u.SetAI(ctx, on)
		require.NoError(t, err)
		_, err = u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{Name: "Ours", Domain: "ours.test"}, Streams: []mailsim.Stream{{ID: "s1", Kind: "lead", PerDay: 1, NewPeople: 1, Enabled: new(false), To: []string{"sales@ours.test"}, Brief: "goats"}}})
		require.NoError(t, err)
		_, err = u.SendStream(ctx, "s1")
		require.NoError(t, err)
		return u, p
	}
	u, p := run(true)
	require.Len(t, p.Briefs, 2)
	assert.Equal(t, mailsim.BriefSender, p.Briefs[0].Kind)
	assert.Equal(t, mailsim.BriefWorld, p.Briefs[1].Kind)
	assert.Equal(t, "lead", p.Briefs[1].Facts["stream"])
	created, mails := testkit.EventsOf[mailsim.PersonaCreated](u), testkit.EventsOf[mailsim.PersonaSent](u)
	require.Len(t, created, 1)
	assert.Equal(t, "ai", created[0].Mode)
	assert.Equal(t, "pen", mails[0].By)
	assert.Equal(t, "About goats", mails[0].Subject)
	assert.Equal(t, "We need goats at Ours.", mails[0].Text)
	who, err := u.Persona(created[0].PersonaID)
	require.NoError(t, err)
	assert.Equal(t, "keeper of goats", who.Role)
	assert.NotEqual(t, "Nobody", who.Name, "the name goes with the address")

	u, p = run(false)
	assert.Empty(t, p.Briefs)
	assert.Equal(t, "basic", testkit.EventsOf[mailsim.PersonaCreated](u)[0].Mode)
	assert.Equal(t, "templates", testkit.EventsOf[mailsim.PersonaSent](u)[0].By)
}
