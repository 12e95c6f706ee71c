package post_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// distinctIDs tells that the Message-IDs and the Received ids of a folder come once each.
func distinctIDs(t *testing.T, u *engine.Universe, address, folder string, want int) {
	t.Helper()
	ids, traces := map[string]bool{}, map[string]bool{}
	u.Read(func(v state.View) {
		for s := range post.Mailbox(v, address).Folder(folder).All() {
			ids[s.Mail.MessageID] = true
			if s.Way != nil {
				traces[string(s.Way.ID[:])] = true
			}
		}
	})
	assert.Len(t, ids, want, "Message-IDs in %s of %s", folder, address)
	if len(traces) > 0 {
		assert.Len(t, traces, want, "Received ids in %s of %s", folder, address)
	}
}

// spec: send.answer.brackets
func TestMailsSentAtOnceHaveIdsOfTheirOwn(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	const n = 200
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			to := []string{"all@x.test"}
			if i%10 == 9 {
				to = nil // refused: it takes no number from the others
			}
			_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: to, Text: "x"})
			assert.Equal(t, i%10 == 9, err != nil)
		})
		wg.Go(func() {
			_, err := u.Inject(context.Background(), mailsim.Inject{To: "in@x.test", From: "a@x.test", Folder: fmt.Sprint("F", i%3), Text: "x"})
			assert.NoError(t, err)
		})
		wg.Go(func() {
			_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"smtp@x.test"}}, "From: app@ours.test\r\nSubject: s\r\n\r\nx\r\n")
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	distinctIDs(t, u, "all@x.test", post.Inbox, n*9/10)
	distinctIDs(t, u, "smtp@x.test", post.Inbox, n)
	distinctIDs(t, u, "app@ours.test", post.Sent, n+n*9/10)
	a, err := u.Access("in@x.test")
	require.NoError(t, err)
	for _, f := range []string{"F1", "F2", "F0"} {
		s, err := a.Open(f)
		require.NoError(t, err)
		_, err = a.Move(context.Background(), f, uidsOf(s.Len()), post.Inbox)
		require.NoError(t, err)
	}
	distinctIDs(t, u, "in@x.test", post.Inbox, n)

	// What came at once stays apart from what comes later, in a copy as well.
	f, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	for range 10 {
		_, err = f.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"all@x.test"}, Text: "x"})
		require.NoError(t, err)
	}
	distinctIDs(t, f, "all@x.test", post.Inbox, n*9/10+10)
	assert.Empty(t, f.Sending.Open)
	assert.Empty(t, u.Sending.Open)
}

func uidsOf(n int) (uids []uint32) {
	for i := range n {
		uids = append(uids, uint32(i+1))
	}
	return uids
}

// Renamed and deleted folders let no id come again, nor does a saved universe.
func TestIdsGoOnThroughRenamesAndDeletions(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var sentIDs []string
	three := func(u *engine.Universe) {
		t.Helper()
		for range 3 {
			id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"x@x.test"}, Text: "x"})
			require.NoError(t, err)
			sentIDs = append(sentIDs, id)
			testkit.Inject(t, u, mailsim.Inject{To: "app@ours.test", Folder: "In", From: "a@x.test", Text: "x"})
		}
	}
	three(u)
	a, err := u.Access("app@ours.test")
	require.NoError(t, err)
	require.NoError(t, a.RenameFolder(context.Background(), post.Sent, "Old"))
	three(u)
	require.NoError(t, a.DeleteFolder(context.Background(), post.Sent))
	_, err = a.Move(context.Background(), "In", uidsOf(6), post.Inbox)
	require.NoError(t, err)
	require.NoError(t, a.DeleteFolder(context.Background(), "In"))
	three(u)
	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	loaded, err := engine.Load(&file, mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = loaded.Close() })
	three(loaded)
	slices.Sort(sentIDs)
	assert.Len(t, slices.Compact(sentIDs), 12)
	distinctIDs(t, loaded, "x@x.test", post.Inbox, 12)
	a, err = loaded.Access("app@ours.test")
	require.NoError(t, err)
	_, err = a.Move(context.Background(), "In", uidsOf(6), post.Inbox)
	require.NoError(t, err)
	distinctIDs(t, loaded, "app@ours.test", post.Inbox, 12)
	uses := 0
	for _, f := range a.Folders() {
		if f.SpecialUse == `\Sent` {
			uses++
		}
	}
	assert.Equal(t, 1, uses, "one folder has the special use") // spec: folders.special_use

	// After a reset the script begins anew.
	first := func(u *engine.Universe) string {
		id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"x@x.test"}, Text: "x"})
		require.NoError(t, err)
		return id
	}
	_, err = u.Reset(context.Background())
	require.NoError(t, err)
	assert.Equal(t, first(testkit.New(t, mailsim.Options{})), first(u))
}

// A mail from nobody that its first recipient does not get leaves its id to no other.
func TestIdsOfMailThatNobodySent(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	for _, first := range []string{"x+unknown-dsn@x.test", "x+slow1h@x.test"} {
		for range 4 {
			_, err := s.Submit(context.Background(), mailsim.Envelope{To: []string{first, "all@x.test"}}, "Subject: s\r\n\r\nx\r\n")
			require.NoError(t, err)
		}
	}
	distinctIDs(t, u, "all@x.test", post.Inbox, 8)
}
