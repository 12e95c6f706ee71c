package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/mailsim/mailsim"
)

// statuses maps every kind of error to its status.
var statuses = map[mailsim.Kind]int{
	mailsim.ErrInvalid:      http.StatusBadRequest,
	mailsim.ErrUnauthorized: http.StatusUnauthorized,
	mailsim.ErrPlan:         http.StatusPaymentRequired,
	mailsim.ErrForbidden:    http.StatusForbidden,
	mailsim.ErrNotFound:     http.StatusNotFound,
	mailsim.ErrTimeout:      http.StatusRequestTimeout,
	mailsim.ErrConflict:     http.StatusConflict,
	mailsim.ErrTooMany:      http.StatusTooManyRequests,
	mailsim.ErrInternal:     http.StatusInternalServerError,
	mailsim.ErrFull:         http.StatusInsufficientStorage,
	mailsim.ErrFenced:       http.StatusServiceUnavailable,
	mailsim.ErrUnavailable:  http.StatusServiceUnavailable,
}

// errorBody is the body of every error.
type errorBody struct {
	Error string `json:"error"`
}

// errInternal is all that a caller hears of what went wrong within.
var errInternal = errors.New("internal error")

// errorf makes an error of a kind.
func errorf(k mailsim.Kind, format string, args ...any) error {
	return &mailsim.Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

func invalidf(format string, args ...any) error { return errorf(mailsim.ErrInvalid, format, args...) }

var errNoPath = errorf(mailsim.ErrNotFound, "no such path: see /docs")

// statusOf returns the status of an error and what the caller may read of it.
func statusOf(err error) (int, string) {
	var known *mailsim.Error
	if errors.As(err, &known) && known.Kind == mailsim.ErrInternal {
		return http.StatusInternalServerError, known.Message
	}
	if errors.Is(err, context.DeadlineExceeded) && mailsim.KindOf(err) == mailsim.ErrInternal {
		return http.StatusRequestTimeout, "the request took too long"
	}
	status, ok := statuses[mailsim.KindOf(err)]
	if !ok || status == http.StatusInternalServerError {
		return http.StatusInternalServerError, errInternal.Error()
	}
	return status, err.Error()
}

// fail answers with an error.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	var other *mailsim.Elsewhere
	if h.opts.Elsewhere != nil && errors.As(err, &other) && other.Owner != "" {
		h.opts.Elsewhere(w, r, other)
		return
	}
	status, text := statusOf(err)
	if (status == http.StatusInternalServerError || mailsim.KindOf(err) == mailsim.ErrUnavailable) && r.Context().Err() == nil {
		h.log.ErrorContext(r.Context(), "request failed", "id", requestID(w), "error", err, "cause", errors.Unwrap(err))
	}
	switch status {
	case http.StatusUnauthorized:
		h.challenge(w)
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	}
	writeError(w, status, text)
}

// challenge says how a caller can show who they are.
func (h *Handler) challenge(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", "Bearer")
	if h.opts.Basic != nil {
		w.Header().Add("WWW-Authenticate", `Basic realm="Login"`)
	}
}

func writeError(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, errorBody{text})
}
