// Package keep is what is kept and what goes: bounds, retention, and what is forgotten.
package keep

import (
	"cmp"
	"container/heap"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// SetBounds replaces the bounds: what is there stays until something is added.
func (u *Part) SetBounds(b mailsim.Bounds) {
	b = boundsLimits(b)
	u.Env.Bounds.Store(&b)
}

// limits are the bounds with 0 for no limit.
func boundsLimits(b mailsim.Bounds) mailsim.Bounds {
	b.Bytes, b.Mails, b.Copies, b.Mailboxes, b.Events = max(b.Bytes, 0), max(b.Mails, 0), max(b.Copies, 0), max(b.Mailboxes, 0), max(b.Events, 0)
	b.WhenFull = cmp.Or(b.WhenFull, mailsim.FullRefuse)
	return b
}

// Bounds returns how full the bounds of the universe are.
func (u *Part) Bounds() (f mailsim.Fullness) {
	u.Read(func(v state.View) { f = Fullness(v) })
	f.Webhooks = u.webhook.Hooks.Fullness()
	return f
}

func Fullness(v state.View) mailsim.Fullness {
	b, n := v.Env.Bounds.Load(), &v.Kept
	return mailsim.Fullness{
		Bytes: mailsim.Usage{Used: n.Bytes, Max: b.Bytes}, Mails: mailsim.Usage{Used: int64(n.Mails), Max: int64(b.Mails)}, Copies: mailsim.Usage{Used: int64(n.Copies), Max: int64(b.Copies)},
		Mailboxes: mailsim.Usage{Used: int64(post.MailboxTable.In(v.State).Len()), Max: int64(b.Mailboxes)}, Events: mailsim.Usage{Used: int64(v.Events.Len()), Max: int64(b.Events)}, WhenFull: b.WhenFull,
	}
}

// The bounds by name, in the order of kept.told.
var boundNames = [...]string{"bytes", "mails", "copies", "mailboxes"}

// Used are the counts of boundNames.
func Used(v state.View) [len(boundNames)]int64 {
	return [...]int64{v.Kept.Bytes, int64(v.Kept.Mails), int64(v.Kept.Copies), int64(v.Kept.Boxes)}
}

func usedAt(p *state.Point) [len(boundNames)]int64 {
	return [...]int64{p.Kept.Bytes, int64(p.Kept.Mails), int64(p.Kept.Copies), int64(p.Kept.Boxes)}
}

func boundsEach(b *mailsim.Bounds) [len(boundNames)]int64 {
	return [...]int64{b.Bytes, int64(b.Mails), int64(b.Copies), int64(b.Mailboxes)}
}

// KeepBounds refuses what a transaction has added beyond a bound, or gives up the
// oldest mails for it.
func KeepBounds(t *state.Tx, before *state.Point) error {
	b := t.Env.Bounds.Load()
	if post.BoundsNone(b) {
		return nil
	}
	over := OverBound(t, b, before)
	if over < 0 {
		ForgetTold(t, b, before)
		return nil
	}
	if b.WhenFull == mailsim.FullOldest && over < 3 {
		GiveUpOldest(t, b, before.Seq)
		over = OverBound(t, b, before)
	}
	if over < 0 {
		return nil
	}
	return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(over, b), Err: fullBound(over)}
}

func fullMessage(i int, b *mailsim.Bounds) string {
	return "the universe is full: its bound of " + strconv.FormatInt(boundsEach(b)[i], 10) + " for " + boundWords[i] + " is reached: delete some, or raise the bound"
}

var boundWords = [...]string{"bytes of mail", "mails", "copies of mails", "mailboxes"}

// fullBound is the cause of an ErrFull: the bound that is reached.
type fullBound int

func (f fullBound) Error() string { return "the bound of " + boundNames[f] }

// OverBound returns the first bound that the transaction has gone beyond, -1 for
// none. What was beyond it before may stay.
func OverBound(t *state.Tx, b *mailsim.Bounds, before *state.Point) int {
	used, was, most := Used(t.View), usedAt(before), boundsEach(b)
	for i, n := range used {
		if most[i] > 0 && n > most[i] && n > was[i] {
			return i
		}
	}
	return -1
}

