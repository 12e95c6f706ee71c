// Package login is who may come in: the logins of mailboxes with their passwords and
// signatures, the API keys, and the pace at which either may be guessed. It owns those
// records. Who asks over HTTP and what they may do is for package cell, the sessions
// that log in for package door; names that other universes have are asked of the
// landlord.
package login

import (
	"cmp"
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Record is a login as stored.
type Record struct {
	Address     string  `json:"address"`
	DisplayName string  `json:"display_name"`
	Username    string  `json:"username"`
	Secret      *Secret `json:"hash"` // nil for no password
	AllowSMTP   bool    `json:"allow_smtp"`
	AllowIMAP   bool    `json:"allow_imap"`
	Disabled    bool    `json:"disabled"`
	Note        string  `json:"note"`
	Signature   string  `json:"signature"`
	Login       bool    `json:"login"` // it is a login, not a signature alone
}

func (l *Record) usable() bool { return l.Secret != nil && !l.Disabled }

// CanLogin tells whether the login works over one protocol at least.
func (l *Record) CanLogin() bool { return l.usable() && (l.AllowSMTP || l.AllowIMAP) }

// Logins lists every mailbox that can log in plus any with settings on file,
// sorted by address.
func (u *Part) Logins() []mailsim.Login {
	type login struct {
		*Record
		box *post.Box
	}
	var rows []state.Row[login]
	u.Read(func(v state.View) {
		rows = make([]state.Row[login], 0, Table.In(v.State).Len())
		for key, l := range Table.In(v.State).M {
			rows = append(rows, state.Row[login]{Key: key, Record: login{l, post.Boxes.In(v.State).At(key)}})
		}
	})
	out := make([]mailsim.Login, len(rows))
	for i, l := range state.InOrder(rows) {
		out[i] = l.info(l.box)
	}
	return out
}

// Login returns one login; ErrNotFound when the address has none.
func (u *Part) Login(address string) (out mailsim.Login, err error) {
	u.Read(func(v state.View) {
		var l *Record
		if l, err = find(v, address); err == nil {
			out = describe(v, l)
		}
	})
	return out, err
}

// find returns the login of an address; ErrNotFound when it has none.
func find(v state.View, address string) (*Record, error) {
	if l := Table.In(v.State).At(addr.Key(address)); l != nil && l.Login {
		return l, nil
	}
	return nil, fail.NoSuch("login")
}

// describe is a login as it is shown.
func describe(v state.View, l *Record) mailsim.Login { return l.info(post.Mailbox(v, l.Address)) }

// info is the login with what lies in its mailbox, nil for none.
func (l *Record) info(m *post.Box) mailsim.Login {
	out := mailsim.Login{Address: l.Address, DisplayName: l.DisplayName, Username: l.Username, AllowSMTP: l.AllowSMTP, AllowIMAP: l.AllowIMAP, Disabled: l.Disabled, Note: l.Note, HasPassword: l.Secret != nil, Messages: 0}
	if m != nil {
		for _, f := range m.Folders {
			out.Messages += f.Len()
		}
	}
	return out
}

// CreateLogin makes a login and its mailbox. Errors: ErrInvalid with the
// message to show. The time of one password hash is taken in any case. In a
// Cell, a name that another organization has makes it an attempt to log in there:
// ten, then one each six seconds, are answered, others get ErrTooMany. Event there:
// auth.failed.
func (u *Part) CreateLogin(ctx context.Context, n mailsim.NewLogin) (mailsim.Login, error) {
	if err := u.countGuess(ctx, Claim{n.Address, n.Username, n.Password}); err != nil {
		return mailsim.Login{}, err
	}
	password, err := u.hashPassword(ctx, cmp.Or(n.Password, "no password"))
	if err != nil {
		return mailsim.Login{}, err
	}
	if n.Password == "" {
		password = nil
	}
	if !addr.Valid(n.Address) {
		return mailsim.Login{}, fail.Invalidf("address must be an email address")
	}
	if err := valid.LoginTexts(n.DisplayName, n.Username, n.Note); err != nil {
		return mailsim.Login{}, err
	}
	rec := NewRecord(n, password)
	var out mailsim.Login
	err = u.ClaimNames(n.Address, n.Username, n.Password, func() error {
		return u.Update(ctx, func(t *state.Tx) error {
			if old := Table.In(t.State).At(addr.Key(n.Address)); old != nil && old.Login && !old.Gone() {
				return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: n.Address + " already has a login: change it instead", Err: mailsim.ErrConflict}
			} else if old != nil {
				rec.Signature = old.Signature
			}
			if err := CheckRoom(t); err != nil {
				return err
			}
			if err := Put(t, nil, rec); err != nil {
				return err
			}
			out = describe(t.View, rec)
			return nil
		})
	})
	return out, err
}

// NewRecord is a new login as stored.
func NewRecord(n mailsim.NewLogin, password *Secret) *Record {
	yes := func(p *bool) bool { return p == nil || *p }
	return &Record{
		Address: n.Address, DisplayName: n.DisplayName, Username: n.Username, Secret: password,
		AllowSMTP: yes(n.AllowSMTP), AllowIMAP: yes(n.AllowIMAP), Disabled: n.Disabled, Note: n.Note, Login: true,
	}
}

// Gone tells whether a login was disabled for good.
func (l *Record) Gone() bool { return l.Disabled && l.Secret == nil }

// At returns the record of an address, nil for none: a login, or a signature alone.
func At(v state.View, address string) *Record { return Table.In(v.State).At(addr.Key(address)) }

