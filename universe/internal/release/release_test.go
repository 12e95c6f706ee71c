package release_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// handed is one call of a relay.
type handed struct {
	from string
	to   []string
	raw  string
}

// relay is a relay that answers what the test says.
type relay struct {
	mu     sync.Mutex
	calls  []handed
	answer func(n int, to []string) error
}

func (r *relay) String() string { return "smtp.example.test:25" }

func (r *relay) Relay(_ context.Context, from string, to []string, raw io.Reader) error {
	b, _ := io.ReadAll(raw)
	r.mu.Lock()
	r.calls = append(r.calls, handed{from, to, string(b)})
	n := len(r.calls)
	r.mu.Unlock()
	if r.answer == nil {
		return nil
	}
	return r.answer(n, to)
}

func (r *relay) list() []handed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}

func with(t *testing.T, r mailsim.Relay, rules mailsim.RelayRules) *engine.Universe {
	t.Helper()
	u := testkit.New(t, mailsim.Options{Relay: r})
	_, err := u.SetRelay(context.Background(), rules)
	require.NoError(t, err)
	return u
}

const mail = "From: \"The App\" <app@ours.test>\r\nTo: Anna <anna@client.test>\r\nbcc: hidden@client.test,\r\n other@client.test\r\nSubject: Order\r\nMessage-ID: <one@ours.test>\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n\r\nBcc: in the text\r\n"

func submit(t *testing.T, u *engine.Universe, raw string, to ...string) {
	t.Helper()
	testkit.Deliver(t, u, mailsim.Envelope{From: "bounces@ours.test", To: to}, raw)
}

func settled(t *testing.T, u *engine.Universe) {
	t.Helper()
	require.NoError(t, u.Settle(context.Background()))
}

func TestNothingLeavesUnasked(t *testing.T) {
	t.Parallel()
	r := &relay{}
	u := with(t, r, mailsim.RelayRules{})
	submit(t, u, mail, "anna@client.test")
	testkit.Advance(t, u, testkit.Day)
	assert.Empty(t, r.list())

	none := testkit.New(t, mailsim.Options{})
	submit(t, none, mail, "anna@client.test")
	_, err := none.Release(context.Background(), mailsim.Release{MessageID: "<one@ours.test>", To: []string{"me@real.test"}})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	_, err = none.SetRelay(context.Background(), mailsim.RelayRules{All: true})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.False(t, none.Relay().Available)
	assert.Equal(t, "smtp.example.test:25", u.Relay().Server)
}

func TestReleaseOnRequest(t *testing.T) {
	t.Parallel()
	r := &relay{}
	u := with(t, r, mailsim.RelayRules{})
	submit(t, u, mail, "anna@client.test", "ben@client.test")
	job, err := u.Release(context.Background(), mailsim.Release{MessageID: "<one@ours.test>", Wait: true})
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateDone, job.State)
	assert.Equal(t, mailsim.JobRelease, job.Kind)
	calls := r.list()
	require.Len(t, calls, 1)
	assert.Equal(t, "bounces@ours.test", calls[0].from)
	assert.Equal(t, []string{"anna@client.test", "ben@client.test"}, calls[0].to)
	raw := calls[0].raw
	assert.True(t, strings.HasPrefix(raw, "X-Service-Released: "+u.ID()+"\r\nReceived: from "), raw)
	assert.NotContains(t, raw, "Return-Path")
	assert.NotContains(t, raw, "hidden@client.test")
	assert.NotContains(t, raw, "other@client.test")
	assert.True(t, strings.HasSuffix(raw, "\r\n\r\nBcc: in the text\r\n"))
	for _, field := range []string{"From: \"The App\" <app@ours.test>\r\n", "Message-ID: <one@ours.test>\r\n", "Subject: Order\r\n"} {
		assert.Contains(t, raw, field)
	}
	events := testkit.EventsOf[mailsim.MailReleased](u)
	require.Len(t, events, 1)
	assert.Equal(t, mailsim.MailReleased{MessageID: "<one@ours.test>", Subject: "Order", From: "bounces@ours.test", To: calls[0].to, Attempts: 1, JobID: job.ID}, events[0])

	refs := u.FindMessage("<one@ours.test>")
	job, err = u.Release(context.Background(), mailsim.Release{Ref: &refs[0], To: []string{"me@real.test", "ME@real.test"}, Wait: true})
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateDone, job.State)
	assert.Equal(t, []string{"me@real.test"}, r.list()[1].to)
}

