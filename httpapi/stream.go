package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// The live stream: server-sent events.

type streamFrom struct {
	After   eventPlace `query:"after" doc:"starts with the events after this id and then continues live; the header Last-Event-ID does the same. A message 'gap {from, to}' stands for events that were pruned. A message 'restart {after, last}' says that the server has a new log; its first event follows. A message 'end {why}' comes last, if the caller may no longer read: the key was deleted, the session ended, or the organization was suspended"`
	Type    types      `query:"type" doc:"event types, separated by commas; a '*' at the end matches any ending"`
	Unnamed bool       `query:"unnamed" doc:"1: messages have no event name, so that 'EventSource.onmessage' gets them. Their ids contain a checksum of the event. When a client reconnects with such an id, the server can tell whether the log was replaced. The first id is sent as soon as the stream opens"`
}

const (
	heartbeatEvery = 15 * time.Second
	writeTimeout   = 30 * time.Second // a reader that takes no byte for so long is cut off
	retryAfterMS   = 2000
)

// stream is the answer of /api/events/stream.
type stream struct {
	c       *call
	types   types
	unnamed bool
	after   eventPlace
	last    int64 // the newest event when it was asked for
}

func (c *call) stream(in streamFrom) (stream, error) {
	if text := c.r.Header.Get("Last-Event-ID"); text != "" {
		if err := in.After.parse(text); err != nil {
			return stream{}, invalidf("Last-Event-ID must be %s, not %.100q", err, text)
		}
	}
	page, err := c.u.Events(mailsim.EventFilter{Types: in.Type, After: math.MaxInt64}) // before the client hears that it is connected
	s := stream{c: c, types: in.Type, unnamed: in.Unnamed, after: eventPlace{id: page.Last}, last: page.Last}
	if in.After.given {
		s.after = in.After
	}
	return s, err
}

// respond writes events until the client goes away, is too slow, or the server
// shuts down.
func (s stream) respond(w http.ResponseWriter, r *http.Request) error {
	f := mailsim.EventFilter{Types: s.types, After: s.after.id}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies must not hold it back
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	out := &eventWriter{w: w, rc: http.NewResponseController(w), patience: s.c.h.patience}
	if r.Method == http.MethodHead || out.writef("retry: %d\n\n", retryAfterMS) != nil {
		return nil
	}
	defer out.startBeat()()
	defer s.end(out)
	if f.After > s.last || !s.c.fits(s.after) { // it is of another log, whose place this one has taken
		if out.writef("id: 0\nevent: restart\ndata: {\"after\": %d, \"last\": %d}\n\n", f.After, s.last) != nil {
			return nil
		}
		f.After = 0
	} else if s.unnamed && out.writef("id: %s\n\n", s.c.placeOf(f.After)) != nil {
		return nil
	}
	for s.follow(out, &f) == nil {
		first := s.firstEvent(f.After)
		if out.writef("id: %d\nevent: gap\ndata: {\"from\": %d, \"to\": %d}\n\n", first-1, f.After+1, first-1) != nil {
			return nil
		}
		f.After = first - 1
	}
	return nil
}

// end tells a reader whose access has ended so, and why: it is not to come back.
func (s stream) end(out *eventWriter) {
	err := s.c.revoked()
	if err == nil && s.c.ctx().Err() == nil {
		err = s.c.still() // the universe has ended, it may be for good
	}
	if err == nil {
		return
	}
	_, why := statusOf(err)
	text, _ := json.Marshal(map[string]string{"why": why})
	_ = out.writef("event: end\ndata: %s\n\n", text)
}

// follow writes what comes, f.After following it. It returns nil when what comes
// next has been pruned, else why the stream ends.
func (s stream) follow(out *eventWriter, f *mailsim.EventFilter) error {
	var b []byte
	for events, err := range s.c.u.FollowBodies(s.c.ctx(), *f) {
		if mailsim.KindOf(err) == mailsim.ErrNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		b = b[:0]
		for _, e := range events {
			b = appendMessageOf(b, e, s.unnamed)
			f.After = e.ID
		}
		if err := out.write(b); err != nil {
			return err
		}
	}
	return errors.New("the log ended")
}

// appendMessageOf appends an event as a message of the stream. A body has no
// line break.
func appendMessageOf(b []byte, e mailsim.EventBytes, unnamed bool) []byte {
	b = strconv.AppendInt(append(b, "id: "...), e.ID, 10)
	if unnamed {
		b = append(append(b, '-'), checkOf(e.ID, e.Type, e.At)...)
	} else {
		b = append(append(b, "\nevent: "...), e.Type...)
	}
	b = append(append(b, "\ndata: "...), e.Body...)
	return append(b, "\n\n"...)
}

// firstEvent returns the id of the first event after one that is there or to come.
func (s stream) firstEvent(after int64) int64 {
	page, _ := s.c.u.EventsAfter(mailsim.EventFilter{After: after, Limit: 1})
	if len(page.Events) == 0 {
		return page.Last + 1
	}
	return page.Events[0].ID
}

// eventWriter writes to one stream, from its handler and from the heartbeat.
type eventWriter struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	rc   *http.ResponseController
	err  error // the first that happened: nothing is written after it
	beat *time.Timer

	patience time.Duration // real time that one write may take
}

func (o *eventWriter) writef(format string, args ...any) error {
	return o.write(fmt.Appendf(nil, format, args...))
}

// write sends whole messages at once.
func (o *eventWriter) write(b []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return o.err
	}
	_ = o.rc.SetWriteDeadline(now().Add(o.patience))
	if _, o.err = o.w.Write(b); o.err == nil {
		o.err = o.rc.Flush()
	}
	if o.beat != nil {
		o.beat.Reset(heartbeatEvery)
	}
	return o.err
}

// startBeat sends a comment whenever nothing was sent for a while, until end.
func (o *eventWriter) startBeat() (end func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.beat = time.AfterFunc(heartbeatEvery, func() { _ = o.writef(": still here\n\n") })
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.err = http.ErrHandlerTimeout
		o.beat.Stop()
	}
}

func (stream) mediaType() string { return "text/event-stream" }
