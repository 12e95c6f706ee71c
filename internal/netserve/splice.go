package netserve

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// Splice joins a client to another server, which goes on with its session: from
// then on bytes are passed both ways.
type Splice struct {
	client, server net.Conn
	patience       time.Duration // for one write; 0 is no bound
	ending         atomic.Bool
}

// NewSplice joins a client to a server. What one of them does not take within patience
// ends both.
func NewSplice(client, server net.Conn, patience time.Duration) *Splice {
	_ = client.SetDeadline(time.Time{})
	_ = server.SetDeadline(time.Time{})
	return &Splice{client: client, server: server, patience: patience}
}

// End ends the splice from outside: what has come from the server is passed on first.
func (s *Splice) End() {
	s.ending.Store(true)
	_ = s.server.SetReadDeadline(time.Unix(1, 0))
}

// Parting is how a splice ended, and what the client is to be told.
type Parting int

const (
	Told  Parting = iota // the server has said what there is to say, or the client is in the middle of a line
	Ended                // End was called
	Lost                 // the server is gone in the middle of the session
)

// Run passes first what was read from the client already, then all that comes, until
// the server has hung up or End is called. It closes the server's side and leaves the
// client's open, for a farewell.
func (s *Splice) Run(read []byte) Parting {
	up := make(chan struct{})
	go func() {
		defer close(up)
		if s.write(s.server, read) == nil {
			s.pass(s.server, s.client, nil)
		}
		hangUp(s.server)
	}()
	last := byte('\n')
	lost := s.pass(s.client, s.server, &last)
	s.server.Close()
	_ = s.client.SetReadDeadline(time.Unix(1, 0))
	<-up
	var timeout net.Error
	switch {
	case last != '\n' || lost == nil:
		return Told
	case s.ending.Load() && errors.As(lost, &timeout) && timeout.Timeout():
		return Ended
	}
	return Lost
}

// pass copies until reading or writing fails. It returns why reading did, unless all was
// read; last is the last byte that was passed.
func (s *Splice) pass(to, from net.Conn, last *byte) error {
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if err := s.write(to, buf[:n]); err != nil {
				from.Close() // whoever sends has to hear of it
				return nil
			}
			if last != nil {
				*last = buf[n-1]
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func (s *Splice) write(to net.Conn, b []byte) error {
	if s.patience > 0 {
		_ = to.SetWriteDeadline(time.Now().Add(s.patience))
	}
	_, err := to.Write(b)
	return err
}

// hangUp tells a peer that nothing more comes.
func hangUp(c net.Conn) {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
		return
	}
	_ = c.Close()
}
