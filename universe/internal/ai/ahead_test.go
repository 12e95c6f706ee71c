package ai_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// slowPen is a writer that takes a while, the longer or shorter by who writes,
// and writes by what it is told alone.
type slowPen struct {
	busy, most, calls, ahead atomic.Int64
	refuse                   bool // does not want to be asked ahead
}

func (p *slowPen) Name() string { return "slow pen" }

// think passes the time of an answer, one to four seconds.
func (p *slowPen) think(ctx context.Context, key string) error {
	p.calls.Add(1)
	if mailsim.Ahead(ctx) {
		if p.refuse {
			return mailsim.ErrAskLater
		}
		p.ahead.Add(1)
	}
	n := p.busy.Add(1)
	defer p.busy.Add(-1)
	for old := p.most.Load(); n > old && !p.most.CompareAndSwap(old, n); old = p.most.Load() {
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	select {
	case <-time.After(time.Second + time.Duration(h.Sum32()%3000)*time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *slowPen) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	if err := p.think(ctx, b.Person.Name+b.Now.String()); err != nil {
		return mailsim.Draft{}, err
	}
	if b.Kind == mailsim.BriefSender {
		return mailsim.Draft{Person: &mailsim.Persona{Who: "known for " + cmp.Or(b.Facts["stream"], "nothing")}}, nil
	}
	return mailsim.Draft{Text: fmt.Sprintf("Words for %s on %s: %d mails, %d before, mood %s.", b.To, b.Now.Format(time.DateTime), len(b.Mails), len(b.Thread), b.Facts["mood"])}, nil
}

func (p *slowPen) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return mailsim.Answer{Yes: len(q.Mail.Text)%2 == 0, Why: "so it is"}, p.think(ctx, q.Person.Name+q.Kind)
}

// crowd is many people whom one application asks.
func crowd(t *testing.T, u *engine.Universe, n int) {
	t.Helper()
	ctx := context.Background()
	for i := range n {
		to := fmt.Sprintf("p%d@client.test", i)
		_, err := u.CreatePersona(ctx, mailsim.Persona{Name: fmt.Sprintf("Person %c", 'A'+i), Addresses: []string{to}, Temperament: []string{"responsive", "skeptical", "busy"}[i%3]})
		require.NoError(t, err)
		_, err = u.Send(ctx, mailsim.Outgoing{From: "bob@ours.test", To: []string{to}, Subject: "Order", Text: "Hello,\n\nwhen does the order arrive?\n\nBob"})
		require.NoError(t, err)
	}
}

// neighbours write to each other, so that one's answer changes what the next is told.
func neighbours(t *testing.T, u *engine.Universe) {
	t.Helper()
	ctx := context.Background()
	for i := range 8 {
		testkit.AddPerson(t, u, fmt.Sprintf("n%d@client.test", i), nil)
	}
	for i := range 8 {
		_, err := u.Send(ctx, mailsim.Outgoing{From: fmt.Sprintf("n%d@client.test", i), To: []string{fmt.Sprintf("n%d@client.test", (i+1)%8), fmt.Sprintf("n%d@client.test", (i+3)%8)},
			Subject: "Lunch", Text: "Shall we have lunch on Friday?"})
		require.NoError(t, err)
	}
}

func busyWorld(t *testing.T, u *engine.Universe) {
	t.Helper()
	crowd(t, u, 6)
	neighbours(t, u)
	_, err := u.SetWorld(context.Background(), mailsim.World{Company: mailsim.Company{Name: "Ours", Domain: "ours.test"}, Streams: []mailsim.Stream{
		{ID: "s1", Kind: "lead", PerDay: 8, NewPeople: 0.5, Enabled: new(false), To: []string{"sales@ours.test"}, Brief: "goats"},
		{ID: "s2", Kind: "support", PerDay: 8, NewPeople: 0.5, Enabled: new(false), To: []string{"help@ours.test"}, Brief: "fences"},
	}})
	require.NoError(t, err)
}

// Answers are applied in job order, whatever order they come back in.
func TestAIAheadChangesNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scene  func(*testing.T, *engine.Universe)
		limit  int
		refuse bool
	}{
		"a crowd":          {scene: func(t *testing.T, u *engine.Universe) { crowd(t, u, 20) }},
		"neighbours":       {scene: neighbours},
		"a world":          {scene: busyWorld},
		"a plan's end":     {scene: func(t *testing.T, u *engine.Universe) { crowd(t, u, 20) }, limit: 9},
		"only in its turn": {scene: neighbours, refuse: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := func(calls int) (log []string, credits mailsim.Credits, p *slowPen) {
				synctest.Test(t, func(t *testing.T) {
					p = &slowPen{refuse: c.refuse}
					u := testkit.New(t, mailsim.Options{Writer: p, WriterCalls: calls, Plan: mailsim.Plan{Limits: mailsim.Limits{AICredits: c.limit}}})
					_, err := u.SetAI(context.Background(), true)
					require.NoError(t, err)
					c.scene(t, u)
					_, err = u.Advance(context.Background(), 3*24*time.Hour)
					require.NoError(t, err)
					log, credits = testkit.Story(u), u.AI().Credits
				})
				return log, credits, p
			}
			want, used, alone := run(1)
			require.Positive(t, used.Used)
			assert.Zero(t, alone.ahead.Load())
			assert.EqualValues(t, used.Used, alone.calls.Load())
			for _, calls := range []int{2, 8} {
				log, credits, p := run(calls)
				require.True(t, slices.Equal(want, log), "%d calls give another log", calls)
				assert.Equal(t, used, credits)
				assert.LessOrEqual(t, p.most.Load(), int64(calls))
				if c.refuse {
					assert.Zero(t, p.ahead.Load())
				} else {
					assert.Greater(t, p.most.Load(), int64(1), "asked at once")
				}
				if c.limit > 0 {
					assert.LessOrEqual(t, p.calls.Load(), int64(c.limit), "no more calls than credits")
				}
			}
		})
	}
}

