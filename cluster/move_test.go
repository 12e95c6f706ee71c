package cluster_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
)

// count asks a database for a number.
func count(t *testing.T, dsn, q string, args ...any) (n int) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn)
	check(t, err)
	defer c.Close(ctx)
	check(t, c.QueryRow(ctx, q, args...).Scan(&n))
	return n
}

// box makes a login in a universe, and a mailbox.
func box(t *testing.T, u *mailsim.Universe, name string) {
	t.Helper()
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: name + "@ours.test", Username: name, Password: "secret of " + name})
	check(t, err)
}

// subjects reads all mail of a mailbox. A universe that is closed meanwhile is asked for again: a
// process that was killed owns it until its last heartbeat is too old, and that may be seen late.
func subjects(t *testing.T, m *member, id, address string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	eventually(t, "its mail is read", func() bool {
		u, err := m.Cell().Universe(id)
		if err != nil {
			return false
		}
		list, err := u.Messages(address, mailsim.MessageFilter{Limit: 1000})
		if errors.Is(err, mailsim.ErrFenced) {
			return false
		}
		check(t, err)
		for _, m := range list {
			all[m.Subject] = true
		}
		return true
	})
	return all
}

// rest waits until a universe is in one of two databases alone, and nothing is under way.
func rest(t *testing.T, dsns []string, id string, at int) {
	t.Helper()
	eventually(t, "nothing is left of the move", func() bool {
		return count(t, dsns[0], `SELECT count(*) FROM mailsim_move`) == 0 &&
			count(t, dsns[1-at], `SELECT count(*) FROM mailsim_universe WHERE universe = $1`, id) == 0 &&
			count(t, dsns[1-at], `SELECT count(*) FROM mailsim_record WHERE universe = $1`, id) == 0
	})
	if n := count(t, dsns[at], `SELECT count(*) FROM mailsim_universe WHERE universe = $1`, id); n != 1 {
		t.Fatalf("%d universes where it should be", n)
	}
}

// TestMove: new universes are spread over the databases; one that moves under load keeps
// all that was acknowledged, its sessions are told, and the next try of a client succeeds.
func TestMove(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsns := []string{database(t), database(t)}
	dsn := strings.Join(dsns, ",")
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	id := spread(t, a, b)["b"]
	for i := range 16 {
		_, err := a.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: fmt.Sprintf("more_%d", i), HashCost: 4})
		check(t, err)
	}
	for _, one := range dsns {
		if n := count(t, one, `SELECT count(*) FROM mailsim_universe`); n < 3 {
			t.Fatalf("a database has %d of 18 universes", n)
		}
	}
	box(t, wake(b, id), "one")

	c, err := net.Dial("tcp", a.IMAP)
	check(t, err)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprint(c, "1 LOGIN one \"secret of one\"\r\n2 SELECT INBOX\r\n3 IDLE\r\n")
	lines := bufio.NewScanner(c)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "+") {
	}

	var mu sync.Mutex
	var acked []string
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			subject := fmt.Sprintf("mail %d", i)
			if send(a.SMTP, "one", "secret of one", "one@ours.test", "one@ours.test", subject) == nil {
				mu.Lock()
				acked = append(acked, subject)
				mu.Unlock()
			}
		}
	}()
	sent := func() int { mu.Lock(); defer mu.Unlock(); return len(acked) }
	eventually(t, "mail flows", func() bool { return sent() > 5 })
	from, err := a.Database(ctx, id)
	check(t, err)
	for _, to := range []int{1 - from, from, 1 - from} {
		began := time.Now()
		check(t, a.Move(ctx, id, to)) // the owner is asked to
		t.Logf("a universe of %d mails has moved in %d ms", sent(), time.Since(began).Milliseconds())
		if at, err := b.Database(ctx, id); err != nil || at != to {
			t.Fatal(at, err)
		}
		before := sent()
		eventually(t, "mail flows again", func() bool { return sent() > before+3 })
		rest(t, dsns, id, to)
	}
	close(stop)
	<-done
	bye := ""
	for lines.Scan() {
		bye = lines.Text()
	}
	if !strings.HasPrefix(bye, "* BYE") {
		t.Fatalf("the session ended with %q", bye)
	}
	have := subjects(t, b, id, "one@ours.test")
	for _, s := range acked {
		if !have[s] {
			t.Errorf("%s was acknowledged and is lost", s)
		}
	}
	check(t, a.Move(ctx, id, 1-from)) // it is there
	if err := a.Move(ctx, id, 2); !errors.Is(err, mailsim.ErrInvalid) {
		t.Fatal(err)
	}
	if err := a.Move(ctx, "nothing", 1); !errors.Is(err, mailsim.ErrNotFound) {
		t.Fatal(err)
	}
	check(t, cluster.Move(ctx, dsns, secret, id, from)) // by who is no process of it
	rest(t, dsns, id, from)
}

