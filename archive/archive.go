// Package archive reads and writes mail in files: .eml, mbox in its three usual forms, Maildir,
// zip, and JSON lines. It reads mails for Universe.Import and writes the mails that
// Universe.Export yields. Only one mail is in memory at a time.
//
//	mails := archive.Read("backup/Maildir", archive.Options{})
//	report, err := u.Import(ctx, mails, mailsim.ImportOptions{To: "anna@client.test"})
//
//	_, err = archive.Write(w, archive.Mbox, u.Export(ctx, mailsim.ExportFilter{}))
//
// Line ends are CRLF in a mail and LF in mbox and Maildir files. Writing and reading convert
// them, except in a mail with mixed line ends, which keeps its bytes. A mail that is written
// and read again has the same bytes, except for what a format cannot hold: see each Format.
package archive

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
)

// Format is a file format of archives.
type Format string

// The formats.
const (
	// EML is one mail per file (message/rfc822). In a directory, files are named as in Zip:
	// address/folder/number,flags,keywords.eml.
	EML Format = "eml"
	// Mbox is mboxrd: a line of the body that looks like a separator, with any number of >
	// before it, gets one more >, which reading removes. Flags are in the fields Status,
	// X-Status and X-Keywords, as mutt and Dovecot write them. Mbox does not keep the
	// mailbox, the folder, or fractions of a second, and adds a line end to a mail that does not
	// end with one.
	Mbox Format = "mbox"
	// Mboxo puts a > before a line that begins with "From ". Reading removes one > from each line
	// that begins with ">From ", even if the line had it before writing.
	Mboxo Format = "mboxo"
	// Mboxcl2 adds no >; Content-Length gives the length of each body.
	Mboxcl2 Format = "mboxcl2"
	// Maildir is a directory with the subdirectories new and cur, which have a file for each
	// mail, as Dovecot writes it. Folders are directories such as .Sent and .Archive.2024,
	// named in modified UTF-7. Flags are letters in the names of the files; the file
	// dovecot-keywords says which letter is which keyword (26 at most). The time of a mail is
	// its file's modification time. The Maildir of a mailbox is in a directory named after its
	// address, if the address is known.
	Maildir Format = "maildir"
	// Zip holds .eml files as address/folder/number,flags,keywords.eml with their time
	// in whole seconds.
	Zip Format = "zip"
	// JSONL is one JSON object per line. It loses nothing.
	JSONL Format = "jsonl"
)

// Formats lists the formats.
func Formats() []Format { return []Format{EML, Mbox, Mboxo, Mboxcl2, Maildir, Zip, JSONL} }

// Options bound what is read. The zero value works.
type Options struct {
	Format   Format // default: detected from the content, which cannot tell Mboxo from Mbox
	MaxMail  int64  // bytes of one mail; default 64 MiB
	MaxTotal int64  // bytes that a zip may unpack to; default 100 times its own size, at least 256 MiB and at most 16 GiB
	MaxFiles int    // files in a zip; default 1,000,000
}

func (o Options) filled() Options {
	o.MaxMail, o.MaxFiles = cmp.Or(o.MaxMail, 64<<20), cmp.Or(o.MaxFiles, 1_000_000)
	return o
}

// yields is what a reader hands its mails to; false ends it.
type yields func(mailsim.Archived, error) bool

// Read reads a file or a directory. It yields mails and errors. Beside an error, Archived.Place
// names the file and the place in it; reading goes on after it. A directory may hold one or
// more Maildirs, and mbox and .eml files, up to 32 levels deep; symbolic links in it are
// reported, not followed.
func Read(path string, o Options) iter.Seq2[mailsim.Archived, error] {
	o = o.filled()
	return func(yield func(mailsim.Archived, error) bool) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			yield(mailsim.Archived{Place: shown(path)}, err)
		case info.IsDir():
			readDir(path, o, yield)
		default:
			readFile(path, info, o, yield)
		}
	}
}

func readFile(path string, info os.FileInfo, o Options, yield yields) {
	f, err := os.Open(path)
	if err != nil {
		yield(mailsim.Archived{Place: shown(path)}, err)
		return
	}
	defer func() { _ = f.Close() }()
	var head [4]byte
	n, _ := io.ReadFull(f, head[:])
	if o.Format == Zip || o.Format == "" && isZip(head[:n]) {
		readZip(f, info.Size(), path, o, yield)
		return
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		yield(mailsim.Archived{Place: shown(path)}, err)
		return
	}
	readStream(newLines(f, o.MaxMail), path, o, mailsim.Archived{Time: info.ModTime()}, yield)
}

