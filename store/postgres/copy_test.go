package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// TestCopy moves a universe to another database: it is the same there, and gone here.
func TestCopy(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	from, to := database(t), database(t)
	u, _ := open(t, from, "moves", postgres.Options{})
	for i := range 30 {
		check(t, inject(u, fmt.Sprint("mail ", i)))
	}
	check(t, inject(u, strings.Repeat("a long mail ", 5000))) // 3 MB
	want := saved(t, u)
	check(t, u.Close())
	s, err := postgres.Open(ctx, from, "moves", postgres.Options{})
	check(t, err)
	check(t, s.Copy(ctx, to))
	if err := s.Copy(ctx, to); !errors.Is(err, mailsim.ErrConflict) {
		t.Errorf("a copy over a universe: %v", err)
	}
	if _, err := postgres.Open(ctx, from, "moves", postgres.Options{Owner: "another"}); !owned(err, s.Owner()) {
		t.Errorf("while it moves another is told %v", err)
	}
	check(t, s.Drop(ctx))
	check(t, s.Close())
	if _, err := postgres.Open(ctx, from, "moves", postgres.Options{MustExist: true}); !errors.Is(err, mailsim.ErrNotFound) {
		t.Errorf("where it was: %v", err)
	}
	for _, table := range []string{"mailsim_universe", "mailsim_record", "mailsim_body"} {
		n := -1
		check(t, from.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&n))
		if n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
	u, _ = open(t, to, "moves", postgres.Options{})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != want {
		t.Error("it is another universe after it has moved")
	}
	check(t, inject(u, "goes on"))
}

// TestCopyCut ends copies half-way, by a cut connection and by another owner: what is
// left is not taken for a universe, and the next copy is whole.
func TestCopyCut(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	ctx := context.Background()
	from, dsn := database(t), server.Database(t)
	there := connect(t, dsn)
	check(t, postgres.Migrate(ctx, there))
	way := pgtest.NewProxy(t, server.Addr())
	to := connect(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1))
	u, _ := open(t, from, "moves", postgres.Options{})
	for i := range 200 {
		check(t, inject(u, fmt.Sprint("mail ", i)))
	}
	want := saved(t, u)
	check(t, u.Close())

	s, err := postgres.Open(ctx, from, "moves", postgres.Options{Patience: 10 * time.Millisecond})
	check(t, err)
	way.CutAfter(60_000)
	if err := s.Copy(ctx, to); err == nil {
		t.Fatal("a copy that was cut is whole")
	}
	if _, err := postgres.Open(ctx, there, "moves", postgres.Options{}); !errors.Is(err, mailsim.ErrConflict) || !strings.Contains(err.Error(), "copy it again") {
		t.Errorf("half a copy: %v", err)
	}
	for i := range postgres.List(ctx, there) {
		t.Errorf("half a copy is listed: %s", i.ID)
	}
	next, err := postgres.Open(ctx, from, "moves", postgres.Options{Force: true})
	check(t, err)
	defer func() { check(t, next.Close()) }()
	if err := s.Copy(ctx, there); !errors.Is(err, mailsim.ErrFenced) {
		t.Errorf("a copy by the owner before: %v", err)
	}
	check(t, s.Close())
	check(t, next.Copy(ctx, there))
	u, _ = open(t, there, "moves", postgres.Options{})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != want {
		t.Error("it is another universe after it has moved")
	}
}
