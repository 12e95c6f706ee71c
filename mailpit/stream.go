package mailpit

import (
	"context"
	"net/http"
	"time"
)

// hogEvents is MailHog's stream of new messages.
func (h *Handler) hogEvents(w http.ResponseWriter, r *http.Request) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	l := &listener{queue: make(chan []byte, maxQueued), hog: true, end: end}
	if !h.hub.join(l) {
		text(w, http.StatusServiceUnavailable, "too many listen")
		return
	}
	defer h.hub.leave(l)
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	_ = out.Flush()
	_ = l.serve(ctx, time.Minute, func(_ context.Context, text []byte) error {
		line := "keepalive: \n\n"
		if text != nil {
			line = "data: " + string(text) + "\n\n"
		}
		_ = out.SetWriteDeadline(time.Now().Add(writeWait))
		if _, err := w.Write([]byte(line)); err != nil {
			return err
		}
		return out.Flush()
	})
}
