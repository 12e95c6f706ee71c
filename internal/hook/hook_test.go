package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// receiver is a round tripper that hands each request to a function.
type receiver func(*http.Request) (int, error)

func (f receiver) RoundTrip(r *http.Request) (*http.Response, error) {
	status, err := f(r)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// log keeps outcomes in the order they came.
type log struct {
	mu   sync.Mutex
	list []Outcome
}

func (l *log) done(o Outcome) { l.mu.Lock(); l.list = append(l.list, o); l.mu.Unlock() }

// manual is a simulated clock whose timers run when told.
type manual struct {
	mu     sync.Mutex
	now    time.Duration
	timers []*manualTimer
}

type manualTimer struct {
	clock *manual
	due   time.Duration
	run   func()
}

func (m *manual) After(d time.Duration, f func()) Stopper {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := &manualTimer{m, m.now + d, f}
	m.timers = append(m.timers, t)
	return t
}

func (t *manualTimer) Stop() bool {
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	n := len(t.clock.timers)
	t.clock.timers = slices.DeleteFunc(t.clock.timers, func(o *manualTimer) bool { return o == t })
	return len(t.clock.timers) < n
}

// advance runs what is due until then, waiting for the sender after each.
func (m *manual) advance(t *testing.T, s *Sender, d time.Duration) {
	t.Helper()
	m.mu.Lock()
	until := m.now + d
	m.mu.Unlock()
	for {
		require.NoError(t, s.Idle(t.Context()))
		m.mu.Lock()
		slices.SortStableFunc(m.timers, func(a, b *manualTimer) int { return cmp.Compare(a.due, b.due) })
		if len(m.timers) == 0 || m.timers[0].due > until {
			m.now = until
			m.mu.Unlock()
			return
		}
		next := m.timers[0]
		m.timers, m.now = m.timers[1:], next.due
		m.mu.Unlock()
		next.run()
	}
}

func (m *manual) waiting() int { m.mu.Lock(); defer m.mu.Unlock(); return len(m.timers) }

func TestRequest(t *testing.T) {
	t.Parallel()
	var got []*http.Request
	var bodies []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got, bodies = append(got, r), append(bodies, string(b))
		w.WriteHeader(http.StatusNoContent)
	}))
	defer srv.Close()
	var l log
	s := New(Config{Done: l.done, PerURL: 1})
	defer s.Close()
	url := strings.Replace(srv.URL, "http://", "http://me:pass@", 1) + "/in?x=1"
	require.NoError(t, s.Send(Delivery{URL: url, Secret: "key", Body: []byte(`{"id":1}`), Event: 1}))
	require.NoError(t, s.Send(Delivery{URL: url, Body: []byte(`{"id":2}`), Event: 2}))
	require.NoError(t, s.Drain(t.Context()))
	require.Len(t, got, 2)
	// spec: webhooks.delivery.post, webhooks.each-own
	assert.Equal(t, "POST", got[0].Method)
	assert.Equal(t, "/in?x=1", got[0].RequestURI)
	assert.Equal(t, []string{`{"id":1}`, `{"id":2}`}, bodies)
	assert.Equal(t, "application/json", got[0].Header.Get("Content-Type"))
	// spec: webhooks.delivery.user-agent
	assert.Equal(t, "service-webhook", got[0].UserAgent())
	user, pass, _ := got[0].BasicAuth()
	assert.Equal(t, "me:pass", user+":"+pass)
	// spec: webhooks.delivery.signature
	assert.Equal(t, "sha256=c95c6a7c2c7c761e984c68cf64b4bca93f07242900aafdbb328d3bb75ab0dcb0", got[0].Header.Get("X-Service-Signature")) // by openssl dgst -sha256 -hmac
	assert.True(t, Verify("key", []byte(`{"id":1}`), got[0].Header.Get("X-Service-Signature")))
	assert.False(t, Verify("other", []byte(`{"id":1}`), got[0].Header.Get("X-Service-Signature")))
	// spec: webhooks.secret.optional
	assert.NotContains(t, got[1].Header, "X-Service-Signature")
	// spec: webhooks.delivery.2xx
	require.Len(t, l.list, 2)
	assert.NoError(t, l.list[0].Err)
	assert.Equal(t, 1, l.list[0].Attempts)
}

