package cell

import "github.com/mailsim/mailsim"

// What the directory in memory holds, for tests.

func (c *Cell) HeldSessions() map[mailsim.Hash]mailsim.PersonSession { return c.memory.sessions }

func (c *Cell) HeldLogins() map[string]map[string]*mailsim.LoginEntry { return c.memory.names.logins }

func (c *Cell) HeldKeys() map[mailsim.Hash]string { return c.memory.keys }
