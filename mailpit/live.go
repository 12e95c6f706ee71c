package mailpit

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/mailsim/mailsim"
)

// Bounds of those who listen, and the pace of what they hear.
const (
	maxListeners = 1000
	maxQueued    = 256 // frames that a listener may be behind
	pingEvery    = 54 * time.Second
	writeWait    = 10 * time.Second
	statsWait    = 250 * time.Millisecond // from a change to its stats
)

// hub has those who listen. While there are none it does nothing.
type hub struct {
	h *Handler

	mu        sync.Mutex // taken under the view's lock, or alone
	listeners map[*listener]bool
	stop      context.CancelFunc // of the follower; nil while nobody listens
	stats     *time.Timer        // pending; nil for none
}

// listener is one client that hears of changes.
type listener struct {
	queue chan []byte
	hog   bool // it hears of new messages in MailHog's shape, and of nothing else
	end   context.CancelFunc
}

// join adds a listener; false when there are too many. What is there already is not new.
func (b *hub) join(l *listener) bool {
	admitted := false
	b.h.locked(func(v *view) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.listeners) >= maxListeners {
			return
		}
		admitted = true
		if b.listeners == nil {
			b.listeners = map[*listener]bool{}
		}
		b.listeners[l] = true
		if b.stop == nil {
			v.changed = b.hear
			ctx, stop := context.WithCancel(context.Background())
			b.stop = stop
			go b.follow(ctx, b.h.u.Mark())
		}
	})
	return admitted
}

func (b *hub) leave(l *listener) {
	b.h.view.mu.Lock()
	defer b.h.view.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.listeners, l)
	if len(b.listeners) > 0 || b.stop == nil {
		return
	}
	b.h.view.changed = nil
	b.stop()
	b.stop = nil
	if b.stats != nil {
		b.stats.Stop()
		b.stats = nil
	}
}

// follow looks again whenever mail may have come or gone.
func (b *hub) follow(ctx context.Context, since mailsim.Mark) {
	types := []mailsim.EventType{mailsim.EventMailDelivered, mailsim.EventMailDeleted, mailsim.EventPersonaSent, mailsim.EventRetentionPruned}
	for _, err := range b.h.u.Follow(ctx, mailsim.EventFilter{Since: since, Types: types}) {
		if err != nil {
			break
		}
		b.h.locked(func(*view) {})
	}
	if ctx.Err() == nil { // the universe was closed
		b.mu.Lock()
		defer b.mu.Unlock()
		for l := range b.listeners {
			l.end()
		}
	}
}

// hear passes a change on. The view's lock is held.
func (b *hub) hear(c change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c.kind != "stats" {
		b.send(c)
	}
	if b.stats == nil && b.stop != nil {
		b.stats = time.AfterFunc(statsWait, b.tellStats)
	}
}

// frame is what Mailpit's clients get.
type frame struct {
	Type string
	Data any
}

// send queues a change. Whoever is too far behind is let go.
func (b *hub) send(c change) {
	own, err := json.Marshal(frame{c.kind, c.data})
	if err != nil {
		return
	}
	var hog []byte
	for l := range b.listeners {
		text := own
		if l.hog {
			s, isNew := c.data.(summary)
			if !isNew {
				continue
			}
			if hog == nil {
				hog = b.h.hogFrame(s.ID)
			}
			text = hog
		}
		select {
		case l.queue <- text:
		default:
			l.end()
		}
	}
}

// statsData is how much there is.
type statsData struct {
	Total, Unread int
	Version       string
}

func (b *hub) tellStats() {
	b.mu.Lock()
	b.stats = nil
	b.mu.Unlock()
	b.h.locked(func(v *view) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.send(change{"stats", statsData{len(v.list), v.unread, Version}})
	})
}

// websocket serves /api/events: frames of what changes.
func (h *Handler) websocket(w http.ResponseWriter, r *http.Request) { h.socket(w, r, false) }

func (h *Handler) socket(w http.ResponseWriter, r *http.Request, hog bool) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	l := &listener{queue: make(chan []byte, maxQueued), hog: hog, end: end}
	if !h.hub.join(l) { // before the answer: who has that hears of all that follows
		text(w, http.StatusServiceUnavailable, "too many listen")
		return
	}
	defer h.hub.leave(l)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // it has answered
	}
	defer conn.CloseNow()
	go func() { // what clients send means nothing
		defer end()
		defer conn.CloseNow() // a farewell would take in the rest of a frame that is too large
		for {
			_, data, err := conn.Reader(context.Background()) // whose end would end the connection
			if err == nil {
				_, err = io.Copy(io.Discard, data)
			}
			if err != nil {
				return
			}
		}
	}()
	if !hog {
		h.view.mu.Lock()
		h.hub.hear(change{kind: "stats"})
		h.view.mu.Unlock()
	}
	err = l.serve(ctx, pingEvery, func(ctx context.Context, text []byte) error {
		if text == nil {
			return conn.Ping(ctx)
		}
		return conn.Write(ctx, websocket.MessageText, text)
	})
	if errors.Is(err, context.Canceled) {
		_ = conn.Close(websocket.StatusGoingAway, "")
	}
}

// serve writes what is queued until ctx ends or a write fails; a nil text keeps the
// connection alive.
func (l *listener) serve(ctx context.Context, alive time.Duration, write func(context.Context, []byte) error) error {
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		var text []byte
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text = <-l.queue:
		case <-tick.C:
		}
		limited, cancel := context.WithTimeout(context.Background(), writeWait) // a frame is written whole
		err := write(limited, text)
		cancel()
		if err != nil {
			return err
		}
	}
}
