package post

import (
	"maps"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Strays counts the copies of the mails that the index does not hold: those
// without a Message-ID, and those whose Message-ID another mail had before.
type Strays struct {
	M      map[*Mail]int32
	shared bool // m is another's too: copy it before the first change
}

type strayCount struct {
	of *Mail
	n  int32
}

// It is a table that no store holds: it follows from the copies in folders.
func (x *Strays) TableName() string { return "" }

func (x *Strays) Decode(string, []byte) error { return nil }

func (x *Strays) Record(string) (any, bool) { return nil, false }

func (x *Strays) Keys() []string { return nil }

func (x *Strays) PutBack(_ string, old any, _ bool) {
	c := old.(strayCount)
	x.set(c.of, c.n)
}

func (x *Strays) Share(with state.AnyTable) {
	o := with.(*Strays)
	o.shared = true
	*x = *o
}

func (x *Strays) set(m *Mail, n int32) {
	if x.shared {
		x.M, x.shared = maps.Clone(x.M), false
	}
	if n > 0 {
		x.M[m] = n
	} else {
		delete(x.M, m)
	}
}

// CountStray counts a copy of a mail that the index does not hold.
func CountStray(t *state.Tx, m *Mail, by int32) (left bool) {
	old := StrayTable.In(t.State).M[m]
	t.Journal = append(t.Journal, state.Change{Table: StrayTable.In(t.State), Key: "", Old: strayCount{m, old}, Had: true})
	StrayTable.In(t.State).set(m, old+by)
	switch {
	case old == 0 && by > 0:
		KeepMail(&t.Kept, m, 1)
	case old > 0 && old+by <= 0:
		KeepMail(&t.Kept, m, -1)
		return true
	}
	return false
}
