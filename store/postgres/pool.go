package postgres

import (
	"context"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// Connect makes a pool of connections as stores need them; one pool serves all universes of a
// database. The DSN is a URL or keywords, as for libpq, with pgxpool's parameters such as
// pool_max_conns. It may name several hosts: target_session_attrs=read-write is then the
// default, so that the primary is found after a failover. Behind PgBouncer in transaction mode,
// the DSN needs default_query_exec_mode=cache_describe. Connect opens no connection yet, so a
// database that cannot be reached is not an error here. ErrInvalid for a wrong DSN.
func Connect(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	pool, _, err := connect(ctx, dsn)
	return pool, err
}

func connect(ctx context.Context, dsn string) (*pgxpool.Pool, *watch, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, nil, &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the DSN of the database is wrong: " + err.Error(), Err: err}
	}
	cc := c.ConnConfig
	several := slices.ContainsFunc(cc.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.Host != cc.Host || f.Port != cc.Port })
	switch {
	case cc.ConnectTimeout == 0 && several:
		cc.ConnectTimeout = nextTimeout
	case cc.ConnectTimeout == 0 || cc.ConnectTimeout > dialTimeout:
		cc.ConnectTimeout = dialTimeout
	}
	if len(cc.Fallbacks) > 0 && cc.ValidateConnect == nil {
		cc.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	watched := newWatch()
	c.BeforeConnect = func(_ context.Context, cc *pgx.ConnConfig) error {
		p := &parting{watch: watched}
		p.of(cc)
		return nil
	}
	c.BeforeClose = func(conn *pgx.Conn) {
		nc := conn.PgConn().Conn()
		time.AfterFunc(farewell, func() { _ = nc.Close() })
	}
	cc.OnNotice = func(conn *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			conn.CustomData()[warned] = n.Message
		}
	}
	c.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error { return watchful(ctx, conn) }
	pool, err := pgxpool.NewWithConfig(ctx, c)
	return pool, watched, err
}

// How long one server is tried: the only one, and one of several where the DSN does not say,
// so that the next one comes soon.
const (
	dialTimeout = 3 * time.Second
	nextTimeout = time.Second
)

// farewell is how long the end of a connection may take. A server that is gone without a word
// does not answer it, and the connection has its place in the pool until then.
const farewell = 500 * time.Millisecond

// parting bounds the end of a connection that was given up in the middle of a statement: the
// driver connects once more then, for the request to cancel it, and waits 15 s for both.
type parting struct {
	watch     *watch
	mu        sync.Mutex
	nc        net.Conn // that was made last
	connected bool
}

func (p *parting) of(cc *pgx.ConnConfig) {
	dial := cc.DialFunc
	cc.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		p.mu.Lock()
		last, ends := p.nc, p.connected
		p.mu.Unlock()
		server := p.watch.server(dialer(dial), network, address)
		if ends {
			if server.isSilent() {
				_ = last.Close()
				return nil, errSilent
			}
			time.AfterFunc(2*farewell, func() { _ = last.Close() })
			ctx, cancel := context.WithTimeout(ctx, farewell)
			defer cancel()
			nc, err := dial(ctx, network, address)
			if err == nil {
				time.AfterFunc(farewell, func() { _ = nc.Close() })
			}
			return nc, err
		}
		nc, err := server.connect(ctx)
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.nc = nc
		return nc, nil
	}
	after := cc.AfterConnect
	cc.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		p.mu.Lock()
		p.connected = true
		p.mu.Unlock()
		if after != nil {
			return after(ctx, conn)
		}
		return nil
	}
}

// warned is where a connection notes that the server warned. At a COMMIT it warns that a
// standby may not have the transaction.
const warned = "mailsim.warned"

// watchful lets the server find out soon that this process is gone without a word,
// and let go of what its transaction holds. An engine that cannot do that has
// other means.
func watchful(ctx context.Context, conn *pgx.Conn) error {
	for _, set := range []string{
		"SET tcp_keepalives_idle = 1", "SET tcp_keepalives_interval = 1", "SET tcp_keepalives_count = 2", "SET tcp_user_timeout = 3000",
	} {
		if _, err := conn.PgConn().Exec(ctx, set).ReadAll(); err != nil && !isAnswer(err) {
			return err
		}
	}
	delete(conn.PgConn().CustomData(), warned)
	return nil
}
