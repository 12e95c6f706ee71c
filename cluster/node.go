package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/universe"
)

// Options are what a process joins a cluster with.
type Options struct {
	// Name of the process, unique in the cluster; default the host's name, the process id
	// and random characters.
	Name string
	// Listen is where the other processes reach this one; default 127.0.0.1:0, a free port.
	Listen string
	// Advertise is the address at which the others find it, if that differs from Listen.
	// Without it, Listen must be a single address, not one that stands for all (0.0.0.0).
	Advertise string
	// Secret is shared by the processes of the cluster; at least 16 characters. Anyone who has
	// it may do anything.
	Secret string
	// Lease is how long after its last heartbeat a process still counts as alive and keeps its
	// universes; at least 500 ms, default 3 s. A process writes six heartbeats in that time.
	Lease time.Duration
	// Cell has the options of the cell. Leave Directory, Open, Drop and Secret empty: the
	// cluster sets them. Start passes Config to Node.Furnish.
	Cell mailsim.CellOptions
	// Universe has the options that the database does not keep, such as Relay or Writer; they
	// apply to every universe that this process opens. When Furnish makes a universe, it also
	// takes from here what the file leaves out.
	Universe mailsim.Options

	poll time.Duration // how often changes are looked for; default pollEvery
	deaf bool          // as with a database that tells of no changes
}

// Bounds and defaults of Options.
const (
	minSecret    = 16
	minLease     = 500 * time.Millisecond
	defaultLease = 3 * time.Second
	beats        = 6 // of the heart during a lease
)

// Node is this process's part of a cluster. Close it when done.
type Node struct {
	opts      Options
	log       *slog.Logger
	pools     []*pgxpool.Pool // the first has the directory
	dir       *Directory
	cell      *mailsim.Cell
	inner     *inner
	count     counts
	step      func(string) // of a move, in tests
	listening atomic.Bool  // the database tells of changes
	tidying   atomic.Bool  // sweep is at work

	stop   context.CancelFunc
	beaten sync.WaitGroup

	mu     sync.Mutex
	peers  []peer // those whose heartbeat lives, by name
	held   map[string]*held
	moving map[string]bool                  // to another database, by this process
	fresh  map[string]bool                  // that this process makes and has not opened yet
	ways   map[string]map[*wayConn]struct{} // to other processes, by address
	beat   time.Time                        // the last heartbeat that was written
	file   *mailsim.Config                  // that Furnish was given last
}

// peer is a process of the cluster.
type peer struct{ name, address string }

// counts are what a node has done since it started.
type counts struct{ wakes, moves, lost, forwarded, handed atomic.Int64 }

// Start joins a cluster. The first database holds the directory. All databases hold universes:
// a new universe is put into one of them, and [Node.Move] moves it to another. Errors:
// ErrInvalid for wrong options, ErrUnavailable if a database cannot be reached.
func Start(ctx context.Context, dsns []string, o Options) (n *Node, err error) {
	host, _ := os.Hostname()
	o.Name = cmp.Or(o.Name, fmt.Sprintf("%s/%d/%s", cmp.Or(host, "?"), os.Getpid(), rand.Text()[:6]))
	o.Lease, o.Listen, o.poll = cmp.Or(o.Lease, defaultLease), cmp.Or(o.Listen, "127.0.0.1:0"), cmp.Or(o.poll, pollEvery)
	switch {
	case len(dsns) == 0:
		return nil, invalidf("a cluster needs a database")
	case len(o.Secret) < minSecret:
		return nil, invalidf("the secret of a cluster has at least %d characters", minSecret)
	case o.Lease < minLease:
		return nil, invalidf("a lease lasts at least %s", minLease)
	case o.Cell.Directory != nil, o.Cell.Open != nil, o.Cell.Drop != nil, o.Cell.Secret != "":
		return nil, invalidf("directory, stores and secret of the cell are the cluster's")
	}
	n = &Node{opts: o, log: cmp.Or(o.Cell.Logger, slog.New(slog.DiscardHandler)), held: map[string]*held{}, moving: map[string]bool{}, fresh: map[string]bool{}, ways: map[string]map[*wayConn]struct{}{}}
	defer func() {
		if err != nil {
			n.Close()
			n, err = nil, toOperator(err)
		}
	}()
	if err = n.connect(ctx, dsns); err != nil {
		return n, err
	}
	if n.inner, err = listen(n); err != nil {
		return n, err
	}
	if err = errors.Join(n.pulse(ctx), n.dir.poll(ctx, true)); err != nil {
		return n, asked("the cluster cannot be joined", err)
	}
	c := o.Cell
	c.Directory, c.Open, c.Drop, c.Secret, c.Config = n.dir, n.open, n.drop, o.Secret, nil
	if n.cell, err = universe.NewCell(c); err != nil {
		return n, err
	}
	life, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.beaten.Go(func() { n.live(life) })
	n.beaten.Go(func() { n.follow(life) })
	n.inner.serve()
	if o.Cell.Config != nil { // while the heart beats: it may have to wait for others
		err = n.Furnish(ctx, o.Cell.Config)
	}
	return n, err
}

