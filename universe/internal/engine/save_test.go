package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/wait"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

func loadOf(t testing.TB, saved string, o mailsim.Options) *Universe {
	t.Helper()
	u, err := Load(strings.NewReader(saved), o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return u
}

// loadOptions are those of a test that no file holds.
func loadOptions() mailsim.Options {
	return mailsim.Options{HashCost: 4, HooksOnClock: true, Real: config.DefaultStart}
}

func TestSaveReplay(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{Seed: "save", Name: "the first", Domain: "mx.ours.test"})
	chapterOne(t, u)
	saved := savedBytes(t, u)
	v := loadOf(t, saved, loadOptions())
	assert.Equal(t, u.ID(), v.ID())
	assert.Equal(t, "the first", v.Name())
	assert.Equal(t, "mx.ours.test", v.Domain())
	sameUniverse(t, u, v)
	sameRecords(t, u, v)
	chapterTwo(t, u)
	chapterTwo(t, v)
	sameUniverse(t, u, v) // spec: beyond.save.replay
	w := loadOf(t, savedBytes(t, u), loadOptions())
	sameUniverse(t, u, w)
}

// sameRecords compares what is in memory, so that nothing is lost on the way.
func sameRecords(t *testing.T, a, b *Universe) {
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
				assert.Equal(t, [4]any{m.Raw, m.Thread, m.Truth, m.Copies}, [4]any{n.Raw, n.Thread, n.Truth, n.Copies}, "%q", key)
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
	u := newTestUniverse(t, mailsim.Options{})
	for _, root := range []string{"<first@ours.test>", "<second@ours.test>"} {
		inject(t, u, mailsim.Inject{To: "box@ours.test", Raw: "Message-ID: <x@ours.test>\r\nReferences: " + root + "\r\n\r\nHello\r\n"})
	}
	expunge := func(u *Universe, uid uint32) {
		a, err := u.Access("box@ours.test")
		require.NoError(t, err)
		_, err = a.StoreFlags(ctx, post.Inbox, []uint32{uid}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
		require.NoError(t, err)
		_, err = a.Expunge(ctx, post.Inbox, nil)
		require.NoError(t, err)
	}
	expunge(u, 1)
	v := loadOf(t, savedBytes(t, u), loadOptions())
	w := loadOf(t, savedBytes(t, v), loadOptions())
	for _, u := range []*Universe{u, forkOf(t, u, mailsim.Options{}), v, w} {
		inject(t, u, mailsim.Inject{To: "other@ours.test", Raw: "Message-ID: <z@ours.test>\r\nIn-Reply-To: <x@ours.test>\r\n\r\nHello\r\n"})
		threads, err := u.Threads("other@ours.test")
		require.NoError(t, err)
		assert.Equal(t, "<first@ours.test>", threads[0].Root)
		expunge(u, 2)
		assert.NotContains(t, savedBytes(t, u), "namesake", "it goes with the last copy")
	}
	sameUniverse(t, u, v)
	sameUniverse(t, u, w)
}

// TestSaveWaitReply: an answer is found from where its question came in, also
// where the copies that came first are gone.
func TestSaveWaitReply(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", nil)
	setRetention(t, u, 3, 0)
	id := sendTo(t, u, "anna@client.test", "Hello", "Is Tuesday fine?", func(m *mailsim.Outgoing) { m.To = append(m.To, "late+slow2d@client.test") })
	_, err := u.Advance(ctx, 4*day)
	require.NoError(t, err)
	require.Len(t, u.FindMessage(id), 1)
	for _, u := range []*Universe{u, loadOf(t, savedBytes(t, u), loadOptions())} {
		w := &wait.Reply{Part: u.waitPart, Person: people.Table.In(&u.State).At(anna.ID), Match: mailsim.ReplyMatch{InReplyTo: id}}
		w.Begin()
		require.NotNil(t, w.Consume())
	}
}

func TestSaveKeepsFolders(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
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
	v := loadOf(t, savedBytes(t, u), loadOptions())
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

// resum puts the right checksum behind what may be damaged.
func resum(saved string) string {
	if len(saved) < sha256.Size {
		return saved
	}
	body := saved[:len(saved)-sha256.Size]
	sum := sha256.Sum256([]byte(body))
	return body + string(sum[:])
}

func TestLoadRefusesWhatIsDamaged(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	addPerson(t, u, "anna@client.test", nil)
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Hi", Text: "Hello?"})
	require.NoError(t, err)
	saved := savedBytes(t, u)
	refused := func(name, file string) {
		t.Helper()
		v, err := Load(strings.NewReader(file), mailsim.Options{})
		if !assert.ErrorIs(t, err, mailsim.ErrInvalid, name) { // spec: beyond.save.corrupt
			_ = v.Close()
		}
		assert.Nil(t, v, name)
	}
	for i := 0; i < len(saved); i += 7 {
		b := []byte(saved)
		b[i] ^= 1 << (i % 8)
		refused("a changed byte", string(b))
		refused("an early end", saved[:i])
	}
	for i := max(0, len(saved)-100); i < len(saved); i++ {
		refused("an early end", saved[:i])
	}
	refused("more behind the end", saved+"x")
	refused("nothing", "")
	refused("another file", "From MAILER-DAEMON Mon Jan  5 09:00:00 2026\nSubject: an mbox\n\n")
	refused("a huge field", persist.Header+"\xff\xff\xff\xff\xff\xff\xff\xff\x7f")
	refused("a large field that is not there", persist.Header+"\x04blob\x01x\xff\xff\xff\xff\x0fabc")
	later := strings.Replace(saved, persist.Header, "mailsim universe 2\n", 1)
	_, err = Load(strings.NewReader(later), mailsim.Options{})
	assert.ErrorContains(t, err, "later version")
	_, err = Load(io.MultiReader(strings.NewReader(saved[:1000]), &brokenReader{}), mailsim.Options{})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = Load(strings.NewReader(saved), mailsim.Options{Seed: "another"})
	assert.ErrorContains(t, err, "seed")
	loadOf(t, saved, mailsim.Options{Seed: config.DefaultSeed})
}

type brokenReader struct{}

func (*brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// TestLoadRefusesWhatDoesNotFit changes records so that the sum is right.
func TestLoadRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
	saved := savedBytes(t, u)
	for _, c := range []struct{ name, table, key, value string }{
		{"no state", persist.StateTable, "", "{}"},
		{"no settings", "settings", "", "null"},
		{"a later format", persist.StateTable, "", `{"format":3}`},
		{"an unknown table", "tables", "x", "1"},
		{"a mailbox without folders", "mailbox", "x@y.test", `{"address":"x@y.test","created":[0,0]}`},
		{"a mailbox of another name", "mailbox", "x@y.test", `{"address":"z@y.test","created":[0,0]}`},
		{"a folder without mailbox", persist.FolderTable, "x@y.test\x00INBOX", `{"uidvalidity":1,"uidnext":1,"modseq":1}`},
		{"a folder without name", persist.FolderTable, "plain@client.test\x00", `{"uidvalidity":1,"uidnext":1,"modseq":1}`},
		{"a folder without numbers", persist.FolderTable, "plain@client.test\x00Archive", `{}`},
		{"a copy without folder", persist.CopyTable, "x@y.test\x00INBOX\x001", `{"mail":"x"}`},
		{"a copy without place", persist.CopyTable, "x", `{}`},
		{"a copy of no UID", persist.CopyTable, "plain@client.test\x00INBOX\x0001", `{}`},
		{"a person without address", "persona", "p_x", `{"id":"p_x"}`},
		{"a person of another id", "persona", "p_x", `{"id":"p_y","addresses":["a@b.test"]}`},
		{"a job of no kind", "job", "j_x", `{"id":"j_x","kind":"sing"}`},
		{"a delivery of nothing", "job", "j_x", `{"id":"j_x","kind":"delivery"}`},
		{"a bounce of nothing", "job", "j_x", `{"id":"j_x","kind":"bounce","args":{"bounce":{}}}`},
		{"a namesake without mail", "namesake", "<x@y.test>", `{}`},
		{"a password without hash", "login", "x@y.test", `{"hash":""}`},
		{"an event too much", persist.EventTable, "999999", `{"type":"note"}`},
		{"a fault of no kind", "fault", "", `{"rules":[{"where":"smtp","kind":"sing"}]}`},
		{"a wrong webhook", "webhook", "000009", `{"url":"x"}`},
		{"no JSON", "case", "T-2", `{`},
		{"a null", "case", "T-2", `null`},
		{"a mail without bytes", persist.MailTable, "x", `{"blob":"y"}`},
	} {
		v, err := Load(strings.NewReader(withRecord(t, saved, c.table, c.key, c.value)), loadOptions())
		if !assert.ErrorIs(t, err, mailsim.ErrInvalid, c.name) {
			_ = v.Close()
		}
		assert.Nil(t, v, c.name)
	}
}

// TestLoadRefusesNamesakes: the mail that stands for a Message-ID has it, and
// so has some copy.
func TestLoadRefusesNamesakes(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	for _, text := range []string{"first", "second"} {
		inject(t, u, mailsim.Inject{To: "box@ours.test", Raw: "Message-ID: <x@ours.test>\r\n\r\n" + text})
	}
	for name, change := range map[string]func(map[string]map[string][]byte){
		"another name": func(r map[string]map[string][]byte) { r["namesake"]["<y@ours.test>"] = r["namesake"]["<x@ours.test>"] },
		"no copy":      func(r map[string]map[string][]byte) { delete(r, persist.CopyTable) },
		"":             func(map[string]map[string][]byte) {},
	} {
		l, err := persist.ReadSaved(strings.NewReader(savedBytes(t, u)))
		require.NoError(t, err)
		change(l.Records)
		if err = l.Read(); name != "" {
			require.ErrorIs(t, err, mailsim.ErrInvalid, name)
			assert.ErrorContains(t, err, name)
		} else {
			assert.NoError(t, err)
		}
	}
}

// withRecord puts a record into a saved universe, in the place of one of its key.
func withRecord(t *testing.T, saved, table, key, value string) string {
	t.Helper()
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	l.Add(mailsim.Record{Table: table, Key: key, Value: []byte(value)})
	return written(t, l)
}

// written is a saved universe of these records.
func written(t *testing.T, l *persist.Loader) string {
	t.Helper()
	var b bytes.Buffer
	w := persist.NewWriter(&b)
	for _, table := range slices.Sorted(maps.Keys(l.Records)) {
		for _, key := range slices.Sorted(maps.Keys(l.Records[table])) {
			value := l.Records[table][key]
			w.Record(table, &persist.FileRecord{Key: key, Value: value})
		}
	}
	require.NoError(t, w.Close())
	return b.String()
}

func TestSaveSecrets(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
	var plain bytes.Buffer
	require.NoError(t, u.Save(&plain))
	assert.NotContains(t, plain.String(), "hush")
	assert.NotContains(t, plain.String(), "correct horse")
	assert.NotContains(t, plain.String(), "a-given-key-0123456789")
	v := loadOf(t, plain.String(), loadOptions())
	assert.Empty(t, v.Webhooks()[0].Secret)
	v = loadOf(t, savedBytes(t, u), loadOptions())
	assert.Equal(t, webhook.Mask, v.Webhooks()[0].Secret)
	assert.Equal(t, webhook.Mask, u.Webhooks()[0].Secret, "the origin keeps its own")
	got, err := v.CheckPassword(context.Background(), "app@ours.test", mailsim.PasswordCheck{Password: "correct horse"})
	require.NoError(t, err)
	assert.True(t, got.SMTP.OK)
}

func TestSaveFile(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	dir := t.TempDir()
	path := filepath.Join(dir, "u.mailsim")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	require.NoError(t, u.SaveFile(path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	v, err := LoadFile(path, loadOptions())
	require.NoError(t, err)
	sameUniverse(t, u, v)
	require.NoError(t, v.Close())
	assert.ErrorIs(t, u.SaveFile(filepath.Join(dir, "none", "u")), mailsim.ErrInternal)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "taken"), 0o700))
	assert.ErrorIs(t, u.SaveFile(filepath.Join(dir, "taken")), mailsim.ErrInternal)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "no half-written file is left")
	_, err = LoadFile(filepath.Join(dir, "none"), mailsim.Options{})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	assert.ErrorIs(t, u.Save(&brokenWriter{}), mailsim.ErrInternal)
}

