package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// patience is how long a question to the directory is asked again while the database
// cannot be reached, as during a failover.
const patience = 10 * time.Second

// attempt bounds the first try: what is asked of a server that is gone without a word has to be
// asked of the next one soon. A try that takes as long makes the next one twice as long.
const attempt = 2 * time.Second

// again does something until it succeeds, as far as trying again can help: when the
// database asks for it, or cannot be reached. What it does may be done twice.
func again(ctx context.Context, do func(context.Context) error, codes ...string) error {
	end, length := time.Now().Add(patience), attempt
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		try, cancel := context.WithTimeout(ctx, length)
		err := do(try)
		if try.Err() != nil {
			length *= 2
		}
		cancel()
		if err == nil || ctx.Err() != nil || time.Now().After(end) || !passing(err, codes) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// passing tells whether an error may pass.
func passing(err error, codes []string) bool {
	var kind *mailsim.Error
	if errors.Is(err, pgx.ErrNoRows) || errors.As(err, &kind) {
		return false
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return true // no answer
	}
	switch {
	case slices.Contains(codes, pg.Code), pg.Code == "40001", pg.Code == "40P01", pg.Code == "25006":
		return true
	}
	return len(pg.Code) == 5 && (pg.Code[:2] == "08" || pg.Code[:2] == "57" || pg.Code[:2] == "53")
}

// isCode tells whether the database refused with a code, by the constraint of a name.
func isCode(err error, code, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == code && (constraint == "" || pg.ConstraintName == constraint)
}

// asked is an error of the database as the cell knows it; one that has a kind keeps it. Of a
// database that cannot be reached, clients of the cell need not hear where it is.
func asked(what string, err error) error {
	var own *mailsim.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own) && own.Kind != mailsim.ErrUnavailable:
		return err
	case own != nil || passing(err, nil):
		return &mailsim.Error{Kind: mailsim.ErrUnavailable, Message: what + ": the database does not answer, try again", Err: cmp.Or(unwrapped(own), err)}
	}
	return &mailsim.Error{Kind: mailsim.ErrInternal, Message: what + ": " + err.Error(), Err: err}
}

func unwrapped(e *mailsim.Error) error {
	if e == nil {
		return nil
	}
	return e.Err
}

// toOperator adds to an error why the database does not answer, which clients do not hear.
func toOperator(err error) error {
	var own *mailsim.Error
	if !errors.As(err, &own) || own.Kind != mailsim.ErrUnavailable || own.Err == nil || strings.Contains(own.Message, own.Err.Error()) {
		return err
	}
	return &mailsim.Error{Kind: own.Kind, Message: own.Message + ": " + own.Err.Error(), Err: own.Err}
}

// in runs a transaction, again when the database asks for it.
func in(ctx context.Context, pool *pgxpool.Pool, do func(pgx.Tx) error) error {
	return again(ctx, func(ctx context.Context) error { return pgx.BeginFunc(ctx, pool, do) })
}
