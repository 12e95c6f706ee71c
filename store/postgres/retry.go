package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// isAnswer tells whether an error is the server's own: the statement was not carried out,
// and the connection is whole.
func isAnswer(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer)
}

func isCode(err error, codes ...string) bool {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return false
	}
	for _, c := range codes {
		if answer.Code == c {
			return true
		}
	}
	return false
}

// errUnsure is a COMMIT that the server has carried out by half: here, but perhaps on no standby.
var errUnsure = errors.New("the database did not commit as it was told to")

// passes tells whether what failed may work when it is tried again: the server is away,
// begins, ends, is a standby yet, has no room for another connection, or asks for it.
//
// Of several servers one may be away while another, a standby that has not replayed so
// far, does not know the database: only what all of them say lasts.
func passes(err error) bool {
	var connect *pgconn.ConnectError
	var each interface{ Unwrap() []error }
	if errors.As(err, &connect) && errors.As(connect, &each) {
		return slices.ContainsFunc(each.Unwrap(), passes)
	}
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return !errors.Is(err, errLasting)
	}
	switch answer.Code {
	case "40001", "40P01", // serialization failure, deadlock
		"40003",          // whether it was completed is not known
		"25006",          // read-only: it is a standby, or was the primary
		"53300", "53400", // too many connections
		"55P03", "57014", // a lock or a statement took too long
		"0A000",          // a cached plan does not fit the schema any more
		"26000", "42P05": // a prepared statement is not there, or is twice: a pooler between
		return true
	}
	switch answer.Code[:2] {
	case "08", "57": // the connection; the operator
		return true
	}
	return false
}

// errLasting is an error that another try does not mend.
var errLasting = errors.New("it does not pass")

// attempt bounds the first try, beside the time that the bytes take: what is sent to a server that
// is gone without a word has to be sent to the next one soon. A try that takes as long makes the
// next one twice as long, for what is slow.
const attempt = 2 * time.Second

// unknownBytes stands for what a mail to be read may have.
const unknownBytes = 8 << 20

// again calls f until it works, fails for good, or patience is over. f gets the time
// that one try may take.
func again(ctx context.Context, patience time.Duration, bytes int, f func(ctx context.Context) error) error {
	end, length := time.Now().Add(patience), attempt+time.Duration(bytes)*time.Microsecond
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 250*time.Millisecond) {
		try, cancel := context.WithTimeout(ctx, length)
		err := f(try)
		if try.Err() != nil {
			length *= 2
		}
		cancel()
		if err == nil || !passes(err) || ctx.Err() != nil {
			return err
		}
		if time.Now().Add(wait).After(end) {
			return fmt.Errorf("for %v the database did not answer: %w", patience, err)
		}
		if isCode(err, "40001", "40P01") {
			wait = min(wait, 40*time.Millisecond)
		}
		select {
		case <-time.After(wait/2 + rand.N(wait)):
		case <-ctx.Done():
			return err
		}
	}
}

// transact sends a transaction in one round trip: what queue adds, between BEGIN and
// COMMIT. An error that is no answer leaves open whether it was committed.
func transact(ctx context.Context, pool *pgxpool.Pool, queue func(b *pgx.Batch)) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	pg := conn.Conn().PgConn()
	delete(pg.CustomData(), warned)
	b := new(pgx.Batch)
	b.Queue("BEGIN")
	queue(b)
	ended := ""
	b.Queue("COMMIT").Exec(func(tag pgconn.CommandTag) error {
		ended = tag.String()
		return nil
	})
	err = conn.SendBatch(ctx, b).Close()
	switch {
	case err != nil:
		settle(ctx, conn.Conn(), err)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && !isAnswer(err) {
			pool.Reset() // the other connections lead to the same silence
		}
		return err
	case ended != "COMMIT":
		return fmt.Errorf("%w: %s", errUnsure, ended)
	case pg.CustomData()[warned] != nil:
		return fmt.Errorf("%w: %v", errUnsure, pg.CustomData()[warned])
	}
	return nil
}

// settle makes a connection fit for the next one after an error, or closes it.
func settle(ctx context.Context, conn *pgx.Conn, err error) {
	if isAnswer(err) && !isCode(err, "25006", "0A000", "26000", "42P05") && !conn.IsClosed() && conn.PgConn().TxStatus() == 'E' {
		if _, err := conn.PgConn().Exec(ctx, "ROLLBACK").ReadAll(); err == nil {
			return
		}
	}
	if !isAnswer(err) || isCode(err, "25006", "0A000", "26000", "42P05") {
		now, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(now)
	}
}

// failed is an error of the database as callers hear it.
func failed(doing string, err error) error {
	var known *mailsim.Error
	switch {
	case errors.As(err, &known):
		return err
	case passes(err):
		return &mailsim.Error{Kind: mailsim.ErrUnavailable, Message: doing + ": " + err.Error(), Err: err}
	case isCode(err, "42P01"):
		return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the database has no tables of mailsim: Migrate makes them", Err: err}
	}
	return &mailsim.Error{Kind: mailsim.ErrInternal, Message: doing + ": " + err.Error(), Err: err}
}
