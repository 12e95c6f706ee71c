// Package storetest holds the tests that every [mailsim.Store] passes, a store
// in memory, and one that fails on demand. It belongs to the tests of a store:
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
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// Open opens a store on the same storage each time. The one before is closed.
type Open func() (mailsim.Store, error)

// Run tests a kind of store. For each test fresh returns how to open an empty
// storage of its own.
func Run(t *testing.T, fresh func(t *testing.T) Open) {
	for name, test := range map[string]func(*testing.T, Open){
		"Empty": testEmpty, "Records": testRecords, "Universe": testUniverse,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
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

// contents loads all records, named by table and key.
func contents(t *testing.T, s mailsim.Store) map[string]string {
	t.Helper()
	out := map[string]string{}
	for r, err := range s.Load(context.Background()) {
		check(t, err)
		id := r.Table + "/" + r.Key
		if _, twice := out[id]; twice {
			t.Errorf("record %q is loaded twice", id)
		}
		out[id] = string(r.Value)
	}
	return out
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

func testRecords(t *testing.T, open Open) {
	ctx := context.Background()
	s := must[mailsim.Store](t)(open())
	value := []byte("a value that the caller changes later")
	rec := func(table, key, value string) mailsim.Record {
		return mailsim.Record{Table: table, Key: key, Value: []byte(value)}
	}
	check(t, s.Commit(ctx, mailsim.Batch{Seq: 1, Puts: []mailsim.Record{
		rec("a", "", "an empty key"), rec("a", "x\x00y", "a key with NUL"), rec("b", "x\x00y", "another table"),
		rec("a", "\xff\xfe", "a key that is no text"), rec("a", "empty", ""), rec("blob", "large", strings.Repeat("\x00\r\n\xff", 1<<18)),
		{Table: "a", Key: "kept", Value: value}, rec("a", "gone", "1"), rec("a", "changed", "1"),
	}}))
	check(t, s.Commit(ctx, mailsim.Batch{Seq: 2,
		Puts:    []mailsim.Record{rec("a", "changed", "2"), rec("a", strings.Repeat("k", 2000), "a long key")},
		Deletes: []mailsim.Record{{Table: "a", Key: "gone"}, {Table: "b", Key: "never there"}},
	}))
	check(t, s.Commit(ctx, mailsim.Batch{Seq: 3}))
	want := map[string]string{
		"a/": "an empty key", "a/x\x00y": "a key with NUL", "b/x\x00y": "another table", "a/\xff\xfe": "a key that is no text", "a/empty": "",
		"blob/large": strings.Repeat("\x00\r\n\xff", 1<<18), "a/kept": string(value), "a/changed": "2", "a/" + strings.Repeat("k", 2000): "a long key",
	}
	check(t, s.Close())
	for range 2 {
		s = must[mailsim.Store](t)(open())
		if got := contents(t, s); !maps.Equal(got, want) {
			t.Errorf("loaded %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		check(t, s.Close())
	}
}

// script is what the tests do with a universe, step by step.
var script = []func(context.Context, *mailsim.Universe) error{
	func(ctx context.Context, u *mailsim.Universe) error {
		rate := 1.0
		_, err := u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: &rate}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "a password"})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "bob@client.test"}, Subject: "Meeting", Text: "Hello Anna,\n\nis Tuesday fine?"})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
		env := mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "carl+unknown-dsn@client.test", "dora+slow30m@client.test"}, Helo: "app.ours.test"}
		_, err := s.Submit(ctx, env, "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: caf\xe9\r\n\r\nRaw bytes: \xff\x00\xfe\r\n")
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Inject(ctx, mailsim.Inject{To: "bob@client.test", Folder: "Old/Mail", Raw: "Subject: old\r\n\r\nHello", Flags: []string{`\Seen`, "$Label1"}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Advance(ctx, 36*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("bob@client.test")
		if err != nil {
			return err
		}
		if err := a.CreateFolder(ctx, "Later", ""); err != nil {
			return err
		}
		_, err = a.Move(ctx, "INBOX", []uint32{1}, "Later")
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("bob@client.test")
		if err != nil {
			return err
		}
		return a.RenameFolder(ctx, "Old", "Older")
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("anna@client.test")
		if err != nil {
			return err
		}
		if _, err := a.StoreFlags(ctx, "INBOX", []uint32{1}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`, "$Work"}), nil); err != nil {
			return err
		}
		_, err = a.Expunge(ctx, "INBOX", nil)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error { // two mails of one name
		for _, text := range []string{"first", "second"} {
			if _, err := u.Inject(ctx, mailsim.Inject{To: "twice@client.test", Raw: "Message-ID: <twice@ours.test>\r\n\r\n" + text}); err != nil {
				return err
			}
		}
		return nil
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("twice@client.test")
		if err != nil {
			return err
		}
		if _, err := a.StoreFlags(ctx, "INBOX", []uint32{1}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil); err != nil {
			return err
		}
		_, err = a.Expunge(ctx, "INBOX", nil)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.PushCase(ctx, "T-1", mailsim.CasePatch{Addresses: []string{"anna@client.test", "emil@client.test"}, Facts: map[string]string{"order": "7"}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "emil@client.test"}, Subject: "T-1", Text: "Please send the contract by Friday."})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Advance(ctx, 10*24*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Minutes", Text: strings.Repeat("We spoke of it at length. ", 200)})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error { // the events of the mail that goes keep a part of its text
		if _, err := u.SetRetention(ctx, mailsim.Retention{MailDays: 2}); err != nil {
			return err
		}
		_, err := u.Advance(ctx, 3*24*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		if _, err := u.SetRetention(ctx, mailsim.Retention{MailDays: 2, EventDays: 2}); err != nil {
			return err
		}
		_, err := u.Prune(ctx)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		if _, err := u.SetSpeed(ctx, 3); err != nil {
			return err
		}
		_, err := u.Reset(ctx, mailsim.PartPersonas, mailsim.PartEvents)
		return err
	},
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
		u := must[*mailsim.Universe](t)(universe.Open(ctx, f, options()))
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
