// Package login is who may come in: logins, passwords, API keys, and the guesses at them.
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
			rows = append(rows, state.Row[login]{Key: key, Rec: login{l, post.MailboxTable.In(v.State).At(key)}})
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
		if l, err = MustLogin(v, address); err == nil {
			out = LoginInfo(v, l)
		}
	})
	return out, err
}

func MustLogin(v state.View, address string) (*Record, error) {
	if l := Table.In(v.State).At(addr.Key(address)); l != nil && l.Login {
		return l, nil
	}
	return nil, fail.NoSuch("login")
}

func LoginInfo(v state.View, l *Record) mailsim.Login { return l.info(post.Mailbox(v, l.Address)) }

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
// messages of spec 7. The time of one password hash is taken in any case. In a
// Cell, a name that another organization has makes it an attempt to log in there:
// ten, then one each six seconds, are answered, others are ErrTooMany. Event there:
// auth.failed.
func (u *Part) CreateLogin(ctx context.Context, n mailsim.NewLogin) (mailsim.Login, error) {
	if err := u.countGuess(ctx, LoginClaim{n.Address, n.Username, n.Password}); err != nil {
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
				return fail.Invalidf("%s already has a login: change it instead", n.Address)
			} else if old != nil {
				rec.Signature = old.Signature
			}
			if err := RoomForLogin(t); err != nil {
				return err
			}
			if err := PutLogin(t, nil, rec); err != nil {
				return err
			}
			out = LoginInfo(t.View, rec)
			return nil
		})
	})
	return out, err
}

// record is the login as stored.
func NewRecord(n mailsim.NewLogin, password *Secret) *Record {
	yes := func(p *bool) bool { return p == nil || *p }
	return &Record{
		Address: n.Address, DisplayName: n.DisplayName, Username: n.Username, Secret: password,
		AllowSMTP: yes(n.AllowSMTP), AllowIMAP: yes(n.AllowIMAP), Disabled: n.Disabled, Note: n.Note, Login: true,
	}
}

// Gone tells whether a login was disabled for good.
func (l *Record) Gone() bool { return l.Disabled && l.Secret == nil }

func CountLogins(v state.View) (n int) {
	for _, l := range Table.In(v.State).M {
		if l.Login && !l.Gone() {
			n++
		}
	}
	return n
}

// RoomForLogin is the error of a plan that allows no further login.
func RoomForLogin(t *state.Tx) error {
	if limit := settings.PlanOf(t.Env).Limits.Logins; limit > 0 && CountLogins(t.View) >= limit {
		return settings.PlanLimit(t.View, "login", "logins", limit)
	}
	return nil
}

// PutLogin stores a login and keeps the index of names.
func PutLogin(t *state.Tx, old, next *Record) error {
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

// UpdateLogin changes a login. One that was disabled for good counts against the
// plan again once it has a password or is enabled. ErrNotFound when the address
// has none. A new name or password counts as with CreateLogin.
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
	if err := u.countGuess(ctx, LoginClaim{address, username, password}); err != nil {
		return mailsim.Login{}, err
	}
	fresh, err := u.hashPassword(ctx, password)
	if err != nil {
		return mailsim.Login{}, err
	}
	var out mailsim.Login
	err = u.ClaimNames(address, username, password, func() error {
		return u.Update(ctx, func(t *state.Tx) error {
			old, err := MustLogin(t.View, address)
			if err != nil {
				return err
			}
			next := loginPatchApply(p, *old)
			if fresh != nil {
				next.Secret = fresh
			}
			if old.Gone() && !next.Gone() {
				if err := RoomForLogin(t); err != nil {
					return err
				}
			}
			if err := valid.LoginTexts(next.DisplayName, next.Username, next.Note); err != nil {
				return err
			}
			if err := PutLogin(t, old, &next); err != nil {
				return err
			}
			out = LoginInfo(t.View, &next)
			return nil
		})
	})
	return out, err
}

func loginPatchApply(p mailsim.LoginPatch, l Record) Record {
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
	return u.Update(ctx, func(t *state.Tx) error { return DisableLogin(t, address) })
}

func DisableLogin(t *state.Tx, address string) error {
	old, err := MustLogin(t.View, address)
	if err != nil {
		return err
	}
	next := *old
	next.Secret, next.Disabled, next.Username = nil, true, ""
	return PutLogin(t, old, &next)
}

