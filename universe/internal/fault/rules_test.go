package fault_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestFaultsGet(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	b, err := json.Marshal(u.Faults())
	require.NoError(t, err)
	var got struct {
		Rules     []any
		Scenario  *string
		Scenarios []mailsim.Scenario
	}
	require.NoError(t, json.Unmarshal(b, &got))
	assert.NotNil(t, got.Rules)
	assert.Len(t, got.Scenarios, 17)
	assert.Equal(t, "", *got.Scenario) // spec: d.faults.get

	f := testkit.SetFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail}, mailsim.FaultRule{ID: "x", Where: "delivery", Kind: mailsim.FaultDelay, Delay: 90 * time.Second})
	assert.Equal(t, "f1", f.Rules[0].ID)
	assert.Equal(t, f, u.Faults())                                                                                 // spec: d.faults.put
	assert.Equal(t, []mailsim.FaultsUpdated{{Rules: 2, Scenario: ""}}, testkit.EventsOf[mailsim.FaultsUpdated](u)) // spec: events.faults.updated

	b, err = json.Marshal(f)
	require.NoError(t, err)
	assert.Contains(t, string(b), `"delay":"90s"`)
	var back mailsim.Faults
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, f, back, "what GET answers can be PUT")
	require.Error(t, json.Unmarshal([]byte(`{"rules":[{"where":"smtp","speed":1}]}`), &back))
	require.NoError(t, json.Unmarshal([]byte(`{"rules":[{"where":"delivery","kind":"delay","delay":30}]}`), &back))
	assert.Equal(t, 30*time.Second, back.Rules[0].Delay)

	f = testkit.SetFaults(t, u, mailsim.FaultRule{Where: "webhook", Kind: mailsim.FaultFail})
	assert.Len(t, f.Rules, 1, "the whole document is replaced")
}

func TestFaultsInvalid(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u, mailsim.FaultRule{ID: "kept", Where: "smtp", At: "mail", Kind: mailsim.FaultSlow})
	before := len(testkit.Story(u))
	smtp := func(at string, k mailsim.FaultKind, edit func(r *mailsim.FaultRule)) mailsim.FaultRule {
		r := mailsim.FaultRule{Where: "smtp", At: at, Kind: k}
		if edit != nil {
			edit(&r)
		}
		return r
	}
	for _, tc := range []struct {
		rule mailsim.FaultRule
		want string
	}{
		{mailsim.FaultRule{Kind: mailsim.FaultSlow}, "where: unknown place"},
		{smtp("rcpt", "explode", nil), `unknown fault kind "explode"`},
		{mailsim.FaultRule{Kind: "rejct"}, `unknown fault kind "rejct": did you mean reject?`},
		{mailsim.FaultRule{}, "where: unknown place"},
		{smtp("lunch", mailsim.FaultSlow, nil), "at: unknown stage"},
		{smtp("", mailsim.FaultSlow, nil), "at: unknown stage"},
		{smtp("connect", mailsim.FaultGreylist, nil), "at: greylist cannot happen at connect"},
		{smtp("rcpt", mailsim.FaultDuplicate, nil), "duplicate cannot happen to smtp"},
		{mailsim.FaultRule{Where: "delivery", At: "rcpt", Kind: mailsim.FaultLose}, "at: delivery has no stages"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Code = 451 }), "from 500 to 599"},
		{smtp("rcpt", mailsim.FaultTempfail, func(r *mailsim.FaultRule) { r.Code = 550 }), "from 400 to 499"},
		{smtp("rcpt", mailsim.FaultTempfail, func(r *mailsim.FaultRule) { r.Code = 200 }), "code must be between 400 and 599"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Code = 450 }), "code: slow has none"},
		{mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultLateBounce, Code: 571}, "550, 552, 554"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Probability = new(1.5) }), "probability must be between 0 and 1"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Probability = new(-0.1) }), "probability must be between 0 and 1"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Times = -1 }), "times must be between"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Rate = 5 }), "rate: slow has none"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Delay = 2 * time.Hour }), "together at most 1h"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Delay = time.Second }), "delay: reject has none"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Delay = -time.Second }), "must not be negative"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Text = "a\r\nb" }), "text must be one line"},
		{smtp("rcpt", mailsim.FaultDisconnect, func(r *mailsim.FaultRule) { r.Text = "bye" }), "text: disconnect closes"},
		{smtp("mail", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Match.To = "a@x.test" }), "match.to is not known at smtp mail"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Match.Subject = "x" }), "match.subject is not known"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.From, r.Until = new(config.DefaultStart), new(config.DefaultStart) }), "from must be before until"},
	} {
		_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{tc.rule}})
		require.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.ErrorContains(t, err, tc.want)
	}
	_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{smtp("rcpt", mailsim.FaultSlow, nil), smtp("rcpt", "x", nil)}})
	require.ErrorContains(t, err, "(rule 2 of 2")
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{ID: "a", Where: "api", Kind: mailsim.FaultStall}, {ID: "a", Where: "api", Kind: mailsim.FaultStall}}})
	require.ErrorContains(t, err, "another rule")
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Scenario: "armageddon"})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Equal(t, "kept", u.Faults().Rules[0].ID) // spec: d.faults.preset.unknown, d.faults.rules.invalid
	assert.Len(t, testkit.Story(u), before)
}

func TestFaultsPlan(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Name: "basic", Features: []mailsim.Feature{mailsim.FeatureLinks}}})
	ctx := context.Background()
	_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "rcpt", Kind: mailsim.FaultSlow}}})
	require.ErrorIs(t, err, mailsim.ErrPlan) // spec: plans.feature.chaos
	_, err = u.SetFaults(ctx, mailsim.Faults{Scenario: "greylisting"})
	require.ErrorIs(t, err, mailsim.ErrPlan)
	_, err = u.SetFaults(ctx, mailsim.Faults{Scenario: mailsim.ScenarioCalm})
	require.NoError(t, err)
	_, err = u.SetFaults(ctx, mailsim.Faults{})
	require.NoError(t, err)
}

// People's own mail is delivered under the same rules; Send's is not.
func TestFaultOrigins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultLose})
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: anna.Addresses, Subject: "Meeting", Text: "Is Tuesday fine for you?"})
	require.NoError(t, err)
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 1) // spec: send.no-faults
	_, err = u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	assert.NotEmpty(t, testkit.EventsOf[mailsim.PersonaSent](u))
	list, err = u.Messages("app@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Empty(t, list, "her answer is lost")
}
