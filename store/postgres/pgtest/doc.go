// Package pgtest runs real PostgreSQL servers in tests: in a directory of their own, on a
// free port of loopback, as a user without rights. They can be killed, started again and
// followed by a standby, and connections to them can be cut.
//
//	server := pgtest.Start(t)
//	pool, err := postgres.Connect(ctx, server.Database(t))
//
// A test is skipped where PostgreSQL is not installed. Debian's package postgresql is found by
// itself; elsewhere PGTEST_BIN names the directory with initdb and postgres.
package pgtest
