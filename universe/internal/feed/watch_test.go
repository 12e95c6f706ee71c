package feed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestFollowTellsOfGaps: who asks for what has been pruned hears of it, and
// nobody else does.
func TestFollowTellsOfGaps(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	before := u.Mark()
	testkit.MakeEvents(t, u, 3)
	inside := u.Mark()
	testkit.MakeEvents(t, u, 2)
	after := u.Mark()
	testkit.SetRetention(t, u, 0, 1)
	_, err := u.Advance(ctx, 2*testkit.Day)
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 2)
	base := u.Committed().Base
	require.GreaterOrEqual(t, base, int64(5))
	first := func(u *engine.Universe, f mailsim.EventFilter) (mailsim.Event, error) {
		for e, err := range u.Follow(ctx, f) {
			return e, err
		}
		return mailsim.Event{}, nil
	}
	check := func(u *engine.Universe) {
		for _, f := range []mailsim.EventFilter{{}, {After: 1}, {Since: before}, {Since: inside}, {After: 1, Since: inside}} {
			_, err := first(u, f)
			assert.ErrorIs(t, err, mailsim.ErrNotFound, "%+v", f)
			assert.ErrorContains(t, err, "have been pruned")
		}
		for _, f := range []mailsim.EventFilter{{After: base}, {Since: u.MarkOf(base)}, {After: base, Since: u.MarkOf(base)}, {Since: after, After: base}} {
			e, err := first(u, f)
			require.NoError(t, err, "%+v", f)
			assert.Equal(t, base+1, e.ID)
		}
	}
	check(u)
	var saved strings.Builder
	require.NoError(t, u.Save(&saved))
	loaded, err := engine.Load(strings.NewReader(saved.String()), mailsim.Options{})
	require.NoError(t, err)
	defer loaded.Close()
	check(loaded)
	fork, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	defer fork.Close()
	check(fork)
	_, err = u.Reset(ctx)
	require.NoError(t, err)
	_, err = first(u, mailsim.EventFilter{})
	assert.ErrorIs(t, err, mailsim.ErrNotFound, "a reset empties the log too")
}

// TestFollowAnotherLog: an id that the log has not come to is of another log, and
// is not waited for.
func TestFollowAnotherLog(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 3)
	for _, err := range u.Follow(testkit.Ended(), mailsim.EventFilter{After: 4}) {
		require.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.EqualError(t, err, "after: the log ends at event 3: 4 is of another one")
	}
	for _, err := range u.Follow(testkit.Ended(), mailsim.EventFilter{After: 3}) {
		require.ErrorIs(t, err, mailsim.ErrTimeout, "the next event is yet to come")
	}
}

// TestFollowLive reads one log while it grows, by several readers at once.
func TestFollowLive(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	const all, there = 2000, 100
	testkit.MakeEvents(t, u, there)
	done := make(chan []int64, 8)
	for reader := range cap(done) {
		go func() {
			var ids []int64
			f := mailsim.EventFilter{After: int64(reader * 10), Limit: all - reader*10}
			for list, err := range u.FollowBodies(context.Background(), f) {
				if err != nil || len(list) > feed.FollowBatch {
					break
				}
				for _, e := range list {
					ids = append(ids, e.ID)
				}
			}
			done <- ids
		}()
	}
	testkit.MakeEvents(t, u, all-there+50)
	for range cap(done) {
		ids := <-done
		require.NotEmpty(t, ids)
		for i, id := range ids {
			require.Equal(t, ids[0]+int64(i), id)
		}
		require.EqualValues(t, all, ids[len(ids)-1])
	}
}

// TestBodiesFollowPeople: a body that was made before does not outlive what it
// says of a person.
func TestBodiesFollowPeople(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	log := u.Committed()
	last := log.Last()
	body := func() string {
		for list, err := range u.FollowBodies(ctx, mailsim.EventFilter{After: last - 1}) {
			require.NoError(t, err)
			return string(list[0].Body)
		}
		return ""
	}
	name := func() string {
		var e struct{ Persona struct{ Name string } }
		require.NoError(t, json.Unmarshal([]byte(body()), &e))
		return e.Persona.Name
	}
	assert.Equal(t, body(), body())
	_, err := u.UpdatePersona(ctx, anna.ID, mailsim.PersonaPatch{Name: new("Anna <A&B>")})
	require.NoError(t, err)
	assert.Equal(t, "Anna <A&B>", name())
	assert.Contains(t, body(), `"Anna <A&B>"`, "signs of HTML stand as they are")
	e, err := u.EventsAfter(mailsim.EventFilter{After: last - 1, Limit: 1})
	require.NoError(t, err)
	want, err := u.EventBody(e.Events[0])
	require.NoError(t, err)
	assert.Equal(t, string(want), body())
}

// TestWebhooksOfTheirTime: an event goes by the list of webhooks that held when
// it happened.
func TestWebhooksOfTheirTime(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	var mu sync.Mutex
	heard := map[string]int{}
	u.SetSite("hooks.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		heard[r.URL.Path]++
	}))
	for i := range 50 {
		name := "/a"
		if i%2 == 1 {
			name = "/b"
		}
		_, err := u.SetWebhooks(ctx, []mailsim.Webhook{{URL: "http://hooks.test" + name, Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 1)
		if i%10 == 9 {
			_, err = u.SetWebhooks(ctx, []mailsim.Webhook{})
			require.NoError(t, err)
			testkit.MakeEvents(t, u, 3)
		}
	}
	settle, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	require.NoError(t, u.Settle(settle))
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, map[string]int{"/a": 25, "/b": 25}, heard)
}

