package mailpit

import (
	"net/http"
	"runtime"
	"time"
)

func (h *Handler) info(w http.ResponseWriter, _ *http.Request) { answer(w, h.stats()) }

// stats is what the server knows of itself.
func (h *Handler) stats() info {
	out := info{Version: Version, LatestVersion: Version, Database: "mailsim", DatabaseSize: h.u.Bounds().Bytes.Used, Tags: map[string]int{}}
	h.locked(func(v *view) {
		out.Messages, out.Unread = len(v.list), v.unread
		for _, t := range v.names {
			out.Tags[t.name] = t.n
		}
		out.RuntimeStats.MessagesDeleted = v.deleted
		out.RuntimeStats.SMTPAccepted, out.RuntimeStats.SMTPAcceptedSize = v.met, v.metBytes
	})
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	out.RuntimeStats.Memory = mem.Sys - mem.HeapReleased
	out.RuntimeStats.Uptime = uint64(max(0, h.u.Now().Sub(h.began)/time.Second))
	return out
}

func (h *Handler) webUI(w http.ResponseWriter, _ *http.Request) {
	answer(w, webUI{Label: h.opts.Label, MessageRelay: h.relay(), SpamAssassin: true, ChaosEnabled: h.opts.Chaos})
}

// alive answers health checks, with nothing.
func (h *Handler) alive(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
