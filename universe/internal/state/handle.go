package state

// Handle is the key to one table of every universe.
type Handle[T AnyTable] struct{ i int }

// Records is the key to a table of records.
type Records[V any] = Handle[*Table[V]]

var makers []func() AnyTable

// NewTable makes the handle of a table of records. Name is that under which a
// store keeps them; "" for what can be made anew from other tables.
func NewTable[V any](name string) Records[V] {
	return NewKind(func() *Table[V] { return makeTable[V](name) })
}

// NewKind makes the handle of a table with a form of its own.
func NewKind[T AnyTable](empty func() T) Handle[T] {
	makers = append(makers, func() AnyTable { return empty() })
	return Handle[T]{len(makers) - 1}
}

// In is the table of a state.
func (h Handle[T]) In(s *State) T { return s.all[h.i].(T) }

// Own is the key to what one part has of each universe besides the state: a fork
// has its own, and no store keeps it.
type Own[T any] struct{ i int }

var owns int

func NewOwn[T any]() Own[T] { owns++; return Own[T]{owns - 1} }

// Of is what the part has of a universe.
func (p Own[T]) Of(e *Env) T { return e.parts[p.i].(T) }

// Set gives the part what it has of a universe, before anything else is done there.
func (p Own[T]) Set(e *Env, v T) {
	if e.parts == nil {
		e.parts = make([]any, owns)
	}
	e.parts[p.i] = v
}
