package archive

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// maxDepth is how deep directories are read.
const maxDepth = 32

// maxUnpacked is what a zip may unpack to at most.
const maxUnpacked = 16 << 30

// tree is a directory or a zip being read.
type tree struct {
	fsys     fs.FS
	name     string // of the whole, for places
	o        Options
	yield    yields
	left     *int64              // bytes that may yet be unpacked; nil is no bound
	keywords map[string][]string // of the Maildirs met
}

// entry is one file of a tree.
type entry struct {
	name string // slashes, relative
	mode fs.FileMode
	at   time.Time
	size int64
	open func() (io.ReadCloser, error)
}

func readDir(root string, o Options, yield yields) {
	r, err := os.OpenRoot(root)
	if err != nil {
		yield(mailsim.Archived{Place: shown(root)}, err)
		return
	}
	defer func() { _ = r.Close() }()
	t := &tree{fsys: r.FS(), name: root, o: o, yield: yield, keywords: map[string][]string{}}
	_ = fs.WalkDir(t.fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if !t.fail(name, err) {
				return fs.SkipAll
			}
			return nil
		case d.IsDir():
			if strings.Count(name, "/") >= maxDepth {
				if !t.fail(name, fmt.Errorf("directories are read %d deep", maxDepth)) {
					return fs.SkipAll
				}
				return fs.SkipDir
			}
			return nil
		}
		e := entry{name: name, mode: d.Type(), open: func() (io.ReadCloser, error) { return t.fsys.Open(name) }}
		if info, err := d.Info(); err == nil {
			e.at, e.size = info.ModTime(), info.Size()
		}
		if !t.take(e) {
			return fs.SkipAll
		}
		return nil
	})
}

func readZip(r io.ReaderAt, size int64, name string, o Options, yield yields) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		yield(mailsim.Archived{Place: shown(name)}, fmt.Errorf("the zip cannot be read: %w", err))
		return
	}
	if len(z.File) > o.MaxFiles {
		yield(mailsim.Archived{Place: shown(name)}, fmt.Errorf("the zip has %d files: at most %d are read", len(z.File), o.MaxFiles))
		return
	}
	left := o.MaxTotal
	if left <= 0 {
		left = min(maxUnpacked, max(256<<20, 100*size))
	}
	t := &tree{fsys: z, name: name, o: o, yield: yield, left: &left, keywords: map[string][]string{}}
	for _, f := range z.File {
		mode := f.Mode()
		if mode.IsDir() || strings.HasSuffix(f.Name, "/") {
			continue
		}
		e := entry{name: f.Name, mode: mode.Type(), at: f.Modified.UTC(), size: int64(min(f.UncompressedSize64, 1<<62)), open: f.Open}
		if f.Flags&1 != 0 {
			e.open = func() (io.ReadCloser, error) { return nil, errors.New("it is encrypted") }
		}
		if !t.take(e) {
			return
		}
		if left < 0 {
			return
		}
	}
}

// fail reports what cannot be read.
func (t *tree) fail(name string, err error) bool {
	return t.yield(mailsim.Archived{Place: t.place(name)}, err)
}

func (t *tree) place(name string) string {
	if name == "." {
		return shown(t.name)
	}
	return shown(t.name + "/" + name)
}

