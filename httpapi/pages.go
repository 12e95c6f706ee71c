package httpapi

import (
	"net/http"
)

// addPages registers what lies beside the API.
func (h *Handler) addPages(mux *http.ServeMux) {
	mux.HandleFunc("/healthz", h.serveHealth)
	mux.HandleFunc("/readyz", h.serveReady)
	mux.HandleFunc("/docs", h.serveDocs)
}

func (h *Handler) serveHealth(w http.ResponseWriter, r *http.Request) {
	_ = writeJSON(w, http.StatusOK, done{"ok"})
}

func (h *Handler) serveReady(w http.ResponseWriter, r *http.Request) {
	if h.closed() {
		writeError(w, http.StatusServiceUnavailable, "shutting down")
		return
	}
	_ = writeJSON(w, http.StatusOK, done{"ok"})
}
