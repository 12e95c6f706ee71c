package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

const (
	beginCopy = `WITH held AS (
			INSERT INTO mailsim_universe (universe, owner, epoch, whole) VALUES ($1, $2, $3, false)
			ON CONFLICT (universe) DO UPDATE SET owner = excluded.owner, epoch = excluded.epoch
			WHERE NOT mailsim_universe.whole AND mailsim_universe.epoch <= excluded.epoch RETURNING 1
		) SELECT 1 / count(*) FROM held`
	goOnCopy = `WITH held AS (
			UPDATE mailsim_universe SET owner = $2 WHERE universe = $1 AND epoch = $3 AND NOT whole RETURNING 1
		) SELECT 1 / count(*) FROM held`
	endCopy = `WITH held AS (
			UPDATE mailsim_universe SET whole = true, owner = '', lease_until = now(), seq = $3, next_due = $4, committed = $5, created = $6
			WHERE universe = $1 AND epoch = $2 RETURNING 1
		) SELECT 1 / count(*) FROM held`
)

// Copy copies the universe to another database, in which Migrate must have made the tables.
// Commit waits until the copy is done. The copy has no owner, and can be opened once it is
// whole. It replaces what an interrupted earlier copy left there. To move a universe, open it,
// call Copy, make every program that opens it use the other database, then call Drop and Close
// on this store; until then its lease keeps others from opening the old universe. ErrConflict
// if the other database has the universe; ErrFenced if another process has taken it over, and
// then the copy stays unusable.
func (s *Store) Copy(ctx context.Context, to *pgxpool.Pool) error {
	s.committing.Lock()
	defer s.committing.Unlock()
	if s.closed.Load() {
		return errClosed
	}
	err := s.copy(ctx, to)
	if isCode(err, notHeld) {
		return &mailsim.Error{Kind: mailsim.ErrConflict, Message: "the other database has a universe " + s.universe + " already", Err: err}
	}
	if err != nil {
		return failed("the universe cannot be copied", err)
	}
	return nil
}

func (s *Store) copy(ctx context.Context, to *pgxpool.Pool) error {
	seq, err := s.assert(ctx)
	if err != nil {
		return err
	}
	about, err := Look(ctx, s.pool, s.universe)
	if err != nil {
		return err
	}
	err = s.send(ctx, to, func(b *pgx.Batch) {
		b.Queue(beginCopy, s.universe, s.opts.Owner, s.epoch)
		b.Queue(`DELETE FROM mailsim_record WHERE universe = $1`, s.universe)
		b.Queue(`DELETE FROM mailsim_body WHERE universe = $1`, s.universe)
	})
	if err != nil {
		return err
	}
	for _, query := range []string{loadRecords, loadBodies} {
		if err := s.copyRows(ctx, to, query); err != nil {
			return err
		}
	}
	now, err := s.assert(ctx)
	if err != nil {
		return err
	}
	if now != seq {
		return damaged("it has changed while it was copied")
	}
	var due, committed *time.Time
	if !about.NextDue.IsZero() {
		due = &about.NextDue
	}
	if !about.Committed.IsZero() {
		committed = &about.Committed
	}
	return s.send(ctx, to, func(b *pgx.Batch) { b.Queue(endCopy, s.universe, s.epoch, seq, due, committed, about.Created) })
}

// send carries out a transaction in another database, again if its answer was lost.
func (s *Store) send(ctx context.Context, to *pgxpool.Pool, queue func(*pgx.Batch)) error {
	return again(ctx, s.opts.Patience, 2*pageBytes, func(ctx context.Context) error { return transact(ctx, to, queue) })
}

// copyRows copies a table, page by page.
func (s *Store) copyRows(ctx context.Context, to *pgxpool.Pool, query string) error {
	for rows, err := range walk(s.pool, s.universe, query, s.opts.Patience).pages(ctx) {
		if err != nil {
			return err
		}
		var c columns
		for _, r := range rows {
			c.tables, c.keys, c.values = append(c.tables, r.Table), append(c.keys, r.Key), append(c.values, r.Value)
			c.part, c.parts = append(c.part, r.Part), append(c.parts, r.Parts)
		}
		err = s.send(ctx, to, func(b *pgx.Batch) {
			b.Queue(goOnCopy, s.universe, s.opts.Owner, s.epoch)
			if query == loadBodies {
				b.Queue(putBodies, s.universe, c.keys, c.part, c.parts, c.values)
			} else {
				b.Queue(putRecords, s.universe, c.tables, c.keys, c.part, c.parts, c.values)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
