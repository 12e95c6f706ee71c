package engine

import (
	"bytes"
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
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// savedBytes is all of a universe in bytes.
func savedBytes(t testing.TB, u *Universe) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, u.Save(&b, mailsim.WithSecrets()))
	return b.String()
}

// sameUniverse compares all that two universes hold, to the byte.
func sameUniverse(t testing.TB, want, got *Universe) {
	t.Helper()
	require.Equal(t, storyOf(want), storyOf(got))
	a, b := savedBytes(t, want), savedBytes(t, got)
	if a != b {
		i := 0
		for i < min(len(a), len(b)) && a[i] == b[i] {
			i++
		}
		from := max(0, i-200)
		t.Fatalf("the universes differ at byte %d:\n%q\n%q", i, a[from:min(len(a), i+200)], b[from:min(len(b), i+200)])
	}
}

// chapterOne leaves something of everything: people in conversation, mail held
// back, bounces on their way, cases, folders, faults, streams and secrets.
func chapterOne(t testing.TB, u *Universe) {
	t.Helper()
	ctx := context.Background()
	ok := func(_ any, err error) { t.Helper(); require.NoError(t, err) }
	for _, p := range []mailsim.Persona{
		{Name: "Anna Weber", Addresses: []string{"anna@client.test", "a.weber@client.test"}, Temperament: "responsive", Timing: mailsim.Timing{
			ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 90 * time.Minute, Spread: 1.5}, Hours: &mailsim.Hours{TZ: "Europe/Berlin"}, OOO: []mailsim.Absence{{From: "2026-02-01", To: "2026-02-07", Message: "Away."}},
		}},
		{Name: "Bert Ohm", Addresses: []string{"bert@client.test"}, Temperament: "flaky", Behaviors: mailsim.Behaviors{ForwardTo: "anna@client.test", CCSomeone: new(0.5)}},
		{Name: "Cleo Rey", Addresses: []string{"cleo@other.test"}, Style: mailsim.Style{Links: "curious", Client: "outlook"}, ExternalIDs: map[string]string{"crm": "7"}},
	} {
		ok(u.CreatePersona(ctx, p))
	}
	ok(u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "correct horse", Username: "app", DisplayName: "App"}))
	ok(u.AddKey(ctx, "a-given-key-0123456789", "ci", mailsim.RoleMember))
	ok(u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "w", URL: "http://hooks.test/in", Events: []mailsim.EventType{"note"}, Secret: "hush"}}))
	ok(u.PushCase(ctx, "T-1", mailsim.CasePatch{Addresses: []string{"anna@client.test"}, Facts: map[string]string{"order": "7"}}))
	ok(u.AddMemory(ctx, u.Personas()[0].ID, mailsim.Note{Text: "likes tea", CaseID: "T-1"}))
	ok(u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "delivery", Kind: mailsim.FaultDuplicate, Delay: time.Hour, Every: 3}}}))
	ok(u.SetWorld(ctx, mailsim.World{
		Company: mailsim.Company{Name: "Ours", Domain: "ours.test", Mailboxes: []mailsim.CompanyMailbox{{Address: "info@ours.test", Name: "Info"}}},
		Streams: []mailsim.Stream{{Kind: "newsletter", PerDay: 4, Enabled: true, To: []string{"info@ours.test"}}},
	}))
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	require.NoError(t, s.Authenticate(ctx, "app", "correct horse"))
	for i, to := range [][]string{
		{"anna@client.test"}, {"bert@client.test", "cleo@other.test"}, {"none+unknown-dsn@client.test"}, {"late+slow2d@client.test", "plain@client.test"},
	} {
		raw := fmt.Sprintf("From: App <app@ours.test>\r\nTo: %s\r\nSubject: T-1 meeting %d\r\nMessage-ID: <m%d@ours.test>\r\n\r\nHello,\r\n\r\ncould you send the contract by Friday? caf\xe9\r\n", to[0], i, i)
		_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: to, Helo: "app.ours.test", TLS: "TLS 1.3", EnvelopeID: "e", Notify: []mailsim.Recipient{{Address: to[0], Notify: []string{"FAILURE"}, Original: ""}}}, raw)
		require.NoError(t, err)
	}
	ok(u.Inject(ctx, mailsim.Inject{To: "plain@client.test", Folder: "Old/Mail", Raw: "Subject: old\r\n\r\nHello", Flags: []string{`\Flagged`, "$Label1"}, Time: config.DefaultStart.Add(-time.Hour)}))
	ok(u.Advance(ctx, 30*time.Hour))
	a, err := u.Access("app@ours.test")
	require.NoError(t, err)
	require.NoError(t, a.CreateFolder(ctx, "Later", ""))
	ok(a.Copy(ctx, post.Sent, []uint32{1, 2}, "Later"))
	ok(a.StoreFlags(ctx, "Later", []uint32{2}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil))
	ok(a.Expunge(ctx, "Later", nil))
	require.NoError(t, a.Subscribe(ctx, "Nowhere", true))
	p, err := u.Access("plain@client.test")
	require.NoError(t, err)
	require.NoError(t, p.RenameFolder(ctx, "Old", "Older"))
}

