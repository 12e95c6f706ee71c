package postgres_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
	"github.com/mailsim/mailsim/store/storetest"
)

// faults says how often each fault is made.
var faults = flag.String("postgres.faults", "", "make faults: short, or long for each of them often")

// server is the one that most tests share; nil where PostgreSQL is not installed.
var server *pgtest.Server

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childEnv); dsn != "" {
		fmt.Fprintln(os.Stderr, child(dsn))
		os.Exit(1)
	}
	if dsn := os.Getenv(sizeEnv); dsn != "" {
		if err := size(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var err error
	if server, err = pgtest.Run(); err != nil && !errors.Is(err, pgtest.ErrMissing) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	flag.Parse()
	code := m.Run()
	if server != nil {
		server.Close()
	}
	os.Exit(code)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// connect makes a pool that ends with the test.
func connect(t testing.TB, dsn string) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Connect(context.Background(), dsn)
	check(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// database is an empty database of the shared server, with the tables.
func database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	pool := connect(t, server.Database(t))
	check(t, postgres.Migrate(context.Background(), pool))
	return pool
}

// one is a database that all universes of some subtests share.
func one(t *testing.T, isolation ...string) func(o postgres.Options) func(*testing.T) storetest.Open {
	pool, n := database(t), make(chan int, 1)
	for _, level := range isolation {
		dsn := pool.Config().ConnString() + "&default_transaction_isolation=" + level
		pool = connect(t, dsn)
	}
	n <- 0
	return func(o postgres.Options) func(*testing.T) storetest.Open {
		return func(*testing.T) storetest.Open {
			i := <-n + 1
			n <- i
			return func() (mailsim.Store, error) {
				return postgres.Open(context.Background(), pool, fmt.Sprintf("universe %d", i), o)
			}
		}
	}
}

// TestStore runs the suite of all stores, all its universes in one database.
func TestStore(t *testing.T) { storetest.Run(t, one(t)(postgres.Options{})) }

// TestFenced takes universes over from owners whose lease lives.
func TestFenced(t *testing.T) { storetest.RunFenced(t, one(t)(postgres.Options{Force: true})) }

// TestSerializable runs the suite at the isolation of engines that spread over machines.
func TestSerializable(t *testing.T) {
	rounds(t, 1, 1)
	fresh := one(t, "serializable")
	storetest.Run(t, fresh(postgres.Options{}))
	t.Run("Fenced", func(t *testing.T) { storetest.RunFenced(t, fresh(postgres.Options{Force: true})) })
}
