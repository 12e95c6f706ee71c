package keep_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// sizeStore notes how much each commit takes away, and lets a caller do something
// between two of them.
type sizeStore struct {
	testkit.RecordStore
	most int
}

func (s *sizeStore) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	for _, b := range batches {
		s.most = max(s.most, len(b.Deletes))
	}
	return s.RecordStore.Commit(ctx, batches)
}

// TestPruneInSlices: much that is old goes in several commits, told by one event.
func TestPruneInSlices(t *testing.T) {
	t.Parallel()
	const n = 2*keep.SliceSize + 300
	s := &sizeStore{}
	u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		for i := range n {
			for _, to := range []string{"a@x.test", fmt.Sprintf("b%d@x.test", i%7)} {
				post.MakeMailbox(t, to)
				door.Append(t, to, post.Inbox, door.NewAppending(mailsim.AppendMail{Data: fmt.Sprintf("Message-ID: <%d@x>\r\n\r\nx", i)}))
			}
			t.Emit(mailsim.PaceChanged{})
		}
		return nil
	}))
	testkit.Advance(t, u, testkit.Day)
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "new"})
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 1, EventDays: 1} })
		return nil
	}))
	s.most = 0
	commits := u.Serial.Load()
	got := testkit.Prune(t, u)
	assert.Equal(t, 2*n, got.Messages)
	assert.Equal(t, n, got.Events)
	assert.Equal(t, []mailsim.RetentionPruned{mailsim.RetentionPruned(got)}, testkit.EventsOf[mailsim.RetentionPruned](u))
	assert.GreaterOrEqual(t, u.Serial.Load()-commits, uint64(3*n/keep.SliceSize))
	assert.LessOrEqual(t, s.most, 6*keep.SliceSize, "a commit is bounded")
	assert.Equal(t, 1, u.Status().Messages)
	testkit.AssertCounted(t, u, "pruned")
	u.Read(func(v state.View) {
		due, ok := u.NextPruneLocked()
		assert.True(t, ok)
		assert.Equal(t, v.Now.Add(testkit.Day), due, "when the mail that is left is old")
	})
}

// TestPruneInSlicesIsExact: thirty days in one call are thirty days in steps, also where
// one prune takes several commits.
func TestPruneInSlicesIsExact(t *testing.T) {
	t.Parallel()
	run := func(steps int) (out []string) {
		u := testkit.New(t, mailsim.Options{})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		testkit.SetRetention(t, u, 3, 0)
		for i := range 1500 {
			testkit.Inject(t, u, mailsim.Inject{To: fmt.Sprintf("box%d@x.test", i%3), From: "b@y.test", Text: "x"})
			if i%300 == 0 {
				testkit.SendTo(t, u, "anna@client.test", fmt.Sprint(i), "Is Tuesday fine?")
			}
		}
		for range steps {
			testkit.Advance(t, u, 30*testkit.Day/time.Duration(steps))
		}
		for _, e := range testkit.EventsOf[mailsim.RetentionPruned](u) {
			out = append(out, fmt.Sprint(e))
		}
		for _, m := range u.Mailboxes() {
			out = append(out, fmt.Sprint(m.Address, m.Total))
		}
		return append(out, fmt.Sprint(u.Now(), u.Swept.Any))
	}
	assert.Equal(t, run(1), run(30))
}

// TestPruneOfEventsAlone does not take mail for looked at.
func TestPruneOfEventsAlone(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "x"})
	testkit.SetRetention(t, u, 0, 1)
	testkit.Prune(t, u)
	testkit.SetRetention(t, u, 1, 0)
	testkit.Advance(t, u, 2*testkit.Day)
	assert.Zero(t, u.Status().Messages)
}

// TestPruneBesideOthers: what is moved while a prune goes on goes an hour later at most.
func TestPruneBesideOthers(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for range 5 {
		testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "x"})
	}
	testkit.Advance(t, u, testkit.Day)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 1} })
		return nil
	}))
	p := u.PlanPrune()
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	_, err = a.Move(context.Background(), post.Inbox, []uint32{1, 2}, post.Archive)
	require.NoError(t, err)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error { keep.PruneSome(t, p, u.Serial.Load()); return nil }))
	assert.Equal(t, 3, p.Out.Messages)
	assert.Equal(t, 2, u.Status().Messages)
	testkit.Advance(t, u, time.Hour)
	assert.Zero(t, u.Status().Messages)
	testkit.AssertCounted(t, u, "after")
}
