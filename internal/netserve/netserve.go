// Package netserve keeps the listeners and connections of a protocol server, so
// that it stops cleanly: nobody new, the idle told, the busy waited for, the
// rest cut. It is a helper shared by doors.
package netserve

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// Conn is a connection that the group serves.
type Conn interface {
	// Serve handles the connection until it ends.
	Serve()
	// Interrupt lets an idle connection end, and a busy one after its command.
	Interrupt()
	// Cut closes the connection at once.
	Cut()
}

// Group is the set of listeners and connections of one server. The zero value works.
type Group struct {
	MaxClients int // 0 is no limit

	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	conns     map[Conn]struct{}
	stopping  bool
	wg        sync.WaitGroup
}

// Serve accepts connections until the group stops; then it returns stopped.
// refuse gets what comes beyond MaxClients, and closes it.
func (g *Group) Serve(l net.Listener, open func(net.Conn) Conn, refuse func(net.Conn), stopped error) error {
	g.mu.Lock()
	if g.stopping {
		g.mu.Unlock()
		l.Close()
		return stopped
	}
	if g.listeners == nil {
		g.listeners, g.conns = map[net.Listener]struct{}{}, map[Conn]struct{}{}
	}
	g.listeners[l] = struct{}{}
	g.mu.Unlock()
	for {
		nc, err := l.Accept()
		if err != nil {
			again := isTemporary(err)
			g.mu.Lock()
			stopping := g.stopping
			if stopping || !again {
				delete(g.listeners, l)
			}
			g.mu.Unlock()
			switch {
			case stopping:
				return stopped
			case !again:
				return err
			}
			time.Sleep(5 * time.Millisecond)
			continue
		}
		g.start(nc, open, refuse)
	}
}

func isTemporary(err error) bool {
	var ne interface{ Temporary() bool }
	return errors.As(err, &ne) && ne.Temporary() && !errors.Is(err, net.ErrClosed)
}

func (g *Group) start(nc net.Conn, open func(net.Conn) Conn, refuse func(net.Conn)) {
	g.mu.Lock()
	if g.stopping {
		g.mu.Unlock()
		nc.Close()
		return
	}
	if g.MaxClients > 0 && len(g.conns) >= g.MaxClients {
		g.wg.Add(1)
		g.mu.Unlock()
		go func() {
			defer g.wg.Done()
			refuse(nc)
		}()
		return
	}
	c := open(nc)
	g.conns[c] = struct{}{}
	g.wg.Add(1)
	g.mu.Unlock()
	go func() {
		defer g.wg.Done()
		defer g.leave(c)
		c.Serve()
	}()
}

// Run serves a connection that came by another way than a listener, until it ends. It
// is false when the group has stopped: then nothing was done.
func (g *Group) Run(c Conn) bool {
	g.mu.Lock()
	if g.stopping {
		g.mu.Unlock()
		return false
	}
	if g.conns == nil {
		g.listeners, g.conns = map[net.Listener]struct{}{}, map[Conn]struct{}{}
	}
	g.conns[c] = struct{}{}
	g.wg.Add(1)
	g.mu.Unlock()
	defer g.wg.Done()
	defer g.leave(c)
	c.Serve()
	return true
}

func (g *Group) leave(c Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
}

// Len returns the number of connections.
func (g *Group) Len() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.conns)
}

// stop closes the listeners and returns the connections that are open.
func (g *Group) stop() []Conn {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopping = true
	for l := range g.listeners {
		l.Close()
	}
	var open []Conn
	for c := range g.conns {
		open = append(open, c)
	}
	return open
}

// Shutdown takes no more connections, lets the open ones finish their command,
// and returns when none is left. When the context ends it cuts them.
func (g *Group) Shutdown(ctx context.Context) error {
	for _, c := range g.stop() {
		c.Interrupt()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.wg.Wait()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		for _, c := range g.stop() {
			c.Cut()
		}
		<-done
		return ctx.Err()
	}
}

// Close cuts all connections and returns when their handlers have ended.
func (g *Group) Close() error {
	for _, c := range g.stop() {
		c.Cut()
	}
	g.wg.Wait()
	return nil
}
