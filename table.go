package mailsim

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
)

// table is one kind of record by key. Records are replaced, never edited, so
// a fork shares them, a rollback puts the old one back and a store writes the
// new one.
type table[V any] struct {
	name string // "" for what can be made anew from other tables
	m    map[string]V
}

// anyTable is what a transaction needs of a table whatever its records.
type anyTable interface {
	tableName() string
	putBack(key string, old any, had bool)
	encode(key string) (json.RawMessage, bool, error)
	decode(key string, value json.RawMessage) error
	keys() []string
}

func newTable[V any](name string) *table[V] { return &table[V]{name, map[string]V{}} }

func (tb *table[V]) get(key string) (V, bool) { v, ok := tb.m[key]; return v, ok }
func (tb *table[V]) at(key string) V          { return tb.m[key] }
func (tb *table[V]) len() int                 { return len(tb.m) }
func (tb *table[V]) tableName() string        { return tb.name }
func (tb *table[V]) fork() *table[V]          { return &table[V]{tb.name, maps.Clone(tb.m)} }

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

func (tb *table[V]) putBack(key string, old any, had bool) {
	if had {
		tb.m[key] = old.(V)
	} else {
		delete(tb.m, key)
	}
}

func (tb *table[V]) encode(key string) (json.RawMessage, bool, error) {
	v, ok := tb.m[key]
	if !ok {
		return nil, false, nil
	}
	b, err := json.Marshal(v)
	return b, true, err
}

func (tb *table[V]) decode(key string, value json.RawMessage) error {
	var v V
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	tb.m[key] = v
	return nil
}

// put sets a record within a transaction.
func put[V any](t *tx, tb *table[V], key string, v V) {
	old, had := tb.m[key]
	t.journal = append(t.journal, change{tb, key, old, had})
	tb.m[key] = v
}

// drop removes a record within a transaction.
func drop[V any](t *tx, tb *table[V], key string) {
	old, had := tb.m[key]
	if had {
		t.journal = append(t.journal, change{tb, key, old, had})
		delete(tb.m, key)
	}
}
