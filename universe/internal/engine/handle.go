package engine

// A table belongs to the part that makes its handle: who has no handle cannot name
// the table, and has to ask that part. Handles are made when the program starts, and
// hold for every universe.

// handle is the key to one table of every universe.
type handle[T anyTable] struct{ i int }

// records is the key to a table of records.
type records[V any] = handle[*table[V]]

var makers []func() anyTable

// newRecords makes the handle of a table of records. Name is that under which a
// store keeps them; "" for what can be made anew from other tables.
func newRecords[V any](name string) records[V] {
	return newKind(func() *table[V] { return newTable[V](name) })
}

// newKind makes the handle of a table with a form of its own.
func newKind[T anyTable](empty func() T) handle[T] {
	makers = append(makers, func() anyTable { return empty() })
	return handle[T]{len(makers) - 1}
}

// in is the table of a state.
func (h handle[T]) in(s *state) T { return s.all[h.i].(T) }

// part is the key to what one part has of each universe besides the state: a fork
// has its own, and no store keeps it.
type part[T any] struct{ i int }

var partCount int

func newPart[T any]() part[T] { partCount++; return part[T]{partCount - 1} }

// of is what the part has of a universe.
func (p part[T]) of(e *env) T { return e.parts[p.i].(T) }

// set gives the part what it has of a universe, before anything else is done there.
func (p part[T]) set(e *env, v T) {
	if e.parts == nil {
		e.parts = make([]any, partCount)
	}
	e.parts[p.i] = v
}
