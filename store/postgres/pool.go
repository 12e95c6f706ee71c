package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// Connect makes a pool of connections as stores need them; one pool serves all universes of a
// database. The DSN is a URL or keywords, as for libpq, with pgxpool's parameters such as
// pool_max_conns. It may name several hosts: target_session_attrs=read-write is then the
// default, so that the primary is found after a failover. Behind a PgBouncer that hands out
// connections by transaction it needs default_query_exec_mode=cache_describe. Nothing is
// connected yet: a database that cannot be reached is not an error here. ErrInvalid: a wrong
// DSN.
func Connect(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the DSN of the database is wrong: " + err.Error(), Err: err}
	}
	cc := c.ConnConfig
	if cc.ConnectTimeout == 0 || cc.ConnectTimeout > dialTimeout {
		cc.ConnectTimeout = dialTimeout
	}
	if len(cc.Fallbacks) > 0 && cc.ValidateConnect == nil {
		cc.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	cc.OnNotice = func(conn *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			conn.CustomData()[warned] = n.Message
		}
	}
	c.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error { return watchful(ctx, conn) }
	return pgxpool.NewWithConfig(ctx, c)
}

// dialTimeout bounds how long one server is tried, so that the next one comes.
const dialTimeout = 3 * time.Second

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
