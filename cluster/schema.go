package cluster

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// steps lead from one version of the directory's tables to the next. Each statement does
// nothing where it was done before, so that processes may start together.
var steps = [][]string{{
	`CREATE TABLE IF NOT EXISTS mailsim_org (name text NOT NULL PRIMARY KEY, plan text NOT NULL, suspended boolean NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS mailsim_person (email text NOT NULL PRIMARY KEY, shown text NOT NULL, name text NOT NULL, password bytea NULL)`,
	`CREATE TABLE IF NOT EXISTS mailsim_role (email text NOT NULL, org text NOT NULL, role text NOT NULL, PRIMARY KEY (email, org))`,
	`CREATE INDEX IF NOT EXISTS mailsim_role_org ON mailsim_role (org, email)`,
	`CREATE TABLE IF NOT EXISTS mailsim_session (id bytea NOT NULL PRIMARY KEY, email text NOT NULL, universe text NOT NULL, expires timestamptz NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS mailsim_session_email ON mailsim_session (email, expires)`,
	`CREATE INDEX IF NOT EXISTS mailsim_session_expires ON mailsim_session (expires)`,
	`CREATE TABLE IF NOT EXISTS mailsim_tenant (universe text NOT NULL PRIMARY KEY, org text NOT NULL, name text NOT NULL, created timestamptz NOT NULL, database text NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS mailsim_tenant_org ON mailsim_tenant (org, name, universe)`,
	`CREATE TABLE IF NOT EXISTS mailsim_key (hash bytea NOT NULL PRIMARY KEY, universe text NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS mailsim_key_universe ON mailsim_key (universe)`,
	`CREATE TABLE IF NOT EXISTS mailsim_login (name text NOT NULL, org text NOT NULL, universe text NOT NULL, address text NOT NULL, mark bytea NULL, PRIMARY KEY (name, org))`,
	`CREATE UNIQUE INDEX IF NOT EXISTS mailsim_login_mark ON mailsim_login (name, mark)`,
	`CREATE INDEX IF NOT EXISTS mailsim_login_universe ON mailsim_login (universe, address)`,
	`CREATE TABLE IF NOT EXISTS mailsim_node (name text NOT NULL PRIMARY KEY, address text NOT NULL, seen timestamptz NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS mailsim_change (org text NOT NULL PRIMARY KEY, node text NOT NULL, at timestamptz NOT NULL)`,
}, {
	`CREATE TABLE IF NOT EXISTS mailsim_making (universe text NOT NULL PRIMARY KEY, node text NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS mailsim_move (universe text NOT NULL PRIMARY KEY, token text NOT NULL, origin text NOT NULL, target text NOT NULL, done boolean NOT NULL)`,
}}

const versionTable = `CREATE TABLE IF NOT EXISTS mailsim_cluster (one boolean NOT NULL PRIMARY KEY, version integer NOT NULL)`

// migrate makes the directory's tables, or brings older ones up to this version.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	change := func(statement string, args ...any) error {
		return again(ctx, func(ctx context.Context) error {
			_, err := pool.Exec(ctx, statement, args...)
			return err
		}, "23505", "42P07", "42710", "XX000")
	}
	if err := change(versionTable); err != nil {
		return asked("the schema cannot be changed", err)
	}
	at := 0
	err := again(ctx, func(ctx context.Context) error {
		return pool.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM mailsim_cluster`).Scan(&at)
	})
	if err != nil {
		return asked("the version of the schema cannot be read", err)
	}
	if at > len(steps) {
		return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: fmt.Sprintf("the directory is of a later version of mailsim (schema %d, this one knows %d): use that version", at, len(steps))}
	}
	for ; at < len(steps); at++ {
		for _, statement := range steps[at] {
			if err := change(statement); err != nil {
				return asked("the schema cannot be changed", err)
			}
		}
		if err := change(`INSERT INTO mailsim_cluster (one, version) VALUES (true, $1)
			ON CONFLICT (one) DO UPDATE SET version = excluded.version WHERE mailsim_cluster.version < excluded.version`, at+1); err != nil {
			return asked("the schema cannot be changed", err)
		}
	}
	return nil
}
