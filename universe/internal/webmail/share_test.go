package webmail_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

func TestShares(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, []mailsim.Share{}, u.Shares()) // spec: d.shares.list
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Subject: "Hi", HTML: `<p onclick="x()">Hello</p><script>x()</script>`})
	require.NoError(t, err)
	ref := u.FindMessage(id)[0]
	s, err := u.CreateShare(ctx, ref, time.Hour)
	require.NoError(t, err)
	assert.Len(t, s.ID, 22, "128 bits")
	assert.Equal(t, "/share/"+s.ID, s.URL) // spec: d.shares.create
	assert.Equal(t, u.Now().Add(time.Hour), s.Expires)
	other, err := u.CreateShare(ctx, ref, 0)
	require.NoError(t, err)
	assert.NotEqual(t, s.ID, other.ID)
	assert.Equal(t, u.Now().Add(7*testkit.Day), other.Expires)
	assert.Len(t, u.Shares(), 2)

	v, err := u.OpenShare(ctx, s.ID)
	require.NoError(t, err)
	assert.Equal(t, id, v.Message.MessageID) // spec: d.shares.open
	assert.Contains(t, v.Safe.HTML, "Hello")
	assert.NotContains(t, v.Safe.HTML, "script")
	assert.NotContains(t, v.Safe.HTML, "onclick")

	testkit.Advance(t, u, time.Hour)
	_, err = u.OpenShare(ctx, s.ID)
	assertNoShare(t, err) // spec: d.shares.expired
	assert.Len(t, u.Shares(), 1)
	assertNoShare(t, u.DeleteShare(ctx, s.ID))
	require.NoError(t, u.DeleteShare(ctx, other.ID))
	_, err = u.OpenShare(ctx, other.ID)
	assertNoShare(t, err) // spec: d.shares.delete
	assert.Equal(t, []mailsim.Share{}, u.Shares())
	assertNoShare(t, u.DeleteShare(ctx, "nothing")) // spec: d.shares.404

	for _, r := range []mailsim.Ref{{Address: "a@ours.test", Folder: post.Inbox, UID: 99}, {Address: "a@ours.test", Folder: "Nowhere", UID: 1}, {Address: "b@ours.test", Folder: post.Inbox, UID: 1}} {
		_, err = u.CreateShare(ctx, r, time.Hour)
		assert.ErrorIs(t, err, mailsim.ErrNotFound) // spec: d.shares.404
	}
	for _, d := range []time.Duration{-1, valid.MaxDuration + 1} {
		_, err = u.CreateShare(ctx, ref, d)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
}

func assertNoShare(t *testing.T, err error) {
	t.Helper()
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	assert.EqualError(t, err, "no such share")
}

// TestShareOfWhatIsGone shows no other message in the place of the shared one.
func TestShareOfWhatIsGone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	send := func() mailsim.Ref {
		id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Subject: "Hi", Text: "x"})
		require.NoError(t, err)
		return u.FindMessage(id)[0]
	}
	s, err := u.CreateShare(ctx, send(), 0)
	require.NoError(t, err)
	_, err = u.Reset(ctx, mailsim.PartShares)
	require.NoError(t, err)
	again := send()
	assert.Equal(t, s.Ref, again, "the same place")
	_, err = u.OpenShare(ctx, s.ID)
	assertNoShare(t, err)
}

