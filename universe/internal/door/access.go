// Package door is what doors hold: sessions, a mailbox for IMAP, snapshots, transcripts.
package door

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// Access is one mailbox as a protocol session works on it: folders, snapshots,
// and changes that other sessions, waits and the API see at once.
type Access struct {
	u       *Part
	address string
}

// Access opens an existing mailbox; ErrNotFound when there is none.
func (u *Part) Access(address string) (*Access, error) {
	m, err := u.webmail.Mailbox(address)
	if err != nil {
		return nil, err
	}
	return &Access{u, m.Address}, nil
}

// Address returns the mailbox's address.
func (a *Access) Address() string { return a.address }

// Snapshot is one version of a folder. It is immutable and needs no lock. The
// zero value stands for no folder: its Len is 0, and nothing else may be asked.
type Snapshot struct {
	Folder  *post.Folder
	address string
	u       *Part
}

// Info describes the folder.
func (s Snapshot) Info() mailsim.Folder { return s.Folder.Info(s.address) }

// Name returns the folder's name.
func (s Snapshot) Name() string { return s.Folder.Name }

// UIDNext returns the UID of the next message.
func (s Snapshot) UIDNext() uint32 { return s.Folder.UIDNext }

// UIDValidity returns the value that UIDs are valid with.
func (s Snapshot) UIDValidity() uint32 { return s.Folder.UIDValidity }

// HighestModSeq returns the highest mod-sequence given out (RFC 7162).
func (s Snapshot) HighestModSeq() uint64 { return s.Folder.ModSeq }

// Keywords lists the keywords ever used in the folder. Read only.
func (s Snapshot) Keywords() []string { return s.Folder.Used }

// FirstRecent returns the first UID that no session has claimed as \Recent.
func (s Snapshot) FirstRecent() uint32 { return s.Folder.Recent }

// Len returns the number of messages.
func (s Snapshot) Len() int {
	if s.Folder == nil {
		return 0
	}
	return s.Folder.Len()
}

// At returns message i, counted from 0 in order of UID.
func (s Snapshot) At(i int) *post.Stored { return s.Folder.At(i) }

// IndexOf returns the position of a UID, or where it would stand.
func (s Snapshot) IndexOf(uid uint32) (int, bool) { return s.Folder.IndexOf(uid) }

// Get returns the message with a UID.
func (s Snapshot) Get(uid uint32) (*post.Stored, bool) { return s.Folder.Get(uid) }

// From yields the messages from position i on.
func (s Snapshot) From(i int) iter.Seq[*post.Stored] { return s.Folder.From(i) }

// ChangedSince yields the messages with a mod-sequence above mod.
func (s Snapshot) ChangedSince(mod uint64) iter.Seq[*post.Stored] { return s.Folder.ChangedSince(mod) }

// ExpungedSince returns the UIDs expunged after mod, sorted; not complete when
// the log does not reach back so far.
func (s Snapshot) ExpungedSince(mod uint64) (uids []uint32, complete bool) {
	return s.Folder.ExpungedSince(mod)
}

// TextFilter tells which messages may contain a text, in header or body: all
// that do, and a few that do not. Its first use makes the search index.
func (s Snapshot) TextFilter(ctx context.Context, text string) (may func(*post.Stored) bool, err error) {
	return s.u.search.Index.Filter(ctx, s.u.search, s.Folder, text)
}

// inMailbox runs a transaction with the mailbox as it is then.
func (a *Access) inMailbox(ctx context.Context, do func(*state.Tx, *post.Box) error) error {
	return a.u.Update(ctx, func(t *state.Tx) error {
		m, err := post.MustMailbox(t.View, a.address)
		if err != nil {
			return err
		}
		return do(t, m)
	})
}

// inFolder runs a transaction with a folder as it is then; ErrNotFound when
// there is none.
func (a *Access) inFolder(ctx context.Context, folder string, do func(*state.Tx, *post.Folder) error) error {
	return a.u.Update(ctx, func(t *state.Tx) error {
		_, f, err := post.FolderOf(t.View, a.address, folder)
		if err != nil {
			return err
		}
		return do(t, f)
	})
}