// A link stays one: what it leads to, on another disk perhaps, is written.
func TestSaveFileBehindLink(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	disk, dir := t.TempDir(), t.TempDir()
	link, second := filepath.Join(dir, "link"), filepath.Join(dir, "second")
	require.NoError(t, os.Symlink(filepath.Join(disk, "u"), link))
	require.NoError(t, os.Symlink("link", second))
	for range 2 { // at first there is nothing behind it
		require.NoError(t, u.SaveFile(second))
		v, err := LoadFile(filepath.Join(disk, "u"), loadOptions())
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

// FuzzLoad loads files whose checksum is right: what is accepted can be lived in. The
// input is small, so that many are tried: a record's name and value in the place of
// one of a small universe's, and bytes put into the file wherever they hurt.
func FuzzLoad(f *testing.F) {
	u, err := New(mailsim.Options{HashCost: 4})
	require.NoError(f, err)
	_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
	require.NoError(f, err)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "late+slow1h@client.test"}, Subject: "Hi", Text: "Is Tuesday fine?"})
	require.NoError(f, err)
	saved := savedBytes(f, u)
	require.NoError(f, u.Close())
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(f, err)
	for _, table := range slices.Sorted(maps.Keys(l.Records)) {
		for _, key := range slices.Sorted(maps.Keys(l.Records[table])) {
			f.Add(table, key, string(l.Records[table][key]), uint(0), uint(0), "")
		}
	}
	f.Add("mail", "x", `{"blob":"y"}`, uint(0), uint(0), "")
	f.Add("", "", "", uint(len(persist.Header)), uint(1), "\xff\xff\xff\xff\x0f")
	f.Add("", "", "", uint(0), uint(len(saved)), persist.Header)
	f.Fuzz(func(t *testing.T, table, key, value string, at, cut uint, put string) {
		file := saved
		if table != "" {
			file = withRecord(t, saved, table, key, value)
		}
		if cut != 0 || put != "" {
			at %= uint(len(file))
			file = file[:at] + put + file[at+min(cut, uint(len(file))-at):]
		}
		v, err := Load(strings.NewReader(resum(file)), mailsim.Options{})
		if err != nil {
			assert.ErrorIs(t, err, mailsim.ErrInvalid)
			return
		}
		_, _ = v.AdvanceJobs(context.Background(), 50)
		for _, m := range v.Mailboxes() {
			_, _ = v.Messages(m.Address, mailsim.MessageFilter{Limit: 3})
		}
		require.NoError(t, v.Save(io.Discard))
		require.NoError(t, v.Close())
	})
}

