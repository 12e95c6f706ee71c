package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// Person implements [mailsim.Directory].
func (d *Directory) Person(ctx context.Context, email string) (mailsim.Person, error) {
	p, err := one(ctx, d, "user", func(r pgx.CollectableRow) (p mailsim.Person, err error) {
		return p, r.Scan(&p.Email, &p.Name, &p.Password)
	}, `SELECT shown, name, password FROM mailsim_person WHERE email = $1`, email)
	if err != nil {
		return p, err
	}
	p.Orgs, err = rows(ctx, d, func(r pgx.CollectableRow) (m mailsim.Membership, err error) {
		return m, r.Scan(&m.Name, &m.Role, &m.Suspended)
	}, `SELECT o.name, r.role, o.suspended FROM mailsim_role r JOIN mailsim_org o ON o.name = r.org WHERE r.email = $1 ORDER BY o.name`, email)
	return p, err
}

// Members implements [mailsim.Directory].
func (d *Directory) Members(ctx context.Context, org string) ([]mailsim.OrgUser, error) {
	if _, err := d.Org(ctx, org); err != nil {
		return nil, err
	}
	return rows(ctx, d, func(r pgx.CollectableRow) (u mailsim.OrgUser, err error) {
		return u, r.Scan(&u.Email, &u.Name, &u.Role)
	}, `SELECT p.shown, p.name, r.role FROM mailsim_role r JOIN mailsim_person p ON p.email = r.email WHERE r.org = $1 ORDER BY r.email`, org)
}

// SetMember implements [mailsim.Directory].
func (d *Directory) SetMember(ctx context.Context, org string, p mailsim.OrgUser, password []byte) error {
	email := strings.ToLower(p.Email)
	return d.change(ctx, org, func(tx pgx.Tx) error {
		if err := lockOrg(ctx, tx, org); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO mailsim_person (email, shown, name, password) VALUES ($1, $2, $3, $4)
			ON CONFLICT (email) DO UPDATE SET name = CASE WHEN excluded.name = '' THEN mailsim_person.name ELSE excluded.name END,
				password = coalesce(excluded.password, mailsim_person.password)`, email, p.Email, p.Name, password)
		if err != nil {
			return err
		}
		if password != nil {
			if _, err := tx.Exec(ctx, `DELETE FROM mailsim_session WHERE email = $1`, email); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `INSERT INTO mailsim_role (email, org, role) VALUES ($1, $2, $3)
			ON CONFLICT (email, org) DO UPDATE SET role = excluded.role`, email, org, p.Role)
		return err
	})
}

// DeleteMember implements [mailsim.Directory].
func (d *Directory) DeleteMember(ctx context.Context, org, email string) error {
	return d.change(ctx, org, func(tx pgx.Tx) error {
		if err := lockOrg(ctx, tx, org); err != nil {
			return err
		}
		gone, err := tx.Exec(ctx, `DELETE FROM mailsim_role WHERE org = $1 AND email = $2`, org, email)
		if err != nil {
			return err
		}
		if gone.RowsAffected() == 0 {
			return none("user")
		}
		return dismiss(ctx, tx, []string{email})
	})
}

// Session implements [mailsim.Directory].
func (d *Directory) Session(ctx context.Context, id mailsim.Hash) (mailsim.PersonSession, error) {
	return one(ctx, d, "session", func(r pgx.CollectableRow) (s mailsim.PersonSession, err error) {
		return s, r.Scan(&s.Email, &s.Universe, &s.Expires)
	}, `SELECT email, universe, expires FROM mailsim_session WHERE id = $1`, id[:])
}

// OpenSession implements [mailsim.Directory].
func (d *Directory) OpenSession(ctx context.Context, id mailsim.Hash, s mailsim.PersonSession, password []byte, now time.Time) error {
	err := in(ctx, d.pool, func(tx pgx.Tx) error {
		var is bool
		err := tx.QueryRow(ctx, `SELECT password = $2 FROM mailsim_person WHERE email = $1 AND password IS NOT NULL FOR UPDATE`, s.Email, password).Scan(&is)
		switch {
		case errors.Is(err, pgx.ErrNoRows), err == nil && !is:
			return &mailsim.Error{Kind: mailsim.ErrUnauthorized, Message: "wrong email or password"}
		case err != nil:
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM mailsim_session WHERE expires <= $1`, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM mailsim_session WHERE id IN
			(SELECT id FROM mailsim_session WHERE email = $1 ORDER BY expires DESC OFFSET $2)`, s.Email, mailsim.MaxPersonSessions-1); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO mailsim_session (id, email, universe, expires) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`, id[:], s.Email, s.Universe, s.Expires)
		return err
	})
	return asked("the session cannot be opened", err)
}

// CloseSession implements [mailsim.Directory].
func (d *Directory) CloseSession(ctx context.Context, id mailsim.Hash) error {
	return d.change(ctx, "", func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM mailsim_session WHERE id = $1`, id[:])
		return err
	})
}
