package persist_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// onceStore refuses one commit and would take all others.
type onceStore struct {
	gateStore
	refuse, seen, closed int
}

func (s *onceStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	for i := range batches {
		if s.seen++; s.seen == s.refuse {
			return i, testkit.ErrDisk
		}
	}
	return len(batches), nil
}

func (s *onceStore) Close() error { s.closed++; return nil }

// TestStoreFailsOnce: whatever the commit was that the store refused, it is undone
// whole, readers see what was before it, and nothing more is tried.
func TestStoreFailsOnce(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(u *engine.Universe) error{
		"setting": func(u *engine.Universe) error {
			_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 2})
			return err
		},
		"mail": func(u *engine.Universe) error {
			_, err := u.Send(context.Background(), mailsim.Outgoing{From: "a@ours.test", To: []string{"anna@client.test"}, Text: "Is it?"})
			return err
		},
		"clock": func(u *engine.Universe) error { _, err := u.Freeze(context.Background(), false); return err },
		"speed": func(u *engine.Universe) error { _, err := u.SetSpeed(context.Background(), 9); return err },
		"time":  func(u *engine.Universe) error { _, err := u.Advance(context.Background(), 9*testkit.Day); return err },
		"prune": func(u *engine.Universe) error { _, err := u.Prune(context.Background()); return err },
		"reset": func(u *engine.Universe) error { _, err := u.Reset(context.Background()); return err },
		"webhooks": func(u *engine.Universe) error {
			_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://127.0.0.1:9/"}})
			return err
		},
		"person": func(u *engine.Universe) error {
			_, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"x@client.test"}})
			return err
		},
		"retention": func(u *engine.Universe) error {
			_, err := u.SetRetention(context.Background(), mailsim.Retention{MailDays: 1, EventDays: 1})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged bytes.Buffer
			s := &onceStore{}
			u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
			require.NoError(t, err)
			testkit.AddPerson(t, u, "anna@client.test", nil)
			testkit.SetRetention(t, u, 2, 2)
			testkit.SendTo(t, u, "anna@client.test", "Early", "Is Tuesday fine?")
			testkit.Advance(t, u, testkit.Day)
			testkit.SendTo(t, u, "anna@client.test", "Late", "Is Friday fine?")
			testkit.SetRetention(t, u, 0, 0)
			if name == "prune" {
				testkit.Advance(t, u, 2*testkit.Day)
				require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
					settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 2, EventDays: 2} })
					return nil
				}))
			}
			before, marked, last, now := testkit.Saved(t, u), u.Mark(), testkit.LastEvent(u), u.Now()
			s.refuse = s.seen + 1
			err = change(u)
			require.ErrorIs(t, err, mailsim.ErrInternal)
			require.ErrorIs(t, err, testkit.ErrDisk)
			assert.True(t, before == testkit.Saved(t, u), "it is as it was")
			assert.Equal(t, marked, u.Mark())
			assert.Equal(t, last, testkit.LastEvent(u), "the log too")
			assert.Equal(t, now, u.Now())
			assert.Equal(t, 1, strings.Count(logged.String(), "lost=1"))
			seen := s.seen
			_, err = u.SetPace(context.Background(), mailsim.Pace{Factor: 3})
			require.ErrorIs(t, err, testkit.ErrDisk)
			assert.Equal(t, seen, s.seen, "the store is not asked again")
			require.NoError(t, u.Close())
			assert.Equal(t, 1, s.closed)
		})
	}
}

// TestStoreFailsOnTheWay: time stands where it stood at the last commit that the
// store has.
func TestStoreFailsOnTheWay(t *testing.T) {
	t.Parallel()
	s := &onceStore{}
	u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	s.refuse = s.seen + 3
	at := []time.Time{}
	for i := range 5 {
		u.AfterFunc(time.Duration(i+1)*time.Hour, func() {
			if _, err := u.SetPace(context.Background(), mailsim.Pace{Factor: float64(i + 2)}); err == nil {
				at = append(at, u.Now())
			}
		})
	}
	_, err = u.Advance(context.Background(), testkit.Day)
	require.ErrorIs(t, err, mailsim.ErrInternal)
	require.Len(t, at, 2)
	assert.Equal(t, at[1], u.Now())
	assert.Equal(t, 3.0, u.Pace().Factor)
}

