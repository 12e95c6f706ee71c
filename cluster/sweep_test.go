package cluster_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// TestUnfinished: a universe whose maker ended between the directory and the store, or
// before it had content, is removed; one that a process still makes is not, and one with
// content stays.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	whole := spread(t, a, b)["b"]
	c, err := pgx.Connect(ctx, dsn)
	check(t, err)
	defer c.Close(ctx)
	half := func(id, maker, store string) {
		t.Helper()
		for _, q := range []string{
			`INSERT INTO mailsim_tenant (universe, org, name, created, database) VALUES ('` + id + `', 'Acme', '` + id + `', now(), '') ON CONFLICT DO NOTHING`,
			`INSERT INTO mailsim_making (universe, node) VALUES ('` + id + `', '` + maker + `') ON CONFLICT (universe) DO UPDATE SET node = excluded.node`, store,
		} {
			_, err := c.Exec(ctx, q)
			check(t, err)
		}
	}
	either := func(id string) error {
		_, err := a.Cell().Universe(id)
		if at := new(mailsim.Elsewhere); errors.As(err, &at) && at.Owner == "b" {
			_, err = b.Cell().Universe(id)
		}
		return err
	}
	half("no_store", "gone", "")
	half("no_content", "gone", `INSERT INTO mailsim_universe (universe) VALUES ('no_content')`)
	half(whole, "gone", "")
	for _, id := range []string{"no_store", "no_content"} {
		eventually(t, id+" is removed", func() bool {
			return count(t, dsn, `SELECT (SELECT count(*) FROM mailsim_tenant WHERE universe = $1) + (SELECT count(*) FROM mailsim_universe WHERE universe = $1)`, id) == 0
		})
	}
	eventually(t, "what has content is done", func() bool { return count(t, dsn, `SELECT count(*) FROM mailsim_making`) == 0 })
	check(t, either(whole))

	maker := "a"
	if a.Owner("under_way") == "a" {
		maker = "b"
	}
	half("under_way", maker, "")
	if err := either("under_way"); !errors.Is(err, mailsim.ErrFenced) {
		t.Fatal("a universe that is being made:", err)
	}
	half("again", "gone", "")
	half("asked", "gone", "")
	if err := either("asked"); !errors.Is(err, mailsim.ErrNotFound) || !strings.Contains(err.Error(), "never finished") && !strings.Contains(err.Error(), "no such") {
		t.Fatal(err)
	}
	check(t, a.Furnish(ctx, &mailsim.Config{Orgs: []mailsim.OrgConfig{{Name: "Acme", Universes: []mailsim.UniverseConfig{{ID: "again", Logins: []mailsim.NewLogin{{Address: "x@ours.test", Password: "secret"}}}}}}}))
	eventually(t, "it has what the file says", func() bool {
		for _, m := range []*member{a, b} {
			if u, err := m.Cell().Universe("again"); err == nil {
				return len(u.Logins()) == 1
			}
		}
		return false
	})
}
