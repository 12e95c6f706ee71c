package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// hookLog is a site of webhook endpoints, by path. Those under /bad fail.
type hookLog struct {
	mu    sync.Mutex
	calls []string
}

func (l *hookLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e, err := mailsim.ParseWebhook(r, "")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, fmt.Sprintf("%s %d %s", r.URL.Path, e.ID, e.Type))
	if err != nil || r.URL.Path == "/bad" {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func (l *hookLog) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(slices.Values(l.calls))
}

func (l *hookLog) take() []string {
	out := l.all()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = nil
	return out
}

// TestWebhookWithoutFilter gets all but the notices that webhooks failed; who asks for
// these gets them.
func TestWebhookWithoutFilter(t *testing.T) {
	t.Parallel()
	u, l := testkit.New(t, mailsim.Options{}), &hookLog{}
	u.SetSite("hooks.test", l)
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/all"}, {URL: "http://hooks.test/bad", Events: []mailsim.EventType{mailsim.EventPaceChanged}}, {URL: "http://hooks.test/some", Events: []mailsim.EventType{"webhook.*"}}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	require.NoError(t, u.Settle(context.Background()))
	require.Len(t, testkit.EventsOf[mailsim.WebhookFailed](u), 1)
	assert.Equal(t, []string{"/all 1 pace", "/bad 1 pace", "/bad 1 pace", "/bad 1 pace", "/bad 1 pace", "/some 2 webhook.failed"}, l.take())
}

// TestReplayGoesByName to all webhooks of the name and no other, and sends nothing when
// one of the events is not there.
func TestReplayGoesByName(t *testing.T) {
	t.Parallel()
	u, l := testkit.New(t, mailsim.Options{}), &hookLog{}
	u.SetSite("hooks.test", l)
	testkit.MakeEvents(t, u, 3)
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "a", URL: "http://hooks.test/1", Events: []mailsim.EventType{"note"}}, {Name: "b", URL: "http://hooks.test/2"}, {Name: "a", URL: "http://hooks.test/3"}})
	require.NoError(t, err)
	require.NoError(t, u.ReplayWebhook(context.Background(), "a", 3, 1))
	require.NoError(t, u.Settle(context.Background()))
	assert.Equal(t, []string{"/1 1 pace", "/1 3 pace", "/3 1 pace", "/3 3 pace"}, l.take())
	for _, missing := range [][]int64{{1, 4}, {1, 0}, {-1}} {
		err := u.ReplayWebhook(context.Background(), "a", missing...)
		assert.ErrorIs(t, err, mailsim.ErrNotFound)
		assert.ErrorContains(t, err, "no such event: "+fmt.Sprint(missing[len(missing)-1]))
	}
	assert.ErrorIs(t, u.ReplayWebhook(context.Background(), "c", 1), mailsim.ErrNotFound)
	require.NoError(t, u.Settle(context.Background()))
	assert.Empty(t, l.take())
}

// TestManyWebhooksKeepTheirOrder, and a list that was read is the reader's own.
func TestManyWebhooksKeepTheirOrder(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var list []mailsim.Webhook
	for i := range 101 {
		list = append(list, mailsim.Webhook{Name: strconv.Itoa(i), URL: "http://hooks.test/" + strconv.Itoa(i), Events: []mailsim.EventType{"note"}})
	}
	got, err := u.SetWebhooks(context.Background(), list)
	require.NoError(t, err)
	assert.Equal(t, list, got)
	got[0].Events[0] = "changed"
	assert.Equal(t, mailsim.EventType("note"), u.Webhooks()[0].Events[0])
	got, err = u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/"}})
	require.NoError(t, err)
	assert.Equal(t, []mailsim.EventType{}, got[0].Events, "a list, in JSON too")
}