// TestStoreFailsForAllWhoWait: commits that wait behind the one that fails end with
// its error, and are undone the last one first.
func TestStoreFailsForAllWhoWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &gateStore{}
		u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4})
		require.NoError(t, err)
		before := testkit.Saved(t, u)
		s.came, s.gate = make(chan []mailsim.Batch), make(chan error)
		errs := make(chan error, 10)
		for i := range 5 {
			go func() { _, err := u.SetPace(context.Background(), mailsim.Pace{Factor: float64(i + 2)}); errs <- err }()
			synctest.Wait()
		}
		<-s.came
		closed := make(chan error, 1)
		go func() { closed <- u.Close() }()
		synctest.Wait()
		assert.Empty(t, closed, "the store is not closed under a commit")
		s.gate <- testkit.ErrDisk
		for range 5 {
			assert.ErrorIs(t, <-errs, testkit.ErrDisk)
		}
		require.NoError(t, <-closed)
		assert.Equal(t, mailsim.Pace{Factor: 1}, u.Pace())
		assert.True(t, before == testkit.Saved(t, u))
	})
}

// TestOpenClosesOnce: a store that refuses the first commit is closed one time.
func TestOpenClosesOnce(t *testing.T) {
	t.Parallel()
	s := &onceStore{refuse: 1}
	_, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4})
	require.ErrorIs(t, err, testkit.ErrDisk)
	assert.Equal(t, 1, s.closed)
}

// TestStoreFailsAtFirst: a universe that was opened again stands where the store left
// it when its first commit fails.
func TestStoreFailsAtFirst(t *testing.T) {
	t.Parallel()
	s := &testkit.RecordStore{}
	open := func() *engine.Universe {
		u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
		require.NoError(t, err)
		return u
	}
	u := open()
	testkit.Advance(t, u, 3*testkit.Day)
	testkit.MakeEvents(t, u, 1)
	now := u.Now()
	require.NoError(t, u.Close())
	u = open()
	defer func() { assert.NoError(t, u.Close()) }()
	require.Equal(t, now, u.Now())
	s.Full = true
	_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 9})
	require.ErrorIs(t, err, testkit.ErrDisk)
	assert.Equal(t, now, u.Now())
}

// TestStoreKeepsWhatIsHeldTwice: a copy that comes and goes again after the universe was
// opened takes nothing from those that were there.
func TestStoreKeepsWhatIsHeldTwice(t *testing.T) {
	t.Parallel()
	s := &testkit.RecordStore{}
	for step := range 3 {
		u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
		require.NoError(t, err)
		if step == 0 {
			testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Subject: "x", Text: "kept"})
		}
		list := testkit.Messages(t, u, "a@ours.test")
		require.Len(t, list, 1, "step %d", step)
		assert.Contains(t, list[0].Text, "kept")
		a, err := u.Access("a@ours.test")
		require.NoError(t, err)
		_, err = a.Copy(context.Background(), post.Inbox, []uint32{1}, post.Archive)
		require.NoError(t, err)
		require.NoError(t, testkit.Expunge(a, post.Archive, uint32(step+1)))
		require.NoError(t, u.Close())
	}
}

// TestRunningClockOfAFailedStore goes on from the last commit that the store has, not from
// as long before.
func TestRunningClockOfAFailedStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &onceStore{}
		u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Speed: 2})
		require.NoError(t, err)
		defer func() { assert.NoError(t, u.Close()) }()
		_, err = u.SetPace(context.Background(), mailsim.Pace{Factor: 2})
		require.NoError(t, err)
		stored := u.Now()
		time.Sleep(time.Hour)
		s.refuse = s.seen + 1
		_, err = u.SetPace(context.Background(), mailsim.Pace{Factor: 3})
		require.ErrorIs(t, err, testkit.ErrDisk)
		assert.Equal(t, stored, u.Now())
		time.Sleep(time.Minute)
		assert.Equal(t, stored.Add(2*time.Minute), u.Now())
	})
}
