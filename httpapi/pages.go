package httpapi

import (
	"net/http"

	"github.com/mailsim/mailsim"
)

// addPages registers what lies beside the API.
func (h *Handler) addPages(mux *http.ServeMux) {
	page := func(path string, serve http.HandlerFunc) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				w.Header().Set("Allow", "GET, HEAD")
				writeError(w, http.StatusMethodNotAllowed, "this path takes GET, HEAD")
				return
			}
			serve(w, r)
		})
	}
	page("/healthz", h.serveHealth)
	page("/livez", h.serveLive)
	page("/readyz", h.serveReady)
	h.addPage(page)
	page("/docs", h.serveDocs)
	page("/share/{id}", h.serveShare)
	if h.opts.Metrics {
		page("/metrics", h.serveOwnMetrics)
	}
}

func (h *Handler) serveHealth(w http.ResponseWriter, _ *http.Request) {
	_ = writeJSON(w, http.StatusOK, done{"ok"})
}

// serveLive is serveHealth at the instant of the universe: clients of other mail
// catchers compare the times of mails with its Date.
func (h *Handler) serveLive(w http.ResponseWriter, r *http.Request) {
	if u, ok := h.host.(*mailsim.Universe); ok {
		w.Header().Set("Date", u.Now().UTC().Format(http.TimeFormat))
	}
	h.serveHealth(w, r)
}

func (h *Handler) serveReady(w http.ResponseWriter, _ *http.Request) {
	if h.closed() {
		writeError(w, http.StatusServiceUnavailable, "shutting down")
		return
	}
	_ = writeJSON(w, http.StatusOK, done{"ok"})
}

// serveRoot leads who opens the address in a browser to the reference. The link
// is relative, so that it holds below any prefix.
func serveRoot(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Location", "docs")
	w.WriteHeader(http.StatusSeeOther)
}

// serveOwnMetrics is /metrics for admins: of their universe, and of the server
// where it is theirs too.
func (h *Handler) serveOwnMetrics(w http.ResponseWriter, r *http.Request) {
	c := &call{h: h, w: w, r: r}
	err := h.admit(c, &Route{Method: http.MethodGet, Role: mailsim.RoleAdmin, anywhere: true})
	if err == nil && !c.who.IsServerAdmin() && !c.who.Role().Allows(mailsim.RoleAdmin) {
		err = errorf(mailsim.ErrForbidden, "your role (%s) cannot do this", c.who.Role())
	}
	if err != nil {
		h.fail(w, r, err)
		return
	}
	_, whole := h.host.(*mailsim.Universe)
	h.writeMetrics(w, whole || c.who.IsServerAdmin(), h.universesOf(c.who))
}

// universesOf lists the universes whose metrics a caller gets.
func (h *Handler) universesOf(who mailsim.Caller) []*mailsim.Universe {
	if u := who.Universe(); u != nil {
		return []*mailsim.Universe{u}
	}
	var out []*mailsim.Universe
	if cell, ok := h.host.(*mailsim.Cell); ok {
		for _, info := range who.Universes() {
			if u, open := cell.Awake(info.ID); open {
				out = append(out, u)
			}
		}
	}
	return out
}
