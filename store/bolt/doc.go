// Package bolt keeps a universe in a local directory, in one file of [go.etcd.io/bbolt]:
//
//	u, err := universe.Open(ctx, bolt.Open("data"), mailsim.Options{})
//
// Acknowledged changes are on the disk: a process that is killed at any instant loses none of
// them, and no change is half stored. One process at a time can open a directory. The bytes of
// mails are read when they are needed. When more than half of the file, and more than 16 MiB of
// it, is free, the file is shrunk when the universe is next opened; a file whose content is at
// most 256 MiB is also shrunk while the universe runs.
package bolt

// The alternative was cockroachdb/pebble. The two were compared on the batches that a
// universe makes of mails of 2 KiB, with each commit synced to the disk:
//
//   - One mail in a commit: pebble is 2 to 3 times as fast, with 0.35 of the processor time.
//   - 32 mails in a commit: pebble is 1.9 to 2.4 times as fast, with 0.8 of the processor
//     time.
//   - Files: those of pebble are 0.65 times as large.
//   - Reading a body: bbolt needs a fifth to a half of pebble's time.
//   - Reading all records at the start: bbolt needs a sixth of the time.
//
// Bbolt was chosen because it is one small dependency, keeps everything in one file, which can
// be backed up while it is in use, and does not compact in the background. It also needs no
// memory for tables or a block cache beyond the memory that the universe uses, and the
// universe's memory is bounded already.
