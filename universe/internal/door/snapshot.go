package door

import (
	"iter"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// Snapshot is one version of a folder. It is immutable and needs no lock. The
// zero value stands for no folder: its Len is 0, and nothing else may be asked.
type Snapshot struct {
	Folder  *post.Folder // exported for tests
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

// TextFilter tells which messages may contain a text: see mailsim.Snapshot.
func (s Snapshot) TextFilter(text string, headers, body bool) (may func(*post.Stored) bool) {
	switch {
	case !body:
		return s.u.search.MayContain(text, post.HeaderText, false)
	case !headers:
		return s.u.search.MayContain(text, post.BodyText, false)
	}
	return s.u.search.MayContain(text, post.AllText, true)
}
