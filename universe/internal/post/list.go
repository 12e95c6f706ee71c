package post

import (
	"iter"

	"github.com/mailsim/mailsim/internal/mbox"
)

// Run is a stretch of a folder, at most 128 copies.
type Run = mbox.Run[*Stored]

// Len returns how many copies there are.
func (f *Folder) Len() int { return mbox.Len(f.List) }

// At returns the copy at position i, counted from 0.
func (f *Folder) At(i int) *Stored { return mbox.At(f.List, i) }

// IndexOf returns the position of a UID, or where it would stand.
func (f *Folder) IndexOf(uid uint32) (int, bool) { return mbox.IndexOf(f.List, uid) }

// Get returns the copy with a UID.
func (f *Folder) Get(uid uint32) (*Stored, bool) { return mbox.Get(f.List, uid) }

// All yields every copy, rising.
func (f *Folder) All() iter.Seq[*Stored] { return mbox.All(f.List) }

// From yields the copies from position i on, rising.
func (f *Folder) From(i int) iter.Seq[*Stored] { return mbox.From(f.List, i) }

// Backward yields every copy, falling.
func (f *Folder) Backward() iter.Seq[*Stored] { return mbox.Backward(f.List) }

// Runs yields the runs that have positions from to up to to, rising.
func (f *Folder) Runs(from, to int) iter.Seq[Run] { return mbox.Runs(f.List, from, to) }

// ChangedSince yields the copies with a mod-sequence above mod, rising by UID.
func (f *Folder) ChangedSince(mod uint64) iter.Seq[*Stored] { return mbox.ChangedSince(f.List, mod) }

// ExpungedSince returns the UIDs expunged after mod, sorted. It is not complete when the log
// does not reach back to mod.
func (f *Folder) ExpungedSince(mod uint64) (uids []uint32, complete bool) {
	return mbox.ExpungedSince(f.State, mod)
}

// SameLog reports whether the expunge log is that of another version of the folder.
func (f *Folder) SameLog(o *Folder) bool { return mbox.SameLog(f.State, o.State) }
