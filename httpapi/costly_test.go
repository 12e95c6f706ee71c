package httpapi

import (
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestCostlyAtOnce: a caller has four costly calls under way; one more waits a
// second, then is sent away. Others and other calls do not notice.
func TestCostlyAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorldWith(t, mailsim.Options{}, Options{})
		extract := func(role mailsim.Role, body io.Reader) *reply {
			r := w.request(role, post, "/api/extract", "{}")
			r.Body, r.ContentLength = io.NopCloser(body), -1
			return w.do(r)
		}
		answers := make(chan int, costlyAtOnce)
		var bodies []*io.PipeWriter
		for range costlyAtOnce {
			body, in := io.Pipe()
			bodies = append(bodies, in)
			go func() { answers <- extract(viewer, body).Status }()
		}
		synctest.Wait()
		began := time.Now()
		for _, path := range []string{"/api/search?q=x", "/api/mailboxes/app@ours.test/messages", "/api/mailboxes/app@ours.test/messages/INBOX/1/raw", "/api/inspect?message_id=x"} {
			got := w.as(viewer, get, path, "")
			got.fails(http.StatusServiceUnavailable, "at most 4")
			assert.Equal(t, "1", got.Header.Get("Retry-After"))
		}
		assert.Equal(t, 4*costlyPatience, time.Since(began))
		w.as(viewer, get, "/api/clock", "").ok()
		w.as(member, get, "/api/search?q=x", "").ok()
		assert.Equal(t, 4*costlyPatience, time.Since(began))

		late := make(chan int)
		go func() { late <- w.as(viewer, get, "/api/search?q=x", "").Status }()
		synctest.Wait()
		_, _ = bodies[0].Write([]byte(`{"text": "Your code is 482913."}`))
		_ = bodies[0].Close()
		assert.Equal(t, 200, <-late, "it got the turn that became free")
		for _, in := range bodies[1:] {
			_ = in.CloseWithError(io.ErrUnexpectedEOF)
		}
		assert.ElementsMatch(t, []int{200, bad, bad, bad}, []int{<-answers, <-answers, <-answers, <-answers})
		synctest.Wait()
		assert.Empty(t, w.h.costly.byName)
	})
}