// ReadFrom reads a stream. In Archived.Place, name stands for the stream. A zip is
// copied to a temporary file first, at most MaxTotal bytes of it.
func ReadFrom(r io.Reader, name string, o Options) iter.Seq2[mailsim.Archived, error] {
	o = o.filled()
	return func(yield func(mailsim.Archived, error) bool) {
		l := newLines(r, o.MaxMail)
		head, _ := l.r.Peek(4)
		if o.Format != Zip && (o.Format != "" || !isZip(head)) {
			readStream(l, name, o, mailsim.Archived{}, yield)
			return
		}
		if err := spooled(l.r, cmp.Or(o.MaxTotal, maxUnpacked), func(f *os.File, size int64) {
			readZip(f, size, name, o, yield)
		}); err != nil {
			yield(mailsim.Archived{Place: shown(name)}, err)
		}
	}
}

// spooled puts a stream into a file that goes when use has ended.
func spooled(r io.Reader, most int64, use func(f *os.File, size int64)) error {
	f, err := os.CreateTemp("", "mailsim-*.zip")
	if err != nil {
		return err
	}
	defer func() {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}()
	size, err := io.Copy(f, io.LimitReader(r, most+1))
	if err != nil {
		return err
	}
	if size > most {
		return fmt.Errorf("the archive has more than %d bytes", most)
	}
	use(f, size)
	return nil
}

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

var errNoMail = errors.New("this is not a mail: it does not begin with a header")

// readStream reads what is no directory and no zip; like says what is known of its mails.
func readStream(l *lines, name string, o Options, like mailsim.Archived, yield yields) bool {
	format := o.Format
	if format == "" {
		format = guess(l)
	}
	switch format {
	case Mbox, Mboxo, Mboxcl2:
		like.Time = like.Time.UTC()
		return readMbox(l, name, o, like, yield)
	case JSONL:
		return readJSONL(l, name, o, yield)
	case EML:
		return readMail(l, name, o, like, yield)
	}
	return yield(mailsim.Archived{Place: shown(name)}, errNoMail)
}

// guess tells a format by how it begins.
func guess(l *lines) Format {
	head, _ := l.r.Peek(4096)
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(head, []byte("From ")):
		return Mbox
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")):
		return JSONL
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	name, _, colon := bytes.Cut(line, []byte(":"))
	if colon && len(name) > 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return EML
	}
	return ""
}

// readMail reads one mail to the end.
func readMail(l *lines, name string, o Options, like mailsim.Archived, yield yields) bool {
	like.Place = shown(name)
	raw, err := io.ReadAll(io.LimitReader(l.r, o.MaxMail+1))
	switch {
	case err != nil:
		return yield(mailsim.Archived{Place: like.Place}, err)
	case int64(len(raw)) > o.MaxMail:
		return yield(mailsim.Archived{Place: like.Place}, tooBig(o))
	}
	like.Raw = wire(raw)
	return yield(like, nil)
}

func tooBig(o Options) error { return fmt.Errorf("the mail has more than %d bytes", o.MaxMail) }

// wire gives a mail CRLF where all its line ends are LF.
func wire(raw []byte) []byte {
	if bytes.Contains(raw, []byte("\r\n")) || !bytes.Contains(raw, []byte("\n")) {
		return raw
	}
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}

// unix gives a mail LF where it can have CRLF again: it has that throughout.
func unix(raw []byte) []byte {
	n := bytes.Count(raw, []byte("\r\n"))
	if n == 0 || n != bytes.Count(raw, []byte("\n")) || bytes.Contains(raw, []byte("\r\r\n")) {
		return raw
	}
	return bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
}

// shown is a name as reports show it.
func shown(name string) string {
	const most = 300
	if len(name) > most {
		name = name[:most] + "…"
	}
	if q := strconv.Quote(name); q != `"`+name+`"` && !strings.Contains(name, `\`) {
		return q
	}
	return strings.ToValidUTF8(name, "?")
}
