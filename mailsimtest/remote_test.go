package mailsimtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestRemoteErrors: an answer that is no success is an error of its kind, with the
// server's words or else its status; one that does not come whole is one too.
func TestRemoteErrors(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, what, _ := strings.Cut(r.URL.Path, "/api/")
		switch what {
		case "cut":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"speed": 1`)
		case "text":
			_, _ = io.WriteString(w, "hello")
		case "never":
			<-r.Context().Done()
		case "empty":
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, `{"error": ""}`)
		default:
			status, err := strconv.Atoi(what)
			assert.NoError(t, err)
			w.WriteHeader(status)
			if status != http.StatusBadGateway {
				_, _ = fmt.Fprintf(w, `{"error": "number %d"}`, status)
			}
		}
	}))
	defer srv.Close()
	r := &remote{base: srv.URL, client: srv.Client()}
	ask := func(ctx context.Context, what string) error {
		_, err := do[mailsim.Clock](ctx, r, "GET", "/"+what, nil)
		return err
	}
	for status, kind := range map[int]mailsim.Kind{
		400: mailsim.ErrInvalid, 401: mailsim.ErrUnauthorized, 402: mailsim.ErrPlan, 403: mailsim.ErrForbidden, 404: mailsim.ErrNotFound, 408: mailsim.ErrTimeout, 409: mailsim.ErrConflict,
		429: mailsim.ErrTooMany, 500: mailsim.ErrInternal, 503: mailsim.ErrUnavailable, 201: mailsim.ErrInternal, 418: mailsim.ErrInternal,
	} {
		err := ask(t.Context(), strconv.Itoa(status))
		require.ErrorIs(t, err, kind, "%d", status)
		assert.EqualError(t, err, fmt.Sprintf("number %d", status))
	}
	assert.EqualError(t, ask(t.Context(), "502"), "502 Bad Gateway")
	assert.EqualError(t, ask(t.Context(), "empty"), "409 Conflict")
	assert.ErrorIs(t, ask(t.Context(), "cut"), io.ErrUnexpectedEOF)
	assert.ErrorContains(t, ask(t.Context(), "text"), "invalid character")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, ask(ctx, "never"), context.Canceled)
	srv.CloseClientConnections()
	var raw []byte
	require.NoError(t, r.call(t.Context(), "GET", "/text", nil, nil, &raw))
	assert.Equal(t, "hello", string(raw), "a connection that broke is made anew")
}

// TestRemoteBegunAnew: a server whose log ends before what the test has seen is
// another one.
func TestRemoteBegunAnew(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"events": [], "last": 2}`)
	}))
	defer srv.Close()
	var told error
	r := &remote{base: srv.URL, client: srv.Client(), fail: func(err error) { told = err }}
	for range r.Log(mailsim.EventFilter{After: 2}) {
	}
	require.NoError(t, told)
	for range r.Log(mailsim.EventFilter{After: 3}) {
	}
	assert.EqualError(t, told, "the server has begun anew: its log ends at event 2, and 3 was there")
}
