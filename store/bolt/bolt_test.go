package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Open {
		dir := filepath.Join(t.TempDir(), "made", "by", "the store")
		return func() (mailsim.Store, error) { return bolt.Open(dir), nil }
	})
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) (*mailsim.Universe, *bolt.Store) {
	t.Helper()
	s := bolt.Open(dir)
	u, err := universe.Open(context.Background(), s, mailsim.Options{HashCost: 4, Seed: "bolt"})
	check(t, err)
	return u, s
}

func inject(t *testing.T, u *mailsim.Universe, n int, text string) {
	t.Helper()
	for i := range n {
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "anna@client.test", Raw: fmt.Sprintf("Message-ID: <%d.%d@x.test>\r\nSubject: %d\r\n\r\n%s", i, len(text), i, text)})
		check(t, err)
	}
}

func saved(t *testing.T, u *mailsim.Universe) string {
	t.Helper()
	var b bytes.Buffer
	check(t, u.Save(&b))
	return b.String()
}

// TestInUse: one process at a time has a directory open, and a second is told which.
func TestInUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	u, _ := open(t, dir)
	_, err := universe.Open(context.Background(), bolt.Open(dir), mailsim.Options{})
	if !errors.Is(err, mailsim.ErrConflict) || !strings.Contains(err.Error(), fmt.Sprintf("in use by process %d", os.Getpid())) {
		t.Errorf("a second one is told %v", err)
	}
	inject(t, u, 1, "goes on")
	check(t, u.Close())
	u, _ = open(t, dir)
	check(t, u.Close())
}

// TestOtherFiles: a file that is no store, or one of a later version, is not touched.
func TestOtherFiles(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"text": strings.Repeat("no store\n", 5000), "short": "x", "zeros": strings.Repeat("\x00", 1<<16)} {
		dir := t.TempDir()
		path := filepath.Join(dir, "mailsim.db")
		check(t, os.WriteFile(path, []byte(content), 0o600))
		_, err := universe.Open(context.Background(), bolt.Open(dir), mailsim.Options{})
		if !errors.Is(err, mailsim.ErrInvalid) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != content {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// TestBackup copies a universe that goes on; the copy is one of its own.
func TestBackup(t *testing.T) {
	t.Parallel()
	dir, copied := t.TempDir(), t.TempDir()
	u, s := open(t, dir)
	inject(t, u, 20, strings.Repeat("Hello. ", 1000))
	then := saved(t, u)
	var b bytes.Buffer
	check(t, s.Backup(&b))
	inject(t, u, 5, "later")
	check(t, s.Verify(context.Background()))
	check(t, u.Close())
	check(t, bolt.Restore(copied, bytes.NewReader(b.Bytes())))
	if err := bolt.Restore(copied, &b); !errors.Is(err, mailsim.ErrConflict) {
		t.Errorf("a store is written over: %v", err)
	}
	u, _ = open(t, copied)
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != then {
		t.Error("the copy is another universe")
	}
	cut := t.TempDir()
	if err := bolt.Restore(cut, strings.NewReader("half a file")); err == nil {
		t.Error("a copy that is not whole is taken")
	}
	if left, _ := os.ReadDir(cut); len(left) > 0 {
		t.Errorf("it leaves %s", left[0].Name())
	}
}

func size(t *testing.T, dir string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, "mailsim.db"))
	check(t, err)
	return info.Size()
}

// TestRetentionGivesTheDiskBack: what a universe forgets leaves the disk while it runs.
func TestRetentionGivesTheDiskBack(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	u, s := open(t, dir)
	inject(t, u, 60, strings.Repeat("A mail of half a mebibyte. ", 20_000))
	inject(t, u, 1, "kept in memory by nobody")
	large := size(t, dir)
	if large < 30<<20 {
		t.Fatalf("the file has %d bytes only", large)
	}
	_, err := u.Freeze(ctx, true)
	check(t, err)
	_, err = u.SetRetention(ctx, mailsim.Retention{MailDays: 1})
	check(t, err)
	_, err = u.Advance(ctx, 3*24*3600*1e9)
	check(t, err)
	inject(t, u, 3, "new")
	if small := size(t, dir); small > 4<<20 {
		t.Errorf("of %d bytes %d are left", large, small)
	}
	check(t, s.Verify(ctx))
	before := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, dir)
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != before {
		t.Error("it is another universe afterwards")
	}
}

// TestScratch: what can be made anew lies beside the store, and nothing of it is left.
func TestScratch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "scratch"), []byte("left by a process that was killed"), 0o600))
	u, s := open(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "scratch")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what another process has left is there: %v", err)
	}
	f, err := s.Scratch()
	check(t, err)
	_, err = f.WriteAt([]byte("filter"), 1<<20)
	check(t, err)
	b := make([]byte, 8)
	_, err = f.ReadAt(b[:6], 1<<20)
	check(t, err)
	if string(b[:6]) != "filter" {
		t.Errorf("it has %q", b)
	}
	check(t, u.Close())
	if _, err := f.ReadAt(b, 0); err == nil {
		t.Error("the file is open after the store was closed")
	}
	left, err := os.ReadDir(dir)
	check(t, err)
	for _, e := range left {
		if e.Name() == "scratch" {
			t.Error("the file is left")
		}
	}
	if _, err := s.Scratch(); err == nil {
		t.Error("a closed store gives room")
	}
}
