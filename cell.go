package mailsim

// Cell holds several universes.
type Cell struct{}

func (c *Cell) domain() string { return defaultDomain }
func (c *Cell) findLogin(proto, username, password string) (u *Universe, address, why string) {
	return nil, "", ""
}

// guarded tells whether webhooks may not reach private addresses.
func (u *Universe) guarded() bool { return false }

// claimNames runs create while no other universe can take the same login name.
func (u *Universe) claimNames(address, username, password string, create func() error) error {
	return create()
}
