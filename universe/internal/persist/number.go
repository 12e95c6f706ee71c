package persist

// What folders share has a number in a store: names that rise come at the end of its
// tables, and a number costs no memory.

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// numbers are the mails and envelopes that have one.
type numbers struct {
	last     uint32
	numbered map[contentID]bool // records beside copies whose cargo goes by number
	fresh    map[*post.Mail]int32
	worn     map[*post.Way]int32
	bodies   []*post.Mail // whose bytes this batch brings
}

func newEncoder(refs map[contentID]int, n numbers) *encoder {
	if n.numbered == nil {
		n.numbered = map[contentID]bool{}
	}
	n.fresh, n.worn = map[*post.Mail]int32{}, map[*post.Way]int32{}
	return &encoder{refs: refs, numbers: n}
}

// take counts a record beside copies that holds a cargo. A mail that is in a
// folder goes by its number, another by its content.
func (e *encoder) take(id contentID, c post.Cargo) post.CargoKeys {
	if e.known == nil && c.Mail != nil && c.Mail.Cache != nil {
		e.numbered[id] = true
		return e.holdFiled(c, 1)
	}
	return e.hold(c, 1)
}

// letGo counts such a record no longer.
func (e *encoder) letGo(id contentID, c post.Cargo) {
	if e.known == nil && e.numbered[id] {
		delete(e.numbered, id)
		e.holdFiled(c, -1)
		return
	}
	e.hold(c, -1)
}

// holdFiled counts a record that holds a cargo with numbers, or no longer does.
func (e *encoder) holdFiled(c post.Cargo, by int32) (keys post.CargoKeys) {
	if e.known != nil {
		return e.name(c)
	}
	if m := c.Mail; m != nil {
		if m.Number == 0 {
			e.last++
			m.Number = e.last
		}
		if _, seen := e.fresh[m]; !seen {
			e.fresh[m] = m.Held
		}
		m.Held += by
		keys.Mail = post.BodyKey(m.Number)
	}
	if w := c.Way; w != nil {
		if w.Number == 0 {
			e.last++
			w.Number = e.last
		}
		if _, seen := e.worn[w]; !seen {
			e.worn[w] = w.Held
		}
		w.Held += by
		keys.Envelope = post.BodyKey(w.Number)
	}
	return keys
}

// fetchAtMost bounds the bytes of mails that leave the store in one batch which are
// brought into memory, for those who still have them.
const fetchAtMost = 64 << 20

// writeNumbered writes the mails and envelopes that are held for the first time, and
// deletes those that no record holds any more.
func (e *encoder) writeNumbered() {
	fetched := 0
	for _, m := range slices.SortedFunc(maps.Keys(e.fresh), func(a, b *post.Mail) int { return cmp.Compare(a.Number, b.Number) }) {
		key := post.BodyKey(m.Number)
		switch before := e.fresh[m]; {
		case before == 0 && m.Held > 0:
			saved := post.SavedNumbered(m)
			e.out.Puts = append(e.out.Puts,
				mailsim.Record{Table: MailTable, Key: key, Value: saved.Append(make([]byte, 0, 240))},
				mailsim.Record{Table: blobTable, Key: key, Value: []byte(m.Look())})
			e.bodies = append(e.bodies, m)
		case before > 0 && m.Held == 0:
			if fetched < fetchAtMost {
				fetched += fetch(m)
			}
			e.drop(MailTable, key)
			e.drop(blobTable, key)
		}
	}
	for _, w := range slices.SortedFunc(maps.Keys(e.worn), func(a, b *post.Way) int { return cmp.Compare(a.Number, b.Number) }) {
		before := e.worn[w]
		switch key := post.BodyKey(w.Number); {
		case before == 0 && w.Held > 0:
			saved := post.SavedEnvelopeOf(w)
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: envelopeTable, Key: key, Value: saved.Append(make([]byte, 0, 240))})
		case before > 0 && w.Held == 0:
			e.drop(envelopeTable, key)
		}
		if w.Held == 0 {
			w.Number = 0
		}
	}
	clear(e.fresh)
	clear(e.worn)
}

// fetch brings the bytes of a mail into memory, if they can be read.
func fetch(m *post.Mail) (size int) {
	if err := fail.Readable(func() { size = m.Fetch() }); err != nil {
		m.Leave()
	}
	return size
}
