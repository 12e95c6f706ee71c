package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
)

// A universe moves to another database by its owner, who closes it, takes its lease again,
// and copies it under that. The row of the directory decides where it is; the row of the move
// has a token, with which alone that can be changed. Whoever opens the universe while it has
// one, after the lease of the mover has ended, takes the token away first. So a process that
// ends, or is stopped, at any point leaves one universe that counts, and another that is
// deleted later.

const movePath = "/cluster/move"

// moveQuestion asks the owner of a universe to move it.
type moveQuestion struct {
	Universe string `json:"universe"`
	Database int    `json:"database"`
}

// Move moves a universe to another database of the list that Start was given, counted from 0.
// The universe is closed while it moves: requests get 503 with Retry-After, logins get a
// temporary error, and open sessions end. Errors: ErrNotFound when there is no such universe;
// ErrInvalid for a database that is not in the list; ErrConflict when it is being moved
// already, or another process has taken it over. After an error the universe is still where it
// was, unless the directory could not be reached: [Node.Database] tells where it is then.
func (n *Node) Move(ctx context.Context, universe string, database int) error {
	if at := n.owner(universe); at.name != n.opts.Name {
		if at.address == "" {
			return &mailsim.Elsewhere{Universe: universe}
		}
		return n.askMove(ctx, at.address, moveQuestion{universe, database})
	}
	return n.move(ctx, universe, database)
}

// Database returns the index, counted from 0, of the database that holds a universe.
// ErrNotFound if there is no such universe.
func (n *Node) Database(ctx context.Context, universe string) (int, error) {
	p, err := n.dir.place(ctx, universe)
	return index(p.database), err
}

// Move does what [Node.Move] does, for a program outside of the cluster: it asks the
// process that owns the universe. dsns and secret must be the ones that the processes
// were started with.
//
// Besides the errors of [Node.Move]: ErrInvalid for an empty list or a secret that is too
// short, ErrNotFound if no process is running, ErrUnavailable if the database cannot be
// reached.
func Move(ctx context.Context, dsns []string, secret, universe string, database int) error {
	if len(dsns) == 0 {
		return invalidf("a cluster needs a database")
	}
	if len(secret) < minSecret {
		return invalidf("the secret of a cluster has at least %d characters", minSecret)
	}
	n := &Node{opts: Options{Secret: secret, Lease: defaultLease}, ways: map[string]map[*wayConn]struct{}{}}
	pool, err := postgres.Connect(ctx, dsns[0])
	if err != nil {
		return err
	}
	defer pool.Close()
	n.pools = append(n.pools, pool)
	conf, err := identity(secret)
	if err != nil {
		return err
	}
	n.inner = &inner{n: n, conf: conf, http: n.transport()}
	defer n.inner.http.CloseIdleConnections()
	if n.peers, err = n.alive(ctx); err != nil {
		return toOperator(asked("the processes of the cluster cannot be listed", err))
	}
	if len(n.peers) == 0 {
		return &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "the cluster has no process that could move it: start one"}
	}
	return n.askMove(ctx, n.owner(universe).address, moveQuestion{universe, database})
}

// askMove has the owner move a universe.
func (n *Node) askMove(ctx context.Context, address string, q moveQuestion) error {
	body, err := json.Marshal(q)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+movePath, bytes.NewReader(body))
	if err != nil {
		return err
	}
	answer, err := n.inner.http.RoundTrip(r)
	if err != nil {
		return &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the owner of universe " + q.Universe + " did not answer: " + err.Error(), Err: err}
	}
	defer answer.Body.Close()
	var v verdict
	if err := json.NewDecoder(io.LimitReader(answer.Body, 64<<10)).Decode(&v); err != nil {
		return &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the owner of universe " + q.Universe + " answered " + answer.Status, Err: err}
	}
	if v.Error != "" {
		return &mailsim.Error{Kind: v.Kind, Message: v.Error}
	}
	return nil
}

