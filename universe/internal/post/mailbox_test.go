package post_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: folders.order folders.special_use folders.counts
func TestFolders(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, folder := range []string{"Zeta", "alpha", "Beta", "Äpfel/Größe", "inbox", "inbox/Sub"} {
		testkit.Inject(t, u, mailsim.Inject{To: "Box@x.test", Folder: folder, From: "a@x.test"})
	}
	testkit.Inject(t, u, mailsim.Inject{To: "box@X.test", From: "a@x.test", Flags: []string{`\Seen`}})
	folders, err := u.Folders("BOX@x.test")
	require.NoError(t, err)
	type row struct {
		name, use     string
		total, unread int
	}
	var got []row
	for _, f := range folders {
		got = append(got, row{f.Name, f.SpecialUse, f.Total, f.Unread})
	}
	assert.Equal(t, []row{{"INBOX", "", 2, 1}, {"Sent", `\Sent`, 0, 0}, {"Drafts", `\Drafts`, 0, 0}, {"Archive", `\Archive`, 0, 0}, {"Trash", `\Trash`, 0, 0},
		{"Beta", "", 1, 1}, {"INBOX/Sub", "", 1, 1}, {"Junk", `\Junk`, 0, 0}, {"Zeta", "", 1, 1}, {"alpha", "", 1, 1}, {"Äpfel/Größe", "", 1, 1}}, got)
	// A folder that a known name comes back to has its use again.
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	require.NoError(t, a.DeleteFolder(context.Background(), "Archive"))
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: "Archive", From: "a@x.test"})
	folders, err = u.Folders("box@x.test")
	require.NoError(t, err)
	assert.Equal(t, row{"Archive", `\Archive`, 1, 1}, row{folders[3].Name, folders[3].SpecialUse, folders[3].Total, folders[3].Unread})
}

// spec: messages.patch.move-unknown inject.folder
func TestFolderNames(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test"})
	for _, name := range []string{strings.Repeat("a", 513), "a\xff", "/a", "a/", "a//b", "a\x01b", "a\u0085b", "  "} {
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "box@x.test", Folder: name, From: "a@x.test"})
		assert.ErrorIs(t, err, mailsim.ErrInvalid, "%q", name)
		_, err = u.UpdateMessage(context.Background(), ref, mailsim.MessagePatch{Seen: new(true), MoveTo: &name})
		assert.ErrorIs(t, err, mailsim.ErrInvalid, "%q", name)
		assert.ErrorContains(t, err, "move_to: ", "%q", name)
	}
	list := testkit.Inbox(t, u, "box@x.test")
	require.Len(t, list, 1)
	assert.Empty(t, list[0].Flags, "nothing is half done")
	assert.Equal(t, strings.Repeat("a", 512), testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: strings.Repeat("a", 512), From: "a@x.test"}).Folder)
}

// Renaming a folder renames those below it, or none of them where a name is
// taken; each keeps its mail and its id (RFC 8474 section 4).
func TestRenameFolders(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, folder := range []string{"Old", "Old/Mail", "New/Mail", "Archive", "Deep/" + strings.Repeat("x", 500)} {
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: folder, From: "a@x.test", Subject: folder})
	}
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	before := a.Folders()
	err = a.RenameFolder(context.Background(), "Old", "New")
	require.ErrorIs(t, err, mailsim.ErrConflict, "Old/Mail would be a second New/Mail")
	require.ErrorContains(t, err, "New/Mail")
	require.ErrorIs(t, a.RenameFolder(context.Background(), "Deep", strings.Repeat("y", 100)), mailsim.ErrInvalid, "the name below would be too long")
	assert.Equal(t, before, a.Folders(), "nothing is half done")

	ids := map[string]string{}
	for _, f := range before {
		ids[f.Name] = f.ID
	}
	require.NoError(t, a.RenameFolder(context.Background(), "Old", "Newer"))
	require.NoError(t, a.RenameFolder(context.Background(), "Archive", "Done"))
	for was, is := range map[string]string{"Old": "Newer", "Old/Mail": "Newer/Mail", "Archive": "Done"} {
		s, err := a.Open(is)
		require.NoError(t, err, is)
		assert.Equal(t, 1, s.Len(), is)
		assert.Equal(t, ids[was], s.Info().ID, is)
		_, err = a.Open(was)
		require.ErrorIs(t, err, mailsim.ErrNotFound, was)
	}
}

// spec: states.mailbox.status mailboxes.status.ok-clears
func TestStatusIsKeptWithoutCase(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, "Box@X.test", testkit.Inject(t, u, mailsim.Inject{To: "Box@X.test", From: "a@x.test"}).Address)
	assert.Equal(t, "Box@X.test", testkit.Inject(t, u, mailsim.Inject{To: "BOX@x.test", From: "a@x.test"}).Address, "as first seen")
	box, err := u.SetMailboxStatus(context.Background(), "BOX@x.test", mailsim.StatusFull)
	require.NoError(t, err)
	assert.Equal(t, "Box@X.test", box.Address)
	assert.Equal(t, map[string]mailsim.MailboxStatus{"box@x.test": mailsim.StatusFull}, u.Recipients().Status)
	_, err = u.SetMailboxStatus(context.Background(), "box@X.TEST", mailsim.StatusOK)
	require.NoError(t, err)
	assert.Empty(t, u.Recipients().Status)
}
