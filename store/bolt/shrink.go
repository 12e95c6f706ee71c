//go:build !js && !wasip1 && !plan9

package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"github.com/mailsim/mailsim"
)

// What is held against making a file smaller, in bytes.
const (
	leastFree    = 16 << 20 // less free room is left
	always       = 1 << 62
	whileServing = 256 << 20 // more content would hold commits up for too long
)

// shrink makes a file of which more than half is free anew, unless that would
// copy more than so many bytes. A commit that waits for it waits some seconds at
// most. What goes wrong leaves the file as it was.
func (s *Store) shrink(most int64) {
	if s.lean || !s.worth(most) || !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	if err := guard(s.shrinkLocked); err != nil {
		s.lean = true
	}
}

func (s *Store) worth(most int64) bool {
	stats, page := s.db.Stats(), int64(s.db.Info().PageSize)
	info, err := os.Stat(s.path())
	if err != nil {
		return false
	}
	free := int64(stats.FreePageN+stats.PendingPageN) * page
	return free > leastFree && free > info.Size()/2 && info.Size()-free <= most
}

func (s *Store) shrinkLocked() (err error) {
	next := filepath.Join(s.dir, newName)
	defer func() { _ = os.Remove(next) }()
	if err := copyTo(next, s.db); err != nil {
		return err
	}
	if err := s.db.Close(); err != nil {
		return err
	}
	err = os.Rename(next, s.path())
	if err == nil {
		err = syncDir(s.dir)
	}
	db, openErr := s.open()
	if openErr != nil {
		db = nil // every later call is refused
	}
	s.db = db
	return errors.Join(err, openErr)
}

// copyTo writes what a file holds to a new one, without its free room.
func copyTo(path string, from *bbolt.DB) error {
	_ = os.Remove(path)
	to, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType, PageSize: from.Info().PageSize})
	if err != nil {
		return err
	}
	err = bbolt.Compact(to, from, 8<<20)
	if err == nil {
		err = to.Sync()
	}
	return errors.Join(err, to.Close())
}

// Backup writes a copy of the store, as it is at this instant, to w while the universe goes
// on. To use the copy, put it into an empty directory as mailsim.db, or call Restore.
func (s *Store) Backup(w io.Writer) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return errClosed
	}
	return guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
}

// Restore makes a store in dir from what Backup wrote; dir must not hold a store yet. After an
// error there is no store.
func Restore(dir string, r io.Reader) (err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, fileName)
	if _, err := os.Lstat(path); err == nil {
		return &mailsim.Error{Kind: mailsim.ErrConflict, Message: dir + " holds a store already: choose another directory"}
	}
	f, err := os.CreateTemp(dir, ".mailsim-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = io.Copy(f, r)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := verify(f.Name()); err != nil {
		return fmt.Errorf("the copy is not whole: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// verify opens a file to be read and looks whether it can be.
func verify(path string) error {
	return guard(func() error {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		return db.View(func(tx *bbolt.Tx) error {
			if tx.Bucket([]byte(metaName)) == nil {
				return damaged("it has no format")
			}
			return nil
		})
	})
}

// Verify reads all that the store holds, each page and each record, and returns what is wrong
// with it, if anything. Call it after Load.
func (s *Store) Verify(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return errClosed
	}
	return guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			for err := range tx.Check() {
				return damaged(err.Error())
			}
			return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
				if string(name) == metaName {
					return nil
				}
				return b.ForEach(func(k, sealed []byte) error {
					if _, err := unseal(sealed); err != nil {
						return fmt.Errorf("%s %q: %w", name, keyOf(k), err)
					}
					return ctx.Err()
				})
			})
		})
	})
}