// TestSharesInOrder: by when they were made, those that have expired not; their records
// go with the next share. A share's place is named as the folder is.
func TestSharesInOrder(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ref := testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Text: "x"})
	var ids []string
	for i := range 5 {
		s, err := u.CreateShare(context.Background(), mailsim.Ref{Address: "A@Ours.Test", Folder: "inbox", UID: ref.UID}, valid.MaxDuration-time.Duration(i))
		require.NoError(t, err)
		assert.Equal(t, ref, s.Ref)
		ids = append(ids, s.ID)
		testkit.Advance(t, u, time.Minute)
	}
	short, err := u.CreateShare(context.Background(), ref, time.Hour)
	require.NoError(t, err)
	listed := func() (out []string) {
		for _, s := range u.Shares() {
			out = append(out, s.ID)
		}
		return out
	}
	assert.Equal(t, append(ids[:5:5], short.ID), listed())
	records := func() (n int) { u.Read(func(v state.View) { n = webmail.ShareTable.In(v.State).Len() }); return n }
	testkit.Advance(t, u, time.Hour-1)
	_, err = u.OpenShare(context.Background(), short.ID)
	require.NoError(t, err)
	testkit.Advance(t, u, 1)
	_, err = u.OpenShare(context.Background(), short.ID)
	assertNoShare(t, err)
	assert.Equal(t, ids, listed())
	assert.Equal(t, 6, records())
	_, err = u.CreateShare(context.Background(), ref, 0)
	require.NoError(t, err)
	assert.Equal(t, 6, records(), "one went, one came")
	assert.Len(t, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()).Shares(), 6)
}

// TestShareOfADeletedMessage: a message that was deleted is shown by its share no
// more, nor is another one that a folder of the same name then holds.
func TestShareOfADeletedMessage(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(u *engine.Universe, a *door.Access, r mailsim.Ref) error{
		"deleted": func(_ *engine.Universe, a *door.Access, r mailsim.Ref) error {
			return testkit.Expunge(a, r.Folder, r.UID)
		},
		"folder deleted and made again": func(u *engine.Universe, a *door.Access, r mailsim.Ref) error {
			err := a.DeleteFolder(context.Background(), r.Folder)
			if err == nil {
				_, err = u.Inject(context.Background(), mailsim.Inject{To: r.Address, Folder: r.Folder, From: "b@x.test", Text: "y"})
			}
			return err
		},
		"another in its place": func(u *engine.Universe, a *door.Access, r mailsim.Ref) error {
			if _, err := a.Replace(context.Background(), r.Folder, r.UID, r.Folder, mailsim.AppendMail{Data: "From: b@x.test\r\n\r\ny\r\n"}); err != nil {
				return err
			}
			return a.RenameFolder(context.Background(), r.Folder, "Other")
		},
	} {
		u := testkit.New(t, mailsim.Options{})
		ref := testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", Folder: "Work", From: "b@x.test", Text: "x"})
		s, err := u.CreateShare(context.Background(), ref, 0)
		require.NoError(t, err)
		a, err := u.Access("a@ours.test")
		require.NoError(t, err)
		require.NoError(t, change(u, a, ref), name)
		_, err = u.OpenShare(context.Background(), s.ID)
		assertNoShare(t, err)
	}
}

// TestShareIsOnWhitePaper: colours are not adapted to a dark page.
func TestShareIsOnWhitePaper(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, HTML: `<p style="color:#000000;background-color:#ffffff">Black on white</p>`})
	require.NoError(t, err)
	s, err := u.CreateShare(context.Background(), u.FindMessage(id)[0], 0)
	require.NoError(t, err)
	v, err := u.OpenShare(context.Background(), s.ID)
	require.NoError(t, err)
	light, err := u.Message(context.Background(), s.Ref, mailsim.ViewOptions{Light: true})
	require.NoError(t, err)
	dark, err := u.Message(context.Background(), s.Ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Equal(t, light.Safe.HTML, v.Safe.HTML)
	assert.NotEqual(t, dark.Safe.HTML, v.Safe.HTML)
}

// TestShareIsSuspendedWithItsOrganization.
func TestShareIsSuspendedWithItsOrganization(t *testing.T) {
	t.Parallel()
	c := testkit.NewCell(t, mailsim.CellOptions{Universe: mailsim.Options{HashCost: 4}, Config: testkit.Config(t, "orgs: [{name: Acme, universes: [{id: u_a}]}]")})
	u, err := testkit.Whole(c.Universe("u_a"))
	require.NoError(t, err)
	s, err := u.CreateShare(context.Background(), testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Text: "x"}), 0)
	require.NoError(t, err)
	require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme", Suspended: true}))
	_, err = u.OpenShare(context.Background(), s.ID)
	assert.ErrorIs(t, err, mailsim.ErrForbidden)
	_, err = u.OpenShare(context.Background(), "none")
	assertNoShare(t, err)
	require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
	_, err = u.OpenShare(context.Background(), s.ID)
	assert.NoError(t, err)
}

