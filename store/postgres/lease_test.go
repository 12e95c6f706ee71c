package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
	"github.com/mailsim/mailsim/universe"
)

// TestMigrate makes the tables from many processes at once, again, and refuses those of a later version.
func TestMigrate(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	ctx, dsn := context.Background(), server.Database(t)
	pool := connect(t, dsn)
	if _, err := postgres.Open(ctx, pool, "early", postgres.Options{}); !errors.Is(err, mailsim.ErrInvalid) || !strings.Contains(err.Error(), "Migrate") {
		t.Errorf("without tables: %v", err)
	}
	var wg sync.WaitGroup
	for range 8 {
		own := connect(t, dsn)
		wg.Go(func() {
			if err := postgres.Migrate(ctx, own); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	check(t, postgres.Migrate(ctx, pool))
	for _, half := range []string{"DROP TABLE mailsim_body", "DELETE FROM mailsim_schema"} { // a process that ended in the middle
		_, err := pool.Exec(ctx, half)
		check(t, err)
	}
	check(t, postgres.Migrate(ctx, pool))
	u, _ := open(t, pool, "u", postgres.Options{})
	check(t, inject(u, "after all"))
	check(t, u.Close())
	_, err := pool.Exec(ctx, "UPDATE mailsim_schema SET version = version + 1")
	check(t, err)
	if err := postgres.Migrate(ctx, pool); !errors.Is(err, mailsim.ErrInvalid) || !strings.Contains(err.Error(), "later version") || !strings.Contains(err.Error(), "use that version") {
		t.Errorf("a later version: %v", err)
	}
}

// TestLeaseWhileOthersOpen: a lease is renewed also while the process opens one universe
// after the other.
func TestLeaseWhileOthersOpen(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), database(t)
	const lease = 1500 * time.Millisecond
	first, err := postgres.Open(ctx, pool, "u", postgres.Options{Owner: "first", Lease: lease})
	check(t, err)
	defer first.Close()
	n := 0
	for began := time.Now(); time.Since(began) < 2*lease; n++ {
		other, err := postgres.Open(ctx, pool, fmt.Sprintf("other %d", n), postgres.Options{Owner: "first", Lease: lease})
		check(t, err)
		defer other.Close()
	}
	select {
	case <-first.Lost():
		t.Errorf("the lease has ended while %d others were opened", n)
	default:
	}
}

// TestLease: one owner at a time, who keeps a universe as long as the store is open, and
// hands it over when it is closed.
func TestLease(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), database(t)
	const lease = 1500 * time.Millisecond
	first, err := postgres.Open(ctx, pool, "u", postgres.Options{Owner: "first", Lease: lease})
	check(t, err)
	began := time.Now()
	for time.Since(began) < 2*lease { // it is renewed, without a commit
		time.Sleep(20 * time.Millisecond)
		if _, err := postgres.Open(ctx, pool, "u", postgres.Options{Owner: "second"}); !owned(err, "first") {
			t.Fatalf("after %v another is told %v", time.Since(began), err)
		}
	}
	if err := postgres.Drop(ctx, pool, "u"); !owned(err, "first") {
		t.Errorf("a universe that is open is deleted: %v", err)
	}
	opened := make(chan error, 1)
	var second *postgres.Store
	go func() {
		var err error
		second, err = postgres.Open(ctx, pool, "u", postgres.Options{Owner: "second", Wait: time.Minute, Lease: time.Hour})
		opened <- err
	}()
	check(t, first.Close())
	check(t, <-opened)
	if first.Epoch() != 1 || second.Epoch() != 2 {
		t.Errorf("epochs %d and %d", first.Epoch(), second.Epoch())
	}
	info, err := postgres.Look(ctx, pool, "u")
	check(t, err)
	if info.Owner != "second" || !info.Owned || info.Epoch != 2 {
		t.Errorf("the database says %+v", info)
	}
	select {
	case <-second.Lost():
		t.Error("the second owner has lost it")
	default:
	}
	third, err := postgres.Open(ctx, pool, "u", postgres.Options{Owner: "third", Force: true})
	check(t, err)
	if _, err := second.Commit(ctx, []mailsim.Batch{{Seq: 1}}); !errors.Is(err, mailsim.ErrFenced) || !strings.Contains(err.Error(), "third") {
		t.Errorf("an owner whose universe was taken: %v", err)
	}
	<-second.Fenced()
	<-second.Lost()
	check(t, second.Close())
	if _, err := postgres.Open(ctx, pool, "u", postgres.Options{Owner: "second"}); !owned(err, "third") {
		t.Errorf("after the second has closed what was not his: %v", err)
	}
	check(t, third.Close())
	check(t, postgres.Drop(ctx, pool, "u"))
	if err := postgres.Drop(ctx, pool, "u"); !errors.Is(err, mailsim.ErrNotFound) {
		t.Errorf("a universe that is not there is deleted: %v", err)
	}
	if _, err := postgres.Open(ctx, pool, "u", postgres.Options{MustExist: true}); !errors.Is(err, mailsim.ErrNotFound) {
		t.Errorf("a universe that is not there is opened: %v", err)
	}
}

// TestManyLeases: a process keeps many universes by few statements, and each is known to be its own.
func TestManyLeases(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), database(t)
	var stores []*postgres.Store
	for i := range 40 {
		s, err := postgres.Open(ctx, pool, fmt.Sprintf("u%02d", i), postgres.Options{Owner: "node", Lease: 2 * time.Second})
		check(t, err)
		stores = append(stores, s)
	}
	taken, err := postgres.Open(ctx, pool, "u07", postgres.Options{Owner: "other", Force: true})
	check(t, err)
	select {
	case <-stores[7].Fenced():
	case <-time.After(20 * time.Second):
		t.Error("an owner is not told that another has taken the universe")
	}
	for i, s := range stores {
		select {
		case <-s.Lost():
			if i != 7 {
				t.Errorf("universe %d is lost", i)
			}
		default:
		}
		check(t, s.Close())
	}
	n := 0
	for info, err := range postgres.List(ctx, pool) {
		check(t, err)
		if want := fmt.Sprintf("u%02d", n); info.ID != want || info.Owned != (n == 7) {
			t.Errorf("universe %d is %+v", n, info)
		}
		n++
	}
	if n != 40 {
		t.Errorf("%d universes are listed", n)
	}
	check(t, taken.Close())
}