// Independent people are asked once each, and all together in a fraction of the time.
func TestAIAheadSavesTime(t *testing.T) {
	t.Parallel()
	took := func(calls int) (d time.Duration, asked int64) {
		synctest.Test(t, func(t *testing.T) {
			p := &slowPen{}
			u := testkit.New(t, mailsim.Options{Writer: p, WriterCalls: calls})
			_, err := u.SetAI(context.Background(), true)
			require.NoError(t, err)
			for i := range 24 {
				testkit.AddPerson(t, u, fmt.Sprintf("p%d@client.test", i), func(p *mailsim.Persona) {
					p.Behaviors.DoubleReply, p.Behaviors.CCSomeone = new(0.0), new(0.0)
				})
				_, err := u.Send(context.Background(), mailsim.Outgoing{From: "bob@ours.test", To: []string{fmt.Sprintf("p%d@client.test", i)}, Subject: "Order", Text: "When does it come?"})
				require.NoError(t, err)
			}
			start := time.Now()
			_, err = u.Advance(context.Background(), 24*time.Hour)
			require.NoError(t, err)
			d, asked = time.Since(start), p.calls.Load()
			assert.EqualValues(t, asked, u.AI().Credits.Used)
		})
		return d, asked
	}
	one, asked := took(1)
	many, again := took(8)
	assert.Equal(t, asked, again, "nobody is asked twice")
	assert.Less(t, many*4, one)
}

// A model that does not answer is waited for once, however many calls are open.
func TestAIAheadDeadModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dead := make(chan struct{})
		defer close(dead)
		u := testkit.WithWriter(t, &testkit.Quill{Writes: func(context.Context, mailsim.Brief) (mailsim.Draft, error) { <-dead; return mailsim.Draft{}, nil }}, mailsim.Options{WriterCalls: 8})
		crowd(t, u, 20)
		start := time.Now()
		_, err := u.Advance(context.Background(), 3*24*time.Hour)
		require.NoError(t, err)
		assert.Equal(t, ai.Limit, time.Since(start))
		assert.Equal(t, 1, u.AI().Credits.Used)
		for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
			assert.Equal(t, "templates", s.By)
		}
	})
}

// What a writer takes for further models counts when its answer is used.
func TestAIAheadFurtherCredits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := testkit.WithWriter(t, &testkit.Quill{Writes: func(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
			if err := mailsim.TakeCredit(ctx); err != nil {
				return mailsim.Draft{}, err
			}
			return mailsim.Draft{Text: "Two models thought about this."}, nil
		}, Judges: func(q mailsim.Question) (mailsim.Answer, error) { return mailsim.Answer{Yes: q.Lean}, nil }}, mailsim.Options{WriterCalls: 8, Plan: mailsim.Plan{Limits: mailsim.Limits{AICredits: 11}}})
		neighbours(t, u)
		_, err := u.Advance(context.Background(), 3*24*time.Hour)
		require.NoError(t, err)
		assert.Equal(t, mailsim.Credits{Used: 11, Limit: 11}, u.AI().Credits)
		assert.NotEmpty(t, testkit.EventsOf[mailsim.WriterFallback](u))
	})
}

// slowChain is a slow pen that asks a second model for each mail.
type slowChain struct{ slowPen }

func (c *slowChain) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	if err := mailsim.TakeCredit(ctx); err != nil {
		return mailsim.Draft{}, fmt.Errorf("the second model: %w", err)
	}
	return c.slowPen.Write(ctx, b)
}

// Credits that stand for answers ahead take none from whoever's turn it is.
func TestAIAheadFurtherCreditsAtAPlansEnd(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{7, 9, 15} {
		run := func(calls int) (log []string, credits mailsim.Credits) {
			synctest.Test(t, func(t *testing.T) {
				u := testkit.New(t, mailsim.Options{Writer: &slowChain{}, WriterCalls: calls, Plan: mailsim.Plan{Limits: mailsim.Limits{AICredits: limit}}})
				_, err := u.SetAI(context.Background(), true)
				require.NoError(t, err)
				busyWorld(t, u)
				_, err = u.Advance(context.Background(), 3*24*time.Hour)
				require.NoError(t, err)
				log, credits = testkit.Story(u), u.AI().Credits
			})
			return log, credits
		}
		want, used := run(1)
		assert.Equal(t, limit, used.Used)
		for _, calls := range []int{2, 4, 8} {
			log, credits := run(calls)
			assert.Equal(t, used, credits)
			require.True(t, slices.Equal(want, log), "limit %d: %d calls give another log", limit, calls)
		}
	}
}

