package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
	"github.com/mailsim/mailsim/universe"
)

func open(t testing.TB, pool *pgxpool.Pool, name string, o postgres.Options) (*mailsim.Universe, *postgres.Store) {
	t.Helper()
	ctx := context.Background()
	s, err := postgres.Open(ctx, pool, name, o)
	check(t, err)
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4, Seed: "postgres", Frozen: true})
	check(t, err)
	return u, s
}

func saved(t testing.TB, u *mailsim.Universe) string {
	t.Helper()
	var b bytes.Buffer
	check(t, u.Save(&b))
	return b.String()
}

func inject(u *mailsim.Universe, subject string) error {
	_, err := u.Inject(context.Background(), mailsim.Inject{To: "anna@client.test", Raw: "Subject: " + subject + body(subject)})
	return err
}

// body is the end of a mail's header and its text.
func body(subject string) string { return "\r\n\r\n" + strings.Repeat(subject+"\r\n", 50) }

// load sends mail by several senders until it is stopped, and notes what was acknowledged.
type load struct {
	stop  atomic.Bool
	wg    sync.WaitGroup
	mu    sync.Mutex
	acked map[string]bool
	sent  map[string]bool
	fails []error
}

func start(u *mailsim.Universe, senders int, name string) *load {
	l := &load{acked: map[string]bool{}, sent: map[string]bool{}}
	for i := range senders {
		l.wg.Go(func() {
			for n := 0; !l.stop.Load(); n++ {
				subject := fmt.Sprintf("%s-%d-%d", name, i, n)
				l.mu.Lock()
				l.sent[subject] = true
				l.mu.Unlock()
				err := inject(u, subject)
				l.mu.Lock()
				if err == nil {
					l.acked[subject] = true
				} else {
					l.fails = append(l.fails, err)
				}
				l.mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	return l
}

// count returns how many are acknowledged.
func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.acked)
}

// until waits until so many more are acknowledged, or nobody sends any more.
func (l *load) until(t testing.TB, more int) {
	t.Helper()
	want := l.count() + more
	ended := make(chan struct{})
	go func() { l.wg.Wait(); close(ended) }()
	for end := time.Now().Add(time.Minute); l.count() < want; {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatalf("after a minute %d of %d are acknowledged", l.count(), want)
		}
	}
}

func (l *load) end() {
	l.stop.Store(true)
	l.wg.Wait()
}

// verify reads every mail back by its content: what was acknowledged is there once,
// and nothing that nobody sent. The log has no gap.
func verify(t testing.TB, u *mailsim.Universe, loads ...*load) int {
	t.Helper()
	acked, sent := map[string]bool{}, map[string]bool{}
	for _, l := range loads {
		for s := range l.acked {
			acked[s] = true
		}
		for s := range l.sent {
			sent[s] = true
		}
	}
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	check(t, err)
	seen := map[string]bool{}
	for _, m := range list {
		raw, err := u.Raw(context.Background(), m.Ref)
		check(t, err)
		if seen[m.Subject] || !sent[m.Subject] || !strings.HasSuffix(string(raw), body(m.Subject)) {
			t.Fatalf("mail %q is twice, was not sent, or is not what was sent", m.Subject)
		}
		seen[m.Subject] = true
	}
	for s := range acked {
		if !seen[s] {
			t.Fatalf("mail %q was acknowledged and is not there", s)
		}
	}
	next := int64(0)
	for e := range u.Log(mailsim.EventFilter{}) {
		if next++; e.ID != next {
			t.Fatalf("event %d follows event %d", e.ID, next-1)
		}
	}
	return len(acked)
}

// TestServerKilled kills the database under load and starts it again: commits wait for
// it, and nothing is lost.
func TestServerKilled(t *testing.T) {
	t.Parallel()
	n := rounds(t, 2, 50)
	own := pgtest.Start(t)
	pool := connect(t, own.Database(t))
	check(t, postgres.Migrate(context.Background(), pool))
	u, _ := open(t, pool, "killed", postgres.Options{Patience: time.Minute})
	l := start(u, 4, "mail")
	for range n {
		l.until(t, 20)
		own.Kill()
		check(t, own.Restart())
	}
	l.until(t, 20)
	l.end()
	for _, err := range l.fails {
		t.Error(err)
	}
	want := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, pool, "killed", postgres.Options{})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != want {
		t.Error("it is another universe after it was opened again")
	}
	t.Logf("%d mails acknowledged, %d events, the server killed %d times", verify(t, u, l), u.Commits(), n)
}

