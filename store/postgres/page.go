package postgres

import (
	"context"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// row is one of a table of records or bodies; a body's has no table.
type row struct {
	Table, Key  []byte
	Part, Parts int32
	Value       []byte
}

const (
	loadRecords = `SELECT tbl, key, part, parts, value FROM mailsim_record
		WHERE universe = $1 AND (tbl, key, part) > ($2, $3, $4) ORDER BY tbl, key, part LIMIT $5`
	loadBodies = `SELECT $2::bytea, key, part, parts, value FROM mailsim_body
		WHERE universe = $1 AND (key, part) > ($3, $4) ORDER BY key, part LIMIT $5`
)

// Bounds of a page: rows, and bytes roughly.
const (
	firstPage = 128
	maxPage   = 4000
	pageBytes = 2 << 20
)

// walker reads the rows of a universe, some at a time. A page that a connection was cut in is
// read again.
type walker struct {
	pool     *pgxpool.Pool
	universe string
	query    string
	patience time.Duration
	last     row
	limit    int
}

func walk(pool *pgxpool.Pool, universe, query string, patience time.Duration) *walker {
	return &walker{pool: pool, universe: universe, query: query, patience: patience, last: row{Table: []byte{}, Key: []byte{}, Part: -1}, limit: firstPage}
}

// next returns the next page, none at the end.
func (w *walker) next(ctx context.Context) (rows []row, err error) {
	err = again(ctx, w.patience, pageBytes, func(ctx context.Context) error {
		answer, err := w.pool.Query(ctx, w.query, w.universe, w.last.Table, w.last.Key, w.last.Part, w.limit)
		if err != nil {
			return err
		}
		rows, err = pgx.CollectRows(answer, pgx.RowToStructByPos[row])
		return err
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	bytes := 0
	for _, r := range rows {
		bytes += len(r.Key) + len(r.Value) + 40
	}
	w.limit = min(max(pageBytes/(bytes/len(rows)), 4), 2*w.limit, maxPage)
	w.last = rows[len(rows)-1]
	return rows, nil
}

// pages yields all pages; the next one is asked for while one is used.
func (w *walker) pages(ctx context.Context) iter.Seq2[[]row, error] {
	return func(yield func([]row, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		type page struct {
			rows []row
			err  error
		}
		ahead := make(chan page)
		go func() {
			defer close(ahead)
			for {
				rows, err := w.next(ctx)
				if err == nil && len(rows) == 0 {
					return
				}
				select {
				case ahead <- page{rows, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		}()
		for p := range ahead {
			if !yield(p.rows, p.err) {
				return
			}
		}
	}
}
