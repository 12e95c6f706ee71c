package mailpit

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/mailsim/mailsim"
)

// text answers with plain text.
func text(w http.ResponseWriter, status int, s string) {
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, s)
}

func ok(w http.ResponseWriter) { text(w, http.StatusOK, "ok") }

func notFound(w http.ResponseWriter) { text(w, http.StatusNotFound, "404 page not found") }

func refuse(w http.ResponseWriter, msg string) { text(w, http.StatusBadRequest, msg) }

// answer writes JSON.
func answer(w http.ResponseWriter, v any) { answerAs(w, http.StatusOK, "application/json", v) }

func answerAs(w http.ResponseWriter, status int, contentType string, v any) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// plainError is an error in the words of its API: without the kind.
func plainError(err error) string {
	var e *mailsim.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

// compress writes a compressed answer for those who take one. done ends it; nil where the
// answer stays as it is.
func compress(w http.ResponseWriter, r *http.Request) (_ http.ResponseWriter, done func()) {
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || r.Header.Get("Upgrade") != "" || r.Method == http.MethodHead ||
		strings.Contains(r.Header.Get("Accept"), "text/event-stream") || r.URL.Path == "/api/v1/events" {
		return w, nil
	}
	z := &zipped{ResponseWriter: w}
	return z, z.close
}

// zipped compresses an answer from its first byte on.
type zipped struct {
	http.ResponseWriter
	gz *gzip.Writer
}

func (z *zipped) WriteHeader(status int) {
	if z.gz == nil && status != http.StatusNoContent && status != http.StatusNotModified && status >= 200 {
		z.Header().Set("Content-Encoding", "gzip")
		z.Header().Add("Vary", "Accept-Encoding")
		z.Header().Del("Content-Length")
		z.gz = gzip.NewWriter(z.ResponseWriter)
	}
	z.ResponseWriter.WriteHeader(status)
}

func (z *zipped) Write(b []byte) (int, error) {
	if z.gz == nil {
		if z.Header().Get("Content-Type") == "" {
			z.Header().Set("Content-Type", http.DetectContentType(b))
		}
		z.WriteHeader(http.StatusOK)
	}
	return z.gz.Write(b)
}

func (z *zipped) close() {
	if z.gz != nil {
		_ = z.gz.Close()
	}
}

func lower(s string) string { return strings.ToLower(s) }

// pathNames are the names of the variables in the pattern of a path.
func pathNames(path string) (names []string) {
	for segment := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}