// Changed tells whether a transaction changed logins or keys.
func Changed(t *state.Tx) bool {
	return state.Changed(t, Table.In(t.State)) || state.Changed(t, KeyTable.In(t.State))
}

// count counts the logins that the plan limits.
func count(v state.View) (n int) {
	for _, l := range Table.In(v.State).M {
		if l.Login && !l.Gone() {
			n++
		}
	}
	return n
}

// CheckRoom is the error of a plan that allows no further login.
func CheckRoom(t *state.Tx) error {
	if limit := settings.PlanOf(t.Env).Limits.Logins; limit > 0 && count(t.View) >= limit {
		return settings.PlanLimit(t.View, "login", "logins", limit)
	}
	return nil
}

// Put stores a login in the place of an old one, nil for none, with its mailbox, and keeps
// the index of names. ErrInvalid for a name that another login has.
func Put(t *state.Tx, old, next *Record) error {
	key := addr.Key(next.Username)
	if key != "" {
		owner := UsernameTable.In(t.State).At(key)
		if owner == "" && key != addr.Key(next.Address) {
			if other := Table.In(t.State).At(key); other != nil && other.Login {
				owner = key
			}
		}
		if owner != "" && owner != addr.Key(next.Address) {
			return fail.Invalidf("username %s is already used by %s", next.Username, Table.In(t.State).At(owner).Address)
		}
	}
	if owner := UsernameTable.In(t.State).At(addr.Key(next.Address)); owner != "" && owner != addr.Key(next.Address) {
		return fail.Invalidf("username %s is already used by %s", next.Address, Table.In(t.State).At(owner).Address)
	}
	if old != nil && old.Username != "" {
		state.Drop(t, UsernameTable.In(t.State), addr.Key(old.Username))
	}
	if key != "" {
		state.Put(t, UsernameTable.In(t.State), key, addr.Key(next.Address))
	}
	state.Put(t, Table.In(t.State), addr.Key(next.Address), next)
	post.MakeMailbox(t, next.Address)
	return nil
}

// Respell gives the login that is kept under a key another one, unless that has a login
// already: then the first is gone. A signature alone gives way.
func Respell(t *state.Tx, from, to string) {
	l, there := Table.In(t.State).At(from), Table.In(t.State).At(to)
	state.Drop(t, Table.In(t.State), from)
	name := addr.Key(l.Username)
	if there != nil && (there.Login || !l.Login) {
		if name != "" && UsernameTable.In(t.State).At(name) == from {
			state.Drop(t, UsernameTable.In(t.State), name)
		}
		return
	}
	state.Put(t, Table.In(t.State), to, l)
	if name != "" {
		state.Put(t, UsernameTable.In(t.State), name, to)
	}
}

// UpdateLogin changes a login. A login that DisableLogin turned off counts against the
// plan's logins again as soon as it is given a password or enabled. ErrNotFound when the
// address has none. A new name or password counts as with CreateLogin.
func (u *Part) UpdateLogin(ctx context.Context, address string, p mailsim.LoginPatch) (mailsim.Login, error) {
	var password, username string
	if p.Password != nil {
		password = *p.Password
	}
	if p.Username != nil {
		username = *p.Username
	}
	if p.ClearPassword && password != "" {
		return mailsim.Login{}, fail.Invalidf("clear_password and password cannot both be given")
	}
	if err := u.countGuess(ctx, Claim{address, username, password}); err != nil {
		return mailsim.Login{}, err
	}
	fresh, err := u.hashPassword(ctx, password)
	if err != nil {
		return mailsim.Login{}, err
	}
	var out mailsim.Login
	err = u.ClaimNames(address, username, password, func() error {
		return u.Update(ctx, func(t *state.Tx) error {
			old, err := find(t.View, address)
			if err != nil {
				return err
			}
			next := patched(p, *old)
			if fresh != nil {
				next.Secret = fresh
			}
			if old.Gone() && !next.Gone() {
				if err := CheckRoom(t); err != nil {
					return err
				}
			}
			if err := valid.LoginTexts(next.DisplayName, next.Username, next.Note); err != nil {
				return err
			}
			if err := Put(t, old, &next); err != nil {
				return err
			}
			out = describe(t.View, &next)
			return nil
		})
	})
	return out, err
}

// patched is a login with what a patch changes, but for a new password.
func patched(p mailsim.LoginPatch, l Record) Record {
	for _, s := range []struct{ to, from *string }{{&l.DisplayName, p.DisplayName}, {&l.Username, p.Username}, {&l.Note, p.Note}} {
		if s.from != nil {
			*s.to = *s.from
		}
	}
	for _, b := range []struct{ to, from *bool }{{&l.AllowSMTP, p.AllowSMTP}, {&l.AllowIMAP, p.AllowIMAP}, {&l.Disabled, p.Disabled}} {
		if b.from != nil {
			*b.to = *b.from
		}
	}
	if p.ClearPassword {
		l.Secret = nil
	}
	return l
}

// DisableLogin turns a login off for good: no password, no login. Mailbox and
// mail are kept.
func (u *Part) DisableLogin(ctx context.Context, address string) error {
	return u.Update(ctx, func(t *state.Tx) error { return Disable(t, address) })
}

// Disable is DisableLogin within a transaction.
func Disable(t *state.Tx, address string) error {
	old, err := find(t.View, address)
	if err != nil {
		return err
	}
	next := *old
	next.Secret, next.Disabled, next.Username = nil, true, ""
	return Put(t, old, &next)
}
