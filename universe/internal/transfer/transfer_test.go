package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

const old = "Return-Path: <shop@app.test>\r\nDelivered-To: anna@client.test\r\nFrom: Shop <shop@app.test>\r\nTo: anna@client.test, ben@client.test\r\nSubject: Old\r\nMessage-ID: <old@app.test>\r\nDate: Tue, 02 Jan 2024 10:00:00 +0000\r\n\r\nCould you tell me the date?\r\n"

func list(mails ...mailsim.Archived) iter.Seq2[mailsim.Archived, error] {
	return func(yield func(mailsim.Archived, error) bool) {
		for i, m := range mails {
			if m.Place == "" {
				m.Place = fmt.Sprintf("file:%d", i+1)
			}
			var err error
			if m.Raw == nil {
				err = errors.New("it cannot be read")
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

func exported(t *testing.T, u *engine.Universe, f mailsim.ExportFilter) (out []mailsim.Archived) {
	t.Helper()
	for m, err := range u.Export(context.Background(), f) {
		require.NoError(t, err)
		out = append(out, m)
	}
	return out
}

// TestInertImport files mail as it was, and nobody reacts.
func TestInertImport(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	events := len(testkit.EventsOf[mailsim.PersonaReceived](u))
	then := time.Date(2024, 1, 2, 10, 0, 0, 0, time.UTC)
	report, err := u.Import(context.Background(), list(
		mailsim.Archived{Raw: []byte(old), Folder: "Archive/2024", Flags: []string{`\Seen`, "later"}, Time: then},
		mailsim.Archived{Place: "box:7"},
		mailsim.Archived{Raw: []byte("Subject: whose?\r\n\r\n")},
		mailsim.Archived{Raw: []byte(old), Address: "ben@client.test", Folder: "a\x00b"},
	), mailsim.ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, 1, report.Mails)
	assert.Equal(t, 3, report.Failed)
	assert.Equal(t, mailsim.ImportFailure{Place: "box:7", Error: "it cannot be read"}, report.Errors[0])
	assert.Equal(t, "file:3", report.Errors[1].Place)
	testkit.Advance(t, u, 30*testkit.Day)
	assert.Len(t, testkit.EventsOf[mailsim.PersonaReceived](u), events)
	assert.Empty(t, testkit.EventsOf[mailsim.PersonaSent](u))
	got := exported(t, u, mailsim.ExportFilter{Address: "ANNA@client.test", Folder: "Archive/2024"})
	require.Len(t, got, 1)
	assert.Equal(t, mailsim.Archived{Address: "anna@client.test", Folder: "Archive/2024", Flags: []string{`\Seen`, "later"}, Time: then, From: "shop@app.test", Raw: []byte(old)}, got[0])
}

// TestDeliveredImport is mail that came by SMTP.
func TestDeliveredImport(t *testing.T) {
	t.Parallel()
	one := 1.0
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = &one })
	report, err := u.Import(context.Background(), list(mailsim.Archived{Raw: []byte(old)}), mailsim.ImportOptions{Deliver: true})
	require.NoError(t, err)
	assert.Equal(t, 1, report.Mails)
	delivered := testkit.EventsOf[mailsim.MailDelivered](u)
	require.Len(t, delivered, 1)
	assert.Equal(t, []string{"anna@client.test"}, delivered[0].To)
	testkit.Advance(t, u, 7*testkit.Day)
	assert.NotEmpty(t, testkit.EventsOf[mailsim.PersonaSent](u))
	in := testkit.Inbox(t, u, "anna@client.test")
	require.Len(t, in, 1)
	assert.Contains(t, string(in[0].Bytes()), "Return-Path: <shop@app.test>")

	_, err = u.Import(context.Background(), list(mailsim.Archived{Raw: []byte(old)}), mailsim.ImportOptions{Deliver: true, To: "zoe@client.test"})
	require.NoError(t, err)
	assert.Len(t, testkit.Inbox(t, u, "zoe@client.test"), 1)
}

func TestImportEndsEarly(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 2}})
	var mails []mailsim.Archived
	for i := range 5 {
		mails = append(mails, mailsim.Archived{Address: "a@b.test", Raw: fmt.Appendf(nil, "Message-ID: <%d@x.test>\r\n\r\n", i)})
	}
	report, err := u.Import(context.Background(), list(mails...), mailsim.ImportOptions{})
	require.ErrorIs(t, err, mailsim.ErrFull)
	assert.Equal(t, 2, report.Mails)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = u.Import(ctx, list(mails...), mailsim.ImportOptions{})
	require.Error(t, err)
	for _, o := range []mailsim.ImportOptions{{To: "x"}, {Deliver: true, Folder: "Old"}, {MaxBytes: -1}} {
		_, err = u.Import(context.Background(), list(), o)
		require.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	report, err = testkit.New(t, mailsim.Options{}).Import(context.Background(), list(mails...), mailsim.ImportOptions{MaxBytes: 5})
	require.NoError(t, err)
	assert.Equal(t, 5, report.Failed)
	for _, f := range []mailsim.ExportFilter{{Address: "nobody@x.test"}, {Address: "a@b.test", Folder: "None"}} {
		for _, err := range u.Export(context.Background(), f) {
			require.ErrorIs(t, err, mailsim.ErrNotFound)
		}
	}
}

