package mailsim

// A YAML file of organizations becomes the content of a cell.

import (
	"cmp"
	"context"
	"slices"

	"github.com/mailsim/mailsim/internal/addr"
)

// Reload follows a file of organizations: plans, people and universes are set as
// it says, people who are gone from it are taken out. ErrInvalid before anything
// changes when the file is wrong, when a universe is gone from it or changes its
// id, name, seed or clock. What a later universe cannot take, such as a login
// name in use elsewhere, leaves the earlier ones changed.
func (c *Cell) Reload(ctx context.Context, cfg *Config) error {
	if cfg.Orgs == nil {
		return cfg.at().errorf("this file describes one universe: a cell needs orgs")
	}
	if err := cfg.check(); err != nil {
		return err
	}
	cfg.nameUniverses()
	c.reload.Lock()
	defer c.reload.Unlock()
	if err := c.checkReload(cfg); err != nil {
		return err
	}
	c.trusted.Store(c.opts.Trusted || cfg.Trusted)
	for i, o := range cfg.Orgs {
		if err := c.reloadOrg(ctx, o, orgNamed(c.file, o.Name)); err != nil {
			return cfg.at().in("orgs", i).wrap(err)
		}
		for j := range o.Universes {
			if err := c.reloadUniverse(ctx, o.Name, &o.Universes[j]); err != nil {
				return err
			}
		}
	}
	for _, o := range c.file {
		if orgNamed(cfg.Orgs, o.Name).Name == "" {
			if err := c.DeleteOrg(ctx, o.Name); err != nil && KindOf(err) != ErrNotFound {
				return err
			}
		}
	}
	c.file = cfg.Orgs
	return nil
}

// orgNamed returns an organization of a file, the zero one when it has none.
func orgNamed(list []OrgConfig, name string) OrgConfig {
	i := slices.IndexFunc(list, func(o OrgConfig) bool { return o.Name == name })
	if i < 0 {
		return OrgConfig{}
	}
	return list[i]
}

// checkReload refuses what cannot change while universes run.
func (c *Cell) checkReload(cfg *Config) error {
	there := map[string]bool{}
	for _, o := range cfg.Orgs {
		for i := range o.Universes {
			next := &o.Universes[i]
			u, err := c.Universe(next.ID)
			if err != nil {
				continue
			}
			if u.orgName() != o.Name {
				return next.at().key("id").errorf("the universe belongs to %s", u.orgName())
			}
			old := u.file.now.Load()
			if old == nil {
				return next.at().key("id").errorf("another universe has it")
			}
			if err := u.sameUniverse(next, &old.UniverseConfig); err != nil {
				return err
			}
			there[next.ID] = true
		}
	}
	for _, o := range c.file {
		for _, u := range o.Universes {
			if _, err := c.Universe(u.ID); err == nil && !there[u.ID] {
				return cfg.at().key("orgs").errorf("universe %s is gone from the file: its mail would be lost", u.ID)
			}
		}
	}
	return nil
}

// reloadOrg sets an organization and its people.
func (c *Cell) reloadOrg(ctx context.Context, o, old OrgConfig) error {
	if err := c.SetOrg(ctx, Org{o.Name, o.Plan, o.Suspended}); err != nil {
		return err
	}
	stays := func(u OrgUser, in []OrgUser) bool {
		return slices.ContainsFunc(in, func(p OrgUser) bool { return addr.Key(p.Email) == addr.Key(u.Email) })
	}
	for _, p := range old.Users {
		if stays(p, o.Users) {
			continue
		}
		if err := c.DeleteUser(ctx, o.Name, p.Email); err != nil && KindOf(err) != ErrNotFound {
			return err
		}
	}
	for _, p := range o.Users {
		if slices.Contains(old.Users, p) {
			continue
		}
		if err := c.setUser(o.Name, p, newSecret(p.Password, c.opts.HashCost)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cell) reloadUniverse(ctx context.Context, org string, cfg *UniverseConfig) error {
	if u, err := c.Universe(cfg.ID); err == nil {
		return u.reload(ctx, cfg)
	}
	_, err := c.CreateUniverse(ctx, org, cfg.over(c.opts.Universe))
	return err
}

// over is what the file says, and for the rest the options given.
func (c *UniverseConfig) over(base Options) Options {
	o := base
	o.Config = &Config{UniverseConfig: *c}
	said := o.Config.options(Options{})
	o.ID, o.Name, o.Seed = said.ID, said.Name, cmp.Or(said.Seed, base.Seed)
	o.Start = cmp.Or(said.Start, base.Start)
	if said.Speed != 0 || said.Frozen {
		o.Speed, o.Frozen = said.Speed, said.Frozen
	}
	return o
}
