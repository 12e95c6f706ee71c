package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
)

// settle holds a store whose lease has just been taken against the directory: what that says
// from now on holds, as moves need the lease.
func (n *Node) settle(ctx context.Context, s *postgres.Store, before place, fresh bool) error {
	p, err := n.dir.place(ctx, s.Universe())
	switch {
	case errors.Is(err, mailsim.ErrNotFound) && fresh: // making it took so long that others have removed it
		_ = s.Drop(ctx)
		return err
	case err != nil:
		return err
	case p.database != before.database:
		return &mailsim.Elsewhere{Universe: s.Universe()}
	case !fresh && p.maker != "":
		if in, err := n.content(ctx, p.database, []string{s.Universe()}); err != nil || len(in) == 0 {
			s.Close()
			return cmp.Or(err, n.unmade(ctx, s.Universe(), p))
		}
	}
	if p.moving && !p.move.done && p.move.token != "" { // whoever moved it has lost the lease
		off, err := n.dir.callOff(ctx, p.move)
		if err == nil && !off {
			err = &mailsim.Elsewhere{Universe: s.Universe()}
		}
		return err
	}
	return nil
}

// unmade removes a universe whose maker ended before it had content.
func (n *Node) unmade(ctx context.Context, universe string, p place) error {
	if p.maker != n.opts.Name && n.addressOf(p.maker) != "" || n.isFresh(universe) {
		return &mailsim.Elsewhere{Universe: universe} // it is being made
	}
	if err := n.drop(ctx, mailsim.UniverseRecord{ID: universe}); err != nil {
		return err
	}
	if err := n.dir.DeleteUniverse(ctx, universe); err != nil && !errors.Is(err, mailsim.ErrNotFound) {
		return err
	}
	n.log.Warn("a universe was removed that was never finished", "universe", universe, "maker", p.maker)
	return &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "universe " + universe + " was never finished, because the process that made it ended: make it again"}
}

// removed removes a universe without content whose maker has ended, and reports whether it
// did.
func (n *Node) removed(ctx context.Context, universe string) bool {
	p, err := n.dir.place(ctx, universe)
	if err != nil || p.maker == "" {
		return false
	}
	in, err := n.content(ctx, p.database, []string{universe})
	return err == nil && len(in) == 0 && errors.Is(n.unmade(ctx, universe, p), mailsim.ErrNotFound)
}

func (n *Node) isFresh(universe string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.fresh[universe]
}

// content lists those of some universes that have content in a database.
func (n *Node) content(ctx context.Context, database string, universes []string) (in []string, err error) {
	pool, err := n.pool(universes[0], database)
	if err != nil {
		return nil, err
	}
	err = again(ctx, func(ctx context.Context) error {
		answer, err := pool.Query(ctx, `SELECT universe FROM mailsim_universe WHERE universe = ANY($1) AND seq > 0`, universes)
		if err == nil {
			in, err = pgx.CollectRows(answer, pgx.RowTo[string])
		}
		return err
	})
	return in, asked("the universes cannot be looked up", err)
}

// sweep deletes what moves and makers that ended have left, one round at a time.
func (n *Node) sweep(ctx context.Context) {
	if n.tidying.Swap(true) {
		return
	}
	n.beaten.Go(func() {
		defer n.tidying.Store(false)
		if err := errors.Join(n.sweepMoves(ctx), n.sweepMakings(ctx)); err != nil && ctx.Err() == nil {
			n.log.Warn("what was left cannot be deleted yet", "error", err)
		}
	})
}

func (n *Node) sweepMoves(ctx context.Context) error {
	list, err := n.dir.moves(ctx)
	for _, m := range list {
		if n.owner(m.universe).name != n.opts.Name || n.isMoving(m.universe) {
			continue
		}
		p, failed := n.dir.place(ctx, m.universe)
		if failed != nil || !p.moving {
			continue
		}
		if m = p.move; m.token == "" || m.done {
			err = errors.Join(err, n.clean(ctx, p))
			continue
		}
		pool, failed := n.pool(m.universe, p.database)
		if failed != nil {
			continue
		}
		if about, failed := postgres.Look(ctx, pool, m.universe); failed == nil && !about.Owned { // who moved it has ended
			_, _ = n.cell.Universe(m.universe) // which calls the move off
		}
	}
	return err
}

func (n *Node) sweepMakings(ctx context.Context) error {
	list, err := n.dir.makings(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.universe
	}
	var made []string
	for i := range n.pools {
		in, err := n.content(ctx, named(i), ids)
		if err != nil {
			return err
		}
		made = append(made, in...)
	}
	if len(made) > 0 {
		err = n.dir.made(ctx, made)
	}
	slices.Sort(made)
	for _, m := range list {
		_, is := slices.BinarySearch(made, m.universe)
		ended := n.addressOf(m.node) == "" || m.node == n.opts.Name && !n.isFresh(m.universe)
		if !is && ended && n.owner(m.universe).name == n.opts.Name {
			_, _ = n.cell.Universe(m.universe) // which removes it
		}
	}
	return err
}
