package pgtest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Proxy passes connections on to a server, and a test can cut them.
type Proxy struct {
	l      net.Listener
	to     string
	mu     sync.Mutex
	left   int64 // bytes to the server until the connection that carries them is cut; negative is never
	back   int64 // and from it
	mute   bool  // nothing goes through, nothing is closed
	resume *sync.Cond
	conns  map[net.Conn]bool
	cuts   int
}

// NewProxy starts a proxy to an address, host:port. The proxy ends with the
// test.
func NewProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{l: l, to: to, left: -1, back: -1, conns: map[net.Conn]bool{}}
	p.resume = sync.NewCond(&p.mu)
	go p.serve()
	t.Cleanup(func() {
		_ = l.Close()
		p.Silence(false)
		p.Cut()
	})
	return p
}

// Addr is where the proxy listens, host:port.
func (p *Proxy) Addr() string { return p.l.Addr().String() }

// To passes new connections on to another address.
func (p *Proxy) To(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = addr
}

// CutAfter lets n more bytes through to the server, counted over all connections. Then it cuts
// the connection on which the next byte comes. The other connections stay.
func (p *Proxy) CutAfter(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = n
}

// CutAnswer is CutAfter for the bytes that come from the server.
func (p *Proxy) CutAnswer(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.back = n
}

// Cuts counts the connections that CutAfter and CutAnswer have cut.
func (p *Proxy) Cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cuts
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
	}
}

// Silence holds back all bytes, as if a cable were pulled. Silence(false) lets them pass again,
// those held back first.
func (p *Proxy) Silence(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mute = on
	p.resume.Broadcast()
}

// Leave stops accepting connections, and keeps the open ones open but lets nothing more through:
// these fall silent, and new ones are refused.
func (p *Proxy) Leave() error {
	p.Silence(true)
	return p.l.Close()
}

func (p *Proxy) serve() {
	for {
		c, err := p.l.Accept()
		if err != nil {
			return
		}
		go p.carry(c)
	}
}

func (p *Proxy) carry(client net.Conn) {
	p.mu.Lock()
	to := p.to
	p.mu.Unlock()
	server, err := net.Dial("tcp", to)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(func() { p.copy(server, client, &p.left) })
	wg.Go(func() { p.copy(client, server, &p.back) })
	wg.Wait()
	p.mu.Lock()
	delete(p.conns, client)
	delete(p.conns, server)
	p.mu.Unlock()
}

// copy carries bytes one way until one side ends or the way is cut.
func (p *Proxy) copy(to, from net.Conn, left *int64) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if n > 0 {
			some, cut := p.pass(b[:n], left)
			if _, err := to.Write(some); err != nil || cut {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// pass returns what of some bytes goes through, and whether the connection ends then.
func (p *Proxy) pass(b []byte, left *int64) (some []byte, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.mute {
		p.resume.Wait()
	}
	switch {
	case *left < 0:
		return b, false
	case int64(len(b)) <= *left:
		*left -= int64(len(b))
		return b, false
	}
	b, *left = b[:*left], -1
	p.cuts++
	return b, true
}

var _ io.Closer = (*Proxy)(nil)

// Close stops accepting connections and cuts the open ones. It also happens when the test
// ends.
func (p *Proxy) Close() error {
	err := p.l.Close()
	p.Silence(false)
	p.Cut()
	return err
}
