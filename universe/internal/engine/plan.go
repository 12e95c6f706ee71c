package engine

import (
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

func planClone(p mailsim.Plan) mailsim.Plan {
	p.Features = slices.Clone(p.Features)
	return p
}

// Plan returns the plan of the universe.
func (u *settingsPart) Plan() mailsim.Plan {
	u.MustBeMade()
	return planOf(u.Env)
}

// planOf is the plan of a universe.
func planOf(e *state.Env) mailsim.Plan { return planClone(*e.Plan.Load()) }

// putPlan replaces the plan: what is there stays, what comes is measured by it.
func (u *settingsPart) putPlan(p mailsim.Plan) { u.Env.Plan.Store(&p) }

func needFeature(e *state.Env, f mailsim.Feature) error { return planNeeds(planOf(e), f) }

func planNeeds(p mailsim.Plan, f mailsim.Feature) error {
	if !p.Has(f) {
		return fail.Errorf(mailsim.ErrPlan, "the plan%s does not include %s", planNamed(p), f)
	}
	return nil
}

// NeedFeature is ErrPlan when the plan lacks a feature.
func (u *settingsPart) NeedFeature(f mailsim.Feature) error { return needFeature(u.Env, f) }

func planNamed(p mailsim.Plan) string {
	if p.Name == "" {
		return ""
	}
	return " " + p.Name
}

// PlanLimit is the error of a number that is used up: of one thing, or of many.
func PlanLimit(v state.View, one, many string, limit int) error {
	return fail.Invalidf("the plan%s allows %s; upgrade for more", planNamed(planOf(v.Env)), counted(limit, one, many))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func month(t time.Time) string { return t.UTC().Format("2006-01") }

// CountSending counts an application's mail against the month's limit.
func CountSending(t *state.Tx) error {
	limit := planOf(t.Env).Limits.SentPerMonth
	if limit <= 0 {
		return nil
	}
	if n := t.Count("sent", month(t.Now)); n >= limit {
		return errMonthly(planOf(t.Env), limit)
	}
	return nil
}

func errMonthly(p mailsim.Plan, limit int) error {
	return fail.Errorf(mailsim.ErrInternal, "the plan%s allows %s; upgrade for more", planNamed(p), counted(limit, "mail a month", "mails a month"))
}

// MonthlyLimit is the error of a used-up month, nil when mail may be sent.
func MonthlyLimit(v state.View) error {
	limit := planOf(v.Env).Limits.SentPerMonth
	if limit > 0 && state.CounterTable.In(v.State).At(state.Key("sent", month(v.Now))) >= limit {
		return errMonthly(planOf(v.Env), limit)
	}
	return nil
}