// Folders lists the folders, INBOX, Sent, Drafts, Archive, Trash first.
func (a *Access) Folders() []mailsim.Folder {
	list, err := a.u.post.Folders(a.address)
	if err != nil {
		return nil
	}
	return list
}

// Open returns the present version of a folder; ErrNotFound when there is none.
func (a *Access) Open(folder string) (s Snapshot, err error) {
	a.u.Read(func(v state.View) {
		var f *post.Folder
		if _, f, err = post.FolderOf(v, a.address, folder); err == nil {
			s = Snapshot{f, a.address, a.u}
		}
	})
	return s, err
}

// ClaimRecent returns the UID from which on messages are \Recent, and claims
// those below upTo, so that no later caller sees them as recent.
func (a *Access) ClaimRecent(ctx context.Context, folder string, upTo uint32) (first uint32, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		if first = f.Recent; f.Recent >= upTo {
			return nil
		}
		next := *f
		next.Recent = min(upTo, f.UIDNext)
		setQuietly(t, a.address, &next)
		return nil
	})
	return first, err
}

// setQuietly replaces a folder without telling anyone.
func setQuietly(t *state.Tx, address string, f *post.Folder) {
	touched := post.TouchedSlot.Of(t)
	n := len(*touched)
	post.SetFolder(t, address, f)
	*touched = (*touched)[:n]
}

// Watch calls wake, which must not block, after each commit that changed the
// folder; "" watches the list of folders too.
func (a *Access) Watch(folder string, wake func()) (stop func()) {
	name := post.CanonFolder(folder)
	return a.u.feed.WatchMailbox(a.address, func(changed string) {
		if changed == name || changed == "" || folder == "" {
			wake()
		}
	})
}

// CreateFolder makes a folder; use is its special use, such as \Archive, or "".
// Then a folder such as Archive, which every mailbox begins with, has its own
// again if no other has taken it. Levels above it need not exist. ErrConflict
// when it exists.
func (a *Access) CreateFolder(ctx context.Context, name, use string) error {
	name = post.CanonFolder(strings.TrimSuffix(name, "/"))
	if err := valid.Folder(name); err != nil {
		return err
	}
	return a.inMailbox(ctx, func(t *state.Tx, m *post.Box) error {
		if m.Folder(name) != nil {
			return fail.Conflictf("the folder %q exists already", name)
		}
		if len(m.Folders) >= maxFolders {
			return fail.Invalidf("a mailbox has at most %d folders", maxFolders)
		}
		if use == "" {
			use = m.FreeUse(name)
		}
		post.SetFolders(t, a.address, append(slices.Clip(m.Folders), post.NewFolder(t, a.address, name, use, false)))
		post.Touch(t, a.address, "")
		return nil
	})
}

const maxFolders = 5000

// DeleteFolder removes a folder and the messages in it; INBOX cannot be.
func (a *Access) DeleteFolder(ctx context.Context, name string) error {
	name = post.CanonFolder(name)
	if name == post.Inbox {
		return fail.Conflictf("INBOX cannot be deleted")
	}
	return a.inFolder(ctx, name, func(t *state.Tx, f *post.Folder) error {
		post.Remove(t, a.address, f, AllUIDs(f))
		m := post.Mailbox(t.View, a.address)
		post.Unname(t, a.address, f)
		post.SetFolders(t, a.address, slices.DeleteFunc(slices.Clone(m.Folders), func(f *post.Folder) bool { return f.Name == name }))
		if f.Subscribed {
			setSubs(t, a.address, name, true)
		}
		post.Touch(t, a.address, name)
		post.Touch(t, a.address, "")
		return nil
	})
}

func AllUIDs(f *post.Folder) []uint32 {
	out := make([]uint32, 0, f.Len())
	for s := range f.All() {
		out = append(out, s.UID())
	}
	return out
}

