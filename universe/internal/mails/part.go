// Package mails has all mail of a universe in the order in which it came, each once
// however many copies there are, and deletes it with all its copies. Nothing of it is
// kept before somebody asks; from then on it follows what is filed and removed.
package mails

import (
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Own is the part of a universe, for transactions.
var Own = state.NewLocal[*Part]()

// Part is the index of one universe.
type Part struct {
	*state.Book

	making sync.Mutex  // of the index; taken before the book's lock
	awake  atomic.Bool // somebody has asked; written with the book's lock held
	mu     sync.Mutex  // taken under the book's lock, or alone
	index
	missed []counted // while the index is being made
	made   bool
}

// New makes the part.
func New(b *state.Book) *Part { return &Part{Book: b} }

// index is the mails that are in some folder.
type index struct {
	recs    map[*post.Mail]*Record
	byID    map[string]*Record
	order   []*Record // as they came; some may be gone
	gone    int       // of order
	copies  int       // of all
	version uint64    // rises with each mail that comes or goes
	listed  []mailsim.Submission
	at      uint64 // the version of listed
}

// Record is one mail.
type Record struct {
	Mail   *post.Mail
	Way    *post.Way    // how it came in; nil for what was filed without a submission
	Seq    mailsim.Mark // of its first copy
	copies int
}

// counted is a copy that a transaction files (1) or removes (-1).
type counted struct {
	*post.Stored
	by int
}

var countedSlot = state.NewListSlot[counted]()

// NoteCopy notes a copy that is filed or removed, for Commit.
func NoteCopy(t *state.Tx, s *post.Stored, by int32) {
	if Own.Of(t.Env).awake.Load() {
		list := countedSlot.Of(t)
		*list = append(*list, counted{s, int(by)})
	}
}

// Commit takes in what a transaction filed and removed.
func (u *Part) Commit(t *state.Tx) {
	if !u.awake.Load() {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, c := range *countedSlot.Of(t) {
		if u.made {
			u.count(c.Stored, c.by)
		} else {
			u.missed = append(u.missed, c)
			u.copies += c.by
		}
	}
	if u.copies != t.Kept.Copies { // folders went as a whole, by a reset
		u.sleep()
	}
}

// Replaced forgets all: another state stands in the place of the first.
func (u *Part) Replaced(state.View) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sleep()
}

// sleep lets go of the index until somebody asks again.
func (u *Part) sleep() {
	u.awake.Store(false)
	u.index, u.missed, u.made = index{version: u.version + 1}, nil, false
}

// wake makes the index unless it is there. The folders are read without the book's lock;
// what is committed meanwhile is counted behind them.
func (u *Part) wake() {
	for !u.ready() {
		u.make()
	}
}

func (u *Part) ready() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.made
}

func (u *Part) make() {
	u.making.Lock()
	defer u.making.Unlock()
	if u.ready() {
		return
	}
	var folders []*post.Folder
	u.Locked(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				if f.Len() > 0 {
					folders = append(folders, f)
				}
			}
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		u.copies = v.Kept.Copies
		u.awake.Store(true)
	})
	fresh := index{recs: map[*post.Mail]*Record{}, byID: map[string]*Record{}}
	for _, f := range folders {
		for s := range f.All() {
			fresh.count(s, 1)
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.awake.Load() { // all was emptied meanwhile
		return
	}
	for _, c := range u.missed {
		fresh.count(c.Stored, c.by)
	}
	fresh.sort()
	fresh.version = u.version + 1
	u.index, u.missed, u.made = fresh, nil, true
}