func TestAttempts(t *testing.T) {
	t.Parallel()
	boom := errors.New("connection refused")
	for name, c := range map[string]struct {
		answers  []int // 0 is a broken connection; the last one repeats
		at       []time.Duration
		err      string
		attempts int
	}{
		"first":    {[]int{200}, []time.Duration{0}, "", 1},
		"accepted": {[]int{204}, []time.Duration{0}, "", 1},
		// spec: webhooks.retry.success
		"third": {[]int{500, 0, 299}, []time.Duration{0, 3 * time.Second, 12 * time.Second}, "", 3},
		// spec: webhooks.retry.times
		"never":    {[]int{503}, []time.Duration{0, 3 * time.Second, 12 * time.Second, 39 * time.Second}, "status 503", 4},
		"broken":   {[]int{0}, []time.Duration{0, 3 * time.Second, 12 * time.Second, 39 * time.Second}, "connection refused", 4},
		"redirect": {[]int{302}, []time.Duration{0, 3 * time.Second, 12 * time.Second, 39 * time.Second}, "redirects are not followed", 4},
		"1xx":      {[]int{101}, []time.Duration{0, 3 * time.Second, 12 * time.Second, 39 * time.Second}, "status 101", 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start, n := time.Now(), 0
				var at []time.Duration
				var l log
				s := New(Config{Done: l.done, Transport: receiver(func(*http.Request) (int, error) {
					at = append(at, time.Since(start))
					code := c.answers[min(n, len(c.answers)-1)]
					n++
					if code == 0 {
						return 0, boom
					}
					return code, nil
				})})
				require.NoError(t, s.Send(Delivery{URL: "http://h.test", Event: 7}))
				time.Sleep(time.Hour)
				synctest.Wait()
				assert.Equal(t, c.at, at)
				require.Len(t, l.list, 1)
				assert.Equal(t, c.attempts, l.list[0].Attempts)
				assert.EqualValues(t, 7, l.list[0].Event)
				if c.err == "" {
					assert.NoError(t, l.list[0].Err)
				} else {
					assert.ErrorContains(t, l.list[0].Err, c.err)
				}
				assert.Zero(t, s.Pending())
				assert.Empty(t, s.Close())
			})
		})
	}
}

// spec: webhooks.delivery.attempt-timeout
func TestHangingReceiver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var l log
		s := New(Config{Done: l.done, Transport: receiver(func(r *http.Request) (int, error) {
			<-r.Context().Done()
			return 0, r.Context().Err()
		})})
		require.NoError(t, s.Send(Delivery{URL: "http://h.test"}))
		require.NoError(t, s.Drain(t.Context()))
		assert.Equal(t, 40*time.Second, time.Since(start), "four attempts of 10 s, no pauses while draining")
		require.Len(t, l.list, 1)
		assert.ErrorContains(t, l.list[0].Err, "no answer within 10 s")
		s.Close()
	})
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/why":
			http.Error(w, "no such\n tenant "+strings.Repeat("x", 5000), http.StatusNotFound)
		case "/cut":
			w.Header().Set("Content-Length", "10")
		case "/redirect":
			http.Redirect(w, r, "/ok", http.StatusTemporaryRedirect)
		case "/huge":
			for range 64 {
				w.Write(make([]byte, 64<<10))
			}
		}
	}))
	defer srv.Close()
	for path, want := range map[string]string{"/ok": "", "/huge": "", "/why": `status 404: "no such tenant x`, "/cut": "broke off", "/redirect": "status 307"} {
		err := attempt(t.Context(), &http.Transport{DisableKeepAlives: true}, Delivery{URL: srv.URL + path})
		if want == "" {
			assert.NoError(t, err, path)
			continue
		}
		assert.ErrorContains(t, err, want)
		assert.Less(t, len(err.Error()), 300)
	}
	err := attempt(t.Context(), http.DefaultTransport, Delivery{URL: "http://u:secret@h.test:x/"})
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "secret")
}

