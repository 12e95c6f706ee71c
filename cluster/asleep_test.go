package cluster_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
)

var (
	created = flag.Int("cluster.created", 200, "`number` of universes to create in a cell that keeps fewer open")
	open    = flag.Int("cluster.open", 20, "`number` of universes that it keeps open at most")
)

// TestManyAsleep: a cell holds more universes than it keeps open. Those that sleep are opened
// when they are needed, with what they had, and for what they have planned; of those that
// are open no lease ends. It prints how long that takes, and the memory.
func TestManyAsleep(t *testing.T) {
	ctx := context.Background()
	dsn := database(t)
	n, err := cluster.Start(ctx, []string{dsn + "&pool_max_conns=16"}, cluster.Options{
		Secret: secret, Cell: mailsim.CellOptions{AdminKey: adminKey, HashCost: 4, Idle: time.Hour, Awake: *open}, Universe: mailsim.Options{HashCost: 4},
	})
	check(t, err)
	defer n.Close()
	db, err := pgx.Connect(ctx, dsn)
	check(t, err)
	defer db.Close(ctx)
	check(t, n.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	name := func(i int) string { return fmt.Sprintf("u_%d", i) }
	box := func(i int) string { return fmt.Sprintf("box%d@ours.test", i) }
	quiet := memory()
	began := time.Now()
	each(t, *created, func(i int) error {
		if i%10_000 == 0 && i > 0 {
			t.Logf("%d after %.0f s", i, time.Since(began).Seconds())
		}
		u, err := n.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: name(i), HashCost: 4, Frozen: true, Config: &mailsim.Config{UniverseConfig: mailsim.UniverseConfig{
			Logins: []mailsim.NewLogin{{Address: box(i), Password: "secret"}},
		}}})
		if err != nil {
			return err
		}
		m := mailsim.Inject{To: box(i), Raw: letter(box(i), box(i), "mail of "+name(i))}
		_, err = u.Inject(ctx, m)
		for errors.Is(err, mailsim.ErrFenced) { // it was closed already, as others came
			if u, err = n.Cell().Universe(name(i)); err == nil {
				_, err = u.Inject(ctx, m)
			}
		}
		return err
	})
	took := time.Since(began)
	if t.Failed() {
		return
	}
	t.Logf("%d universes created, each with a login and a mail, in %.0f s, %.0f a second; with none open: %s, with %d open: %s", *created, took.Seconds(), float64(*created)/took.Seconds(), quiet, len(n.Cell().AwakeIDs()), memory())
	if got := len(n.Cell().AwakeIDs()); got > *open {
		t.Fatalf("%d are open", got)
	}

	r := rand.New(rand.NewPCG(1, 1))
	var sleep []int // some that do, as many as may be open
	for _, i := range r.Perm(*created) {
		if _, is := n.Cell().Awake(name(i)); !is && len(sleep) < *open {
			sleep = append(sleep, i)
		}
	}
	var mu sync.Mutex
	var times []time.Duration
	began = time.Now()
	each(t, len(sleep), func(i int) error {
		i = sleep[i]
		began := time.Now()
		u, err := n.Cell().Universe(name(i))
		took := time.Since(began)
		if err != nil {
			return err
		}
		mails, err := u.Messages(box(i), mailsim.MessageFilter{})
		if err == nil && (len(mails) != 1 || mails[0].Subject != "mail of "+name(i)) {
			err = fmt.Errorf("%s has %+v", name(i), mails)
		}
		mu.Lock()
		times = append(times, took)
		mu.Unlock()
		return err
	})
	took = time.Since(began)
	slices.Sort(times)
	t.Logf("%d that slept were woken, %d at a time, in %.1f s: median %.1f ms, 99th percentile %.1f ms; then %d are open: %s", len(sleep), workers, took.Seconds(), times[len(times)/2].Seconds()*1e3, times[len(times)*99/100].Seconds()*1e3, len(n.Cell().AwakeIDs()), memory())

	u, err := n.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: "u_due", HashCost: 4, Speed: 3600})
	check(t, err)
	_, err = u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"anna@client.test"}})
	check(t, err)
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	check(t, err)
	check(t, n.Cell().Sleep(ctx, "u_due"))
	var due time.Time
	check(t, db.QueryRow(ctx, `SELECT next_due FROM mailsim_universe WHERE universe = 'u_due'`).Scan(&due))
	eventually(t, "the one with a plan wakes", func() bool { _, is := n.Cell().Awake("u_due"); return is })
	t.Logf("one of them woke by itself %.2f s before what it had planned", time.Until(due).Seconds())

	var owned int
	check(t, db.QueryRow(ctx, `SELECT count(*) FROM mailsim_universe WHERE lease_until > now()`).Scan(&owned))
	lost := n.Status().Lost
	if lost > int64(*created/100) || owned > *open { // some may be, where the machine stands still for seconds
		t.Errorf("%d were lost, %d are owned", lost, owned)
	}
	var size, small int64
	check(t, db.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&size))
	check(t, db.QueryRow(ctx, `SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relkind = 'r' AND relname IN ('mailsim_universe', 'mailsim_tenant', 'mailsim_login')`).Scan(&small))
	t.Logf("%d are owned, %d leases were lost; %d bytes in the database for a universe, of them %d for its rows in the directory and the lease", owned, lost, size/int64(*created), small/int64(*created))
	began = time.Now()
	check(t, n.Close())
	t.Logf("closed in %.1f s", time.Since(began).Seconds())
}

// workers is how much is done at a time.
const workers = 16

// each does something n times.
func each(t *testing.T, n int, do func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < n; i += workers {
				if err := do(i); err != nil {
					t.Error(i, err)
					return
				}
			}
		})
	}
	all.Wait()
}

// memory is what the process takes of it.
func memory() string {
	runtime.GC()
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if kib, is := strings.CutPrefix(line, "RssAnon:"); is {
			return "RssAnon " + strings.TrimSpace(kib)
		}
	}
	return "memory unknown"
}