func invalidf(format string, args ...any) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: fmt.Sprintf(format, args...)}
}

func (n *Node) connect(ctx context.Context, dsns []string) error {
	for _, dsn := range dsns {
		pool, err := postgres.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		n.pools = append(n.pools, pool)
		if err := postgres.Migrate(ctx, pool); err != nil {
			return err
		}
	}
	var err error
	if n.dir, err = NewDirectory(ctx, n.pools[0], n.opts.Name); err != nil {
		return err
	}
	n.dir.databases = len(n.pools)
	n.dir.begun = func(universe string) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.fresh[universe] = true
	}
	return nil
}

// Cell is the cell of the cluster, as this process sees it.
func (n *Node) Cell() *mailsim.Cell { return n.cell }

// Name returns the name of this process in the cluster.
func (n *Node) Name() string { return n.opts.Name }

// pulse writes the heartbeat and reads those of others.
func (n *Node) pulse(ctx context.Context) error {
	pool := n.pools[0]
	ctx, cancel := context.WithTimeout(ctx, n.opts.Lease/2) // so that another try comes in time
	defer cancel()
	if _, err := pool.Exec(ctx, `INSERT INTO mailsim_node (name, address, seen) VALUES ($1, $2, clock_timestamp())
		ON CONFLICT (name) DO UPDATE SET address = excluded.address, seen = excluded.seen`, n.opts.Name, n.inner.address); err != nil {
		return err
	}
	peers, err := n.alive(ctx)
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.peers, n.beat = peers, time.Now()
	n.cut()
	n.mu.Unlock()
	return nil
}

// alive lists the processes whose heartbeat lives, by name.
func (n *Node) alive(ctx context.Context) ([]peer, error) {
	answer, err := n.pools[0].Query(ctx, `SELECT name, address FROM mailsim_node WHERE seen > clock_timestamp() - $1::interval ORDER BY name`, n.opts.Lease)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(answer, func(r pgx.CollectableRow) (p peer, err error) { return p, r.Scan(&p.name, &p.address) })
}

// live beats until the node is closed.
func (n *Node) live(ctx context.Context) {
	tick := time.NewTicker(n.opts.Lease / beats)
	defer tick.Stop()
	for turn := 1; ; turn++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		each, cancel := context.WithTimeout(ctx, n.opts.Lease)
		if err := n.pulse(each); err != nil && ctx.Err() == nil {
			n.log.Warn("no heartbeat", "error", err)
			n.pools[0].Reset() // its connections may lead to a server that is gone without a word
		} else if ctx.Err() == nil {
			n.rebalance(ctx)
			n.wakeDue(each)
			if turn%beats == 0 {
				n.sweep(ctx)
			}
		}
		if turn%(100*beats) == 0 { // names of processes that are gone
			_, _ = n.pools[0].Exec(each, `DELETE FROM mailsim_node WHERE seen < clock_timestamp() - interval '1 hour'`)
		}
		cancel()
	}
}

// rebalance gives up the universes that belong to another process now.
func (n *Node) rebalance(ctx context.Context) {
	for _, id := range n.cell.AwakeIDs() {
		if n.owner(id).name == n.opts.Name {
			continue
		}
		n.count.moves.Add(1)
		if err := n.cell.Sleep(ctx, id); err != nil {
			n.log.Warn("a universe was not given up well", "universe", id, "error", err)
		}
	}
}