// TestMoveKilled: the process that moves a universe is killed at each step, or stopped for
// longer than its lease. The universe is in one database afterwards, with all that was
// acknowledged, and can be moved again.
func TestMoveKilled(t *testing.T) {
	t.Parallel()
	for _, step := range []string{cluster.StepBegun, cluster.StepCopied, cluster.StepMoved, cluster.StepCopied + " stopped", cluster.StepBegun + " stopped"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			dsns := []string{database(t), database(t)}
			dsn := strings.Join(dsns, ",")
			a := spawn(t, dsn, "a", childEnv+"_END_AT="+step)
			b := start(t, dsn, "b")
			eventually(t, "both are there", func() bool { return len(b.Status().Nodes) == 2 })
			check(t, b.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
			id := ""
			for i := 0; id == "" || b.Owner(id) != "a"; i++ {
				id = fmt.Sprintf("u_%d", i)
			}
			_, err := b.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: id, HashCost: 4})
			check(t, err)
			eventually(t, "it has a login", func() bool { // it goes to its owner meanwhile
				got, _, _ := call(b, adminKey, id, "POST", "/api/accounts", `{"address":"one@ours.test","username":"one","password":"secret of one"}`)
				return got == 200 || got == 409
			})
			eventually(t, "it comes to its owner", func() bool { return len(b.Status().Universes) == 0 })
			for i := range 10 {
				check(t, send(b.SMTP, "one", "secret of one", "one@ours.test", "one@ours.test", fmt.Sprintf("mail %d", i)))
			}
			from, err := b.Database(ctx, id)
			check(t, err)
			if err := b.Move(ctx, id, 1-from); err == nil {
				t.Fatal("the owner that was killed has moved it")
			}
			eventually(t, "the next owner takes mail", func() bool {
				return send(b.SMTP, "one", "secret of one", "one@ours.test", "one@ours.test", "mail 10") == nil
			})
			check(t, a.cmd.Process.Signal(syscall.SIGCONT)) // a stopped one goes on, as if nothing had happened
			want := from
			if step == cluster.StepMoved {
				want = 1 - from
			}
			if at, err := b.Database(ctx, id); err != nil || at != want {
				t.Fatal(at, err)
			}
			rest(t, dsns, id, want)
			eventually(t, "it can be moved", func() bool { return b.Move(ctx, id, 1-want) == nil })
			rest(t, dsns, id, 1-want)
			a.kill()
			eventually(t, "the other is gone", func() bool { return len(b.Status().Nodes) == 1 })
			have := subjects(t, b, id, "one@ours.test")
			for i := range 11 {
				if !have[fmt.Sprintf("mail %d", i)] {
					t.Errorf("mail %d is lost", i)
				}
			}
		})
	}
}

// TestMoveAsked: a program outside of the cluster that asks for what cannot be is told so.
func TestMoveAsked(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for what, asked := range map[string]error{
		"no database":   cluster.Move(ctx, nil, secret, "u", 0),
		"a wrong DSN":   cluster.Move(ctx, []string{"postgres://%"}, secret, "u", 0),
		"no secret":     cluster.Move(ctx, []string{"postgres://127.0.0.1:1/x"}, "", "u", 0),
		"a short one":   cluster.Move(ctx, []string{"postgres://127.0.0.1:1/x"}, "short", "u", 0),
		"no such place": start(t, database(t), "a").Move(ctx, "u", 1),
	} {
		if !errors.Is(asked, mailsim.ErrInvalid) {
			t.Errorf("%s: %v", what, asked)
		}
	}
}
