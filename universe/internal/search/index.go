package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// index is what searches need: an index of all copies by their place in all
// that happened, made at the first search and brought up to date by each. Its
// memory counts against Options.CacheBytes.
type index struct {
	mu   sync.Mutex
	busy chan struct{} // closed when who works on what follows has done; nil while nobody does

	index   *searchindex.Index
	spots   []spot // sorted
	folders map[folderName]*folderSeen
}

type folderName struct{ address, name string }

// folderSeen is how far a folder has been taken in.
type folderSeen struct {
	folderName
	validity, next uint32
}

// spot is where a copy lies, or lay.
type spot struct {
	seq    mailsim.Mark
	folder *folderSeen
	uid    uint32
}

func (p spot) compare(o spot) int {
	return cmp.Or(cmp.Compare(p.seq, o.seq), cmp.Compare(p.folder.address, o.folder.address),
		post.FolderOrder(p.folder.name, o.folder.name), cmp.Compare(p.uid, o.uid))
}

func (p spot) compareSeq(seq mailsim.Mark) int { return cmp.Compare(p.seq, seq) }

// changed is a folder with copies that have not been taken in.
type changed struct {
	seen *folderSeen
	now  *post.Folder
}

// arrival is a copy that has not been taken in.
type arrival struct {
	spot
	copy *post.Stored
}

func (a arrival) found() found {
	return found{Stored: a.copy, address: a.folder.address, folder: a.folder.name}
}

// Lock waits until nobody works on the index: making one of much mail takes long.
func (x *index) Lock(ctx context.Context) error {
	for {
		x.mu.Lock()
		busy := x.busy
		if busy == nil {
			x.busy = make(chan struct{})
		}
		x.mu.Unlock()
		if busy == nil {
			return nil
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return fail.ContextError(ctx)
		}
	}
}

// Unlock lets the next one work on the index.
func (x *index) Unlock() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.busy)
	x.busy = nil
}

// refresh takes in what was filed since the last search. Only the list of
// changed folders is made under the universe's lock.
func (x *index) refresh(ctx context.Context, u *Part) (*searchindex.Index, error) {
	if err := x.Lock(ctx); err != nil {
		return nil, err
	}
	defer x.Unlock()
	copies, changed := x.changes(u)
	if x.index == nil || copies < len(x.spots)/2 { // the first time; or most of it is gone
		x.index = searchindex.New(int(min(u.Opts.CacheBytes/8*7, math.MaxInt32)))
		x.spots, x.folders = nil, map[folderName]*folderSeen{}
		_, changed = x.changes(u)
	}
	list := make([]arrival, 0, 16)
	for _, c := range changed {
		from, _ := c.now.IndexOf(c.seen.next)
		for s := range c.now.From(from) {
			list = append(list, arrival{spot{s.Seq, c.seen, s.UID()}, s})
		}
	}
	slices.SortFunc(list, func(a, b arrival) int { return a.compare(b.spot) })
	last, moved := mailsim.Mark(0), false
	if n := len(x.spots); n > 0 {
		last = x.spots[n-1].seq
	}
	for _, a := range list {
		if ctx.Err() != nil {
			break
		}
		if a.seq > last {
			f := a.found()
			f.glance = f.Mail.Glance()
			x.index.Add(uint64(a.seq), searchindex.Texts(f), f.further()...)
			last = a.seq
		} else {
			moved = true // it was there before, in another place
		}
		x.spots = append(x.spots, a.spot)
	}
	if moved {
		slices.SortFunc(x.spots, spot.compare)
		x.spots = slices.CompactFunc(x.spots, func(a, b spot) bool { return a.compare(b) == 0 })
	}
	if ctx.Err() != nil { // what was taken in stays, and is found again there
		return nil, fail.ContextError(ctx)
	}
	for _, c := range changed {
		c.seen.validity, c.seen.next = c.now.UIDValidity, c.now.UIDNext
		x.folders[c.seen.folderName] = c.seen
	}
	post.OwnCache.Of(u.Env).Share(u.Opts.CacheBytes - int64(x.index.Bytes()))
	return x.index, nil
}

// changes lists the folders with copies that have not been taken in, and counts
// all copies.
func (x *index) changes(u *Part) (copies int, list []changed) {
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				copies += f.Len()
				name := folderName{m.Address, f.Name}
				seen := x.folders[name]
				if seen == nil || seen.validity != f.UIDValidity {
					seen = &folderSeen{folderName: name}
				}
				if seen.next < f.UIDNext && f.Len() > 0 {
					list = append(list, changed{seen, f})
				}
			}
		}
	})
	return copies, list
}

// resolve returns the copies that are still there.
func (x *index) resolve(ctx context.Context, u *Part, ids []candidate) ([]found, error) {
	if err := x.Lock(ctx); err != nil {
		return nil, err
	}
	defer x.Unlock()
	out := make([]found, 0, len(ids))
	u.Read(func(v state.View) {
		for _, id := range ids {
			at, _ := slices.BinarySearchFunc(x.spots, id.seq, spot.compareSeq)
			n := 0
			for ; at < len(x.spots) && x.spots[at].seq == id.seq; at++ {
				p := x.spots[at]
				if _, f, err := post.FolderOf(v, p.folder.address, p.folder.name); err == nil {
					if s, ok := f.Get(p.uid); ok && s.Seq == p.seq {
						out = append(out, found{s, p.folder.address, f.Name, cursor{p.seq, n}, id.sure, nil})
						n++
					}
				}
			}
		}
	})
	return out, nil
}

// SearchIndexBytes returns the memory that the search index holds, 0 before the
// first search.
func (u *Part) SearchIndexBytes() int {
	_ = u.Index.Lock(context.Background()) // which does not end
	defer u.Index.Unlock()
	if u.Index.index == nil {
		return 0
	}
	return u.Index.index.Bytes()
}

// MayContain tells which copies of a folder may contain a text.
func (u *Part) MayContain(ctx context.Context, f *post.Folder, text string) (may func(*post.Stored) bool, err error) {
	index, err := u.Index.refresh(ctx, u)
	if err != nil {
		return nil, err
	}
	ids := make([]uint64, 0, f.Len())
	for s := range f.All() {
		ids = append(ids, uint64(s.Seq))
	}
	ids = index.Filter(ids, searchindex.NewNeedle(text))
	if len(ids) == f.Len() {
		return func(*post.Stored) bool { return true }, nil
	}
	slices.Sort(ids)
	return func(s *post.Stored) bool {
		_, ok := slices.BinarySearch(ids, uint64(s.Seq))
		return ok
	}, nil
}
