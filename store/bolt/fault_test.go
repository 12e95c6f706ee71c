//go:build linux

package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

// breakFile puts another file in the place of one that this process has open: what
// is written to it from now on fails as that one does.
func breakFile(t *testing.T, path, by string, mode int) {
	t.Helper()
	other, err := syscall.Open(by, mode, 0)
	check(t, err)
	defer func() { check(t, syscall.Close(other)) }()
	links, err := filepath.Glob("/proc/self/fd/*")
	check(t, err)
	n := 0
	for _, l := range links {
		var fd int
		if to, err := os.Readlink(l); err != nil || to != path {
			continue
		}
		_, err := fmt.Sscanf(filepath.Base(l), "%d", &fd)
		check(t, err)
		check(t, syscall.Dup3(other, fd, syscall.O_CLOEXEC))
		n++
	}
	if n == 0 {
		t.Fatal("the file is not open")
	}
}

// TestBrokenDisk: a full disk, and one that takes nothing, end changes with a clear
// error; what is read is what was acknowledged, then and later.
func TestBrokenDisk(t *testing.T) {
	for _, disk := range []struct {
		name, file string
		mode       int
		want       error
	}{{"full", "/dev/full", syscall.O_RDWR, syscall.ENOSPC}, {"read-only", "/dev/null", syscall.O_RDONLY, syscall.EBADF}} {
		t.Run(disk.name, func(t *testing.T) {
			dir := t.TempDir()
			u, _ := open(t, dir)
			inject(t, u, 10, "kept")
			before := saved(t, u)
			breakFile(t, filepath.Join(dir, "mailsim.db"), disk.file, disk.mode)
			for range 2 {
				_, err := u.Inject(context.Background(), mailsim.Inject{To: "anna@client.test", Raw: "Subject: lost\r\n\r\n"})
				if !errors.Is(err, mailsim.ErrInternal) || !errors.Is(err, disk.want) || !strings.Contains(err.Error(), "the store failed") {
					t.Errorf("a change ends with %v", err)
				}
			}
			if saved(t, u) != before {
				t.Error("what cannot be stored can be seen")
			}
			list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
			check(t, err)
			if len(list) != 10 || !strings.Contains(list[0].Text, "kept") {
				t.Errorf("%d mails can be read", len(list))
			}
			_ = u.Close()
			u, _ = open(t, dir)
			defer func() { check(t, u.Close()) }()
			if saved(t, u) != before {
				t.Error("it is another universe when the disk is whole again")
			}
			inject(t, u, 1, "goes on")
		})
	}
}

// failing is a store in which the power ends at a commit.
type failing struct {
	*bolt.Store
	p *power
}

// power is a directory whose power ends when so many commits have begun.
type power struct {
	dir  string
	left int // 0 is never
	off  bool
	n    int
}

var errPower = errors.New("the power is off")

// Commit ends the power between two writes of a commit, or within one of them.
func (f failing) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	if f.p.off {
		return 0, errPower
	}
	if f.p.left--; f.p.left != 0 {
		return f.Store.Commit(ctx, batches)
	}
	f.p.off = true
	path := filepath.Join(f.p.dir, "mailsim.db")
	before, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if _, err := f.Store.Commit(ctx, batches); err != nil {
		return 0, err
	}
	after, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	_ = f.Store.Close()
	return 0, errors.Join(errPower, os.WriteFile(path, torn(before, after, f.p.n), 0o600))
}

// torn is what the end of the power leaves of a commit. The pages are written
// first, in any order; when they are on the disk, one of the two first pages is,
// which says where the others are. Sectors of 512 bytes are written whole.
func torn(before, after []byte, n int) []byte {
	const sector, heads = 512, 2 * 4096
	out := make([]byte, max(len(before), len(after)))
	copy(out, before)
	for i := heads; i < len(after); i += sector {
		switch n % 5 {
		case 0: // nothing was written
		case 1: // every other sector
			if i/sector%2 == n/5%2 {
				copy(out[i:i+sector], after[i:])
			}
		case 2: // up to the middle of the file
			if i < len(after)/2 {
				copy(out[i:i+sector], after[i:])
			}
		default:
			copy(out[i:i+sector], after[i:])
		}
	}
	if n%5 == 4 { // half of the sector that says where the pages are
		for _, head := range []int{0, 4096} {
			copy(out[head:head+32], after[head:])
		}
	}
	return out
}

// TestPowerEnds ends the power at every commit of a universe's life, with pages that
// are written, are not, or are by half.
func TestPowerEnds(t *testing.T) {
	t.Parallel()
	storetest.RunCrash(t, func(t *testing.T) storetest.Crashing {
		p := &power{dir: t.TempDir()}
		return storetest.Crashing{
			Open: func() (mailsim.Store, error) { return failing{bolt.Open(p.dir), p}, nil },
			Crash: func(left int) {
				p.n = max(p.n, left)
				p.left, p.off = left, false
			},
		}
	})
}

// TestDamagedFile: bytes that are not what was written are found out, whatever they are.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	u, _ := open(t, dir)
	inject(t, u, 30, strings.Repeat("A mail. ", 500))
	before := saved(t, u)
	check(t, u.Close())
	path := filepath.Join(dir, "mailsim.db")
	whole, err := os.ReadFile(path)
	check(t, err)
	found := 0
	for i := range 60 {
		bad := append([]byte(nil), whole...)
		at := (len(whole) / 60 * i) &^ 3
		for j := range 64 {
			bad[at+j] ^= 0x5a
		}
		check(t, os.WriteFile(path, bad, 0o600))
		if universe.CheckStore(ctx, bolt.Open(dir)) != nil {
			found++
			continue
		}
		u, _ := open(t, dir) // free room, or a head of which there are two
		if saved(t, u) != before {
			t.Errorf("damage at %d is not found out", at)
		}
		check(t, u.Close())
	}
	if found == 0 {
		t.Error("no damage is found out")
	}
}

// TestUnreadableBodies: where the disk gives no bytes of mails, whoever asks for them
// is told, and nothing is made up.
func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	u, _ := open(t, dir)
	inject(t, u, 5, "kept")
	check(t, u.Close())
	f := storetest.NewFailing(bolt.Open(dir))
	u, err := universe.Open(ctx, f.WithBodies(), mailsim.Options{HashCost: 4})
	check(t, err)
	defer func() { check(t, u.Close()) }()
	f.FailBodies(true)
	if err := u.Save(new(strings.Builder)); !errors.Is(err, storetest.ErrOnDemand) {
		t.Errorf("a file is written without mails: %v", err)
	}
	if _, err := u.Fork(mailsim.Options{}); !errors.Is(err, storetest.ErrOnDemand) {
		t.Errorf("a copy is made without mails: %v", err)
	}
	f.FailBodies(false)
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	check(t, err)
	if len(list) != 5 || !strings.Contains(list[0].Text, "kept") {
		t.Errorf("%d mails can be read", len(list))
	}
	copied, err := u.Fork(mailsim.Options{})
	check(t, err)
	check(t, u.Close())
	defer func() { check(t, copied.Close()) }()
	if list, err = copied.Messages("anna@client.test", mailsim.MessageFilter{}); err != nil || len(list) != 5 || !strings.Contains(list[0].Text, "kept") {
		t.Errorf("of a copy %d mails can be read: %v", len(list), err)
	}
	inject(t, copied, 1, "in memory")
}
