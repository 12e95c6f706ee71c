package search

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"sort"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// candidates yields the copies that may match, the newest first. It goes back through
// all that happened in windows, each wider than the one before, so that a page of what
// is frequent is found without a look at the rest. in, if not nil, says which mailboxes
// are looked into.
func (u *Part) candidates(ctx context.Context, from cursor, q *searchindex.Query, in func(address string) bool) iter.Seq2[found, error] {
	return func(yield func(found, error) bool) {
		w := u.walk(q, in)
		upTo := min(from.seq, w.last)
		for width := mailsim.Mark(firstWindow); upTo > 0; width *= 4 {
			after := max(upTo-width, 0)
			list, err := w.window(ctx, after, upTo)
			if err != nil {
				yield(found{}, err)
				return
			}
			for _, f := range list {
				if ctx.Err() != nil {
					yield(found{}, fail.ContextError(ctx))
					return
				}
				if (f.cursor.seq < from.seq || f.cursor.n >= from.n) && !yield(f, nil) {
					return
				}
			}
			upTo = after
		}
	}
}

// firstWindow is how far back a search looks at first, in marks.
const firstWindow = 4096

// walk is a search on its way back.
type walk struct {
	folders []searched
	base    *sieve
	last    mailsim.Mark
}

// searched is a folder of a walk.
type searched struct {
	folder
	sieve *sieve
	mixed []*post.Stored // of a folder that is not in order of arrival, in that order
}

// walk begins a search. What stands in the address of a mailbox need not stand in its
// mail: a blind copy is to it too.
func (u *Part) walk(q *searchindex.Query, in func(address string) bool) *walk {
	needles := q.Needles()
	w := &walk{base: u.newSieve(post.AllText, needles...)}
	byAddress := map[string]*sieve{}
	for _, f := range u.folders() {
		if in != nil && !in(f.address) {
			continue
		}
		s := searched{folder: f, sieve: w.base}
		left := slices.DeleteFunc(slices.Clone(needles), func(n searchindex.Needle) bool { return anyWordIn(n, f.address) })
		if len(left) < len(needles) {
			if s.sieve = byAddress[f.address]; s.sieve == nil {
				s.sieve = u.newSieve(post.AllText, left...)
				byAddress[f.address] = s.sieve
			}
		}
		if f.Mixed {
			s.mixed = slices.SortedStableFunc(f.All(), func(a, b *post.Stored) int { return cmp.Compare(a.Seq, b.Seq) })
		}
		w.last = max(w.last, s.at(s.len()-1).Seq)
		w.folders = append(w.folders, s)
	}
	return w
}

// anyWordIn tells whether a word of a needle stands in an address.
func anyWordIn(n searchindex.Needle, address string) bool {
	for _, word := range n.Words() {
		if word.In(address) {
			return true
		}
	}
	return false
}

func (s *searched) len() int { return s.Len() }

func (s *searched) at(i int) *post.Stored {
	if s.mixed != nil {
		return s.mixed[i]
	}
	return s.At(i)
}

// cameAfter is the place of the first copy that came after a mark.
func (s *searched) cameAfter(m mailsim.Mark) int {
	if s.len() == 0 || s.at(s.len()-1).Seq <= m {
		return s.len()
	}
	return sort.Search(s.len(), func(i int) bool { return s.at(i).Seq > m })
}

// copies yields the copies in places from to to, but runs of which no mail may match.
func (s *searched) copies(from, to int) iter.Seq[*post.Stored] {
	return func(yield func(*post.Stored) bool) {
		if s.mixed != nil {
			for _, c := range s.mixed[from:to] {
				if !yield(c) {
					return
				}
			}
			return
		}
		for r := range s.Runs(from, to) {
			if !s.sieve.mayAny(r) {
				continue
			}
			for _, c := range r.Entries[max(from-r.Start, 0):min(to-r.Start, len(r.Entries))] {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// window returns the copies that came after a mark up to another and may match, the
// newest first.
func (w *walk) window(ctx context.Context, after, upTo mailsim.Mark) ([]found, error) {
	var list []found
	for i := range w.folders {
		s := &w.folders[i]
		n := 0
		for c := range s.copies(s.cameAfter(after), s.cameAfter(upTo)) {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return nil, fail.ContextError(ctx)
			}
			if s.sieve.may(c.Mail) {
				list = append(list, found{Stored: c, address: s.address, folder: s.Name, cursor: cursor{seq: c.Seq}})
			}
		}
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.Seq, a.Seq), cmp.Compare(a.address, b.address), post.FolderOrder(a.folder, b.folder), cmp.Compare(a.UID(), b.UID()))
	})
	for i := 1; i < len(list); i++ {
		if list[i].Seq == list[i-1].Seq {
			list[i].cursor.n = list[i-1].cursor.n + 1
		}
	}
	return list, nil
}

// lastMark is that of all that happened.
const lastMark = mailsim.Mark(math.MaxInt64 - 1)