// RenameFolder gives a folder, and those below it, another name. Renaming INBOX
// moves its messages and leaves it empty (RFC 9051 section 6.3.6). Subscriptions
// stay with the names (section 6.3.7). ErrConflict when a folder of one of the new
// names exists; then none is renamed.
func (a *Access) RenameFolder(ctx context.Context, from, to string) error {
	from, to = post.CanonFolder(from), post.CanonFolder(strings.TrimSuffix(to, "/"))
	if err := valid.Folder(to); err != nil {
		return err
	}
	return a.inMailbox(ctx, func(t *state.Tx, m *post.Box) error {
		f := m.Folder(from)
		if f == nil && !slices.ContainsFunc(m.Folders, func(f *post.Folder) bool { return strings.HasPrefix(f.Name, from+"/") }) {
			return fail.NoSuch("folder")
		}
		if m.Folder(to) != nil {
			return fail.Conflictf("the folder %q exists already", to)
		}
		if strings.HasPrefix(to, from+"/") {
			return fail.Invalidf("a folder cannot move below itself")
		}
		if from == post.Inbox {
			moveAll(t, m, f, to)
			return nil
		}
		return renameTree(t, m, from, to)
	})
}

// moveAll moves the messages of a folder to a new one.
func moveAll(t *state.Tx, m *post.Box, f *post.Folder, to string) {
	post.SetFolders(t, m.Address, append(slices.Clip(m.Folders), post.NewFolder(t, m.Address, to, m.FreeUse(to), false)))
	var moved []uint32
	for s := range f.All() {
		next := *s
		moved = append(moved, post.File(t, m.Address, to, &next).UID())
	}
	webmail.FollowMoved(t, m.Address, f, AllUIDs(f), to, moved)
	post.Remove(t, m.Address, post.Mailbox(t.View, m.Address).Folder(f.Name), AllUIDs(f))
	post.Touch(t, m.Address, "")
}

// renameTree renames a folder and those below it; ErrConflict when a name that
// one of them would get is another's.
func renameTree(t *state.Tx, m *post.Box, from, to string) error {
	var next []*post.Folder
	var subscribed []string // the old names
	for _, f := range m.Folders {
		if f.Name == from || strings.HasPrefix(f.Name, from+"/") {
			moved := *f
			moved.ID, moved.Name, moved.Subscribed = f.MailboxID(m.Address), to+f.Name[len(from):], false
			if f.Subscribed {
				subscribed = append(subscribed, f.Name)
			}
			if err := valid.Folder(moved.Name); err != nil {
				return err
			}
			moved.UIDValidity = uint32(t.Counter(state.Key("folder", addr.Key(m.Address), moved.Name)) + 1)
			post.Unname(t, m.Address, f)
			post.Touch(t, m.Address, f.Name)
			webmail.FollowShares(t, m.Address, f, &moved, func(uid uint32) (uint32, bool) { return uid, true })
			f = &moved
		}
		next = append(next, f)
	}
	taken := make(map[string]bool, len(next))
	for _, f := range next {
		if taken[f.Name] {
			return fail.Conflictf("the folder %q exists already", f.Name)
		}
		taken[f.Name] = true
	}
	post.SetFolders(t, m.Address, next)
	for _, name := range subscribed {
		setSubs(t, m.Address, name, true)
	}
	post.Touch(t, m.Address, "")
	return nil
}

// Subscribe puts a folder on the list of subscribed ones, or takes it off. The
// folder need not exist.
func (a *Access) Subscribe(ctx context.Context, name string, on bool) error {
	name = post.CanonFolder(name)
	if err := valid.Folder(name); err != nil {
		return err
	}
	return a.inMailbox(ctx, func(t *state.Tx, m *post.Box) error {
		post.Touch(t, a.address, "")
		f := m.Folder(name)
		if f == nil {
			if len(m.Subs) >= maxFolders && on {
				return fail.Invalidf("a mailbox has at most %d subscriptions", maxFolders)
			}
			setSubs(t, a.address, name, on)
			return nil
		}
		next := *f
		next.Subscribed = on
		setQuietly(t, a.address, &next)
		return nil
	})
}

// setSubs keeps the subscriptions of folders that do not exist.
func setSubs(t *state.Tx, address, name string, on bool) {
	next := *post.Mailbox(t.View, address)
	next.Subs = slices.DeleteFunc(slices.Clone(next.Subs), func(s string) bool { return s == name })
	if on {
		next.Subs = append(next.Subs, name)
		slices.Sort(next.Subs)
	}
	state.Put(t, post.MailboxTable.In(t.State), addr.Key(address), &next)
}

