// Package pgtest runs real PostgreSQL servers in tests: each in a directory of its own and on a
// free port of loopback. If the tests run as root, the servers run as the user "nobody". A test
// can kill them, start them again, let a standby follow them, and cut connections to them.
//
//	server := pgtest.Start(t)
//	pool, err := postgres.Connect(ctx, server.Database(t))
//
// A test is skipped where PostgreSQL is not installed. The programs initdb and postgres are
// looked for in the directory that PGTEST_BIN names, else where Debian's package postgresql
// puts them, else in PATH.
package pgtest