// TestSimulatedPauses moves a clock that stands still otherwise.
func TestSimulatedPauses(t *testing.T) {
	t.Parallel()
	clock, n := &manual{}, 0
	var l log
	s := New(Config{Done: l.done, Timer: clock, PerURL: 1, Transport: receiver(func(*http.Request) (int, error) { n++; return 500, nil })})
	require.NoError(t, s.Send(Delivery{URL: "http://h.test"}))
	for _, step := range []struct {
		by   time.Duration
		want int
	}{{0, 1}, {2999 * time.Millisecond, 1}, {time.Millisecond, 2}, {9 * time.Second, 3}, {26 * time.Second, 3}, {time.Second, 4}, {time.Hour, 4}} {
		clock.advance(t, s, step.by)
		assert.Equal(t, step.want, n, "at %s", clock.now)
	}
	assert.Len(t, l.list, 1)

	require.NoError(t, s.Send(Delivery{URL: "http://h.test"}))
	require.NoError(t, s.Idle(t.Context()))
	assert.Equal(t, 1, s.Pending())
	assert.Equal(t, 1, clock.waiting())
	s.RunNow()
	require.NoError(t, s.Idle(t.Context()))
	assert.Equal(t, 6, n, "a pause ended early")
	assert.Equal(t, 1, clock.waiting(), "its timer is gone, the next one set")
	require.NoError(t, s.Drain(t.Context()))
	assert.Equal(t, 8, n)
	assert.Zero(t, clock.waiting())
	assert.Empty(t, s.Close())
}

// TestURLsAreIndependent lets one receiver hang while another is served.
func TestURLsAreIndependent(t *testing.T) {
	t.Parallel()
	release, served := make(chan struct{}), make(chan string, 100)
	s := New(Config{PerURL: 2, Transport: receiver(func(r *http.Request) (int, error) {
		if r.URL.Host == "slow.test" {
			<-release
		}
		served <- r.URL.Host
		return 200, nil
	})})
	for range 20 {
		require.NoError(t, s.Send(Delivery{URL: "http://slow.test"}))
		require.NoError(t, s.Send(Delivery{URL: "http://quick.test"}))
	}
	for range 20 {
		assert.Equal(t, "quick.test", <-served)
	}
	assert.Empty(t, served)
	close(release)
	require.NoError(t, s.Drain(t.Context()))
	assert.Len(t, served, 20)
	s.Close()
}

