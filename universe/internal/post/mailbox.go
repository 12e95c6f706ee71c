package post

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The folders that come first, in this order.
const (
	Inbox   = "INBOX"
	Sent    = "Sent"
	Drafts  = "Drafts"
	Archive = "Archive"
	Trash   = "Trash"
	Junk    = "Junk"
)

var firstFolders = []struct{ name, use string }{
	{Inbox, ""}, {Sent, `\Sent`}, {Drafts, `\Drafts`}, {Archive, `\Archive`}, {Trash, `\Trash`}, {Junk, `\Junk`},
}

// Box is a mailbox as stored. Its folders are in the order of display.
type Box struct {
	Address string
	Display string
	Created state.Instant
	Tagged  bool // made for a magic address: its tag goes on to decide
	Folders []*Folder
	Subs    []string // subscribed folders that do not exist (RFC 9051 section 6.3.7)
}

// Folder is a version of a folder. It is replaced, never edited.
type Folder struct {
	ID         string // stays through renames (RFC 8474)
	Name       string
	Use        string
	Subscribed bool
	mbox.State[*Stored]
	Unseen  int
	Deleted int
	size    int64
	dead    int64    // bytes of the copies flagged \Deleted
	Used    []string // keywords ever used here, sorted without case
	Recent  uint32   // the first UID that no session has claimed as \Recent
	Mixed   bool     // copies were moved in: arrival is not in order of UID
}

// FolderOrder sorts the known folders first, the others by name.
func FolderOrder(a, b string) int {
	return cmp.Or(cmp.Compare(folderRank(a), folderRank(b)), strings.Compare(a, b))
}

func folderRank(name string) int {
	for i, f := range firstFolders[:5] {
		if f.name == name {
			return i
		}
	}
	return len(firstFolders)
}

// CanonFolder gives INBOX its one spelling (RFC 9051 section 5.1).
func CanonFolder(name string) string {
	if strings.EqualFold(name, Inbox) {
		return Inbox
	}
	if len(name) > 6 && strings.EqualFold(name[:6], Inbox+"/") {
		return Inbox + name[5:]
	}
	return name
}

