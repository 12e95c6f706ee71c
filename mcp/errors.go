package mcp

import (
	"encoding/json"
	"net/http"
	"strings"
)

// jsonErrors writes the plain errors of the protocol's library as the API does.
type jsonErrors struct {
	http.ResponseWriter
	failing bool
}

// Unwrap lets http.ResponseController reach the server's writer.
func (w *jsonErrors) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *jsonErrors) WriteHeader(status int) {
	header := w.Header()
	if w.failing = status >= 400 && strings.HasPrefix(header.Get("Content-Type"), "text/plain"); w.failing {
		header.Set("Content-Type", "application/json")
		header.Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *jsonErrors) Write(b []byte) (int, error) {
	if !w.failing {
		return w.ResponseWriter.Write(b)
	}
	says, err := json.Marshal(map[string]string{"error": strings.TrimSpace(string(b))})
	if err == nil {
		_, err = w.ResponseWriter.Write(append(says, '\n'))
	}
	return len(b), err
}