func TestReleaseErrors(t *testing.T) {
	t.Parallel()
	r := &relay{}
	u := with(t, r, mailsim.RelayRules{Allow: []string{"real.test", "*@client.test"}, Block: []string{"ceo@real.test"}})
	submit(t, u, mail, "anna@client.test")
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@ours.test", Raw: "From: a@b.test\r\nMessage-ID: <two@b.test>\r\n\r\nx\r\n"})
	ctx := context.Background()
	for _, k := range []struct {
		r    mailsim.Release
		kind mailsim.Kind
		text string
	}{
		{mailsim.Release{}, mailsim.ErrInvalid, "message_id or ref"},
		{mailsim.Release{MessageID: "<one@ours.test>", Ref: &ref}, mailsim.ErrInvalid, "message_id or ref"},
		{mailsim.Release{MessageID: "<none@ours.test>"}, mailsim.ErrNotFound, "no such message"},
		{mailsim.Release{Ref: &mailsim.Ref{Address: "box@ours.test", Folder: "INBOX", UID: 99}}, mailsim.ErrNotFound, "no such message"},
		{mailsim.Release{MessageID: "<one@ours.test>", To: []string{"x y@real.test"}}, mailsim.ErrInvalid, "to"},
		{mailsim.Release{MessageID: "<one@ours.test>", To: []string{"a@real.test\r\nDATA"}}, mailsim.ErrInvalid, "to"},
		{mailsim.Release{MessageID: "<one@ours.test>", To: []string{"CEO@real.test"}}, mailsim.ErrForbidden, "CEO@real.test"},
		{mailsim.Release{MessageID: "<one@ours.test>", To: []string{"a@other.test"}}, mailsim.ErrForbidden, "a@other.test"},
		{mailsim.Release{MessageID: "<one@ours.test>", To: make([]string, 101)}, mailsim.ErrInvalid, "at most 100"},
		{mailsim.Release{MessageID: "<two@b.test>"}, mailsim.ErrInvalid, "to is required"},
	} {
		_, err := u.Release(ctx, k.r)
		require.ErrorIs(t, err, k.kind)
		require.ErrorContains(t, err, k.text)
	}
	settled(t, u)
	assert.Empty(t, r.list())
	jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobRelease})
	require.NoError(t, err)
	assert.Empty(t, jobs)
	for _, bad := range []mailsim.RelayRules{
		{Match: []string{""}}, {Match: []string{"*a*@x.test"}}, {Allow: []string{"a@b@c"}}, {Block: []string{"a b"}}, {From: "x"}, {ReturnPath: "x\r\n@y.test"},
		{Forward: []mailsim.RelayForward{{Mailbox: "a@b.test"}}}, {Forward: []mailsim.RelayForward{{Mailbox: "x", To: []string{"a@b.test"}}}},
		{Match: make([]string, 101)}, {Forward: make([]mailsim.RelayForward, 101)},
	} {
		_, err := u.SetRelay(ctx, bad)
		require.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	assert.Equal(t, []string{"ceo@real.test"}, u.Relay().Block, "a refused change changes nothing")
}

func TestRules(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		rules mailsim.RelayRules
		want  []string
	}{
		"all":               {mailsim.RelayRules{All: true}, []string{"anna@client.test", "qa-1@real.test", "ben@sub.real.test"}},
		"all but a domain":  {mailsim.RelayRules{All: true, Block: []string{"client.test"}}, []string{"qa-1@real.test", "ben@sub.real.test"}},
		"all that may":      {mailsim.RelayRules{All: true, Allow: []string{"*.real.test"}}, []string{"ben@sub.real.test"}},
		"a prefix":          {mailsim.RelayRules{Match: []string{"QA-*@real.test"}}, []string{"qa-1@real.test"}},
		"block wins":        {mailsim.RelayRules{Match: []string{"*"}, Allow: []string{"real.test"}, Block: []string{"qa-1@real.test"}}, nil},
		"nobody":            {mailsim.RelayRules{Match: []string{"real"}}, nil},
		"allow alone is no": {mailsim.RelayRules{Allow: []string{"*"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &relay{}
			u := with(t, r, k.rules)
			submit(t, u, mail, "anna@client.test", "qa-1@real.test", "ben@sub.real.test")
			settled(t, u)
			var got []string
			for _, c := range r.list() {
				got = append(got, c.to...)
			}
			assert.Equal(t, k.want, got)
		})
	}
}

