package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// RunFenced tests a kind of store that can change owners: to open the storage is to take it
// over from the store that had it open before. The Open that fresh returns must work while a
// store that it opened before is still open.
func RunFenced(t *testing.T, fresh func(t *testing.T) Open) {
	t.Run("Commit", func(t *testing.T) {
		t.Parallel()
		open := fresh(t)
		first := begun(t, open)
		defer func() { check(t, first.Close()) }()
		commit(t, first, put(1, "a", "x", "the first owner's"))
		second := must[mailsim.Store](t)(open())
		got := contents(t, second)["a/x"]
		for range 2 {
			kept, err := first.Commit(context.Background(), []mailsim.Batch{put(2, "a", "x", "too late"), put(3, "a", "y", "too late")})
			if kept != 0 || !errors.Is(err, mailsim.ErrFenced) {
				t.Errorf("the owner before keeps %d batches: %v", kept, err)
			}
		}
		if got != "the first owner's" {
			t.Errorf("the next owner loads %q", got)
		}
		commit(t, second, put(2, "a", "x", "the second owner's"))
		check(t, second.Close())
		third := must[mailsim.Store](t)(open())
		defer func() { check(t, third.Close()) }()
		if got := contents(t, third); got["a/x"] != "the second owner's" || len(got) != 1 {
			t.Errorf("the owner after both loads %q", got)
		}
	})
	t.Run("Universe", func(t *testing.T) {
		t.Parallel()
		testFencedUniverse(t, fresh(t))
	})
}

// testFencedUniverse takes a universe over: the one before is told at its next
// change, which is undone, and goes on to be read.
func testFencedUniverse(t *testing.T, open Open) {
	ctx := context.Background()
	first := must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
	defer func() { check(t, first.Close()) }()
	for _, step := range script[:4] {
		check(t, step(ctx, first))
	}
	session := first.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"})
	check(t, session.Authenticate(ctx, "app@ours.test", "a password"))
	before := saved(t, first)
	ended := make(chan string, 1)
	session.OnRevoked(func(why string) { ended <- why })
	second := must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
	defer func() { check(t, second.Close()) }()
	for range 2 {
		if _, err := first.Inject(ctx, mailsim.Inject{To: "anna@client.test", Raw: "Subject: late\r\n\r\n"}); !errors.Is(err, mailsim.ErrFenced) {
			t.Errorf("a change by the owner before ends with %v", err)
		}
	}
	if why := <-ended; !strings.Contains(why, "taken over") {
		t.Errorf("a session of the owner before ends since %q", why)
	}
	session.Close()
	if saved(t, first) != before {
		t.Error("the owner before shows what it could not store")
	}
	if saved(t, second) != before {
		t.Error("the next owner has another universe")
	}
	check(t, script[4](ctx, second))
}

// Crashing is storage that can lose what is not durable.
type Crashing struct {
	Open  Open
	Crash func(n int) // cuts all stores off, as a power failure would, after n more writes to the disk; the last write may be torn
}

// RunCrash simulates a power failure at every point of a universe's life. Afterwards every
// acknowledged change must be there, and any other change whole or not at all.
func RunCrash(t *testing.T, fresh func(t *testing.T) Crashing) {
	ctx := context.Background()
	twin := must[*mailsim.Universe](t)(universe.New(options()))
	defer func() { check(t, twin.Close()) }()
	logs := []string{logOf(twin)} // after each step
	for _, step := range script {
		check(t, step(ctx, twin))
		logs = append(logs, logOf(twin))
	}
	for n := 1; ; n++ {
		c := fresh(t)
		c.Crash(n)
		done := 0
		if s, err := c.Open(); err == nil {
			u, err := universe.Open(ctx, s, options())
			for err == nil && done < len(script) {
				if err = script[done](ctx, u); err == nil {
					done++
				}
			}
			if u != nil {
				_ = u.Close()
			}
		}
		c.Crash(0)
		u := must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(c.Open()), options()))
		got := logOf(u)
		check(t, u.Close())
		if !between(got, logs[done], logs[min(done+1, len(logs)-1)]) {
			t.Fatalf("the power ended at write %d, after step %d: the log is\n%s\nwant\n%s", n, done, got, logs[done])
		}
		if done == len(script) {
			t.Logf("the power ended at each of %d writes", n-1)
			break
		}
	}
}

// between tells whether a log is one on the way from a log to a later one: it has
// what both have, and nothing that neither has.
func between(got, from, to string) bool {
	had, will, has := lines(from), lines(to), lines(got)
	for l := range has {
		if !had[l] && !will[l] {
			return false
		}
	}
	for l := range had {
		if will[l] && !has[l] {
			return false
		}
	}
	return true
}

func lines(text string) map[string]bool {
	set := map[string]bool{}
	for l := range strings.Lines(text) {
		set[l] = true
	}
	return set
}