// TestConnectionCut cuts the connection after every so many bytes, to the server and
// from it, in the middle of batches: commits are tried again, none is made twice.
func TestConnectionCut(t *testing.T) {
	t.Parallel()
	n := rounds(t, 60, 1000)
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	dsn := server.Database(t)
	check(t, postgres.Migrate(context.Background(), connect(t, dsn)))
	way := pgtest.NewProxy(t, server.Addr())
	pool := connect(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1))
	u, _ := open(t, pool, "cut", postgres.Options{Patience: time.Minute})
	l := start(u, 4, "mail")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		if i%2 == 0 {
			way.CutAfter(1 + r.Int64N(12_000))
		} else {
			way.CutAnswer(1 + r.Int64N(600))
		}
		for end := time.Now().Add(30 * time.Second); way.Cuts() <= i; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("nothing is cut any more")
			}
		}
	}
	l.until(t, 10)
	l.end()
	for _, err := range l.fails {
		t.Error(err)
	}
	want := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, connect(t, dsn), "cut", postgres.Options{Wait: 10 * time.Second})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != want {
		t.Error("it is another universe after it was opened again")
	}
	t.Logf("%d mails acknowledged, the connection cut %d times", verify(t, u, l), n)
}

// TestSilence pulls the cable for longer than the lease: another owner takes over, and
// nothing of the one before is stored from then on.
func TestSilence(t *testing.T) {
	t.Parallel()
	rounds(t, 1, 1)
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	ctx := context.Background()
	dsn := server.Database(t)
	there := connect(t, dsn)
	check(t, postgres.Migrate(ctx, there))
	way := pgtest.NewProxy(t, server.Addr())
	pool := connect(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1))
	const lease = 500 * time.Millisecond
	first, s1 := open(t, pool, "silent", postgres.Options{Lease: lease, Owner: "first", Patience: time.Minute})
	one := start(first, 4, "first")
	one.until(t, 20)
	if _, err := postgres.Open(ctx, there, "silent", postgres.Options{Owner: "second"}); !owned(err, "first") {
		t.Errorf("while the lease lives another is told %v", err)
	}
	way.Silence(true)
	began := time.Now()
	second, s2 := open(t, there, "silent", postgres.Options{Lease: lease, Owner: "second", Wait: time.Minute})
	t.Logf("taken over after %v, a lease being %v", time.Since(began).Round(time.Millisecond), lease)
	if s2.Epoch() != s1.Epoch()+1 {
		t.Errorf("epoch %d follows epoch %d", s2.Epoch(), s1.Epoch())
	}
	select {
	case <-s1.Lost():
	case <-time.After(10 * time.Second):
		t.Error("the first owner does not know that the lease has ended")
	}
	before := saved(t, second)
	way.Silence(false)
	one.wg.Wait()
	if len(one.fails) != 4 {
		t.Errorf("%d of 4 senders hear of it", len(one.fails))
	}
	for _, err := range one.fails {
		if !errors.Is(err, mailsim.ErrFenced) || !strings.Contains(err.Error(), "another process has taken over the universe") {
			t.Errorf("the first owner's senders hear %v", err)
		}
	}
	<-s1.Fenced()
	if saved(t, second) != before {
		t.Error("the first owner has changed what the second one has")
	}
	two := start(second, 4, "second")
	two.until(t, 20)
	two.end()
	check(t, errors.Join(two.fails...))
	check(t, first.Close())
	check(t, second.Close())
	third, _ := open(t, there, "silent", postgres.Options{})
	defer func() { check(t, third.Close()) }()
	verify(t, third, one, two)
}

func owned(err error, by string) bool {
	var o *postgres.Owned
	return errors.As(err, &o) && o.Owner == by && errors.Is(err, mailsim.ErrConflict) && strings.Contains(err.Error(), by)
}

// rounds is how often a fault is made: in the short form, and in the long one. Without
// either the test is skipped, as it takes seconds.
func rounds(t *testing.T, short, long int) int {
	t.Helper()
	switch *faults {
	case "short":
		return short
	case "long":
		return long
	}
	t.Skip("skipped: -postgres.faults=short makes faults, as .ci/cluster does")
	return 0
}