func TestHeadersAreRewrittenAsAsked(t *testing.T) {
	t.Parallel()
	r := &relay{}
	u := with(t, r, mailsim.RelayRules{All: true, From: "test@real.test", ReturnPath: "ops@real.test", NewMessageID: true})
	submit(t, u, mail, "anna@client.test")
	submit(t, u, strings.Replace(mail, "Message-ID: <one@ours.test>\r\n", "", 1), "anna@client.test")
	settled(t, u)
	calls := r.list()
	require.Len(t, calls, 2)
	var ids []string
	for i, c := range calls {
		assert.Equal(t, "ops@real.test", c.from)
		head, _, _ := strings.Cut(c.raw, "\r\n\r\n")
		assert.Contains(t, head, "\r\nFrom: The App <test@real.test>\r\nX-Original-From: \"The App\" <app@ours.test>\r\n")
		assert.Equal(t, 1, strings.Count(head, "\r\nMessage-ID: <"))
		assert.Equal(t, 1, strings.Count(head, "\r\nX-Original-Message-ID: <"), "%d", i)
		_, id, _ := strings.Cut(head, "\r\nMessage-ID: ")
		id, _, _ = strings.Cut(id, "\r\n")
		assert.Regexp(t, `^<[0-9a-f]{24}@real\.test>$`, id)
		ids = append(ids, id)
	}
	assert.NotEqual(t, ids[0], ids[1])
}

func TestForwardOfAMailbox(t *testing.T) {
	t.Parallel()
	r := &relay{}
	u := with(t, r, mailsim.RelayRules{Forward: []mailsim.RelayForward{{Mailbox: "Desk@ours.test", To: []string{"me@real.test"}}}, Block: []string{"no@real.test"}})
	submit(t, u, mail, "desk@ours.test", "anna@client.test")
	settled(t, u)
	require.Len(t, r.list(), 1)
	assert.Equal(t, []string{"me@real.test"}, r.list()[0].to)

	submit(t, u, r.list()[0].raw, "desk@ours.test")
	settled(t, u)
	assert.Len(t, r.list(), 1, "what has left once is not passed on again")

	submit(t, u, strings.Replace(mail, "one@", "two@", 1), "desk@ours.test")
	settled(t, u)
	list, err := u.ReleaseMailbox(context.Background(), "desk@ours.test", mailsim.MailboxRelease{To: []string{"me@real.test"}})
	require.NoError(t, err)
	assert.Len(t, list, 3)
	settled(t, u)
	assert.Len(t, r.list(), 5)
	_, err = u.ReleaseMailbox(context.Background(), "desk@ours.test", mailsim.MailboxRelease{To: []string{"no@real.test"}})
	require.ErrorIs(t, err, mailsim.ErrForbidden)
	_, err = u.ReleaseMailbox(context.Background(), "nobody@ours.test", mailsim.MailboxRelease{})
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	settled(t, u)
	assert.Len(t, r.list(), 5, "all or none")
}

func busy(to string) error {
	return &mailsim.RelayError{To: to, Temporary: true, Reply: mailsim.SMTPReply{Code: 451, Enhanced: "4.7.1", Text: "Greylisted"}}
}

func TestEachRecipientEndsAsItsServerSays(t *testing.T) {
	t.Parallel()
	r := &relay{answer: func(n int, to []string) error {
		if n > 2 {
			return nil
		}
		var list []error
		for _, a := range to {
			switch a {
			case "gone@real.test":
				list = append(list, &mailsim.RelayError{To: "GONE@real.test", Reply: mailsim.SMTPReply{Code: 550, Enhanced: "5.1.1", Text: "No such user"}})
			case "later@real.test":
				list = append(list, busy(a))
			}
		}
		return errors.Join(list...)
	}}
	u := with(t, r, mailsim.RelayRules{All: true})
	start := u.Now()
	submit(t, u, mail, "now@real.test", "gone@real.test", "later@real.test")
	testkit.Advance(t, u, time.Hour)
	calls := r.list()
	require.Len(t, calls, 3)
	assert.Equal(t, []string{"later@real.test"}, calls[1].to)
	assert.Equal(t, []string{"later@real.test"}, calls[2].to)
	assert.Equal(t, calls[0].raw, calls[2].raw)
	jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobRelease})
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	assert.Equal(t, mailsim.StateFailed, jobs[0].State, "one recipient never got it")
	failed := testkit.EventsOf[mailsim.MailReleaseFailed](u)
	require.Len(t, failed, 1)
	assert.Equal(t, []string{"gone@real.test"}, failed[0].To)
	assert.Equal(t, 550, failed[0].Code)
	assert.Equal(t, "550 5.1.1 No such user", failed[0].Error)
	var at []time.Duration
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventMailReleased}}) {
		at = append(at, e.At.Sub(start))
	}
	assert.Equal(t, []time.Duration{0, 6 * time.Minute}, at)
}

