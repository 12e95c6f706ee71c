package httpapi

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits bounds how often each caller asks. nil bounds nobody.
type limits struct {
	mu     sync.Mutex
	rate   rate.Limit
	burst  int
	now    func() time.Time
	byName map[string]*rate.Limiter
}

// maxBuckets is how many callers are remembered before full buckets are forgotten.
const maxBuckets = 4096

func newLimits(o Options) *limits {
	if o.NoLimit {
		return nil
	}
	return newLimit(rate.Limit(o.Rate), int(math.Ceil(o.Rate*burstFactor)))
}

func newLimit(r rate.Limit, burst int) *limits {
	return &limits{rate: r, burst: burst, now: now, byName: map[string]*rate.Limiter{}}
}

// take takes one request of a caller, or says when to come back.
func (l *limits) take(name string) (wait time.Duration, ok bool) {
	if l == nil {
		return 0, true
	}
	at := l.now()
	bucket := l.bucket(name, at)
	return l.until(bucket, at), bucket.AllowN(at, 1)
}

// left reports whether there is a request to take, and when there will be one.
func (l *limits) left(name string) (wait time.Duration, ok bool) {
	if l == nil {
		return 0, true
	}
	at := l.now()
	wait = l.until(l.bucket(name, at), at)
	return wait, wait <= 0
}

// bucket is that of a caller.
func (l *limits) bucket(name string, at time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket := l.byName[name]
	if bucket == nil {
		if len(l.byName) >= maxBuckets {
			l.forget(at)
		}
		bucket = rate.NewLimiter(l.rate, l.burst)
		l.byName[name] = bucket
	}
	return bucket
}

// until is how long it takes until a bucket holds one request.
func (l *limits) until(bucket *rate.Limiter, at time.Time) time.Duration {
	missing := 1 - bucket.TokensAt(at)
	return time.Duration(missing / float64(l.rate) * float64(time.Second))
}

// forget drops the callers whose buckets are full again: a new bucket is the
// same. When none is, it drops all rather than grow.
func (l *limits) forget(at time.Time) {
	for name, bucket := range l.byName {
		if bucket.TokensAt(at) >= float64(l.burst) {
			delete(l.byName, name)
		}
	}
	if len(l.byName) >= maxBuckets {
		clear(l.byName)
	}
}

// setRetryAfter says in whole seconds when to come back.
func setRetryAfter(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
}
