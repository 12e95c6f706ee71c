package cluster

import (
	"cmp"
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// Furnish makes the organizations, people and universes that a file describes, except those that
// the cluster has already. It does not change those, so every process can start with the same
// file. Processes take turns at it; each waits for its turn until ctx ends. ErrInvalid for a
// file without organizations, or with a universe that has no id. If a universe cannot be made,
// for example because a login name is in use elsewhere, Furnish returns that error, and keeps
// what it had made by then.
func (n *Node) Furnish(ctx context.Context, c *mailsim.Config) error {
	if c.Orgs == nil {
		return invalidf("the file of a cluster needs orgs")
	}
	for _, o := range c.Orgs {
		for _, u := range o.Universes {
			if u.ID == "" {
				return invalidf("organization %s: a universe of a cluster needs an id in the file", o.Name)
			}
		}
	}
	n.mu.Lock()
	n.file = c
	n.mu.Unlock()
	return n.alone(ctx, func() error {
		for i := range c.Orgs {
			if err := n.furnishOrg(ctx, &c.Orgs[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// alone does something while no other process does such a thing.
func (n *Node) alone(ctx context.Context, do func() error) error {
	return n.lock(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT version FROM mailsim_cluster WHERE one FOR UPDATE`); err != nil {
			return asked("the directory cannot be locked", err)
		}
		return do()
	})
}

// lock runs a transaction in the directory over a connection of its own, which goes when
// this process does, and the transaction's locks with it.
func (n *Node) lock(ctx context.Context, do func(pgx.Tx) error) error {
	conn, err := n.connection(ctx)
	if err != nil {
		return asked("the directory cannot be reached", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return asked("the directory cannot be locked", pgx.BeginFunc(ctx, conn, do))
}

// furnishOrg makes what there is not of an organization.
func (n *Node) furnishOrg(ctx context.Context, o *mailsim.OrgConfig) error {
	if _, err := n.dir.Org(ctx, o.Name); mailsim.KindOf(err) == mailsim.ErrNotFound {
		err = n.cell.SetOrg(ctx, mailsim.Org{Name: o.Name, Plan: o.Plan, Suspended: o.Suspended})
		if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	members, err := n.dir.Members(ctx, o.Name)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, m := range members {
		there[strings.ToLower(m.Email)] = true
	}
	for _, p := range o.Users {
		if there[strings.ToLower(p.Email)] {
			continue
		}
		if err := n.cell.SetUser(ctx, o.Name, p); err != nil {
			return err
		}
	}
	for i := range o.Universes {
		if err := n.furnishUniverse(ctx, o.Name, &o.Universes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) furnishUniverse(ctx context.Context, org string, u *mailsim.UniverseConfig) error {
	switch rec, err := n.dir.Universe(ctx, u.ID); {
	case err == nil && rec.Org != org:
		return invalidf("universe %s belongs to %s", u.ID, rec.Org)
	case err == nil && n.removed(ctx, u.ID): // who made it ended before it had content
	case mailsim.KindOf(err) != mailsim.ErrNotFound:
		return err
	}
	_, err := n.cell.CreateUniverse(ctx, org, described(u, n.opts.Universe))
	return err
}

// described is what the file says of a universe, and for the rest the options given.
func described(u *mailsim.UniverseConfig, o mailsim.Options) mailsim.Options {
	o.Config = &mailsim.Config{UniverseConfig: *u}
	o.ID, o.Name, o.Seed = u.ID, u.Name, cmp.Or(u.Seed, o.Seed)
	clock := u.Clock
	if clock == nil {
		return o
	}
	if clock.Start != nil {
		o.Start = *clock.Start
	}
	if clock.Speed != nil || clock.Frozen != nil {
		o.Speed, o.Frozen = 1, clock.Frozen != nil && *clock.Frozen
		if clock.Speed != nil {
			o.Speed = *clock.Speed
		}
	}
	return o
}

// optionsOf is what no store keeps of the options of a universe: its bounds are those of
// this process's file.
func (n *Node) optionsOf(universe string) mailsim.Options {
	o := n.opts.Universe
	n.mu.Lock()
	file := n.file
	n.mu.Unlock()
	if file == nil {
		return o
	}
	for _, org := range file.Orgs {
		for _, u := range org.Universes {
			if u.ID == universe && u.Bounds != nil {
				o.Bounds = o.Bounds.Or(*u.Bounds)
			}
		}
	}
	return o
}
