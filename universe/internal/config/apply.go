package config

import (
	"reflect"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/world"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// part is a part of a file and how it is applied, with the file that held
// before.
type part struct {
	part  string
	apply func(t *state.Tx, f, old *File) error
}

// parts, in the order in which one part needs another.
func parts() []part {
	return []part{
		{"ai", applyAI}, {"mark_simulated", applyMarks}, {"pace", applyPace}, {"recipients", applyRecipients}, {"links", applyLinks},
		{"retention", applyRetention}, {"relay", applyRelay}, {"faults", applyFaults}, {"webhooks", applyWebhooks},
		{"personas", applyPeople}, {"cases", applyCases}, {"logins", applyLogins}, {"world", applyWorld},
		{"keys", applyKeys},
	}
}

// Apply brings the state from what one file says to what another says.
// Parts for which keep is true are left alone; nil keeps none. A reset applies
// the universe's file with an empty old one.
func Apply(t *state.Tx, f, old *File, keep func(part string) bool) error {
	for _, p := range parts() {
		if keep != nil && keep(p.part) {
			continue
		}
		if err := p.apply(t, f, old); err != nil {
			return err
		}
	}
	return nil
}

// section applies a section that has changed; one that is gone is its default.
func section[T any](at yamlfile.Place, now, old *T, def func() T, set func(T) error) error {
	if reflect.DeepEqual(now, old) {
		return nil
	}
	v := def()
	if now != nil {
		v = *now
	}
	return at.Wrap(set(v))
}

// Each part is applied by a function of its name: f is what holds from now on, old what
// held before.

func applyAI(t *state.Tx, f, old *File) error {
	if f.AI == old.AI {
		return nil
	}
	if f.AI == "on" && t.Env.Opts.Writer == nil {
		return yamlfile.At(&f.UniverseConfig).Key("ai").Wrap(settings.ErrNoWriter)
	}
	settings.Change(t, func(s *settings.Record) { s.AI = f.AI == "on" })
	return nil
}

func applyMarks(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("mark_simulated"), f.MarkSimulated, old.MarkSimulated, func() bool { return true }, func(mark bool) error {
		settings.Change(t, func(s *settings.Record) { s.Unmarked = !mark })
		return nil
	})
}

func applyPace(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("pace"), f.Pace, old.Pace, func() mailsim.Pace { return mailsim.Pace{Factor: 1} }, func(p mailsim.Pace) error {
		p, err := valid.Pace(p)
		if err == nil {
			settings.SetPace(t, p)
		}
		return err
	})
}

func applyRecipients(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("recipients"), f.Recipients, old.Recipients, valid.DefaultRecipients, func(r mailsim.Recipients) error {
		r, err := valid.Recipients(r)
		if err == nil {
			settings.Change(t, func(s *settings.Record) { s.Recipients = r })
		}
		return err
	})
}

func applyLinks(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("links"), f.Links, old.Links, mailsim.DefaultLinkPolicy, func(p mailsim.LinkPolicy) error {
		p, err := valid.LinkPolicy(p)
		if err == nil && f.Links != nil {
			err = settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureLinks)
		}
		if err == nil {
			settings.Change(t, func(s *settings.Record) { s.Links = p })
		}
		return err
	})
}

func applyRetention(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("retention"), f.Retention, old.Retention, func() mailsim.Retention { return mailsim.Retention{} }, func(r mailsim.Retention) error {
		keep.SetRetention(t, r)
		return nil
	})
}

func applyRelay(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("relay"), f.Relay, old.Relay, func() mailsim.RelayConfig { return mailsim.RelayConfig{} }, func(r mailsim.RelayConfig) error {
		return release.Set(t, r.RelayRules)
	})
}

func applyFaults(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("faults"), f.Faults, old.Faults, func() mailsim.Faults { return mailsim.Faults{} }, func(v mailsim.Faults) error {
		if len(v.Rules) > 0 || v.Scenario != "" && v.Scenario != mailsim.ScenarioCalm {
			if err := settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureChaos); err != nil {
				return err
			}
		}
		_, err := fault.Set(t, v)
		return err
	})
}

func applyWebhooks(t *state.Tx, f, old *File) error {
	if reflect.DeepEqual(f.Webhooks, old.Webhooks) {
		return nil
	}
	at := yamlfile.At(&f.UniverseConfig).Key("webhooks")
	if len(f.Webhooks) > 0 {
		if err := settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureWebhooks); err != nil {
			return at.Wrap(err)
		}
	}
	return at.Wrap(webhook.Set(t, f.Webhooks))
}

func applyWorld(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("world"), f.World, old.World, func() mailsim.World { return mailsim.World{} }, func(w mailsim.World) error { return world.Set(t, w) })
}

func applyKeys(t *state.Tx, f, old *File) error {
	for _, k := range old.keys {
		if !f.hasKey(k) {
			login.DropKey(t, k)
		}
	}
	for i, k := range f.keys {
		if old.says(k) {
			continue // one that was revoked since stays so
		}
		if err := login.PutKey(t, k); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("keys", i).Wrap(err)
		}
	}
	return nil
}