// CheckPassword tries a login over one protocol or both. ErrNotFound when the
// address has no login, ErrTooMany when a caller has too many wrong guesses waiting.
func (u *Part) CheckPassword(ctx context.Context, address string, c mailsim.PasswordCheck) (mailsim.PasswordResult, error) {
	if err := valid.OneOf("proto", c.Proto, "", "smtp", "imap"); err != nil {
		return mailsim.PasswordResult{}, err
	}
	if c.Password == "" {
		return mailsim.PasswordResult{}, fail.Invalidf("password is required")
	}
	if _, err := u.Login(address); err != nil {
		return mailsim.PasswordResult{}, err
	}
	name := cmp.Or(c.Username, address)
	if c.Caller != "" && u.Opts.HashCost >= CheapHashCost && !u.Knows(name, c.Password) {
		leave, err := u.Guesses.Enter(ctx, "caller "+c.Caller)
		if err != nil {
			return mailsim.PasswordResult{}, err
		}
		defer func() { leave(ctx.Err() == nil && !u.Knows(name, c.Password)) }()
	}
	var failed error
	try := func(proto string) *mailsim.PasswordOK {
		if c.Proto != "" && c.Proto != proto {
			return nil
		}
		l, _, err := u.CheckLogin(ctx, proto, name, c.Password)
		failed = cmp.Or(failed, err)
		if l == nil {
			return &mailsim.PasswordOK{}
		}
		return &mailsim.PasswordOK{OK: true, Address: l.Address}
	}
	result := mailsim.PasswordResult{SMTP: try("smtp"), IMAP: try("imap")}
	if failed != nil {
		return mailsim.PasswordResult{}, failed
	}
	return result, nil
}

// TryLogin is checkLogin for a guess from an address, which has its turn after those
// before it. A password that was verified before waits for nobody.
func (u *Part) TryLogin(ctx context.Context, remote, proto, username, password string) (l *Record, why string, err error) {
	if u.Opts.HashCost >= CheapHashCost && !u.Knows(username, password) {
		leave, full := u.Guesses.Enter(ctx, remote)
		if full != nil {
			return nil, "", full
		}
		defer func() { leave(l == nil && err == nil) }()
	}
	return u.CheckLogin(ctx, proto, username, password)
}

// CheckLogin returns the login of a name and password, or why not. The time of a
// hash is taken whoever has the name, so that nobody learns by it which names there
// are.
func (u *Part) CheckLogin(ctx context.Context, proto, username, password string) (l *Record, why string, err error) {
	l, its := u.LoginNamed(addr.Key(username)), NoSecret(u.Opts.HashCost)
	if l != nil && l.usable() {
		its = l.Secret
	}
	fits, err := u.Secrets.Verify(ctx, its, password)
	switch {
	case err != nil:
		return nil, "", err
	case l == nil:
		return nil, "unknown login", nil
	case l.usable() && !fits:
		return nil, "wrong password", nil
	}
	if why = l.Refuses(proto); why != "" {
		return nil, why, nil
	}
	return l, "", nil
}

// Knows tells whether a login and its password have been verified before.
func (u *Part) Knows(username, password string) bool {
	l := u.LoginNamed(addr.Key(username))
	return l != nil && l.usable() && u.Secrets.Knows(l.Secret, password)
}

// Signature returns the signature of an address, "" when it has none.
func (u *Part) Signature(address string) (text string, err error) {
	u.Read(func(v state.View) {
		if _, err = post.MustMailbox(v, address); err != nil {
			return
		}
		if l := Table.In(v.State).At(addr.Key(address)); l != nil {
			text = l.Signature
		}
	})
	return text, err
}

// SetSignature sets the signature of an address, at most 10,000 bytes; tabs and line
// breaks are kept, other control characters are ErrInvalid, and "" removes it. It signs
// what Send sends from that address from now on, unless that is Outgoing.Unsigned. What
// comes over SMTP is left as it is, and people sign with their own (Style.Signature).
func (u *Part) SetSignature(ctx context.Context, address, text string) (string, error) {
	if err := cmp.Or(valid.Texts(valid.NamedText{Field: "signature", Value: text}), valid.PrintableText("signature", text)); err != nil {
		return "", err
	}
	err := u.Update(ctx, func(t *state.Tx) error {
		m, err := post.MustMailbox(t.View, address)
		if err != nil {
			return err
		}
		next := Record{Address: m.Address}
		if old := Table.In(t.State).At(addr.Key(address)); old != nil {
			next = *old
		}
		next.Signature = text
		state.Put(t, Table.In(t.State), addr.Key(address), &next)
		return nil
	})
	return text, err
}

// NamesLogin tells whether a name, the address or the username, is that of the
// login of an address.
func (u *Part) NamesLogin(name, address string) bool {
	l := u.LoginNamed(addr.Key(name))
	return l != nil && l.Address == address
}

// LoginNamed returns the login that a name, in lower case, leads to.
func (u *Part) LoginNamed(name string) (l *Record) {
	u.Read(func(v state.View) {
		l = Table.In(v.State).At(cmp.Or(UsernameTable.In(v.State).At(name), name))
	})
	if l == nil || !l.Login {
		return nil
	}
	return l
}

// Refuses says why a login does not work whatever the password.
func (l *Record) Refuses(proto string) (why string) {
	switch {
	case l.Disabled:
		return "the login is disabled"
	case l.Secret == nil:
		return "the login has no password"
	case proto == "smtp" && !l.AllowSMTP:
		return "the login may not use SMTP"
	case proto == "imap" && !l.AllowIMAP:
		return "the login may not use IMAP"
	}
	return ""
}

// SignatureAt is what signs mail from an address, "" for nothing.
func SignatureAt(v state.View, address string) string {
	if l := Table.In(v.State).At(addr.Key(address)); l != nil {
		return l.Signature
	}
	return ""
}