// take reads one file, and tells whether to go on.
func (t *tree) take(e entry) bool {
	if !fs.ValidPath(e.name) || strings.ContainsAny(e.name, "\\\x00") || strings.Count(e.name, "/") > maxDepth+2 {
		return t.fail(e.name, errors.New("the name leads elsewhere: it is not read"))
	}
	dirs := strings.Split(e.name, "/")
	base := dirs[len(dirs)-1]
	dirs = dirs[:len(dirs)-1]
	if ownFile(dirs, base) {
		return true
	}
	switch {
	case e.mode&fs.ModeSymlink != 0:
		return t.fail(e.name, errors.New("it is a link: not followed"))
	case e.mode.Type() != 0:
		return t.fail(e.name, errors.New("it is not a file"))
	}
	like := mailsim.Archived{Time: e.at}
	o := t.o
	if o.Format == Zip || o.Format == Maildir {
		o.Format = ""
	}
	switch n := len(dirs); {
	case n > 0 && (dirs[n-1] == "cur" || dirs[n-1] == "new"):
		inMaildir(dirs[:n-1], &like)
		_, info, _ := strings.Cut(base, ":2,")
		like.Flags = flagsOf(info, t.keywordsOf(path.Join(dirs[:n-1]...)))
		o.Format = EML
	case strings.HasSuffix(strings.ToLower(base), ".eml"):
		placed(dirs, &like)
		like.Flags = flagsInName(base[:len(base)-len(".eml")])
		o.Format = EML
	case strings.HasSuffix(strings.ToLower(base), ".mbox"):
		placed(append(dirs, base[:len(base)-len(".mbox")]), &like)
	default:
		placed(append(dirs, base), &like)
	}
	if o.Format == EML && e.size > o.MaxMail {
		return t.fail(e.name, tooBig(o))
	}
	return t.read(e, o, like)
}

// read reads a file whose place is known.
func (t *tree) read(e entry, o Options, like mailsim.Archived) bool {
	f, err := e.open()
	if err != nil {
		return t.fail(e.name, err)
	}
	defer func() { _ = f.Close() }()
	var r io.Reader = f
	if t.left != nil {
		r = &metered{r: f, left: t.left}
	}
	l := newLines(r, o.MaxMail)
	if head, _ := l.r.Peek(4); isZip(head) {
		return t.fail(e.name, errors.New("an archive in an archive is not read"))
	}
	return readStream(l, t.name+"/"+e.name, o, like, t.yield)
}

// ownFile tells whether a file is a mail server's own, beside its mail.
func ownFile(dirs []string, base string) bool {
	if n := len(dirs); n > 0 && dirs[n-1] == "tmp" {
		return true
	}
	return strings.HasPrefix(base, "dovecot") || strings.HasPrefix(base, "courierimap") || base == "subscriptions" || base == "maildirfolder" || base == "maildirsize" || base == ".DS_Store"
}

// flagsInName reads what stands behind the number of a .eml file: ,flags,keywords.
func flagsInName(name string) (flags []string) {
	parts := strings.Split(name, ",")
	if len(parts) < 2 || len(parts) > 3 || strings.Trim(parts[0], "0123456789") != "" {
		return nil
	}
	flags = flagsOf(parts[1], nil)
	if len(parts) == 3 {
		for word := range strings.SplitSeq(parts[2], ";") {
			flags = append(flags, unescaped(word))
		}
	}
	return flags
}

// keywordsOf reads what the small letters of a Maildir stand for.
func (t *tree) keywordsOf(dir string) []string {
	if list, known := t.keywords[dir]; known {
		return list
	}
	list := make([]string, 0, 26)
	if f, err := t.fsys.Open(path.Join(dir, "dovecot-keywords")); err == nil {
		s := bufio.NewScanner(io.LimitReader(f, 64<<10))
		for s.Scan() {
			number, word, ok := strings.Cut(s.Text(), " ")
			n, err := strconv.Atoi(number)
			if !ok || err != nil || n < 0 || n > 25 {
				continue
			}
			for len(list) <= n {
				list = append(list, "")
			}
			list[n] = word
		}
		_ = f.Close()
	}
	t.keywords[dir] = list
	return list
}

// metered counts what is unpacked.
type metered struct {
	r    io.Reader
	left *int64
}

func (m *metered) Read(p []byte) (int, error) {
	if *m.left < 0 {
		return 0, errUnpacked
	}
	n, err := m.r.Read(p)
	if *m.left -= int64(n); *m.left < 0 {
		return n, errUnpacked
	}
	return n, err
}

var errUnpacked = errors.New("the zip unpacks to more than is read")
