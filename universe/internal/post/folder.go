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
	"github.com/mailsim/mailsim/universe/internal/state"
)

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

func specialUse(name string) string {
	for _, f := range firstFolders {
		if f.name == name {
			return f.use
		}
	}
	return ""
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
func (f *Folder) Logged() bool { return !f.SameLog(&EmptyFolder) }

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

// Since yields the copies that arrived at a mark or after it, in order of UID.
func (f *Folder) Since(m mailsim.Mark) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		i := 0
		if !f.Mixed {
			i = f.cameAfter(m - 1)
		}
		for s := range f.From(i) {
			if s.Seq >= m && !yield(s) {
				return
			}
		}
	}
}
