package engine

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/universe/internal/fail"
)

// table is one kind of record by key. Records are replaced, never edited, so
// a fork shares them, a rollback puts the old one back and a store writes the
// new one. Two tables may share a map until one of them is changed.
type table[V any] struct {
	name   string // "" for what can be made anew from other tables
	m      map[string]V
	shared bool // m is another table's too: copy it before the first change
}

// anyTable is what a transaction needs of a table whatever its records.
type anyTable interface {
	tableName() string
	putBack(key string, old any, had bool)
	record(key string) (v any, ok bool)
	decode(key string, value []byte) error
	keys() []string
	share(with anyTable)
}

func newTable[V any](name string) *table[V] { return &table[V]{name: name, m: map[string]V{}} }

func (tb *table[V]) get(key string) (V, bool) { v, ok := tb.m[key]; return v, ok }

func (tb *table[V]) at(key string) V { return tb.m[key] }

func (tb *table[V]) len() int { return len(tb.m) }

func (tb *table[V]) tableName() string { return tb.name }

// share makes the table one of the same records as another, in constant time.
func (tb *table[V]) share(with anyTable) {
	o := with.(*table[V])
	o.shared = true
	tb.m, tb.shared = o.m, true
}

// own returns the map for a change.
func (tb *table[V]) own() map[string]V {
	if tb.shared {
		tb.m, tb.shared = maps.Clone(tb.m), false
	}
	return tb.m
}

// row is a record with its key.
type row[V any] struct {
	key string
	rec V
}

// ordered returns the records of a table in order of key. They are put in order
// without the lock, under which only their pointers are copied.
func ordered[V any](u *book, table func(view) *table[V]) []V {
	var rows []row[V]
	u.read(func(v view) { rows = table(v).rows("") })
	return inOrder(rows)
}

// rows returns the records whose keys begin with prefix, in no order.
func (tb *table[V]) rows(prefix string) []row[V] {
	var list []row[V]
	if prefix == "" {
		list = make([]row[V], 0, len(tb.m))
	}
	for k, v := range tb.m {
		if strings.HasPrefix(k, prefix) {
			list = append(list, row[V]{k, v})
		}
	}
	return list
}

// inOrder sorts rows by key and returns their records.
func inOrder[V any](rows []row[V]) []V {
	slices.SortFunc(rows, func(a, b row[V]) int { return strings.Compare(a.key, b.key) })
	out := make([]V, len(rows))
	for i, r := range rows {
		out[i] = r.rec
	}
	return out
}

// sorted yields the records in order of key: no map order reaches an answer.
func (tb *table[V]) sorted() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range tb.keys() {
			if !yield(k, tb.m[k]) {
				return
			}
		}
	}
}

func (tb *table[V]) keys() []string { return slices.Sorted(maps.Keys(tb.m)) }

// under yields the records whose keys begin with prefix, in order of key. It
// looks at every key, so it is for what is asked now and then, not for a mail.
func (tb *table[V]) under(prefix string) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		var keys []string
		for k := range tb.m {
			if strings.HasPrefix(k, prefix) {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			if !yield(k, tb.m[k]) {
				return
			}
		}
	}
}

func (tb *table[V]) putBack(key string, old any, had bool) {
	m := tb.own()
	if had {
		m[key] = old.(V)
	} else {
		delete(m, key)
	}
}

func (tb *table[V]) record(key string) (any, bool) {
	v, ok := tb.m[key]
	return v, ok
}

func (tb *table[V]) decode(key string, value []byte) error {
	var v V
	if string(value) == "null" { // no record is
		return fail.Damagedf("%s %.50q is null", tb.name, key)
	}
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	tb.own()[key] = v
	return nil
}

// put sets a record within a transaction.
func put[V any](t *tx, tb *table[V], key string, v V) {
	old, had := tb.m[key]
	t.journal = append(t.journal, change{tb, key, old, had})
	tb.own()[key] = v
}

// drop removes a record within a transaction.
func drop[V any](t *tx, tb *table[V], key string) {
	old, had := tb.m[key]
	if had {
		t.journal = append(t.journal, change{tb, key, old, had})
		delete(tb.own(), key)
	}
}

func values[V any](tb *table[V]) func(func(V) bool) {
	return func(yield func(V) bool) {
		for _, v := range tb.sorted() {
			if !yield(v) {
				return
			}
		}
	}
}
