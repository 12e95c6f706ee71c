package storetest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) storetest.Open {
		m := new(storetest.Memory)
		return func() (mailsim.Store, error) { return m.Open(), nil }
	})
}

func TestMemoryWithBodies(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) storetest.Open {
		m := &storetest.Memory{Bodies: true}
		return func() (mailsim.Store, error) { return m.Open(), nil }
	})
}

func TestMemoryFenced(t *testing.T) {
	t.Parallel()
	storetest.RunFenced(t, func(*testing.T) storetest.Open {
		m := new(storetest.Memory)
		return func() (mailsim.Store, error) { return m.Open(), nil }
	})
}

// A clock that runs does what is due as soon as the universe is opened, and the
// store gets it.
func TestOpenWithARunningClock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := new(storetest.Memory)
	u, err := universe.Open(ctx, m.Open(), mailsim.Options{HashCost: 4})
	check(t, err)
	for i := range 20 {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{fmt.Sprintf("anna+slow%dm@client.test", i+1)}, Subject: "Hello", Text: "Hello"})
		check(t, err)
	}
	_, err = u.SetSpeed(ctx, 1_000_000)
	check(t, err)
	_, err = u.Freeze(ctx, false)
	check(t, err)
	check(t, u.Close())
	opened := func() []int64 {
		u, err := universe.Open(ctx, m.Open(), mailsim.Options{HashCost: 4})
		check(t, err)
		check(t, u.Settle(ctx))
		check(t, u.Close())
		var ids []int64
		for e := range u.Log(mailsim.EventFilter{}) {
			ids = append(ids, e.ID)
		}
		return ids
	}
	first := opened()
	if second := opened(); len(second) < len(first) || !slices.Equal(first, second[:len(first)]) {
		t.Errorf("the store has %d events of %d", len(second), len(first))
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
