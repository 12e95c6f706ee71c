package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

func TestPeopleOfAFileAreChangedThere(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("world.yaml", []byte("personas:\n  - {id: p_anna, name: Anna, addresses: [anna@client.test]}\n"))
	require.NoError(t, err)
	u := newTestUniverse(t, mailsim.Options{Config: c})
	before, err := u.Persona("p_anna")
	require.NoError(t, err)
	// spec: personas.provider.config
	assert.Equal(t, "config", before.Provider)
	// spec: personas.patch.yaml-409 personas.put.yaml-409
	_, err = u.UpdatePersona(bg, "p_anna", mailsim.PersonaPatch{Name: new("Other")})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	require.ErrorIs(t, u.DeletePersona(bg, "p_anna"), mailsim.ErrConflict)
	after, err := u.Persona("p_anna")
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

func TestAJobThatFailsSaysSo(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", nil)
	var id string
	require.NoError(t, u.Update(bg, func(t *state.Tx) error {
		j := jobs.Schedule(t, mailsim.JobForward, people.Table.In(t.State).At(anna.ID).Owner(), t.Now.Add(time.Minute), mailsim.Job{MessageID: "<gone@x>", Plan: "forwards"}, jobs.Args{To: []string{"b@c.test"}})
		id = j.ID
		return nil
	}))
	after := u.AfterFunc(2*time.Minute, func() {})
	advance(t, u, time.Hour)
	// spec: events.job.failed
	require.Equal(t, []mailsim.JobFailed{{JobID: id, Kind: "forward", PersonaID: anna.ID, Note: "no such message"}}, eventsOf[mailsim.JobFailed](u))
	j, err := u.Job(id)
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateFailed, j.State)
	assert.False(t, after.Stop(), "what came after it ran all the same")
}

func TestRetentionCountsSimulatedDays(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	sendTo(t, u, "a@b.test", "Old", "x")
	_, err := u.SetRetention(bg, mailsim.Retention{MailDays: 1})
	require.NoError(t, err)
	advance(t, u, 23*time.Hour)
	assert.Len(t, inboxOf(t, u, "a@b.test"), 1)
	advance(t, u, 3*time.Hour)
	// spec: time.retention-simulated
	assert.Empty(t, inboxOf(t, u, "a@b.test"))
}

func TestPlanLimitsAreReadByName(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("cell.yaml", []byte(`orgs:
  - name: One
    plan:
      name: Small
      limits: {personas: 1, logins: 2, streams: 3, inbound_per_day: 4, sent_per_month: 5, learned_per_month: 6, ai_credits: 7, retention_days: 8}
      features: [insights, links]
    universes: [{id: u_one}]
`))
	require.NoError(t, err)
	cell, err := NewCell(mailsim.CellOptions{Config: c, HashCost: 4})
	require.NoError(t, err)
	defer cell.Close()
	u, err := whole(cell.Universe("u_one"))
	require.NoError(t, err)
	// spec: d.plan.limits d.plan.features
	assert.Equal(t, mailsim.Plan{Name: "Small", Limits: mailsim.Limits{Personas: 1, Logins: 2, Streams: 3, InboundPerDay: 4, SentPerMonth: 5, LearnedPerMonth: 6, AICredits: 7, RetentionDays: 8}, Features: []mailsim.Feature{mailsim.FeatureInsights, mailsim.FeatureLinks}}, u.Plan())
	assert.ErrorIs(t, u.NeedFeature(mailsim.FeatureWebhooks), mailsim.ErrPlan)
	addPerson(t, u, "anna@client.test", nil)
	_, err = u.CreatePersona(bg, mailsim.Persona{Addresses: []string{"ben@client.test"}})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Contains(t, err.Error(), "Small")
	assert.Contains(t, err.Error(), "1")
}