// TestShareFollowsItsMessage wherever it moves within the mailbox, and goes with it.
//
// spec: d.shares.open
func TestShareFollowsItsMessage(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var refs []mailsim.Ref
	for _, subject := range []string{"zero", "one", "two"} {
		refs = append(refs, testkit.Inject(t, u, mailsim.Inject{To: "A@ours.test", From: "b@x.test", Subject: subject, Text: "x"}))
	}
	testkit.Inject(t, u, mailsim.Inject{To: "other@ours.test", From: "b@x.test", Subject: "other", Text: "x"})
	share, err := u.CreateShare(context.Background(), refs[1], 0)
	require.NoError(t, err)
	last, err := u.CreateShare(context.Background(), refs[2], 0)
	require.NoError(t, err)
	away, err := u.CreateShare(context.Background(), mailsim.Ref{Address: "other@ours.test", Folder: post.Inbox, UID: 1}, 0)
	require.NoError(t, err)
	shows := func(what, id, subject, folder string, uid uint32) {
		t.Helper()
		v, err := u.OpenShare(context.Background(), id)
		require.NoError(t, err, what)
		assert.Equal(t, subject, v.Message.Subject, what)
		assert.Equal(t, folder, v.Message.Folder, what)
		assert.Equal(t, uid, v.Message.UID, what)
	}
	a, err := u.Access("a@ours.test")
	require.NoError(t, err)
	where := func() mailsim.Ref {
		for _, s := range u.Shares() {
			if s.ID == share.ID {
				return s.Ref
			}
		}
		return mailsim.Ref{}
	}
	move := func(folder string, uids []uint32, to string) {
		t.Helper()
		_, err := a.Move(context.Background(), folder, uids, to)
		require.NoError(t, err)
	}
	to, seen := "Kept/Here", true
	_, err = u.UpdateMessage(context.Background(), refs[1], mailsim.MessagePatch{MoveTo: &to, Seen: &seen})
	require.NoError(t, err)
	shows("PATCH", share.ID, "one", "Kept/Here", 1)
	assert.Equal(t, mailsim.Ref{Address: "A@ours.test", Folder: "Kept/Here", UID: 1}, where())
	move("Kept/Here", []uint32{1}, post.Inbox)
	shows("MOVE", share.ID, "one", post.Inbox, 4)
	move(post.Inbox, []uint32{3, 4}, "Archive")
	shows("MOVE of two", last.ID, "two", "Archive", 1)
	shows("MOVE of two", share.ID, "one", "Archive", 2)
	move("Archive", []uint32{2, 1}, post.Inbox)
	require.NoError(t, a.RenameFolder(context.Background(), post.Inbox, "Old"))
	shows("INBOX renamed", share.ID, "one", "Old", 3)
	shows("INBOX renamed", last.ID, "two", "Old", 2)
	require.NoError(t, a.RenameFolder(context.Background(), "Old", "Older"))
	shows("folder renamed", share.ID, "one", "Older", 3)
	shows("another mailbox", away.ID, "other", post.Inbox, 1)
	_, err = testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()).OpenShare(context.Background(), share.ID)
	require.NoError(t, err, "saved and loaded")
	_, err = a.Copy(context.Background(), "Older", []uint32{3}, "Archive")
	require.NoError(t, err)
	shows("COPY", share.ID, "one", "Older", 3)
	_, err = a.Move(context.Background(), "Older", []uint32{3}, "Nowhere")
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	shows("no such folder", share.ID, "one", "Older", 3)
	require.NoError(t, a.DeleteFolder(context.Background(), "Older"))
	_, err = u.OpenShare(context.Background(), share.ID)
	assertNoShare(t, err)
}
