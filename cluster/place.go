package cluster

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// place is where the directory says that a universe is, and what is under way with it.
type place struct {
	database string
	maker    string // who makes it, "" for one that is made
	moving   bool   // there is a row of a move
	move     move
}

// move is the row of a move to another database. It stays until nothing is left of the
// universe where it is not.
type move struct {
	universe, token string // token "" is one that was called off
	origin, target  string
	done            bool // the directory says the target
}

// place returns where a universe is. ErrNotFound.
func (d *Directory) place(ctx context.Context, universe string) (place, error) {
	return one(ctx, d, "universe", func(r pgx.CollectableRow) (p place, err error) {
		var maker, token, origin, target *string
		var done *bool
		if err = r.Scan(&p.database, &maker, &token, &origin, &target, &done); err != nil {
			return p, err
		}
		if maker != nil {
			p.maker = *maker
		}
		if token != nil {
			p.moving, p.move = true, move{universe, *token, *origin, *target, *done}
		}
		return p, nil
	}, `SELECT t.database, n.node, m.token, m.origin, m.target, m.done FROM mailsim_tenant t
		LEFT JOIN mailsim_making n ON n.universe = t.universe LEFT JOIN mailsim_move m ON m.universe = t.universe WHERE t.universe = $1`, universe)
}

// index is the place in the list of databases of what a row says.
func index(database string) int {
	if database == "" {
		return 0
	}
	i, err := strconv.Atoi(database)
	if err != nil {
		return -1
	}
	return i
}

// named is what a row says of a place in the list.
func named(i int) string {
	if i == 0 {
		return ""
	}
	return strconv.Itoa(i)
}

// home chooses the database of a new universe.
func (d *Directory) home(universe string) string {
	best, most := 0, uint64(0)
	for i := range d.databases {
		if w := weight("database "+strconv.Itoa(i), universe); w > most {
			best, most = i, w
		}
	}
	return named(best)
}

// beginMove notes that a universe is being moved by who has the token.
func (d *Directory) beginMove(ctx context.Context, m move) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO mailsim_move (universe, token, origin, target, done) VALUES ($1, $2, $3, $4, false)
			ON CONFLICT (universe) DO UPDATE SET token = excluded.token, origin = excluded.origin, target = excluded.target, done = false`, m.universe, m.token, m.origin, m.target)
		return err
	})
}

// finishMove says that the universe is at the target now, unless the move was called off.
func (d *Directory) finishMove(ctx context.Context, m move) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		got, err := tx.Exec(ctx, `UPDATE mailsim_move SET done = true WHERE universe = $1 AND token = $2`, m.universe, m.token)
		if err != nil {
			return err
		}
		if got.RowsAffected() == 0 {
			return &mailsim.Error{Kind: mailsim.ErrConflict, Message: "another process has opened universe " + m.universe + " meanwhile: move it again"}
		}
		_, err = tx.Exec(ctx, `UPDATE mailsim_tenant SET database = $2 WHERE universe = $1`, m.universe, m.target)
		return err
	})
}

// callOff ends a move that is not done, so that it cannot be finished any more. It reports
// whether it did.
func (d *Directory) callOff(ctx context.Context, m move) (off bool, err error) {
	err = d.quietly(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE mailsim_move SET token = '' WHERE universe = $1 AND token = $2 AND NOT done`, m.universe, m.token)
		if err == nil {
			err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM mailsim_move WHERE universe = $1 AND token = '')`, m.universe).Scan(&off)
		}
		return err
	})
	return off, err
}

// forgetMove removes the row of a move of which nothing is left.
func (d *Directory) forgetMove(ctx context.Context, m move) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM mailsim_move WHERE universe = $1 AND token = $2 AND done = $3`, m.universe, m.token, m.done)
		return err
	})
}

// moves lists those that were not forgotten.
func (d *Directory) moves(ctx context.Context) ([]move, error) {
	return rows(ctx, d, func(r pgx.CollectableRow) (m move, err error) {
		return m, r.Scan(&m.universe, &m.token, &m.origin, &m.target, &m.done)
	}, `SELECT universe, token, origin, target, done FROM mailsim_move ORDER BY universe LIMIT 100`)
}

// making is a universe that may have no content yet.
type making struct{ universe, node string }

func (d *Directory) makings(ctx context.Context) ([]making, error) {
	return rows(ctx, d, func(r pgx.CollectableRow) (m making, err error) { return m, r.Scan(&m.universe, &m.node) },
		`SELECT universe, node FROM mailsim_making ORDER BY universe LIMIT 1000`)
}

// made notes that universes have content.
func (d *Directory) made(ctx context.Context, universes []string) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM mailsim_making WHERE universe = ANY($1)`, universes)
		return err
	})
}
