package persist_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

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
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Hi", Text: "Hello?"})
	require.NoError(t, err)
	saved := testkit.Saved(t, u)
	refused := func(name, file string) {
		t.Helper()
		v, err := engine.Load(strings.NewReader(file), mailsim.Options{})
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
	_, err = engine.Load(strings.NewReader(later), mailsim.Options{})
	assert.ErrorContains(t, err, "later version")
	_, err = engine.Load(io.MultiReader(strings.NewReader(saved[:1000]), &brokenReader{}), mailsim.Options{})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = engine.Load(strings.NewReader(saved), mailsim.Options{Seed: "another"})
	assert.ErrorContains(t, err, "seed")
	testkit.Load(t, saved, mailsim.Options{Seed: config.DefaultSeed})
}

type brokenReader struct{}

func (*brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// TestLoadRefusesWhatDoesNotFit changes records so that the sum is right.
func TestLoadRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	saved := testkit.Saved(t, u)
	for _, c := range []struct{ name, table, key, value string }{
		{"no state", persist.StateTable, "", "{}"},
		{"no settings", "settings", "", "null"},
		{"a later format", persist.StateTable, "", `{"format":99}`},
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
		v, err := engine.Load(strings.NewReader(testkit.WithRecord(t, saved, c.table, c.key, c.value)), testkit.LoadOptions())
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
	u := testkit.New(t, mailsim.Options{})
	for _, text := range []string{"first", "second"} {
		testkit.Inject(t, u, mailsim.Inject{To: "box@ours.test", Raw: "Message-ID: <x@ours.test>\r\n\r\n" + text})
	}
	for name, change := range map[string]func(map[string]map[string][]byte){
		"another name": func(r map[string]map[string][]byte) { r["namesake"]["<y@ours.test>"] = r["namesake"]["<x@ours.test>"] },
		"no copy":      func(r map[string]map[string][]byte) { delete(r, persist.CopyTable) },
		"":             func(map[string]map[string][]byte) {},
	} {
		l, err := persist.ReadSaved(strings.NewReader(testkit.Saved(t, u)))
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

// FuzzLoad loads files whose checksum is right: what is accepted can be lived in. The
// input is small, so that many are tried: a record's name and value in the place of
// one of a small universe's, and bytes put into the file wherever they hurt.
func FuzzLoad(f *testing.F) {
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(f, err)
	_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
	require.NoError(f, err)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "late+slow1h@client.test"}, Subject: "Hi", Text: "Is Tuesday fine?"})
	require.NoError(f, err)
	saved := testkit.Saved(f, u)
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
			file = testkit.WithRecord(t, saved, table, key, value)
		}
		if cut != 0 || put != "" {
			at %= uint(len(file))
			file = file[:at] + put + file[at+min(cut, uint(len(file))-at):]
		}
		v, err := engine.Load(strings.NewReader(resum(file)), mailsim.Options{})
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
