// Package postgres keeps universes in PostgreSQL. One database holds any number of
// them, and each universe is owned by one process at a time:
//
//	pool, err := postgres.Connect(ctx, "postgres://mailsim@db.internal/mailsim")
//	err = postgres.Migrate(ctx, pool)
//	s, err := postgres.Open(ctx, pool, "demo", postgres.Options{})
//	u, err := universe.Open(ctx, s, mailsim.Options{})
//
// Acknowledged changes are as durable as the database's commits: on its disk, and on its
// synchronous standbys if it has some. All changes that are waiting to be stored go to the
// database together, in one transaction and one round trip for each 4 MiB or so. The bytes
// of mails are read when they are needed.
//
// # Owners
//
// A universe has a row with its owner, an epoch and the end of a lease, by the clock of the
// database. Open takes the lease and raises the epoch; the process renews it as long as the
// store is open. Every transaction asserts the epoch, so that a process that was believed
// dead can store nothing more once another has taken its universe over: its Commit returns
// mailsim.ErrFenced.
//
// When the database cannot be reached, Commit tries again for [Options.Patience]. If the
// answer to a COMMIT is lost, Commit finds out whether it took effect by committing
// another transaction. As that one also waits for the synchronous standbys, what Commit
// reports holds for them too. A server that owes an answer for half a second is asked, on
// another connection, whether it lives; if it is silent for a second, all connections to it are
// closed, and other servers of the DSN are tried.
//
// # What it needs of the database
//
// PostgreSQL 11 or later, or another database that speaks its protocol and has what is used
// here: tables with a primary key of several columns, text, bytea, integer, bigint, boolean
// and timestamptz, an index in ascending order, INSERT … ON CONFLICT DO UPDATE and DO
// NOTHING, UPDATE … RETURNING, INSERT, UPDATE and DELETE with RETURNING inside a WITH,
// unnest with several arrays, ANY with an array, comparison of row values in a WHERE,
// LIMIT, now(), intervals, BEGIN, COMMIT, ROLLBACK, and pipelines of prepared statements.
// Every key begins with the universe, so that the rows of a universe stay together in a
// database that spreads tables over machines. No row is larger than 512 KiB, and no message
// to the database larger than about 2 MiB. It works at the database's default isolation
// level, whichever that is, and tries again after the errors 40001, 40003 and 40P01, as databases
// that spread over machines require. It does not use advisory locks, LISTEN, COPY,
// sequences, foreign keys, temporary tables, savepoints, functions of its own, or several
// changes of the schema in one transaction.
package postgres
