package mailsim

// The seam of durable stores (design 3 "One writer"): every commit is one
// ordered batch of records.

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"sync"
)

// Store keeps a universe durable. Batches come one after another, in the order
// of their numbers; a batch that fails poisons the universe, so that its image
// never parts from the store. A nil store is memory.
type Store interface {
	// Load yields every record; the universe is empty when there is none.
	Load(ctx context.Context) iter.Seq2[Record, error]
	// Commit stores a batch whole, durably, or fails.
	Commit(ctx context.Context, b Batch) error
	// Close ends the use of the store.
	Close() error
}

// Record is one stored value. Values are JSON; those of the table blob are the
// bytes of mails.
type Record struct {
	Table string
	Key   string
	Value []byte
}

// Batch is what one commit changed.
type Batch struct {
	Seq     uint64
	Puts    []Record
	Deletes []Record // without values
}

// copyID names a stored copy that a store has to write or delete.
type copyID struct {
	address, folder string
	uid             uint32
}

// note remembers for the store that a copy changed.
func (t *tx) note(address, folder string, uid uint32) {
	if t.u.store != nil {
		t.copies = append(t.copies, copyID{addressKey(address), folder, uid})
	}
}

// renamed remembers for the store that the copies of a folder moved.
func (t *tx) renamed(address string, f *folderRec, to string) {
	if t.u.store == nil {
		return
	}
	for s := range f.All() {
		t.note(address, f.name, s.uid)
		t.note(address, to, s.uid)
	}
}

// batch encodes what a transaction changed, as it now is.
func (t *tx) batch() Batch {
	b := Batch{Seq: t.u.w.commits}
	seen := map[string]bool{}
	for _, c := range t.journal {
		name := c.table.tableName()
		id := name + "\x00" + c.key
		if name == "" || seen[id] {
			continue
		}
		seen[id] = true
		value, ok, err := c.table.encode(c.key)
		if err != nil {
			value = nil
		}
		b.add(Record{name, c.key, value}, ok)
	}
	for _, c := range t.copies {
		key := tableKey(c.address, c.folder, strconv.FormatUint(uint64(c.uid), 10))
		if seen["copy\x00"+key] {
			continue
		}
		seen["copy\x00"+key] = true
		s := t.copyAt(c)
		if s == nil {
			b.add(Record{Table: "copy", Key: key}, false)
			continue
		}
		b.add(Record{"copy", key, encodeCopy(s)}, true)
		if blob := s.mail.blobKey(); !seen["blob\x00"+blob] {
			seen["blob\x00"+blob] = true
			b.add(Record{"blob", blob, []byte(s.mail.raw)}, true)
		}
	}
	for _, e := range t.events {
		b.add(Record{"event", strconv.FormatInt(e.id, 10), encodeEvent(e)}, true)
	}
	clock, _ := json.Marshal(t.clockNow())
	b.add(Record{"clock", "", clock}, true)
	return b
}

func (b *Batch) add(r Record, put bool) {
	if put {
		b.Puts = append(b.Puts, r)
	} else {
		b.Deletes = append(b.Deletes, r)
	}
}

func (v view) copyAt(c copyID) *Stored {
	m := v.mailboxes.at(c.address)
	if m == nil {
		return nil
	}
	f := m.folder(c.folder)
	if f == nil {
		return nil
	}
	s, _ := f.Get(c.uid)
	return s
}

// committer hands batches to the store in order. Each caller is answered when
// his batch is durable; batches that wait together are not merged, so that the
// store sees each commit as one.
type committer struct {
	store  Store
	poison func(error)
	mu     sync.Mutex
	queue  []pendingBatch
	busy   bool
	failed error
	idle   sync.WaitGroup
}

type pendingBatch struct {
	batch Batch
	done  chan error
}

func (c *committer) enqueue(b Batch) <-chan error {
	done := make(chan error, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, pendingBatch{b, done})
	if !c.busy {
		c.busy = true
		c.idle.Add(1)
		go c.run()
	}
	return done
}

func (c *committer) run() {
	defer c.idle.Done()
	for {
		c.mu.Lock()
		if len(c.queue) == 0 {
			c.busy = false
			c.mu.Unlock()
			return
		}
		todo := c.queue
		c.queue = nil
		c.mu.Unlock()
		for _, p := range todo {
			if c.failed == nil {
				if err := c.store.Commit(context.Background(), p.batch); err != nil {
					c.failed = &Error{ErrInternal, "the store failed: the universe takes no more changes", err}
					c.poison(c.failed)
				}
			}
			p.done <- c.failed
		}
	}
}

func (c *committer) close() error {
	c.idle.Wait()
	return c.store.Close()
}

// poison stops all changes after a failed store.
func (u *Universe) poison(err error) {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	u.w.poisoned = err
}

// sortedRecords orders records by table and key, for files that compare.
func sortedRecords(rs []Record) []Record {
	slices.SortFunc(rs, func(a, b Record) int {
		if a.Table != b.Table {
			if a.Table < b.Table {
				return -1
			}
			return 1
		}
		if a.Key < b.Key {
			return -1
		}
		if a.Key > b.Key {
			return 1
		}
		return 0
	})
	return rs
}

func (m *mail) blobKey() string      { return m.messageID }
func encodeCopy(s *Stored) []byte    { return nil }
func encodeEvent(e *eventRec) []byte { return nil }
