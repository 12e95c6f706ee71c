package engine

import (
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// landlord is the cell in which a universe lives with others, as the universe sees
// it: names and keys are to lead to one universe alone.
type landlord interface {
	// orgName is whose the universe is.
	OrgName() string
	// suspended tells whether that organization is.
	Suspended() bool
	// guarded tells whether webhooks may not reach private addresses and sites.
	Guarded() bool
	// countGuess counts a login that is about to be made or to get another name or
	// password as an attempt at the logins of its names in other organizations, and
	// tells it there, before anything is compared. ErrTooMany.
	CountGuess(ctx context.Context, l loginClaim) error
	// claimLogins runs create while no other universe can take the same names.
	// ErrInvalid for a name in use in the organization, or in use with the same
	// password elsewhere.
	ClaimLogins(list []loginClaim, create func() error) error
	// claimKeys runs create while the keys open no other universe.
	ClaimKeys(list []*keyRec, create func() error) error
	// forgetKeys drops keys that open the universe no longer.
	ForgetKeys(list []*keyRec)
}

// loginClaim is a login that is about to be made or changed. An empty username
// or password keeps.
type loginClaim struct{ address, username, password string }

// claimNames is claimLogins for one login.
func (u *loginPart) claimNames(address, username, password string, create func() error) error {
	return u.claimLogins([]loginClaim{{address, username, password}}, create)
}

// claimLogins runs create while no other universe of the cell can take the names.
func (u *loginPart) claimLogins(list []loginClaim, create func() error) error {
	if u.landlord == nil {
		return create()
	}
	return u.landlord.ClaimLogins(list, create)
}

func (u *loginPart) countGuess(ctx context.Context, l loginClaim) error {
	if u.landlord == nil {
		return nil
	}
	return u.landlord.CountGuess(ctx, l)
}

// claimKeys runs create while the keys open no other universe of the cell.
func (u *loginPart) claimKeys(list []*keyRec, create func() error) error {
	if u.landlord == nil {
		return create()
	}
	return u.landlord.ClaimKeys(list, create)
}

// forgetKeys drops keys that open the universe no longer.
func (u *loginPart) forgetKeys(list []*keyRec) {
	if u.landlord != nil {
		u.landlord.ForgetKeys(list)
	}
}

// orgName is whose the universe is, "" for one of its own.
func (u *loginPart) orgName() string {
	if u.landlord == nil {
		return ""
	}
	return u.landlord.OrgName()
}

// guarded tells whether webhooks may not reach private addresses and sites.
func (u *loginPart) guarded() bool { return u.landlord != nil && u.landlord.Guarded() }

// suspended tells whether the universe's organization is.
func (u *loginPart) suspended() bool { return u.landlord != nil && u.landlord.Suspended() }

func (u *loginPart) errSuspended() error {
	return fail.Errorf(mailsim.ErrForbidden, "the organization %s is suspended", u.orgName())
}
