package engine

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

// The folders that come first, in this order (spec 2.2).
const (
	inbox   = "INBOX"
	sent    = "Sent"
	drafts  = "Drafts"
	archive = "Archive"
	trash   = "Trash"
	junk    = "Junk"
)

var firstFolders = []struct{ name, use string }{
	{inbox, ""}, {sent, `\Sent`}, {drafts, `\Drafts`}, {archive, `\Archive`}, {trash, `\Trash`}, {junk, `\Junk`},
}

// mailboxRec is a mailbox as stored. Its folders are in the order of display.
type mailboxRec struct {
	address string
	display string
	created state.Instant
	tagged  bool // made for a magic address: its tag goes on to decide
	folders []*folderRec
	subs    []string // subscribed folders that do not exist (RFC 9051 section 6.3.7)
}

type folderRec struct {
	id         string // stays through renames (RFC 8474)
	name       string
	use        string
	subscribed bool
	mbox.State[*Stored]
	unseen  int
	deleted int
	size    int64
	dead    int64    // bytes of the copies flagged \Deleted
	used    []string // keywords ever used here, sorted without case
	recent  uint32   // the first UID that no session has claimed as \Recent
	mixed   bool     // copies were moved in: arrival is not in order of UID
}

// folderOrder sorts the known folders first, the others by name.
func folderOrder(a, b string) int {
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

// canonFolder gives INBOX its one spelling (RFC 9051 section 5.1).
func canonFolder(name string) string {
	if strings.EqualFold(name, inbox) {
		return inbox
	}
	if len(name) > 6 && strings.EqualFold(name[:6], inbox+"/") {
		return inbox + name[5:]
	}
	return name
}

func (m *mailboxRec) folder(name string) *folderRec {
	for _, f := range m.folders {
		if f.name == name {
			return f
		}
	}
	return nil
}

// uidNext is the UID that the next message of a folder gets, also when the
// folder is still to be made.
func (m *mailboxRec) uidNext(folder string) uint32 {
	if f := m.folder(folder); f != nil {
		return f.UIDNext
	}
	return 1
}

// Mailbox returns the mailbox of an address, nil when there is none.
func Mailbox(v state.View, address string) *mailboxRec {
	return mailboxTable.In(v.State).At(addr.Key(address))
}

func MustMailbox(v state.View, address string) (*mailboxRec, error) {
	if m := Mailbox(v, address); m != nil {
		return m, nil
	}
	return nil, fail.NoSuch("mailbox")
}

// MakeMailbox returns the mailbox of an address, made with its first folders
// when there is none. The address is kept as first seen.
func MakeMailbox(t *state.Tx, address string) *mailboxRec {
	if m := Mailbox(t.View, address); m != nil {
		return m
	}
	m := &mailboxRec{address: address, created: state.InstantOf(t.Now)}
	for _, f := range firstFolders {
		m.folders = append(m.folders, NewFolder(t, address, f.name, f.use, true))
	}
	state.Put(t, mailboxTable.In(t.State), addr.Key(address), m)
	t.Kept.Boxes++
	Touch(t, address, "")
	return m
}

// NewFolder returns an empty folder. UIDVALIDITY is 1 plus the number of
// earlier folders of that name.
func NewFolder(t *state.Tx, address, name, use string, subscribed bool) *folderRec {
	earlier := state.CounterTable.In(t.State).At(state.Key("folder", addr.Key(address), name))
	return &folderRec{
		id: FolderID(t, address, name, earlier), name: name, use: use, subscribed: subscribed,
		State: mbox.New[*Stored](uint32(earlier + 1)), recent: 1,
	}
}

// FolderID draws the id of a folder. Those that every mailbox begins with are
// made often and read seldom: their id is made from their address.
func FolderID(t *state.Tx, address, name string, earlier int) string {
	if earlier == 0 && specialUse(name) != "" || name == inbox {
		return ""
	}
	return "F" + t.Env.Chance.Draw("folder/1", addr.Key(address), name, strconv.Itoa(earlier)).Text(rng.Lower, 16)
}

// MakeFolder returns the named folder, created when missing.
func MakeFolder(t *state.Tx, address, name string) *folderRec {
	m := MakeMailbox(t, address)
	if f := m.folder(name); f != nil {
		return f
	}
	f := NewFolder(t, address, name, m.freeUse(name), true)
	SetFolders(t, address, append(slices.Clip(m.folders), f))
	return f
}

// freeUse is the special use of a new folder by its name, "" when another folder
// has it: one that was renamed keeps its use.
func (m *mailboxRec) freeUse(name string) string {
	use := specialUse(name)
	if slices.ContainsFunc(m.folders, func(f *folderRec) bool { return f.use == use }) {
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
func SetFolders(t *state.Tx, address string, folders []*folderRec) {
	next := *Mailbox(t.View, address)
	next.folders = folders
	for i, f := range folders {
		if at, waits := slices.BinarySearch(next.subs, f.name); waits {
			taken := *f
			taken.subscribed = true
			folders[i] = &taken
			next.subs = slices.Delete(slices.Clone(next.subs), at, at+1)
		}
	}
	slices.SortStableFunc(next.folders, func(a, b *folderRec) int { return folderOrder(a.name, b.name) })
	state.Put(t, mailboxTable.In(t.State), addr.Key(address), &next)
}

// SetFolder replaces one folder by its next version.
func SetFolder(t *state.Tx, address string, f *folderRec) {
	m := Mailbox(t.View, address)
	next := *m
	next.folders = slices.Clone(m.folders)
	for i, old := range next.folders {
		if old.name == f.name {
			next.folders[i] = f
		}
	}
	state.Put(t, mailboxTable.In(t.State), addr.Key(address), &next)
	Touch(t, address, f.name)
}

// touch is a changed folder.
type touch struct{ address, folder string }

// touchedSlot holds the changes whose watchers are to be told.
var touchedSlot = state.NewListSlot[touch]()

// Touch notes that watchers of a folder are to be told.
func Touch(t *state.Tx, address, folder string) {
	touched := touchedSlot.Of(t)
	*touched = append(*touched, touch{addr.Key(address), folder})
}

// count adds a copy's share to the folder's counts, or takes it away.
func (f *folderRec) count(s *Stored, sign int) {
	if s.flags&mailsim.FlagSeen == 0 {
		f.unseen += sign
	}
	if s.flags&mailsim.FlagDeleted != 0 {
		f.deleted += sign
		f.dead += int64(sign * s.Size())
	}
	f.size += int64(sign * s.Size())
	if sign > 0 && len(s.extra().keywords) > 0 {
		if flags := f.spelled(s.Flags()); !flagsEqual(flags, s.Flags()) {
			s.setFlags(flags)
		}
		f.used = plain.DedupFold(slices.Concat(f.used, s.extra().keywords))
	}
}

// spelled spells keywords as they were at first in the folder: case does not
// tell them apart (RFC 9051 section 2.3.2).
func (f *folderRec) spelled(flags mailsim.Flags) mailsim.Flags {
	for i, k := range flags.Keywords {
		at := slices.IndexFunc(f.used, func(u string) bool { return strings.EqualFold(u, k) })
		if at >= 0 && f.used[at] != k {
			flags.Keywords = slices.Clone(flags.Keywords)
			flags.Keywords[i] = f.used[at]
		}
	}
	return flags
}

// File adds a copy to a folder, which is made when missing. It gets the
// folder's next UID.
func File(t *state.Tx, address, folder string, s *Stored) *Stored {
	f := *MakeFolder(t, address, folder)
	if s.mail.cache == nil { // it is new: nobody else sees it yet
		s.mail.join(parsedPart.Of(t.Env))
	}
	s.uid, s.modseq = f.UIDNext, f.ModSeq+1
	if s.seq == 0 {
		t.Seq++
		s.seq = t.Seq
	} else {
		f.mixed = true
	}
	if s.filed == (state.Instant{}) {
		s.filed = state.InstantOf(t.Now)
	} else {
		s.setSaved(state.InstantOf(t.Now))
	}
	f.State = f.Add(t.Owner, s)
	f.count(s, 1)
	SetFolder(t, address, &f)
	CountCopy(t, s, 1)
	return s
}

// onForgotten hears that no copy is left of any mail that a Message-ID found.
var onForgotten []func(t *state.Tx, messageID string)

// CountCopy keeps count of the copies of a mail and finds it by Message-ID.
func CountCopy(t *state.Tx, s *Stored, by int32) {
	m := s.mail
	t.Kept.Copies += int(by)
	rec := mailTable.In(t.State).at(m.messageID)
	if m.messageID == "" || rec != nil && rec.mail != m {
		if CountStray(t, m, by) {
			Left(t, m, t.State.Events.Last(), s.seq)
		}
	}
	if m.messageID == "" {
		return
	}
	switch {
	case rec == nil:
		SetMail(t, m.messageID, &mailRec{m, by, eventBound(t.State.Events.Last())})
	case rec.copies+by <= 0:
		Left(t, rec.mail, int64(rec.after), s.seq)
		SetMail(t, m.messageID, nil)
		state.Drop(t, namesakeTable.In(t.State), m.messageID)
		for _, f := range onForgotten {
			f(t, m.messageID)
		}
	default:
		if m != rec.mail && namesakeTable.In(t.State).At(m.messageID) == nil {
			state.Put(t, namesakeTable.In(t.State), m.messageID, &namesakeRec{rec.mail, rec.after})
		}
		SetMail(t, m.messageID, &mailRec{rec.mail, rec.copies + by, rec.after})
	}
}

// Replace puts changed copies in the place of those with their UIDs. Each gets
// the folder's next mod-sequence; cs is sorted by UID.
func Replace(t *state.Tx, address string, f *folderRec, cs []*Stored) *folderRec {
	if len(cs) == 0 {
		return f
	}
	next := *f
	mod := next.ModSeq + 1
	for _, s := range cs {
		if old, ok := next.Get(s.uid); ok {
			next.count(old, -1)
		}
		s.modseq = mod
		next.count(s, 1)
	}
	next.State = next.Change(t.Owner, cs)
	SetFolder(t, address, &next)
	return &next
}

// Remove takes copies out of a folder for good. uids is sorted; those absent
// are passed over. It returns the UIDs removed.
func Remove(t *state.Tx, address string, f *folderRec, uids []uint32) []uint32 {
	next := *f
	gone := make([]uint32, 0, len(uids))
	for _, uid := range uids {
		if s, ok := next.Get(uid); ok {
			next.count(s, -1)
			CountCopy(t, s, -1)
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
func (u *postPart) Folders(address string) ([]mailsim.Folder, error) {
	out := []mailsim.Folder{}
	var err error
	u.Read(func(v state.View) {
		var m *mailboxRec
		if m, err = MustMailbox(v, address); err != nil {
			return
		}
		for _, f := range m.folders {
			out = append(out, f.info(m.address))
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// mailboxID is the folder's MAILBOXID (RFC 8474).
func (f *folderRec) mailboxID(address string) string {
	if f.id != "" {
		return f.id
	}
	return rng.Seed(addr.Key(address)).Draw("folder/1", f.name).Text(rng.Lower, 16)
}

func (f *folderRec) info(address string) mailsim.Folder {
	i, _ := f.IndexOf(f.recent)
	return mailsim.Folder{
		Name: f.name, SpecialUse: f.use, Total: f.Len(), Unread: f.unseen, Subscribed: f.subscribed, Deleted: f.deleted,
		Size: f.size, UIDValidity: f.UIDValidity, UIDNext: f.UIDNext, HighestModSeq: f.ModSeq, Recent: f.Len() - i,
		DeletedSize: f.dead, Keywords: f.used, ID: f.mailboxID(address),
	}
}

// logged tells whether the folder has an expunge log.
func (f *folderRec) logged() bool { return !f.SameLog(emptyFolder.State) }

var emptyFolder folderRec

func folderNamed(list []*folderRec, name string) *folderRec {
	return (&mailboxRec{folders: list}).folder(name)
}

// byArrival lists the UIDs of a folder in order of arrival.
func (f *folderRec) byArrival() []uint32 {
	all := slices.Collect(f.All())
	slices.SortStableFunc(all, func(a, b *Stored) int { return cmp.Compare(a.seq, b.seq) })
	uids := make([]uint32, len(all))
	for i, s := range all {
		uids[i] = s.uid
	}
	return uids
}

// after yields the copies that arrived after a mark.
func (f *folderRec) after(m mailsim.Mark) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		for s := range f.Backward() {
			switch {
			case s.seq > m:
				if !yield(s) {
					return
				}
			case !f.mixed:
				return // arrival is in order of UID
			}
		}
	}
}
