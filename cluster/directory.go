package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// Directory is a [mailsim.Directory] in PostgreSQL. It caches nothing.
type Directory struct {
	pool *pgxpool.Pool
	node string // who changes

	databases int                   // over which new universes are spread
	begun     func(universe string) // called for a new one, if not nil
	tells     atomic.Bool           // the database has NOTIFY

	mu    sync.Mutex
	looks map[*func(string)]struct{}
	seen  map[string]time.Time // changes that were told, by organization
}

var _ mailsim.Directory = (*Directory)(nil)

// NewDirectory creates the directory's tables, or upgrades older ones, and returns the
// directory. node is a name that no other process has.
func NewDirectory(ctx context.Context, pool *pgxpool.Pool, node string) (*Directory, error) {
	if err := migrate(ctx, pool); err != nil {
		return nil, err
	}
	return &Directory{pool: pool, node: node, looks: map[*func(string)]struct{}{}, seen: map[string]time.Time{}}, nil
}

func none(what string) error {
	return &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "no such " + what}
}

// rows asks a question.
func rows[T any](ctx context.Context, d *Directory, to pgx.RowToFunc[T], q string, args ...any) (list []T, err error) {
	err = again(ctx, func(ctx context.Context) error {
		answer, err := d.pool.Query(ctx, q, args...)
		if err == nil {
			list, err = pgx.CollectRows(answer, to)
		}
		return err
	})
	return list, asked("the directory cannot be asked", err)
}

// one asks for one row; ErrNotFound without.
func one[T any](ctx context.Context, d *Directory, what string, to pgx.RowToFunc[T], q string, args ...any) (v T, err error) {
	list, err := rows(ctx, d, to, q, args...)
	switch {
	case err != nil:
		return v, err
	case len(list) == 0:
		return v, none(what)
	}
	return list[0], nil
}

// change runs a transaction and notes that something of an organization changed, for those
// who stay at other processes.
func (d *Directory) change(ctx context.Context, org string, do func(pgx.Tx) error) error {
	err := in(ctx, d.pool, func(tx pgx.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO mailsim_change (org, node, at) VALUES ($1, $2, clock_timestamp())
			ON CONFLICT (org) DO UPDATE SET node = excluded.node, at = excluded.at`, org, d.node)
		if err == nil && d.tells.Load() {
			_, err = tx.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, d.node)
		}
		return err
	})
	return asked("the directory cannot be changed", err)
}

// quietly is change for what only the owner of a universe has to do with, who knows.
func (d *Directory) quietly(ctx context.Context, do func(pgx.Tx) error) error {
	return asked("the directory cannot be changed", in(ctx, d.pool, do))
}

// Watch calls the function look when another process has changed the directory: within
// half a second after the commit, or at once if the database has LISTEN and NOTIFY.
func (d *Directory) Watch(look func(org string)) (stop func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looks[&look] = struct{}{}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.looks, &look)
	}
}

// overlap is how far back changes are looked for again: a transaction may be committed that
// much later than it says.
const overlap = time.Minute

// poll tells those who watch what has changed.
func (d *Directory) poll(ctx context.Context, first bool) error {
	type change struct {
		org, node string
		at        time.Time
	}
	answer, err := d.pool.Query(ctx, `SELECT org, node, at FROM mailsim_change WHERE at > clock_timestamp() - $1::interval`, overlap)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(answer, func(r pgx.CollectableRow) (c change, err error) { return c, r.Scan(&c.org, &c.node, &c.at) })
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	seen := map[string]time.Time{}
	for _, c := range list {
		seen[c.org] = c.at
		if first || d.seen[c.org].Equal(c.at) {
			continue
		}
		for look := range d.looks {
			(*look)(c.org)
		}
	}
	d.seen = seen
	return nil
}

func toOrg(r pgx.CollectableRow) (o mailsim.Org, err error) {
	var plan string
	if err = r.Scan(&o.Name, &plan, &o.Suspended); err == nil {
		err = json.Unmarshal([]byte(plan), &o.Plan)
	}
	return o, err
}

// Orgs implements [mailsim.Directory].
func (d *Directory) Orgs(ctx context.Context) ([]mailsim.Org, error) {
	return rows(ctx, d, toOrg, `SELECT name, plan, suspended FROM mailsim_org ORDER BY name`)
}

// Org implements [mailsim.Directory].
func (d *Directory) Org(ctx context.Context, name string) (mailsim.Org, error) {
	return one(ctx, d, "organization", toOrg, `SELECT name, plan, suspended FROM mailsim_org WHERE name = $1`, name)
}

// SetOrg implements [mailsim.Directory].
func (d *Directory) SetOrg(ctx context.Context, o mailsim.Org) error {
	plan, err := json.Marshal(o.Plan)
	if err != nil {
		return err
	}
	return d.change(ctx, o.Name, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO mailsim_org (name, plan, suspended) VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, suspended = excluded.suspended`, o.Name, string(plan), o.Suspended)
		return err
	})
}

// lockOrg holds an organization until the transaction ends.
func lockOrg(ctx context.Context, tx pgx.Tx, name string) error {
	var got string
	err := tx.QueryRow(ctx, `SELECT name FROM mailsim_org WHERE name = $1 FOR UPDATE`, name).Scan(&got)
	if errors.Is(err, pgx.ErrNoRows) {
		return none("organization")
	}
	return err
}

// DeleteOrg implements [mailsim.Directory].
func (d *Directory) DeleteOrg(ctx context.Context, name string) error {
	return d.change(ctx, name, func(tx pgx.Tx) error {
		if err := lockOrg(ctx, tx, name); err != nil {
			return err
		}
		has := false
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM mailsim_tenant WHERE org = $1)`, name).Scan(&has); err != nil {
			return err
		}
		if has {
			return &mailsim.Error{Kind: mailsim.ErrConflict, Message: name + " has universes: delete them first"}
		}
		answer, err := tx.Query(ctx, `DELETE FROM mailsim_role WHERE org = $1 RETURNING email`, name)
		if err != nil {
			return err
		}
		left, err := pgx.CollectRows(answer, pgx.RowTo[string])
		if err != nil {
			return err
		}
		if err := dismiss(ctx, tx, left); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM mailsim_org WHERE name = $1`, name)
		return err
	})
}

// dismiss forgets those of some people who have no role any more, and their sessions.
func dismiss(ctx context.Context, tx pgx.Tx, emails []string) error {
	answer, err := tx.Query(ctx, `DELETE FROM mailsim_person WHERE email = ANY($1)
		AND NOT EXISTS (SELECT 1 FROM mailsim_role WHERE mailsim_role.email = mailsim_person.email) RETURNING email`, emails)
	if err != nil {
		return err
	}
	gone, err := pgx.CollectRows(answer, pgx.RowTo[string])
	if err == nil && len(gone) > 0 {
		_, err = tx.Exec(ctx, `DELETE FROM mailsim_session WHERE email = ANY($1)`, gone)
	}
	return err
}
