package mailsim

import (
	"context"
	"io"
	"iter"
	"time"
)

// Durable stores, saved files and forks.

// Store keeps a universe durably. One goroutine at a time calls Commit, with all changes
// that wait, in the order of Batch.Seq; so changes that wait together can share one write
// to the disk. Only when Commit has kept a change does the universe acknowledge it, wake
// those who wait for it and show it to others. After Commit has failed, the universe takes no
// more changes and shows only what the store has kept; Commit is not called again. A nil
// store keeps everything in memory. Package store/storetest has the tests that every store
// must pass.
type Store interface {
	// Load yields every record, in any order; the universe is new when there is none. A
	// BodyStore leaves out those of BodyTable. Load is called once, before any other method.
	// A universe with a lot of mail opens faster, and with less memory, if the records
	// come table by table, the tables "mail", "envelope" and "copy" first.
	Load(ctx context.Context) iter.Seq2[Record, error]
	// Commit is given at least one batch. It returns how many batches, counted from the
	// first, are now stored whole and durably; it must store nothing of the others.
	// Unless it has stored all, it must return an error: ErrFenced when another process owns
	// the universe. A store that cannot tell whether a batch is durable does not count it.
	Commit(ctx context.Context, batches []Batch) (kept int, err error)
	// Close ends the use of the store.
	Close() error
}

// BodyStore is a Store that reads the bytes of mails one by one, so that a
// universe need not hold them in memory.
type BodyStore interface {
	Store
	// Body returns the value of a record of BodyTable; ErrNotFound when there is none. The
	// caller may keep the value but not change it. If Body fails, a method of the universe that
	// needs the mail returns ErrInternal, with the error of Body as its cause; a method that
	// returns no error panics with that ErrInternal. Body is called by many goroutines at once,
	// even during Commit, and only for records that are stored.
	Body(ctx context.Context, key string) ([]byte, error)
}

// LendingStore is a Store that a universe reads without a copy of each record, which opens it
// faster and with less memory.
type LendingStore interface {
	Store
	// Lend is called in place of Load. It calls read once, with the records that Load would
	// yield, and returns the error that read returned. Keys and values must stay valid and
	// unchanged until read returns: read may pass them to other goroutines.
	Lend(ctx context.Context, read func(iter.Seq2[Record, error]) error) error
}

// FencedStore is a Store that notices by itself when another process has taken over its
// universe, even while nothing is committed. The universe's sessions then end.
type FencedStore interface {
	Store
	// Fenced is closed when another process has taken the universe over: Commit returns ErrFenced
	// from then on. The universe makes one more commit, to get that error.
	Fenced() <-chan struct{}
}

// ScratchStore is a Store with disk space for data that can be rebuilt, such as the search
// filters that do not fit into their share of Options.CacheBytes.
type ScratchStore interface {
	Store
	// Scratch returns an empty file that is gone when the store is closed or the process
	// ends. It is called at most once, after Load. Several goroutines may read from the
	// file while one writes to another part of it.
	Scratch() (Scratch, error)
}

// Scratch is a temporary file that grows as it is written to.
type Scratch interface {
	io.ReaderAt
	io.WriterAt
}

// BodyTable is the Record.Table that holds the bytes of each mail, as its
// sender gave them.
const BodyTable = "blob"

// Record is one stored value by table and key; both may hold any bytes,
// including NUL. Values are JSON; those of BodyTable are the bytes of mails. A
// store may keep them but must not change them. Keys are up to a few KiB long.
type Record struct {
	Table string
	Key   string
	Value []byte
}

// Batch holds the records that one change of a universe has put or deleted. A batch names no record
// twice, but two batches of one call to Store.Commit may name the same record.
type Batch struct {
	Seq     uint64 // rises by one with each batch, even after the store is reopened
	Puts    []Record
	Deletes []Record // without values; they may name records that are not there
	// NextDue is when the universe next has something to do after this batch, converted to
	// real time by the speed of its clock. Zero means never, for example because the clock
	// stands still. A store may keep it for a program that opens universes only when they
	// are needed.
	NextDue time.Time
}

// SaveOption changes what Save writes.
type SaveOption func(*SaveOptions)

// SaveOptions are what SaveOption functions set.
type SaveOptions struct {
	Secrets    bool   // the secrets of webhooks too
	WithoutKey string // the prefix of a key that is left out
}

// WithSecrets writes the secrets of webhooks too. Without this option, a loaded universe does
// not sign its webhook requests until the secrets are set again.
func WithSecrets() SaveOption { return func(o *SaveOptions) { o.Secrets = true } }

// WithoutKey leaves out the API key that begins with prefix (Key.Prefix), such as one that
// a program has made for one run. Other keys are written.
func WithoutKey(prefix string) SaveOption { return func(o *SaveOptions) { o.WithoutKey = prefix } }

type storing interface {
	Fork(o Options) (*Universe, error)
	Save(w io.Writer, opts ...SaveOption) error
	Commits() uint64
	SaveFile(path string, opts ...SaveOption) (err error)
}

// Fork returns an independent copy of the universe at this instant: the same people, mail, jobs,
// log, settings, clock and future. It only copies pointers, so it is fast however much the universe
// holds, and may be called from many goroutines, even while the universe moves its clock: a job
// that is running at that moment is still pending in the copy.
//
// The copy is kept in memory. The fork of a universe on a store is slower: it first reads all
// the mail into memory. Only state is copied: sites, timers, waiters, doors and webhook
// deliveries under way stay with the origin. Options that are zero are taken from the origin,
// except Sites and Relay; Start, Speed, Frozen and Config do not apply. Another Seed gives
// another future. ErrInvalid for a wrong option. Close the copy when done.
func (u *Universe) Fork(o Options) (*Universe, error) { return u.live().Fork(o) }

// Save writes the universe as it is at this instant; universe.Load reads it. The same state
// gives the same bytes. Passwords and API keys are written as hashes only; sites, timers and
// functions of the application are not written.
func (u *Universe) Save(w io.Writer, opts ...SaveOption) error { return u.live().Save(w, opts...) }

// Commits counts the changes of the universe. While the count stays the same, nothing but
// the time has changed, and an earlier save is still up to date.
func (u *Universe) Commits() uint64 { return u.live().Commits() }

// SaveFile writes the universe to a file that only its owner can read (mode 0600).
// The file is written whole or, after an error, left as it was. Where path is a
// symbolic link, the file that it leads to is written.
func (u *Universe) SaveFile(path string, opts ...SaveOption) (err error) {
	return u.live().SaveFile(path, opts...)
}
