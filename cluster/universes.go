package cluster

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

func toRecord(r pgx.CollectableRow) (u mailsim.UniverseRecord, err error) {
	err = r.Scan(&u.ID, &u.Org, &u.Name, &u.Created, &u.Database)
	u.Created = u.Created.UTC()
	return u, err
}

const records = `SELECT universe, org, name, created, database FROM mailsim_tenant `

// Universes implements [mailsim.Directory].
func (d *Directory) Universes(ctx context.Context, orgs []string, limit int) ([]mailsim.UniverseRecord, error) {
	var most *int
	if limit > 0 {
		most = &limit
	}
	if orgs == nil {
		return rows(ctx, d, toRecord, records+`ORDER BY org, name, universe LIMIT $1`, most)
	}
	return rows(ctx, d, toRecord, records+`WHERE org = ANY($1) ORDER BY org, name, universe LIMIT $2`, orgs, most)
}

// Universe implements [mailsim.Directory].
func (d *Directory) Universe(ctx context.Context, id string) (mailsim.UniverseRecord, error) {
	return one(ctx, d, "universe", toRecord, records+`WHERE universe = $1`, id)
}

// AddUniverse implements [mailsim.Directory].
func (d *Directory) AddUniverse(ctx context.Context, u mailsim.UniverseRecord) error {
	if u.Database == "" {
		u.Database = d.home(u.ID)
	}
	err := in(ctx, d.pool, func(tx pgx.Tx) error {
		if err := lockOrg(ctx, tx, u.Org); err != nil {
			return err
		}
		if d.begun != nil {
			if _, err := tx.Exec(ctx, `INSERT INTO mailsim_making (universe, node) VALUES ($1, $2) ON CONFLICT (universe) DO UPDATE SET node = excluded.node`, u.ID, d.node); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO mailsim_tenant (universe, org, name, created, database) VALUES ($1, $2, $3, $4, $5)`, u.ID, u.Org, u.Name, u.Created, u.Database)
		return err
	})
	if isCode(err, "23505", "") {
		return &mailsim.Error{Kind: mailsim.ErrConflict, Message: "universe " + u.ID + " is there already"}
	}
	if err == nil && d.begun != nil {
		d.begun(u.ID)
	}
	return asked("the universe cannot be added", err)
}

// DeleteUniverse implements [mailsim.Directory].
func (d *Directory) DeleteUniverse(ctx context.Context, id string) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		gone, err := tx.Exec(ctx, `DELETE FROM mailsim_tenant WHERE universe = $1`, id)
		if err != nil {
			return err
		}
		if gone.RowsAffected() == 0 {
			return none("universe")
		}
		for _, table := range []string{"mailsim_key", "mailsim_making", "mailsim_move"} {
			if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE universe = $1`, id); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `DELETE FROM mailsim_login WHERE universe = $1`, id)
		return err
	})
}

// KeyUniverse implements [mailsim.Directory].
func (d *Directory) KeyUniverse(ctx context.Context, key mailsim.Hash) (string, error) {
	return one(ctx, d, "key", pgx.RowTo[string], `SELECT universe FROM mailsim_key WHERE hash = $1`, key[:])
}

// ClaimKeys implements [mailsim.Directory].
func (d *Directory) ClaimKeys(ctx context.Context, universe string, keys []mailsim.Hash) (fresh []mailsim.Hash, err error) {
	err = in(ctx, d.pool, func(tx pgx.Tx) error {
		fresh = nil
		for _, k := range keys {
			put, err := tx.Exec(ctx, `INSERT INTO mailsim_key (hash, universe) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING`, k[:], universe)
			if err != nil {
				return err
			}
			if put.RowsAffected() > 0 {
				fresh = append(fresh, k)
				continue
			}
			var of string
			if err := tx.QueryRow(ctx, `SELECT universe FROM mailsim_key WHERE hash = $1`, k[:]).Scan(&of); err != nil {
				return err
			}
			if of != universe {
				fresh = []mailsim.Hash{k}
				return &mailsim.Error{Kind: mailsim.ErrConflict, Message: "the key opens another universe"}
			}
		}
		return nil
	})
	return fresh, asked("the keys cannot be claimed", err)
}

