package login

import (
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// landlord is the cell in which a universe lives with others, as the universe sees
// it: names and keys are to lead to one universe alone.
type landlord interface {
	// OrgName is whose the universe is.
	OrgName() string
	// Suspended tells whether that organization is.
	Suspended() bool
	// Guarded tells whether webhooks may not reach private addresses and sites.
	Guarded() bool
	// CountGuess counts a login that is about to be made or to get another name or
	// password as an attempt at the logins of its names in other organizations, and
	// tells it there, before anything is compared. ErrTooMany.
	CountGuess(ctx context.Context, l Claim) error
	// ClaimLogins runs create while no other universe can take the same names.
	// ErrInvalid for a name in use in the organization, or in use with the same
	// password elsewhere.
	ClaimLogins(list []Claim, create func() error) error
	// ClaimKeys runs create while the keys open no other universe.
	ClaimKeys(list []*Key, create func() error) error
	// ForgetKeys drops keys that open the universe no longer.
	ForgetKeys(list []*Key)
}

// Claim is a login that is about to be made or changed. An empty username
// or password keeps.
type Claim struct{ Address, Username, Password string }

// ClaimNames is ClaimLogins for one login.
func (u *Part) ClaimNames(address, username, password string, create func() error) error {
	return u.ClaimLogins([]Claim{{address, username, password}}, create)
}

// ClaimLogins runs create while no other universe of the cell can take the names.
func (u *Part) ClaimLogins(list []Claim, create func() error) error {
	if u.Landlord == nil {
		return create()
	}
	return u.Landlord.ClaimLogins(list, create)
}

// countGuess is CountGuess of the landlord; alone there is nobody else to guess at.
func (u *Part) countGuess(ctx context.Context, l Claim) error {
	if u.Landlord == nil {
		return nil
	}
	return u.Landlord.CountGuess(ctx, l)
}

// ClaimKeys runs create while the keys open no other universe of the cell.
func (u *Part) ClaimKeys(list []*Key, create func() error) error {
	if u.Landlord == nil {
		return create()
	}
	return u.Landlord.ClaimKeys(list, create)
}

// ForgetKeys drops keys that open the universe no longer.
func (u *Part) ForgetKeys(list []*Key) {
	if u.Landlord != nil {
		u.Landlord.ForgetKeys(list)
	}
}

// OrgName is whose the universe is, "" for one of its own.
func (u *Part) OrgName() string {
	if u.Landlord == nil {
		return ""
	}
	return u.Landlord.OrgName()
}

// Guarded tells whether webhooks may not reach private addresses and sites.
func (u *Part) Guarded() bool { return u.Landlord != nil && u.Landlord.Guarded() }

// Suspended tells whether the universe's organization is.
func (u *Part) Suspended() bool { return u.Landlord != nil && u.Landlord.Suspended() }

// ErrSuspended is what a caller is told while the organization is suspended.
func (u *Part) ErrSuspended() error {
	return fail.Errorf(mailsim.ErrForbidden, "the organization %s is suspended", u.OrgName())
}
