package cluster

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// TestFollow: the database tells of changes, also once the connection that hears of them
// was lost; where it tells nobody they are looked for.
func TestFollow(t *testing.T) {
	t.Parallel()
	server, err := pgtest.Run()
	if errors.Is(err, pgtest.ErrMissing) {
		t.Skip("PostgreSQL is not installed")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	ctx, dsn := context.Background(), server.Database(t)
	begin := func(name string, poll time.Duration, deaf bool) (n *Node, heard chan string) {
		n, err := Start(ctx, []string{dsn}, Options{Name: name, Secret: "the secret of a cluster in a test", poll: poll, deaf: deaf})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		heard = make(chan string, 100)
		n.dir.Watch(func(org string) { heard <- org })
		return n, heard
	}
	a, _ := begin("a", pollEvery, false)
	b, told := begin("b", time.Hour, false) // it never looks by itself
	_, finds := begin("c", 20*time.Millisecond, true)
	until := func(what string, is func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("not within 20 s: %s", what)
			}
		}
	}
	change := func(org string) {
		t.Helper()
		if err := a.cell.SetOrg(ctx, mailsim.Org{Name: org}); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for _, heard := range []chan string{told, finds} {
			for got := ""; got != org; {
				select {
				case got = <-heard:
				case <-time.After(20 * time.Second):
					t.Fatalf("nobody was told of %s", org)
				}
			}
		}
		t.Logf("told after %d ms", time.Since(began).Milliseconds())
	}
	until("both listen", func() bool { return a.listening.Load() && b.listening.Load() })
	change("One")

	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`); err != nil {
		t.Fatal(err)
	}
	change("Two")
	until("both listen again", func() bool { return a.listening.Load() && b.listening.Load() })
	change("Three")
}
