package postgres_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
)

// TestSerializationFailures lets others change the row of a universe all the time, at
// the isolation of engines that spread: commits fail with 40001 and are tried again.
func TestSerializationFailures(t *testing.T) {
	t.Parallel()
	n := rounds(t, 10, 500)
	ctx, plain := context.Background(), database(t)
	pool := connect(t, plain.Config().ConnString()+"&default_transaction_isolation=serializable")
	s, err := postgres.Open(ctx, pool, "u", postgres.Options{})
	check(t, err)
	defer func() { check(t, s.Close()) }()
	const failure = "could not serialize access"
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !stop.Load() { // at the plain isolation: it is always the store that fails
			if _, err := plain.Exec(ctx, "WITH held AS (UPDATE mailsim_universe SET created = created WHERE universe = 'u' RETURNING 1) SELECT pg_sleep(0.01) FROM held"); err != nil {
				t.Error(err)
				return
			}
			if _, err := plain.Exec(ctx, "SELECT pg_sleep(0.002)"); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	before, commits := server.Logged(failure), 0
	for end := time.Now().Add(time.Minute); server.Logged(failure) < before+n && time.Now().Before(end); {
		commits++
		_, err := s.Commit(ctx, []mailsim.Batch{{Seq: uint64(commits), Puts: []mailsim.Record{{Table: "a", Key: "x", Value: fmt.Append(nil, commits)}}}})
		check(t, err)
	}
	stop.Store(true)
	<-done
	info, err := postgres.Look(ctx, pool, "u")
	check(t, err)
	if info.Seq != uint64(commits) || server.Logged(failure) == before {
		t.Errorf("%d commits, and the database is at %d", commits, info.Seq)
	}
	t.Logf("%d commits kept, %d tries failed with 40001", commits, server.Logged(failure)-before)
}

// TestDeadlock lets a commit be what the database ends to resolve a deadlock.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	rounds(t, 1, 1)
	ctx, pool := context.Background(), database(t)
	soon := connect(t, pool.Config().ConnString()+"&deadlock_timeout=1s") // it looks first, once the other waits too
	s, err := postgres.Open(ctx, soon, "u", postgres.Options{Lease: time.Hour})
	check(t, err)
	defer func() { check(t, s.Close()) }()
	put := func(seq uint64) []mailsim.Batch {
		return []mailsim.Batch{{Seq: seq, Puts: []mailsim.Record{{Table: "a", Key: "x", Value: fmt.Append(nil, seq)}}}}
	}
	_, err = s.Commit(ctx, put(1))
	check(t, err)
	tx, err := pool.Begin(ctx)
	check(t, err)
	defer func() { _ = tx.Rollback(ctx) }()
	_, err = tx.Exec(ctx, "SET LOCAL deadlock_timeout = '60s'")
	check(t, err)
	_, err = tx.Exec(ctx, "SELECT 1 FROM mailsim_record WHERE universe = 'u' FOR UPDATE")
	check(t, err)
	before, answered := server.Logged("deadlock detected"), make(chan error, 1)
	go func() {
		_, err := s.Commit(ctx, put(2))
		answered <- err
	}()
	for waits := 0; waits == 0; time.Sleep(time.Millisecond) { // it has the row of the universe, and waits for the record
		check(t, pool.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()").Scan(&waits))
	}
	_, err = tx.Exec(ctx, "UPDATE mailsim_universe SET created = created WHERE universe = 'u'")
	check(t, err)
	check(t, tx.Commit(ctx))
	check(t, <-answered)
	if server.Logged("deadlock detected") == before {
		t.Error("there was no deadlock")
	}
	for r, err := range s.Load(ctx) {
		check(t, err)
		if string(r.Value) != "2" {
			t.Errorf("the record is %q", r.Value)
		}
	}
}