// Subscriptions lists the subscribed folders that do not exist, sorted.
func (a *Access) Subscriptions() (names []string) {
	a.u.Read(func(v state.View) {
		if m := post.Mailbox(v, a.address); m != nil {
			names = slices.Clone(m.Subs)
		}
	})
	return names
}

// Append files messages in an existing folder, all or none. A message appended
// to Sent that SMTP has filed there for this mailbox, and that no client has
// appended yet, replaces the filed copy.
func (a *Access) Append(ctx context.Context, folder string, mails []mailsim.AppendMail) (uidValidity uint32, uids []uint32, err error) {
	list := make([]appending, 0, 1) // one is usual, and costs no allocation
	for _, m := range mails {
		list = append(list, NewAppending(m))
	}
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		uidValidity, uids = f.UIDValidity, nil
		for _, m := range list {
			uids = append(uids, Append(t, a.address, f.Name, m))
		}
		return nil
	})
	return uidValidity, uids, err
}

// Replace appends a message to dest, an existing folder, and removes the one with
// a UID for good, both or neither (RFC 8508). The result pairs their UIDs. When the
// message to be replaced is gone, nothing is appended and the result has no UIDs.
func (a *Access) Replace(ctx context.Context, folder string, uid uint32, dest string, mail mailsim.AppendMail) (r mailsim.CopyResult, err error) {
	m := NewAppending(mail)
	err = a.inFolder(ctx, folder, func(t *state.Tx, from *post.Folder) error {
		_, to, err := post.FolderOf(t.View, a.address, dest)
		if err != nil {
			return err
		}
		r = mailsim.CopyResult{UIDValidity: to.UIDValidity}
		if _, ok := from.Get(uid); !ok {
			return nil
		}
		r.Source, r.Dest = []uint32{uid}, []uint32{Append(t, a.address, to.Name, m)}
		post.Remove(t, a.address, post.Mailbox(t.View, a.address).Folder(from.Name), r.Source)
		return nil
	})
	return r, err
}

// appending is a message to append that has been looked at before any lock.
type appending struct {
	mailsim.AppendMail
	mail       *post.Mail
	inReplyTo  string
	references []string
}

func NewAppending(m mailsim.AppendMail) appending {
	sum := mime.Identify(m.Data)
	return appending{m, post.NewMail(m.Data, &sum), sum.InReplyTo, sum.References}
}

// Append files a message in a folder and returns its UID.
func Append(t *state.Tx, address, folder string, m appending) uint32 {
	m.mail.Thread = post.ThreadOf(t.View, m.mail.MessageID, m.inReplyTo, m.references)
	s := &post.Stored{Mail: m.mail}
	s.SetFlags(m.Flags)
	if !m.Time.IsZero() {
		s.SetInternal(state.InstantOf(m.Time))
	}
	replaceSent(t, address, folder, m.mail.MessageID)
	return post.File(t, address, folder, s).UID()
}

// replaceSent expunges the copy of a message that SMTP filed in Sent.
func replaceSent(t *state.Tx, address, folder, messageID string) {
	f := post.Mailbox(t.View, address).Folder(folder)
	if f.Use != `\Sent` || messageID == "" || post.MailTable.In(t.State).At(messageID) == nil {
		return
	}
	for s := range f.Backward() {
		if s.BySMTP && s.Mail.MessageID == messageID {
			post.Remove(t, address, f, []uint32{s.UID()})
			return
		}
	}
}

// StoreFlags changes the flags of messages, all at once. Those changed after
// unchangedSince, when it is not nil, are left and returned (RFC 7162 section
// 3.1.3). Those that are gone are passed over.
func (a *Access) StoreFlags(ctx context.Context, folder string, uids []uint32, op mailsim.FlagOp, flags mailsim.Flags, unchangedSince *uint64) (modified []uint32, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		modified = nil
		var changed []*post.Stored
		for _, uid := range sortedUIDs(uids) {
			s, ok := f.Get(uid)
			if !ok {
				continue
			}
			if unchangedSince != nil && s.ModSeq() > *unchangedSince {
				modified = append(modified, uid)
				continue
			}
			next := flags
			if op != mailsim.FlagsSet {
				next = post.FlagsWith(s.Flags(), flags, op == mailsim.FlagsAdd)
			}
			if next = f.Spelled(next); !post.FlagsEqual(next, s.Flags()) {
				changed = append(changed, s.WithFlags(next))
			}
		}
		post.Replace(t, a.address, f, changed)
		return nil
	})
	return modified, err
}

