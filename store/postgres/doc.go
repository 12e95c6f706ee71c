// Package postgres keeps universes in PostgreSQL. One database holds any number of
// them, and each universe is owned by one process at a time:
//
//	pool, err := postgres.Connect(ctx, "postgres://mailsim@db.internal/mailsim")
//	err = postgres.Migrate(ctx, pool)
//	s, err := postgres.Open(ctx, pool, "demo", postgres.Options{})
//	u, err := universe.Open(ctx, s, mailsim.Options{})
//
// Acknowledged changes are as durable as the database's commits: on its disk, and on its
// synchronous standbys if it has some. Changes that are waiting to be stored go to the database
// together: one transaction and one round trip for each 4 MiB or so. The bytes of mails are
// read when they are needed.
//
// # Owners
//
// Each universe has a row with its owner, an epoch, and the time at which the owner's lease
// ends, by the clock of the database. Open takes the lease and raises the epoch; the process
// renews the lease as long as the store is open. Every transaction checks the epoch. So once
// another process has taken the universe over, the old owner can store nothing more: its Commit
// returns mailsim.ErrFenced.
//
// If the database cannot be reached, Commit keeps trying for [Options.Patience]. If the answer
// to a COMMIT is lost, Commit makes another transaction to find out whether the first took
// effect. The second one waits for the synchronous standbys too, so a change that Commit reports
// as stored is also on the standbys. If a server has not answered for half a second, another
// connection asks it whether it is alive; if it is silent for a second, all connections to it
// are closed, and other servers of the DSN are tried.
//
// # What the database must support
//
// PostgreSQL 11 or later needs nothing more. Another database that speaks its protocol must
// support:
//
//   - tables with a primary key of several columns, and an index in ascending order;
//   - the types text, bytea, integer, bigint, boolean, timestamptz and interval;
//   - INSERT … ON CONFLICT DO UPDATE and DO NOTHING, UPDATE … RETURNING, and INSERT, UPDATE and
//     DELETE with RETURNING inside a WITH;
//   - LIMIT, now(), unnest with several arrays, ANY with an array, and comparison of row values
//     in a WHERE;
//   - BEGIN, COMMIT, ROLLBACK, and pipelines of prepared statements.
//
// Every key begins with the universe, so that a database that spreads tables over machines
// keeps the rows of a universe together. No row is larger than 512 KiB, and no message to the
// database larger than about 2 MiB. Any default isolation level will do. A transaction that
// fails with 40001, 40003 or 40P01 is tried again, as databases that spread over machines
// require.
//
// The package does not use advisory locks, LISTEN, COPY, sequences, foreign keys, temporary tables
// or savepoints. It defines no functions in the database, and makes no two changes of the schema in
// one transaction.
package postgres
