// Package search finds mail by text and by field.
package search

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

const (
	DefaultLimit = 50
	MaxLimit     = 1000
)

// Search finds messages in all folders of all mailboxes, newest first. Words
// and "quoted phrases" are found, without regard to case, anywhere in subject,
// text, names of attachments, and the names and addresses of sender and
// recipients. The operators from:, to:, subject:, has:attachment, is:unread,
// is:read, is:flagged, in:, before:, after:, larger: and smaller: narrow it, a
// minus excludes what follows it, and all that is asked for must hold. An
// address is found only as a whole. ErrInvalid tells what to write instead.
func (u *Part) Search(ctx context.Context, query string, f mailsim.SearchFilter) (mailsim.SearchPage, error) {
	fail.IfNil(ctx)
	q, err := searchindex.Parse(query)
	if err != nil {
		return mailsim.SearchPage{}, fail.Invalidf("q: %s", err)
	}
	if f.Limit < 0 {
		return mailsim.SearchPage{}, fail.Invalidf("limit must not be negative")
	}
	from, err := parseCursor(f.Before)
	if err != nil {
		return mailsim.SearchPage{}, err
	}
	limit := min(cmp.Or(f.Limit, DefaultLimit), MaxLimit)
	page := mailsim.SearchPage{Messages: []mailsim.Message{}}
	for c, err := range u.candidates(ctx, from, q) {
		if err != nil {
			return mailsim.SearchPage{}, err
		}
		if !c.sure {
			c.glance = c.Mail.Glance() // not kept ready: a search may look at all mail
			if !q.Match(c) {
				continue
			}
		}
		if len(page.Messages) == limit {
			page.Next = c.cursor.String()
			break
		}
		m := c.Message(c.address, c.folder)
		m.Text, m.HTML = plain.Cut(m.Text, post.ListText), ""
		page.Messages = append(page.Messages, m)
	}
	return page, nil
}

// cursor is where a page begins: the place of a copy in all that happened, and
// which of those that share it, as copies made by a client do.
type cursor struct {
	seq mailsim.Mark
	n   int
}

func (c cursor) String() string { return strconv.FormatInt(int64(c.seq), 10) + "." + strconv.Itoa(c.n) }

func parseCursor(s string) (c cursor, err error) {
	if s == "" {
		return cursor{seq: math.MaxInt64 - 1}, nil
	}
	seq, n, _ := strings.Cut(s, ".")
	at, err1 := strconv.ParseUint(seq, 10, 62)
	skip, err2 := strconv.ParseUint(n, 10, 31)
	if err1 != nil || err2 != nil {
		return c, fail.Invalidf("before: %.50q is no next of a page", s)
	}
	return cursor{mailsim.Mark(at), int(skip)}, nil
}

// candidate is the place of a copy that may match, or does for sure.
type candidate struct {
	seq  mailsim.Mark
	sure bool
}

// batchSize is how many candidates are looked up at a time.
const batchSize = 64

// candidates yields the copies that may match, newest first.
func (u *Part) candidates(ctx context.Context, from cursor, q *searchindex.Query) iter.Seq2[found, error] {
	return func(yield func(found, error) bool) {
		x := &u.Index
		index, err := x.refresh(ctx, u)
		if err != nil {
			yield(found{}, err)
			return
		}
		flush := func(ids []candidate) bool {
			list, err := x.resolve(ctx, u, ids)
			if err != nil {
				yield(found{}, err)
				return false
			}
			for _, f := range list {
				if ctx.Err() != nil {
					yield(found{}, fail.ContextError(ctx))
					return false
				}
				if (f.cursor.seq < from.seq || f.cursor.n >= from.n) && !yield(f, nil) {
					return false
				}
			}
			return true
		}
		batch := make([]candidate, 0, batchSize)
		for seq, sure := range index.Search(uint64(from.seq)+1, q) {
			if batch = append(batch, candidate{mailsim.Mark(seq), sure}); len(batch) == batchSize {
				if !flush(batch) {
					return
				}
				batch = batch[:0]
			}
		}
		flush(batch)
	}
}

// index are what searches need: an index of all copies by their place in all
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
	post.CacheKey.Of(u.Env).Share(u.Opts.CacheBytes - int64(x.index.Bytes()))
	return x.index, nil
}

// changes lists the folders with copies that have not been taken in, and counts
// all copies.
func (x *index) changes(u *Part) (copies int, list []changed) {
	u.Read(func(v state.View) {
		for _, m := range post.MailboxTable.In(v.State).M {
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

// found is a copy as the search sees it.
type found struct {
	*post.Stored
	address, folder string
	cursor          cursor
	sure            bool // matches, without a look at its text
	glance          *reading.Parsed
}

// parsed is the mail parsed, for this look at it alone if a glance is enough.
func (f found) parsed() *reading.Parsed {
	if f.glance != nil {
		return f.glance
	}
	return f.Mail.Parse()
}

func (f found) summary() mime.Summary {
	if f.glance != nil {
		return f.glance.Sum
	}
	return f.Mail.Summary()
}

var _ searchindex.Doc = found{}

func (f found) From() []searchindex.Address {
	a := f.summary().From
	return []searchindex.Address{{Name: a.Name, Addr: a.Addr}}
}

// To lists the recipients, and whose mailbox it is when it was delivered there:
// a blind copy is to them too.
func (f found) To() []searchindex.Address {
	sum := f.summary()
	var out []searchindex.Address
	for _, list := range [][]mime.Address{sum.To, sum.Cc, sum.Bcc} {
		for _, a := range list {
			out = append(out, searchindex.Address{Name: a.Name, Addr: a.Addr})
		}
	}
	if f.Traced {
		out = append(out, searchindex.Address{Addr: f.address})
	}
	return out
}

func (f found) Subject() string { return f.summary().Subject }

func (f found) Text() string {
	p := f.parsed()
	var b strings.Builder
	b.WriteString(p.Text())
	for _, a := range p.Msg.Attachments {
		b.WriteString("\n" + a.Filename)
	}
	return b.String()
}

func (f found) Folder() string { return f.folder }

func (f found) Seen() bool { return f.Marks&mailsim.FlagSeen != 0 }

func (f found) Flagged() bool { return f.Marks&mailsim.FlagFlagged != 0 }

func (f found) Size() int64 { return int64(f.Stored.Size()) }

func (f found) At() time.Time { return f.Time() }

// HasAttachment passes over images shown in the text.
func (f found) HasAttachment() bool {
	return slices.ContainsFunc(f.parsed().Msg.Attachments, func(a mime.Attachment) bool { return !a.Inline })
}

// further are the texts that IMAP looks in and Search does not.
func (f found) further() []string {
	trace, _ := f.Parts()
	msg := f.parsed().Msg
	texts := []string{trace}
	if msg.HTML != "" {
		texts = append(texts, msg.Text, msg.HTML)
	}
	return slices.AppendSeq(slices.AppendSeq(texts, post.AttachedTexts(msg)), post.HeaderLines(msg))
}

// Filter tells which copies of a folder may contain a text.
func (x *index) Filter(ctx context.Context, u *Part, f *post.Folder, text string) (may func(*post.Stored) bool, err error) {
	index, err := x.refresh(ctx, u)
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
