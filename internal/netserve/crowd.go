package netserve

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Crowd bounds how many clients a server has at once, in all and of one address.
// At a bound one that has been silent for a while and has not logged in makes
// room. The zero value bounds nothing.
type Crowd struct {
	Max        int // 0 is no limit
	PerAddress int // 0 is no limit; an IPv6 network of 64 bits counts as one address

	mu      sync.Mutex
	members map[*Member]struct{}
	of      map[string]int // by address
}

// Member is a client that was let in.
type Member struct {
	address string
	end     func()
	quiet   atomic.Int64 // since when it may make room, in real nanoseconds; 0 is not now
}

// Patience is how long a client may be silent before it makes room for another.
const Patience = 5 * time.Second

// Enter lets a client in, or not. End is called, once and in a goroutine of its
// own, when the client has to make room.
func (c *Crowd) Enter(address string, end func()) (m *Member, ok bool) {
	m = &Member{address: network(address), end: end}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.members == nil {
		c.members, c.of = map[*Member]struct{}{}, map[string]int{}
	}
	if c.PerAddress > 0 && m.address != "" && c.of[m.address] >= c.PerAddress && !c.makeRoom(m.address) {
		return nil, false
	}
	if c.Max > 0 && len(c.members) >= c.Max && !c.makeRoom("") {
		return nil, false
	}
	c.members[m] = struct{}{}
	c.of[m.address]++
	return m, true
}

// makeRoom ends the client, of an address or of any, that has been silent for the
// longest time, if that is long enough.
func (c *Crowd) makeRoom(address string) bool {
	var longest *Member
	since := time.Now().Add(-Patience).UnixNano()
	for m := range c.members {
		if q := m.quiet.Load(); q != 0 && q <= since && (address == "" || m.address == address) {
			longest, since = m, q
		}
	}
	if longest == nil {
		return false
	}
	c.remove(longest)
	go longest.end()
	return true
}

func (c *Crowd) remove(m *Member) {
	if _, in := c.members[m]; !in {
		return
	}
	delete(c.members, m)
	if c.of[m.address]--; c.of[m.address] <= 0 {
		delete(c.of, m.address)
	}
}

// Leave takes a client out; nil was not in.
func (c *Crowd) Leave(m *Member) {
	if m == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(m)
}

// Quiet says that the client is waited for and might make room, or that it must
// not be ended. It is for one goroutine.
func (m *Member) Quiet(yes bool) {
	switch {
	case m == nil:
	case yes:
		m.quiet.Store(time.Now().UnixNano())
	default:
		m.quiet.Store(0)
	}
}

// network is what clients are counted by.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Unmap().Is4() {
		return address
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}
