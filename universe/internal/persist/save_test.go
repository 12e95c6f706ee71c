package persist_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/wait"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

func TestSaveReplay(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "save", Name: "the first", Domain: "mx.ours.test"})
	testkit.ChapterOne(t, u)
	saved := testkit.Saved(t, u)
	v := testkit.Load(t, saved, testkit.LoadOptions())
	assert.Equal(t, u.ID(), v.ID())
	assert.Equal(t, "the first", v.Name())
	assert.Equal(t, "mx.ours.test", v.Domain())
	testkit.AssertSame(t, u, v)
	sameRecords(t, u, v)
	testkit.ChapterTwo(t, u)
	testkit.ChapterTwo(t, v)
	testkit.AssertSame(t, u, v) // spec: beyond.save.replay
	w := testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
	testkit.AssertSame(t, u, w)
}

// sameRecords compares what is in memory, so that nothing is lost on the way.
func sameRecords(t *testing.T, a, b *engine.Universe) {
	t.Helper()
	ours := b.Tables()
	for i, tb := range a.Tables() {
		require.Equal(t, tb.Keys(), ours[i].Keys(), "table %d %s", i, tb.TableName())
		if name := tb.TableName(); name == "mailbox" || name == "job" || name == "namesake" {
			continue // they hold mails; compared as saved
		}
		for _, key := range tb.Keys() {
			x, _ := tb.Record(key)
			y, _ := ours[i].Record(key)
			if m, ok := x.(*post.Entry); ok {
				n := y.(*post.Entry)
				assert.Equal(t, [4]any{m.Raw(), m.Thread, m.Truth, m.Copies}, [4]any{n.Raw(), n.Thread, n.Truth, n.Copies}, "%q", key)
				continue
			}
			if l, ok := x.(*state.IDList); ok {
				m := y.(*state.IDList)
				assert.Equal(t, l.Live, m.Live, "%q", key)
				assert.ElementsMatch(t, l.IDs, m.IDs, "%q", key)
				continue
			}
			assert.True(t, reflect.DeepEqual(x, y), "%s %q: %+v and %+v", tb.TableName(), key, x, y)
		}
	}
}

// TestSaveNamesakes: the mail that stands for a Message-ID is the one that came
// first with it, also where it is in no folder any more.
func TestSaveNamesakes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	for _, root := range []string{"<first@ours.test>", "<second@ours.test>"} {
		testkit.Inject(t, u, mailsim.Inject{To: "box@ours.test", Raw: "Message-ID: <x@ours.test>\r\nReferences: " + root + "\r\n\r\nHello\r\n"})
	}
	expunge := func(u *engine.Universe, uid uint32) {
		a, err := u.Access("box@ours.test")
		require.NoError(t, err)
		_, err = a.StoreFlags(ctx, post.Inbox, []uint32{uid}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
		require.NoError(t, err)
		_, err = a.Expunge(ctx, post.Inbox, nil)
		require.NoError(t, err)
	}
	expunge(u, 1)
	v := testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
	w := testkit.Load(t, testkit.Saved(t, v), testkit.LoadOptions())
	for _, u := range []*engine.Universe{u, testkit.Fork(t, u, mailsim.Options{}), v, w} {
		testkit.Inject(t, u, mailsim.Inject{To: "other@ours.test", Raw: "Message-ID: <z@ours.test>\r\nIn-Reply-To: <x@ours.test>\r\n\r\nHello\r\n"})
		threads, err := u.Threads("other@ours.test")
		require.NoError(t, err)
		assert.Equal(t, "<first@ours.test>", threads[0].Root)
		expunge(u, 2)
		assert.NotContains(t, testkit.Saved(t, u), "namesake", "it goes with the last copy")
	}
	testkit.AssertSame(t, u, v)
	testkit.AssertSame(t, u, w)
}

