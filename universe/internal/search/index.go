package search

import (
	"runtime"
	"slices"
	"sync/atomic"
	"weak"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// index fills filters with mail, behind the searches: a search uses what is there and
// looks at the bytes of the rest. A mail knows its place in a filter, so a fork shares
// it, and what is deleted is let go of. Where a store has room for them, filters that
// come to more than their share of memory move there.
type index struct {
	filling atomic.Bool
	bytes   *atomic.Int64                   // of the filters that this universe made and somebody still holds in memory
	room    func() (mailsim.Scratch, error) // nil for none
	lost    atomic.Bool                     // there is no such room, as it turned out
	disk    *searchindex.Disk               // nil before it is needed. The filling goroutine's, as is the next
	near    []near                          // in memory, the oldest first
}

// near is a filter in memory, and what it counts for there.
type near struct {
	filter weak.Pointer[searchindex.Filter]
	bytes  *atomic.Int64
}

// Scratch lets filters move to a disk. It is called before the first search.
func (u *Part) Scratch(room func() (mailsim.Scratch, error)) { u.Index.room = room }

// fillFrom is how many mails without a filter a search must come by for filters to be
// made: a few are looked at in no time.
const fillFrom = 1000

func (x *index) hasRoom() bool { return x.room != nil && !x.lost.Load() }

// share is the part of Options.CacheBytes that filters may take: less where others go to
// a disk, for bodies need room then.
func (u *Part) share() int64 {
	if u.Index.hasRoom() {
		return u.Opts.CacheBytes / 4
	}
	return u.Opts.CacheBytes / 8 * 7
}

// full tells whether there is no room for a filter more.
func (u *Part) full() bool {
	return u.Index.bytes.Load()+searchindex.FilterBytes > u.share()
}

// makeRoom moves the oldest filters to the disk, and tells whether there is room then.
func (u *Part) makeRoom() bool {
	x := &u.Index
	if !u.full() {
		return true
	}
	if x.hasRoom() && x.disk == nil {
		file, err := x.room()
		if err != nil {
			u.loseRoom(err)
			return !u.full()
		}
		x.disk = searchindex.NewDisk(file)
	}
	for x.hasRoom() && u.full() && len(x.near) > 0 {
		if err := x.moveOldest(); err != nil {
			u.loseRoom(err)
		}
	}
	return !u.full()
}

// loseRoom lets filters stay in memory from now on.
func (u *Part) loseRoom(err error) {
	u.Index.lost.Store(true)
	u.Logger.Warn("filters of the search cannot lie on the disk: mails beyond those in memory are looked at one by one", "error", err)
}

// moveOldest moves as many of the oldest filters as go together. Those that nobody holds
// any more are passed over.
func (x *index) moveOldest() error {
	var filters []*searchindex.Filter
	var counts []*atomic.Int64
	n := 0
	for ; n < len(x.near) && len(filters) < searchindex.Group; n++ {
		if f := x.near[n].filter.Value(); f != nil {
			filters, counts = append(filters, f), append(counts, x.near[n].bytes)
		}
	}
	if len(filters) > 0 {
		if err := x.disk.Move(filters); err != nil {
			return err
		}
	}
	for _, c := range counts {
		x.bytes.Add(-c.Swap(0))
	}
	x.near = slices.Delete(x.near, 0, n)
	return nil
}

// fillSoon has filters made in the background, unless that is done already or there
// is no room for more.
func (u *Part) fillSoon() {
	if u.full() && !u.Index.hasRoom() || !u.Index.filling.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer u.Index.filling.Store(false)
		if err := fail.Readable(u.fill); err != nil {
			u.Logger.Error("the search looks at mails one by one", "error", err)
		}
	}()
}

// fill gives mail a place, the newest of each folder first, until all has one or
// there is no room for more.
func (u *Part) fill() {
	var b searchindex.Builder
	made := made{b: &b}
	for _, f := range u.folders() {
		for s := range f.Backward() {
			if s.Mail.Place() != nil {
				continue
			}
			texts := textsOf(s)
			p := b.Add(texts...)
			if p == nil {
				made.publish(u)
				if u.IsClosed() || !u.makeRoom() {
					return
				}
				b.Next()
				p = b.Add(texts...)
			}
			made.mails, made.places = append(made.mails, s.Mail), append(made.places, p)
		}
	}
	made.publish(u)
}

// made is what a filter that is being filled holds.
type made struct {
	b      *searchindex.Builder
	mails  []*post.Mail
	places []*searchindex.Place
}

// publish lets searches use a filter.
func (m *made) publish(u *Part) {
	if len(m.mails) == 0 {
		return
	}
	bytes, filter, own := u.Index.bytes, m.places[0].Filter(), new(atomic.Int64)
	own.Store(searchindex.FilterBytes)
	bytes.Add(searchindex.FilterBytes)
	runtime.AddCleanup(filter, func(own *atomic.Int64) { bytes.Add(-own.Swap(0)) }, own)
	u.Index.near = append(u.Index.near, near{weak.Make(filter), own})
	for i, mail := range m.mails {
		mail.SetPlace(m.places[i])
	}
	m.mails, m.places = m.mails[:0], m.places[:0]
	post.OwnCache.Of(u.Env).Share(u.Opts.CacheBytes - bytes.Load()) // one budget
}

// textsOf are all texts that a mail can be found by, but what the folder and the way of
// a copy add.
func textsOf(s *post.Stored) []string {
	if s.Mail.Verbatim() {
		return []string{s.Mail.Look()}
	}
	f := found{Stored: s}
	return append(searchindex.Texts(&f), f.further()...)
}

// folder is a folder with mail as it was when a search began.
type folder struct {
	address string
	*post.Folder
}

// folders lists the folders with mail, in no order.
func (u *Part) folders() (list []folder) {
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				if f.Len() > 0 {
					list = append(list, folder{m.Address, f})
				}
			}
		}
	})
	return list
}

// SearchIndexBytes returns the memory that filters hold, 0 before there was much to
// search.
func (u *Part) SearchIndexBytes() int { return int(u.Index.bytes.Load()) }
