package keep

// The oldest mail, given up for new mail where a bound is reached.

import (
	"cmp"
	"container/heap"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// maxGivenUp bounds how many mails are given up at once, beyond what is needed.
const maxGivenUp = 1000

// giveUpOldest takes the oldest copies out of their folders until the bounds hold
// and there is a little room again. What came after a mark stays.
func giveUpOldest(t *state.Tx, b *mailsim.Bounds, since mailsim.Mark) {
	room := func(most int64) int64 {
		if most <= 0 {
			return math.MaxInt64
		}
		return most - min(most/100, maxGivenUp)
	}
	bytes, mails, copies := room(b.Bytes), room(int64(b.Mails)), room(int64(b.Copies))
	if b.Bytes > 0 {
		bytes = b.Bytes - b.Bytes/100
	}
	enough := func() bool {
		return t.Kept.Bytes <= bytes && int64(t.Kept.Mails) <= mails && int64(t.Kept.Copies) <= copies
	}
	if enough() {
		return
	}
	n := 0
	for list := oldestCopies(t, since); len(list) > 0 && !enough(); {
		n += giveUp(t, list.take(since, max(t.Kept.Bytes-bytes, 0), max(int64(t.Kept.Mails)-mails, int64(t.Kept.Copies)-copies)))
	}
	if n > 0 {
		t.Emit(mailsim.RetentionPruned{Messages: n})
		boundMemory(t)
	}
}

// giveUp takes copies out of their folders.
func giveUp(t *state.Tx, old map[folderKey][]uint32) (n int) {
	for _, k := range slices.SortedFunc(maps.Keys(old), func(a, b folderKey) int { // no map order reaches a watcher
		return cmp.Or(strings.Compare(a.address, b.address), strings.Compare(a.folder, b.folder))
	}) {
		uids := old[k]
		slices.Sort(uids)
		f := post.Mailbox(t.View, k.address).Folder(k.folder)
		n += len(post.Remove(t, k.address, f, uids))
		if p := people.At(t.View, k.address); p != nil {
			for _, uid := range uids {
				if s, ok := f.Get(uid); ok {
					endJobs(t, p, s.Mail.MessageID)
				}
			}
		}
	}
	return n
}

// GivenUp is why a job ends whose mail has been given up.
const GivenUp = "the mail was given up for newer ones"

// endJobs ends what a person was to do about a mail that was given up, but what is
// about a copy that they still have. Event: job.updated.
func endJobs(t *state.Tx, p *people.Person, messageID string) {
	for _, id := range jobs.For(t.View, p.ID, messageID) {
		if j := jobs.Get(t.View, id); j != nil && j.State == mailsim.StatePending && j.Args.Load == nil && !jobs.HasMail(t.View, &j.Args) {
			jobs.Cancel(t, j, GivenUp)
		}
	}
}

type folderKey struct{ address, folder string }

// oldCopies are the copies of one folder, the oldest first.
type oldCopies struct {
	folderKey
	f    *post.Folder
	uids []uint32 // in order of arrival, where that is not the order of UIDs
	next int
	seq  mailsim.Mark // of the next one
}

// find looks for the next copy, if one came before a mark.
func (o *oldCopies) find(since mailsim.Mark) bool {
	s := o.at()
	if s == nil || s.Seq > since {
		return false
	}
	o.seq = s.Seq
	return true
}

func (o *oldCopies) at() *post.Stored {
	if o.next >= o.f.Len() {
		return nil
	}
	if o.uids == nil {
		return o.f.At(o.next)
	}
	s, _ := o.f.Get(o.uids[o.next])
	return s
}

func (o *oldCopies) before(p *oldCopies) bool {
	return cmp.Or(cmp.Compare(o.seq, p.seq), strings.Compare(o.address, p.address), strings.Compare(o.folder, p.folder)) < 0
}

// oldHeap has the folder with the oldest copy first.
type oldHeap []oldCopies

func (h oldHeap) Len() int { return len(h) }

func (h oldHeap) Less(i, j int) bool { return h[i].before(&h[j]) }

func (h oldHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *oldHeap) Push(x any) { *h = append(*h, x.(oldCopies)) }

func (h *oldHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// oldestCopies lists the folders that hold copies from before a mark.
func oldestCopies(t *state.Tx, since mailsim.Mark) oldHeap {
	var list oldHeap
	for address, m := range post.Boxes.In(t.State).M {
		for _, f := range m.Folders {
			if f.Len() == 0 {
				continue
			}
			o := oldCopies{folderKey: folderKey{address, f.Name}, f: f}
			if f.Mixed {
				o.uids = f.ByArrival()
			}
			if o.find(since) {
				list = append(list, o)
			}
		}
	}
	heap.Init(&list)
	return list
}

// take takes the oldest copies: no more than can be needed to free so many bytes
// and so many mails or copies.
func (h *oldHeap) take(since mailsim.Mark, bytes, n int64) map[folderKey][]uint32 {
	out := map[folderKey][]uint32{}
	for len(*h) > 0 && (bytes > 0 || n > 0) {
		o := &(*h)[0]
		s := o.at()
		out[o.folderKey] = append(out[o.folderKey], s.UID())
		bytes -= int64(s.Mail.Size())
		n--
		if o.next++; o.find(since) {
			heap.Fix(h, 0)
		} else {
			heap.Pop(h)
		}
	}
	return out
}
