package mailsim

import "context"

// Cell holds several universes.
type Cell struct{}

func (c *Cell) domain() string { return defaultDomain }
func (c *Cell) findLogin(proto, username, password string) (u *Universe, address, why string) {
	return nil, "", ""
}

func (c *Cell) host() {}

// NewSession opens a connection's view: its universe is known after the login.
func (c *Cell) NewSession(i SessionInfo) *Session { return &Session{info: i, cell: c} }

// Domain returns the name that servers greet with.
func (c *Cell) Domain() string { return c.domain() }

// Announce tells where a door serves the cell.
func (c *Cell) Announce(Service) {}

// AnnounceAuth tells what the doors ask of logins, and their certificate (DER).
func (c *Cell) AnnounceAuth(plainAllowed, smtpRequired bool, certificate []byte) {}

// Authenticate finds out who asks.
func (c *Cell) Authenticate(context.Context, Credentials) (*Caller, error) { return nil, errNoKey }

func (c *Cell) memberships(email string) []Membership                { return nil }
func (c *Cell) universesOf(email string, atMost Role) []UniverseInfo { return []UniverseInfo{} }

func (u *Universe) orgName() string { return "" }

// claimKey runs create while no other universe can take the same key.
func (u *Universe) claimKey(k *keyRec, create func() error) error { return create() }
func (u *Universe) forgetKeys([]*keyRec)                          {}

// guarded tells whether webhooks may not reach private addresses.
func (u *Universe) guarded() bool { return false }

// claimNames runs create while no other universe can take the same login name.
func (u *Universe) claimNames(address, username, password string, create func() error) error {
	return create()
}
