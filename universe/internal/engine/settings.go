package engine

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// settings is the one record of all settings. It is replaced, never edited.
type settings struct {
	AI         bool               `json:"ai"`
	Pace       mailsim.Pace       `json:"pace"`
	Recipients mailsim.Recipients `json:"recipients"`
	Links      mailsim.LinkPolicy `json:"links"`
	Retention  mailsim.Retention  `json:"retention"`
	Company    mailsim.Company    `json:"company"`
	Scenario   string             `json:"scenario"`
	DNS        *zone              `json:"dns,omitempty"`
}

func defaultSettings() *settings {
	return &settings{
		Pace: mailsim.Pace{Factor: 1}, Recipients: defaultRecipients(), Links: mailsim.DefaultLinkPolicy(),
		Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{}},
	}
}

func (v view) set() *settings { return v.settings.at("") }

// changeSettings replaces the settings by an edited copy.
func (t *tx) changeSettings(edit func(s *settings)) {
	next := *t.set()
	edit(&next)
	put(t, t.settings, "", &next)
}

// maxPace bounds how slow people can be made.
const maxPace = 1e6

// Pace returns the current pace, {1, false} at first.
func (u *Universe) Pace() mailsim.Pace { return u.currentSettings().Pace }

// SetPace sets the pace of what is planned from now on. A negative factor, or
// one above 1,000,000, is ErrInvalid. Event: pace.
func (u *Universe) SetPace(ctx context.Context, p mailsim.Pace) (mailsim.Pace, error) {
	p, err := paceCheck(p)
	if err != nil {
		return mailsim.Pace{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.setPace(p)
		return nil
	})
	return p, err
}

// check validates a pace and fills what was left out.
func paceCheck(p mailsim.Pace) (mailsim.Pace, error) {
	switch {
	case p.Factor < 0 || math.IsNaN(p.Factor):
		return p, fail.Invalidf("factor must not be negative")
	case p.Factor > maxPace:
		return p, fail.Invalidf("factor must be at most %d", int(maxPace))
	case p.Factor == 0:
		p.Factor = 1
	}
	return p, nil
}

func (t *tx) setPace(p mailsim.Pace) {
	t.changeSettings(func(s *settings) { s.Pace = p })
	t.emit(mailsim.PaceChanged(p))
}

func (u *Universe) currentSettings() (s settings) {
	u.read(func(v view) { s = *v.set() })
	return s
}

func defaultRecipients() mailsim.Recipients {
	return mailsim.Recipients{Default: mailsim.DefaultRule(), Domains: map[string]mailsim.Rule{}, Status: map[string]mailsim.MailboxStatus{}}
}

func ruleClone(r mailsim.Rule) mailsim.Rule {
	r.BadKinds = append([]mailsim.MailboxStatus{}, r.BadKinds...)
	return r
}

func recipientsClone(r mailsim.Recipients) mailsim.Recipients {
	out := mailsim.Recipients{Default: ruleClone(r.Default), Domains: map[string]mailsim.Rule{}, Status: maps.Clone(r.Status), Seed: r.Seed}
	for d, rule := range r.Domains {
		out.Domains[d] = ruleClone(rule)
	}
	if out.Status == nil {
		out.Status = map[string]mailsim.MailboxStatus{}
	}
	return out
}

// check validates a rule and fills what was left out.
func ruleCheck(r mailsim.Rule, field string) (mailsim.Rule, error) {
	r = ruleClone(r)
	if !(r.BadRate >= 0 && r.BadRate <= 1) {
		return r, fail.Invalidf("%s.bad_rate must be between 0 and 1", field)
	}
	for _, k := range r.BadKinds {
		if !badStatus(k) {
			return r, fail.Invalidf("%s.bad_kinds: unknown kind %.50q: use unknown, domain, full, disabled or blocked", field, k)
		}
	}
	switch r.FailAt {
	case "":
		r.FailAt = mailsim.FailAtDSN
	case mailsim.FailAtDSN, mailsim.FailAtRcpt:
	default:
		return r, fail.Invalidf("%s.fail_at must be dsn or rcpt", field)
	}
	switch r.Stranger {
	case "":
		r.Stranger = mailsim.StrangerOff
	case mailsim.StrangerOff, mailsim.StrangerBasic, mailsim.StrangerAI:
	default:
		return r, fail.Invalidf("%s.stranger must be off, basic or ai", field)
	}
	return r, nil
}

