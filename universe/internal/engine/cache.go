package engine

import (
	"sync"
	"weak"
)

// parseCache bounds what parsed mails keep in memory: the oldest are parsed
// again when they are needed. A mail belongs to the cache of the universe that
// it was made in, which a fork of it shares. It keeps no mail alive.
type parseCache struct {
	mu    sync.Mutex
	limit int64
	bytes int64
	list  []cached // the oldest first, from head on
	head  int
}

type cached struct {
	mail weak.Pointer[mail]
	cost int64
}

// keep counts what a mail keeps ready, and lets go of the oldest beyond the limit.
func (c *parseCache) keep(m *mail, cost int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, cached{weak.Make(m), int64(cost)})
	c.bytes += int64(cost)
	c.trim()
}

// share changes the limit: the search index counts against the same bound.
func (c *parseCache) share(limit int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = limit
	c.trim()
}

// trim lets go of the oldest beyond the limit. The caller holds the lock.
func (c *parseCache) trim() {
	for ; c.bytes > c.limit && c.head < len(c.list)-1; c.head++ {
		old := c.list[c.head]
		c.bytes -= old.cost
		if m := old.mail.Value(); m != nil {
			m.parsed.Store(nil)
			m.memo.Store(nil)
		}
	}
	if c.head > len(c.list)/2 && c.head > 1024 {
		c.list = append([]cached(nil), c.list[c.head:]...)
		c.head = 0
	}
}
