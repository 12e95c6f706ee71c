package cluster_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
)

var (
	created = flag.Int("cluster.created", 200, "`number` of universes to create in a cell that keeps fewer open")
	open    = flag.Int("cluster.open", 20, "`number` of universes that it keeps open at most")
)

// TestManyAsleep: a cell holds more universes than it keeps open: those that sleep are
// opened when they are needed, with what they had. It prints how long that takes, and the
// memory.
func TestManyAsleep(t *testing.T) {
	ctx := context.Background()
	n, err := cluster.Start(ctx, []string{database(t)}, cluster.Options{
		Secret: secret, Cell: mailsim.CellOptions{AdminKey: adminKey, HashCost: 4, Idle: time.Hour, Awake: *open}, Universe: mailsim.Options{HashCost: 4},
	})
	check(t, err)
	defer n.Close()
	check(t, n.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	name := func(i int) string { return fmt.Sprintf("u_%d", i) }
	began := time.Now()
	each(t, *created, func(i int) error {
		_, err := n.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: name(i), HashCost: 4, Frozen: true, Config: &mailsim.Config{UniverseConfig: mailsim.UniverseConfig{
			Logins: []mailsim.NewLogin{{Address: fmt.Sprintf("box%d@ours.test", i), Password: "secret"}},
		}}})
		return err
	})
	took := time.Since(began)
	t.Logf("%d universes created in %.1f s, %.0f a second; %s", *created, took.Seconds(), float64(*created)/took.Seconds(), memory())
	if got := len(n.Cell().AwakeIDs()); got > *open {
		t.Fatalf("%d are open", got)
	}
	var mu sync.Mutex
	var times []time.Duration
	asleep := min(*open, *created/2) // the first ones, which sleep now
	each(t, asleep, func(i int) error {
		began := time.Now()
		u, err := n.Cell().Universe(name(i))
		if err == nil && len(u.Logins()) != 1 {
			err = fmt.Errorf("%s has %d logins", name(i), len(u.Logins()))
		}
		mu.Lock()
		times = append(times, time.Since(began))
		mu.Unlock()
		return err
	})
	slices.Sort(times)
	t.Logf("%d of them woken, 4 at a time: median %.1f ms, 99th percentile %.1f ms; %s", asleep, times[asleep/2].Seconds()*1e3, times[asleep*99/100].Seconds()*1e3, memory())
}

// each does something n times, 4 at a time.
func each(t *testing.T, n int, do func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := w; i < n; i += 4 {
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