func TestOrderAndConcurrency(t *testing.T) {
	t.Parallel()
	for _, per := range []int{1, 3} {
		var mu sync.Mutex
		var order []string
		now, most := 0, 0
		s := New(Config{PerURL: per, Transport: receiver(func(r *http.Request) (int, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			b, _ := io.ReadAll(r.Body)
			mu.Lock()
			order = append(order, string(b))
			now--
			mu.Unlock()
			return 200, nil
		})})
		var want []string
		for i := range 200 {
			want = append(want, fmt.Sprint(i))
			require.NoError(t, s.Send(Delivery{URL: "http://h.test", Body: []byte(want[i])}))
		}
		require.NoError(t, s.Drain(t.Context()))
		s.Close()
		assert.LessOrEqual(t, most, per)
		if per == 1 {
			assert.Equal(t, want, order)
		} else {
			assert.ElementsMatch(t, want, order)
		}
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := New(Config{Limit: 5, Transport: receiver(func(*http.Request) (int, error) { <-release; return 200, nil })})
	for range 5 {
		require.NoError(t, s.Send(Delivery{URL: "http://a.test"}))
	}
	require.ErrorIs(t, s.Send(Delivery{URL: "http://a.test"}), ErrFull)
	require.NoError(t, s.Send(Delivery{URL: "http://b.test"}), "another URL has its own limit")
	assert.Equal(t, 6, s.Pending())
	close(release)
	require.NoError(t, s.Drain(t.Context()))
	require.NoError(t, s.Send(Delivery{URL: "http://a.test"}))
	require.NoError(t, s.Drain(t.Context()))
	s.Close()
	require.ErrorIs(t, s.Send(Delivery{URL: "http://a.test"}), ErrClosed)
}

// TestLimitOfAll bounds deliveries and bytes over all URLs; a body that goes to
// several counts once.
func TestLimitOfAll(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := New(Config{Total: 5, Bytes: 100, Transport: receiver(func(*http.Request) (int, error) { <-release; return 200, nil })})
	to := func(i int) string { return fmt.Sprintf("http://%d.test", i) }
	shared := make([]byte, 90)
	for i := range 3 {
		require.NoError(t, s.Send(Delivery{URL: to(i), Body: shared}))
	}
	require.ErrorIs(t, s.Send(Delivery{URL: to(3), Body: make([]byte, 11)}), ErrFull)
	require.NoError(t, s.Send(Delivery{URL: to(3), Body: make([]byte, 10)}))
	require.NoError(t, s.Send(Delivery{URL: to(4)}))
	err := s.Send(Delivery{URL: to(5)})
	require.ErrorIs(t, err, ErrFull)
	assert.ErrorContains(t, err, "(5 for all webhooks)")
	close(release)
	require.NoError(t, s.Drain(t.Context()))
	assert.Zero(t, s.bytes)
	assert.Empty(t, s.bodies)
	require.NoError(t, s.Send(Delivery{URL: to(0), Body: make([]byte, 1000)}), "one alone has room")
	require.NoError(t, s.Drain(t.Context()))
	assert.EqualValues(t, 2, s.Counts().Dropped)
	s.Close()
}

func TestClearAndClose(t *testing.T) {
	t.Parallel()
	clock, entered := &manual{}, make(chan struct{}, 10)
	var l log
	s := New(Config{Done: l.done, Timer: clock, PerURL: 1, Transport: receiver(func(r *http.Request) (int, error) {
		if r.URL.Host == "fail.test" {
			return 500, nil
		}
		entered <- struct{}{}
		<-r.Context().Done()
		return 0, r.Context().Err()
	})})
	fill := func() {
		require.NoError(t, s.Send(Delivery{URL: "http://fail.test", Event: 1}))
		require.NoError(t, s.Idle(t.Context()))
		require.NoError(t, s.Send(Delivery{URL: "http://hang.test", Event: 2}))
		require.NoError(t, s.Send(Delivery{URL: "http://hang.test", Event: 3}))
		<-entered
	}
	events := func(list []Delivery) (ids []int64) {
		for _, d := range list {
			ids = append(ids, d.Event)
		}
		return ids
	}
	fill()
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Drain(cut), context.Canceled)
	assert.Equal(t, []int64{1, 2, 3}, events(s.Close()), "paused, under way and queued")
	assert.Empty(t, l.list)
	assert.Zero(t, clock.waiting())
	assert.Zero(t, s.Pending())
	assert.Empty(t, s.lanes)
	assert.Empty(t, s.Close())

	s = New(Config{Done: l.done, Timer: clock, PerURL: 1, Transport: s.conf.Transport})
	fill()
	assert.Len(t, s.Clear(), 3)
	assert.Zero(t, s.Pending())
	assert.Zero(t, clock.waiting())
	require.NoError(t, s.Send(Delivery{URL: "http://fail.test", Event: 4}), "open after Clear")
	assert.Equal(t, []int64{4}, events(s.Close()))
	assert.Empty(t, l.list)
}

