// Package pgtest runs real PostgreSQL servers in tests: each in a directory of its own
// and on a free port of loopback. If the tests run as root, the servers run as nobody.
// They can be killed, started again and followed by a standby, and connections to them
// can be cut.
//
//	server := pgtest.Start(t)
//	pool, err := postgres.Connect(ctx, server.Database(t))
//
// A test is skipped where PostgreSQL is not installed. The directory with initdb and postgres
// is that of PGTEST_BIN, else where Debian's package postgresql puts it, else the one in PATH.
package pgtest
