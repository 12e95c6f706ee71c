package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// Options are what a store is opened with. The zero value is fine for one process.
type Options struct {
	// Owner is the name of this process, for example an address. Others who ask for the universe
	// get to see it. No two processes may have the same. Default: the host's name, the process id and random characters.
	Owner string
	// Lease is how long the universe stays with this process after its last renewal of the
	// lease; at least 100 ms, default 3 s. It is renewed three times in that time.
	Lease time.Duration
	// Wait is how long Open waits for the lease of another owner to end; default not at all.
	Wait time.Duration
	// Patience is how long Open, Load, Commit, Body, Copy and Drop keep trying while the
	// database cannot be reached; default 30 s. After that they fail.
	Patience time.Duration
	// MustExist refuses a universe that the database does not have. Without it, Open makes
	// the universe.
	MustExist bool
	// Force takes the universe over from an owner whose lease has not ended.
	Force bool
}

// Bounds and defaults of Options.
const (
	minLease        = 100 * time.Millisecond
	defaultLease    = 3 * time.Second
	defaultPatience = 30 * time.Second
)

// process names this one where Options.Owner does not.
var process = sync.OnceValue(func() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%s/%d/%s", cmp.Or(host, "?"), os.Getpid(), rand.Text()[:6])
})

// Store keeps one universe in a database. It is a [mailsim.BodyStore]
// and a [mailsim.FencedStore].
type Store struct {
	pool     *pgxpool.Pool
	universe string
	opts     Options
	epoch    int64
	lease    *lease
	slept    time.Duration

	committing sync.Mutex // held by Commit, Copy and Close
	seq        uint64     // of the last batch
	long       map[name]bool
	closed     atomic.Bool
}

// Open makes this process the owner of a universe until the store is closed. One pool made by
// [Connect] serves many stores. Errors: ErrConflict while another process owns the universe (an
// [*Owned], which names the process) or a copy of it is being written; ErrNotFound if there is no
// such universe and Options.MustExist is set; ErrInvalid if the name or an option is wrong, or
// [Migrate] was not called.
func Open(ctx context.Context, pool *pgxpool.Pool, universe string, o Options) (*Store, error) {
	o.Owner, o.Lease, o.Patience = cmp.Or(o.Owner, process()), cmp.Or(o.Lease, defaultLease), cmp.Or(o.Patience, defaultPatience)
	if err := validName(universe); err != nil {
		return nil, err
	}
	if o.Lease < minLease || o.Wait < 0 || o.Patience < 0 {
		return nil, &mailsim.Error{Kind: mailsim.ErrInvalid, Message: fmt.Sprintf("a lease of %v, a wait of %v or a patience of %v cannot be", o.Lease, o.Wait, o.Patience)}
	}
	s := &Store{pool: pool, universe: universe, opts: o, long: map[name]bool{}}
	if !o.MustExist {
		if err := create(ctx, pool, universe, o.Patience); err != nil {
			return nil, err
		}
	}
	if err := s.take(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func validName(universe string) error {
	if universe == "" || len(universe) > 255 {
		return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the name of a universe has 1 to 255 bytes"}
	}
	for _, r := range universe {
		if r < ' ' || r == 0xfffd {
			return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the name of a universe is text without control characters"}
		}
	}
	return nil
}

// Universe returns the name under which the database has the universe.
func (s *Store) Universe() string { return s.universe }

// Owner returns the name under which other processes see this one.
func (s *Store) Owner() string { return s.opts.Owner }

// Epoch counts the owners that the universe has had, this one included.
func (s *Store) Epoch() int64 { return s.epoch }

// Slept returns the time from the last commit until the store was opened, by the clock of the
// database; 0 for a universe without content. A cell that opens a universe whose clock is not
// frozen first moves the clock on by that time, multiplied by the clock's speed. universe.Open
// does not: there the clock goes on from where it stood at the last commit.
func (s *Store) Slept() time.Duration { return s.slept }

// Lost is closed when the universe may belong to another process: one was found to have
// taken it over, or the lease has ended because the database could not be reached. In the
// second case the store goes on by itself if nobody has taken the universe over by the time
// the database can be reached again. A Commit after another process has taken the universe
// over always fails with ErrFenced.
func (s *Store) Lost() <-chan struct{} { return s.lease.lost }

// Fenced is closed when another process is known to have taken the universe over.
func (s *Store) Fenced() <-chan struct{} { return s.lease.taken }

// Load yields every record but the bytes of mails, table by table.
func (s *Store) Load(ctx context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		err := s.each(ctx, yield)
		if errors.Is(err, errEnough) {
			return
		}
		if err == nil {
			_, err = s.assert(ctx) // what was read while another wrote is of no use
		}
		if err != nil {
			yield(mailsim.Record{}, failed("the records of the universe cannot be read", err))
		}
	}
}

// errEnough ends a walk whose caller wants no more.
var errEnough = fmt.Errorf("enough: %w", errLasting)

func (s *Store) each(ctx context.Context, yield func(mailsim.Record, error) bool) error {
	var j joiner
	for rows, err := range walk(s.pool, s.universe, loadRecords, s.opts.Patience).pages(ctx) {
		if err != nil {
			return err
		}
		for _, r := range rows {
			whole, err := j.add(r.Table, r.Key, r.Part, r.Parts, r.Value)
			if err != nil {
				return err
			}
			if !whole {
				continue
			}
			key, value, err := keyOf(r.Key, j.value)
			if err != nil {
				return err
			}
			if j.n > 1 {
				s.long[name{string(r.Table), key}] = true
			}
			if !yield(mailsim.Record{Table: string(r.Table), Key: key, Value: value}, nil) {
				return errEnough
			}
		}
	}
	if j.open {
		return damaged("the last value has no end")
	}
	return nil
}

const readBody = `SELECT key, part, parts, value FROM mailsim_body WHERE universe = $1 AND key = $2 ORDER BY part`

// Body returns the bytes of a mail.
func (s *Store) Body(ctx context.Context, key string) ([]byte, error) {
	if s.closed.Load() {
		return nil, errClosed
	}
	var j joiner
	found := false
	err := again(ctx, s.opts.Patience, unknownBytes, func(ctx context.Context) error {
		j, found = joiner{}, false
		rows, err := s.pool.Query(ctx, readBody, s.universe, rowKey(key))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r row
			if err := rows.Scan(&r.Key, &r.Part, &r.Parts, &r.Value); err != nil {
				return err
			}
			whole, err := j.add(nil, r.Key, r.Part, r.Parts, r.Value)
			if err != nil {
				return err
			}
			found = found || whole
		}
		return rows.Err()
	})
	switch {
	case err != nil:
		return nil, failed("a mail cannot be read", err)
	case j.open:
		return nil, damaged("a mail has no end")
	case !found:
		return nil, &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "the store has no such mail"}
	}
	_, value, err := keyOf(rowKey(key), j.value)
	return value, err
}

// closePatience bounds how long Close tries to give the lease back. Where it cannot, the
// lease ends by itself.
const closePatience = 2 * time.Second

// Close gives the universe back. The pool stays open.
func (s *Store) Close() error {
	s.committing.Lock()
	defer s.committing.Unlock()
	if s.closed.Swap(true) {
		return nil
	}
	s.lease.end()
	ctx, cancel := context.WithTimeout(context.Background(), closePatience)
	defer cancel()
	_ = again(ctx, closePatience, 0, func(ctx context.Context) error {
		return transact(ctx, s.pool, func(b *pgx.Batch) { b.Queue(giveBack, s.universe, s.epoch) })
	})
	return nil
}

var errClosed = &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the store is closed"}
