package engine

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
)

// wholeTable is a table of a file: its records in order of key.
type wholeTable struct {
	name    string
	records []wholeRecord
}

// wholeRecord is a record of a file. A blob is text, which is not copied.
type wholeRecord struct {
	key   string
	value []byte
	text  string
}

// contents are the mails and envelopes of all folders, named ahead.
type contents struct {
	mails map[*mail]int32
	ways  map[*passage]int32
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

// contents names what the copies of a state hold, side by side: it is what most of a
// save has to read.
func (s *state) contents() *contents {
	c := &contents{mails: make(map[*mail]int32, s.kept.mails), ways: make(map[*passage]int32, s.kept.mails)}
	var mails []*mail
	var ways []*passage
	for _, m := range s.mailboxes.m {
		for _, f := range m.folders {
			for copied := range f.All() {
				if _, had := c.mails[copied.mail]; !had {
					c.mails[copied.mail] = int32(len(mails))
					mails = append(mails, copied.mail)
				}
				if copied.env == nil {
					continue
				}
				if _, had := c.ways[copied.env]; !had {
					c.ways[copied.env] = int32(len(ways))
					ways = append(ways, copied.env)
				}
			}
		}
	}
	c.mail, c.way = make([]named, len(mails)), make([]named, len(ways))
	side(len(mails), func(_, i int) { c.mail[i] = nameOfMail(mails[i]); c.mail[i].raw = mails[i].raw })
	side(len(ways), func(_, i int) { c.way[i] = nameOfPassage(ways[i]) })
	return c
}

// name is hold of a save, where all that is there is held.
func (e *encoder) name(c cargo) (keys cargoKeys) {
	if c.mail != nil {
		i, ok := e.known.mails[c.mail]
		if ok {
			keys.Mail = e.known.mail[i].key
		} else { // it waits in a job
			n := nameOfMail(c.mail)
			n.raw = c.mail.raw
			e.more.mail = append(e.more.mail, n)
			keys.Mail = n.key
		}
	}
	if c.way != nil {
		i, ok := e.known.ways[c.way]
		if ok {
			keys.Envelope = e.known.way[i].key
		} else {
			n := nameOfPassage(c.way)
			e.more.way = append(e.more.way, n)
			keys.Envelope = n.key
		}
	}
	return keys
}

// records encodes all that there is, on all cores.
func (s *state) records(d delta) []wholeTable {
	known := s.contents()
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
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: tabEvent, Key: eventKey(ev.id), Value: savedEventOf(ev).append(nil)})
		}
	})
	workers[0].put(tabState, "", d.state)
	return gather(known, workers)
}

// gather brings what was encoded into the order of the file.
func gather(known *contents, workers []encoder) []wholeTable {
	by := map[string][]wholeRecord{}
	for i := range workers {
		for _, r := range workers[i].out.Puts {
			by[r.Table] = append(by[r.Table], wholeRecord{key: r.Key, value: r.Value})
		}
		workers[i].out.Puts = nil
	}
	add := func(c *contents) {
		for _, n := range c.mail {
			by[tabMail] = append(by[tabMail], wholeRecord{key: n.key, value: n.value})
			by[tabBlob] = append(by[tabBlob], wholeRecord{key: n.blob, text: n.raw})
		}
		for _, n := range c.way {
			by[tabEnvelope] = append(by[tabEnvelope], wholeRecord{key: n.key, value: n.value})
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
			slices.SortFunc(rs, func(a, b wholeRecord) int { return strings.Compare(a.key, b.key) })
			out[i] = wholeTable{name, slices.CompactFunc(rs, func(a, b wholeRecord) bool { return a.key == b.key })} // a content that two records hold
		})
	}
	wg.Wait()
	return out
}

// The JSON of what there is most of is written by hand, the same bytes as
// json.Marshal writes.