// ForgetTold lets a bound that has room again be told anew when it is reached.
func ForgetTold(t *state.Tx, b *mailsim.Bounds, before *state.Point) {
	if t.Kept.Told == 0 {
		return
	}
	used, was, most := Used(t.View), usedAt(before), boundsEach(b)
	for i := range used {
		if used[i] < was[i] && used[i] <= most[i]-most[i]/10 {
			t.Kept.Told &^= 1 << i
		}
	}
}

// TellIfFull records that a bound is reached when that is what an error says.
func (u *Part) TellIfFull(err error) {
	if full := fullBound(0); errors.As(err, &full) {
		u.tellFull(int(full))
	}
}

// tellFull records that a bound is reached, once until it has room for a tenth
// again. Event: bound.reached.
func (u *Part) tellFull(i int) {
	told := false
	u.Read(func(v state.View) { told = v.Kept.Told&(1<<i) != 0 })
	if told {
		return
	}
	b := u.Env.Bounds.Load()
	err := u.Update(u.Background, func(t *state.Tx) error {
		if t.Kept.Told&(1<<i) != 0 {
			return nil
		}
		t.Kept.Told |= 1 << i
		t.Emit(mailsim.BoundReached{Bound: boundNames[i], Max: boundsEach(b)[i]})
		return nil
	})
	u.Logger.Warn("a bound is reached: what would go beyond it is refused", "universe", u.Opts.ID, "bound", boundNames[i], "max", boundsEach(b)[i], "error", err)
}

// Full is ErrFull when no mail of a size can be taken, nil when it can or when
// the oldest would make room.
func Full(v state.View, size int64) error {
	b := v.Env.Bounds.Load()
	if post.BoundsNone(b) || b.WhenFull == mailsim.FullOldest {
		if b.Bytes > 0 && size > b.Bytes {
			return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(0, b), Err: fullBound(0)}
		}
		return nil
	}
	used, most := Used(v), boundsEach(b)
	used[0] += max(size, 1) - 1
	for i := range 3 {
		if most[i] > 0 && used[i] >= most[i] {
			return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(i, b), Err: fullBound(i)}
		}
	}
	return nil
}

// maxGivenUp bounds how many mails are given up at once, beyond what is needed.
const maxGivenUp = 1000

// GiveUpOldest takes the oldest copies out of their folders until the bounds hold
// and there is a little room again. What came after a mark stays.
func GiveUpOldest(t *state.Tx, b *mailsim.Bounds, since mailsim.Mark) {
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
	for list := OldestCopies(t, since); len(list) > 0 && !enough(); {
		n += GiveUp(t, list.take(since, max(t.Kept.Bytes-bytes, 0), max(int64(t.Kept.Mails)-mails, int64(t.Kept.Copies)-copies)))
	}
	if n > 0 {
		t.Emit(mailsim.RetentionPruned{Messages: n})
		BoundMemory(t)
	}
}

// GiveUp takes copies out of their folders.
func GiveUp(t *state.Tx, old map[folderKey][]uint32) (n int) {
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
					EndJobsFor(t, p, s.Mail.MessageID)
				}
			}
		}
	}
	return n
}

// GivenUp is why a job ends whose mail has been given up.
const GivenUp = "the mail was given up for newer ones"

// EndJobsFor ends what a person was to do about a mail that was given up, but what is
// about a copy that they still have. Event: job.updated.
func EndJobsFor(t *state.Tx, p *people.Person, messageID string) {
	for _, id := range jobs.ForTable.In(t.State).At(state.Key(p.ID, messageID)) {
		if j := jobs.Table.In(t.State).At(id); j != nil && j.State == mailsim.StatePending && j.Args.Load == nil && !HasStill(t.View, &j.Args) {
			jobs.Cancel(t, j, GivenUp)
		}
	}
}

