package cell

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// TryLogin is findLogin for a guess from an address, which has its turn after those
// before it. A password that was verified before waits for nobody. The universe stays
// open until leave, which is nil without one.
func (c *Cell) TryLogin(ctx context.Context, remote, proto, username, password string) (door *door.Part, l *login.Record, leave func(), why string, err error) {
	named, err := c.dir.LoginsNamed(ctx, addr.Key(username))
	if err != nil {
		return nil, nil, nil, "", err
	}
	if c.opts.HashCost >= login.CheapHashCost && !c.knows(named, username, password) {
		quit, full := c.Guesses.Enter(ctx, remote)
		if full != nil {
			return nil, nil, nil, "", full
		}
		defer func() { quit(l == nil && err == nil) }()
	}
	t, l, leave, why, err := c.findLogin(ctx, named, proto, username, password)
	if t != nil {
		door = t.Part.door
	}
	return door, l, leave, why, err
}

// knows tells whether an open universe has verified a login and its password before.
func (c *Cell) knows(named []mailsim.LoginEntry, username, password string) bool {
	return slices.ContainsFunc(named, func(e mailsim.LoginEntry) bool {
		u, open := c.Awake(e.Universe)
		return open && u.login.Knows(username, password)
	})
}

// findLogin tries a login in every organization that has the name, until the
// password fits. When none does, t is the first universe that has the name; when some of
// them are held by other processes, the error joins theirs.
func (c *Cell) findLogin(ctx context.Context, named []mailsim.LoginEntry, proto, username, password string) (t *tenant, l *login.Record, leave func(), why string, err error) {
	var elsewhere []error
	done := func() {}
	for _, e := range named {
		other, quit, err := c.need(ctx, e.Universe)
		if errors.Is(err, mailsim.ErrFenced) {
			elsewhere = append(elsewhere, err)
			continue
		} else if away(err) {
			done()
			return nil, nil, nil, "", err
		}
		if err != nil || other.Part.login.Named(addr.Key(username)) == nil {
			if err == nil {
				quit()
			}
			continue // it changed meanwhile
		}
		got, reason, err := other.Part.login.CheckLogin(ctx, proto, username, password)
		if err != nil {
			quit()
			done()
			return nil, nil, nil, "", err
		}
		if got != nil && other.Part.login.Suspended() {
			got, reason = nil, "the organization is suspended"
		}
		if got != nil {
			done()
			return other, got, quit, "", nil
		}
		if t != nil {
			quit()
			continue
		}
		t, why, done = other, reason, quit
	}
	switch {
	case elsewhere != nil:
		done()
		return nil, nil, nil, "", errors.Join(elsewhere...)
	case t == nil:
		_, err = c.Secrets.Verify(ctx, c.dummy, password) // takes the time that a known name takes
		return nil, nil, nil, "", err
	}
	return t, nil, done, why, nil
}

// claimLogins runs create while no other universe can take the same names.
// ErrInvalid for a name in use in the organization, or in use with the same
// password elsewhere. What others' passwords are is told by a keyed mark, so that the
// answer takes the same time whoever has the name.
func (c *Cell) claimLogins(t *tenant, list []login.Claim, create func() error) error {
	ctx, cancel := c.brief()
	defer cancel()
	id := t.Part.Opts.ID
	claims := make([]mailsim.LoginEntry, len(list))
	for i, l := range list {
		claims[i] = c.entry(addr.Key(l.Address), addr.Key(l.Username), l.Password)
	}
	before, err := c.dir.ClaimLogins(ctx, id, claims)
	switch {
	case errors.Is(err, mailsim.ErrNameTaken):
		return ErrNameInUse
	case errors.Is(err, mailsim.ErrMarkTaken):
		return ErrPasswordTaken
	case err != nil:
		return err
	}
	failed := create()
	later, cancelLater := c.brief() // create may have taken its time
	defer cancelLater()
	if failed != nil {
		c.unanswered(c.dir.SetLogins(later, id, addresses(claims), before))
		return failed
	}
	c.unanswered(c.settleNames(later, t, claims, before))
	return nil
}

// entry is a login as the directory holds it.
func (c *Cell) entry(address, username, password string) mailsim.LoginEntry {
	e := mailsim.LoginEntry{Address: address, Names: []string{address}}
	if username != "" && username != address {
		e.Names = append(e.Names, username)
	}
	if password != "" {
		m := hmac.New(sha256.New, c.marks)
		m.Write([]byte(password))
		e.Mark = m.Sum(nil)
	}
	return e
}

func addresses(list []mailsim.LoginEntry) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.Address
	}
	return out
}

// settleNames tells the directory which names logins have now that they have been made
// or changed. More than one change may have taken others away: then all are looked at.
func (c *Cell) settleNames(ctx context.Context, t *tenant, claims, before []mailsim.LoginEntry) error {
	known, look := map[string][]byte{}, addresses(claims)
	if len(claims) != 1 {
		all, err := c.dir.LoginsOf(ctx, t.Part.Opts.ID)
		if err != nil {
			return err
		}
		look = append(look, addresses(all)...)
		before = append(before, all...)
	}
	for _, e := range append(before, claims...) {
		if e.Mark != nil {
			known[e.Address] = e.Mark
		}
	}
	slices.Sort(look)
	look = slices.Compact(look)
	var now []mailsim.LoginEntry
	for _, address := range look {
		l := t.Part.login.Named(address)
		if l == nil || addr.Key(l.Address) != address {
			continue
		}
		e := c.entry(address, addr.Key(l.Username), "")
		if l.Secret != nil {
			e.Mark = known[address]
		}
		now = append(now, e)
	}
	return c.dir.SetLogins(ctx, t.Part.Opts.ID, look, now)
}

// What a login is refused with whose name, or name and password, another one has.
var (
	ErrNameInUse     = fail.Invalidf("login name already in use")
	ErrPasswordTaken = fail.Invalidf("choose a different password")
)

// claimKeys runs create while the keys open no other universe.
func (c *Cell) claimKeys(t *tenant, list []*login.Key, create func() error) error {
	ctx, cancel := c.brief()
	defer cancel()
	inUse := func(k *login.Key) error { return fail.Invalidf("choose a different key: %s… is in use", k.Prefix) }
	for _, k := range list {
		if [sha256.Size]byte(k.Hash) == c.admin {
			return inUse(k)
		}
	}
	if len(list) == 0 {
		return create()
	}
	fresh, err := c.dir.ClaimKeys(ctx, t.Part.Opts.ID, hashes(list))
	if errors.Is(err, mailsim.ErrConflict) && len(fresh) > 0 {
		for _, k := range list {
			if mailsim.Hash(k.Hash) == fresh[0] {
				return inUse(k)
			}
		}
	}
	if err != nil {
		return err
	}
	if err = create(); err != nil {
		later, cancel := c.brief()
		defer cancel()
		c.unanswered(c.dir.DropKeys(later, t.Part.Opts.ID, fresh))
	}
	return err
}

func hashes(list []*login.Key) []mailsim.Hash {
	out := make([]mailsim.Hash, len(list))
	for i, k := range list {
		out[i] = mailsim.Hash(k.Hash)
	}
	return out
}

// forgetKeys drops keys that open the universe no longer.
func (c *Cell) forgetKeys(t *tenant, list []*login.Key) {
	if len(list) == 0 {
		return
	}
	ctx, cancel := c.brief()
	defer cancel()
	c.unanswered(c.dir.DropKeys(ctx, t.Part.Opts.ID, hashes(list)))
}