// chapterTwo is what happens later.
func chapterTwo(t testing.TB, u *Universe) {
	t.Helper()
	ctx := context.Background()
	ok := func(_ any, err error) { t.Helper(); require.NoError(t, err) }
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	require.NoError(t, s.Authenticate(ctx, "app", "correct horse"))
	_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "bert@client.test", "new@client.test"}},
		"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Re: T-1 meeting 0\r\nIn-Reply-To: <m0@ours.test>\r\n\r\nAny news? Please answer today.\r\n")
	require.NoError(t, err)
	ok(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"cleo@other.test"}, Subject: "Hello", Text: "Is Monday fine?"}))
	ok(u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"dora@client.test"}}))
	ok(u.Advance(ctx, 12*24*time.Hour))
	a, err := u.Access("app@ours.test")
	require.NoError(t, err)
	require.NoError(t, a.DeleteFolder(ctx, "Later"))
	require.NoError(t, a.CreateFolder(ctx, "Later", ""))
}

func forkOf(t testing.TB, u *Universe, o mailsim.Options) *Universe {
	t.Helper()
	f, err := u.Fork(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

func TestForkHasTheSameFuture(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{Seed: "fork"})
	chapterOne(t, u)
	f := forkOf(t, u, mailsim.Options{})
	sameUniverse(t, u, f)
	g := forkOf(t, f, mailsim.Options{})
	chapterTwo(t, u)
	chapterTwo(t, f)
	chapterTwo(t, g)
	sameUniverse(t, u, f) // spec: beyond.fork.same-future
	sameUniverse(t, u, g)
	other := forkOf(t, u, mailsim.Options{Seed: "another"})
	_, err := other.Advance(context.Background(), 24*time.Hour)
	require.NoError(t, err)
}

// A fork has every option of its origin that Fork does not name as an exception.
func TestForkHasTheOptions(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{
		ID: "u_origin", Name: "Origin", Seed: "other", Domain: "other.test", Network: true, Writer: &quill{}, Fetcher: noFetch{},
		Plan: mailsim.Plan{Name: "small"}, NoMagic: true, Bounds: mailsim.Bounds{Mails: 9}, WriterCalls: 7, WebhookWait: 3, WebhookQueue: 9, HashCost: 5, CacheBytes: 1 << 20, Transcripts: 3, HooksOnClock: true,
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
		case "Start", "Speed", "Frozen", "Config", "Sites": // not an origin's to give
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
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
	f := forkOf(t, u, mailsim.Options{ID: "u_fork", Name: "fork"})
	assert.Equal(t, "u_fork", f.ID())
	before := savedBytes(t, u)
	chapterTwo(t, f)
	assert.Equal(t, before, savedBytes(t, u), "the origin does not hear of what happens in the fork") // spec: beyond.fork.independent
	after := savedBytes(t, f)
	chapterTwo(t, u)
	for _, p := range u.Personas() {
		require.NoError(t, u.DeletePersona(context.Background(), p.ID))
	}
	assert.Equal(t, after, savedBytes(t, f), "nor the other way round") // spec: beyond.fork.independent
}

// TestForkStaysOut: what holds the application stays with the origin.
func TestForkStaysOut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	ran := 0
	u.AfterFunc(time.Hour, func() { ran++ })
	idle := 0
	u.OnIdle(func(context.Context) { idle++ })
	f := forkOf(t, u, mailsim.Options{})
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
	u := newTestUniverse(t, mailsim.Options{Speed: 1000})
	at := u.Now()
	f := forkOf(t, u, mailsim.Options{})
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
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
	var forks []*Universe
	for i := range 5 {
		u.AfterFunc(time.Duration(i)*7*time.Hour+time.Minute, func() { forks = append(forks, forkOf(t, u, mailsim.Options{})) })
	}
	end := u.Now().Add(20 * 24 * time.Hour)
	_, err := u.AdvanceTo(ctx, end)
	require.NoError(t, err)
	require.Len(t, forks, 5)
	for _, f := range forks {
		_, err := f.AdvanceTo(ctx, end)
		require.NoError(t, err)
		sameUniverse(t, u, f)
	}
}

// TestForkFromTheMiddleOfAJob forks while a runner works outside the lock.
func TestForkFromTheMiddleOfAJob(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	addPerson(t, u, "anna@client.test", nil)
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	require.NoError(t, err)
	u.Mu.Lock()
	due := jobs.QueueTable.In(&u.State).Heap[0].Due.Time()
	u.Mu.Unlock()
	u.Hold()
	todo := u.Take(due)
	require.NotNil(t, todo.Job)
	f := forkOf(t, u, mailsim.Options{})
	u.workPart.Run(ctx, todo.Job)
	u.LetGo()
	_, err = u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	_, err = f.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	sameUniverse(t, u, f)
}

// TestForkFromAJobRunByHand forks while a job that was asked for ahead of its
// time runs: in the fork it is still to run, at that instant.
func TestForkFromAJobRunByHand(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", nil)
	var forks []*Universe
	u.SetSite("shop.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { forks = append(forks, forkOf(t, u, mailsim.Options{})) }))
	id, err := u.Send(bg, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Shop", Text: "Nothing to answer."})
	require.NoError(t, err)
	j, err := u.Act(bg, anna.ID, mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://shop.test/", After: time.Hour})
	require.NoError(t, err)
	_, err = u.RunJob(bg, j.ID)
	require.NoError(t, err)
	require.Len(t, forks, 1)
	require.NoError(t, forks[0].Settle(bg))
	j, err = forks[0].Job(j.ID)
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateDone, j.State)
}

func TestForksFromManyGoroutines(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	chapterOne(t, u)
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
	u, err := New(mailsim.Options{})
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
