// Package bolt keeps a universe in a directory of this machine, in one file of
// [go.etcd.io/bbolt]:
//
//	u, err := universe.Open(ctx, bolt.Open("data"), mailsim.Options{})
//
// What was acknowledged is on the disk; a process that is killed at any instant
// loses nothing of it, and nothing is there by half. One process at a time has a
// directory open. The bytes of mails are read when they are needed. A file of which
// more than half is free is made smaller, while the universe runs or when it is opened.
package bolt
