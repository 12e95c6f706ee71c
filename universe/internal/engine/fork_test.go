package engine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestForkHasTheSameFuture(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "fork"})
	testkit.ChapterOne(t, u)
	f := testkit.Fork(t, u, mailsim.Options{})
	testkit.AssertSame(t, u, f)
	g := testkit.Fork(t, f, mailsim.Options{})
	testkit.ChapterTwo(t, u)
	testkit.ChapterTwo(t, f)
	testkit.ChapterTwo(t, g)
	testkit.AssertSame(t, u, f) // spec: beyond.fork.same-future
	testkit.AssertSame(t, u, g)
	other := testkit.Fork(t, u, mailsim.Options{Seed: "another"})
	_, err := other.Advance(context.Background(), 24*time.Hour)
	require.NoError(t, err)
}

// A fork has every option of its origin that Fork does not name as an exception.
func TestForkHasTheOptions(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{
		ID: "u_origin", Name: "Origin", Seed: "other", Domain: "other.test", Network: true, Writer: &testkit.Quill{}, Fetcher: noFetch{},
		Plan: mailsim.Plan{Name: "small"}, NoMagic: true, Unmarked: true, Bounds: mailsim.Bounds{Mails: 9}, WriterCalls: 7, WebhookWait: 3, WebhookQueue: 9, HashCost: 5, CacheBytes: 1 << 20, Transcripts: 3, HooksOnClock: true,
		FileText: func(context.Context, string, string, []byte) (string, error) { return "", nil },
		Real:     config.DefaultStart, Logger: slog.New(slog.DiscardHandler),
	})
	f, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	defer f.Close()
	was, is := reflect.ValueOf(u.Opts), reflect.ValueOf(f.Opts)
	for i := range was.NumField() {
		name := was.Type().Field(i).Name
		switch name {
		case "Start", "Speed", "Frozen", "Config", "Sites", "Relay": // not an origin's to give
			continue
		case "FileText": // functions do not compare
			assert.NotNil(t, f.Opts.FileText)
			continue
		}
		assert.False(t, was.Field(i).IsZero(), "%s: give it a value here", name)
		assert.Equal(t, was.Field(i).Interface(), is.Field(i).Interface(), name)
	}
}

type noFetch struct{}

func (noFetch) Fetch(context.Context, mailsim.Visit, string, string, string) (*http.Response, error) {
	return nil, errors.New("nothing is fetched")
}

func TestForkIsIndependent(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	f := testkit.Fork(t, u, mailsim.Options{ID: "u_fork", Name: "fork"})
	assert.Equal(t, "u_fork", f.ID())
	before := testkit.Saved(t, u)
	testkit.ChapterTwo(t, f)
	assert.Equal(t, before, testkit.Saved(t, u), "the origin does not hear of what happens in the fork") // spec: beyond.fork.independent
	after := testkit.Saved(t, f)
	testkit.ChapterTwo(t, u)
	for _, p := range u.Personas() {
		require.NoError(t, u.DeletePersona(context.Background(), p.ID))
	}
	assert.Equal(t, after, testkit.Saved(t, f), "nor the other way round") // spec: beyond.fork.independent
}

// TestForkStaysOut: what holds the application stays with the origin.
func TestForkStaysOut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	ran := 0
	u.AfterFunc(time.Hour, func() { ran++ })
	idle := 0
	u.OnIdle(func(context.Context) { idle++ })
	f := testkit.Fork(t, u, mailsim.Options{})
	_, err := f.Advance(ctx, 2*time.Hour)
	require.NoError(t, err)
	assert.Zero(t, ran)
	assert.Zero(t, idle)
	assert.Equal(t, config.DefaultStart, u.Now())
	assert.Equal(t, config.DefaultStart.Add(2*time.Hour), f.Now())
	_, err = u.Fork(mailsim.Options{Seed: strings.Repeat("x", 2000)})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
}

func TestForkOfARunningClock(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Speed: 1000})
	at := u.Now()
	f := testkit.Fork(t, u, mailsim.Options{})
	assert.False(t, f.Clock().Frozen)
	assert.InDelta(t, 1000, f.Clock().Speed, 0)
	assert.False(t, f.Now().Before(at))
	assert.True(t, f.Clock().Now.Before(at.Add(1e6*time.Second)))
}

