package post

import (
	"sync"
	"weak"
)

// Cache bounds what parsed mails keep in memory: the oldest are parsed
// again when they are needed. A mail belongs to the cache of the universe that
// it was made in, which a fork of it shares. It keeps no mail alive.
type Cache struct {
	mu    sync.Mutex
	Limit int64
	Bytes int64    // counted; exported for tests
	List  []cached // the oldest first, from head on; exported for tests
	head  int

	Source func(key string) ([]byte, error) // of bytes that are not in memory; nil where all are
}

type cached struct {
	mail weak.Pointer[Mail]
	cost int64
}

// keep counts what a mail keeps ready, and lets go of the oldest beyond the limit.
func (c *Cache) keep(m *Mail, cost int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.List = append(c.List, cached{weak.Make(m), int64(cost)})
	c.Bytes += int64(cost)
	c.trim()
}

// Share changes the limit: the search index counts against the same bound.
func (c *Cache) Share(limit int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Limit = limit
	c.trim()
}

// trim lets go of the oldest beyond the limit. The caller holds the lock.
func (c *Cache) trim() {
	for ; c.Bytes > c.Limit && c.head < len(c.List)-1; c.head++ {
		old := c.List[c.head]
		c.Bytes -= old.cost
		if m := old.mail.Value(); m != nil {
			m.Parsed.Store(nil)
			m.memo.Store(nil)
			m.release()
		}
	}
	if c.head > len(c.List)/2 && c.head > 1024 {
		c.List = append([]cached(nil), c.List[c.head:]...)
		c.head = 0
	}
}
