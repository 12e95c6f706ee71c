package archive_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
)

var at = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// samples are mails that forms of archives have trouble with.
var samples = []string{
	"From: a@b.test\r\nSubject: plain\r\n\r\ntext\r\n",
	"From: a@b.test\r\nSubject: separators\r\n\r\nFrom the start Mon Jan  5 09:00:00 2026\r\n>From x\r\n>>From y\r\n\r\nFrom z@b.test Mon Jan  5 09:00:00 2026\r\nend\r\n",
	"From: a@b.test\r\nSubject: no body\r\n\r\n",
	"From: a@b.test\r\nSubject: blank lines\r\n\r\n\r\n\r\nx\r\n\r\n\r\n",
	"From: a@b.test\r\nSubject: bare\r\n\r\none\r\ntwo\nthree\rfour\r\r\nfive\r\n",
	"From: a@b.test\r\nSubject: h\xc3\xb6her \xff\r\n\r\n\x00\xff\xfe\r\n",
	"From: a@b.test\r\nContent-Type: text/plain\r\n\r\n" + strings.Repeat("long ", 5_000) + "\r\n",
}

func sampleMails() []mailsim.Archived {
	var out []mailsim.Archived
	flags := [][]string{{`\Seen`}, {`\Answered`, `\Flagged`, `\Seen`, "$Forwarded", "later"}, nil, {`\Deleted`, `\Draft`}, {"one", "two"}, nil, {`\Seen`, "two"}}
	folders := []string{"INBOX", "INBOX", "INBOX", "INBOX", "Archive/2024.Q1", "Entwürfe & mehr", "Sent"}
	for i, raw := range samples {
		address := "anna@client.test"
		if i == 2 {
			address = "o'hara+x@b.test"
		}
		out = append(out, mailsim.Archived{Address: address, Folder: folders[i], Flags: flags[i], Time: at.Add(time.Duration(i) * time.Hour), From: "bounces@b.test", Raw: []byte(raw)})
	}
	return out
}

func seq(list []mailsim.Archived) iter.Seq2[mailsim.Archived, error] {
	return func(yield func(mailsim.Archived, error) bool) {
		for _, m := range list {
			if !yield(m, nil) {
				return
			}
		}
	}
}

func all(t *testing.T, mails iter.Seq2[mailsim.Archived, error]) (out []mailsim.Archived) {
	t.Helper()
	for m, err := range mails {
		require.NoError(t, err, m.Place)
		out = append(out, m)
	}
	return out
}

// byteForByte are the mails by their bytes, whatever order a form gives them.
func byteForByte(list []mailsim.Archived) (out []string) {
	for _, m := range list {
		out = append(out, string(m.Raw))
	}
	return out
}

// TestRoundTrip: what is written is read, and written again to the same bytes.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, f := range archive.Formats() {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			mails := sampleMails()
			if f == archive.Mboxo { // it loses what begins with ">From "
				mails = append(mails[:1], mails[2:]...)
			}
			var first, second bytes.Buffer
			n, err := archive.Write(&first, f, seq(mails))
			require.NoError(t, err)
			assert.Equal(t, len(mails), n)
			o := archive.Options{}
			if f == archive.Mboxo {
				o.Format = f
			}
			got := all(t, archive.ReadFrom(bytes.NewReader(first.Bytes()), "x", o))
			require.Len(t, got, len(mails))
			assert.ElementsMatch(t, byteForByte(mails), byteForByte(got))
			for _, m := range got {
				i := 0
				for i < len(mails)-1 && string(mails[i].Raw) != string(m.Raw) {
					i++
				}
				assert.ElementsMatch(t, mails[i].Flags, m.Flags, m.Place)
				if f != archive.Mbox && f != archive.Mboxo && f != archive.Mboxcl2 {
					assert.Equal(t, mails[i].Address, m.Address)
					assert.Equal(t, strings.TrimPrefix(mails[i].Folder, "INBOX"), strings.TrimPrefix(m.Folder, "INBOX"))
				}
				assert.True(t, mails[i].Time.Equal(m.Time), "%s: %s", m.Place, m.Time)
			}
			_, err = archive.Write(&second, f, seq(got))
			require.NoError(t, err)
			if f == archive.Maildir || f == archive.JSONL { // the order is the same
				assert.Equal(t, len(first.Bytes()), len(second.Bytes()))
			}
			assert.Equal(t, contents(t, first.Bytes()), contents(t, second.Bytes()))
		})
	}
}

