package state

import "github.com/mailsim/mailsim"

// Handle is the key to one table of every universe. A package makes its own as it
// starts, and mostly keeps them to itself.
type Handle[T any] struct{ in func(*State) T }

// makers make the tables of a new state, by the number of their handles.
var makers []func() AnyTable

// NewTable makes the handle of a table of records. Name is that under which a
// store keeps them; "" for what can be made anew from other tables. All records go when a
// reset takes one of the parts that they go with; where none is named they stay, or the
// package of the table removes them in its own way.
func NewTable[V any](name string, goWith ...mailsim.Part) Handle[*Table[V]] {
	i := newTable(func() AnyTable {
		tb := &Table[V]{name: name}
		tb.self = anyTable[V]{tb}
		return tb.self
	})
	h := Handle[*Table[V]]{func(s *State) *Table[V] { return s.all[i].(anyTable[V]).Table }}
	if len(goWith) > 0 {
		goers = append(goers, goer{goWith, func(t *Tx) {
			tb := h.In(t.State)
			for _, k := range Keys(tb) {
				Drop(t, tb, k)
			}
		}})
	}
	return h
}

// AnyReset is the part that no reset keeps.
const AnyReset mailsim.Part = ""

// goer is a table that a reset empties when it takes one of the parts.
type goer struct {
	with  []mailsim.Part
	empty func(*Tx)
}

var goers []goer

// EmptyTables empties the tables that go with a part which is not kept.
func EmptyTables(t *Tx, keep func(mailsim.Part) bool) {
	for _, g := range goers {
		for _, p := range g.with {
			if p == AnyReset || !keep(p) {
				g.empty(t)
				break
			}
		}
	}
}

// NewHandle makes the handle of a table that has a form of its own.
func NewHandle[T AnyTable](empty func() T) Handle[T] {
	i := newTable(func() AnyTable { return empty() })
	return Handle[T]{func(s *State) T { return s.all[i].(T) }}
}

// newTable adds a maker, and returns the number of its table.
func newTable(empty func() AnyTable) int {
	makers = append(makers, empty)
	return len(makers) - 1
}

// In returns the table of a state.
func (h Handle[T]) In(s *State) T { return h.in(s) }

// Local is the key to what a package has for each universe besides the state: a fork
// has its own, and no store keeps it. Functions that see a View or a Tx find it there;
// others keep what they need in their Part.
type Local[T any] struct{ i int }

var locals int // so many were made

// NewLocal makes such a key.
func NewLocal[T any]() Local[T] { locals++; return Local[T]{locals - 1} }

// Of returns what the package has for a universe.
func (l Local[T]) Of(e *Env) T { return e.locals[l.i].(T) }

// Set gives a universe its own, before anything else is done there.
func (l Local[T]) Set(e *Env, v T) {
	if e.locals == nil {
		e.locals = make([]any, locals)
	}
	e.locals[l.i] = v
}
