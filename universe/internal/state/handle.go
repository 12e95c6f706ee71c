package state

// Handle is the key to one table of every universe. A package makes its own as it
// starts, and mostly keeps them to itself.
type Handle[T AnyTable] struct{ i int }

// makers make the tables of a new state, by the number of their handles.
var makers []func() AnyTable

// NewTable makes the handle of a table of records. Name is that under which a
// store keeps them; "" for what can be made anew from other tables.
func NewTable[V any](name string) Handle[*Table[V]] {
	return NewHandle(func() *Table[V] { return &Table[V]{name: name} })
}

// NewHandle makes the handle of a table that has a form of its own.
func NewHandle[T AnyTable](empty func() T) Handle[T] {
	makers = append(makers, func() AnyTable { return empty() })
	return Handle[T]{len(makers) - 1}
}

// In returns the table of a state.
func (h Handle[T]) In(s *State) T { return s.all[h.i].(T) }

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
