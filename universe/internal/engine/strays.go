package engine

import (
	"maps"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// strays counts the copies of the mails that the index does not hold: those
// without a Message-ID, and those whose Message-ID another mail had before.
type strays struct {
	m      map[*mail]int32
	shared bool // m is another's too: copy it before the first change
}

type strayCount struct {
	of *mail
	n  int32
}

// It is a table that no store holds: it follows from the copies in folders.
func (x *strays) TableName() string { return "" }

func (x *strays) Decode(string, []byte) error { return nil }

func (x *strays) Record(string) (any, bool) { return nil, false }

func (x *strays) Keys() []string { return nil }

func (x *strays) PutBack(_ string, old any, _ bool) {
	c := old.(strayCount)
	x.set(c.of, c.n)
}

func (x *strays) Share(with state.AnyTable) {
	o := with.(*strays)
	o.shared = true
	*x = *o
}

func (x *strays) set(m *mail, n int32) {
	if x.shared {
		x.m, x.shared = maps.Clone(x.m), false
	}
	if n > 0 {
		x.m[m] = n
	} else {
		delete(x.m, m)
	}
}

// CountStray counts a copy of a mail that the index does not hold.
func CountStray(t *state.Tx, m *mail, by int32) (left bool) {
	old := strayTable.In(t.State).m[m]
	t.Journal = append(t.Journal, state.Change{Table: strayTable.In(t.State), Key: "", Old: strayCount{m, old}, Had: true})
	strayTable.In(t.State).set(m, old+by)
	switch {
	case old == 0 && by > 0:
		keepMail(&t.Kept, m, 1)
	case old > 0 && old+by <= 0:
		keepMail(&t.Kept, m, -1)
		return true
	}
	return false
}