// contents is what a zip holds, or the bytes of another form.
func contents(t *testing.T, b []byte) string {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return string(b)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		files[f.Name] = f.Modified.UTC().String() + string(data)
	}
	return fmt.Sprint(files)
}

func TestDirectories(t *testing.T) {
	t.Parallel()
	for _, f := range []archive.Format{archive.EML, archive.Maildir} {
		dir := t.TempDir()
		n, err := archive.WriteDir(dir, f, seq(sampleMails()))
		require.NoError(t, err)
		assert.Equal(t, len(samples), n)
		got := all(t, archive.Read(dir, archive.Options{}))
		assert.ElementsMatch(t, samples, byteForByte(got))
		again := t.TempDir()
		_, err = archive.WriteDir(again, f, seq(got))
		require.NoError(t, err)
		assert.Equal(t, listing(t, dir), listing(t, again))
		_, err = archive.WriteDir(dir, f, seq(sampleMails()))
		require.ErrorIs(t, err, fs.ErrExist, "nothing is written over")
	}
}

func listing(t *testing.T, dir string) (out []string) {
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, _ := d.Info()
			data, _ := os.ReadFile(name)
			rel, _ := filepath.Rel(dir, name)
			if filepath.Base(rel) != "dovecot-keywords" {
				rel += info.ModTime().UTC().String()
			}
			out = append(out, rel+string(data))
		}
		return err
	}))
	return out
}

// report reads an archive and returns the mails and the errors by place.
func report(mails iter.Seq2[mailsim.Archived, error]) (got []mailsim.Archived, failed map[string]string) {
	failed = map[string]string{}
	for m, err := range mails {
		if err != nil {
			failed[m.Place] = err.Error()
			continue
		}
		got = append(got, m)
	}
	return got, failed
}

// TestHostileNames: what leads out of a directory or zip is not read.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret.eml")
	require.NoError(t, os.WriteFile(outside, []byte("Subject: secret\r\n\r\nx\r\n"), 0o600))
	dir := t.TempDir()
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.eml")))
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(dir, "dir")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good.eml"), []byte("Subject: good\n\nx\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("just words\n"), 0o600))
	got, failed := report(archive.Read(dir, archive.Options{}))
	require.Len(t, got, 1)
	assert.Equal(t, "Subject: good\r\n\r\nx\r\n", string(got[0].Raw))
	assert.Len(t, failed, 3)

	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"../../etc/passwd.eml", "/abs.eml", "a/../../b.eml", `c:\x.eml`, "ok.eml", "in.zip"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name})
		require.NoError(t, err)
		text := "Subject: x\r\n\r\ny\r\n"
		if name == "in.zip" {
			text = "PK\x03\x04rest"
		}
		_, _ = w.Write([]byte(text))
	}
	link := &zip.FileHeader{Name: "link2.eml"}
	link.SetMode(fs.ModeSymlink | 0o777)
	w, _ := z.CreateHeader(link)
	_, _ = w.Write([]byte("/etc/passwd"))
	require.NoError(t, z.Close())
	got, failed = report(archive.ReadFrom(&b, "up.zip", archive.Options{}))
	require.Len(t, got, 1)
	assert.Len(t, failed, 6)

	evil := mailsim.Archived{Address: "../../x@y.test", Folder: "../../../etc", Raw: []byte("Subject: x\r\n\r\n")}
	for _, f := range []archive.Format{archive.EML, archive.Maildir} {
		base := t.TempDir()
		_, err := archive.WriteDir(filepath.Join(base, "out"), f, seq([]mailsim.Archived{evil, {Address: "a/b@c.test", Folder: "x\x00/..\\y/.", Raw: evil.Raw}}))
		require.NoError(t, err)
		entries, err := os.ReadDir(base)
		require.NoError(t, err)
		assert.Len(t, entries, 1, "nothing beside the directory")
	}
}

