package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Write writes mails as one stream and returns how many it wrote. Maildir and EML are written
// as a zip of their directories. Write stops at the first error of mails or w.
func Write(w io.Writer, f Format, mails iter.Seq2[mailsim.Archived, error]) (n int, err error) {
	switch f {
	case Mbox, Mboxo, Mboxcl2:
		return each(mails, func(m mailsim.Archived) error { return writeMbox(w, f, m) })
	case JSONL:
		return each(mails, func(m mailsim.Archived) error { return writeJSONL(w, m) })
	case Zip, EML, Maildir:
		z := zip.NewWriter(w)
		n, err := writeTree(zipFiles{z}, f, mails)
		if err != nil {
			return n, err
		}
		return n, z.Close()
	}
	return 0, fmt.Errorf("unknown format %q", f)
}

// WriteDir writes mails as a directory of files, EML or Maildir, and returns how many it wrote.
// The directory is made if missing; files that are in it already are never overwritten.
func WriteDir(dir string, f Format, mails iter.Seq2[mailsim.Archived, error]) (n int, err error) {
	if f != EML && f != Maildir {
		return 0, fmt.Errorf("the format %q cannot be written as a directory", f)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return writeTree(dirFiles{root, map[string]bool{}}, f, mails)
}

func each(mails iter.Seq2[mailsim.Archived, error], write func(mailsim.Archived) error) (n int, err error) {
	for m, err := range mails {
		if err == nil {
			err = write(m)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// files is where a tree is written.
type files interface {
	put(name string, at time.Time, data []byte) error
	dir(name string) error
}

// writeTree writes each mail as a file.
func writeTree(to files, f Format, mails iter.Seq2[mailsim.Archived, error]) (n int, err error) {
	if f != Maildir {
		count := map[string]int{}
		return each(mails, func(m mailsim.Archived) error {
			dir := filePath(m)
			count[dir]++
			return to.put(path.Join(dir, fmt.Sprintf("%06d", count[dir])+suffix(m.Flags)+".eml"), m.Time, m.Raw)
		})
	}
	d := &maildirs{to: to, boxes: map[string]*maildir{}}
	if n, err = each(mails, d.put); err == nil {
		err = d.close()
	}
	return n, err
}

// suffix is what flags add to the name of a .eml file.
func suffix(flags []string) string {
	letters, words := lettersOf(flags, false), keywordsOf(flags, false)
	for i, word := range words {
		words[i] = escaped(word)
	}
	switch {
	case len(words) > 0:
		return "," + letters + "," + strings.Join(words, ";")
	case letters != "":
		return "," + letters
	}
	return ""
}

// maildirs writes Maildirs.
type maildirs struct {
	to    files
	boxes map[string]*maildir
}

// maildir is one folder.
type maildir struct {
	n        int
	keywords []string
}

func (d *maildirs) put(m mailsim.Archived) error {
	dir := maildirPath(m.Folder)
	if m.Address != "" {
		dir = path.Join(escaped(m.Address), dir)
	}
	box := d.boxes[dir]
	if box == nil {
		box = &maildir{}
		d.boxes[dir] = box
		for _, sub := range []string{"cur", "new", "tmp"} {
			if err := d.to.dir(path.Join(dir, sub)); err != nil {
				return err
			}
		}
	}
	box.n++
	letters := lettersOf(m.Flags, true)
	for _, word := range keywordsOf(m.Flags, true) {
		i := slices.Index(box.keywords, word)
		if i < 0 && len(box.keywords) < 26 {
			i = len(box.keywords)
			box.keywords = append(box.keywords, word)
		}
		if i >= 0 {
			letters += string(rune('a' + i))
		}
	}
	return d.to.put(path.Join(dir, "cur", fmt.Sprintf("%010d.mailsim:2,%s", box.n, letters)), m.Time, unix(m.Raw))
}

// close writes what the letters of keywords stand for.
func (d *maildirs) close() error {
	for _, dir := range sortedKeys(d.boxes) {
		var b strings.Builder
		for i, word := range d.boxes[dir].keywords {
			b.WriteString(strconv.Itoa(i) + " " + word + "\n")
		}
		if b.Len() == 0 {
			continue
		}
		if err := d.to.put(path.Join(dir, "dovecot-keywords"), time.Time{}, []byte(b.String())); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(m map[string]*maildir) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// zipFiles writes into a zip.
type zipFiles struct{ z *zip.Writer }

func (z zipFiles) dir(string) error { return nil }

func (z zipFiles) put(name string, at time.Time, data []byte) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC().Truncate(time.Second)}
	h.SetMode(0o644)
	w, err := z.z.CreateHeader(h)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// dirFiles writes into a directory, and nowhere else.
type dirFiles struct {
	root *os.Root
	made map[string]bool
}

func (d dirFiles) dir(name string) error {
	if d.made[name] {
		return nil
	}
	d.made[name] = true
	return d.root.MkdirAll(name, 0o777)
}

func (d dirFiles) put(name string, at time.Time, data []byte) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is not the name of a file", name)
	}
	if err := d.dir(path.Dir(name)); err != nil {
		return err
	}
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil || at.IsZero() {
		return err
	}
	return d.root.Chtimes(name, at, at)
}
