package persist

// Mailboxes, folders and copies of records.

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// readMailboxes reads mailboxes, their folders and copies.
func (l *Loader) readMailboxes() error {
	copies, err := l.readCopies()
	if err != nil {
		return err
	}
	for key := range l.each("mailbox") {
		var m post.SavedMailbox
		if err := l.decode("mailbox", key, &m); err != nil {
			return err
		}
		if addr.Key(m.Address) != key && strings.ToLower(m.Address) != key { // the latter in earlier versions
			return fail.Damagedf("mailbox %.100q is called %.100q", key, m.Address)
		}
		post.Boxes.In(&l.State).Own()[key] = &post.Box{Address: m.Address, Display: m.Display, Created: m.Created, Tagged: m.Tagged, Subs: m.Subs}
	}
	for key := range l.each(FolderTable) {
		address, name, _ := strings.Cut(key, "\x00")
		m := post.Boxes.In(&l.State).At(address)
		if m == nil || valid.Folder(name) != nil {
			return fail.Damagedf("folder %.100q has no mailbox, or no name", key)
		}
		f, err := l.readFolder(key, name, copies[key])
		if err != nil {
			return err
		}
		m.Folders = append(m.Folders, f)
		delete(copies, key)
	}
	if len(copies) > 0 {
		return fail.Damagedf("copies of a folder that is not there")
	}
	for address, m := range post.Boxes.In(&l.State).M {
		if m.Folder(post.Inbox) == nil {
			return fail.Damagedf("mailbox %.100q has no INBOX", address)
		}
		slices.SortFunc(m.Folders, func(a, b *post.Folder) int { return post.FolderOrder(a.Name, b.Name) })
	}
	return nil
}

// readCopies reads the stored copies by folder, each folder's by UID.
func (l *Loader) readCopies() (map[string][]*post.Stored, error) {
	out := l.copies
	l.turnTo("")
	for key := range l.Records[CopyTable] {
		at := strings.LastIndexByte(key, 0)
		uid, err := strconv.ParseUint(key[at+1:], 10, 32)
		if at < 0 || err != nil || post.CopyKey(key[:at], uint32(uid)) != key {
			return nil, fail.Damagedf("copy %.100q has no place", key)
		}
		var c post.SavedCopy
		if err := l.decode(CopyTable, key, &c); err != nil {
			return nil, err
		}
		load, err := l.load(c.CargoKeys)
		if err != nil {
			return nil, err
		}
		if load.Mail == nil {
			return nil, fail.Damagedf("copy %.100q has no mail", key)
		}
		stored := c.Stored(uint32(uid), load)
		l.numbered.count(stored)
		out[key[:at]] = append(out[key[:at]], stored)
	}
	byUID := func(a, b *post.Stored) int { return cmp.Compare(a.UID(), b.UID()) }
	for _, list := range out {
		if !slices.IsSortedFunc(list, byUID) {
			slices.SortFunc(list, byUID)
		}
	}
	return out, nil
}

func (l *Loader) readFolder(key, name string, copies []*post.Stored) (*post.Folder, error) {
	var s post.SavedFolder
	var log post.SavedLog
	if err := cmp.Or(l.decode(FolderTable, key, &s), l.decode(expungedTable, key, &log)); err != nil {
		return nil, err
	}
	f := &post.Folder{
		ID: s.ID, Name: name, Use: s.Use, Subscribed: s.Subscribed, State: mbox.New[*post.Stored](s.UIDValidity),
		Used: s.Used, Recent: s.Recent, Mixed: s.Mixed,
	}
	for _, c := range copies {
		if c.UID() < f.UIDNext || c.UID() >= s.UIDNext || c.ModSeq() > s.ModSeq || c.Seq > l.head.Mark {
			return nil, fail.Damagedf("folder %.100q: copy %d does not fit", key, c.UID())
		}
		f.State = mbox.Add(f.State, l.State.Owner, c)
		f.Count(c, 1)
	}
	if s.UIDValidity == 0 || s.UIDNext == 0 || s.ModSeq == 0 || len(log.UIDs) != len(log.Mods) || !slices.IsSorted(log.Mods) {
		return nil, fail.Damagedf("folder %.100q: its numbers do not fit", key)
	}
	f.Used, f.UIDNext, f.ModSeq = s.Used, s.UIDNext, s.ModSeq
	f.State = mbox.Restore(f.State, func(yield func(uint32, uint64) bool) {
		for i, uid := range log.UIDs {
			if !yield(uid, log.Mods[i]) {
				return
			}
		}
	}, log.Floor)
	return f, nil
}

