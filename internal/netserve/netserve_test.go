package netserve

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errStopped = errors.New("stopped")

// listener hands out what a test puts into it.
type listener struct {
	next   chan any // a net.Conn or an error
	once   sync.Once
	closed chan struct{}
}

func newListener() *listener { return &listener{next: make(chan any), closed: make(chan struct{})} }

func (l *listener) Accept() (net.Conn, error) {
	select {
	case v := <-l.next:
		if err, ok := v.(error); ok {
			return nil, err
		}
		return v.(net.Conn), nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error   { l.once.Do(func() { close(l.closed) }); return nil }
func (l *listener) Addr() net.Addr { return &net.TCPAddr{} }

// conn serves until it is told to end.
type conn struct {
	serving, told, cut chan struct{}
	busy               bool // does not end when told
}

func newConn(busy bool) *conn {
	return &conn{make(chan struct{}), make(chan struct{}), make(chan struct{}), busy}
}

func (c *conn) Serve() {
	close(c.serving)
	if c.busy {
		<-c.cut
		return
	}
	select {
	case <-c.told:
	case <-c.cut:
	}
}

func (c *conn) Interrupt() { close(c.told) }
func (c *conn) Cut()       { close(c.cut) }

// serve runs a group on a listener; what it opens and refuses is told.
func serve(t *testing.T, g *Group, l net.Listener, open *conn) (refused chan net.Conn, ended chan error) {
	t.Helper()
	refused, ended = make(chan net.Conn, 1), make(chan error, 1)
	go func() {
		ended <- g.Serve(l, func(net.Conn) Conn { return open }, func(c net.Conn) { c.Close(); refused <- c }, errStopped)
	}()
	return refused, ended
}

func pipe(t *testing.T) net.Conn {
	a, b := net.Pipe()
	t.Cleanup(func() { a.Close(); b.Close() })
	return a
}

func TestShutdownTellsAndWaits(t *testing.T) {
	t.Parallel()
	var g Group
	l, c := newListener(), newConn(false)
	_, ended := serve(t, &g, l, c)
	l.next <- pipe(t)
	<-c.serving
	assert.Equal(t, 1, g.Len())
	require.NoError(t, g.Shutdown(t.Context()))
	<-c.told
	assert.Zero(t, g.Len())
	assert.ErrorIs(t, <-ended, errStopped)
	// later listeners are closed at once
	late := newListener()
	assert.ErrorIs(t, g.Serve(late, nil, nil, errStopped), errStopped)
	<-late.closed
}

func TestShutdownCutsWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	var g Group
	l, c := newListener(), newConn(true)
	_, ended := serve(t, &g, l, c)
	l.next <- pipe(t)
	<-c.serving
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, g.Shutdown(ctx), context.Canceled)
	<-c.cut
	assert.Zero(t, g.Len())
	assert.ErrorIs(t, <-ended, errStopped)
}

func TestCloseCuts(t *testing.T) {
	t.Parallel()
	var g Group
	l, c := newListener(), newConn(true)
	_, ended := serve(t, &g, l, c)
	l.next <- pipe(t)
	<-c.serving
	require.NoError(t, g.Close())
	<-c.cut
	assert.ErrorIs(t, <-ended, errStopped)
}

// eager has one more connection when it has been closed.
type eager struct {
	*listener
	late net.Conn
}

func (e *eager) Accept() (net.Conn, error) {
	nc, err := e.listener.Accept()
	if err != nil && e.late != nil {
		nc, err, e.late = e.late, nil, nil
	}
	return nc, err
}

// TestLateConnections are closed unserved.
func TestLateConnections(t *testing.T) {
	t.Parallel()
	var g Group
	near, far := net.Pipe()
	l, first, served := &eager{newListener(), far}, newConn(false), 0
	ended := make(chan error, 1)
	go func() { ended <- g.Serve(l, func(net.Conn) Conn { served++; return first }, nil, errStopped) }()
	l.next <- pipe(t)
	<-first.serving
	require.NoError(t, g.Close())
	assert.ErrorIs(t, <-ended, errStopped)
	_, err := near.Read(make([]byte, 1))
	assert.ErrorIs(t, err, io.EOF)
	assert.Equal(t, 1, served)
}

func TestMaxClients(t *testing.T) {
	t.Parallel()
	g := Group{MaxClients: 1}
	l, c := newListener(), newConn(false)
	refused, _ := serve(t, &g, l, c)
	l.next <- pipe(t)
	<-c.serving
	second := pipe(t)
	l.next <- second
	assert.Same(t, second, <-refused)
	assert.Equal(t, 1, g.Len())
	require.NoError(t, g.Close())
}

// temporary is what a listener says that is out of file descriptors.
type temporary struct{}

func (temporary) Error() string   { return "too many open files" }
func (temporary) Temporary() bool { return true }

func TestAcceptErrors(t *testing.T) {
	t.Parallel()
	var g Group
	l, c := newListener(), newConn(false)
	_, ended := serve(t, &g, l, c)
	l.next <- temporary{}
	l.next <- pipe(t) // it went on
	<-c.serving
	broken := errors.New("the listener broke")
	l.next <- broken
	assert.ErrorIs(t, <-ended, broken)
	require.NoError(t, g.Close())
}

// untimely is a temporary error during which something happens.
type untimely func()

func (untimely) Error() string     { return "too many open files" }
func (f untimely) Temporary() bool { f(); return true }

// TestCloseDuringAcceptError closes a listener that has just failed for a moment.
func TestCloseDuringAcceptError(t *testing.T) {
	t.Parallel()
	var g Group
	l := newListener()
	_, ended := serve(t, &g, l, nil)
	l.next <- untimely(func() {
		assert.NoError(t, g.Close())
		select {
		case <-l.closed:
		default:
			assert.Fail(t, "it was left open")
			l.Close()
		}
	})
	assert.ErrorIs(t, <-ended, errStopped)
}