// TestDatabaseAway: the lease ends for the owner too when the database cannot be reached, and the
// store goes on when it can be again and nobody has taken the universe.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	ctx := context.Background()
	dsn := server.Database(t)
	check(t, postgres.Migrate(ctx, connect(t, dsn)))
	way := pgtest.NewProxy(t, server.Addr())
	pool := connect(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1))
	u, s := open(t, pool, "u", postgres.Options{Lease: 300 * time.Millisecond})
	defer func() { check(t, u.Close()) }()
	way.To("127.0.0.1:1")
	way.Cut()
	sent := make(chan error, 1)
	go func() { sent <- inject(u, "waits") }()
	<-s.Lost()
	select {
	case err := <-sent:
		t.Errorf("a mail is answered that nobody has: %v", err)
	case <-s.Fenced():
		t.Error("nobody has taken it")
	default:
	}
	way.To(server.Addr())
	check(t, <-sent)
	gone, _ := open(t, pool, "v", postgres.Options{Patience: 50 * time.Millisecond})
	defer func() { check(t, gone.Close()) }()
	check(t, inject(gone, "there"))
	way.To("127.0.0.1:1")
	way.Cut()
	if err := inject(gone, "patience ends"); !errors.Is(err, mailsim.ErrInternal) || !strings.Contains(fmt.Sprint(errors.Unwrap(err)), "the database did not answer") {
		t.Errorf("without a database: %v: %v", err, errors.Unwrap(err))
	}
	way.To(server.Addr())
	if list, err := gone.Messages("anna@client.test", mailsim.MessageFilter{}); err != nil || len(list) != 1 {
		t.Errorf("%d mails can be read: %v", len(list), err)
	}
}

// TestAnswerLost: each transaction is committed and its answer lost. It is found out
// that it was, and nothing is made twice.
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	ctx := context.Background()
	dsn := server.Database(t)
	check(t, postgres.Migrate(ctx, connect(t, dsn)))
	way := pgtest.NewProxy(t, server.Addr())
	pool := connect(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1))
	s, err := postgres.Open(ctx, pool, "u", postgres.Options{Lease: time.Hour}) // nothing else is sent
	check(t, err)
	defer func() { check(t, s.Close()) }()
	const n = 20
	for i := range n {
		batch := mailsim.Batch{Seq: uint64(i + 1), Puts: []mailsim.Record{{Table: "a", Key: fmt.Sprint(i), Value: []byte("x")}}}
		if i > 1 { // the statements are prepared by then
			_, err := pool.Exec(ctx, "SELECT 1")
			check(t, err)
			way.CutAnswer(0)
		}
		if kept, err := s.Commit(ctx, []mailsim.Batch{batch}); kept != 1 || err != nil {
			t.Fatalf("commit %d: %d, %v", i, kept, err)
		}
	}
	if cuts := way.Cuts(); cuts != n-2 {
		t.Errorf("%d answers were lost of %d", cuts, n-2)
	}
	if info, err := postgres.Look(ctx, pool, "u"); err != nil || info.Seq != n {
		t.Errorf("%+v, %v", info, err)
	}
	records := 0
	for _, err := range s.Load(ctx) {
		check(t, err)
		records++
	}
	if records != n {
		t.Errorf("%d records of %d", records, n)
	}
}

// TestDue: a universe that sleeps is found by when it has something to do next.
func TestDue(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), database(t)
	s, err := postgres.Open(ctx, pool, "runs", postgres.Options{})
	check(t, err)
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4, Speed: 60})
	check(t, err)
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna+slow90m@client.test"}, Subject: "Hello", Text: "Hello"})
	check(t, err)
	at := time.Now()
	none, err := postgres.Due(ctx, pool, at.Add(time.Hour), 10)
	check(t, err)
	if len(none) != 0 {
		t.Errorf("a universe that is open is due: %+v", none)
	}
	check(t, u.Close())
	for by, want := range map[time.Duration]int{30 * time.Second: 0, 2 * time.Hour: 1} {
		list, err := postgres.Due(ctx, pool, at.Add(by), 10)
		check(t, err)
		if len(list) != want {
			t.Errorf("within %v %d are due, want %d", by, len(list), want)
		}
		for _, i := range list { // 90 minutes at 60 times the speed
			if d := i.NextDue.Sub(at) - 90*time.Second; i.ID != "runs" || d < -10*time.Second || d > 10*time.Second {
				t.Errorf("due is %+v, after %v", i, i.NextDue.Sub(at))
			}
		}
	}
	s, err = postgres.Open(ctx, pool, "runs", postgres.Options{})
	check(t, err)
	if slept := s.Slept(); slept < 0 || slept > time.Minute {
		t.Errorf("it slept for %v", slept)
	}
	u, err = universe.Open(ctx, s, mailsim.Options{HashCost: 4})
	check(t, err)
	_, err = u.Freeze(ctx, true)
	check(t, err)
	check(t, u.Close())
	if list, err := postgres.Due(ctx, pool, at.AddDate(1, 0, 0), 10); err != nil || len(list) != 0 {
		t.Errorf("a universe whose clock stands is due: %+v, %v", list, err)
	}
}