// DropKeys implements [mailsim.Directory].
func (d *Directory) DropKeys(ctx context.Context, universe string, keys []mailsim.Hash) error {
	raw := make([][]byte, len(keys))
	for i := range keys {
		raw[i] = keys[i][:]
	}
	return d.quietly(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM mailsim_key WHERE universe = $1 AND hash = ANY($2)`, universe, raw)
		return err
	})
}

const logins = `SELECT universe, org, address, name, mark FROM mailsim_login `

// entries puts rows of names together.
func entries(answer pgx.Rows, err error) (list []mailsim.LoginEntry, _ error) {
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(answer, func(r pgx.CollectableRow) (e mailsim.LoginEntry, err error) {
		e.Names = make([]string, 1)
		return e, r.Scan(&e.Universe, &e.Org, &e.Address, &e.Names[0], &e.Mark)
	})
	for _, e := range names {
		if n := len(list); n > 0 && list[n-1].Universe == e.Universe && list[n-1].Address == e.Address {
			list[n-1].Names = append(list[n-1].Names, e.Names...)
			continue
		}
		list = append(list, e)
	}
	return list, err
}

func (d *Directory) logins(ctx context.Context, where string, args ...any) (list []mailsim.LoginEntry, err error) {
	err = again(ctx, func(ctx context.Context) error {
		list, err = entries(d.pool.Query(ctx, logins+where, args...))
		return err
	})
	return list, asked("the directory cannot be asked", err)
}

// LoginsNamed implements [mailsim.Directory].
func (d *Directory) LoginsNamed(ctx context.Context, name string) ([]mailsim.LoginEntry, error) {
	return d.logins(ctx, `WHERE name = $1 ORDER BY org, universe, address, name`, name)
}

// LoginsOf implements [mailsim.Directory].
func (d *Directory) LoginsOf(ctx context.Context, universe string) ([]mailsim.LoginEntry, error) {
	return d.logins(ctx, `WHERE universe = $1 ORDER BY address, name`, universe)
}

// ClaimLogins implements [mailsim.Directory].
func (d *Directory) ClaimLogins(ctx context.Context, universe string, list []mailsim.LoginEntry) (before []mailsim.LoginEntry, err error) {
	if len(list) == 0 {
		return nil, nil
	}
	addresses := make([]string, len(list))
	for i, e := range list {
		addresses[i] = e.Address
	}
	err = in(ctx, d.pool, func(tx pgx.Tx) error {
		org, err := orgOf(ctx, tx, universe)
		if err != nil {
			return err
		}
		if before, err = entries(tx.Query(ctx, logins+`WHERE universe = $1 AND address = ANY($2) ORDER BY address, name`, universe, addresses)); err != nil {
			return err
		}
		for _, e := range list {
			if i := slices.IndexFunc(before, func(b mailsim.LoginEntry) bool { return b.Address == e.Address }); i >= 0 {
				e.Names = append(slices.Clone(e.Names), before[i].Names...)
				if e.Mark == nil {
					e.Mark = before[i].Mark
				}
			}
			slices.Sort(e.Names)
			e.Names = slices.Compact(e.Names)
			if err := claimed(ctx, tx, universe, org, e); err != nil {
				return err
			}
		}
		return nil
	})
	if isCode(err, "23505", "mailsim_login_mark") {
		err = mailsim.ErrMarkTaken
	}
	return before, asked("the logins cannot be claimed", err)
}

// claimed gives a login its names. The names of the organization's other universes are
// looked at first: what it learns of others is less.
func claimed(ctx context.Context, tx pgx.Tx, universe, org string, e mailsim.LoginEntry) error {
	taken := false
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM mailsim_login WHERE name = ANY($1) AND org = $2 AND universe <> $3)`, e.Names, org, universe).Scan(&taken)
	if err == nil && taken {
		return mailsim.ErrNameTaken
	}
	for _, name := range e.Names {
		if err != nil {
			return err
		}
		var put int
		err = tx.QueryRow(ctx, `INSERT INTO mailsim_login (name, org, universe, address, mark) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (name, org) DO UPDATE SET address = excluded.address, mark = excluded.mark WHERE mailsim_login.universe = excluded.universe RETURNING 1`,
			name, org, universe, e.Address, e.Mark).Scan(&put)
		if errors.Is(err, pgx.ErrNoRows) { // another universe took it at the same instant
			return mailsim.ErrNameTaken
		}
	}
	return err
}

func orgOf(ctx context.Context, tx pgx.Tx, universe string) (org string, err error) {
	err = tx.QueryRow(ctx, `SELECT org FROM mailsim_tenant WHERE universe = $1`, universe).Scan(&org)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", none("universe")
	}
	return org, err
}

// SetLogins implements [mailsim.Directory].
func (d *Directory) SetLogins(ctx context.Context, universe string, addresses []string, list []mailsim.LoginEntry) error {
	return d.quietly(ctx, func(tx pgx.Tx) error {
		org, err := orgOf(ctx, tx, universe)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM mailsim_login WHERE universe = $1 AND address = ANY($2)`, universe, addresses); err != nil {
			return err
		}
		for _, e := range list {
			if err := claimed(ctx, tx, universe, org, e); err != nil {
				return err
			}
		}
		return nil
	})
}
