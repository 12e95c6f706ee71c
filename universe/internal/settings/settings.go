// Package settings is what the operator sets: one record of pace, rules, links, retention
// and the like, the simulated DNS, and the limits of the plan. What the settings do to
// mail and people is with those who look at them.
package settings

import (
	"context"
	"maps"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Record is the one record of all settings. It is replaced, never edited.
type Record struct {
	AI         bool               `json:"ai"`
	Pace       mailsim.Pace       `json:"pace"`
	Recipients mailsim.Recipients `json:"recipients"`
	Links      mailsim.LinkPolicy `json:"links"`
	Retention  mailsim.Retention  `json:"retention"`
	Company    mailsim.Company    `json:"company"`
	Scenario   string             `json:"scenario"`
	DNS        *zone              `json:"dns,omitempty"`
	Relay      mailsim.RelayRules `json:"relay,omitzero"`
	Unmarked   bool               `json:"unmarked,omitempty"` // mail of the universe's own has no X-Service-... header
}

// Default is what a universe begins with.
func Default() *Record {
	return &Record{
		Pace: mailsim.Pace{Factor: 1}, Recipients: valid.DefaultRecipients(), Links: mailsim.DefaultLinkPolicy(),
		Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{}},
	}
}

// Begin gives an empty universe its settings.
func Begin(t *state.Tx) { state.Put(t, Table.In(t.State), "", Default()) }

// Of returns the settings, not to be changed.
func Of(v state.View) *Record { return Table.In(v.State).At("") }

// Change replaces the settings by an edited copy.
func Change(t *state.Tx, edit func(s *Record)) {
	next := *Of(t.View)
	edit(&next)
	state.Put(t, Table.In(t.State), "", &next)
}

// MarksSimulated tells whether what the universe writes says so in its header.
func MarksSimulated(v state.View) bool { return !v.Env.Opts.Unmarked && !Of(v).Unmarked }

// Pace returns the current pace, {1, false} at first.
func (u *Part) Pace() mailsim.Pace { return u.Settings().Pace }

// SetPace sets the pace of what is planned from now on. A negative factor, or
// one above 1,000,000, is ErrInvalid. Event: pace.
func (u *Part) SetPace(ctx context.Context, p mailsim.Pace) (mailsim.Pace, error) {
	p, err := valid.Pace(p)
	if err != nil {
		return mailsim.Pace{}, err
	}
	err = u.Update(ctx, func(t *state.Tx) error {
		SetPace(t, p)
		return nil
	})
	return p, err
}

// SetPace sets the pace within a transaction. Event: pace.
func SetPace(t *state.Tx, p mailsim.Pace) {
	Change(t, func(s *Record) { s.Pace = p })
	t.Emit(mailsim.PaceChanged(p))
}

// Settings returns the settings as they are now.
func (u *Part) Settings() (s Record) {
	u.Read(func(v state.View) { s = *Of(v) })
	return s
}

// CloneRecipients returns rules that share nothing with others.
func CloneRecipients(r mailsim.Recipients) mailsim.Recipients {
	out := mailsim.Recipients{Default: valid.CloneRule(r.Default), Domains: map[string]mailsim.Rule{}, Status: maps.Clone(r.Status), Seed: r.Seed}
	for d, rule := range r.Domains {
		out.Domains[d] = valid.CloneRule(rule)
	}
	if out.Status == nil {
		out.Status = map[string]mailsim.MailboxStatus{}
	}
	return out
}

// Recipients returns the rules.
func (u *Part) Recipients() mailsim.Recipients {
	return CloneRecipients(u.Settings().Recipients)
}

// SetRecipients replaces the rules. ErrInvalid names the field that is wrong.
func (u *Part) SetRecipients(ctx context.Context, r mailsim.Recipients) (mailsim.Recipients, error) {
	r, err := valid.Recipients(r)
	if err != nil {
		return mailsim.Recipients{}, err
	}
	err = u.Update(ctx, func(t *state.Tx) error {
		Change(t, func(s *Record) { s.Recipients = r })
		return nil
	})
	return CloneRecipients(r), err
}

// Links returns the policy, the catalogue of habits and the default user agent.
func (u *Part) Links() mailsim.LinkSettings {
	p, _ := valid.LinkPolicy(u.Settings().Links)
	return mailsim.LinkSettings{Policy: p, Habits: mailsim.LinkHabits(), DefaultUserAgent: mailsim.DefaultUserAgent}
}

// SetLinks replaces the policy. ErrPlan when the plan lacks the feature links.
func (u *Part) SetLinks(ctx context.Context, p mailsim.LinkPolicy) (mailsim.LinkSettings, error) {
	if err := NeedFeature(u.Env, mailsim.FeatureLinks); err != nil {
		return mailsim.LinkSettings{}, err
	}
	p, err := valid.LinkPolicy(p)
	if err != nil {
		return mailsim.LinkSettings{}, err
	}
	err = u.Update(ctx, func(t *state.Tx) error {
		Change(t, func(s *Record) { s.Links = p })
		return nil
	})
	own, _ := valid.LinkPolicy(p)
	return mailsim.LinkSettings{Policy: own, Habits: mailsim.LinkHabits(), DefaultUserAgent: mailsim.DefaultUserAgent}, err
}

// AI returns the writing mode.
func (u *Part) AI() (ai mailsim.AI) {
	u.Read(func(v state.View) { ai = AI(v) })
	return ai
}

// AI is the writing mode, and what the month of credits has left.
func AI(v state.View) mailsim.AI {
	ai := mailsim.AI{Mode: "off", Writer: TemplatesName, Credits: mailsim.Credits{Used: v.Counter("credits"), Limit: PlanOf(v.Env).Limits.AICredits}}
	if Of(v).AI && v.Env.Opts.Writer != nil {
		ai.Mode, ai.Writer = "on", v.Env.Writer
	}
	return ai
}

// TemplatesName is the writer's name while AI is off.
const TemplatesName = "templates"

// ErrNoWriter answers who switches AI on without a writer.
var ErrNoWriter = fail.Invalidf("no AI writer is configured: set Options.Writer, or start mailsimd with -ai-url and -ai-model")

// SetAI switches AI writing. ErrInvalid when there is no writer to switch on.
func (u *Part) SetAI(ctx context.Context, on bool) (mailsim.AI, error) {
	if on && u.Opts.Writer == nil {
		return mailsim.AI{}, ErrNoWriter
	}
	var ai mailsim.AI
	err := u.Update(ctx, func(t *state.Tx) error {
		Change(t, func(s *Record) { s.AI = on })
		ai = AI(t.View)
		return nil
	})
	return ai, err
}

// AIOn tells whether people write with AI now.
func AIOn(v state.View) bool { return Of(v).AI && v.Env.Opts.Writer != nil }
