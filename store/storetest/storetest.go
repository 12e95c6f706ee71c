// Package storetest has the tests that every [mailsim.Store] must pass. It also has stores
// for other tests: one in memory, one that fails on demand, and a slow one. Call [Run]
// from the tests of a store:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) storetest.Open {
//			path := filepath.Join(t.TempDir(), "mail.db")
//			return func() (mailsim.Store, error) { return mystore.Open(path) }
//		})
//	}
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// Open opens a store on the same storage each time. Except in [RunFenced], the store opened
// before is closed first.
type Open func() (mailsim.Store, error)

// Run tests a kind of store. For each test it calls fresh, which makes new, empty
// storage and returns the function that opens a store on it.
func Run(t *testing.T, fresh func(t *testing.T) Open) {
	for name, test := range map[string]func(*testing.T, Open){
		"Empty": testEmpty, "Records": testRecords, "Groups": testGroups, "Bodies": testBodies, "Order": testOrder, "Universe": testUniverse, "Together": testTogether,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := fresh(t)
			test(t, open)
			testLends(t, open)
		})
	}
	t.Run("Fails", func(t *testing.T) {
		t.Parallel()
		testFails(t, fresh)
	})
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// contents loads all records, named by table and key, and reads the bodies named
// that a BodyStore leaves out.
func contents(t *testing.T, s mailsim.Store, bodies ...string) map[string]string {
	t.Helper()
	out, own := map[string]string{}, false
	reader, single := s.(mailsim.BodyStore)
	for r, err := range s.Load(context.Background()) {
		check(t, err)
		id := r.Table + "/" + r.Key
		if _, twice := out[id]; twice {
			t.Errorf("record %q is loaded twice", id)
		}
		out[id] = string(r.Value)
		own = own || r.Table == mailsim.BodyTable
	}
	if !single {
		return out
	}
	if own {
		t.Error("a BodyStore loads bodies")
	}
	for _, key := range bodies {
		if value, err := reader.Body(context.Background(), key); err == nil {
			out[mailsim.BodyTable+"/"+key] = string(value)
		} else if !errors.Is(err, mailsim.ErrNotFound) {
			t.Errorf("body %q: %s", key, err)
		}
	}
	return out
}

// testLends lets a store that lends its records lend all that a test has left in it.
func testLends(t *testing.T, open Open) {
	t.Helper()
	s := must[mailsim.Store](t)(open())
	lending, lends := s.(mailsim.LendingStore)
	if !lends {
		check(t, s.Close())
		return
	}
	ctx := context.Background()
	var lent []mailsim.Record
	got := map[string]string{}
	check(t, lending.Lend(ctx, func(records iter.Seq2[mailsim.Record, error]) error {
		for r, err := range records {
			if err != nil {
				return err
			}
			lent = append(lent, r)
		}
		for _, r := range lent { // they hold until now
			got[r.Table+"/"+r.Key] = string(r.Value)
		}
		return nil
	}))
	if len(got) != len(lent) {
		t.Errorf("%d records are lent under %d keys", len(lent), len(got))
	}
	check(t, s.Close())
	s = must[mailsim.Store](t)(open())
	if want := contents(t, s); !maps.Equal(got, want) {
		t.Errorf("%d records are lent, and %d loaded, or they differ", len(got), len(want))
	}
	check(t, s.Close())

	s = must[mailsim.Store](t)(open())
	mine := errors.New("mine")
	if err := s.(mailsim.LendingStore).Lend(ctx, func(records iter.Seq2[mailsim.Record, error]) error {
		for range records {
			break
		}
		return mine
	}); !errors.Is(err, mine) {
		t.Errorf("the error of who reads is %v", err)
	}
	check(t, s.Close())
}

func testEmpty(t *testing.T, open Open) {
	for range 2 {
		s := must[mailsim.Store](t)(open())
		if got := contents(t, s); len(got) > 0 {
			t.Errorf("an empty store loads %d records", len(got))
		}
		check(t, s.Close())
	}
}

// begun opens a store that is empty.
func begun(t *testing.T, open Open) mailsim.Store {
	t.Helper()
	s := must[mailsim.Store](t)(open())
	if got := contents(t, s); len(got) > 0 {
		t.Errorf("an empty store loads %d records", len(got))
	}
	return s
}

// commit stores batches, all of them.
func commit(t *testing.T, s mailsim.Store, batches ...mailsim.Batch) {
	t.Helper()
	if kept, err := s.Commit(context.Background(), batches); kept != len(batches) || err != nil {
		t.Fatalf("%d of %d batches are kept: %v", kept, len(batches), err)
	}
}

