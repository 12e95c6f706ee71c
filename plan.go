package mailsim

import "slices"

// Plans: what the organization of a universe may use.

// Plan is what an organization may use. The zero Plan limits nothing.
type Plan struct {
	Name     string    `json:"name" yaml:"name"`
	Limits   Limits    `json:"limits" yaml:"limits"`
	Features []Feature `json:"features" yaml:"features"` // nil: all; empty but not nil: none
}

// Limits are a plan's numbers; 0 is no limit. Days and months are calendar days and months
// (UTC) of the simulated clock.
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

// The features.
const (
	FeatureInsights Feature = "insights"
	FeatureMCP      Feature = "mcp"
	FeatureWebhooks Feature = "webhooks"
	FeatureLinks    Feature = "links"
	FeatureChaos    Feature = "chaos"
)

// Has reports whether the plan includes a feature.
func (p Plan) Has(f Feature) bool { return p.Features == nil || slices.Contains(p.Features, f) }

type planning interface {
	Plan() Plan
	NeedFeature(f Feature) error
}

// Plan returns the plan of the universe.
func (u *Universe) Plan() Plan { return u.live().Plan() }

// NeedFeature returns ErrPlan when the plan lacks a feature.
func (u *Universe) NeedFeature(f Feature) error { return u.live().NeedFeature(f) }
