package mailsimd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/universe"
)

// -data: a universe that a directory keeps.

// dataOptions are the flags of a directory.
type dataOptions struct {
	data      string
	checkData bool // -check without a file
}

func (o *dataOptions) define(fs *flag.FlagSet) {
	fs.StringVar(&o.data, "data", "", "`directory` that keeps the universe: whatever is acknowledged is on disk; with -check, only check it")
}

// bareCheck takes a -check without a file off the arguments.
func (o *dataOptions) bareCheck(args []string) []string {
	rest := make([]string, 0, len(args))
	for i, a := range args {
		if (a == "-check" || a == "--check") && (i == len(args)-1 || strings.HasPrefix(args[i+1], "-")) {
			o.checkData = true
		} else {
			rest = append(rest, a)
		}
	}
	return rest
}

func (o *dataOptions) validate(all *options) error {
	switch {
	case o.checkData && o.data == "":
		return errors.New("-check needs a YAML file, or a -data directory")
	case o.data != "" && all.check != "":
		return errors.New("-data and -check FILE exclude each other: -check without a file checks the directory")
	}
	return nil
}

// onDisk is how many times as much is kept by default where a disk keeps it.
const onDisk = 10

// roomy raises the bounds whose flags are not given.
func (o *options) roomy() {
	for flag, bound := range map[string]*int{"max-mails": &o.bounds.Mails, "max-copies": &o.bounds.Copies, "max-mailboxes": &o.bounds.Mailboxes, "max-events": &o.bounds.Events} {
		if !o.given[flag] {
			*bound *= onDisk
		}
	}
	if !o.given["max-bytes"] {
		o.maxBytes *= onDisk
	}
}

// What a universe on the disk takes of memory beside what it must have there: bytes at
// hand, and room for garbage in percent.
const (
	dataCache  = 16 << 20
	dataGrowth = 12
)

// openGrowth is the room for garbage while a directory is read, which makes little: to
// collect it more often costs a fifth of the time, and less often more memory than later.
const openGrowth = 200

// kept is a store that notes whether there was a universe in it.
type kept struct {
	*bolt.Store
	any bool
}

// Load yields every record but the bytes of mails.
func (k *kept) Load(ctx context.Context) iter.Seq2[mailsim.Record, error] {
	return k.note(k.Store.Load(ctx))
}

// Lend calls read with every record but the bytes of mails.
func (k *kept) Lend(ctx context.Context, read func(iter.Seq2[mailsim.Record, error]) error) error {
	return k.Store.Lend(ctx, func(records iter.Seq2[mailsim.Record, error]) error { return read(k.note(records)) })
}

func (k *kept) note(records iter.Seq2[mailsim.Record, error]) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		for r, err := range records {
			k.any = k.any || err == nil
			if !yield(r, err) {
				return
			}
		}
	}
}

// newKept makes or opens the universe of the -data directory.
func newKept(ctx context.Context, o *options, log *slog.Logger) (*host, error) {
	c, err := readConfig(o.config)
	if err != nil {
		return nil, err
	}
	if c.Orgs != nil {
		return nil, errors.New("-data: a directory holds one universe, not organizations")
	}
	store := &kept{Store: bolt.Open(o.data)}
	demo := o.config == "" && o.load == "" && o.demo
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(openGrowth)
	}
	u, err := o.openKept(ctx, store, c, demo, log)
	if err != nil {
		return nil, fmt.Errorf("-data: %w", err)
	}
	h := newUniverseHost(o, u)
	if err = h.furnishKept(ctx, o, u, demo && !store.any); err == nil && store.any && (u.Clock().Speed != o.speed || u.Clock().Frozen != o.frozen) {
		err = o.setClock(ctx, u)
	}
	if err != nil {
		return nil, errors.Join(err, u.Close())
	}
	if store.any && o.config != "" {
		log.Warn("the directory has a universe already: the file is read at SIGHUP only", "data", o.data, "config", o.config)
	}
	stop := serveBackup(o.data, store.Store, log)
	h.close = func() error {
		stop()
		return u.Close()
	}
	return h, nil
}

// openKept opens the universe, or makes it of what the flags say.
func (o *options) openKept(ctx context.Context, store mailsim.Store, c *mailsim.Config, demo bool, log *slog.Logger) (*mailsim.Universe, error) {
	if o.load != "" {
		f, err := os.Open(o.load)
		if err != nil {
			return nil, errors.Join(err, store.Close())
		}
		defer func() { _ = f.Close() }()
		opts := o.base(log)
		if opts.Relay, err = o.relayTo(nil); err != nil {
			return nil, errors.Join(err, store.Close())
		}
		opts.Bounds, opts.CacheBytes = opts.Bounds.Or(*o.bounded(&mailsim.Config{}).Bounds), dataCache
		return universe.LoadInto(ctx, store, f, opts)
	}
	if demo {
		c = demoConfig(o.busy)
	}
	opts, err := o.configured(c, log)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	if !o.given["domain"] {
		opts.Domain = "" // its own, or the default
	}
	opts.Bounds, opts.CacheBytes = opts.Bounds.Or(*opts.Config.Bounds), dataCache
	return universe.Open(ctx, store, opts)
}

// furnishKept is furnish with a key that stays the same from run to run, in a file
// that only its owner can read.
func (h *host) furnishKept(ctx context.Context, o *options, u *mailsim.Universe, demo bool) error {
	if o.key == "" {
		key, err := keptKey(filepath.Join(o.data, "key"))
		if err != nil {
			return err
		}
		o.key = key
	}
	return h.furnish(ctx, o, u, demo)
}

// keptKey reads a key, or makes it.
func keptKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := mailsim.NewKey()
	return key, os.WriteFile(path, []byte(key+"\n"), 0o600)
}

// checkDirectory reads all that a directory keeps.
func checkDirectory(ctx context.Context, dir string, stdout io.Writer) error {
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	store := &kept{Store: bolt.Open(dir)}
	if err := universe.CheckStore(ctx, verified{store}); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if !store.any {
		return fmt.Errorf("%s: it has no universe yet", dir)
	}
	fmt.Fprintf(stdout, "%s: ok\n", dir)
	return nil
}

// verified is a store that is verified when it has been loaded.
type verified struct{ *kept }

// Lend verifies the file when all has been read.
func (v verified) Lend(ctx context.Context, read func(iter.Seq2[mailsim.Record, error]) error) error {
	if err := v.kept.Lend(ctx, read); err != nil {
		return err
	}
	return v.Verify(ctx)
}
