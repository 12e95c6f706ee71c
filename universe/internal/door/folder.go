package door

import (
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// Folders lists the folders, INBOX, Sent, Drafts, Archive, Trash first.
func (a *Access) Folders() []mailsim.Folder {
	list, err := a.u.post.Folders(a.address)
	if err != nil {
		return nil
	}
	return list
}

// setQuietly replaces a folder without telling anyone.
func setQuietly(t *state.Tx, address string, f *post.Folder) {
	touched := post.TouchedSlot.Of(t)
	n := len(*touched)
	post.SetFolder(t, address, f)
	*touched = (*touched)[:n]
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

// AllUIDs lists the UIDs of a folder.
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
	post.SetBox(t, address, &next)
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
