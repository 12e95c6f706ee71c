package cluster_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// link is the network between two: who connects, and who is connected to.
type link struct {
	mu     sync.Mutex
	change *sync.Cond
	mute   [2]bool // what goes there, and what comes back, waits: as with a cable that is pulled
	broken bool    // connections are reset, and no new ones made
	conns  map[net.Conn]struct{}
}

func newLink() *link {
	l := &link{conns: map[net.Conn]struct{}{}}
	l.change = sync.NewCond(&l.mu)
	return l
}

// silence holds back what goes there, what comes back, or both; what was held back and is not any more arrives.
func (l *link) silence(there, back bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mute = [2]bool{there, back}
	l.change.Broadcast()
}

// sever resets all connections, and new ones until it is told otherwise.
func (l *link) sever(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broken = on
	for c := range l.conns {
		_ = c.Close()
	}
	l.change.Broadcast()
}

// pass waits until bytes may go a way; false when the link is broken.
func (l *link) pass(way int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.mute[way] && !l.broken {
		l.change.Wait()
	}
	return !l.broken
}

// note keeps a connection to be reset; false when the link is broken.
func (l *link) note(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.broken {
		l.conns[c] = struct{}{}
	}
	return !l.broken
}

func (l *link) forget(c net.Conn) {
	_ = c.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

// road is an address that leads to another one, by a link that depends on who comes.
type road struct {
	l    net.Listener
	link func(from net.Conn) *link
	mu   sync.Mutex
	to   string
}

func newRoad(t *testing.T, to string, by func(net.Conn) *link) *road {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	r := &road{l: l, link: by, to: to}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go r.carry(c)
		}
	}()
	return r
}

func (r *road) addr() string { return r.l.Addr().String() }

func (r *road) lead(to string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.to = to
}

func (r *road) carry(client net.Conn) {
	l := r.link(client)
	if l == nil || !l.note(client) {
		_ = client.Close()
		return
	}
	defer l.forget(client)
	if !l.pass(0) {
		return
	}
	r.mu.Lock()
	to := r.to
	r.mu.Unlock()
	server, err := net.Dial("tcp", to)
	if err != nil {
		l.pass(1)
		return
	}
	if !l.note(server) {
		_ = server.Close()
		return
	}
	defer l.forget(server)
	var both sync.WaitGroup
	both.Go(func() { l.copy(server, client, 0) })
	both.Go(func() { l.copy(client, server, 1) })
	both.Wait()
}

// copy carries bytes one way, and the end of the connection.
func (l *link) copy(to, from net.Conn, way int) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if !l.pass(way) {
			return
		}
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				_ = l.pass(0) && l.pass(1) // who sent hears of it when the way back is open
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// holder finds which of some processes has the other end of a connection, -1 is none of them.
func holder(c net.Conn, pids []int) int {
	at := c.RemoteAddr().(*net.TCPAddr)
	table, _ := os.ReadFile("/proc/net/tcp")
	local := fmt.Sprintf(":%04X", at.Port)
	inode := ""
	for line := range strings.Lines(string(table)) {
		if f := strings.Fields(line); len(f) > 9 && f[1] == "0100007F"+local {
			inode = "socket:[" + f[9] + "]"
		}
	}
	for i, pid := range pids {
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
		for _, f := range files {
			if is, err := os.Readlink(f); err == nil && inode != "" && is == inode {
				return i
			}
		}
	}
	return -1
}