// move moves a universe for another process.
func (in *inner) move(w http.ResponseWriter, r *http.Request) {
	var q moveQuestion
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var v verdict
	if err := in.n.move(r.Context(), q.Universe, q.Database); err != nil {
		v = verdict{Kind: mailsim.KindOf(err), Error: err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// depart marks a universe as one that this process moves, until arrived.
func (n *Node) depart(universe string) (arrived func(), err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.moving[universe] {
		return nil, &mailsim.Error{Kind: mailsim.ErrConflict, Message: "universe " + universe + " is being moved already"}
	}
	n.moving[universe] = true
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.moving, universe)
	}, nil
}

func (n *Node) isMoving(universe string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.moving[universe]
}

// move moves a universe whose owner this process is.
func (n *Node) move(ctx context.Context, universe string, database int) error {
	if database < 0 || database >= len(n.pools) {
		return invalidf("there is no database %d: the list has %d", database+1, len(n.pools))
	}
	p, err := n.dir.place(ctx, universe)
	if err != nil || index(p.database) == database {
		return err
	}
	arrived, err := n.depart(universe)
	if err != nil {
		return err
	}
	defer arrived()
	if err := n.cell.Sleep(ctx, universe); err != nil {
		return err
	}
	from, err := n.pool(universe, p.database)
	if err != nil {
		return err
	}
	s, err := postgres.Open(ctx, from, universe, n.stored(true))
	if err != nil {
		return err
	}
	defer s.Close()
	now, err := n.dir.place(ctx, universe) // nobody else moves it while the lease is ours
	if err == nil && now.database != p.database {
		err = &mailsim.Error{Kind: mailsim.ErrConflict, Message: "universe " + universe + " has just been moved"}
	}
	if err == nil && now.moving {
		err = n.clean(ctx, now)
	}
	if err != nil {
		return err
	}
	m := move{universe: universe, token: rand.Text(), origin: p.database, target: named(database)}
	if err := n.carry(ctx, s, m); err != nil {
		undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		if off, _ := n.dir.callOff(undo, m); off {
			m.token = ""
			if err := n.clean(undo, place{database: m.origin, moving: true, move: m}); err != nil {
				n.log.Warn("a copy that was not finished is deleted later", "universe", universe, "error", err)
			}
		}
		return err
	}
	arrived() // it can be opened where it is now
	n.count.moves.Add(1)
	m.done = true
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err = s.Drop(after); err == nil {
		err = n.dir.forgetMove(after, m)
	}
	if err != nil {
		n.log.Warn("a universe that has moved is deleted later where it was", "universe", universe, "error", err)
	}
	return nil
}

// steps of a move, at which tests end the process.
const (
	stepBegun  = "begun"  // the row of the move is there
	stepCopied = "copied" // the copy is whole
	stepMoved  = "moved"  // the directory says the target
)

// carry copies a universe, and says in the directory that it is there.
func (n *Node) carry(ctx context.Context, s *postgres.Store, m move) error {
	if err := n.dir.beginMove(ctx, m); err != nil {
		return err
	}
	n.at(stepBegun)
	to := n.pools[index(m.target)]
	if err := postgres.Drop(ctx, to, m.universe); err != nil && !errors.Is(err, mailsim.ErrNotFound) {
		return fmt.Errorf("what an earlier move left cannot be deleted: %w", err)
	}
	if err := s.Copy(ctx, to); err != nil {
		return err
	}
	n.at(stepCopied)
	if err := n.dir.finishMove(ctx, m); err != nil {
		return err
	}
	n.at(stepMoved)
	return nil
}

func (n *Node) at(step string) {
	if n.step != nil {
		n.step(step)
	}
}

// clean deletes what a move has left where the universe is not, and its row. The move was
// called off or is done.
func (n *Node) clean(ctx context.Context, p place) error {
	m := p.move
	if m.token != "" && !m.done {
		off, err := n.dir.callOff(ctx, m)
		if err != nil || !off {
			return err
		}
		m.token = ""
	}
	return n.lock(ctx, func(tx pgx.Tx) error { // so that no other move of it begins meanwhile
		database, still := "", false
		err := tx.QueryRow(ctx, `SELECT t.database, m.token = $2 AND m.done = $3 FROM mailsim_move m JOIN mailsim_tenant t ON t.universe = m.universe
			WHERE m.universe = $1 FOR UPDATE OF m`, m.universe, m.token, m.done).Scan(&database, &still)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && !still {
			return nil
		}
		for _, other := range []string{m.origin, m.target} {
			if err != nil {
				return err
			}
			if other == database {
				continue
			}
			pool, failed := n.pool(m.universe, other)
			if failed == nil {
				failed = postgres.Drop(ctx, pool, m.universe)
			}
			if !errors.Is(failed, mailsim.ErrNotFound) {
				err = failed
			}
		}
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM mailsim_move WHERE universe = $1`, m.universe)
		}
		return err
	})
}