// TestForkWhileTimeMoves forks at an instant in the middle of an advance, from a
// job's effect: what is under way is still to be done in the fork.
func TestForkWhileTimeMoves(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	var forks []*engine.Universe
	for i := range 5 {
		u.AfterFunc(time.Duration(i)*7*time.Hour+time.Minute, func() { forks = append(forks, testkit.Fork(t, u, mailsim.Options{})) })
	}
	end := u.Now().Add(20 * 24 * time.Hour)
	_, err := u.AdvanceTo(ctx, end)
	require.NoError(t, err)
	require.Len(t, forks, 5)
	for _, f := range forks {
		_, err := f.AdvanceTo(ctx, end)
		require.NoError(t, err)
		testkit.AssertSame(t, u, f)
	}
}

// TestForkFromTheMiddleOfAJob forks while a runner works outside the lock.
func TestForkFromTheMiddleOfAJob(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	require.NoError(t, err)
	u.Mu.Lock()
	due := jobs.QueueTable.In(&u.State).Heap[0].Due.Time()
	u.Mu.Unlock()
	u.Hold()
	todo := u.Take(due)
	require.NotNil(t, todo.Job)
	f := testkit.Fork(t, u, mailsim.Options{})
	u.Run(ctx, todo.Job)
	u.LetGo()
	_, err = u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	_, err = f.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	testkit.AssertSame(t, u, f)
}

// TestForkFromAJobRunByHand forks while a job that was asked for ahead of its
// time runs: in the fork it is still to run, at that instant.
func TestForkFromAJobRunByHand(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	var forks []*engine.Universe
	u.SetSite("shop.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { forks = append(forks, testkit.Fork(t, u, mailsim.Options{})) }))
	id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Shop", Text: "Nothing to answer."})
	require.NoError(t, err)
	j, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://shop.test/", After: time.Hour})
	require.NoError(t, err)
	_, err = u.RunJob(context.Background(), j.ID)
	require.NoError(t, err)
	require.Len(t, forks, 1)
	require.NoError(t, forks[0].Settle(context.Background()))
	j, err = forks[0].Job(j.ID)
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateDone, j.State)
}

func TestForksFromManyGoroutines(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			f, err := u.Fork(mailsim.Options{})
			if !assert.NoError(t, err) {
				return
			}
			defer func() { assert.NoError(t, f.Close()) }()
			for n := range 20 {
				_, err := f.Inject(ctx, mailsim.Inject{To: "plain@client.test", Raw: fmt.Sprintf("Subject: %d of %d\r\n\r\nHello", n, i)})
				assert.NoError(t, err)
			}
			_, err = f.Advance(ctx, 48*time.Hour)
			assert.NoError(t, err)
			list, err := f.Messages("plain@client.test", mailsim.MessageFilter{Limit: 20})
			assert.NoError(t, err)
			for k, m := range list {
				assert.Equal(t, fmt.Sprintf("%d of %d", 19-k, i), m.Subject)
			}
		})
	}
	for n := range 200 {
		_, err := u.Inject(ctx, mailsim.Inject{To: "plain@client.test", Raw: fmt.Sprintf("Subject: own %d\r\n\r\nHello", n)})
		require.NoError(t, err)
	}
	wg.Wait()
	list, err := u.Messages("plain@client.test", mailsim.MessageFilter{Limit: 200})
	require.NoError(t, err)
	for k, m := range list {
		assert.Equal(t, fmt.Sprintf("own %d", 199-k), m.Subject)
	}
}

// BenchmarkFork compares a fork of 10,000 mails, and its first mail, with
// delivering them.
func BenchmarkFork(b *testing.B) {
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{})
	require.NoError(b, err)
	defer func() { _ = u.Close() }()
	_, err = u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"p0@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
	require.NoError(b, err)
	text := strings.Repeat("A line of the text of a mail.\r\n", 60)
	start := time.Now()
	for i := range 10_000 {
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
		_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{fmt.Sprintf("p%d@client.test", 1+i%100)}},
			fmt.Sprintf("From: app@ours.test\r\nMessage-ID: <%d@ours.test>\r\nSubject: %d\r\n\r\n%s", i, i, text))
		require.NoError(b, err)
	}
	deliver := time.Since(start)
	var fork, first time.Duration
	fork, first = math.MaxInt64, math.MaxInt64
	for b.Loop() {
		start := time.Now()
		f, err := u.Fork(mailsim.Options{})
		took := time.Since(start)
		if err != nil {
			b.Fatal(err)
		}
		s := f.NewSession(mailsim.SessionInfo{Proto: "smtp"})
		if _, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"p1@client.test"}}, "Subject: x\r\n\r\n"); err != nil {
			b.Fatal(err)
		}
		fork, first = min(fork, took), min(first, time.Since(start))
		_ = f.Close()
	}
	b.ReportMetric(float64(deliver)/float64(fork), "deliver/fork")
	b.ReportMetric(float64(deliver)/float64(first), "deliver/fork+first-mail")
}
