package post

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// BackwardFrom yields the copies with a UID below before (0: all), newest first.
func (f *Folder) BackwardFrom(before uint32) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		i := f.Len()
		if before > 0 {
			i, _ = f.IndexOf(before)
		}
		for i--; i >= 0; i-- {
			if !yield(f.At(i)) {
				return
			}
		}
	}
}

// FolderOf returns a folder and its mailbox, INBOX for ""; ErrNotFound when there is
// none.
func FolderOf(v state.View, address, folder string) (*Box, *Folder, error) {
	m, err := NeedMailbox(v, address)
	if err != nil {
		return nil, nil, err
	}
	if folder == "" {
		folder = Inbox
	}
	f := m.Folder(CanonFolder(folder))
	if f == nil {
		return nil, nil, fail.NoSuch("folder")
	}
	return m, f, nil
}

// Find returns a copy with where it lies; ErrNotFound when there is none.
func Find(v state.View, r mailsim.Ref) (*Box, *Folder, *Stored, error) {
	m, f, err := FolderOf(v, r.Address, r.Folder)
	if err != nil {
		return nil, nil, nil, err
	}
	s, ok := f.Get(r.UID)
	if !ok {
		return nil, nil, nil, fail.NoSuch("message")
	}
	return m, f, s, nil
}

// Stored is Find under a lock of its own.
func (u *Part) Stored(r mailsim.Ref) (address, folder string, s *Stored, err error) {
	u.Read(func(v state.View) {
		var m *Box
		var f *Folder
		if m, f, s, err = Find(v, r); err == nil {
			address, folder = m.Address, f.Name
		}
	})
	return address, folder, s, err
}

// FiledUpTo lists the copies filed by an instant, and when the oldest of the
// others was filed.
func (f *Folder) FiledUpTo(until state.Instant) (uids []uint32, oldest state.Instant) {
	first := true
	for s := range f.All() {
		if !until.Before(s.Filed) {
			uids = append(uids, s.uid)
			continue
		}
		if first || s.Filed.Before(oldest) {
			oldest, first = s.Filed, false
		}
		if !f.Mixed { // in order of arrival: the others are younger
			break
		}
	}
	return uids, oldest
}
