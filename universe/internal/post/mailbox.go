package post

import (
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
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

var firstFolders = [...]struct{ name, use string }{
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
// when there is none. The address is kept as first seen, but for A-labels.
func MakeMailbox(t *state.Tx, address string) *Box {
	if m := Mailbox(t.View, address); m != nil {
		return m
	}
	m := &Box{Address: addr.Spelled(address), Created: state.InstantOf(t.Now)}
	for _, f := range firstFolders {
		m.Folders = append(m.Folders, NewFolder(t, address, f.name, f.use, true))
	}
	SetBox(t, address, m)
	t.Kept.Boxes++
	Touch(t, address, "")
	return m
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
	next := &struct { // a box of the usual folders in one piece: there are two for each mail
		Box
		room [len(firstFolders)]*Folder
	}{Box: *m}
	next.Folders = append(next.room[:0], m.Folders...)
	for i, old := range next.Folders {
		if old.Name == f.Name {
			next.Folders[i] = f
		}
	}
	SetBox(t, address, &next.Box)
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
