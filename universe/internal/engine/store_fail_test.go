package engine

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// onceStore refuses one commit and would take all others.
type onceStore struct {
	gateStore
	refuse, seen, closed int
}

var errDisk = errors.New("the disk is full")

func (s *onceStore) Commit(context.Context, mailsim.Batch) error {
	if s.seen++; s.seen == s.refuse {
		return errDisk
	}
	return nil
}

func (s *onceStore) Close() error { s.closed++; return nil }

// TestStoreFailsOnce: whatever the commit was that the store refused, it is undone
// whole, readers see what was before it, and nothing more is tried.
func TestStoreFailsOnce(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(u *Universe) error{
		"setting": func(u *Universe) error { _, err := u.SetPace(bg, mailsim.Pace{Factor: 2}); return err },
		"mail": func(u *Universe) error {
			_, err := u.Send(bg, mailsim.Outgoing{From: "a@ours.test", To: []string{"anna@client.test"}, Text: "Is it?"})
			return err
		},
		"clock": func(u *Universe) error { _, err := u.Freeze(bg, false); return err },
		"speed": func(u *Universe) error { _, err := u.SetSpeed(bg, 9); return err },
		"time":  func(u *Universe) error { _, err := u.Advance(bg, 9*day); return err },
		"prune": func(u *Universe) error { _, err := u.Prune(bg); return err },
		"reset": func(u *Universe) error { _, err := u.Reset(bg); return err },
		"webhooks": func(u *Universe) error {
			_, err := u.SetWebhooks(bg, []mailsim.Webhook{{URL: "http://127.0.0.1:9/"}})
			return err
		},
		"person": func(u *Universe) error {
			_, err := u.CreatePersona(bg, mailsim.Persona{Addresses: []string{"x@client.test"}})
			return err
		},
		"retention": func(u *Universe) error {
			_, err := u.SetRetention(bg, mailsim.Retention{MailDays: 1, EventDays: 1})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged bytes.Buffer
			s := &onceStore{}
			u, err := Open(bg, s, mailsim.Options{HashCost: 4, Real: config.DefaultStart, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
			require.NoError(t, err)
			addPerson(t, u, "anna@client.test", nil)
			setRetention(t, u, 2, 2)
			sendTo(t, u, "anna@client.test", "Early", "Is Tuesday fine?")
			advance(t, u, day)
			sendTo(t, u, "anna@client.test", "Late", "Is Friday fine?")
			setRetention(t, u, 0, 0)
			if name == "prune" {
				advance(t, u, 2*day)
				require.NoError(t, u.Update(bg, func(t *state.Tx) error {
					settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 2, EventDays: 2} })
					return nil
				}))
			}
			before, marked, last, now := savedBytes(t, u), u.Mark(), lastEvent(u), u.Now()
			s.refuse = s.seen + 1
			err = change(u)
			require.ErrorIs(t, err, mailsim.ErrInternal)
			require.ErrorIs(t, err, errDisk)
			assert.True(t, before == savedBytes(t, u), "it is as it was")
			assert.Equal(t, marked, u.Mark())
			assert.Equal(t, last, lastEvent(u), "the log too")
			assert.Equal(t, now, u.Now())
			assert.Equal(t, 1, strings.Count(logged.String(), "lost=1"))
			seen := s.seen
			_, err = u.SetPace(bg, mailsim.Pace{Factor: 3})
			require.ErrorIs(t, err, errDisk)
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
	u, err := Open(bg, s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	s.refuse = s.seen + 3
	at := []time.Time{}
	for i := range 5 {
		u.AfterFunc(time.Duration(i+1)*time.Hour, func() {
			if _, err := u.SetPace(bg, mailsim.Pace{Factor: float64(i + 2)}); err == nil {
				at = append(at, u.Now())
			}
		})
	}
	_, err = u.Advance(bg, day)
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
		u, err := Open(bg, s, mailsim.Options{HashCost: 4})
		require.NoError(t, err)
		before := savedBytes(t, u)
		s.came, s.gate = make(chan mailsim.Batch), make(chan error)
		errs := make(chan error, 10)
		for i := range 5 {
			go func() { _, err := u.SetPace(bg, mailsim.Pace{Factor: float64(i + 2)}); errs <- err }()
			synctest.Wait()
		}
		<-s.came
		closed := make(chan error, 1)
		go func() { closed <- u.Close() }()
		synctest.Wait()
		assert.Empty(t, closed, "the store is not closed under a commit")
		s.gate <- errDisk
		for range 5 {
			assert.ErrorIs(t, <-errs, errDisk)
		}
		require.NoError(t, <-closed)
		assert.Equal(t, mailsim.Pace{Factor: 1}, u.Pace())
		assert.True(t, before == savedBytes(t, u))
	})
}

