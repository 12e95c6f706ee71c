package cell

import (
	"context"
	"time"

	"github.com/mailsim/mailsim/universe/internal/login"
)

// tenant is a universe of a cell, and whose it is.
type tenant struct {
	cell  *Cell
	Part  *Part
	whole Life
	org   *organization
	began time.Time // its clock, as the directory says
	use
}

// Life is what is done with a universe as a whole, by who knows all its parts.
type Life interface {
	Settle(ctx context.Context) error
	Close() error
}

// moveIn gives a universe what it has from its cell. Nobody else knows it yet.
func (t *tenant) moveIn(p *Part) {
	t.Part, p.began = p, t.began
	p.login.Landlord, p.door.Announced, p.door.Above = t, &t.cell.doors, &t.cell.access
}

func (t *tenant) OrgName() string { return t.org.name }

func (t *tenant) Suspended() bool {
	t.cell.mu.RLock()
	defer t.cell.mu.RUnlock()
	return t.org.suspended
}

func (t *tenant) Guarded() bool { return !t.cell.trusted.Load() }

func (t *tenant) CountGuess(ctx context.Context, l login.Claim) error {
	return t.cell.countGuess(ctx, t, l)
}

func (t *tenant) ClaimLogins(list []login.Claim, create func() error) error {
	return t.cell.claimLogins(t, list, create)
}

func (t *tenant) ClaimKeys(list []*login.Key, create func() error) error {
	return t.cell.claimKeys(t, list, create)
}

func (t *tenant) ForgetKeys(list []*login.Key) { t.cell.forgetKeys(t, list) }