// A caller who gives up leaves no call behind, and nothing of it in the world.
func TestAIAheadCallerGivesUp(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, first func(u *engine.Universe)) (log []string) {
		synctest.Test(t, func(t *testing.T) {
			p := &slowPen{}
			u := testkit.New(t, mailsim.Options{Writer: p, WriterCalls: 8})
			_, err := u.SetAI(context.Background(), true)
			require.NoError(t, err)
			crowd(t, u, 12)
			first(u)
			assert.Zero(t, p.busy.Load())
			_, err = u.AdvanceTo(context.Background(), config.DefaultStart.Add(3*24*time.Hour))
			require.NoError(t, err)
			log = testkit.Story(u)
		})
		return log
	}
	want := run(t, func(*engine.Universe) {})
	got := run(t, func(u *engine.Universe) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_, err := u.Advance(ctx, 3*24*time.Hour)
		assert.ErrorIs(t, err, mailsim.ErrTimeout)
		assert.Positive(t, u.AI().Credits.Used)
	})
	require.Equal(t, len(want), len(got))
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
}

func TestWriterCallsOption(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, ai.MaxCalls + 1} {
		_, err := engine.New(mailsim.Options{WriterCalls: n})
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
}

// notingPen notes whose mails it was asked for ahead.
type notingPen struct {
	slowPen
	mu  sync.Mutex
	who []string
}

func (p *notingPen) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	if mailsim.Ahead(ctx) {
		p.mu.Lock()
		p.who = append(p.who, b.Person.ID)
		p.mu.Unlock()
	}
	return p.slowPen.Write(ctx, b)
}

// TestAIAheadForgets: what was asked ahead for a job that will have no turn, or
// asks something else then, holds no credits back and takes no memory.
func TestAIAheadForgets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &notingPen{}
		u := testkit.New(t, mailsim.Options{Writer: p, WriterCalls: 8, Plan: mailsim.Plan{Limits: mailsim.Limits{AICredits: 1000}}})
		_, err := u.SetAI(context.Background(), true)
		require.NoError(t, err)
		crowd(t, u, 20)
		var calls *ai.Calls
		moved, gone := 0, 0
		u.Every(time.Minute, func() {
			calls = cmp.Or(u.Ahead(), calls)
			p.mu.Lock()
			who := p.who
			p.who = nil
			p.mu.Unlock()
			for _, id := range who {
				jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply, PersonaID: id})
				require.NoError(t, err)
				switch {
				case len(jobs) == 0:
				case moved > gone:
					require.NoError(t, u.DeletePersona(context.Background(), id))
					gone++
				default: // it will ask something else then
					_, err = u.MoveJob(context.Background(), jobs[0].ID, jobs[0].Due.Add(time.Hour))
					require.NoError(t, err)
					moved++
				}
			}
		})
		_, err = u.Advance(context.Background(), 5*24*time.Hour)
		require.NoError(t, err)
		assert.Positive(t, gone)
		assert.Zero(t, calls.Open, "credits")
		assert.Empty(t, calls.Answers)
		assert.Empty(t, calls.Errands)
	})
}

// TestAIAheadReadsFilesOnce: what was read to ask ahead is not read again.
func TestAIAheadReadsFilesOnce(t *testing.T) {
	t.Parallel()
	for _, calls := range []int{1, 8} {
		synctest.Test(t, func(t *testing.T) {
			read, p := map[string]int{}, &slowPen{}
			u := testkit.New(t, mailsim.Options{Writer: p, WriterCalls: calls, FileText: func(_ context.Context, _, name string, _ []byte) (string, error) {
				read[name]++
				return fmt.Sprint("reading ", read[name]), nil
			}})
			_, err := u.SetAI(context.Background(), true)
			require.NoError(t, err)
			for i := range 6 {
				to := fmt.Sprintf("p%d@client.test", i)
				testkit.AddPerson(t, u, to, func(p *mailsim.Persona) { p.Timing.ReplyRate, p.Behaviors.DoubleReply = new(1.0), new(0.0) })
				_, err := u.Send(context.Background(), mailsim.Outgoing{From: "bob@ours.test", To: []string{to}, Subject: "Offer", Text: "What do you think of it?",
					Attachments: []mailsim.OutgoingFile{{Filename: to + ".pdf", ContentType: "application/pdf", Data: []byte("%PDF-1.7")}}})
				require.NoError(t, err)
			}
			_, err = u.Advance(context.Background(), 5*24*time.Hour)
			require.NoError(t, err)
			require.Len(t, read, 6)
			for name, n := range read {
				assert.Equal(t, 1, n, "%s with %d calls", name, calls)
			}
			assert.Equal(t, calls > 1, p.ahead.Load() > 0)
		})
	}
}
