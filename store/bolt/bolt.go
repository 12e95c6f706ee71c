//go:build !js && !wasip1 && !plan9

package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"go.etcd.io/bbolt"

	"github.com/mailsim/mailsim"
)

// Store keeps one universe in a directory. It is a [mailsim.BodyStore], a
// [mailsim.LendingStore] and a [mailsim.ScratchStore].
type Store struct {
	dir  string
	open func() (*bbolt.DB, error) // opens the file
	mu   sync.RWMutex              // held to replace db
	db   *bbolt.DB                 // nil before Load and after Close
	lock *lock
	seq  uint64 // of the last batch; of the goroutine that commits
	lean bool   // the file is not made smaller any more: that has failed

	scratch *os.File // nil when there is none
}

// Open returns a store in a directory, which is made if missing. It does not open the file yet:
// Load and Lend do, with the errors ErrConflict when another process has it open, and
// ErrInvalid when it is not a store, is damaged, or was written by a later version.
func Open(dir string) *Store {
	s := &Store{dir: dir}
	s.open = func() (*bbolt.DB, error) { return openFile(s.path()) }
	return s
}

// bodies are the bucket of mails' bytes.
var bodies = []byte(tablePrefix + mailsim.BodyTable)

// Load opens the directory and yields every record but the bytes of mails.
func (s *Store) Load(ctx context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		var c copier
		err := s.Lend(ctx, func(records iter.Seq2[mailsim.Record, error]) error {
			for r, err := range records {
				if err != nil {
					return err
				}
				if !yield(c.copied(r), nil) {
					return errEnough
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(mailsim.Record{}, err)
		}
	}
}

// Lend opens the directory and calls read with every record except the bytes of mails. The
// records are not copied: their keys and values lie in the mapped file.
func (s *Store) Lend(ctx context.Context, read func(iter.Seq2[mailsim.Record, error]) error) error {
	if err := s.begin(); err != nil {
		return err
	}
	return guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			return read(func(yield func(mailsim.Record, error) bool) {
				if err := each(ctx, tx, yield); err != nil && !errors.Is(err, errEnough) {
					yield(mailsim.Record{}, err)
				}
			})
		})
	})
}

// errEnough ends a walk whose caller wants no more.
var errEnough = errors.New("enough")

// firstTables are those to which the records of others refer: a universe reads them
// faster when these are there.
var firstTables = []string{tablePrefix + "mail", tablePrefix + "envelope", tablePrefix + "copy"}

// each yields the records of a file.
func each(ctx context.Context, tx *bbolt.Tx, yield func(mailsim.Record, error) bool) error {
	for _, name := range firstTables {
		if err := table(ctx, []byte(name), tx.Bucket([]byte(name)), yield); err != nil {
			return err
		}
	}
	return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		if !bytes.HasPrefix(name, []byte(tablePrefix)) || bytes.Equal(name, bodies) || slices.Contains(firstTables, string(name)) {
			return nil
		}
		return table(ctx, name, b, yield)
	})
}

// table yields the records of a table.
func table(ctx context.Context, name []byte, b *bbolt.Bucket, yield func(mailsim.Record, error) bool) error {
	if b == nil {
		return nil
	}
	of := string(name[len(tablePrefix):])
	return b.ForEach(func(k, sealed []byte) error {
		value, err := unseal(sealed)
		if err != nil {
			return err
		}
		key := k[keyLength:]
		if !yield(mailsim.Record{Table: of, Key: unsafe.String(unsafe.SliceData(key), len(key)), Value: value}, nil) {
			return errEnough
		}
		return ctx.Err()
	})
}

// copier copies records. Their values stand side by side in larger pieces of memory,
// each of them to be freed when none of its values is needed any more.
type copier struct{ room []byte }

const copierRoom = 64 << 10

func (c *copier) copied(r mailsim.Record) mailsim.Record {
	if len(r.Value) > cap(c.room)-len(c.room) {
		c.room = make([]byte, 0, max(copierRoom, len(r.Value)))
	}
	from := len(c.room)
	c.room = append(c.room, r.Value...)
	return mailsim.Record{Table: r.Table, Key: strings.Clone(r.Key), Value: c.room[from:len(c.room):len(c.room)]}
}

// Body returns the bytes of a mail.
func (s *Store) Body(ctx context.Context, key string) (value []byte, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return nil, errClosed
	}
	err = guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			var sealed []byte
			if b := tx.Bucket(bodies); b != nil {
				sealed = b.Get(rowKey(key))
			}
			if sealed == nil {
				return &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "the store has no such mail"}
			}
			found, err := unseal(sealed)
			value = bytes.Clone(found)
			return err
		})
	})
	if value == nil && err == nil {
		value = []byte{}
	}
	return value, err
}

// Scratch makes a temporary file in the directory, which is gone when the process ends.
func (s *Store) Scratch() (mailsim.Scratch, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil, errClosed
	}
	f, err := os.OpenFile(filepath.Join(s.dir, scratchName), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	s.scratch = f
	return f, nil
}

// Close closes the file and lets others open the directory.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.db != nil {
		err = s.db.Close()
		s.db = nil
	}
	if s.scratch != nil {
		_ = s.scratch.Close()
		_ = os.Remove(s.scratch.Name())
		s.scratch = nil
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.release())
		s.lock = nil
	}
	return err
}

var errClosed = errors.New("the store is closed")

// Rows stand in a bucket for each table, in order of the length of their keys and
// then of the keys: keys that are numbers which rise come at the end.

const tablePrefix = "t:"

func rowKey(key string) []byte {
	return append(binary.BigEndian.AppendUint16(make([]byte, 0, keyLength+len(key)), uint16(len(key))), key...)
}

func keyOf(row []byte) string { return string(row[keyLength:]) }

const (
	keyLength = 2 // bytes that hold the length of a key
	maxKey    = bbolt.MaxKeySize - keyLength
)

// castagnoli is the sum that stands before each value: a disk that gives other bytes
// than it was given is found out.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func seal(value []byte) []byte {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(value)), crc32.Checksum(value, castagnoli()))
	return append(b, value...)
}

func unseal(sealed []byte) ([]byte, error) {
	if len(sealed) < 4 || binary.LittleEndian.Uint32(sealed) != crc32.Checksum(sealed[4:], castagnoli()) {
		return nil, damaged("a record is not what was written")
	}
	return sealed[4:], nil
}

// damaged is what a store says whose file holds what was never written.
func damaged(what string) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the store is damaged: " + what + ": go back to a backup"}
}

// guard turns what a damaged file, or a disk that cannot be read, does to a program
// that has it mapped into an error.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged(fmt.Sprint(p))
		}
	}()
	return f()
}