func TestGivesUpAfterAllAttempts(t *testing.T) {
	t.Parallel()
	r := &relay{answer: func(int, []string) error { return errors.New("connection refused") }}
	u := with(t, r, mailsim.RelayRules{All: true})
	submit(t, u, mail, "now@real.test")
	testkit.Advance(t, u, testkit.Day)
	assert.Len(t, r.list(), 6)
	failed := testkit.EventsOf[mailsim.MailReleaseFailed](u)
	require.Len(t, failed, 1)
	assert.Equal(t, 6, failed[0].Attempts)
	assert.Equal(t, "connection refused", failed[0].Error)
	jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobRelease})
	require.NoError(t, err)
	assert.Equal(t, "connection refused", jobs[0].Note)
}

func TestAPlannedAttemptIsAJobLikeAnyOther(t *testing.T) {
	t.Parallel()
	r := &relay{answer: func(int, []string) error { return busy("") }}
	u := with(t, r, mailsim.RelayRules{})
	submit(t, u, mail, "now@real.test")
	ctx := context.Background()
	job, err := u.Release(ctx, mailsim.Release{MessageID: "<one@ours.test>", Wait: true})
	require.NoError(t, err)
	assert.Equal(t, mailsim.StatePending, job.State)
	assert.Equal(t, "451 4.7.1 Greylisted", job.Note)
	assert.Equal(t, u.Now().Add(time.Minute), job.Due)
	_, err = u.RunJob(ctx, job.ID)
	require.NoError(t, err)
	assert.Len(t, r.list(), 2)
	job, err = u.SkipJob(ctx, job.ID)
	require.NoError(t, err)
	testkit.Advance(t, u, testkit.Day)
	assert.Len(t, r.list(), 2)
}

func TestSavedReleasesGoOn(t *testing.T) {
	t.Parallel()
	r := &relay{answer: func(int, []string) error { return busy("") }}
	u := with(t, r, mailsim.RelayRules{All: true, From: "test@real.test", NewMessageID: true})
	submit(t, u, mail, "now@real.test")
	settled(t, u)
	saved := testkit.Saved(t, u)

	again := &relay{}
	v, err := engine.Load(strings.NewReader(saved), mailsim.Options{Relay: again, HooksOnClock: true})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, v.Close()) })
	testkit.Advance(t, v, time.Hour)
	require.Len(t, again.list(), 1)
	assert.Equal(t, r.list()[0].raw, again.list()[0].raw)

	f, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	testkit.Advance(t, f, testkit.Day)
	assert.Len(t, r.list(), 1, "a copy has no relay unless it is given one")
	jobs, err := f.Jobs(mailsim.JobFilter{Kind: mailsim.JobRelease})
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateFailed, jobs[0].State)
}

// TestASlowRelayHoldsUpNothing: mail is taken and the clock goes on while a server does not answer.
func TestASlowRelayHoldsUpNothing(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	r := &relay{answer: func(int, []string) error { entered <- struct{}{}; <-leave; return nil }}
	u, err := engine.New(mailsim.Options{Relay: r})
	require.NoError(t, err)
	ctx := context.Background()
	_, err = u.SetRelay(ctx, mailsim.RelayRules{All: true})
	require.NoError(t, err)
	submit(t, u, mail, "now@real.test")
	<-entered
	testkit.Advance(t, u, time.Hour)
	submit(t, u, strings.Replace(mail, "one@", "two@", 1), "anna@client.test")
	<-entered
	assert.Len(t, testkit.EventsOf[mailsim.MailDelivered](u), 2)
	assert.Empty(t, testkit.EventsOf[mailsim.MailReleased](u))
	close(leave)
	settled(t, u)
	assert.Len(t, testkit.EventsOf[mailsim.MailReleased](u), 2)
	require.NoError(t, u.Close())
}

// TestCloseBreaksOff: a relay that never answers does not keep a universe open.
func TestCloseBreaksOff(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	u, err := engine.New(mailsim.Options{Relay: hanging(entered)})
	require.NoError(t, err)
	submit(t, u, mail, "now@real.test")
	waits := make(chan error, 1)
	go func() {
		_, err := u.Release(context.Background(), mailsim.Release{MessageID: "<one@ours.test>", Wait: true})
		waits <- err
	}()
	<-entered
	require.NoError(t, u.Close())
	require.ErrorIs(t, <-waits, mailsim.ErrConflict)
}

type hanging chan struct{}

func (h hanging) Relay(ctx context.Context, _ string, _ []string, _ io.Reader) error {
	h <- struct{}{}
	<-ctx.Done()
	return ctx.Err()
}
