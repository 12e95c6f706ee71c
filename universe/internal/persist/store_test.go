package persist_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// gateStore commits when the test lets it.
type gateStore struct {
	gate chan error // nil lets everything through
	came chan []mailsim.Batch
}

func (s *gateStore) Load(context.Context) iter.Seq2[mailsim.Record, error] {
	return func(func(mailsim.Record, error) bool) {}
}

func (s *gateStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	if s.gate == nil {
		return len(batches), nil
	}
	s.came <- batches
	if err := <-s.gate; err != nil {
		return 0, err
	}
	return len(batches), nil
}

func (s *gateStore) Close() error { return nil }

// TestAnswerComesAfterDurability: neither the sender nor a watcher hears of a
// mail before the store has it.
func TestAnswerComesAfterDurability(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := &gateStore{}
	u, err := engine.Open(ctx, s, mailsim.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	_, err = u.Inject(ctx, mailsim.Inject{To: "bob@client.test", Raw: "Subject: first\r\n\r\n"})
	require.NoError(t, err)
	a, err := u.Access("bob@client.test")
	require.NoError(t, err)
	woken := make(chan struct{}, 10)
	defer a.Watch(post.Inbox, func() { woken <- struct{}{} })()
	s.came, s.gate = make(chan []mailsim.Batch), make(chan error)
	answers := make(chan error)
	submit := func() {
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"bob@client.test"}}, "Subject: second\r\n\r\n")
		answers <- err
	}
	go submit()
	b := <-s.came
	assert.NotEmpty(t, b[0].Puts)
	select {
	case <-answers:
		t.Fatal("the sender was answered before his mail was durable")
	case <-woken:
		t.Fatal("a watcher was told before the mail was durable")
	default:
	}
	s.gate <- nil
	require.NoError(t, <-answers)
	<-woken

	mark, n := u.Mark(), len(testkit.Messages(t, u, "bob@client.test"))
	go submit()
	first := <-s.came
	go submit() // waits behind the first one
	for u.Serial.Load() <= first[0].Seq {
		runtime.Gosched()
	}
	s.gate <- errors.New("the disk is full")
	for range 2 {
		err := <-answers
		require.ErrorIs(t, err, mailsim.ErrInternal)
		assert.ErrorContains(t, err, "the store failed")
	}
	assert.Empty(t, woken)
	assert.Equal(t, mark, u.Mark())
	assert.Len(t, testkit.Messages(t, u, "bob@client.test"), n, "what the store has not taken cannot be seen")
	_, err = u.Advance(ctx, time.Hour)
	assert.ErrorIs(t, err, mailsim.ErrInternal)
}

// TestOpenRefuses: a store that cannot be read, or fails at once, opens nothing
// and is closed.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := &badStore{load: errors.New("no such disk")}
	_, err := engine.Open(ctx, s, mailsim.Options{})
	require.ErrorIs(t, err, mailsim.ErrInternal)
	assert.True(t, s.closed)
	s = &badStore{commit: errors.New("read-only")}
	_, err = engine.Open(ctx, s, mailsim.Options{})
	require.ErrorIs(t, err, mailsim.ErrInternal)
	assert.True(t, s.closed)
	u, err := engine.Open(ctx, nil, mailsim.Options{})
	require.NoError(t, err)
	require.NoError(t, u.Close())
}

// TestLiveClockOfAFailedStore: a running clock with something due stands still
// when the store has failed; it does not try for ever.
func TestLiveClockOfAFailedStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &diskStore{}
		var log logCount
		u, err := engine.Open(context.Background(), s, mailsim.Options{Speed: 1, Logger: slog.New(&log)})
		require.NoError(t, err)
		_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"a+slow2s@client.test", "b+slow2s@client.test"}, Text: "Hello"})
		require.NoError(t, err)
		synctest.Wait()
		s.full.Store(true)
		time.Sleep(time.Minute)
		assert.Less(t, log.n.Load(), int64(5))
		require.NoError(t, u.Close())
	})
}

// diskStore takes everything until its disk is full.
type diskStore struct {
	badStore
	full atomic.Bool
}

func (s *diskStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	if s.full.Load() {
		return 0, errors.New("the disk is full")
	}
	return len(batches), nil
}

// logCount counts what is logged; too much of it stands still.
type logCount struct {
	slog.Handler
	n atomic.Int64
}

func (l *logCount) Enabled(context.Context, slog.Level) bool { return true }

func (l *logCount) Handle(context.Context, slog.Record) error {
	if l.n.Add(1) > 100 {
		select {}
	}
	return nil
}

type badStore struct {
	load, commit error
	closed       bool
}

func (s *badStore) Load(context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		if s.load != nil {
			yield(mailsim.Record{}, s.load)
		}
	}
}

func (s *badStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	if s.commit != nil {
		return 0, s.commit
	}
	return len(batches), nil
}

func (s *badStore) Close() error { s.closed = true; return nil }
