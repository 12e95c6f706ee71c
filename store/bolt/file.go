//go:build !js && !wasip1 && !plan9

package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/mailsim/mailsim"
)

// Format is the version of the file format. A store of a later version is not opened.
//
//	1  the first: a bucket for each table, a checksum before each value
const Format = 1

// The names of what is in a directory.
const (
	fileName    = "mailsim.db"
	newName     = "mailsim.db.new" // a smaller one that is being made
	lockName    = "lock"
	metaName    = "meta"
	scratchName = "scratch"
	formatKey   = "format"
	seqKey      = "seq"
)

func (s *Store) path() string { return filepath.Join(s.dir, fileName) }

// begin opens the directory and its file.
func (s *Store) begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db != nil {
		return errors.New("the store is open already")
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("the directory cannot be made: %w", err)
	}
	var err error
	if s.lock, err = lockDir(s.dir); err != nil {
		return err
	}
	for _, name := range []string{newName, scratchName} { // left by a process that was killed
		_ = os.Remove(filepath.Join(s.dir, name))
	}
	if s.db, err = s.open(); err != nil {
		return s.unusable(err)
	}
	if err := guard(s.readMeta); err != nil {
		return err
	}
	s.shrink(always)
	return nil
}

// openFile opens a file for commits. Much room is mapped ahead: to map more, a
// commit would have to wait for all who read.
func openFile(path string) (*bbolt.DB, error) {
	o := &bbolt.Options{Timeout: 100 * time.Millisecond, FreelistType: bbolt.FreelistMapType, InitialMmapSize: mapped, NoStatistics: false}
	db, err := bbolt.Open(path, 0o600, o)
	if err != nil && mapped > 0 && !errors.Is(err, bolterrors.ErrTimeout) {
		o.InitialMmapSize = 0
		if again, retried := bbolt.Open(path, 0o600, o); retried == nil {
			db, err = again, nil
		}
	}
	if err == nil {
		db.AllocSize = growth
	}
	return db, err
}

// growth is by how much the file grows at a time, in bytes.
const growth = 1 << 20

// unusable is the error of a file that cannot be opened.
func (s *Store) unusable(err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return inUse(s.dir)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum), errors.Is(err, bolterrors.ErrVersionMismatch):
		return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: s.path() + " is not a store, or is damaged: go back to a backup, or choose another directory", Err: err}
	case errors.Is(err, fs.ErrPermission):
		return &mailsim.Error{Kind: mailsim.ErrForbidden, Message: s.path() + " may not be opened by this user", Err: err}
	}
	return fmt.Errorf("the store %s cannot be opened: %w", s.path(), err)
}

// inUse names the process that has a directory open.
func inUse(dir string) error {
	who := "another process"
	if text, err := os.ReadFile(filepath.Join(dir, lockName)); err == nil {
		if pid, err := strconv.Atoi(string(text)); err == nil {
			who = fmt.Sprintf("process %d", pid)
		}
	}
	return &mailsim.Error{Kind: mailsim.ErrConflict, Message: dir + " is in use by " + who + ": end it, or choose another directory"}
}

// readMeta checks the form of the file and finds the last batch. A new file gets
// its form.
func (s *Store) readMeta() error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		meta := tx.Bucket([]byte(metaName))
		if meta == nil {
			if name, _ := tx.Cursor().First(); name != nil {
				return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: s.path() + " is a file of another program: choose another directory"}
			}
			var err error
			if meta, err = tx.CreateBucket([]byte(metaName)); err != nil {
				return err
			}
			return meta.Put([]byte(formatKey), number(Format))
		}
		switch format, ok := numberOf(meta.Get([]byte(formatKey))); {
		case !ok:
			return damaged("it has no format")
		case format > Format:
			return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: fmt.Sprintf("%s was written by a later version of mailsim (format %d): update mailsim", s.path(), format)}
		}
		s.seq, _ = numberOf(meta.Get([]byte(seqKey)))
		return nil
	})
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func numberOf(b []byte) (uint64, bool) {
	if len(b) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(b), true
}
