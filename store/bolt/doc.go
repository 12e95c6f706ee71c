// Package bolt keeps a universe in a local directory, in one file of [go.etcd.io/bbolt]:
//
//	u, err := universe.Open(ctx, bolt.Open("data"), mailsim.Options{})
//
// Acknowledged changes are on the disk: a process that is killed at any instant loses none
// of them, and no change is stored by half. One process at a time can open a directory. The
// bytes of mails are read when they are needed. A file of which more than half is free is
// made smaller, while the universe runs or when it is opened.
//
// bbolt was weighed against cockroachdb/pebble on the batches that a universe makes of mails
// of 2 KiB, each commit synced. Pebble commits one mail at a time 2 to 3 times as fast, and
// 32 mails together 1.9 to 2.4 times, in 0.35 and 0.8 of the processor time, and its files
// are 0.65 times as large. With bbolt a body is read in a fifth to a half of the time, and
// the records of a start are walked through in a sixth. Bbolt was taken: one file that a
// backup copies at an instant, no goroutines that compact behind the universe's back, no memory
// tables and block cache beside the universe's own bound, and one small dependency.
package bolt