// TestOpenClosesOnce: a store that refuses the first commit is closed one time.
func TestOpenClosesOnce(t *testing.T) {
	t.Parallel()
	s := &onceStore{refuse: 1}
	_, err := Open(bg, s, mailsim.Options{HashCost: 4})
	require.ErrorIs(t, err, errDisk)
	assert.Equal(t, 1, s.closed)
}

// recordStore keeps its records; it refuses all commits once it is told to.
type recordStore struct {
	records map[[2]string][]byte
	full    bool
}

func (s *recordStore) Load(context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		for k, v := range s.records {
			if !yield(mailsim.Record{Table: k[0], Key: k[1], Value: v}, nil) {
				return
			}
		}
	}
}

func (s *recordStore) Commit(_ context.Context, b mailsim.Batch) error {
	if s.full {
		return errDisk
	}
	if s.records == nil {
		s.records = map[[2]string][]byte{}
	}
	for _, r := range b.Deletes {
		delete(s.records, [2]string{r.Table, r.Key})
	}
	for _, r := range b.Puts {
		s.records[[2]string{r.Table, r.Key}] = r.Value
	}
	return nil
}

func (s *recordStore) Close() error { return nil }

// TestStoreFailsAtFirst: a universe that was opened again stands where the store left
// it when its first commit fails.
func TestStoreFailsAtFirst(t *testing.T) {
	t.Parallel()
	s := &recordStore{}
	open := func() *Universe {
		u, err := Open(bg, s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
		require.NoError(t, err)
		return u
	}
	u := open()
	advance(t, u, 3*day)
	paces(t, u, 1)
	now := u.Now()
	require.NoError(t, u.Close())
	u = open()
	defer func() { assert.NoError(t, u.Close()) }()
	require.Equal(t, now, u.Now())
	s.full = true
	_, err := u.SetPace(bg, mailsim.Pace{Factor: 9})
	require.ErrorIs(t, err, errDisk)
	assert.Equal(t, now, u.Now())
}

// TestStoreKeepsWhatIsHeldTwice: a copy that comes and goes again after the universe was
// opened takes nothing from those that were there.
func TestStoreKeepsWhatIsHeldTwice(t *testing.T) {
	t.Parallel()
	s := &recordStore{}
	for step := range 3 {
		u, err := Open(bg, s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
		require.NoError(t, err)
		if step == 0 {
			inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Subject: "x", Text: "kept"})
		}
		list := mailsIn(t, u, "a@ours.test")
		require.Len(t, list, 1, "step %d", step)
		assert.Contains(t, list[0].Text, "kept")
		a, err := u.Access("a@ours.test")
		require.NoError(t, err)
		_, err = a.Copy(bg, post.Inbox, []uint32{1}, post.Archive)
		require.NoError(t, err)
		require.NoError(t, expunge(a, post.Archive, uint32(step+1)))
		require.NoError(t, u.Close())
	}
}

// TestRunningClockOfAFailedStore goes on from the last commit that the store has, not from
// as long before.
func TestRunningClockOfAFailedStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &onceStore{}
		u, err := Open(bg, s, mailsim.Options{HashCost: 4, Speed: 2})
		require.NoError(t, err)
		defer func() { assert.NoError(t, u.Close()) }()
		_, err = u.SetPace(bg, mailsim.Pace{Factor: 2})
		require.NoError(t, err)
		stored := u.Now()
		time.Sleep(time.Hour)
		s.refuse = s.seen + 1
		_, err = u.SetPace(bg, mailsim.Pace{Factor: 3})
		require.ErrorIs(t, err, errDisk)
		assert.Equal(t, stored, u.Now())
		time.Sleep(time.Minute)
		assert.Equal(t, stored.Add(2*time.Minute), u.Now())
	})
}