// appendText appends a JSON string.
func appendText(b []byte, s string) []byte {
	from := len(b)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == '"' || c == '\\' || c >= 0x7f:
			text, _ := json.Marshal(s)
			return append(b[:from], text...)
		case c == '<':
			b = append(b, `\u003c`...)
		case c == '>':
			b = append(b, `\u003e`...)
		case c == '&':
			b = append(b, `\u0026`...)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// appendField appends a field of a text, unless it is empty.
func appendField(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(append(b, name...), s)
}

func appendInstant(b []byte, i instant) []byte {
	b = strconv.AppendInt(append(b, '['), i.sec, 10)
	b = strconv.AppendInt(append(b, ','), int64(i.nsec), 10)
	return append(b, ']')
}

// begun turns the comma before the first field into the opening of an object.
func begun(b []byte) []byte {
	if len(b) == 0 {
		return append(b, "{}"...)
	}
	b[0] = '{'
	return append(b, '}')
}

func (c *savedCopy) append(b []byte) []byte {
	if len(c.Keywords) > 0 {
		b, _ = json.Marshal(c)
		return b
	}
	b = appendField(b, `,"mail":`, c.Mail)
	b = appendField(b, `,"envelope":`, c.Envelope)
	if c.Flags != 0 {
		b = strconv.AppendUint(append(b, `,"flags":`...), uint64(c.Flags), 10)
	}
	b = strconv.AppendUint(append(b, `,"modseq":`...), c.ModSeq, 10)
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(c.Seq), 10)
	b = appendInstant(append(b, `,"filed":`...), c.Filed)
	b = appendInstant(append(b, `,"internal":`...), c.Internal)
	if c.Saved != (instant{}) {
		b = appendInstant(append(b, `,"saved":`...), c.Saved)
	}
	if c.BySMTP {
		b = append(b, `,"smtp":true`...)
	}
	if c.Traced {
		b = append(b, `,"traced":true`...)
	}
	b = appendField(b, `,"case":`, c.CaseID)
	b = appendField(b, `,"how":`, c.CaseHow)
	return begun(b)
}

func (m *savedMail) append(b []byte) []byte {
	b = appendText(append(b, `,"blob":`...), m.Blob)
	b = appendField(b, `,"id":`, m.ID)
	b = appendField(b, `,"thread":`, m.Thread)
	b = appendField(b, `,"truth":`, m.Truth)
	return begun(b)
}

func (e *savedEnvelope) append(b []byte) []byte {
	if len(e.Notify) > 0 || e.To == nil || e.Body != "" || e.Return != "" || e.EnvelopeID != "" || e.UTF8 {
		b, _ = json.Marshal(e)
		return b
	}
	b = appendText(append(b, `,"from":`...), e.From)
	b = append(b, `,"to":[`...)
	for i, to := range e.To {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, to)
	}
	b = appendText(append(b, `],"proto":`...), e.Proto)
	b = appendField(b, `,"remote":`, e.Remote)
	b = appendField(b, `,"helo":`, e.Helo)
	if e.Basic {
		b = append(b, `,"basic":true`...)
	}
	b = appendField(b, `,"tls":`, e.TLS)
	b = appendField(b, `,"login":`, e.Login)
	b = appendText(append(b, `,"domain":`...), e.Domain)
	b = strconv.AppendInt(append(b, `,"at":`...), e.At, 10)
	b = appendText(append(b, `,"id":`...), e.ID)
	if e.Added != 0 {
		b = strconv.AppendUint(append(b, `,"added":`...), uint64(e.Added), 10)
	}
	return begun(b)
}

func (e savedEvent) append(b []byte) []byte {
	if len(e.Answered) > 0 || e.PassedOn || len(e.Data) == 0 {
		b, _ = json.Marshal(e)
		return b
	}
	b = slices.Grow(b, len(e.Data)+120)
	b = appendText(append(b, `,"type":`...), string(e.Type))
	b = appendInstant(append(b, `,"at":`...), e.At)
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(e.Seq), 10)
	b = append(append(b, `,"data":`...), e.Data...)
	return begun(b)
}
