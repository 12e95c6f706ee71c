package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// TestFailover kills the primary under load and promotes its synchronous standby, again
// and again: all that was acknowledged is there, and commits go on by themselves. Every other
// time the primary is gone without a word, as when its machine is off.
func TestFailover(t *testing.T) {
	t.Parallel()
	n := rounds(t, 2, 20)
	ctx := context.Background()
	primary := pgtest.Start(t)
	standby := primary.Standby(t)
	check(t, primary.Exec("postgres", "CREATE DATABASE cell"))
	ways := []*pgtest.Proxy{pgtest.NewProxy(t, primary.Addr()), pgtest.NewProxy(t, standby.Addr())}
	pool := connect(t, pgtest.DSN("cell", ways[0].Addr(), ways[1].Addr()))
	check(t, postgres.Migrate(ctx, pool))
	u, _ := open(t, pool, "u", postgres.Options{Patience: time.Minute})
	l := start(u, 4, "mail")
	for i := range n {
		l.until(t, 20)
		if i%2 == 0 {
			ways[0].Silence(true)
		}
		primary.Kill()
		check(t, standby.Promote())
		promoted, before := time.Now(), l.count()
		for l.count() == before && time.Since(promoted) < time.Minute {
			time.Sleep(time.Millisecond)
		}
		took := time.Since(promoted)
		t.Logf("commits go on %v after the promotion, the primary being silent %v", took.Round(time.Millisecond), i%2 == 0)
		if took > 5*time.Second {
			t.Errorf("commits go on after %v", took)
		}
		primary.Close()
		primary = standby
		standby = primary.Standby(t)
		for k, s := range []*pgtest.Server{primary, standby} {
			ways[k].To(s.Addr())
			ways[k].Cut()
			ways[k].Silence(false)
		}
	}
	l.until(t, 20)
	l.end()
	check(t, errors.Join(l.fails...))
	want := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, pool, "u", postgres.Options{Wait: 10 * time.Second})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != want {
		t.Error("it is another universe after it was opened again")
	}
	t.Logf("%d mails acknowledged, the primary killed %d times", verify(t, u, l), n)
}

// TestDatabaseNotYetThere: a standby that has not replayed as far as the database tells
// nothing that lasts while another server is away; the only server does.
func TestDatabaseNotYetThere(t *testing.T) {
	t.Parallel()
	rounds(t, 1, 1)
	ctx := context.Background()
	server := pgtest.Start(t)
	away := pgtest.Start(t)
	away.Kill()
	_, err := postgres.Open(ctx, connect(t, pgtest.DSN("late", server.Addr())), "u", postgres.Options{Patience: time.Minute})
	if err == nil || !strings.Contains(err.Error(), "3D000") {
		t.Errorf("the only server has no such database: %v", err)
	}
	pool, migrated := connect(t, pgtest.DSN("late", away.Addr(), server.Addr())), make(chan error, 1)
	go func() { migrated <- postgres.Migrate(ctx, pool) }()
	select {
	case err := <-migrated:
		t.Fatalf("given up at once: %v", err)
	case <-time.After(300 * time.Millisecond): // some tries
	}
	check(t, server.Exec("postgres", "CREATE DATABASE late"))
	check(t, <-migrated)
}

// TestStandbyAway: what the primary has alone is not acknowledged, also when somebody cancels the
// wait for the standby, and is when the standby comes back.
func TestStandbyAway(t *testing.T) {
	t.Parallel()
	rounds(t, 1, 1)
	ctx := context.Background()
	primary := pgtest.Start(t)
	standby := primary.Standby(t)
	pool := connect(t, primary.Database(t))
	check(t, postgres.Migrate(ctx, pool))
	s, err := postgres.Open(ctx, pool, "u", postgres.Options{Lease: time.Hour, Patience: time.Minute})
	check(t, err)
	defer func() { check(t, s.Close()) }()
	standby.Kill()
	answered := make(chan error, 1)
	go func() {
		_, err := s.Commit(ctx, []mailsim.Batch{{Seq: 1, Puts: []mailsim.Record{{Table: "a", Key: "x"}}}})
		answered <- err
	}()
	canceled := 0
	for end := time.Now().Add(30 * time.Second); canceled < 3; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody waits for the standby")
		}
		var yes []bool
		rows, err := pool.Query(ctx, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
		check(t, err)
		for rows.Next() {
			yes = append(yes, true)
		}
		check(t, rows.Err())
		canceled += len(yes)
		select {
		case err := <-answered:
			t.Fatalf("a commit that the primary has alone is answered: %v", err)
		default:
		}
	}
	check(t, standby.Restart())
	check(t, <-answered)
	n := 0
	check(t, connect(t, strings.Replace(pool.Config().ConnString(), primary.Addr(), standby.Addr(), 1)).QueryRow(ctx, "SELECT count(*) FROM mailsim_record").Scan(&n))
	if n != 1 {
		t.Errorf("the standby has %d records", n)
	}
}
