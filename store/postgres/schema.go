package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// steps lead from one version of the schema to the next; the first of them makes
// version 1. Each is one statement that does nothing where it was done before, so that
// processes which start together may all do it, and one that ended half-way is gone on with. Engines
// that spread over machines change the schema one statement at a time.
var steps = [][]string{
	{
		`CREATE TABLE IF NOT EXISTS mailsim_universe (
			universe text NOT NULL PRIMARY KEY,
			owner text NOT NULL DEFAULT '',
			epoch bigint NOT NULL DEFAULT 0,
			lease_until timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00',
			seq bigint NOT NULL DEFAULT 0,
			next_due timestamptz NULL,
			committed timestamptz NULL,
			whole boolean NOT NULL DEFAULT true,
			created timestamptz NOT NULL DEFAULT now()
		)`,
		`CREATE INDEX IF NOT EXISTS mailsim_universe_due ON mailsim_universe (next_due ASC)`,
		`CREATE TABLE IF NOT EXISTS mailsim_record (
			universe text NOT NULL,
			tbl bytea NOT NULL,
			key bytea NOT NULL,
			part integer NOT NULL,
			parts integer NOT NULL,
			value bytea NOT NULL,
			PRIMARY KEY (universe, tbl, key, part)
		)`,
		`CREATE TABLE IF NOT EXISTS mailsim_body (
			universe text NOT NULL,
			key bytea NOT NULL,
			part integer NOT NULL,
			parts integer NOT NULL,
			value bytea NOT NULL,
			PRIMARY KEY (universe, key, part)
		)`,
	},
}

// schemaTable has one row: the version.
const schemaTable = `CREATE TABLE IF NOT EXISTS mailsim_schema (one boolean NOT NULL PRIMARY KEY, version integer NOT NULL)`

// migratePatience is how long a migration waits for the database, and for others that
// change the schema at the same time.
const migratePatience = 30 * time.Second

// Migrate makes the tables, or upgrades those of an older version. Any number of processes may
// call it at once. ErrInvalid if the tables are of a later version.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	if err := change(ctx, pool, schemaTable); err != nil {
		return err
	}
	at, err := version(ctx, pool)
	if err != nil {
		return failed("the version of the schema cannot be read", err)
	}
	if at > len(steps) {
		return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: fmt.Sprintf("the database is of a later version of mailsim (schema %d, this one knows %d): use that version", at, len(steps))}
	}
	for ; at < len(steps); at++ {
		for _, statement := range steps[at] {
			if err := change(ctx, pool, statement); err != nil {
				return err
			}
		}
		if err := change(ctx, pool, `INSERT INTO mailsim_schema (one, version) VALUES (true, $1)
			ON CONFLICT (one) DO UPDATE SET version = excluded.version WHERE mailsim_schema.version < excluded.version`, at+1); err != nil {
			return err
		}
	}
	return nil
}

// version reads the version of the schema, 0 for none.
func version(ctx context.Context, pool *pgxpool.Pool) (at int, err error) {
	err = again(ctx, migratePatience, 0, func(ctx context.Context) error {
		rows, err := pool.Query(ctx, `SELECT version FROM mailsim_schema`)
		if err != nil {
			return err
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if len(all) > 0 {
			at = all[0]
		}
		return err
	})
	return at, err
}

// change carries out a statement that may be carried out twice. Others who make the
// same thing at the same instant come out of it as errors of the catalog.
func change(ctx context.Context, pool *pgxpool.Pool, statement string, args ...any) error {
	end := time.Now().Add(migratePatience)
	err := again(ctx, migratePatience, 0, func(ctx context.Context) error {
		for {
			_, err := pool.Exec(ctx, statement, args...)
			if !isCode(err, "23505", "42P07", "42710", "XX000") || time.Now().After(end) || ctx.Err() != nil {
				return err
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	if err != nil {
		return failed("the schema cannot be changed", err)
	}
	return nil
}
