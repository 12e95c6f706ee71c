package search_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// roomy is a store with room for what can be made anew.
type roomy struct {
	mailsim.BodyStore
	file *scratch
}

func (r roomy) Scratch() (mailsim.Scratch, error) { return r.file, r.file.none }

// scratch is a file in memory.
type scratch struct {
	none, write, read error // what goes wrong
	mu                sync.RWMutex
	data              []byte
	reads             atomic.Int64
}

func (f *scratch) ReadAt(b []byte, at int64) (int, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	f.reads.Add(1)
	return copy(b, f.data[at:]), f.read
}

func (f *scratch) WriteAt(b []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.write != nil {
		return 0, f.write
	}
	if short := int(at) + len(b) - len(f.data); short > 0 {
		f.data = append(f.data, make([]byte, short)...)
	}
	return copy(f.data[at:], b), nil
}

// TestSearchOnDisk: beyond their share of memory filters lie on the disk, and all mail has
// one. Where that cannot be, or fails, searches find the same.
func TestSearchOnDisk(t *testing.T) {
	broken := errors.New("the disk is broken")
	for name, file := range map[string]*scratch{"whole": {}, "no room": {none: broken}, "full": {write: broken}, "unreadable": {read: broken}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { searchOnDisk(t, file) })
		})
	}
}

func searchOnDisk(t *testing.T, file *scratch) {
	const mails, cache = 6000, 2 << 20
	m := &storetest.Memory{Bodies: true}
	u, err := engine.Open(context.Background(), roomy{m.Open().(mailsim.BodyStore), file}, mailsim.Options{HashCost: 4, CacheBytes: cache})
	require.NoError(t, err)
	defer func() { require.NoError(t, u.Close()) }()
	for i := range mails {
		testkit.Inject(t, u, mailsim.Inject{To: fmt.Sprintf("a%d@x.test", i%3), From: "b@x.test", Subject: fmt.Sprint("mail-", i, "-"), Text: "zebra"})
	}
	for range 2 { // without filters, and with them
		for _, i := range []int{7, 2999, mails - 1} {
			assert.Equal(t, []string{fmt.Sprint("mail-", i, "-")}, searchSubjects(t, u, fmt.Sprint("mail-", i, "-")))
		}
		assert.Empty(t, searchSubjects(t, u, "mail-77777-"))
		synctest.Wait()
	}
	assert.LessOrEqual(t, u.SearchIndexBytes(), cache)
	if file.none != nil || file.write != nil {
		return
	}
	assert.LessOrEqual(t, u.SearchIndexBytes(), cache/4)
	placed := 0
	u.Read(func(v state.View) {
		for rec := range post.Mails.In(v.State).All() {
			if rec.Place() != nil {
				placed++
			}
		}
	})
	assert.Equal(t, mails, placed)
	assert.Greater(t, len(file.data), 2<<20)
	before := file.reads.Load()
	assert.Empty(t, searchSubjects(t, u, "mail-77777-"))
	assert.Positive(t, file.reads.Load()-before)
	assert.Less(t, file.reads.Load()-before, int64(mails/10), "a few places are read for many mails")
}