// TestBombs: what unpacks to too much ends, and is reported.
func TestBombs(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for i := range 40 {
		w, err := z.Create(fmt.Sprintf("%d.eml", i))
		require.NoError(t, err)
		_, _ = w.Write([]byte("Subject: x\r\n\r\n"))
		_, _ = w.Write(zeros)
	}
	require.NoError(t, z.Close())
	got, failed := report(archive.ReadFrom(bytes.NewReader(b.Bytes()), "bomb.zip", archive.Options{MaxTotal: 5 << 20}))
	assert.Less(t, len(got), 6)
	assert.Contains(t, fmt.Sprint(failed), "unpacks to more")
	got, failed = report(archive.ReadFrom(bytes.NewReader(b.Bytes()), "bomb.zip", archive.Options{MaxMail: 1000}))
	assert.Empty(t, got)
	assert.Len(t, failed, 40)
	_, failed = report(archive.ReadFrom(bytes.NewReader(b.Bytes()), "bomb.zip", archive.Options{MaxFiles: 3}))
	assert.Contains(t, fmt.Sprint(failed), "40 files")

	mbox := "From a@b.test Mon Jan  5 09:00:00 2026\nSubject: big\n\n" + strings.Repeat("x", 5000) + "\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\nSubject: small\n\nx\n"
	got, failed = report(archive.ReadFrom(strings.NewReader(mbox), "m.mbox", archive.Options{MaxMail: 1000}))
	require.Len(t, got, 1)
	assert.Equal(t, "Subject: small\r\n\r\nx\r\n", string(got[0].Raw))
	assert.Equal(t, map[string]string{"m.mbox:1": "the mail has more than 1000 bytes"}, failed)
}

