package persist

import (
	"encoding/json"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// wholeTable is a table of a file: its records in order of key.
type wholeTable struct {
	name    string
	records []WholeRecord
}

// WholeRecord is a record of a file. A blob is text, which is not copied.
type WholeRecord struct {
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
	for w := range sideWorkers(n) {
		wg.Go(func() {
			for {
				to := int(next.Add(step))
				for i := to - step; i < min(to, n); i++ {
					f(w, i)
				}
				if to >= n {
					return
				}
			}
		})
	}
	wg.Wait()
}

func sideWorkers(n int) int { return max(1, min(runtime.GOMAXPROCS(0), (n+63)/64)) }

// Contents names what the copies of a state hold, side by side: it is what most of a
// save has to read.
func Contents(s *state.State) *contents {
	c := &contents{mails: make(map[*post.Mail]int32, s.Kept.Mails), ways: make(map[*post.Way]int32, s.Kept.Mails)}
	var mails []*post.Mail
	var ways []*post.Way
	for _, m := range post.MailboxTable.In(s).M {
		for _, f := range m.Folders {
			for copied := range f.All() {
				if _, had := c.mails[copied.Mail]; !had {
					c.mails[copied.Mail] = int32(len(mails))
					mails = append(mails, copied.Mail)
				}
				if copied.Env == nil {
					continue
				}
				if _, had := c.ways[copied.Env]; !had {
					c.ways[copied.Env] = int32(len(ways))
					ways = append(ways, copied.Env)
				}
			}
		}
	}
	c.mail, c.way = make([]named, len(mails)), make([]named, len(ways))
	side(len(mails), func(_, i int) { c.mail[i] = nameOfMail(mails[i]); c.mail[i].raw = mails[i].Raw })
	side(len(ways), func(_, i int) { c.way[i] = nameOfPassage(ways[i]) })
	return c
}

// name is hold of a save, where all that is there is held.
func (e *encoder) name(c post.Cargo) (keys post.CargoKeys) {
	if c.Mail != nil {
		i, ok := e.known.mails[c.Mail]
		if ok {
			keys.Mail = e.known.mail[i].key
		} else { // it waits in a job
			n := nameOfMail(c.Mail)
			n.raw = c.Mail.Raw
			e.more.mail = append(e.more.mail, n)
			keys.Mail = n.key
		}
	}
	if c.Way != nil {
		i, ok := e.known.ways[c.Way]
		if ok {
			keys.Envelope = e.known.way[i].key
		} else {
			n := nameOfPassage(c.Way)
			e.more.way = append(e.more.way, n)
			keys.Envelope = n.key
		}
	}
	return keys
}

// Records encodes all that there is, on all cores.
func Records(s *state.State, d delta) []wholeTable {
	known := Contents(s)
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
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: TabEvent, Key: eventKey(ev.ID), Value: savedEventOf(ev).Append(nil)})
		}
	})
	workers[0].put(TabState, "", d.state)
	return gather(known, workers)
}

// gather brings what was encoded into the order of the file.
func gather(known *contents, workers []encoder) []wholeTable {
	by := map[string][]WholeRecord{}
	for i := range workers {
		for _, r := range workers[i].out.Puts {
			by[r.Table] = append(by[r.Table], WholeRecord{Key: r.Key, Value: r.Value})
		}
		workers[i].out.Puts = nil
	}
	add := func(c *contents) {
		for _, n := range c.mail {
			by[TabMail] = append(by[TabMail], WholeRecord{Key: n.key, Value: n.value})
			by[tabBlob] = append(by[tabBlob], WholeRecord{Key: n.blob, text: n.raw})
		}
		for _, n := range c.way {
			by[tabEnvelope] = append(by[tabEnvelope], WholeRecord{Key: n.key, Value: n.value})
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
			slices.SortFunc(rs, func(a, b WholeRecord) int { return strings.Compare(a.Key, b.Key) })
			out[i] = wholeTable{name, slices.CompactFunc(rs, func(a, b WholeRecord) bool { return a.Key == b.Key })} // a content that two records hold
		})
	}
	wg.Wait()
	return out
}

func (e SavedEvent) Append(b []byte) []byte {
	if len(e.Answered) > 0 || e.PassedOn || len(e.Data) == 0 {
		b, _ = json.Marshal(e)
		return b
	}
	b = slices.Grow(b, len(e.Data)+120)
	b = state.AppendText(append(b, `,"type":`...), string(e.Type))
	b = state.AppendInstant(append(b, `,"at":`...), e.At)
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(e.Seq), 10)
	b = append(append(b, `,"data":`...), e.Data...)
	return state.Begun(b)
}
