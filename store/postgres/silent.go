package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A server that is gone without a word neither answers nor closes its connections. Whoever waits for an answer on one
// of them cannot know whether the statement is slow. So a server that owes an answer for some time is asked
// on another connection whether it lives; if it says nothing, all connections to it are closed,
// and no new ones are made until it answers again.

const (
	owedFor = 500 * time.Millisecond // how long an answer may take until the server is asked
	askFor  = time.Second            // how long it may be silent then
)

// errSilent is the error of connecting to a server that did not answer.
var errSilent = errors.New("the server is silent")

// dialer makes a network connection.
type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// watch looks at the servers of a pool.
type watch struct {
	owed, ask time.Duration

	mu      sync.Mutex
	servers map[string]*server // by address
}

// server is what a pool knows of one.
type server struct {
	w                *watch
	dial             dialer
	network, address string
	heard            atomic.Int64 // when it said something last, in Unix nanoseconds
	asked            atomic.Int64 // how often it was asked whether it lives

	mu     sync.Mutex
	wires  map[*wire]struct{}
	asking bool
	silent bool
}

func newWatch() *watch {
	return &watch{owed: owedFor, ask: askFor, servers: map[string]*server{}}
}

// server returns the server at an address.
func (w *watch) server(dial dialer, network, address string) *server {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.servers[address]
	if s == nil {
		s = &server{w: w, dial: dial, network: network, address: address, wires: map[*wire]struct{}{}}
		w.servers[address] = s
	}
	return s
}

// connect makes a connection that is watched.
func (s *server) connect(ctx context.Context) (net.Conn, error) {
	if s.isSilent() {
		s.question()
		return nil, fmt.Errorf("%s: %w", s.address, errSilent)
	}
	nc, err := s.dial(ctx, s.network, s.address)
	if err != nil {
		if isTimeout(err) {
			s.question()
		}
		return nil, err
	}
	c := &wire{Conn: nc, s: s}
	c.timer = time.AfterFunc(time.Hour, c.late)
	c.timer.Stop()
	s.mu.Lock()
	s.wires[c] = struct{}{}
	s.mu.Unlock()
	return c, nil
}

func isTimeout(err error) bool {
	var slow net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &slow) && slow.Timeout()
}

func (s *server) isSilent() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.silent
}

// question asks the server whether it lives, unless that is being asked.
func (s *server) question() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asking {
		return
	}
	s.asking = true
	s.asked.Add(1)
	old := make([]*wire, 0, len(s.wires))
	for c := range s.wires {
		old = append(old, c)
	}
	go s.hear(time.Now().UnixNano(), old)
}

// hear waits for the answer to a question, and closes the connections that were there
// when it was asked if none comes.
func (s *server) hear(since int64, old []*wire) {
	err := s.call()
	heard := s.heard.Load() > since
	silent, gone := isTimeout(err) && !heard, err != nil && !heard
	s.mu.Lock()
	s.asking, s.silent = false, silent
	s.mu.Unlock()
	if gone {
		for _, c := range old {
			_ = c.Close()
		}
	}
}

// sslRequest asks a server whether it has TLS: it answers before anybody says who they are.
var sslRequest = []byte{0, 0, 0, 8, 4, 210, 22, 47}

// call makes the server say something. The error is a timeout where it does not, or that nobody
// listens at its address.
func (s *server) call() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.w.ask)
	defer cancel()
	nc, err := s.dial(ctx, s.network, s.address)
	if err == nil {
		defer func() { _ = nc.Close() }()
		deadline, _ := ctx.Deadline()
		_ = nc.SetDeadline(deadline)
		if _, err = nc.Write(sslRequest); err == nil {
			_, err = nc.Read(make([]byte, 1))
		}
	}
	if isTimeout(err) || errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return nil
}

// wire is a connection to a server.
type wire struct {
	net.Conn
	s     *server
	owes  atomic.Bool // the server, an answer
	timer *time.Timer
}

// Write sends something that the server will answer.
func (c *wire) Write(b []byte) (int, error) {
	if !c.owes.Swap(true) {
		c.timer.Reset(c.s.w.owed)
	}
	return c.Conn.Write(b)
}

// Read notes that the server lives.
func (c *wire) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.s.heard.Store(time.Now().UnixNano())
		if c.owes.Swap(false) {
			c.timer.Stop()
		}
	}
	return n, err
}

// Close ends the connection.
func (c *wire) Close() error {
	c.owes.Store(false)
	c.timer.Stop()
	c.s.mu.Lock()
	delete(c.s.wires, c)
	c.s.mu.Unlock()
	return c.Conn.Close()
}

// late has the server asked as long as its answer does not come.
func (c *wire) late() {
	if c.owes.Load() {
		c.timer.Reset(c.s.w.owed)
		c.s.question()
	}
}
