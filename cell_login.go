package mailsim

// Login names and API keys across the universes of a cell (spec 5.3, 5.7, 5.8,
// 7; design 4 "Cell", "Sign-in").

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
)

// loginID names a login of a universe by its address.
type loginID struct {
	u       *Universe
	address string
}

// findLogin tries a login in every organization that has the name, until the
// password fits. When none does, u is the first universe that has the name.
func (c *Cell) findLogin(proto, username, password string) (u *Universe, address, why string) {
	for _, other := range c.all() {
		if other.loginNamed(addressKey(username)) == nil {
			continue
		}
		got, reason := other.checkLogin(proto, username, password)
		if got != "" && other.suspended() {
			got, reason = "", "the organization is suspended"
		}
		if got != "" {
			return other, got, ""
		}
		if u == nil {
			u, why = other, reason
		}
	}
	if u == nil {
		c.secrets.verify(c.dummy, password) // takes the time that a known name takes
	}
	return u, "", why
}

// namesLogin tells whether a name, the address or the username, is that of the
// login of an address.
func (u *Universe) namesLogin(name, address string) bool {
	l := u.loginNamed(addressKey(name))
	return l != nil && l.Address == address
}

// loginNamed returns the login that a name, in lower case, leads to.
func (u *Universe) loginNamed(name string) (l *loginRec) {
	u.read(func(v view) {
		l = v.logins.at(cmp.Or(v.usernames.at(name), name))
	})
	if l == nil || !l.Login {
		return nil
	}
	return l
}

// loginClaim is a login that is about to be made or changed. An empty username
// or password keeps.
type loginClaim struct{ address, username, password string }

// claimNames runs create while no other universe can take the same login name.
func (u *Universe) claimNames(address, username, password string, create func() error) error {
	return u.claimLogins([]loginClaim{{address, username, password}}, create)
}

// claimLogins runs create while no other universe can take the same names.
// ErrInvalid for a name in use in the organization, or in use with the same
// password elsewhere. What others' passwords are is told by a MAC, so that the
// answer takes the same time whoever has the name.
func (u *Universe) claimLogins(list []loginClaim, create func() error) error {
	c := u.cell
	if c == nil {
		return create()
	}
	c.claims.Lock()
	defer c.claims.Unlock()
	others := slices.DeleteFunc(c.all(), func(o *Universe) bool { return o == u })
	taken := map[loginID][32]byte{}
	for _, l := range list {
		id := loginID{u, addressKey(l.address)}
		mac := c.passwordMAC(id, l.password)
		names := []string{id.address, addressKey(l.username)}
		if own := u.loginNamed(id.address); own != nil && l.username == "" {
			names[1] = addressKey(own.Username)
		}
		if err := c.nameFree(u, others, names, mac); err != nil {
			return err
		}
		if l.password != "" {
			taken[id] = mac
		}
	}
	if err := create(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, mac := range taken {
		c.passwords[id] = mac
	}
	return nil
}

// nameFree checks the names of a login against the other universes. The
// organization's own come first: what it learns of others is less.
func (c *Cell) nameFree(u *Universe, others []*Universe, names []string, mac [32]byte) error {
	same := false
	for _, o := range others {
		for _, name := range names {
			l := o.loginNamed(name)
			switch {
			case l == nil:
			case o.org == u.org:
				return invalidf("login name already in use")
			case l.Secret != nil:
				theirs := c.passwordMAC(loginID{o, addressKey(l.Address)}, "")
				same = same || subtle.ConstantTimeCompare(theirs[:], mac[:]) == 1
			}
		}
	}
	if same && mac != [32]byte{} {
		return invalidf("choose a different password")
	}
	return nil
}

// passwordMAC is the MAC of a password, or of the one that the login has when
// none is given; zero when it has none.
func (c *Cell) passwordMAC(id loginID, password string) (sum [32]byte) {
	if password == "" {
		c.mu.RLock()
		defer c.mu.RUnlock()
		return c.passwords[id]
	}
	m := hmac.New(sha256.New, c.salt[:])
	m.Write([]byte(password))
	m.Sum(sum[:0])
	return sum
}

// claimKeys runs create while the keys open no other universe.
func (u *Universe) claimKeys(list []*keyRec, create func() error) error {
	c := u.cell
	if c == nil {
		return create()
	}
	var fresh []*keyRec
	c.mu.Lock()
	for _, k := range list {
		id := [sha256.Size]byte(k.Hash)
		switch c.keys[id] {
		case u:
			continue
		case nil:
			if id != c.admin {
				c.keys[id] = u
				fresh = append(fresh, k)
				continue
			}
		}
		c.mu.Unlock()
		u.forgetKeys(fresh)
		return invalidf("choose a different key: %s… is in use", k.Prefix)
	}
	c.mu.Unlock()
	err := create()
	if err != nil {
		u.forgetKeys(fresh)
	}
	return err
}

// forgetKeys drops keys that open the universe no longer.
func (u *Universe) forgetKeys(list []*keyRec) {
	if u.cell == nil {
		return
	}
	u.cell.mu.Lock()
	defer u.cell.mu.Unlock()
	for _, k := range list {
		if id := [sha256.Size]byte(k.Hash); u.cell.keys[id] == u {
			delete(u.cell.keys, id)
		}
	}
}
