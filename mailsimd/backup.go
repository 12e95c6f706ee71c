package mailsimd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
)

func init() { commands["backup"] = backupCommand }

const backupUsage = `mailsimd backup copies a -data directory, even while a mailsimd is running on it,
which it does not interrupt.

`

// backupCommand copies a directory whole, as it is at one instant.
func backupCommand(ctx context.Context, args []string, p Process) error {
	var dir, to string
	fs := flag.NewFlagSet("mailsimd backup", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&dir, "data", "", "`directory` to copy")
	fs.StringVar(&to, "to", "", "`directory` to copy it to, which must not hold a universe yet")
	if err := parseCommand(fs, args, p, backupUsage); err != nil {
		return err
	}
	if dir == "" || to == "" {
		return fmt.Errorf("%w: say -data and -to", errUsage)
	}
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	if err := backup(ctx, dir, to); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%s: ok\n", to)
	return nil
}

func backup(ctx context.Context, dir, to string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", filepath.Join(dir, backupSocket))
	if err == nil { // it runs
		defer func() { _ = conn.Close() }()
		return bolt.Restore(to, conn)
	}
	store := bolt.Open(dir)
	defer func() { _ = store.Close() }()
	for _, err := range store.Load(ctx) {
		if errors.Is(err, mailsim.ErrConflict) {
			return fmt.Errorf("%w; it gives no copy", err)
		}
		if err != nil {
			return err
		}
		break
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(store.Backup(w)) }()
	return errors.Join(bolt.Restore(to, r), r.Close())
}

// backupSocket is where a running mailsimd gives a copy of its store, in the
// directory: whoever may read that may have it.
const backupSocket = "backup.sock"

// serveBackup gives every caller a copy of the store until stop is called.
func serveBackup(dir string, store *bolt.Store, log *slog.Logger) (stop func()) {
	path := filepath.Join(dir, backupSocket)
	_ = os.Remove(path) // left by a process that was killed: the directory is ours
	l, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		log.Warn("mailsimd backup cannot reach this process", "error", err)
		return func() {}
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				if err := store.Backup(conn); err != nil {
					log.Warn("a backup failed", "error", err)
				}
			}()
		}
	}()
	return func() { _ = l.Close() }
}