// How many universes one beat wakes, about, and how many it looks at: those that others
// are to wake are among them.
const (
	wakesAtOnce = 100
	dueAtMost   = 20_000
)

// wakeDue opens the universes of this process that have something to do soon.
func (n *Node) wakeDue(ctx context.Context) {
	n.mu.Lock()
	limit := min(wakesAtOnce*max(1, len(n.peers)), dueAtMost)
	n.mu.Unlock()
	for i, pool := range n.pools {
		due, err := postgres.Due(ctx, pool, time.Now().Add(n.opts.Lease/beats), limit)
		if err != nil {
			n.log.Warn("what is due is not known", "error", err)
			continue
		}
		for _, u := range due {
			if n.owner(u.ID).name != n.opts.Name {
				continue
			}
			n.beaten.Go(func() {
				if !n.isAt(ctx, u.ID, i) {
					return // a copy that does not count
				}
				if _, err := n.cell.Universe(u.ID); err == nil {
					n.count.wakes.Add(1)
				} else if mailsim.KindOf(err) != mailsim.ErrNotFound && !errors.Is(err, mailsim.ErrFenced) {
					n.log.Warn("a universe was not woken", "universe", u.ID, "error", err)
				}
			})
		}
	}
}

// isAt tells whether the directory says that a universe is in a database.
func (n *Node) isAt(ctx context.Context, universe string, database int) bool {
	if len(n.pools) == 1 {
		return true
	}
	p, err := n.dir.place(ctx, universe)
	return err == nil && index(p.database) == database
}

// pool is the database that a row of the directory says.
func (n *Node) pool(universe, database string) (*pgxpool.Pool, error) {
	i := index(database)
	if i < 0 || i >= len(n.pools) {
		return nil, invalidf("universe %s is in database %d, and this process was given %d: start it with the same list as the others", universe, i+1, len(n.pools))
	}
	return n.pools[i], nil
}

// held is a store that a node has open.
type held struct {
	*postgres.Store
	n    *Node
	once sync.Once
	done chan struct{}
}

// Close gives the universe up.
func (h *held) Close() error {
	h.once.Do(func() {
		close(h.done)
		h.n.mu.Lock()
		if h.n.held[h.Universe()] == h {
			delete(h.n.held, h.Universe())
		}
		h.n.mu.Unlock()
	})
	return h.Store.Close()
}

// stored are the options of a store.
func (n *Node) stored(mustExist bool) postgres.Options {
	return postgres.Options{Owner: n.opts.Name, Lease: n.opts.Lease, Wait: n.opts.Lease + n.opts.Lease/2, MustExist: mustExist}
}

// open gives the store of a universe that belongs to this process, and waits as long as
// the one before may hold it. One that this process makes is made here, and moves later.
func (n *Node) open(ctx context.Context, u mailsim.UniverseRecord) (mailsim.Store, mailsim.Options, error) {
	s, err := n.openStore(ctx, u.ID)
	if err != nil {
		return nil, mailsim.Options{}, err
	}
	h := &held{Store: s, n: n, done: make(chan struct{})}
	n.mu.Lock()
	n.held[u.ID] = h
	n.mu.Unlock()
	go n.guard(h)
	return h, n.optionsOf(u.ID), nil
}

