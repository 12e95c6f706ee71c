package mailsim

import (
	"context"
	"io"
	"iter"
	"time"
)

// Durable stores, saved files and forks.

// Store keeps a universe durable. It gets all changes that wait, in the order of
// their numbers, and is asked again when it has answered, by one goroutine at a
// time; so commits that wait together can share one write to the disk. The
// universe acknowledges a change, wakes who waits for it and shows it to others
// only when Commit has kept it. After an error of Commit the universe takes no more
// changes and is read as the store has it; Commit is not called again. A nil store
// is memory. Package store/storetest has the tests that every store passes.
type Store interface {
	// Load yields every record, in any order; the universe is new when there is none.
	// A BodyStore leaves out those of BodyTable. It is called once, before all else. A
	// universe of much mail is ready sooner, and takes less memory, when tables come one
	// after another, mail, envelope and copy first.
	Load(ctx context.Context) iter.Seq2[Record, error]
	// Commit stores batches, at least one, and returns how many of them, counted from
	// the first, are stored whole and durably; of the others nothing is. Fewer than all
	// come with an error: ErrFenced when another process owns the universe. A store
	// that cannot tell whether a batch is durable does not count it.
	Commit(ctx context.Context, batches []Batch) (kept int, err error)
	// Close ends the use of the store.
	Close() error
}

// BodyStore is a Store that reads the bytes of mails one by one, so that a
// universe need not hold them in memory.
type BodyStore interface {
	Store
	// Body returns the value of a record of BodyTable, which the caller may keep but not
	// change; ErrNotFound when there is none. It is called by many goroutines, also
	// during Commit, and only for what a commit has kept and none has deleted.
	Body(ctx context.Context, key string) ([]byte, error)
}

// FencedStore is a Store that finds out by itself when another process has taken its
// universe over, also while nothing is committed: the universe's sessions end then.
type FencedStore interface {
	Store
	// Fenced is closed when another process has taken the universe over: Commit returns ErrFenced
	// from then on. The universe makes one more commit, to get that error.
	Fenced() <-chan struct{}
}

// ScratchStore is a Store with room on a disk for what can be made anew, such as the
// filters of searches when they pass Options.CacheBytes.
type ScratchStore interface {
	Store
	// Scratch returns an empty file that is gone when the store is closed or the process
	// ends. It is called once at most, after Load. Several goroutines read from the file,
	// also while one writes to another place of it.
	Scratch() (Scratch, error)
}

// Scratch is a file that nobody else needs, and that grows by what is written to it.
type Scratch interface {
	io.ReaderAt
	io.WriterAt
}

// BodyTable is the table of the bytes of mails, as their senders gave them.
const BodyTable = "blob"

// Record is one stored value by table and key; both may hold any bytes, NUL too.
// Values are JSON; those of BodyTable are the bytes of mails. A store may keep
// them but must not change them. Keys are up to some KiB long.
type Record struct {
	Table string
	Key   string
	Value []byte
}

// Batch is what one commit changed. No record is named twice in it, but later
// batches of one call may name it again.
type Batch struct {
	Seq     uint64 // rises by one with each batch, also after the store is opened again
	Puts    []Record
	Deletes []Record // without values; they may name records that are not there
	// NextDue is when, after this batch, the universe has something to do next, in real
	// time at the speed of its clock; zero is never, also when the clock stands. A store may note it for
	// whoever opens universes when they are needed.
	NextDue time.Time
}

// SaveOption changes what Save writes.
type SaveOption func(*SaveOptions)

// SaveOptions are what the options of Save say.
type SaveOptions struct {
	Secrets    bool   // the secrets of webhooks too
	WithoutKey string // the prefix of a key that is left out
}

// WithSecrets writes the secrets of webhooks too. Without it a loaded universe
// does not sign what it sends until they are set again.
func WithSecrets() SaveOption { return func(o *SaveOptions) { o.Secrets = true } }

// WithoutKey leaves out the API key that begins with prefix (Key.Prefix), such as
// one that a program has made for one run. Keys of others are written.
func WithoutKey(prefix string) SaveOption { return func(o *SaveOptions) { o.WithoutKey = prefix } }

type storing interface {
	Fork(o Options) (*Universe, error)
	Save(w io.Writer, opts ...SaveOption) error
	Commits() uint64
	SaveFile(path string, opts ...SaveOption) (err error)
}

// Fork returns an independent copy of the universe at this instant: the same
// people, mail, jobs, log, settings, clock and future. It takes the time of
// copying pointers, whatever the universe holds, and may be called from many
// goroutines, also while the universe moves its clock: what is under way then
// is still to be done in the copy.
//
// The copy is in memory; of a universe on a store that takes the time and the memory
// of reading all its mail. It carries state alone: sites, timers, waiters, doors
// and webhook deliveries under way stay with the origin. Options that are zero
// are the origin's, but for Sites and Relay; Start, Speed, Frozen and Config do not apply.
// Another Seed gives another future. ErrInvalid: a wrong option. Close the copy
// when done.
func (u *Universe) Fork(o Options) (*Universe, error) { return u.live().Fork(o) }

// Save writes the universe as it is at this instant, for Load. The same state
// is the same bytes. Passwords and API keys are in it as hashes only. Sites,
// timers and what the application set are not part of it.
func (u *Universe) Save(w io.Writer, opts ...SaveOption) error { return u.live().Save(w, opts...) }

// Commits counts the changes of the universe: when it says the same as before,
// nothing but the time of the clock is different, and what was saved then is
// what would be saved now.
func (u *Universe) Commits() uint64 { return u.live().Commits() }

// SaveFile writes the universe to a file that only its owner can read (mode
// 0600). The file is there whole or, after an error, as it was before. Where path is
// a symbolic link, the file that it leads to is written.
func (u *Universe) SaveFile(path string, opts ...SaveOption) (err error) {
	return u.live().SaveFile(path, opts...)
}