// HasStill tells whether one of the copies that a job is about is where it came.
func HasStill(v state.View, args *jobs.Args) bool {
	box := post.Mailbox(v, args.Address)
	return box != nil && slices.ContainsFunc(args.UIDs, func(uid uint32) bool {
		_, is := box.Folder(post.Inbox).Get(uid)
		return is
	})
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

// OldestCopies lists the folders that hold copies from before a mark.
func OldestCopies(t *state.Tx, since mailsim.Mark) oldHeap {
	var list oldHeap
	for address, m := range post.MailboxTable.In(t.State).M {
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
		bytes -= int64(len(s.Mail.Raw))
		n--
		if o.next++; o.find(since) {
			heap.Fix(h, 0)
		} else {
			heap.Pop(h)
		}
	}
	return out
}

// Recount counts anew what bounds are measured by, from the index of mails, the
// copies in folders and the jobs.
func Recount(s *state.State) {
	s.Kept = state.Kept{Told: s.Kept.Told, Boxes: post.MailboxTable.In(s).Len()}
	*post.StrayTable.In(s) = post.Strays{M: map[*post.Mail]int32{}}
	for _, m := range post.MailboxTable.In(s).M {
		for _, f := range m.Folders {
			s.Kept.Copies += f.Len()
			for c := range f.All() {
				if rec := post.MailTable.In(s).At(c.Mail.MessageID); c.Mail.MessageID == "" || rec == nil || rec.Mail != c.Mail {
					post.StrayTable.In(s).M[c.Mail]++
				}
			}
		}
	}
	for rec := range post.MailTable.In(s).All() {
		post.KeepMail(&s.Kept, rec.Mail, 1)
	}
	for m := range post.StrayTable.In(s).M {
		post.KeepMail(&s.Kept, m, 1)
	}
	for _, j := range jobs.Table.In(s).M {
		jobs.Hold(&s.Kept, j, 1)
	}
}

// BoundEvents gives up the oldest events beyond the bound, and lets those whose
// mail is gone do without it.
func BoundEvents(t *state.Tx) {
	most := t.Env.Bounds.Load().Events
	if n := t.State.Events.Len() - most; most > 0 && n > 0 {
		until := t.State.Events.Index(n - 1).At
		for i := range n {
			DropEnded(t, endedJob(t.State.Events.Index(i).Data))
		}
		t.State.Events = t.State.Events.Without(n)
		insight.Forget(t, until.Time())
	}
	if len(*post.GoneSlot.Of(t)) > 0 && !post.BoundsNone(t.Env.Bounds.Load()) {
		Lighten(t)
	}
}

// lightText bounds what is read of a mail for the event that outlives it, in bytes.
const lightText = 64 << 10

// Lighten replaces the events that tell of mails which have left the last folder
// by ones that need none, their text cut as a prune cuts it: an event must not
// keep a mail that is no longer counted.
func Lighten(t *state.Tx) {
	log := t.State.Events
	var redone []*state.Event
	for _, g := range *post.GoneSlot.Of(t) {
		if rec := post.MailTable.In(t.State).At(g.MessageID); rec != nil && rec.Mail == g.Mail || post.StrayTable.In(t.State).M[g.Mail] > 0 {
			continue // it came back within the transaction
		}
		first, last := log.After(g.After), log.After(log.IDAt(g.Seq-1))
		redone = lightened(log, redone, g.Mail, first)
		if first != last {
			redone = lightened(log, redone, g.Mail, last)
		}
	}
	Redo(t, redone)
}

// lightened appends the events of one change, the one with the i-th event, that
// hold a mail, in a form that does without it.
func lightened(log *state.Log, out []*state.Event, m *post.Mail, i int) []*state.Event {
	for from := i; i < log.Len() && log.Index(i).Seq == log.Index(from).Seq; i++ {
		if e := log.Index(i); holdsMail(e, m) {
			out = append(out, &state.Event{ID: e.ID, Seq: e.Seq, At: e.At, Data: lightData(e.Data, m)})
		}
	}
	return out
}

// holdsMail tells whether an event refers to a mail.
func holdsMail(e *state.Event, m *post.Mail) bool {
	switch d := e.Data.(type) {
	case deliver.Delivered:
		return d.Way.Mail == m
	case mind.Received:
		return d.Mail == m
	}
	return false
}

// lightData is event data of a mail that refers to no byte of it.
func lightData(data mailsim.EventData, m *post.Mail) mailsim.EventData {
	head := &post.Mail{Raw: m.Raw[:min(len(m.Raw), lightText)], MessageID: m.MessageID}
	switch d := data.(type) {
	case deliver.Delivered:
		out := d.Resolve().(mailsim.MailDelivered)
		out.From, out.Subject = strings.Clone(out.From), strings.Clone(out.Subject)
		return out
	case mind.Received:
		d.Mail = head
		out := d.Resolve().(mailsim.PersonaReceived)
		out.From, out.FromName, out.Subject = strings.Clone(out.From), strings.Clone(out.FromName), strings.Clone(out.Subject)
		out.Text = keptOf(out.Text)
		return out
	}
	return data
}
