package cell_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// shelf holds what universes have stored, and counts how they are opened.
type shelf struct {
	mu     sync.Mutex
	stores map[string]*kept
	opened atomic.Int64
	away   atomic.Bool // another process holds all
	hold   chan struct{}
}

// kept is a store that can be opened again.
type kept struct {
	*testkit.RecordStore
	open atomic.Bool
	last time.Time
}

func (k *kept) Close() error { k.open.Store(false); return nil }

func (k *kept) Commit(ctx context.Context, b []mailsim.Batch) (int, error) {
	k.last = time.Now()
	return k.RecordStore.Commit(ctx, b)
}

func (k *kept) Slept() time.Duration {
	if k.last.IsZero() {
		return 0
	}
	return time.Since(k.last)
}

func (s *shelf) Open(ctx context.Context, u mailsim.UniverseRecord) (mailsim.Store, mailsim.Options, error) {
	if s.away.Load() {
		return nil, mailsim.Options{}, fail.Errorf(mailsim.ErrFenced, "%s is held by another", u.ID)
	}
	if s.hold != nil {
		<-s.hold
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stores == nil {
		s.stores = map[string]*kept{}
	}
	k := s.stores[u.ID]
	if k == nil {
		k = &kept{RecordStore: &testkit.RecordStore{}}
		s.stores[u.ID] = k
	}
	if k.open.Swap(true) {
		return nil, mailsim.Options{}, fail.Conflictf("%s is open", u.ID)
	}
	s.opened.Add(1)
	return k, mailsim.Options{HashCost: 4}, nil
}

func (s *shelf) Drop(_ context.Context, u mailsim.UniverseRecord) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stores, u.ID)
	return nil
}

func sleepers(t *testing.T, s *shelf, o mailsim.CellOptions) *cell.Cell {
	t.Helper()
	o.Open, o.Drop = s.Open, s.Drop
	return testkit.NewCell(t, o)
}

// TestUniversesSleep: one that nobody uses is closed, opened once for all who need it
// next, and holds what it held; lists wake none.
func TestUniversesSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		s := &shelf{}
		c := sleepers(t, s, mailsim.CellOptions{Idle: time.Minute})
		a := testkit.AddUniverse(t, c, "Acme", "u_a")
		testkit.AddUniverse(t, c, "Acme", "u_b")
		key, _, err := a.CreateKey(ctx, "ci", mailsim.RoleMember)
		require.NoError(t, err)
		_, err = a.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "one"})
		require.NoError(t, err)
		require.NoError(t, c.SetUser(ctx, "Acme", mailsim.OrgUser{Email: "ann@acme.test", Password: "secret", Role: mailsim.RoleAdmin}))

		session := c.NewSession(mailsim.SessionInfo{Proto: "smtp"})
		require.NoError(t, session.Authenticate(ctx, "app", "one"))
		request, end := context.WithCancel(ctx)
		_, err = c.Authenticate(request, mailsim.Credentials{Key: testkit.AdminKey, Universe: "u_b"})
		require.NoError(t, err)
		time.Sleep(3 * time.Minute)
		assert.Equal(t, []string{"u_a", "u_b"}, c.AwakeIDs(), "both are in use")
		session.Close()
		end()
		time.Sleep(3 * time.Minute)
		assert.Empty(t, c.AwakeIDs())
		_, err = a.CreateLogin(ctx, mailsim.NewLogin{Address: "late@ours.test"})
		require.ErrorIs(t, err, mailsim.ErrFenced, "what was closed takes nothing")

		before := s.opened.Load()
		who, err := c.Authenticate(ctx, mailsim.Credentials{Key: testkit.AdminKey})
		require.NoError(t, err)
		assert.Len(t, who.Universes(), 2)
		id, err := c.SignIn(ctx, "ann@acme.test", "secret", "192.0.2.1")
		require.NoError(t, err)
		who, err = c.Authenticate(ctx, mailsim.Credentials{Session: id})
		require.NoError(t, err)
		assert.Len(t, who.Me().Universes, 2)
		_, open := c.Awake("u_a")
		assert.False(t, open)
		assert.Equal(t, before, s.opened.Load(), "a list wakes nobody")

		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				who, err := c.Authenticate(ctx, mailsim.Credentials{Key: key})
				if assert.NoError(t, err) {
					assert.Equal(t, mailsim.RoleMember, who.Role())
				}
			})
		}
		all.Wait()
		assert.Equal(t, before+1, s.opened.Load(), "opened once")
		session = c.NewSession(mailsim.SessionInfo{Proto: "imap"})
		require.NoError(t, session.Authenticate(ctx, "APP@ours.test", "one"))
		session.Close()

		ended := make(chan string, 1)
		session = c.NewSession(mailsim.SessionInfo{Proto: "imap"})
		require.NoError(t, session.Authenticate(ctx, "app", "one"))
		session.OnRevoked(func(why string) { ended <- why })
		require.NoError(t, c.Sleep(ctx, "u_a"))
		assert.NotEmpty(t, <-ended, "its sessions end")
		session.Close()

		require.NoError(t, c.DeleteUniverse(ctx, "u_a"))
		_, err = c.Authenticate(ctx, mailsim.Credentials{Key: key})
		require.ErrorIs(t, err, mailsim.ErrUnauthorized)
		assert.NotContains(t, s.stores, "u_a")
		_, err = testkit.Whole(c.Universe("u_a"))
		require.ErrorIs(t, err, mailsim.ErrNotFound)
	})
}

