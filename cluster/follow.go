package cluster

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// Changes of the directory are told by NOTIFY, where the database has it, over a connection
// of each process that does nothing else. They are looked for every half second as well, so
// that nothing depends on that connection.

const (
	channel   = "mailsim_change"
	pollEvery = 500 * time.Millisecond
	pingEvery = 10 * time.Second // whether the connection lives that hears of changes
)

// ear is a connection that hears of changes.
type ear struct {
	conn   *pgx.Conn
	tried  time.Time // to connect
	pinged time.Time
}

// follow tells the directory of changes until ctx ends.
func (n *Node) follow(ctx context.Context) {
	e := &ear{}
	defer e.close()
	for told := false; ctx.Err() == nil; {
		if err := n.hear(ctx, e); err != nil && !told && ctx.Err() == nil {
			told = true
			n.log.Info("the database tells nobody of changes: they are looked for", "error", err)
		}
		n.listening.Store(e.conn != nil)
		each, cancel := context.WithTimeout(ctx, n.opts.Lease)
		if err := n.dir.poll(each, false); err != nil && ctx.Err() == nil {
			n.log.Warn("changes of the directory are not known", "error", err)
		}
		cancel()
	}
}

// hear returns when something may have changed: when the database says so, or it is time to
// look. The connection is made again if it is gone, at most once a second.
func (n *Node) hear(ctx context.Context, e *ear) (err error) {
	wait := n.opts.poll
	if e.conn == nil && time.Since(e.tried) > time.Second && !n.opts.deaf {
		if err = e.open(ctx, n); err == nil {
			n.dir.tells.Store(true)
			return nil // what changed before is looked for
		}
	}
	if e.conn == nil {
		wait = min(wait, time.Second)
	}
	each, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if e.conn == nil {
		<-each.Done()
		return err
	}
	for {
		told, failed := e.conn.WaitForNotification(each)
		var timeout net.Error
		switch {
		case failed == nil && told.Payload == n.opts.Name:
			continue // it was this process
		case failed == nil:
			return nil
		case !(errors.As(failed, &timeout) && timeout.Timeout()) || e.conn.IsClosed():
			e.close()
			return nil
		}
		break
	}
	if time.Since(e.pinged) > pingEvery {
		e.pinged = time.Now()
		ping, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if e.conn.Ping(ping) != nil {
			e.close()
		}
	}
	return nil
}

func (e *ear) open(ctx context.Context, n *Node) error {
	e.tried, e.pinged = time.Now(), time.Now()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	conn, err := n.connection(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		_ = conn.Close(ctx)
		return err
	}
	e.conn = conn
	return nil
}

func (e *ear) close() {
	if e.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_ = e.conn.Close(ctx)
	e.conn = nil
}

// connection is one to the directory that is not of the pool, which it is made like.
func (n *Node) connection(ctx context.Context) (*pgx.Conn, error) {
	c := n.pools[0].Config()
	if err := c.BeforeConnect(ctx, c.ConnConfig); err != nil { // it knows which servers are silent
		return nil, err
	}
	return pgx.ConnectConfig(ctx, c.ConnConfig)
}
