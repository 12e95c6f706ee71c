package postgres

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// lease is what a process knows of its time with a universe, by its own clock.
type lease struct {
	s      *Store
	k      *keeper
	lost   chan struct{} // another may have it
	taken  chan struct{} // another has it
	losing sync.Once
	taking sync.Once
	mu     sync.Mutex
	since  time.Time   // when what renewed it last was sent
	expire *time.Timer // at the end
	ended  bool
}

// renewed notes that what was sent at an instant has renewed the lease.
func (l *lease) renewed(sent time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !sent.After(l.since) {
		return
	}
	l.since = sent
	l.expire.Reset(time.Until(sent.Add(l.s.opts.Lease)))
}

func (l *lease) lose() { l.losing.Do(func() { close(l.lost) }) }

func (l *lease) fence() {
	l.taking.Do(func() { close(l.taken) })
	l.lose()
}

// end stops the renewal.
func (l *lease) end() {
	l.mu.Lock()
	l.ended = true
	l.expire.Stop()
	l.mu.Unlock()
	l.k.leave(l)
}

// due tells whether the lease is to be renewed, when that is looked after every so often.
func (l *lease) due(every time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.since) > l.s.opts.Lease/3-every/2
}

// keeper renews all leases of a pool, those of many universes by one statement.
type keeper struct {
	pool   *pgxpool.Pool
	mu     sync.Mutex
	leases map[*lease]bool
	wake   chan struct{} // another lease is there, or the last one is gone
}

// keepers are those at work: one for each pool with a store that is open.
var keepers = struct {
	sync.Mutex
	of map[*pgxpool.Pool]*keeper
}{of: map[*pgxpool.Pool]*keeper{}}

// keep begins to renew the lease of a store, which was taken by what was sent at an instant.
func keep(pool *pgxpool.Pool, s *Store, sent time.Time) *lease {
	keepers.Lock()
	defer keepers.Unlock()
	k, works := keepers.of[pool]
	if !works {
		k = &keeper{pool: pool, leases: map[*lease]bool{}, wake: make(chan struct{}, 1)}
		keepers.of[pool] = k
	}
	l := &lease{s: s, k: k, lost: make(chan struct{}), taken: make(chan struct{}), since: sent}
	l.mu.Lock()
	l.expire = time.AfterFunc(time.Until(sent.Add(s.opts.Lease)), l.lose)
	l.mu.Unlock()
	k.mu.Lock()
	k.leases[l] = true
	k.mu.Unlock()
	if !works {
		go k.run() // it ends where it finds no lease
	}
	k.nudge()
	return l
}

func (k *keeper) leave(l *lease) {
	keepers.Lock()
	defer keepers.Unlock()
	k.mu.Lock()
	delete(k.leases, l)
	last := len(k.leases) == 0
	k.mu.Unlock()
	if last {
		delete(keepers.of, k.pool)
		k.nudge()
	}
}

func (k *keeper) nudge() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// run renews until there are no leases.
func (k *keeper) run() {
	for last := time.Now(); ; {
		k.mu.Lock()
		every := time.Duration(0)
		for l := range k.leases {
			if e := l.s.opts.Lease / 3; every == 0 || e < every {
				every = e
			}
		}
		k.mu.Unlock()
		if every == 0 {
			return
		}
		select {
		case <-k.wake: // others that come often do not put the round off
			continue
		case <-time.After(time.Until(last.Add(every / 2))):
		}
		last = time.Now()
		k.renew(every / 2)
	}
}

// share is what one statement renews: leases of one length of one owner.
type share struct {
	owner  string
	length time.Duration
}

// atOnce is how many leases one statement renews.
const atOnce = 500

// renew renews the leases that are due. A universe whose commit is under way is left out at
// first: the commit renews it, and others would wait for its row.
func (k *keeper) renew(every time.Duration) {
	due := map[share][]*lease{}
	k.mu.Lock()
	for l := range k.leases {
		if l.due(every) {
			at := share{l.s.opts.Owner, l.s.opts.Lease}
			due[at] = append(due[at], l)
		}
	}
	k.mu.Unlock()
	for at, list := range due {
		var together []*lease
		for _, l := range list {
			if l.s.committing.TryLock() {
				l.s.committing.Unlock()
				together = append(together, l)
			} else {
				go k.renewSome(at, []*lease{l})
			}
		}
		for some := range slices.Chunk(together, atOnce) {
			k.renewSome(at, some)
		}
	}
}

const renewLeases = `UPDATE mailsim_universe SET lease_until = now() + $3::interval
	WHERE universe = ANY($1::text[]) AND owner = $2 RETURNING universe, epoch`

func (k *keeper) renewSome(at share, list []*lease) {
	ctx, cancel := context.WithTimeout(context.Background(), at.length/2)
	defer cancel()
	names := make([]string, len(list))
	for i, l := range list {
		names[i] = l.s.universe
	}
	slices.Sort(names)
	epochs, sent := map[string]int64{}, time.Now()
	err := transact(ctx, k.pool, func(b *pgx.Batch) {
		b.Queue(renewLeases, names, at.owner, at.length).Query(func(rows pgx.Rows) error {
			var universe string
			var epoch int64
			_, err := pgx.ForEachRow(rows, []any{&universe, &epoch}, func() error {
				epochs[universe] = epoch
				return nil
			})
			return err
		})
	})
	if err != nil {
		return // the next round comes soon; what is not renewed in time expires
	}
	for _, l := range list {
		if epochs[l.s.universe] == l.s.epoch {
			l.renewed(sent)
		} else {
			l.fence()
		}
	}
}