// TestExportImportExport is the same to the byte, where a form says whose mail it is.
func TestExportImportExport(t *testing.T) {
	t.Parallel()
	for _, f := range []archive.Format{archive.JSONL, archive.Maildir, archive.Zip} {
		u := testkit.New(t, mailsim.Options{})
		testkit.ChapterOne(t, u)
		var first, second bytes.Buffer
		n, err := archive.Write(&first, f, u.Export(context.Background(), mailsim.ExportFilter{}))
		require.NoError(t, err)
		require.Positive(t, n)
		v := testkit.New(t, mailsim.Options{})
		report, err := v.Import(context.Background(), archive.ReadFrom(bytes.NewReader(first.Bytes()), "first", archive.Options{}), mailsim.ImportOptions{})
		require.NoError(t, err)
		require.Equal(t, mailsim.Imported{Mails: n, Errors: []mailsim.ImportFailure{}}, report)
		_, err = archive.Write(&second, f, v.Export(context.Background(), mailsim.ExportFilter{}))
		require.NoError(t, err)
		if f == archive.JSONL { // whose envelope an imported mail had, its header alone says
			want, got := exported(t, u, mailsim.ExportFilter{}), exported(t, v, mailsim.ExportFilter{})
			for i := range want {
				want[i].From, got[i].From = "", ""
			}
			assert.Equal(t, want, got)
			continue
		}
		assert.Equal(t, first.Bytes(), second.Bytes(), "%s", f)
	}
}

// TestManyMails are not held in memory: they come one by one.
func TestManyMails(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	const n = 5000
	open := 0
	seq := func(yield func(mailsim.Archived, error) bool) {
		for i := range n {
			open = i
			if !yield(mailsim.Archived{Address: "a@b.test", Raw: fmt.Appendf(nil, "Message-ID: <%d@x.test>\r\n\r\nx\r\n", i)}, nil) {
				return
			}
		}
	}
	report, err := u.Import(context.Background(), seq, mailsim.ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, n, report.Mails)
	open = 0
	for range u.Export(context.Background(), mailsim.ExportFilter{}) {
		if open++; open == 10 {
			break
		}
	}
	assert.Equal(t, 10, open)
}

// TestBatches: mails are filed by the batch, in their order, and one that cannot be filed
// takes none of its batch along.
func TestBatches(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var mails []mailsim.Archived
	for i := range 350 {
		m := mailsim.Archived{Place: fmt.Sprint("m", i), Address: "a@b.test", Raw: fmt.Appendf(nil, "Message-ID: <%d@x.test>\r\n\r\n", i)}
		switch i {
		case 120:
			m.Address = "no address"
		case 130:
			m.Raw = nil
		}
		mails = append(mails, m)
	}
	broken := func(yield func(mailsim.Archived, error) bool) {
		for i, m := range mails {
			if i == 125 && !yield(mailsim.Archived{Place: "cut"}, errors.New("cut off")) || !yield(m, nil) {
				return
			}
		}
	}
	report, err := u.Import(context.Background(), broken, mailsim.ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, []any{348, 3}, []any{report.Mails, report.Failed})
	var places []string
	for _, f := range report.Errors {
		places = append(places, f.Place)
	}
	assert.Equal(t, []string{"m120", "cut", "m130"}, places)
	got := exported(t, u, mailsim.ExportFilter{})
	require.Len(t, got, 348)
	assert.Equal(t, string(mails[0].Raw), string(got[0].Raw))
	assert.Equal(t, string(mails[121].Raw), string(got[120].Raw))
	assert.Equal(t, string(mails[349].Raw), string(got[347].Raw))
}