// TestSaveWaitReply: an answer is found from where its question came in, also
// where the copies that came first are gone.
func TestSaveWaitReply(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.SetRetention(t, u, 3, 0)
	id := testkit.SendTo(t, u, "anna@client.test", "Hello", "Is Tuesday fine?", func(m *mailsim.Outgoing) { m.To = append(m.To, "late+slow2d@client.test") })
	_, err := u.Advance(ctx, 4*testkit.Day)
	require.NoError(t, err)
	require.Len(t, u.FindMessage(id), 1)
	for _, u := range []*engine.Universe{u, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())} {
		w := &wait.Reply{Part: wait.New(u.Book, nil, nil), Person: people.Table.In(&u.State).At(anna.ID), Match: mailsim.ReplyMatch{InReplyTo: id}}
		w.Begin()
		require.NotNil(t, w.Consume())
	}
}

func TestSaveKeepsFolders(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	mine, err := u.Access(u.Mailboxes()[0].Address)
	require.NoError(t, err)
	_, uids, err := mine.Append(context.Background(), post.Inbox, []mailsim.AppendMail{
		{Data: "Subject: old\r\n\r\nx\r\n", Time: config.DefaultStart.AddDate(-1, 0, 0)}, {Data: "Subject: new\r\n\r\nx\r\n"},
	})
	require.NoError(t, err)
	_, err = mine.ClaimRecent(context.Background(), post.Inbox, uids[1])
	require.NoError(t, err)
	for _, op := range []mailsim.FlagOp{mailsim.FlagsAdd, mailsim.FlagsRemove} { // a keyword once used stays known
		_, err = mine.StoreFlags(context.Background(), post.Inbox, uids, op, mailsim.Flags{Keywords: []string{"$Gone"}}, nil)
		require.NoError(t, err)
	}
	v := testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
	for _, m := range u.Mailboxes() {
		a, err := u.Access(m.Address)
		require.NoError(t, err)
		b, err := v.Access(m.Address)
		require.NoError(t, err)
		require.Equal(t, a.Folders(), b.Folders())
		require.Equal(t, a.Subscriptions(), b.Subscriptions())
		for _, f := range a.Folders() {
			x, err := a.Open(f.Name)
			require.NoError(t, err)
			y, err := b.Open(f.Name)
			require.NoError(t, err)
			gone, complete := x.ExpungedSince(0)
			gone2, complete2 := y.ExpungedSince(0)
			assert.Equal(t, gone, gone2)
			assert.Equal(t, complete, complete2)
			for i := range x.Len() {
				assert.Equal(t, x.At(i).Bytes(), y.At(i).Bytes())
				assert.Equal(t, x.At(i).InternalDate(), y.At(i).InternalDate())
				was, is := x.At(i).Envelope(), y.At(i).Envelope()
				assert.Equal(t, was, is)
			}
		}
	}
}

func TestSaveSecrets(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	var plain bytes.Buffer
	require.NoError(t, u.Save(&plain))
	assert.NotContains(t, plain.String(), "hush")
	assert.NotContains(t, plain.String(), "correct horse")
	assert.NotContains(t, plain.String(), "a-given-key-0123456789")
	v := testkit.Load(t, plain.String(), testkit.LoadOptions())
	assert.Empty(t, v.Webhooks()[0].Secret)
	v = testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
	assert.Equal(t, webhook.Mask, v.Webhooks()[0].Secret)
	assert.Equal(t, webhook.Mask, u.Webhooks()[0].Secret, "the origin keeps its own")
	got, err := v.CheckPassword(context.Background(), "app@ours.test", mailsim.PasswordCheck{Password: "correct horse"})
	require.NoError(t, err)
	assert.True(t, got.SMTP.OK)
}

func TestSaveFile(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	dir := t.TempDir()
	path := filepath.Join(dir, "u.mailsim")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	require.NoError(t, u.SaveFile(path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	v, err := engine.LoadFile(path, testkit.LoadOptions())
	require.NoError(t, err)
	testkit.AssertSame(t, u, v)
	require.NoError(t, v.Close())
	assert.ErrorIs(t, u.SaveFile(filepath.Join(dir, "none", "u")), mailsim.ErrInternal)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "taken"), 0o700))
	assert.ErrorIs(t, u.SaveFile(filepath.Join(dir, "taken")), mailsim.ErrInternal)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "no half-written file is left")
	_, err = engine.LoadFile(filepath.Join(dir, "none"), mailsim.Options{})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	assert.ErrorIs(t, u.Save(&brokenWriter{}), mailsim.ErrInternal)
}

