package persist

// All that there is, encoded on all cores.

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// wholeTable is a table of a file: its records in order of key.
type wholeTable struct {
	name    string
	records []FileRecord
}

// FileRecord is a record of a file. A blob is text, which is not copied.
type FileRecord struct {
	Key   string
	Value []byte
	text  string
}

// contents are the mails and envelopes of all folders, named ahead.
type contents struct {
	mails map[*post.Mail]int32
	ways  map[*post.Way]int32
	mail  []named
	way   []named
}

// side runs f for each number below n on all cores, some numbers at a time.
func side(n int, f func(worker, i int)) {
	const step = 64
	var next atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Pointer[fail.Unreadable]
	for w := range sideWorkers(n) {
		wg.Go(func() {
			for {
				to := int(next.Add(step))
				err := fail.Readable(func() {
					for i := to - step; i < min(to, n); i++ {
						f(w, i)
					}
				})
				if err != nil {
					failed.Store(&fail.Unreadable{Err: err})
				}
				if to >= n || err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		panic(err) // where whoever asked hears of it
	}
}

func sideWorkers(n int) int { return max(1, min(runtime.GOMAXPROCS(0), (n+63)/64)) }

// nameContents names what the copies of a state hold, side by side: it is what most of a
// save has to read.
func nameContents(s *state.State) *contents {
	c := &contents{mails: make(map[*post.Mail]int32, s.Kept.Mails), ways: make(map[*post.Way]int32, s.Kept.Mails)}
	var mails []*post.Mail
	var ways []*post.Way
	for _, m := range post.Boxes.In(s).M {
		for _, f := range m.Folders {
			for copied := range f.All() {
				if _, had := c.mails[copied.Mail]; !had {
					c.mails[copied.Mail] = int32(len(mails))
					mails = append(mails, copied.Mail)
				}
				if copied.Way == nil {
					continue
				}
				if _, had := c.ways[copied.Way]; !had {
					c.ways[copied.Way] = int32(len(ways))
					ways = append(ways, copied.Way)
				}
			}
		}
	}
	c.mail, c.way = make([]named, len(mails)), make([]named, len(ways))
	side(len(mails), func(_, i int) { c.mail[i] = nameOfMail(mails[i]); c.mail[i].raw = mails[i].Look() })
	side(len(ways), func(_, i int) { c.way[i] = nameOfWay(ways[i]) })
	return c
}

// name is what hold is in a save, where all that is there is held.
func (e *encoder) name(c post.Cargo) (keys post.CargoKeys) {
	if c.Mail != nil {
		i, ok := e.known.mails[c.Mail]
		if ok {
			keys.Mail = e.known.mail[i].key
		} else { // it waits in a job
			n := nameOfMail(c.Mail)
			n.raw = c.Mail.Look()
			e.more.mail = append(e.more.mail, n)
			keys.Mail = n.key
		}
	}
	if c.Way != nil {
		i, ok := e.known.ways[c.Way]
		if ok {
			keys.Envelope = e.known.way[i].key
		} else {
			n := nameOfWay(c.Way)
			e.more.way = append(e.more.way, n)
			keys.Envelope = n.key
		}
	}
	return keys
}

// encodeWhole encodes all that there is, on all cores.
func encodeWhole(s *state.State, d delta) []wholeTable {
	known := nameContents(s)
	d.hashPasswords()
	n := len(d.changes) + len(d.events)
	workers := make([]encoder, sideWorkers(n))
	for i := range workers {
		workers[i].known, workers[i].more = known, new(contents)
	}
	side(n, func(w, i int) {
		if e := &workers[w]; i < len(d.changes) {
			e.change(d.changes[i])
		} else {
			ev := d.events[i-len(d.changes)]
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: EventTable, Key: eventKey(ev.ID), Value: savedEventOf(ev).Append(nil)})
		}
	})
	workers[0].put(StateTable, "", d.state)
	return gather(known, workers)
}

// gather brings what was encoded into the order of the file.
func gather(known *contents, workers []encoder) []wholeTable {
	by := map[string][]FileRecord{}
	for i := range workers {
		for _, r := range workers[i].out.Puts {
			by[r.Table] = append(by[r.Table], FileRecord{Key: r.Key, Value: r.Value})
		}
		workers[i].out.Puts = nil
	}
	add := func(c *contents) {
		for _, n := range c.mail {
			by[MailTable] = append(by[MailTable], FileRecord{Key: n.key, Value: n.value})
			by[blobTable] = append(by[blobTable], FileRecord{Key: n.blob, text: n.raw})
		}
		for _, n := range c.way {
			by[envelopeTable] = append(by[envelopeTable], FileRecord{Key: n.key, Value: n.value})
		}
	}
	add(known)
	for i := range workers {
		add(workers[i].more)
	}
	names := slices.Sorted(maps.Keys(by))
	out := make([]wholeTable, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() {
			rs := by[name]
			slices.SortFunc(rs, func(a, b FileRecord) int { return strings.Compare(a.Key, b.Key) })
			out[i] = wholeTable{name, slices.CompactFunc(rs, func(a, b FileRecord) bool { return a.Key == b.Key })} // a content that two records hold
		})
	}
	wg.Wait()
	return out
}