// TestDoneMaySend: an outcome that makes another event is part of the drain.
func TestDoneMaySend(t *testing.T) {
	t.Parallel()
	var s *Sender
	var l log
	s = New(Config{Done: func(o Outcome) {
		l.done(o)
		if o.Event == 1 {
			assert.NoError(t, s.Send(Delivery{URL: "http://ok.test", Event: 2}))
		}
	}, Transport: receiver(func(r *http.Request) (int, error) {
		if r.URL.Host == "fail.test" {
			return 410, nil
		}
		return 200, nil
	})})
	require.NoError(t, s.Send(Delivery{URL: "http://fail.test", Event: 1}))
	require.NoError(t, s.Drain(t.Context()))
	require.Len(t, l.list, 2)
	s.Close()
}

// TestStress mixes everything; nothing is lost or told twice.
func TestStress(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	told := map[int64]int{}
	s := New(Config{Timer: quick{}, Done: func(o Outcome) { mu.Lock(); told[o.Event]++; mu.Unlock() }, Transport: receiver(func(r *http.Request) (int, error) {
		if r.ContentLength%3 == 0 {
			return 500, nil
		}
		return 200, nil
	})})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 250 {
				id := int64(g*250 + i)
				assert.NoError(t, s.Send(Delivery{URL: fmt.Sprintf("http://h%d.test", i%5), Body: make([]byte, i%7), Event: id}))
				if i%50 == 0 {
					s.RunNow()
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, s.Drain(t.Context()))
	assert.Empty(t, s.Close())
	require.Len(t, told, 2000)
	for id, n := range told {
		assert.Equal(t, 1, n, "event %d", id)
	}
	assert.Empty(t, s.lanes)
}

// quick runs what it is given at once, on the spot.
type quick struct{}

func (quick) After(_ time.Duration, f func()) Stopper { f(); return quick{} }
func (quick) Stop() bool                              { return false }

// TestCounts tells what became of what was sent.
func TestCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Transport: receiver(func(r *http.Request) (int, error) {
			if r.URL.Host == "bad.test" {
				return 500, nil
			}
			return 200, nil
		})})
		defer s.Close()
		for _, url := range []string{"http://ok.test", "http://bad.test", "http://ok.test"} {
			require.NoError(t, s.Send(Delivery{URL: url}))
		}
		synctest.Wait()
		assert.Equal(t, Counts{Pending: 1, Attempts: 3, Delivered: 2}, s.Counts())
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, Counts{Attempts: 6, Delivered: 2, GivenUp: 1}, s.Counts())
	})
}

// TestCloseEndsAttempts: it breaks off what is under way and returns after that.
func TestCloseEndsAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := false
		s := New(Config{Transport: receiver(func(r *http.Request) (int, error) {
			<-r.Context().Done()
			time.Sleep(time.Second)
			ended = true
			return 0, r.Context().Err()
		})})
		require.NoError(t, s.Send(Delivery{URL: "http://slow.test", Event: 3}))
		synctest.Wait()
		began := time.Now()
		assert.Len(t, s.Close(), 1)
		assert.True(t, ended, "nothing runs on")
		assert.Equal(t, time.Second, time.Since(began), "the attempt was broken off")
	})
}

// TestLongAnswers: of an answer without end only so much is read.
func TestLongAnswers(t *testing.T) {
	t.Parallel()
	body := &endless{}
	err := judge(&http.Response{StatusCode: 200, Body: body})
	assert.NoError(t, err)
	assert.LessOrEqual(t, body.read, 2*maxAnswer)
}

// endless is a body that would give 8 MiB.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	if e.read > 8<<20 {
		return 0, io.EOF
	}
	e.read += len(b)
	return len(b), nil
}

func (e *endless) Close() error { return nil }
