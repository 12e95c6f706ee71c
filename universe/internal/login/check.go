package login

import (
	"cmp"
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

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

// TryLogin is CheckLogin for a guess from an address, which has its turn after those
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
	l, its := u.Named(addr.Key(username)), NoSecret(u.Opts.HashCost)
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
	l := u.Named(addr.Key(username))
	return l != nil && l.usable() && u.Secrets.Knows(l.Secret, password)
}

// Names tells whether a name, the address or the username, is that of the
// login of an address.
func (u *Part) Names(name, address string) bool {
	l := u.Named(addr.Key(name))
	return l != nil && l.Address == address
}

// Named returns the login that a name, in lower case, leads to.
func (u *Part) Named(name string) (l *Record) {
	u.Peek(func(v state.View) {
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
	case proto == "pop3" && !l.AllowIMAP:
		return "the login may not use IMAP, nor POP3"
	}
	return ""
}
