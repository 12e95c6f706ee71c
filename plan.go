package mailsim

// Plans: what a universe's organization may use (spec 5, 7, 8; design 4).

import (
	"slices"
	"strconv"
	"time"
)

// Plan is what an organization may use. The zero Plan limits nothing.
type Plan struct {
	Name     string    `json:"name" yaml:"name"`
	Limits   Limits    `json:"limits" yaml:"limits"`
	Features []Feature `json:"features" yaml:"features"` // nil: all; empty but not nil: none
}

// Limits are a plan's numbers; 0 is no limit. Days and months are the
// calendar's (UTC) on the simulated clock.
type Limits struct {
	Personas        int `json:"personas,omitempty" yaml:"personas"`
	Logins          int `json:"logins,omitempty" yaml:"logins"`
	Streams         int `json:"streams,omitempty" yaml:"streams"` // enabled ones
	InboundPerDay   int `json:"inbound_per_day,omitempty" yaml:"inbound_per_day"`
	SentPerMonth    int `json:"sent_per_month,omitempty" yaml:"sent_per_month"`
	LearnedPerMonth int `json:"learned_per_month,omitempty" yaml:"learned_per_month"`
	AICredits       int `json:"ai_credits,omitempty" yaml:"ai_credits"`
	RetentionDays   int `json:"retention_days,omitempty" yaml:"retention_days"`
}

// Feature is a part of the service that a plan may lack.
type Feature string

// The features (spec 5).
const (
	FeatureInsights Feature = "insights"
	FeatureMCP      Feature = "mcp"
	FeatureWebhooks Feature = "webhooks"
	FeatureLinks    Feature = "links"
	FeatureChaos    Feature = "chaos"
)

var features = []Feature{FeatureInsights, FeatureMCP, FeatureWebhooks, FeatureLinks, FeatureChaos}

// check refuses numbers below 0 and unknown features.
func (p Plan) check() error {
	if err := checkLine("plan.name", p.Name); err != nil {
		return err
	}
	l := p.Limits
	for _, n := range []int{l.Personas, l.Logins, l.Streams, l.InboundPerDay, l.SentPerMonth, l.LearnedPerMonth, l.AICredits, l.RetentionDays} {
		if n < 0 {
			return invalidf("plan.limits must not be negative: leave out what has no limit")
		}
	}
	for _, f := range p.Features {
		if !slices.Contains(features, f) {
			return invalidf("plan.features: unknown feature %.50q: use insights, mcp, webhooks, links or chaos", string(f))
		}
	}
	return nil
}

func (p Plan) clone() Plan {
	p.Features = slices.Clone(p.Features)
	return p
}

// Has reports whether the plan holds a feature.
func (p Plan) Has(f Feature) bool { return p.Features == nil || slices.Contains(p.Features, f) }

// Plan returns the plan of the universe.
func (u *Universe) Plan() Plan {
	u.mustBeMade()
	return u.plan.Load().clone()
}

// setPlan replaces the plan: what is there stays, what comes is measured by it.
func (u *Universe) setPlan(p Plan) {
	u.plan.Store(&p)
	u.rearm() // the plan may have something pruned
}

func (u *Universe) needFeature(f Feature) error {
	if p := u.Plan(); !p.Has(f) {
		return errorf(ErrPlan, "the plan%s does not include %s", p.named(), f)
	}
	return nil
}

// NeedFeature is ErrPlan when the plan lacks a feature.
func (u *Universe) NeedFeature(f Feature) error { return u.needFeature(f) }

func (p Plan) named() string {
	if p.Name == "" {
		return ""
	}
	return " " + p.Name
}

// planLimit is the error of a number that is used up: of one thing, or of many.
func (v view) planLimit(one, many string, limit int) error {
	return invalidf("the plan%s allows %s; upgrade for more", v.u.Plan().named(), counted(limit, one, many))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func month(t time.Time) string { return t.UTC().Format("2006-01") }

// countSending counts an application's mail against the month's limit.
func (t *tx) countSending(s *submission) error {
	if s.origin != fromApp && s.origin != fromAPI {
		return nil
	}
	limit := t.u.sentPerMonth()
	if limit <= 0 {
		return nil
	}
	if n := t.count("sent", month(t.now)); n >= limit {
		return errMonthly(t.u.Plan(), limit)
	}
	return nil
}

// sentPerMonth is the plan's limit of mails, 0 for none.
func (u *Universe) sentPerMonth() int { return u.plan.Load().Limits.SentPerMonth }

func errMonthly(p Plan, limit int) error {
	return errorf(ErrInternal, "the plan%s allows %s; upgrade for more", p.named(), counted(limit, "mail a month", "mails a month"))
}

// monthlyLimit is the error of a used-up month, nil when mail may be sent.
func (v view) monthlyLimit() error {
	limit := v.u.sentPerMonth()
	if limit > 0 && v.counters.at(tableKey("sent", month(v.now))) >= limit {
		return errMonthly(v.u.Plan(), limit)
	}
	return nil
}