// Folder returns the folder of a name, nil when there is none.
func (m *Box) Folder(name string) *Folder {
	for _, f := range m.Folders {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// uidNext is the UID that the next message of a folder gets, also when the
// folder is still to be made.
func (m *Box) uidNext(folder string) uint32 {
	if f := m.Folder(folder); f != nil {
		return f.UIDNext
	}
	return 1
}

// Mailbox returns the mailbox of an address, nil when there is none.
func Mailbox(v state.View, address string) *Box {
	return Boxes.In(v.State).At(addr.Key(address))
}

// NeedMailbox returns the mailbox of an address; ErrNotFound when there is none.
func NeedMailbox(v state.View, address string) (*Box, error) {
	if m := Mailbox(v, address); m != nil {
		return m, nil
	}
	return nil, fail.NoSuch("mailbox")
}

// SetBox puts a mailbox in the place of what an address has.
func SetBox(t *state.Tx, address string, m *Box) {
	state.Put(t, Boxes.In(t.State), addr.Key(address), m)
}

// MakeMailbox returns the mailbox of an address, made with its first folders
// when there is none. The address is kept as first seen.
func MakeMailbox(t *state.Tx, address string) *Box {
	if m := Mailbox(t.View, address); m != nil {
		return m
	}
	m := &Box{Address: address, Created: state.InstantOf(t.Now)}
	for _, f := range firstFolders {
		m.Folders = append(m.Folders, NewFolder(t, address, f.name, f.use, true))
	}
	SetBox(t, address, m)
	t.Kept.Boxes++
	Touch(t, address, "")
	return m
}

// NewFolder returns an empty folder. UIDVALIDITY is 1 plus the number of
// earlier folders of that name.
func NewFolder(t *state.Tx, address, name, use string, subscribed bool) *Folder {
	earlier := t.Counter(state.Key("folder", addr.Key(address), name))
	return &Folder{
		ID: folderID(t, address, name, earlier), Name: name, Use: use, Subscribed: subscribed,
		State: mbox.New[*Stored](uint32(earlier + 1)), Recent: 1,
	}
}

// folderID draws the id of a folder. Those that every mailbox begins with are
// made often and read seldom: their id is made from their address.
func folderID(t *state.Tx, address, name string, earlier int) string {
	if earlier == 0 && specialUse(name) != "" || name == Inbox {
		return ""
	}
	return "F" + t.Env.Chance.Draw("folder/1", addr.Key(address), name, strconv.Itoa(earlier)).Text(rng.Lower, 16)
}

// makeFolder returns the named folder, created when missing.
func makeFolder(t *state.Tx, address, name string) *Folder {
	m := MakeMailbox(t, address)
	if f := m.Folder(name); f != nil {
		return f
	}
	f := NewFolder(t, address, name, m.FreeUse(name), true)
	SetFolders(t, address, append(slices.Clip(m.Folders), f))
	return f
}

// FreeUse is the special use of a new folder by its name, "" when another folder
// has it: one that was renamed keeps its use.
func (m *Box) FreeUse(name string) string {
	use := specialUse(name)
	if slices.ContainsFunc(m.Folders, func(f *Folder) bool { return f.Use == use }) {
		return ""
	}
	return use
}

func specialUse(name string) string {
	for _, f := range firstFolders {
		if f.name == name {
			return f.use
		}
	}
	return ""
}

// SetFolders replaces the folders of a mailbox. A folder takes over the
// subscription that its name had without it.
func SetFolders(t *state.Tx, address string, folders []*Folder) {
	next := *Mailbox(t.View, address)
	next.Folders = folders
	for i, f := range folders {
		if at, waits := slices.BinarySearch(next.Subs, f.Name); waits {
			taken := *f
			taken.Subscribed = true
			folders[i] = &taken
			next.Subs = slices.Delete(slices.Clone(next.Subs), at, at+1)
		}
	}
	slices.SortStableFunc(next.Folders, func(a, b *Folder) int { return FolderOrder(a.Name, b.Name) })
	SetBox(t, address, &next)
}

// SetFolder replaces one folder by its next version.
func SetFolder(t *state.Tx, address string, f *Folder) {
	m := Mailbox(t.View, address)
	next := *m
	next.Folders = slices.Clone(m.Folders)
	for i, old := range next.Folders {
		if old.Name == f.Name {
			next.Folders[i] = f
		}
	}
	SetBox(t, address, &next)
	Touch(t, address, f.Name)
}

// Touched is a changed folder.
type Touched struct{ Address, Folder string }

// TouchedSlot holds the changes whose watchers are to be told.
var TouchedSlot = state.NewListSlot[Touched]()

// Touch notes that watchers of a folder are to be told.
func Touch(t *state.Tx, address, folder string) {
	touched := TouchedSlot.Of(t)
	*touched = append(*touched, Touched{addr.Key(address), folder})
}

// Count adds a copy's share to the folder's counts, or takes it away.
func (f *Folder) Count(s *Stored, sign int) {
	if s.Marks&mailsim.FlagSeen == 0 {
		f.Unseen += sign
	}
	if s.Marks&mailsim.FlagDeleted != 0 {
		f.Deleted += sign
		f.dead += int64(sign * s.Size())
	}
	f.size += int64(sign * s.Size())
	if sign > 0 && len(s.Extras().keywords) > 0 {
		if flags := f.Spelled(s.Flags()); !SameFlags(flags, s.Flags()) {
			s.SetFlags(flags)
		}
		f.Used = plain.DedupFold(slices.Concat(f.Used, s.Extras().keywords))
	}
}

// Spelled spells keywords as they were at first in the folder: case does not
// tell them apart (RFC 9051 section 2.3.2).
func (f *Folder) Spelled(flags mailsim.Flags) mailsim.Flags {
	for i, k := range flags.Keywords {
		at := slices.IndexFunc(f.Used, func(u string) bool { return strings.EqualFold(u, k) })
		if at >= 0 && f.Used[at] != k {
			flags.Keywords = slices.Clone(flags.Keywords)
			flags.Keywords[i] = f.Used[at]
		}
	}
	return flags
}

// File adds a copy to a folder, which is made when missing. It gets the
// folder's next UID.
func File(t *state.Tx, address, folder string, s *Stored) *Stored {
	f := *makeFolder(t, address, folder)
	if s.Mail.Cache == nil { // it is new: nobody else sees it yet
		s.Mail.Join(OwnCache.Of(t.Env))
	}
	s.uid, s.modseq = f.UIDNext, f.ModSeq+1
	if s.Seq == 0 {
		t.Seq++
		s.Seq = t.Seq
	} else {
		f.Mixed = true
	}
	if s.Filed == (state.Instant{}) {
		s.Filed = state.InstantOf(t.Now)
	} else {
		s.setSaved(state.InstantOf(t.Now))
	}
	f.State = f.Add(t.Owner, s)
	f.Count(s, 1)
	SetFolder(t, address, &f)
	countCopy(t, s, 1)
	return s
}

// OnForgotten hears that no copy is left of any mail that a Message-ID found.
var OnForgotten []func(t *state.Tx, messageID string)

// countCopy keeps count of the copies of a mail and finds it by Message-ID.
func countCopy(t *state.Tx, s *Stored, by int32) {
	m := s.Mail
	t.Kept.Copies += int(by)
	rec := Mails.In(t.State).At(m.MessageID)
	if m.MessageID == "" || rec != nil && rec.Mail != m {
		if CountStray(t, m, by) {
			left(t, m, t.State.Events.Last(), s.Seq)
		}
	}
	if m.MessageID == "" {
		return
	}
	switch {
	case rec == nil:
		SetMail(t, m.MessageID, &Entry{m, by, EventBound(t.State.Events.Last())})
	case rec.Copies+by <= 0:
		left(t, rec.Mail, int64(rec.After), s.Seq)
		SetMail(t, m.MessageID, nil)
		state.Drop(t, Namesakes.In(t.State), m.MessageID)
		for _, f := range OnForgotten {
			f(t, m.MessageID)
		}
	default:
		if m != rec.Mail && Namesakes.In(t.State).At(m.MessageID) == nil {
			state.Put(t, Namesakes.In(t.State), m.MessageID, &Namesake{rec.Mail, rec.After})
		}
		SetMail(t, m.MessageID, &Entry{rec.Mail, rec.Copies + by, rec.After})
	}
}

// Replace puts changed copies in the place of those with their UIDs. Each gets
// the folder's next mod-sequence; cs is sorted by UID.
func Replace(t *state.Tx, address string, f *Folder, cs []*Stored) *Folder {
	if len(cs) == 0 {
		return f
	}
	next := *f
	mod := next.ModSeq + 1
	for _, s := range cs {
		if old, ok := next.Get(s.uid); ok {
			next.Count(old, -1)
		}
		s.modseq = mod
		next.Count(s, 1)
	}
	next.State = next.Change(t.Owner, cs)
	SetFolder(t, address, &next)
	return &next
}

// Remove takes copies out of a folder for good. uids is sorted; those absent
// are passed over. It returns the UIDs removed.
func Remove(t *state.Tx, address string, f *Folder, uids []uint32) []uint32 {
	next := *f
	gone := make([]uint32, 0, len(uids))
	for _, uid := range uids {
		if s, ok := next.Get(uid); ok {
			next.Count(s, -1)
			countCopy(t, s, -1)
			gone = append(gone, uid)
		}
	}
	if len(gone) > 0 {
		next.State = next.Expunge(t.Owner, gone)
		SetFolder(t, address, &next)
	}
	return gone
}

// Folders lists the folders of a mailbox: INBOX, Sent, Drafts, Archive, Trash,
// then the others by name. ErrNotFound when there is no such mailbox.
func (u *Part) Folders(address string) ([]mailsim.Folder, error) {
	out := []mailsim.Folder{}
	var err error
	u.Read(func(v state.View) {
		var m *Box
		if m, err = NeedMailbox(v, address); err != nil {
			return
		}
		for _, f := range m.Folders {
			out = append(out, f.Info(m.Address))
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// MailboxID is the folder's MAILBOXID (RFC 8474).
func (f *Folder) MailboxID(address string) string {
	if f.ID != "" {
		return f.ID
	}
	return rng.Seed(addr.Key(address)).Draw("folder/1", f.Name).Text(rng.Lower, 16)
}

// Info is the public form of the folder.
func (f *Folder) Info(address string) mailsim.Folder {
	i, _ := f.IndexOf(f.Recent)
	return mailsim.Folder{
		Name: f.Name, SpecialUse: f.Use, Total: f.Len(), Unread: f.Unseen, Subscribed: f.Subscribed, Deleted: f.Deleted,
		Size: f.size, UIDValidity: f.UIDValidity, UIDNext: f.UIDNext, HighestModSeq: f.ModSeq, Recent: f.Len() - i,
		DeletedSize: f.dead, Keywords: f.Used, ID: f.MailboxID(address),
	}
}

// Logged tells whether the folder has an expunge log.
func (f *Folder) Logged() bool { return !f.SameLog(EmptyFolder.State) }

// EmptyFolder is a folder of which nothing is known.
var EmptyFolder Folder

// FolderNamed returns the folder of a name in a list, nil when there is none.
func FolderNamed(list []*Folder, name string) *Folder {
	return (&Box{Folders: list}).Folder(name)
}

// ByArrival lists the UIDs of a folder in order of arrival.
func (f *Folder) ByArrival() []uint32 {
	all := slices.Collect(f.All())
	slices.SortStableFunc(all, func(a, b *Stored) int { return cmp.Compare(a.Seq, b.Seq) })
	uids := make([]uint32, len(all))
	for i, s := range all {
		uids[i] = s.uid
	}
	return uids
}

// After yields the copies that arrived after a mark.
func (f *Folder) After(m mailsim.Mark) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		for s := range f.Backward() {
			switch {
			case s.Seq > m:
				if !yield(s) {
					return
				}
			case !f.Mixed:
				return // arrival is in order of UID
			}
		}
	}
}
