package cell

import (
	"context"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// SetOrg makes an organization, or changes its plan and whether it is suspended.
func (c *Cell) SetOrg(ctx context.Context, o mailsim.Org) error {
	if o.Name == "" {
		return fail.Invalidf("name of the organization is required")
	}
	if err := valid.Line("name", o.Name); err != nil {
		return err
	}
	if err := valid.Plan(o.Plan); err != nil {
		return err
	}
	defer c.accessChanged()
	if err := c.dir.SetOrg(ctx, o); err != nil {
		return err
	}
	return c.heedOrg(ctx, o.Name)
}

// heedOrg lets the open universes of an organization know what became of it.
func (c *Cell) heedOrg(ctx context.Context, name string) error {
	c.heed.Lock()
	defer c.heed.Unlock()
	o, err := c.dir.Org(ctx, name)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	own := c.orgs[name]
	if own == nil {
		return nil
	}
	own.plan, own.suspended = o.Plan, o.Suspended
	for _, t := range c.universes {
		if t.org == own {
			t.Part.run.SetPlan(own.plan)
		}
	}
	return nil
}

// changedElsewhere follows a change that another process made in the directory.
func (c *Cell) changedElsewhere(org string) {
	go func() {
		var err error
		if c.mu.RLock(); org != "" && c.orgs[org] != nil {
			c.mu.RUnlock()
			ctx, cancel := c.brief()
			defer cancel()
			err = c.heedOrg(ctx, org)
		} else {
			c.mu.RUnlock()
		}
		if err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound && c.life.Err() == nil {
			c.opts.Logger.Error("what became of an organization is not known", "org", org, "error", err)
		}
		c.accessChanged()
	}()
}

// brief bounds a question to the directory by somebody who cannot give up.
func (c *Cell) brief() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.life, 30*time.Second)
}

// DeleteOrg removes an organization and its users' roles. ErrNotFound when
// there is none; ErrConflict while it has universes.
func (c *Cell) DeleteOrg(ctx context.Context, name string) error {
	defer c.accessChanged()
	return c.dir.DeleteOrg(ctx, name)
}

// Orgs lists the organizations by name.
func (c *Cell) Orgs() []mailsim.Org {
	ctx, cancel := c.brief()
	defer cancel()
	list, err := c.dir.Orgs(ctx)
	c.unanswered(err)
	if list == nil {
		list = []mailsim.Org{}
	}
	return list
}

// unanswered logs an error of the directory where nobody can be told.
func (c *Cell) unanswered(err error) {
	if err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound {
		c.opts.Logger.Error("the directory cannot be asked", "error", err)
	}
}