func (n *Node) openStore(ctx context.Context, universe string) (*postgres.Store, error) {
	n.mu.Lock()
	fresh, moving := n.fresh[universe], n.moving[universe]
	delete(n.fresh, universe)
	n.mu.Unlock()
	if at := n.owner(universe); at.name != n.opts.Name && !fresh {
		return nil, &mailsim.Elsewhere{Universe: universe, Owner: at.name}
	}
	if moving {
		return nil, &mailsim.Elsewhere{Universe: universe}
	}
	p, err := n.dir.place(ctx, universe)
	if err != nil {
		return nil, err
	}
	pool, err := n.pool(universe, p.database)
	if err != nil {
		return nil, err
	}
	s, err := postgres.Open(ctx, pool, universe, n.stored(!fresh))
	switch {
	case errors.Is(err, mailsim.ErrConflict):
		return nil, &mailsim.Elsewhere{Universe: universe}
	case errors.Is(err, mailsim.ErrNotFound) && p.maker != "":
		return nil, n.unmade(ctx, universe, p)
	case errors.Is(err, mailsim.ErrNotFound) && len(n.pools) > 1: // it may have moved since the directory was asked
		if now, err := n.dir.place(ctx, universe); err == nil && now.database != p.database {
			return nil, &mailsim.Elsewhere{Universe: universe}
		}
		return nil, err
	case err != nil:
		return nil, asked("the universe cannot be opened", err)
	}
	if err := n.settle(ctx, s, p, fresh); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// guard closes a universe that was lost, so that its sessions end.
func (n *Node) guard(h *held) {
	select {
	case <-h.done:
		return
	case <-h.Lost():
	}
	n.count.lost.Add(1)
	n.mu.Lock()
	mine := n.held[h.Universe()] == h
	n.mu.Unlock()
	if mine {
		n.log.Warn("a universe was lost", "universe", h.Universe(), "epoch", h.Epoch())
		_ = n.cell.Sleep(context.Background(), h.Universe())
	}
}

// drop deletes what the databases have of a universe.
func (n *Node) drop(ctx context.Context, u mailsim.UniverseRecord) error {
	n.mu.Lock()
	delete(n.fresh, u.ID)
	n.mu.Unlock()
	for _, pool := range n.pools {
		if err := postgres.Drop(ctx, pool, u.ID); err != nil && !errors.Is(err, mailsim.ErrNotFound) {
			return err
		}
	}
	return nil
}

// Status is the state of a node.
type Status struct {
	Name      string   `json:"name"`
	Nodes     []string `json:"nodes"`     // names of the processes with a recent heartbeat, this one included
	Lag       float64  `json:"lag"`       // seconds since the last heartbeat was written
	Universes []Owned  `json:"universes"` // open here
	Wakes     int64    `json:"wakes"`     // universes opened because something was due
	Moves     int64    `json:"moves"`     // universes given up to other processes or databases
	Lost      int64    `json:"lost"`      // universes lost: another process took them over, or their lease ended
	Forwarded int64    `json:"forwarded"` // HTTP requests passed on
	Handed    int64    `json:"handed"`    // sessions of SMTP, IMAP and POP3 passed on
}

// Owned is a universe that a node has open.
type Owned struct {
	Universe string `json:"universe"`
	Epoch    int64  `json:"epoch"`
}

// Status reports the state of the node.
func (n *Node) Status() Status {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := Status{Name: n.opts.Name, Lag: time.Since(n.beat).Seconds(), Nodes: []string{}, Universes: []Owned{}}
	for _, p := range n.peers {
		out.Nodes = append(out.Nodes, p.name)
	}
	for id, h := range n.held {
		out.Universes = append(out.Universes, Owned{id, h.Epoch()})
	}
	slices.SortFunc(out.Universes, func(a, b Owned) int { return cmp.Compare(a.Universe, b.Universe) })
	out.Wakes, out.Moves, out.Lost = n.count.wakes.Load(), n.count.moves.Load(), n.count.lost.Load()
	out.Forwarded, out.Handed = n.count.forwarded.Load(), n.count.handed.Load()
	return out
}

// Close gives up all universes and leaves the cluster.
func (n *Node) Close() error {
	if n.stop != nil {
		n.stop()
	}
	if n.dir != nil && n.inner != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, _ = n.pools[0].Exec(ctx, `DELETE FROM mailsim_node WHERE name = $1`, n.opts.Name)
		cancel()
	}
	n.beaten.Wait()
	var err error
	if n.cell != nil {
		err = n.cell.Close()
	}
	if n.inner != nil {
		n.inner.close()
	}
	for _, p := range n.pools {
		p.Close()
	}
	return err
}

func advertised(l net.Listener, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	if a, ok := l.Addr().(*net.TCPAddr); !ok || a.IP.IsUnspecified() {
		return "", invalidf("say which address the other processes reach this one at")
	}
	return l.Addr().String(), nil
}