func sortedUIDs(uids []uint32) []uint32 {
	if slices.IsSorted(uids) {
		return uids
	}
	out := slices.Clone(uids)
	slices.Sort(out)
	return slices.Compact(out)
}

// Copy copies messages to another folder, all or none. ErrNotFound when there
// is no such folder. UIDs that are gone are passed over.
func (a *Access) Copy(ctx context.Context, folder string, uids []uint32, dest string) (mailsim.CopyResult, error) {
	return a.transfer(ctx, folder, uids, dest, false)
}

// Move moves messages to another folder, all or none (RFC 6851).
func (a *Access) Move(ctx context.Context, folder string, uids []uint32, dest string) (mailsim.CopyResult, error) {
	return a.transfer(ctx, folder, uids, dest, true)
}

func (a *Access) transfer(ctx context.Context, folder string, uids []uint32, dest string, move bool) (r mailsim.CopyResult, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, from *post.Folder) error {
		_, to, err := post.FolderOf(t.View, a.address, dest)
		if err != nil {
			return err
		}
		r = mailsim.CopyResult{UIDValidity: to.UIDValidity}
		for _, uid := range sortedUIDs(uids) {
			if s, ok := from.Get(uid); ok {
				next := *s
				next.BySMTP = s.BySMTP && move // a copy is what the client made
				r.Source, r.Dest = append(r.Source, uid), append(r.Dest, post.File(t, a.address, to.Name, &next).UID())
			}
		}
		if move {
			webmail.FollowMoved(t, a.address, from, r.Source, to.Name, r.Dest)
			post.Remove(t, a.address, post.Mailbox(t.View, a.address).Folder(from.Name), r.Source)
		}
		return nil
	})
	return r, err
}

// Expunge removes messages flagged \Deleted for good: all of them, or those
// among uids. It returns the UIDs removed, sorted.
func (a *Access) Expunge(ctx context.Context, folder string, uids []uint32) (gone []uint32, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		var list []uint32
		if uids == nil && f.Deleted > 0 {
			for s := range f.All() {
				if s.Marks&mailsim.FlagDeleted != 0 {
					list = append(list, s.UID())
				}
			}
		}
		for _, uid := range sortedUIDs(uids) {
			if s, ok := f.Get(uid); ok && s.Marks&mailsim.FlagDeleted != 0 {
				list = append(list, uid)
			}
		}
		gone = post.Remove(t, a.address, f, list)
		return nil
	})
	return gone, err
}

// Usage returns how much the mailbox holds.
func (a *Access) Usage() (bytes int64, messages int) {
	for _, f := range a.Folders() {
		bytes += f.Size
		messages += f.Total
	}
	return bytes, messages
}

// Now returns the simulated time.
func (a *Access) Now() time.Time { return a.u.Now() }

// ScanUpTo is the number of messages that are looked through without an index.
const ScanUpTo = 256

// SearchText returns the UIDs of the messages of a folder that contain a text,
// without regard to case: in the decoded text parts (IMAP SEARCH BODY) and, with
// headers, in the header (SEARCH TEXT). Large folders use the search index.
func (a *Access) SearchText(ctx context.Context, folder, text string, headers bool) ([]uint32, error) {
	var f *post.Folder
	var err error
	a.u.Read(func(v state.View) { _, f, err = post.FolderOf(v, a.address, folder) })
	if err != nil {
		return nil, err
	}
	may := func(*post.Stored) bool { return true }
	if f.Len() > ScanUpTo {
		if may, err = a.u.search.Index.Filter(ctx, a.u.search, f, text); err != nil {
			return nil, err
		}
	}
	needle, uids := searchindex.NewNeedle(text), []uint32{}
	for s := range f.All() {
		if ctx.Err() != nil {
			return nil, fail.ContextError(ctx)
		}
		if may(s) && s.ContainsText(needle, headers) {
			uids = append(uids, s.UID())
		}
	}
	return uids, nil
}
