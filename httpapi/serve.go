package httpapi

import (
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// response notes what became of a request, for the log and the metrics.
type response struct {
	http.ResponseWriter
	id     string
	route  *Route
	status int
	bytes  int64
}

// Unwrap lets http.ResponseController reach the server's writer.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader notes the status.
func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write notes the size.
func (w *response) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// requestID returns the id that an answer carries.
func requestID(w http.ResponseWriter) string {
	if own, ok := w.(*response); ok {
		return own.id
	}
	return ""
}

// noteRoute notes which row answers.
func noteRoute(w http.ResponseWriter, r *Route) {
	if own, ok := w.(*response); ok {
		own.route = r
	}
}

// requestIDHeader carries a request's id, in the answer and in the log.
const requestIDHeader = "X-Request-Id"

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.begin()
	defer h.end()
	own := &response{ResponseWriter: w, id: h.newRequestID(r)}
	w.Header().Set(requestIDHeader, own.id)
	defer h.finish(own, r, now())
	if h.preflight(own, r) {
		return
	}
	if r.URL.Path == "" && r.URL.RawPath == "" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		withSlash(own, r)
		return
	}
	if !plainPath(r) {
		h.fail(own, r, errNoPath)
		return
	}
	h.mux().ServeHTTP(own, r)
}

// newRequestID names a request: as a trusted proxy does, else by number.
func (h *Handler) newRequestID(r *http.Request) string {
	if given := r.Header.Get(requestIDHeader); given != "" && len(given) <= 64 && h.trusted(hostName(r.RemoteAddr)) {
		return given
	}
	return h.idPrefix + "-" + strconv.FormatUint(h.requests.Add(1), 36)
}

// plainPath reports whether a path is as the table would write it: ServeMux
// would answer others with a redirect.
func plainPath(r *http.Request) bool {
	path := r.URL.EscapedPath()
	return strings.HasPrefix(path, "/") && !strings.Contains(path, "//") && !strings.Contains(path, "/./") && !strings.Contains(path, "/../") &&
		!strings.HasSuffix(path, "/.") && !strings.HasSuffix(path, "/..") && r.Method != http.MethodConnect && r.RequestURI != "*"
}

// finish turns a panic into an error without detail, counts, and logs. The line
// holds no query, which may carry a key, and no id of a share.
func (h *Handler) finish(w *response, r *http.Request, began time.Time) {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler {
			panic(p)
		}
		err, _ := p.(error)
		var known *mailsim.Error // a mail cannot be read: its universe was closed meanwhile, or its store fails
		if !errors.As(err, &known) {
			h.log.ErrorContext(r.Context(), "panic", "id", w.id, "panic", p, "stack", string(debug.Stack()))
		}
		switch {
		case w.status != 0:
			panic(http.ErrAbortHandler) // too late for an answer: end the connection
		case known != nil:
			h.fail(w, r, err)
		default:
			writeError(w, http.StatusInternalServerError, errInternal.Error())
		}
	}
	took := now().Sub(began)
	h.stats.count(w.route, w.status, took)
	if !h.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	path := r.URL.Path
	if strings.HasPrefix(path, "/share/") {
		path = "/share/{id}"
	}
	h.log.InfoContext(r.Context(), "request", "id", w.id, "method", r.Method, "path", path, "status", w.status,
		"bytes", w.bytes, "took", took, "remote", h.remote(r))
}

// preflight sets the headers for pages of other origins that were allowed, and
// answers what browsers ask before they call.
func (h *Handler) preflight(w http.ResponseWriter, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if origin == "" || !h.origins[origin] {
		return false
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", requestIDHeader+", Retry-After")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	header.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	header.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID, "+universeHeader+", "+mcpVersionHeader)
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}