func TestMboxOfOthers(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		text  string
		want  []string
		fails int
	}{
		"Thunderbird":              {"From - Mon Jan  5 09:00:00 2026\nX-Mozilla-Status: 0001\nSubject: a\n\nx\n", []string{"X-Mozilla-Status: 0001\r\nSubject: a\r\n\r\nx\r\n"}, 0},
		"a zone":                   {"From a@b.test Mon Jan  5 09:00:00 2026 +0100\nSubject: a\n\nx\n\n", []string{"Subject: a\r\n\r\nx\r\n"}, 0},
		"CRLF":                     {"From a@b.test Mon Jan 05 09:00:00 2026\r\nSubject: a\r\n\r\nx\r\n\r\nFrom a@b.test Mon Jan 05 09:00:00 2026\r\nSubject: b\r\n\r\n", []string{"Subject: a\r\n\r\nx\r\n", "Subject: b\r\n"}, 0},
		"unquoted words":           {"From a@b.test Mon Jan  5 09:00:00 2026\nSubject: a\n\nOne.\n\nFrom here on we go.\n", []string{"Subject: a\r\n\r\nOne.\r\n\r\nFrom here on we go.\r\n"}, 0},
		"a length that lies":       {"From a@b.test Mon Jan  5 09:00:00 2026\nContent-Length: 2\n\nlonger\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\nSubject: b\nContent-Length: 99999999\n\ny\n", []string{"Content-Length: 2\r\n\r\nlonger\r\n", "Subject: b\r\nContent-Length: 99999999\r\n\r\ny\r\n"}, 0},
		"nothing between":          {"From a@b.test Mon Jan  5 09:00:00 2026\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\nSubject: b\n\ny\n", []string{"Subject: b\r\n\r\ny\r\n"}, 1},
		"rubbish, then a mail":     {"rubbish\n\nFrom a@b.test Mon Jan  5 09:00:00 2026\nSubject: b\n\ny\n", []string{"Subject: b\r\n\r\ny\r\n"}, 1},
		"flags":                    {"From a@b.test Mon Jan  5 09:00:00 2026\nSubject: b\nStatus: RO\nX-Status: AF\n\ny\n", []string{"Subject: b\r\n\r\ny\r\n"}, 0},
		"the end in the separator": {"From a@b.test Mon Jan  5 09:00:00 2026", nil, 1},
	} {
		got, failed := report(archive.ReadFrom(strings.NewReader(k.text), "m", archive.Options{Format: map[bool]archive.Format{true: archive.Mbox}[name == "rubbish, then a mail"]}))
		if name == "a length that lies" {
			got, failed = report(archive.ReadFrom(strings.NewReader(k.text), "m", archive.Options{}))
		}
		assert.Equal(t, k.want, byteForByte(got), name)
		assert.Len(t, failed, k.fails, name)
		if name == "flags" {
			assert.Equal(t, []string{`\Seen`, `\Answered`, `\Flagged`}, got[0].Flags)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, format := range archive.Formats() {
		var b bytes.Buffer
		_, err := archive.Write(&b, format, seq(sampleMails()[:6]))
		require.NoError(f, err)
		f.Add(b.Bytes(), false)
	}
	f.Add([]byte("From a@b.test Mon Jan  5 09:00:00 2026\nContent-Length: 3\n\nabc\n\nFrom"), true)
	f.Fuzz(func(t *testing.T, data []byte, cl2 bool) {
		o := archive.Options{MaxMail: 1 << 16, MaxTotal: 1 << 20, MaxFiles: 100}
		if cl2 {
			o.Format = archive.Mboxcl2
		}
		total, n := 0, 0
		for m, err := range archive.ReadFrom(bytes.NewReader(data), "fuzz", o) {
			if err == nil {
				total += len(m.Raw)
				require.LessOrEqual(t, len(m.Raw), 2<<16)
			}
			if n++; n > len(data)+10 {
				t.Fatal("more answers than bytes")
			}
		}
	})
}

// FuzzMbox: any mail that ends with a line end comes through mboxrd and mboxcl2.
func FuzzMbox(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r"), nil), []byte("\n"), []byte("\r\n"))
		raw = append([]byte("Subject: x\r\n"), raw...)
		if !bytes.HasSuffix(raw, []byte("\r\n")) || strings.Contains(strings.ToLower(string(raw)), "status") || strings.Contains(strings.ToLower(string(raw)), "x-keywords") || strings.Contains(strings.ToLower(string(raw)), "content-length") {
			return
		}
		for _, format := range []archive.Format{archive.Mbox, archive.Mboxcl2} {
			if !bytes.Contains(raw, []byte("\r\n\r\n")) && format == archive.Mboxcl2 {
				continue
			}
			var b bytes.Buffer
			_, err := archive.Write(&b, format, seq([]mailsim.Archived{{Raw: raw, Time: at}, {Raw: []byte("Subject: next\r\n\r\ny\r\n"), Time: at}}))
			require.NoError(t, err)
			got := all(t, archive.ReadFrom(&b, "x", archive.Options{Format: format}))
			require.Len(t, got, 2)
			require.Equal(t, string(raw), string(got[0].Raw))
		}
	})
}

func Example() {
	mails := archive.ReadFrom(strings.NewReader("From a@b.test Mon Jan  5 09:00:00 2026\nSubject: Hello\n\nx\n"), "old.mbox", archive.Options{})
	for m, err := range mails {
		fmt.Println(m.From, m.Time.Format(time.DateOnly), len(m.Raw), err)
	}
	// Output: a@b.test 2026-01-05 21 <nil>
}
