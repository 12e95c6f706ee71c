// Package cluster joins several processes into one cell. Its universes and its directory
// are kept in PostgreSQL:
//
//	node, err := cluster.Start(ctx, []string{"postgres://mailsim@db.internal/mailsim"}, cluster.Options{Secret: secret})
//	mail := smtpd.New(node.Host(), smtpd.Options{})
//	api := httpapi.New(node.Cell(), httpapi.Options{Elsewhere: node.Forward})
//
// Each universe is served by one process at a time: its owner, which holds the universe's lease
// (see package store/postgres). Each process writes a heartbeat to the database. Rendezvous
// hashing of a universe's id chooses the owner among the processes with a recent heartbeat, so
// that few universes move when a process comes or goes. If an HTTP request, or an SMTP, IMAP or
// POP3 session, reaches a process that does not own the universe, that process passes it on to
// the owner: over TLS, to a listener that only processes with the same secret can use.
//
// The directory is not cached: each look-up asks the database, so that a change takes effect in
// all processes at once. Streams and sessions that have lost their access end within a second.
package cluster