// A link stays one: what it leads to, on another disk perhaps, is written.
func TestSaveFileBehindLink(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	disk, dir := t.TempDir(), t.TempDir()
	link, second := filepath.Join(dir, "link"), filepath.Join(dir, "second")
	require.NoError(t, os.Symlink(filepath.Join(disk, "u"), link))
	require.NoError(t, os.Symlink("link", second))
	for range 2 { // at first there is nothing behind it
		require.NoError(t, u.SaveFile(second))
		v, err := engine.LoadFile(filepath.Join(disk, "u"), testkit.LoadOptions())
		require.NoError(t, err)
		require.NoError(t, v.Close())
		info, err := os.Lstat(link)
		require.NoError(t, err)
		assert.Equal(t, os.ModeSymlink, info.Mode().Type())
	}
	require.NoError(t, os.Symlink("ring", filepath.Join(dir, "ring")))
	assert.NoError(t, u.SaveFile(filepath.Join(dir, "ring")), "what leads nowhere is replaced")
}

type brokenWriter struct{}

func (*brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// BenchmarkSave compares saving and loading 10,000 mails with delivering them.
func BenchmarkSave(b *testing.B) {
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{})
	require.NoError(b, err)
	defer func() { _ = u.Close() }()
	text := strings.Repeat("A line of the text of a mail.\r\n", 60)
	start := time.Now()
	for i := range 10_000 {
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"p" + strconv.Itoa(i%100) + "@client.test"}},
			"From: app@ours.test\r\nMessage-ID: <"+strconv.Itoa(i)+"@ours.test>\r\n\r\n"+text)
		require.NoError(b, err)
	}
	deliver := time.Since(start)
	var save, load time.Duration
	for b.Loop() {
		var file bytes.Buffer
		start := time.Now()
		require.NoError(b, u.Save(&file))
		save += time.Since(start)
		start = time.Now()
		v, err := engine.Load(&file, mailsim.Options{})
		require.NoError(b, err)
		load += time.Since(start)
		_ = v.Close()
	}
	b.ReportMetric(float64(save)/float64(b.N)/float64(deliver), "save/deliver")
	b.ReportMetric(float64(load)/float64(b.N)/float64(deliver), "load/deliver")
}

// TestSavedAtAnyTime: a clock that a universe takes can be saved and loaded.
func TestSavedAtAnyTime(t *testing.T) {
	t.Parallel()
	for _, year := range []int{1, 1600, 1960, 9999} {
		u := testkit.New(t, mailsim.Options{Start: time.Date(year, 3, 1, 9, 0, 0, 0, time.UTC)})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Text: "Is Tuesday fine?"})
		require.NoError(t, err)
		_, err = u.Advance(context.Background(), 48*time.Hour)
		require.NoError(t, err)
		testkit.AssertSame(t, u, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()))
	}
	for _, year := range []int{-5, 0, 10000} {
		_, err := engine.New(mailsim.Options{Start: time.Date(year, 12, 31, 9, 0, 0, 0, time.UTC)})
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%d", year)
	}
}

// TestSaveWithoutKey leaves out the key of that prefix alone, and the universe as it is.
func TestSaveWithoutKey(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, gone, err := u.CreateKey(context.Background(), "run", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, stays, err := u.CreateKey(context.Background(), "ci", mailsim.RoleViewer)
	require.NoError(t, err)
	before := u.Commits()
	var file bytes.Buffer
	require.NoError(t, u.Save(&file, mailsim.WithoutKey(gone.Prefix)))
	assert.Equal(t, before, u.Commits())
	assert.Len(t, u.Keys(), 2)
	loaded, err := engine.Load(&file, mailsim.Options{})
	require.NoError(t, err)
	defer loaded.Close()
	require.Len(t, loaded.Keys(), 1)
	assert.Equal(t, stays.Prefix, loaded.Keys()[0].Prefix)
	testkit.MakeEvents(t, u, 1)
	assert.Greater(t, u.Commits(), before)
}
