package state

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Table is one kind of record by key. Records are replaced, never edited, so
// a fork shares them, a rollback puts the old one back and a store writes the
// new one. Two tables may share a map until one of them is changed.
//
// It has few methods: each package that mentions a table compiles all of them anew, but of
// the functions that take a table only those that it calls.
type Table[V any] struct {
	name   string       // "" for what can be made anew from other tables
	M      map[string]V // to be read, nil before the first record; a transaction changes it with Put and Drop
	shared bool         // M is another table's too: copy it before the first change
	self   AnyTable     // the table for whoever does not know the type
}

// AnyTable is what a transaction needs of a table whatever its records.
type AnyTable interface {
	TableName() string // "" for one that no store holds
	PutBack(key string, old any, had bool)
	Record(key string) (v any, ok bool)
	Decode(key string, value []byte) error
	Keys() []string
	Share(with AnyTable)
}

// Get returns the record of a key, and whether there is one.
func (tb *Table[V]) Get(key string) (V, bool) { v, ok := tb.M[key]; return v, ok }

// At returns the record of a key, the zero value when there is none.
func (tb *Table[V]) At(key string) V { return tb.M[key] }

// AtKey is At of a key that is made of parts, which it need not keep.
func AtKey[V any](tb *Table[V], parts ...string) V {
	var room [128]byte
	return tb.M[string(appendKey(room[:0], parts))]
}

// Len returns the number of records.
func (tb *Table[V]) Len() int { return len(tb.M) }

// anyTable is a table for whoever does not know the type.
type anyTable[V any] struct{ *Table[V] }

// TableName returns the name under which a store keeps the table.
func (tb anyTable[V]) TableName() string { return tb.name }

// Keys returns the keys in order.
func (tb anyTable[V]) Keys() []string { return Keys(tb.Table) }

// Share makes the table one of the same records as another, in constant time.
func (tb anyTable[V]) Share(with AnyTable) {
	o := with.(anyTable[V])
	o.shared = true
	tb.M, tb.shared = o.M, true
}

// Own returns the map for a change, which no transaction undoes: as a state is loaded.
func (tb *Table[V]) Own() map[string]V {
	if tb.shared {
		tb.M, tb.shared = maps.Clone(tb.M), false
	}
	if tb.M == nil {
		tb.M = map[string]V{}
	}
	return tb.M
}

// Row is a record with its key.
type Row[V any] struct {
	Key    string
	Record V
}

// Ordered returns the records of a table in order of key. They are put in order
// without the lock, under which only their pointers are copied.
func Ordered[V any](u *Book, table func(View) *Table[V]) []V {
	var rows []Row[V]
	u.Read(func(v View) { rows = Rows(table(v), "") })
	return InOrder(rows)
}

// Rows returns the records whose keys begin with prefix, in no order.
func Rows[V any](tb *Table[V], prefix string) []Row[V] {
	var list []Row[V]
	if prefix == "" {
		list = make([]Row[V], 0, len(tb.M))
	}
	for k, v := range tb.M {
		if strings.HasPrefix(k, prefix) {
			list = append(list, Row[V]{k, v})
		}
	}
	return list
}

// InOrder sorts rows by key and returns their records.
func InOrder[V any](rows []Row[V]) []V {
	slices.SortFunc(rows, func(a, b Row[V]) int { return strings.Compare(a.Key, b.Key) })
	out := make([]V, len(rows))
	for i, r := range rows {
		out[i] = r.Record
	}
	return out
}

// Sorted yields the records in order of key: no map order reaches an answer.
func Sorted[V any](tb *Table[V]) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range Keys(tb) {
			if !yield(k, tb.M[k]) {
				return
			}
		}
	}
}

// Keys returns the keys in order.
func Keys[V any](tb *Table[V]) []string { return slices.Sorted(maps.Keys(tb.M)) }

// Under yields the records whose keys begin with prefix, in order of key. It
// looks at every key, so it is for what is asked now and then, not for a mail.
func Under[V any](tb *Table[V], prefix string) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		var keys []string
		for k := range tb.M {
			if strings.HasPrefix(k, prefix) {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			if !yield(k, tb.M[k]) {
				return
			}
		}
	}
}

// PutBack undoes a change: it gives a key the record that it had, or none.
func (tb anyTable[V]) PutBack(key string, old any, had bool) {
	m := tb.Own()
	if had {
		m[key] = old.(V)
	} else {
		delete(m, key)
	}
}

// Record is Get for whoever does not know the type.
func (tb anyTable[V]) Record(key string) (any, bool) {
	v, ok := tb.M[key]
	return v, ok
}

// Decode adds a record as a store holds it.
func (tb anyTable[V]) Decode(key string, value []byte) error {
	var v V
	if string(value) == "null" { // no record is
		return fail.Damagedf("%s %.50q is null", tb.name, key)
	}
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	tb.Own()[key] = v
	return nil
}

// Put sets a record within a transaction.
func Put[V any](t *Tx, tb *Table[V], key string, v V) {
	old, had := tb.M[key]
	t.Journal = append(t.Journal, Change{tb.self, key, old, had})
	tb.Own()[key] = v
}

// Drop removes a record within a transaction.
func Drop[V any](t *Tx, tb *Table[V], key string) {
	old, had := tb.M[key]
	if had {
		t.Journal = append(t.Journal, Change{tb.self, key, old, had})
		delete(tb.Own(), key)
	}
}

// Values yields the records in order of key.
func Values[V any](tb *Table[V]) func(func(V) bool) {
	return func(yield func(V) bool) {
		for _, v := range Sorted(tb) {
			if !yield(v) {
				return
			}
		}
	}
}
