// Package cluster joins several processes into one cell. Its universes and its directory
// are kept in PostgreSQL:
//
//	node, err := cluster.Start(ctx, []string{"postgres://mailsim@db.internal/mailsim"}, cluster.Options{Secret: secret})
//	mail := smtpd.New(node.Host(), smtpd.Options{})
//	api := httpapi.New(node.Cell(), httpapi.Options{Elsewhere: node.Forward})
//
// Each universe is served by one process at a time, its owner, which holds its lease
// (package store/postgres). Each process writes a heartbeat to the database. Rendezvous
// hashing of a universe's id chooses the owner among the processes with a recent heartbeat,
// so that few universes move when a process comes or goes. A process that is asked for a
// universe that another process owns passes the HTTP request, or the SMTP, IMAP or POP3
// session, on to the owner: over TLS, to a listener that only processes with the same
// secret can use.
//
// Nothing of the directory is cached: each look-up asks the database, so that a change
// made by one process counts at all others at once. Streams and sessions that have lost
// their access end within a second.
package cluster