// readMails finds the mail that stands for each Message-ID: the one on record where several
// have had it, else the one that was filed first.
func (l *Loader) readMails() error {
	s := &l.State
	x, first := post.Mails.In(s), make([]*post.Entry, 0, l.numbered.n)
	x.Grow(l.numbered.n)
	for id := range l.each("namesake") {
		var n post.SavedNamesake
		if err := l.decode("namesake", id, &n); err != nil {
			return err
		}
		load, err := l.carried("namesake", id, n.CargoKeys)
		if err != nil {
			return err
		}
		if load.Mail == nil || load.Mail.MessageID != id {
			return fail.Damagedf("namesake %.100q has a mail of another name", id)
		}
		post.Namesakes.In(s).Own()[id] = &post.Namesake{Mail: load.Mail, After: n.After}
		x.Set(id, &post.Entry{Mail: load.Mail, After: n.After})
	}
	for m, f := range l.numbered.filed() {
		l.copied += f.copies
		id := m.MessageID
		if id == "" {
			l.strays[m] = f.copies
			continue
		}
		next := &post.Entry{Mail: m, Copies: f.copies}
		rec := x.Add(id, next)
		if rec == nil {
			first = append(first, next)
			continue
		}
		rec.Copies += f.copies
		switch other := l.numbered.of(rec.Mail); {
		case rec.Mail == m:
		case post.Namesakes.In(s).At(id) != nil || other.first.Seq <= f.first.Seq:
			l.strays[m] = f.copies
		default:
			l.strays[rec.Mail], rec.Mail = other.copies, m
		}
	}
	var near nearby
	for _, rec := range first {
		rec.After = post.EventBound(near.eventsBefore(s, l.numbered.of(rec.Mail).first))
	}
	for id := range post.Namesakes.In(s).M {
		if x.At(id).Copies == 0 {
			return fail.Damagedf("namesake %.100q has no copy", id)
		}
	}
	return nil
}

// nearby finds places in the log for one copy after another, in order of arrival.
type nearby struct{ seq, at int }

// eventsBefore returns the last event that cannot be about the mail of a copy.
func (n *nearby) eventsBefore(s *state.State, c *post.Stored) int64 {
	log := s.Events
	if !c.Traced { // the sender's, or filed by hand: it was the first
		n.seq = gallop(log.Len(), n.seq, func(i int) bool { return log.Index(i).Seq > c.Seq-1 })
		return log.Base + int64(n.seq)
	}
	// Those that were filed before it may be gone.
	at := state.Instant{Sec: c.Way.At - 1, Nsec: 999_999_999}
	n.at = gallop(log.Len(), n.at, func(i int) bool { return at.Before(log.Index(i).At) })
	return log.Base + int64(n.at)
}

// gallop is sort.Search among n that begins to look near a place.
func gallop(n, near int, beyond func(i int) bool) int {
	from, to, step := near, near, 1
	if near < n && !beyond(near) {
		from, to = near+1, near+1
		for ; to < n && !beyond(to); step *= 2 {
			from, to = to+1, to+step
		}
		to = min(to, n)
	} else {
		for ; from > 0 && beyond(from-1); step *= 2 {
			from, to = from-step, from-1
		}
		from = max(from, 0)
	}
	return from + sort.Search(to-from, func(i int) bool { return beyond(from + i) })
}
