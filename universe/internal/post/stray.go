package post

import (
	"maps"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Strays counts the copies of the mails that the index does not hold: those
// without a Message-ID, and those whose Message-ID another mail had before.
type Strays struct {
	M      map[*Mail]int32
	shared bool // M is another's too: copy it before the first change
}

type strayCount struct {
	of *Mail
	n  int32
}

// TableName is "": no store holds the strays, they follow from the copies in folders.
func (x *Strays) TableName() string { return "" }

// Decode has nothing to read.
func (x *Strays) Decode(string, []byte) error { return nil }

// Record has none: the mails have no keys.
func (x *Strays) Record(string) (any, bool) { return nil, false }

// Keys has none.
func (x *Strays) Keys() []string { return nil }

// PutBack undoes a change.
func (x *Strays) PutBack(_ string, old any, _ bool) {
	c := old.(strayCount)
	x.set(c.of, c.n)
}

// Share makes the strays those of another state, in constant time.
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

// CountStray counts a copy of a mail that the index does not hold, and tells whether
// it was the last.
func CountStray(t *state.Tx, m *Mail, by int32) (left bool) {
	old := Stray.In(t.State).M[m]
	t.Journal = append(t.Journal, state.Change{Table: Stray.In(t.State), Key: "", Old: strayCount{m, old}, Had: true})
	Stray.In(t.State).set(m, old+by)
	switch {
	case old == 0 && by > 0:
		CountMail(&t.Kept, m, 1)
	case old > 0 && old+by <= 0:
		CountMail(&t.Kept, m, -1)
		return true
	}
	return false
}
