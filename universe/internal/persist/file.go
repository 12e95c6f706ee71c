package persist

// A saved universe: the file, its header, its records and its sum.

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// A file begins with Header; what it holds is bounded when it is read.
const (
	Header       = "mailsim universe 1\n"
	headerPrefix = "mailsim universe "
	maxTable     = 64       // bytes of a table's name
	maxKey       = 64 << 20 // bytes of a key
	maxValue     = 4 << 30  // bytes of a value
)

// Save writes the universe as it is at this instant, for Load. The same state
// is the same bytes. Passwords and API keys are in it as hashes only. Sites,
// timers and what the application set are not part of it.
func (u *Part) Save(w io.Writer, opts ...mailsim.SaveOption) error {
	if !u.Made() {
		return fail.ErrUnmade
	}
	var o mailsim.SaveOptions
	for _, f := range opts {
		f(&o)
	}
	s := u.Snapshot()
	if !o.Secrets {
		dropSecrets(&s)
	}
	if o.WithoutKey != "" {
		dropKey(&s, o.WithoutKey)
	}
	var tables []wholeTable
	if err := fail.Readable(func() { tables = encodeWhole(&s, whole(state.View{State: &s, Env: u.Env, Now: s.Clock.Base})) }); err != nil {
		return err
	}
	f := NewWriter(w)
	for _, t := range tables {
		for i := range t.records {
			f.Record(t.name, &t.records[i])
		}
	}
	return f.Close()
}

// dropSecrets takes the webhooks' secrets out of a snapshot.
func dropSecrets(s *state.State) {
	for key, w := range webhook.Table.In(s).M {
		if w.Secret != "" {
			next := *w
			next.Secret = ""
			webhook.Table.In(s).Own()[key] = &next
		}
	}
}

// dropKey takes a key out of a snapshot.
func dropKey(s *state.State, prefix string) {
	for _, k := range state.Sorted(login.KeyTable.In(s)) {
		if k.Prefix == prefix {
			delete(login.KeyTable.In(s).Own(), k.ID())
		}
	}
}

// Commits counts the changes of the universe: when it says the same as before,
// nothing but the time of the clock is different, and what was saved then is
// what would be saved now.
func (u *Part) Commits() uint64 {
	u.MustBeMade()
	return u.Serial.Load()
}

// SaveFile writes the universe to a file that only its owner can read (mode
// 0600). The file is there whole or, after an error, as it was before. Where path is
// a symbolic link, the file that it leads to is written.
func (u *Part) SaveFile(path string, opts ...mailsim.SaveOption) (err error) {
	path = behindLinks(path)
	f, err := os.CreateTemp(filepath.Dir(path), ".mailsim-*")
	if err != nil {
		return &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the file cannot be made: " + err.Error(), Err: err}
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	err = u.Save(f, opts...)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return &mailsim.Error{Kind: mailsim.KindOf(err), Message: "the file cannot be written: " + err.Error(), Err: err}
	}
	return nil
}

// maxLinks is how many links are followed: a ring has no end.
const maxLinks = 40

// behindLinks returns the file that symbolic links lead to, whether it is there yet
// or not: a rename would put the file in the place of the link.
func behindLinks(path string) string {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}

// Writer writes the records of a file and keeps the sum of all bytes; exported for tests.
type Writer struct {
	w   *bufio.Writer
	sum summing
}

// summing writes on and sums up.
type summing struct {
	w   io.Writer
	sum hash.Hash
}

func (s *summing) Write(b []byte) (int, error) {
	_, _ = s.sum.Write(b)
	return s.w.Write(b)
}

// NewWriter writes the header of a file.
func NewWriter(w io.Writer) *Writer {
	f := &Writer{sum: summing{w, sha256.New()}}
	f.w = bufio.NewWriterSize(&f.sum, 1<<16)
	_, _ = f.w.WriteString(Header)
	return f
}

// Record writes one record; the first error is kept for Close.
func (f *Writer) Record(table string, r *FileRecord) {
	head := f.w.AvailableBuffer()
	head = append(binary.AppendUvarint(head, uint64(len(table))), table...)
	head = binary.AppendUvarint(head, uint64(len(r.Key)))
	_, _ = f.w.Write(head)
	_, _ = f.w.WriteString(r.Key)
	_, _ = f.w.Write(binary.AppendUvarint(f.w.AvailableBuffer(), uint64(len(r.Value)+len(r.text))))
	_, _ = f.w.Write(r.Value)
	_, _ = f.w.WriteString(r.text)
}

// Close writes the end: a table without a name, and the sum.
func (f *Writer) Close() error {
	_, err := f.w.Write([]byte{0})
	if err == nil {
		err = f.w.Flush()
	}
	if err == nil {
		_, err = f.sum.w.Write(f.sum.sum.Sum(nil))
	}
	if err != nil {
		return &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the universe cannot be written: " + err.Error(), Err: err}
	}
	return nil
}

// ReadSaved reads the records of a file and checks the sum before it believes them.
func ReadSaved(r io.Reader) (*Loader, error) {
	f := &reader{r: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
	header := f.bytes(uint64(len(Header)), maxTable)
	switch {
	case f.err == nil && string(header) == Header:
	case f.err == nil && bytes.HasPrefix(header, []byte(headerPrefix)):
		return nil, fail.Invalidf("the file was written by a later version of mailsim: update mailsim")
	default:
		return nil, fail.Invalidf("the file is not a saved universe")
	}
	l := NewLoader()
	l.Filed = true
	for {
		table := string(f.field(maxTable))
		if f.err == nil && table == "" {
			break
		}
		key, value := string(f.field(maxKey)), f.field(maxValue)
		if f.err != nil {
			return nil, fail.Damagedf("%s", f.err)
		}
		l.Add(mailsim.Record{Table: table, Key: key, Value: value})
	}
	sum := f.sum.Sum(nil)
	if got := f.bytes(sha256.Size, sha256.Size); f.err != nil || !bytes.Equal(got, sum) {
		return nil, fail.Damagedf("its checksum does not fit")
	}
	if _, err := f.r.ReadByte(); err != io.EOF {
		return nil, fail.Damagedf("more follows its end")
	}
	return l, nil
}

// reader reads fields and keeps the first error.
type reader struct {
	r   *bufio.Reader
	sum hash.Hash
	err error
}

var errTooShort = errors.New("it ends too early")

// field reads a length and so many bytes.
func (f *reader) field(limit uint64) []byte {
	n, err := binary.ReadUvarint(summed{f})
	if err != nil {
		f.fail(err)
		return nil
	}
	return f.bytes(n, limit)
}

// bytes reads n bytes. What is not there is not made room for.
func (f *reader) bytes(n, limit uint64) []byte {
	if f.err == nil && n > limit {
		f.err = errors.New("a field is too long")
	}
	if f.err != nil {
		return nil
	}
	var b []byte
	if n <= 1<<20 {
		b = make([]byte, n)
		_, err := io.ReadFull(f.r, b)
		f.fail(err)
	} else {
		var all bytes.Buffer
		_, err := io.CopyN(&all, f.r, int64(n))
		f.fail(err)
		b = all.Bytes()
	}
	_, _ = f.sum.Write(b)
	return b
}

func (f *reader) fail(err error) {
	switch {
	case err == nil || f.err != nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		f.err = errTooShort
	default:
		f.err = err
	}
}

// summed reads single bytes into the sum.
type summed struct{ f *reader }

func (s summed) ReadByte() (byte, error) {
	c, err := s.f.r.ReadByte()
	if err == nil {
		_, _ = s.f.sum.Write([]byte{c})
	}
	return c, err
}