// TestSleepersWakeInTime: time passes while a universe sleeps.
func TestSleepersWakeInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		c := sleepers(t, &shelf{}, mailsim.CellOptions{Idle: time.Minute})
		require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
		u, err := testkit.Whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{ID: "u_a", Speed: 60}))
		require.NoError(t, err)
		began := u.Now()
		require.NoError(t, c.Sleep(ctx, "u_a"))
		time.Sleep(time.Hour)
		again, err := testkit.Whole(c.Universe("u_a"))
		require.NoError(t, err)
		assert.NotSame(t, u, again)
		assert.Equal(t, 60*time.Hour, again.Now().Sub(began).Round(time.Minute))
		who, err := c.Authenticate(ctx, mailsim.Credentials{Key: testkit.AdminKey, Universe: "u_a"})
		require.NoError(t, err)
		assert.Equal(t, began, who.Universes()[0].Created)
		require.NoError(t, c.Close())
	})
}

// TestAwakeIsBounded: the one used least recently makes room; when all are in use nobody
// else comes in, and who was refused may come later.
func TestAwakeIsBounded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := &shelf{}
	c := sleepers(t, s, mailsim.CellOptions{Awake: 2})
	for _, id := range []string{"u_a", "u_b", "u_c"} {
		testkit.AddUniverse(t, c, "Acme", id)
	}
	visit := func(ctx context.Context, id string) error {
		_, err := c.Authenticate(ctx, mailsim.Credentials{Key: testkit.AdminKey, Universe: id})
		return err
	}
	for _, id := range []string{"u_a", "u_b", "u_a", "u_c"} {
		require.NoError(t, visit(ctx, id))
	}
	assert.Equal(t, []string{"u_a", "u_c"}, c.AwakeIDs())
	busy, end := context.WithCancel(ctx)
	require.NoError(t, visit(busy, "u_a"))
	require.NoError(t, visit(busy, "u_c"))
	require.ErrorIs(t, visit(ctx, "u_b"), mailsim.ErrTooMany)
	end()
	require.Eventually(t, func() bool { return visit(ctx, "u_b") == nil }, 10*time.Second, time.Millisecond)

	s.away.Store(true)
	require.ErrorIs(t, visit(ctx, "u_x"), mailsim.ErrNotFound)
	for _, id := range c.AwakeIDs() {
		require.NoError(t, c.Sleep(ctx, id))
	}
	require.ErrorIs(t, visit(ctx, "u_b"), mailsim.ErrFenced, "another process holds it")
	s.away.Store(false)
	require.NoError(t, visit(ctx, "u_b"))
	assert.NotNil(t, engine.Of(c.All()[0].Part))
}

// TestAsleepIsNoConflict: whoever still holds a universe that was closed to be opened again is
// told to try again; of one that was deleted, that it is closed.
func TestAsleepIsNoConflict(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := sleepers(t, &shelf{}, mailsim.CellOptions{})
	a, b := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Acme", "u_b")
	require.NoError(t, c.Sleep(ctx, "u_a"))
	_, err := a.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test"})
	assert.ErrorIs(t, err, mailsim.ErrFenced)
	_, err = a.Advance(ctx, time.Minute)
	assert.ErrorIs(t, err, mailsim.ErrFenced)
	require.NoError(t, c.DeleteUniverse(ctx, "u_b"))
	_, err = b.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test"})
	assert.ErrorIs(t, err, mailsim.ErrConflict)
}
