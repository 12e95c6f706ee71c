package engine

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
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// sizeStore notes how much each commit takes away, and lets a caller do something
// between two of them.
type sizeStore struct {
	recordStore
	most int
}

func (s *sizeStore) Commit(ctx context.Context, b mailsim.Batch) error {
	s.most = max(s.most, len(b.Deletes))
	return s.recordStore.Commit(ctx, b)
}

// TestPruneInSlices: much that is old goes in several commits, told by one event.
func TestPruneInSlices(t *testing.T) {
	t.Parallel()
	const n = 2*keep.SliceSize + 300
	s := &sizeStore{}
	u, err := Open(bg, s, mailsim.Options{HashCost: 4, Real: config.DefaultStart})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	require.NoError(t, u.Update(bg, func(t *state.Tx) error {
		for i := range n {
			for _, to := range []string{"a@x.test", fmt.Sprintf("b%d@x.test", i%7)} {
				post.MakeMailbox(t, to)
				door.Append(t, to, post.Inbox, door.NewAppending(mailsim.AppendMail{Data: fmt.Sprintf("Message-ID: <%d@x>\r\n\r\nx", i)}))
			}
			t.Emit(mailsim.PaceChanged{})
		}
		return nil
	}))
	advance(t, u, day)
	inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "new"})
	require.NoError(t, u.Update(bg, func(t *state.Tx) error {
		settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 1, EventDays: 1} })
		return nil
	}))
	s.most = 0
	commits := u.Serial.Load()
	got := prune(t, u)
	assert.Equal(t, 2*n, got.Messages)
	assert.Equal(t, n, got.Events)
	assert.Equal(t, []mailsim.RetentionPruned{mailsim.RetentionPruned(got)}, eventsOf[mailsim.RetentionPruned](u))
	assert.GreaterOrEqual(t, u.Serial.Load()-commits, uint64(3*n/keep.SliceSize))
	assert.LessOrEqual(t, s.most, 6*keep.SliceSize, "a commit is bounded")
	assert.Equal(t, 1, u.Status().Messages)
	assertCounted(t, u, "pruned")
	u.Read(func(v state.View) {
		due, ok := u.NextPruneLocked()
		assert.True(t, ok)
		assert.Equal(t, v.Now.Add(day), due, "when the mail that is left is old")
	})
}

// TestPruneInSlicesIsExact: thirty days in one call are thirty days in steps, also where
// one prune takes several commits.
func TestPruneInSlicesIsExact(t *testing.T) {
	t.Parallel()
	run := func(steps int) (out []string) {
		u := newTestUniverse(t, mailsim.Options{})
		addPerson(t, u, "anna@client.test", nil)
		setRetention(t, u, 3, 0)
		for i := range 1500 {
			inject(t, u, mailsim.Inject{To: fmt.Sprintf("box%d@x.test", i%3), From: "b@y.test", Text: "x"})
			if i%300 == 0 {
				sendTo(t, u, "anna@client.test", fmt.Sprint(i), "Is Tuesday fine?")
			}
		}
		for range steps {
			advance(t, u, 30*day/time.Duration(steps))
		}
		for _, e := range eventsOf[mailsim.RetentionPruned](u) {
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
	u := newTestUniverse(t, mailsim.Options{})
	inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "x"})
	setRetention(t, u, 0, 1)
	prune(t, u)
	setRetention(t, u, 1, 0)
	advance(t, u, 2*day)
	assert.Zero(t, u.Status().Messages)
}

// TestPruneBesideOthers: what is moved while a prune goes on goes an hour later at most.
func TestPruneBesideOthers(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	for range 5 {
		inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@y.test", Text: "x"})
	}
	advance(t, u, day)
	require.NoError(t, u.Update(bg, func(t *state.Tx) error {
		settings.Change(t, func(s *settings.Record) { s.Retention = mailsim.Retention{MailDays: 1} })
		return nil
	}))
	p := u.PlanPrune()
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	_, err = a.Move(bg, post.Inbox, []uint32{1, 2}, post.Archive)
	require.NoError(t, err)
	require.NoError(t, u.Update(bg, func(t *state.Tx) error { keep.PruneSome(t, p, u.Serial.Load()); return nil }))
	assert.Equal(t, 3, p.Out.Messages)
	assert.Equal(t, 2, u.Status().Messages)
	advance(t, u, time.Hour)
	assert.Zero(t, u.Status().Messages)
	assertCounted(t, u, "after")
}
