package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// watchedPool is a pool that finds out soon what servers are silent.
func watchedPool(t *testing.T, dsn string) (*pgxpool.Pool, *watch) {
	t.Helper()
	pool, w, err := connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	w.owed = 20 * time.Millisecond
	return pool, w
}

// TestSilentServer: whoever waits for a server that neither answers nor closes its
// connections is told, however long they would wait; the next connection is made to another server, and
// to the first one when it answers again.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	one, two := pgtest.Start(t), pgtest.Start(t)
	way := pgtest.NewProxy(t, one.Addr())
	pool, _ := watchedPool(t, pgtest.DSN("postgres", way.Addr(), two.Addr()))
	at := func() (port int) {
		t.Helper()
		err := again(ctx, time.Minute, 0, func(ctx context.Context) error {
			return pool.QueryRow(ctx, `SELECT current_setting('port')::int`).Scan(&port)
		})
		if err != nil {
			t.Fatal(err)
		}
		return port
	}
	first := at()
	waits := make(chan error)
	for range 2 {
		go func() {
			_, err := pool.Exec(ctx, `SELECT pg_sleep(3600)`)
			waits <- err
		}()
	}
	for n := 0; n < 2; { // until both wait in the server
		if err := pool.QueryRow(ctx, `SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	way.Silence(true)
	for range 2 {
		if err := <-waits; err == nil || isAnswer(err) || !passes(err) {
			t.Errorf("it was answered: %v", err)
		}
	}
	if second := at(); second == first {
		t.Error("it is the same server")
	}
	two.Kill()
	way.Silence(false)
	if again := at(); again != first {
		t.Error("it is another server")
	}
}

// TestSlowStatement: a statement may take its time while the server lives.
func TestSlowStatement(t *testing.T) {
	t.Parallel()
	pool, w := watchedPool(t, pgtest.DSN("postgres", pgtest.Start(t).Addr()))
	w.ask = time.Minute
	if _, err := pool.Exec(context.Background(), `SELECT pg_sleep(0.5)`); err != nil {
		t.Error(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.servers {
		if s.asked.Load() == 0 {
			t.Error("nobody asked whether the server lives")
		}
	}
}

// TestNobodyListens: a connection whose server owes an answer is closed when nobody listens
// at its address any more, and that server is not taken for a silent one.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	way := pgtest.NewProxy(t, pgtest.Start(t).Addr())
	pool, _ := watchedPool(t, pgtest.DSN("postgres", way.Addr()))
	if err := pool.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	if err := way.Leave(); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, `SELECT pg_sleep(3600)`); err == nil || isAnswer(err) {
		t.Errorf("it was answered: %v", err)
	}
	if _, err := pool.Exec(ctx, `SELECT 1`); err == nil || errors.Is(err, errSilent) {
		t.Errorf("of who is not there it is said: %v", err)
	}
}