// BenchmarkSave compares saving and loading 10,000 mails with delivering them.
func BenchmarkSave(b *testing.B) {
	ctx := context.Background()
	u, err := New(mailsim.Options{})
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
		v, err := Load(&file, mailsim.Options{})
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
		u := newTestUniverse(t, mailsim.Options{Start: time.Date(year, 3, 1, 9, 0, 0, 0, time.UTC)})
		addPerson(t, u, "anna@client.test", nil)
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Text: "Is Tuesday fine?"})
		require.NoError(t, err)
		_, err = u.Advance(context.Background(), 48*time.Hour)
		require.NoError(t, err)
		sameUniverse(t, u, loadOf(t, savedBytes(t, u), loadOptions()))
	}
	for _, year := range []int{-5, 0, 10000} {
		_, err := New(mailsim.Options{Start: time.Date(year, 12, 31, 9, 0, 0, 0, time.UTC)})
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%d", year)
	}
}

// TestSaveWithoutKey leaves out the key of that prefix alone, and the universe as it is.
func TestSaveWithoutKey(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	_, gone, err := u.CreateKey(bg, "run", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, stays, err := u.CreateKey(bg, "ci", mailsim.RoleViewer)
	require.NoError(t, err)
	before := u.Commits()
	var file bytes.Buffer
	require.NoError(t, u.Save(&file, mailsim.WithoutKey(gone.Prefix)))
	assert.Equal(t, before, u.Commits())
	assert.Len(t, u.Keys(), 2)
	loaded, err := Load(&file, mailsim.Options{})
	require.NoError(t, err)
	defer loaded.Close()
	require.Len(t, loaded.Keys(), 1)
	assert.Equal(t, stays.Prefix, loaded.Keys()[0].Prefix)
	paces(t, u, 1)
	assert.Greater(t, u.Commits(), before)
}
