package fault

import (
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// ruleSet holds all rules, in order.
type ruleSet struct {
	Rules []mailsim.FaultRule `json:"rules"`
}

// count is what a rule has counted, for one purpose.
type count struct {
	N  int   `json:"n"`
	At int64 `json:"at,omitempty"` // Unix milliseconds, second or minute of what is counted
}

// rulesOf are all rules, in order.
func rulesOf(v state.View) []mailsim.FaultRule {
	if rec := Table.In(v.State).At(""); rec != nil {
		return rec.Rules
	}
	return nil
}

// Faults returns the rules with how often each has acted, and the presets.
func (u *Part) Faults() (f mailsim.Faults) {
	u.Read(func(v state.View) { f = current(v) })
	return f
}

// current are the rules with their hits, and the presets.
func current(v state.View) mailsim.Faults {
	f := mailsim.Faults{Rules: []mailsim.FaultRule{}, Scenario: settings.Of(v).Scenario, Scenarios: mailsim.Scenarios()}
	for _, r := range rulesOf(v) {
		r.Hits = state.AtKey(TallyTable.In(v.State), "hits", r.ID).N
		f.Rules = append(f.Rules, valid.CloneFaultRule(r))
	}
	return f
}

// SetFaults replaces the rules; all counts begin anew. A scenario without rules
// loads the preset. ErrInvalid says which rule cannot work and why, and nothing
// is changed; ErrPlan when the plan lacks the feature chaos and there is a rule
// or a scenario other than calm. Event: faults.updated.
func (u *Part) SetFaults(ctx context.Context, f mailsim.Faults) (mailsim.Faults, error) {
	if len(f.Rules) > 0 || f.Scenario != "" && f.Scenario != mailsim.ScenarioCalm {
		if err := settings.NeedFeature(u.Env, mailsim.FeatureChaos); err != nil {
			return mailsim.Faults{}, err
		}
	}
	var out mailsim.Faults
	err := u.Update(ctx, func(t *state.Tx) (err error) {
		out, err = Set(t, f)
		return err
	})
	return out, err
}

// Set is SetFaults within a transaction, for rules of a file; the plan is not asked.
func Set(t *state.Tx, f mailsim.Faults) (mailsim.Faults, error) {
	if f.Scenario != "" {
		preset, err := mailsim.ScenarioRules(f.Scenario, t.Now)
		if err != nil {
			return mailsim.Faults{}, err
		}
		if len(f.Rules) == 0 {
			f.Rules = preset
		}
	}
	rules, err := valid.Faults(f.Rules)
	if err != nil {
		return mailsim.Faults{}, err
	}
	for _, key := range state.Keys(TallyTable.In(t.State)) {
		state.Drop(t, TallyTable.In(t.State), key)
	}
	state.Drop(t, Table.In(t.State), "")
	if len(rules) > 0 {
		state.Put(t, Table.In(t.State), "", &ruleSet{rules})
	}
	settings.Change(t, func(s *settings.Record) { s.Scenario = f.Scenario })
	t.Emit(mailsim.FaultsUpdated{Rules: len(rules), Scenario: f.Scenario})
	return current(t.View), nil
}