func testRecords(t *testing.T, open Open) {
	s := begun(t, open)
	value := []byte("a value that the caller changes later")
	rec := func(table, key, value string) mailsim.Record {
		return mailsim.Record{Table: table, Key: key, Value: []byte(value)}
	}
	commit(t, s, mailsim.Batch{Seq: 1, Puts: []mailsim.Record{
		rec("a", "", "an empty key"), rec("a", "x\x00y", "a key with NUL"), rec("b", "x\x00y", "another table"),
		rec("a", "\xff\xfe", "a key that is no text"), rec("a", "empty", ""), rec("blob", "large", strings.Repeat("\x00\r\n\xff", 1<<18)),
		{Table: "a", Key: "kept", Value: value}, rec("a", "gone", "1"), rec("a", "changed", "1"),
	}})
	commit(t, s, mailsim.Batch{Seq: 2,
		Puts:    []mailsim.Record{rec("a", "changed", "2"), rec("a", strings.Repeat("k", 2000), "a long key")},
		Deletes: []mailsim.Record{{Table: "a", Key: "gone"}, {Table: "b", Key: "never there"}},
	}, mailsim.Batch{Seq: 3})
	want := map[string]string{
		"a/": "an empty key", "a/x\x00y": "a key with NUL", "b/x\x00y": "another table", "a/\xff\xfe": "a key that is no text", "a/empty": "",
		"blob/large": strings.Repeat("\x00\r\n\xff", 1<<18), "a/kept": string(value), "a/changed": "2", "a/" + strings.Repeat("k", 2000): "a long key",
	}
	check(t, s.Close())
	for range 2 {
		s = must[mailsim.Store](t)(open())
		if got := contents(t, s, "large"); !maps.Equal(got, want) {
			t.Errorf("loaded %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		check(t, s.Close())
	}
}

func options() mailsim.Options {
	return mailsim.Options{HashCost: 4, Real: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
}

// saved is a universe in bytes, but for password hashes, which are salted.
func saved(t *testing.T, u *mailsim.Universe) string {
	t.Helper()
	var b bytes.Buffer
	check(t, u.Save(&b))
	return b.String()
}

// logOf is the event log as text.
func logOf(u *mailsim.Universe) string {
	var b strings.Builder
	for e := range u.Log(mailsim.EventFilter{}) {
		fmt.Fprintf(&b, "%d %s %s %+v\n", e.ID, e.At, e.Type, e.Data)
	}
	return b.String()
}

// testUniverse closes and opens a universe after every step of the script: it
// is the same as before, and its log that of one that was never closed.
func testUniverse(t *testing.T, open Open) {
	ctx := context.Background()
	twin := must[*mailsim.Universe](t)(universe.New(options()))
	defer func() { check(t, twin.Close()) }()
	for i, step := range script {
		u := must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
		check(t, step(ctx, twin))
		check(t, step(ctx, u))
		before := saved(t, u)
		check(t, u.Close())
		u = must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
		if saved(t, u) != before {
			t.Fatalf("step %d: the universe is another one after it was opened again", i)
		}
		if got, want := logOf(u), logOf(twin); got != want {
			t.Fatalf("step %d: the log is\n%s\nand that of a universe in memory\n%s", i, got, want)
		}
		check(t, u.Close())
	}
}

// testFails lets one commit after the other fail: the caller is told, nothing of
// it can be seen, nothing more is taken, and the store holds what came before.
func testFails(t *testing.T, fresh func(*testing.T) Open) {
	ctx := context.Background()
	for at := 1; ; at++ {
		open := fresh(t)
		f := NewFailing(must[mailsim.Store](t)(open()))
		u := must[*mailsim.Universe](t)(universe.Open(ctx, f.WithBodies(), options()))
		f.FailAt(at)
		var err error
		for _, step := range script {
			if err = step(ctx, u); err != nil {
				break
			}
		}
		if f.Failed() == 0 {
			check(t, err)
			check(t, u.Close())
			break
		}
		if !errors.Is(err, mailsim.ErrInternal) || !errors.Is(err, ErrOnDemand) {
			t.Fatalf("commit %d: the caller is told %v", at, err)
		}
		if _, err := u.SetPace(ctx, mailsim.Pace{Factor: 2}); !errors.Is(err, mailsim.ErrInternal) {
			t.Fatalf("commit %d: a later change ends with %v", at, err)
		}
		image := saved(t, u)
		check(t, u.Close())
		u = must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
		if saved(t, u) != image {
			t.Fatalf("commit %d: what was read after the failure is not what the store holds", at)
		}
		check(t, u.Close())
	}
}