// check validates the rules and brings addresses and domains to one form.
func recipientsCheck(r mailsim.Recipients) (mailsim.Recipients, error) {
	out := mailsim.Recipients{Domains: map[string]mailsim.Rule{}, Status: map[string]mailsim.MailboxStatus{}, Seed: r.Seed}
	var err error
	if out.Default, err = ruleCheck(r.Default, "default"); err != nil {
		return out, err
	}
	if len(r.Seed) > 1000 {
		return out, fail.Invalidf("seed must be at most 1000 bytes")
	}
	for _, d := range slices.Sorted(maps.Keys(r.Domains)) {
		key := addr.Key(d)
		if !addr.ValidDomain(key) {
			return out, fail.Invalidf("domains: %.100q is no domain", d)
		}
		if out.Domains[key], err = ruleCheck(r.Domains[d], "domains."+key); err != nil {
			return out, err
		}
	}
	for _, a := range slices.Sorted(maps.Keys(r.Status)) {
		if !addr.Valid(a) {
			return out, fail.Invalidf("status: %.100q is no email address", a)
		}
		if !badStatus(r.Status[a]) {
			return out, fail.Invalidf("status.%s must be unknown, domain, full, disabled or blocked", a)
		}
		out.Status[addr.Key(a)] = r.Status[a]
	}
	return out, nil
}

// Recipients returns the rules.
func (u *Universe) Recipients() mailsim.Recipients {
	return recipientsClone(u.currentSettings().Recipients)
}

// SetRecipients replaces the rules. ErrInvalid names the field that is wrong.
func (u *Universe) SetRecipients(ctx context.Context, r mailsim.Recipients) (mailsim.Recipients, error) {
	r, err := recipientsCheck(r)
	if err != nil {
		return mailsim.Recipients{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.Recipients = r })
		return nil
	})
	return recipientsClone(r), err
}

func linkPolicyCheck(p mailsim.LinkPolicy) (mailsim.LinkPolicy, error) {
	p.Allow, p.Deny = append([]string{}, p.Allow...), append([]string{}, p.Deny...)
	switch {
	case p.AllowPrivate:
		return p, fail.Invalidf("allow_private cannot be switched on: grant a site instead")
	case p.MaxLinks < 0:
		return p, fail.Invalidf("max_links must not be negative")
	case p.MaxLinks > 100:
		return p, fail.Invalidf("max_links must be at most 100")
	case !(p.SenderCheck >= 0 && p.SenderCheck <= 1):
		return p, fail.Invalidf("sender_check must be between 0 and 1")
	case p.MissingSite != "imagine" && p.MissingSite != "notice":
		return p, fail.Invalidf("missing_site must be imagine or notice")
	case p.LocalLinks != "ignore" && p.LocalLinks != "click":
		return p, fail.Invalidf("local_links must be ignore or click")
	case len(p.UserAgent) > 500 || !printable(p.UserAgent):
		return p, fail.Invalidf("user_agent must be at most 500 printable ASCII characters")
	}
	return p, cmp.Or(checkHosts("allow", p.Allow), checkHosts("deny", p.Deny))
}

func checkHosts(field string, list []string) error {
	for _, host := range list {
		if !validHostPattern(host) {
			return fail.Invalidf("%s: %.100q is no host and no *.domain pattern", field, host)
		}
	}
	return nil
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Links returns the policy, the catalogue of habits and the default user agent.
func (u *Universe) Links() mailsim.LinkSettings {
	p, _ := linkPolicyCheck(u.currentSettings().Links)
	return mailsim.LinkSettings{Policy: p, Habits: mailsim.LinkHabits(), DefaultUserAgent: mailsim.DefaultUserAgent}
}

// SetLinks replaces the policy. ErrPlan when the plan lacks the feature links.
func (u *Universe) SetLinks(ctx context.Context, p mailsim.LinkPolicy) (mailsim.LinkSettings, error) {
	if err := u.needFeature(mailsim.FeatureLinks); err != nil {
		return mailsim.LinkSettings{}, err
	}
	p, err := linkPolicyCheck(p)
	if err != nil {
		return mailsim.LinkSettings{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.Links = p })
		return nil
	})
	return mailsim.LinkSettings{Policy: p, Habits: mailsim.LinkHabits(), DefaultUserAgent: mailsim.DefaultUserAgent}, err
}

// AI returns the writing mode.
func (u *Universe) AI() (ai mailsim.AI) {
	u.read(func(v view) { ai = v.ai() })
	return ai
}

func (v view) ai() mailsim.AI {
	ai := mailsim.AI{Mode: "off", Writer: templatesName, Credits: mailsim.Credits{Used: v.counters.at("credits"), Limit: v.u.Plan().Limits.AICredits}}
	if v.set().AI && v.u.opts.Writer != nil {
		ai.Mode, ai.Writer = "on", v.u.writer
	}
	return ai
}

// templatesName is the writer's name while AI is off.
const templatesName = "templates"

var errNoWriter = fail.Invalidf("no AI writer is configured: set Options.Writer, or start mailsimd with -ai-url and -ai-model")

// SetAI switches AI writing. ErrInvalid when there is no writer to switch on.
func (u *Universe) SetAI(ctx context.Context, on bool) (mailsim.AI, error) {
	if on && u.opts.Writer == nil {
		return mailsim.AI{}, errNoWriter
	}
	var ai mailsim.AI
	err := u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.AI = on })
		ai = t.ai()
		return nil
	})
	return ai, err
}
