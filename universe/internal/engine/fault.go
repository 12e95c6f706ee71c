package engine

import (
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// faultRec holds all rules, in order.
type faultRec struct {
	Rules []mailsim.FaultRule `json:"rules"`
}

// faultCount is what a rule has counted, for one purpose.
type faultCount struct {
	N  int   `json:"n"`
	At int64 `json:"at,omitempty"` // Unix milliseconds, second or minute of what is counted
}

func FaultRules(v view) []mailsim.FaultRule {
	if rec := faultTable.in(v.state).at(""); rec != nil {
		return rec.Rules
	}
	return nil
}

// Faults returns the rules with how often each has acted, and the presets.
func (u *faultPart) Faults() (f mailsim.Faults) {
	u.read(func(v view) { f = FaultsNow(v) })
	return f
}

func FaultsNow(v view) mailsim.Faults {
	f := mailsim.Faults{Rules: []mailsim.FaultRule{}, Scenario: Set(v).Scenario, Scenarios: mailsim.Scenarios()}
	for _, r := range FaultRules(v) {
		r.Hits = tallyTable.in(v.state).at(tableKey("hits", r.ID)).N
		f.Rules = append(f.Rules, valid.CloneFaultRule(r))
	}
	return f
}

// SetFaults replaces the rules; all counts begin anew. A scenario without rules
// loads the preset. ErrInvalid says which rule cannot work and why, and nothing
// is changed; ErrPlan when the plan lacks the feature chaos and there is a rule
// or a scenario other than calm. Event: faults.updated.
func (u *faultPart) SetFaults(ctx context.Context, f mailsim.Faults) (mailsim.Faults, error) {
	if len(f.Rules) > 0 || f.Scenario != "" && f.Scenario != mailsim.ScenarioCalm {
		if err := needFeature(u.env, mailsim.FeatureChaos); err != nil {
			return mailsim.Faults{}, err
		}
	}
	var out mailsim.Faults
	err := u.update(ctx, func(t *tx) (err error) {
		out, err = SetFaults(t, f)
		return err
	})
	return out, err
}

func SetFaults(t *tx, f mailsim.Faults) (mailsim.Faults, error) {
	if f.Scenario != "" {
		preset, err := mailsim.ScenarioRules(f.Scenario, t.now)
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
	for _, key := range tallyTable.in(t.state).keys() {
		drop(t, tallyTable.in(t.state), key)
	}
	drop(t, faultTable.in(t.state), "")
	if len(rules) > 0 {
		put(t, faultTable.in(t.state), "", &faultRec{rules})
	}
	ChangeSettings(t, func(s *settings) { s.Scenario = f.Scenario })
	t.emit(mailsim.FaultsUpdated{Rules: len(rules), Scenario: f.Scenario})
	return FaultsNow(t.view), nil
}
