package cell

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"sync"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// loginID names a login of a universe by its address.
type loginID struct {
	of      *tenant
	address string
}

// TryLogin is findLogin for a guess from an address, which has its turn after those
// before it. A password that was verified before waits for nobody.
func (c *Cell) TryLogin(ctx context.Context, remote, proto, username, password string) (door *door.Part, l *login.Record, why string, err error) {
	known := slices.ContainsFunc(c.All(), func(t *tenant) bool { return t.Part.login.Knows(username, password) })
	if c.opts.HashCost >= login.CheapHashCost && !known {
		leave, full := c.Guesses.Enter(ctx, remote)
		if full != nil {
			return nil, nil, "", full
		}
		defer func() { leave(l == nil && err == nil) }()
	}
	u, l, why, err := c.findLogin(ctx, proto, username, password)
	if u != nil {
		door = u.door
	}
	return door, l, why, err
}

// findLogin tries a login in every organization that has the name, until the
// password fits. When none does, u is the first universe that has the name.
func (c *Cell) findLogin(ctx context.Context, proto, username, password string) (u *Part, l *login.Record, why string, err error) {
	for _, other := range c.All() {
		if other.Part.login.Named(addr.Key(username)) == nil {
			continue
		}
		got, reason, err := other.Part.login.CheckLogin(ctx, proto, username, password)
		if err != nil {
			return nil, nil, "", err
		}
		if got != nil && other.Part.login.Suspended() {
			got, reason = nil, "the organization is suspended"
		}
		if got != nil {
			return other.Part, got, "", nil
		}
		if u == nil {
			u, why = other.Part, reason
		}
	}
	if u == nil {
		_, err = c.Secrets.Verify(ctx, c.dummy, password) // takes the time that a known name takes
	}
	return u, nil, why, err
}

// claims are the names of logins that are being made or changed. Its lock is
// taken before those of the cell and the universes, never over a commit.
type claims struct {
	mu   sync.Mutex
	Open map[*claim]struct{} // exported for tests
}

// claim is a login that is being made or changed.
type claim struct {
	id    loginID
	names []string
	mac   [32]byte // of its password
	fresh bool     // the password is new
}

// claimLogins runs create while no other universe can take the same names.
// ErrInvalid for a name in use in the organization, or in use with the same
// password elsewhere. What others' passwords are is told by a MAC, so that the
// answer takes the same time whoever has the name.
func (c *Cell) claimLogins(t *tenant, list []login.Claim, create func() error) error {
	taken, err := c.claim(t, list)
	if err != nil {
		return err
	}
	done := false
	defer func() { c.claimed(taken, done) }()
	if err := create(); err != nil {
		return err
	}
	done = true
	return nil
}

// claim keeps the names of logins for a universe, until claimed.
func (c *Cell) claim(t *tenant, list []login.Claim) (taken []*claim, err error) {
	c.Claims.mu.Lock()
	defer c.Claims.mu.Unlock()
	others := slices.DeleteFunc(c.All(), func(o *tenant) bool { return o == t })
	for _, l := range list {
		id := loginID{t, addr.Key(l.Address)}
		mine := &claim{id, []string{id.address, addr.Key(l.Username)}, c.passwordMAC(id, l.Password), l.Password != ""}
		if own := t.Part.login.Named(id.address); own != nil && l.Username == "" {
			mine.names[1] = addr.Key(own.Username)
		}
		if err := c.nameFree(mine, others); err != nil {
			return nil, err
		}
		taken = append(taken, mine)
	}
	if c.Claims.Open == nil {
		c.Claims.Open = map[*claim]struct{}{}
	}
	for _, mine := range taken {
		c.Claims.Open[mine] = struct{}{}
	}
	return taken, nil
}

// claimed gives claims up, keeping their passwords when the logins have them now.
func (c *Cell) claimed(list []*claim, have bool) {
	c.Claims.mu.Lock()
	defer c.Claims.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, mine := range list {
		delete(c.Claims.Open, mine)
		if have && mine.fresh {
			c.Passwords[mine.id] = mine.mac
		}
	}
}

// nameFree checks the names of a login against the other universes and what they
// are about to take. The organization's own come first: what it learns of others
// is less. It needs the lock of the claims.
func (c *Cell) nameFree(mine *claim, others []*tenant) error {
	same := false
	for _, o := range others {
		for _, name := range mine.names {
			l := o.Part.login.Named(name)
			switch {
			case l == nil:
			case o.org == mine.id.of.org:
				return ErrNameInUse
			case l.Secret != nil:
				same = c.samePassword(loginID{o, addr.Key(l.Address)}, mine) || same
			}
		}
	}
	for their := range c.Claims.Open {
		if their.id.of == mine.id.of || !slices.ContainsFunc(mine.names, func(n string) bool { return n != "" && slices.Contains(their.names, n) }) {
			continue
		}
		if their.id.of.org == mine.id.of.org {
			return ErrNameInUse
		}
		same = subtle.ConstantTimeCompare(their.mac[:], mine.mac[:]) == 1 || same
	}
	if same && mine.mac != [32]byte{} {
		return ErrPasswordTaken
	}
	return nil
}

// What a login is refused with whose name, or name and password, another one has.
var (
	ErrNameInUse     = fail.Invalidf("login name already in use")
	ErrPasswordTaken = fail.Invalidf("choose a different password")
)

// samePassword compares a claim with the password that another login has.
func (c *Cell) samePassword(id loginID, mine *claim) bool {
	theirs := c.passwordMAC(id, "")
	return subtle.ConstantTimeCompare(theirs[:], mine.mac[:]) == 1
}

// passwordMAC is the MAC of a password, or of the one that the login has when
// none is given; zero when it has none.
func (c *Cell) passwordMAC(id loginID, password string) (sum [32]byte) {
	if password == "" {
		c.mu.RLock()
		defer c.mu.RUnlock()
		return c.Passwords[id]
	}
	m := hmac.New(sha256.New, c.salt[:])
	m.Write([]byte(password))
	m.Sum(sum[:0])
	return sum
}

// claimKeys runs create while the keys open no other universe.
func (c *Cell) claimKeys(t *tenant, list []*login.Key, create func() error) error {
	var fresh []*login.Key
	c.mu.Lock()
	for _, k := range list {
		id := [sha256.Size]byte(k.Hash)
		switch c.keys[id] {
		case t:
			continue
		case nil:
			if id != c.admin {
				c.keys[id] = t
				fresh = append(fresh, k)
				continue
			}
		}
		c.mu.Unlock()
		c.forgetKeys(t, fresh)
		return fail.Invalidf("choose a different key: %s… is in use", k.Prefix)
	}
	c.mu.Unlock()
	err := create()
	if err != nil {
		c.forgetKeys(t, fresh)
	}
	return err
}

// forgetKeys drops keys that open the universe no longer.
func (c *Cell) forgetKeys(t *tenant, list []*login.Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range list {
		if id := [sha256.Size]byte(k.Hash); c.keys[id] == t {
			delete(c.keys, id)
		}
	}
}
