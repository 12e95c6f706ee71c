package mailsimtest

import (
	"bytes"
	"context"
	"encoding/pem"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// pipeListener accepts connections from within the process. They are buffered,
// as TLS and pipelining clients write while the other side writes too.
type pipeListener struct {
	port   int
	bubble bool
	queue  chan net.Conn
	done   chan struct{}
	once   sync.Once
	last   atomic.Int32 // the client's port of the last connection
}

func newPipeListener(port int, bubble bool) *pipeListener {
	return &pipeListener{port: port, bubble: bubble, queue: make(chan net.Conn), done: make(chan struct{})}
}

// Accept implements net.Listener.
func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.queue:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

// Addr implements net.Listener.
func (l *pipeListener) Addr() net.Addr { return tcpAddr(l.port) }

func tcpAddr(port int) *net.TCPAddr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1).To4(), Port: port}
}

// dial makes a connection and hands one end to Accept.
func (l *pipeListener) dial(ctx context.Context) (net.Conn, error) {
	up, down := newStream(l.bubble), newStream(l.bubble)
	client, server := tcpAddr(40000+int(l.last.Add(1))%20000), tcpAddr(l.port)
	select {
	case l.queue <- &pipeConn{in: up, out: down, local: server, remote: client}:
		return &pipeConn{in: down, out: up, local: client, remote: server}, nil
	case <-l.done:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Addr: server, Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, &net.OpError{Op: "dial", Net: "tcp", Addr: server, Err: ctx.Err()}
	}
}

// pipeConn is one end of a connection.
type pipeConn struct {
	in, out       *stream
	local, remote net.Addr
}

func (c *pipeConn) Read(b []byte) (int, error)  { return c.in.read(b) }
func (c *pipeConn) Write(b []byte) (int, error) { return c.out.write(b) }

// Close ends both directions; what was written before can still be read.
func (c *pipeConn) Close() error {
	c.in.abandon()
	c.out.finish()
	return nil
}

// CloseWrite ends the direction to the other side.
func (c *pipeConn) CloseWrite() error {
	c.out.finish()
	return nil
}

func (c *pipeConn) LocalAddr() net.Addr  { return c.local }
func (c *pipeConn) RemoteAddr() net.Addr { return c.remote }

func (c *pipeConn) SetDeadline(t time.Time) error {
	c.in.readBy(t)
	c.out.writeBy(t)
	return nil
}

func (c *pipeConn) SetReadDeadline(t time.Time) error {
	c.in.readBy(t)
	return nil
}

func (c *pipeConn) SetWriteDeadline(t time.Time) error {
	c.out.writeBy(t)
	return nil
}

// maxBuffered is what one direction holds before a write waits, as a socket's
// buffers would.
const maxBuffered = 256 << 10

// stream is one direction of a connection.
type stream struct {
	bubble bool

	mu       sync.Mutex
	changed  sync.Cond
	buf      bytes.Buffer
	finished bool // the writer has closed
	gone     bool // the reader has closed
	rd, wd   deadline
}

func newStream(bubble bool) *stream {
	s := &stream{bubble: bubble}
	s.changed.L = &s.mu
	return s
}

// deadline says by when reads or writes must be done. In a bubble only one that
// has passed counts: servers interrupt by it, while a time-out would keep a day
// of the bubble from passing over an open connection.
type deadline struct {
	timer  *time.Timer
	passed bool
	turn   int // counts changes, so that a late timer does nothing
}

func (s *stream) read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.gone:
			return 0, net.ErrClosed
		case s.rd.passed:
			return 0, os.ErrDeadlineExceeded
		case s.buf.Len() > 0:
			n, _ := s.buf.Read(b)
			s.changed.Broadcast()
			return n, nil
		case s.finished:
			return 0, io.EOF
		case len(b) == 0:
			return 0, nil
		}
		s.changed.Wait()
	}
}

func (s *stream) write(b []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.finished:
			return n, net.ErrClosed
		case s.wd.passed:
			return n, os.ErrDeadlineExceeded
		case s.gone:
			return len(b), nil // as a socket's buffer takes what nobody reads any more
		case n == len(b):
			return n, nil
		}
		if room := min(maxBuffered-s.buf.Len(), len(b)-n); room > 0 {
			s.buf.Write(b[n : n+room])
			n += room
			s.changed.Broadcast()
			continue
		}
		s.changed.Wait()
	}
}

func (s *stream) finish()  { s.set(func() { s.finished = true; s.wd.stop() }) }
func (s *stream) abandon() { s.set(func() { s.gone = true; s.rd.stop(); s.buf.Reset() }) }

func (s *stream) readBy(t time.Time)  { s.set(func() { s.limit(&s.rd, t) }) }
func (s *stream) writeBy(t time.Time) { s.set(func() { s.limit(&s.wd, t) }) }

func (s *stream) set(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.changed.Broadcast()
}

func (s *stream) limit(d *deadline, t time.Time) {
	d.stop()
	d.passed = false
	left := time.Until(t)
	switch {
	case t.IsZero():
	case left <= 0:
		d.passed = true
	case !s.bubble:
		turn := d.turn
		d.timer = time.AfterFunc(left, func() { s.set(func() { d.passed = d.passed || d.turn == turn }) })
	}
}

func (d *deadline) stop() {
	d.turn++
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

func pemOf(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
