package cell

import (
	"cmp"
	"context"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// Reload follows a file of organizations: plans, people and universes are set as
// it says, people who are gone from it are taken out. ErrInvalid before anything
// changes when the file is wrong, when a universe is gone from it or changes its
// id, name, seed or clock. What a later universe cannot take, such as a login
// name in use elsewhere, leaves the earlier ones changed.
func (c *Cell) Reload(ctx context.Context, cfg *mailsim.Config) error {
	if cfg.Orgs == nil {
		return yamlfile.At(&cfg.UniverseConfig).Errorf("this file describes one universe: a cell needs orgs")
	}
	if err := config.Check(cfg); err != nil {
		return err
	}
	config.NameUniverses(cfg)
	c.reload.Lock()
	defer c.reload.Unlock()
	if err := c.checkReload(ctx, cfg); err != nil {
		return err
	}
	c.trusted.Store(c.opts.Trusted || cfg.Trusted)
	for i, o := range cfg.Orgs {
		if err := c.reloadOrg(ctx, o, orgNamed(c.file, o.Name)); err != nil {
			return yamlfile.At(&cfg.UniverseConfig).In("orgs", i).Wrap(err)
		}
		for j := range o.Universes {
			if err := c.reloadUniverse(ctx, o.Name, &o.Universes[j]); err != nil {
				return err
			}
		}
	}
	for _, o := range c.file {
		if orgNamed(cfg.Orgs, o.Name).Name == "" {
			if err := c.DeleteOrg(ctx, o.Name); err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound {
				return err
			}
		}
	}
	c.file = cfg.Orgs
	return nil
}

// orgNamed returns an organization of a file, the zero one when it has none.
func orgNamed(list []mailsim.OrgConfig, name string) mailsim.OrgConfig {
	i := slices.IndexFunc(list, func(o mailsim.OrgConfig) bool { return o.Name == name })
	if i < 0 {
		return mailsim.OrgConfig{}
	}
	return list[i]
}

// checkReload refuses what cannot change while universes run.
func (c *Cell) checkReload(ctx context.Context, cfg *mailsim.Config) error {
	there := map[string]bool{}
	for _, o := range cfg.Orgs {
		for i := range o.Universes {
			next := &o.Universes[i]
			rec, err := c.dir.Universe(ctx, next.ID)
			if away(err) {
				return err
			} else if err != nil {
				continue
			}
			if rec.Org != o.Name {
				return yamlfile.At(next).Key("id").Errorf("the universe belongs to %s", rec.Org)
			}
			u, err := c.Universe(next.ID)
			if err != nil {
				return err
			}
			old := u.config.File.Now.Load()
			if old == nil {
				return yamlfile.At(next).Key("id").Errorf("another universe has it")
			}
			if err := u.config.SameUniverse(next, &old.UniverseConfig); err != nil {
				return err
			}
			there[next.ID] = true
		}
	}
	for _, o := range c.file {
		for _, u := range o.Universes {
			if _, err := c.dir.Universe(ctx, u.ID); err == nil && !there[u.ID] {
				return yamlfile.At(&cfg.UniverseConfig).Key("orgs").Errorf("universe %s is gone from the file: its mail would be lost", u.ID)
			}
		}
	}
	return nil
}

// reloadOrg sets an organization and its people.
func (c *Cell) reloadOrg(ctx context.Context, o, old mailsim.OrgConfig) error {
	if err := c.SetOrg(ctx, mailsim.Org{Name: o.Name, Plan: o.Plan, Suspended: o.Suspended}); err != nil {
		return err
	}
	stays := func(u mailsim.OrgUser, in []mailsim.OrgUser) bool {
		return slices.ContainsFunc(in, func(p mailsim.OrgUser) bool { return addr.Key(p.Email) == addr.Key(u.Email) })
	}
	for _, p := range old.Users {
		if stays(p, o.Users) {
			continue
		}
		if err := c.DeleteUser(ctx, o.Name, p.Email); err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound {
			return err
		}
	}
	for _, p := range o.Users {
		if slices.Contains(old.Users, p) {
			continue
		}
		if err := c.setUser(ctx, o.Name, p, login.NewSecret(p.Password, c.opts.HashCost)); err != nil {
			return err
		}
	}
	return nil
}

// reloadUniverse makes a universe of the file, or lets the one that is there follow it.
func (c *Cell) reloadUniverse(ctx context.Context, org string, cfg *mailsim.UniverseConfig) error {
	if u, err := c.Universe(cfg.ID); err == nil {
		return u.config.Apply(ctx, cfg)
	} else if away(err) {
		return err
	}
	_, err := c.CreateUniverse(ctx, org, over(cfg, c.opts.Universe))
	return err
}

// over is what the file says, and for the rest the options given.
func over(c *mailsim.UniverseConfig, base mailsim.Options) mailsim.Options {
	o := base
	o.Config = &mailsim.Config{UniverseConfig: *c}
	said := config.Options(o.Config, mailsim.Options{})
	o.ID, o.Name, o.Seed = said.ID, said.Name, cmp.Or(said.Seed, base.Seed)
	o.Start = cmp.Or(said.Start, base.Start)
	if said.Speed != 0 || said.Frozen {
		o.Speed, o.Frozen = said.Speed, said.Frozen
	}
	return o
}
