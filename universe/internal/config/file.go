package config

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// slot holds the file that a universe was made from, nil without one.
type slot struct {
	sync.Mutex // held while it is read again
	Now        atomic.Pointer[File]
}

// File is a file ready to be applied: what costs time is done.
type File struct {
	mailsim.UniverseConfig
	keys    []*login.Key
	secrets map[string]*login.Secret // the logins' passwords, by address
}

// Prepare checks a file, outside the lock. A password that the file before
// has too stays the same secret, hashed or not.
func (u *Part) Prepare(c *mailsim.UniverseConfig) (*File, error) {
	if err := checkUniverse(c); err != nil {
		return nil, err
	}
	f := &File{UniverseConfig: *c, secrets: map[string]*login.Secret{}}
	for _, k := range c.Keys {
		rec, err := login.NewKey(k.Key, k.Name, k.Role)
		if err != nil {
			return nil, err
		}
		f.keys = append(f.keys, rec)
	}
	for _, l := range c.Logins {
		f.secrets[addr.Key(l.Address)] = login.NewSecret(l.Password, u.Opts.HashCost)
	}
	if old := u.File.Now.Load(); old != nil {
		for _, l := range old.Logins {
			key := addr.Key(l.Address)
			if s := f.secrets[key]; s != nil && s.Text == l.Password {
				f.secrets[key] = old.secrets[key]
			}
		}
	}
	return f, nil
}

// WithConfig runs apply while no other universe can take what the file names,
// then keeps the file.
func (u *Part) WithConfig(f *File, apply func() error) error {
	old := u.File.Now.Load()
	if old == nil {
		old = &File{}
	}
	err := u.login.ClaimLogins(f.Claims(), func() error { return u.login.ClaimKeys(f.newKeys(old), apply) })
	if err != nil {
		return err
	}
	u.File.Now.Store(f)
	if !reflect.DeepEqual(f.Bounds, old.Bounds) {
		u.keep.SetBounds(u.keep.Given.Or(*cmp.Or(f.Bounds, &mailsim.Bounds{})))
	}
	for host := range old.Sites {
		if _, stays := f.Sites[host]; !stays {
			u.links.RemoveSite(host)
		}
	}
	u.login.ForgetKeys(slices.DeleteFunc(slices.Clone(old.keys), f.hasKey))
	for host, base := range f.Sites {
		if was, said := old.Sites[host]; said && was == base {
			continue // what was set since stays
		}
		if err := u.links.SetSiteURL(host, base); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("sites", host).Wrap(err)
		}
	}
	return nil
}

// Claims are the login names that the file takes; no file takes none.
func (f *File) Claims() []login.Claim {
	if f == nil {
		return nil
	}
	out := make([]login.Claim, len(f.Logins))
	for i, l := range f.Logins {
		out[i] = login.Claim{Address: l.Address, Username: l.Username, Password: l.Password}
	}
	return out
}

func (f *File) hasKey(k *login.Key) bool {
	return slices.ContainsFunc(f.keys, func(o *login.Key) bool { return slices.Equal(o.Hash, k.Hash) })
}

// says tells whether the file has a key with this name and role.
func (f *File) says(k *login.Key) bool {
	return slices.ContainsFunc(f.keys, func(o *login.Key) bool { return o.Key == k.Key && slices.Equal(o.Hash, k.Hash) })
}

// newKeys are the keys that the file says otherwise than an old one.
func (f *File) newKeys(old *File) []*login.Key {
	return slices.DeleteFunc(slices.Clone(f.keys), old.says)
}

// Reload follows a file that has changed: what it says anew is set, what it says
// no longer goes back to its default, people and cases that are gone from it are
// deleted, logins disabled; all other state, and all mail, stays. A changed id,
// name, seed or clock is refused, and any error leaves all as it was.
func (u *Part) Reload(ctx context.Context, c *mailsim.Config) error {
	if c.Orgs != nil {
		return yamlfile.At(&c.UniverseConfig).Key("orgs").Errorf("this is one universe, not a cell of several")
	}
	return u.Apply(ctx, &c.UniverseConfig)
}

// Apply is Reload of what the file says of one universe.
func (u *Part) Apply(ctx context.Context, c *mailsim.UniverseConfig) error {
	u.File.Lock()
	defer u.File.Unlock()
	old := u.File.Now.Load()
	if old == nil {
		old = &File{}
	}
	if err := u.SameUniverse(c, &old.UniverseConfig); err != nil {
		return err
	}
	f, err := u.Prepare(c)
	if err != nil {
		return err
	}
	return u.WithConfig(f, func() error {
		return u.Update(ctx, func(t *state.Tx) error { return Apply(t, f, old, nil) })
	})
}

// SameUniverse refuses to change what a universe is.
func (u *Part) SameUniverse(c, old *mailsim.UniverseConfig) error {
	for _, f := range []struct{ key, now, was, is string }{
		{"id", c.ID, old.ID, u.Opts.ID}, {"name", c.Name, old.Name, u.Opts.Name}, {"seed", c.Seed, old.Seed, string(u.Chance)},
	} {
		if f.now != f.was && f.now != f.is {
			return yamlfile.At(c).Key(f.key).Errorf("cannot change while the universe runs: it is %q", f.is)
		}
	}
	if !reflect.DeepEqual(c.Clock, old.Clock) {
		return yamlfile.At(c).Key("clock").Errorf("cannot change while the universe runs: use the clock's own settings")
	}
	return nil
}
