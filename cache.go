package mailsim

// Parsed mail kept ready, bounded.

import "sync"

// lru bounds what parsed mail keeps in memory: the oldest are parsed again when
// they are needed. It is shared by all universes of the process, since forks
// share their mails.
type lru struct {
	mu    sync.Mutex
	limit int
	bytes int
	list  []cached
	head  int
}

type cached struct {
	m    *mail
	cost int
}

var parseCache = &lru{limit: 64 << 20}

func (c *lru) add(m *mail, cost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, cached{m, cost})
	for c.bytes += cost; c.bytes > c.limit && c.head < len(c.list)-1; c.head++ {
		old := c.list[c.head]
		c.list[c.head] = cached{}
		c.bytes -= old.cost
		old.m.parsed.Store(nil)
	}
	if c.head > len(c.list)/2 && c.head > 1024 {
		c.list = append([]cached(nil), c.list[c.head:]...)
		c.head = 0
	}
}
