package door

import (
	"context"
	"time"

	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
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

// inMailbox runs a transaction with the mailbox as it is then.
func (a *Access) inMailbox(ctx context.Context, do func(*state.Tx, *post.Box) error) error {
	return a.u.Update(ctx, func(t *state.Tx) error {
		m, err := post.NeedMailbox(t.View, a.address)
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

// ClaimRecent returns the first UID that is \Recent, and claims all those below upTo, so
// that no later caller sees them as recent.
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

// Watch calls wake after each commit that changed the folder or the list of folders; if
// folder is "", after each that changed anything in the mailbox. wake must not block.
func (a *Access) Watch(folder string, wake func()) (stop func()) {
	name := post.CanonFolder(folder)
	return a.u.feed.WatchMailbox(a.address, func(changed string) {
		if changed == name || changed == "" || folder == "" {
			wake()
		}
	})
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
		may = Snapshot{Folder: f, u: a.u}.TextFilter(text, headers, true)
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