// TestNewListKeepsWhatIsOnItsWay to the webhooks that stay on it, whatever else of
// them changes.
func TestNewListKeepsWhatIsOnItsWay(t *testing.T) {
	t.Parallel()
	u, l := testkit.New(t, mailsim.Options{}), &hookLog{}
	u.SetSite("hooks.test", l)
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/bad", Secret: "one"}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	require.NoError(t, u.Hooks.Wait(context.Background(), nil))
	assert.Equal(t, mailsim.Outbox{Pending: 1, Attempts: 1}, u.Outbox())
	_, err = u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/good"}, {Name: "new", URL: "http://hooks.test/bad", Secret: webhook.Mask, Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Outbox{Pending: 1, Attempts: 1}, u.Outbox())
	for i, step := range []time.Duration{3*time.Second - 1, 1, 9*time.Second - 1, 1, 27*time.Second - 1, 1} { // 4 attempts, at 0, 3, 12 and 39 s
		testkit.Advance(t, u, step)
		require.NoError(t, u.Hooks.Wait(context.Background(), nil))
		heard := slices.DeleteFunc(l.all(), func(s string) bool { return !strings.HasPrefix(s, "/bad") })
		assert.Len(t, heard, 1+(i+1)/2, "%s", u.Now())
	}
	assert.Zero(t, u.Outbox().Pending)
	assert.EqualValues(t, 1, u.Outbox().GivenUp)
}

// TestSettleLetsGoWhatIsHeldBack: a delivery that a fault rule holds for another one to
// overtake goes when nothing else will come.
func TestSettleLetsGoWhatIsHeldBack(t *testing.T) {
	t.Parallel()
	u, l := testkit.New(t, mailsim.Options{}), &hookLog{}
	u.SetSite("hooks.test", l)
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/x", Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
	require.NoError(t, err)
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "webhook", Kind: mailsim.FaultReorder})
	testkit.MakeEvents(t, u, 1)
	require.NoError(t, u.Hooks.Wait(context.Background(), nil))
	assert.Empty(t, l.take())
	require.NoError(t, u.Settle(context.Background()))
	assert.Len(t, l.take(), 1)
}

// TestSettleGivesUpWithItsContext, and says that it was the time.
func TestSettleGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, gate := testkit.New(t, mailsim.Options{}), make(chan struct{})
		u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-gate }))
		defer close(gate)
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/x"}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 1)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		assert.ErrorIs(t, u.Settle(ctx), mailsim.ErrTimeout)
	})
}

// TestBrokenWebhookBody: what could not be read to its end is no event.
func TestBrokenWebhookBody(t *testing.T) {
	t.Parallel()
	whole := `{"type": "pace", "id": 1, "at": "2026-01-05T09:00:00Z", "data": {"factor": 1}}`
	for _, c := range []struct {
		body io.Reader
		ok   bool
	}{{io.MultiReader(strings.NewReader(whole)), true}, {io.MultiReader(strings.NewReader(whole), iotest.ErrReader(errors.New("the connection broke"))), false}, {strings.NewReader("[]"), false}, {strings.NewReader(""), false}} {
		r := httptest.NewRequest("POST", "/", c.body)
		_, err := mailsim.ParseWebhook(r, "")
		if c.ok {
			assert.NoError(t, err)
		} else {
			assert.ErrorIs(t, err, mailsim.ErrInvalid)
		}
	}
}

// TestCloseEndsWebhooks: what waits for its next attempt is never made.
func TestCloseEndsWebhooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &hookLog{}
		u, err := engine.New(mailsim.Options{HashCost: 4, Sites: map[string]http.Handler{"hooks.test": l}})
		require.NoError(t, err)
		_, err = u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/bad"}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 1)
		synctest.Wait()
		require.Len(t, l.all(), 1)
		require.NoError(t, u.Close())
		time.Sleep(time.Hour)
		assert.Len(t, l.all(), 1)
	})
}

// TestWebhookMovesNoTime: the application that hears of an event within the process is
// told that it cannot move the clock then.
func TestWebhookMovesNoTime(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	errs := make(chan error, 1)
	u.SetSite("hooks.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := u.Advance(r.Context(), time.Hour)
		errs <- err
	}))
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/x"}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	require.NoError(t, u.Settle(context.Background()))
	assert.ErrorIs(t, <-errs, mailsim.ErrConflict)
}