// Who follows a closed universe that nobody followed before hears that it is
// closed, after the events that are there.
func TestFollowClosed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 2)
	testkit.AddPerson(t, u, "anna@client.test", nil)
	require.NoError(t, u.Close())
	n := 0
	for _, err := range u.Follow(ctx, mailsim.EventFilter{}) {
		if err != nil {
			assert.ErrorIs(t, err, mailsim.ErrConflict)
			break
		}
		n++
	}
	assert.Positive(t, n)
	_, err := u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: "anna@client.test"})
	assert.ErrorIs(t, err, mailsim.ErrConflict)
}

// TestLogWithoutTheLock: hundreds who follow the log must not stand in the queue
// of those who write.
func TestLogWithoutTheLock(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 3)
	last := make(chan int64)
	u.Mu.Lock()
	defer u.Mu.Unlock()
	go func() {
		var id int64
		for e := range u.Log(mailsim.EventFilter{}) {
			id = e.ID
		}
		last <- id
	}()
	select {
	case id := <-last:
		assert.EqualValues(t, 3, id)
	case <-time.After(10 * time.Second):
		t.Error("the log was not read while the lock was held")
	}
}

// TestClosed: what is closed stays as it was, and can still be read and forked.
func TestClosed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Text: "before"})
	require.NoError(t, u.Close())
	require.NoError(t, u.Close(), "twice")
	mark := u.Mark()
	_, err = u.Inject(ctx, mailsim.Inject{To: "a@x.test", From: "b@x.test", Text: "after"})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	_, err = u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(ctx, mailsim.Envelope{From: "b@x.test", To: []string{"a@x.test"}}, "Subject: after\r\n\r\n")
	require.ErrorIs(t, err, mailsim.ErrConflict)
	_, err = u.Advance(ctx, time.Hour)
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.Equal(t, mark, u.Mark())
	list, err := u.Messages("a@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 1)
	f, err := u.Fork(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	testkit.Inject(t, f, mailsim.Inject{To: "a@x.test", From: "b@x.test", Text: "after"})
}

// TestEventBounds: the bounds of a page, of the log, and of a mark.
func TestEventBounds(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 1100)
	ids := func(f mailsim.EventFilter) (out []int64) {
		for e := range u.Log(f) {
			out = append(out, e.ID)
		}
		return out
	}
	assert.Equal(t, []int64{3, 4}, ids(mailsim.EventFilter{After: 2, Before: 5}))
	assert.Equal(t, []int64{1, 2, 3}, ids(mailsim.EventFilter{Limit: 3}))
	assert.Equal(t, []int64{1100}, ids(mailsim.EventFilter{Since: u.MarkOf(1099)}))
	assert.Equal(t, u.Mark(), u.MarkOf(9999), "what is not there yet is after all that is")
	assert.Zero(t, u.MarkOf(0))
	for limit, want := range map[int]int{0: 100, 1: 1, 1000: 1000, 5000: 1000} {
		page, err := u.Events(mailsim.EventFilter{Limit: limit})
		require.NoError(t, err)
		assert.Len(t, page.Events, want)
		assert.EqualValues(t, 1100, page.Events[0].ID)
		after, err := u.EventsAfter(mailsim.EventFilter{Limit: limit})
		require.NoError(t, err)
		assert.Len(t, after.Events, want)
		assert.EqualValues(t, 1, after.Events[0].ID)
	}
	for _, f := range []mailsim.EventFilter{{After: -1}, {Before: -1}, {Limit: -1}} {
		_, err := u.Events(f)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
		_, err = u.EventsAfter(f)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
}

// TestEventTypesAsked: a type that no event has is refused, not waited for. The
// log of a later version may hold types that are not known here.
func TestEventTypesAsked(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 2)
	u = testkit.Load(t, testkit.WithRecord(t, testkit.Saved(t, u), persist.EventTable, "1", `{"type":"later.sung","at":[0,0],"seq":1,"data":{}}`), testkit.LoadOptions())
	asked := func(ty mailsim.EventType) []error {
		f := mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPaceChanged, ty}}
		_, events := u.Events(f)
		_, after := u.EventsAfter(f)
		_, wait := u.WaitEvent(testkit.Ended(), 0, f)
		return []error{events, after, wait}
	}
	for _, ty := range []mailsim.EventType{"persona.snet", "persona.x*", "*.sent", "", "later.sun"} {
		for _, err := range asked(ty) {
			require.ErrorIs(t, err, mailsim.ErrInvalid)
			assert.ErrorContains(t, err, fmt.Sprintf("unknown event type %q", ty))
		}
	}
	for _, ty := range []mailsim.EventType{"persona.*", "*", mailsim.EventClockChanged, "later.sung", "later.*"} {
		for _, err := range asked(ty) {
			assert.NoError(t, err, ty)
		}
	}
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/", Events: []mailsim.EventType{"later.*"}}})
	assert.EqualError(t, err, `unknown event type "later.*"`, "none will come")
}
