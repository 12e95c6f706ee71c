package post

import (
	"sync"
	"weak"
)

// Cache bounds what parsed mails keep in memory: the oldest are parsed
// again when they are needed. A mail belongs to the cache of the universe that
// it was made in, which a fork of it shares. It keeps mails alive only within its limit,
// and only those whose bytes a store has: others are gone when nobody else has them.
type Cache struct {
	mu    sync.Mutex
	Limit int64
	Bytes int64    // counted; exported for tests
	List  []cached // the oldest first, from head on; exported for tests
	head  int

	Source func(key string) ([]byte, error) // of bytes that are not in memory; nil where all are
}

// cached is a mail that keeps something ready. The runtime notes a weak pointer in some 45
// bytes for as long as the mail lives, however short it is in the list: where a store has
// the bytes, and mails are many, the pointer is an ordinary one.
type cached struct {
	mail *Mail
	weak weak.Pointer[Mail] // where mail is nil
	cost int64
}

func cachedOf(m *Mail, cost int) cached {
	if m.wording.Load()&inStore != 0 {
		return cached{mail: m, cost: int64(cost)}
	}
	return cached{weak: weak.Make(m), cost: int64(cost)}
}

// value returns the mail, nil where it is gone.
func (c *cached) value() *Mail {
	if c.mail != nil {
		return c.mail
	}
	return c.weak.Value()
}

// keep counts what a mail keeps ready, and lets go of the oldest beyond the limit.
func (c *Cache) keep(m *Mail, cost int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.List = append(c.List, cachedOf(m, cost))
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
		c.List[c.head] = cached{}
		if m := old.value(); m != nil {
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
