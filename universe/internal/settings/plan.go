package settings

import (
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// ClonePlan returns a plan that shares nothing with another.
func ClonePlan(p mailsim.Plan) mailsim.Plan {
	p.Features = slices.Clone(p.Features)
	return p
}

// Plan returns the plan of the universe.
func (u *Part) Plan() mailsim.Plan {
	u.MustBeMade()
	return PlanOf(u.Env)
}

// PlanOf returns the plan of a universe.
func PlanOf(e *state.Env) mailsim.Plan { return ClonePlan(*e.Plan.Load()) }

// PutPlan replaces the plan: what is there stays, what comes is measured by it.
func (u *Part) PutPlan(p mailsim.Plan) { u.Env.Plan.Store(&p) }

// NeedFeature is ErrPlan when the plan of a universe lacks a feature.
func NeedFeature(e *state.Env, f mailsim.Feature) error { return Needs(PlanOf(e), f) }

// Needs is ErrPlan when a plan lacks a feature.
func Needs(p mailsim.Plan, f mailsim.Feature) error {
	if !p.Has(f) {
		return fail.Errorf(mailsim.ErrPlan, "the plan%s does not include %s", PlanName(p), f)
	}
	return nil
}

// NeedFeature is ErrPlan when the plan lacks a feature.
func (u *Part) NeedFeature(f mailsim.Feature) error { return NeedFeature(u.Env, f) }

// PlanName is the name of a plan as it stands in a sentence behind "plan".
func PlanName(p mailsim.Plan) string {
	if p.Name == "" {
		return ""
	}
	return " " + p.Name
}

// PlanLimit is the error of a number that is used up: of one thing, or of many.
func PlanLimit(v state.View, one, many string, limit int) error {
	return fail.Invalidf("the plan%s allows %s; upgrade for more", PlanName(PlanOf(v.Env)), counted(limit, one, many))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Month names the month by which limits count.
func Month(t time.Time) string { return t.UTC().Format("2006-01") }

// CountSending counts an application's mail against the month's limit.
func CountSending(t *state.Tx) error {
	limit := PlanOf(t.Env).Limits.SentPerMonth
	if limit <= 0 {
		return nil
	}
	if n := t.Count("sent", Month(t.Now)); n >= limit {
		return errMonthly(PlanOf(t.Env), limit)
	}
	return nil
}

func errMonthly(p mailsim.Plan, limit int) error {
	return fail.Errorf(mailsim.ErrInternal, "the plan%s allows %s; upgrade for more", PlanName(p), counted(limit, "mail a month", "mails a month"))
}

// MonthlyLimit is the error of a used-up month, nil when mail may be sent.
func MonthlyLimit(v state.View) error {
	limit := PlanOf(v.Env).Limits.SentPerMonth
	if limit > 0 && v.Counter(state.Key("sent", Month(v.Now))) >= limit {
		return errMonthly(PlanOf(v.Env), limit)
	}
	return nil
}
