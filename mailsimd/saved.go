package mailsimd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// newLoaded makes the universe of a -load file. It goes on where it was saved;
// flags that are given change its clock's pace and its domain.
func newLoaded(ctx context.Context, o *options, log *slog.Logger) (*host, error) {
	opts := o.base(log)
	var err error
	if opts.Relay, err = o.relayTo(nil); err != nil {
		return nil, err
	}
	if !o.given["domain"] {
		opts.Domain = "" // its own
	}
	opts.Bounds = opts.Bounds.Or(*o.bounded(&mailsim.Config{}).Bounds)
	u, err := universe.LoadFile(o.load, opts)
	switch {
	case errors.Is(err, mailsim.ErrNotFound):
		return nil, fmt.Errorf("-load: %w", err) // which names it
	case err != nil:
		return nil, fmt.Errorf("-load: %s: %w", o.load, err)
	}
	h := newUniverseHost(o, u)
	if err = h.furnish(ctx, o, u, false); err == nil {
		err = o.setClock(ctx, u)
	}
	if err != nil {
		u.Close()
		return nil, err
	}
	return h, nil
}

func (o *options) setClock(ctx context.Context, u *mailsim.Universe) (err error) {
	if o.given["speed"] {
		_, err = u.SetSpeed(ctx, o.speed)
	}
	if err == nil && o.given["frozen"] {
		_, err = u.Freeze(ctx, o.frozen)
	}
	return err
}

// checkSave finds out at the start whether the -save file can be written, not
// when all is lost.
func (o *options) checkSave() error {
	if o.save == "" {
		return nil
	}
	file := o.save
	if behind, err := filepath.EvalSymlinks(file); err == nil {
		file = behind
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("-save: %s is a directory", o.save)
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".mailsimd-*")
	if err != nil {
		return fmt.Errorf("-save: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// keep writes the universe as it is, and returns what is in the file: a change of
// it is a change of the number. No file is 0.
func (h *host) keep(file string) (written uint64, err error) {
	if file == "" {
		return 0, nil
	}
	written = h.single.Commits()
	return written, h.write(file)
}

// finish ends the universe and writes it again if it is not what was written.
func (h *host) finish(file string, written uint64) error {
	if file == "" {
		return nil
	}
	if err := h.single.Close(); err != nil {
		return fmt.Errorf("-save: %w", err)
	}
	if h.saved && h.single.Commits() == written {
		return nil
	}
	return h.write(file)
}

// write saves the universe without the key that this run made for itself: the
// next one makes its own.
func (h *host) write(file string) error {
	var opts []mailsim.SaveOption
	if h.made != "" {
		opts = append(opts, mailsim.WithoutKey(h.made))
	}
	if err := h.single.SaveFile(file, opts...); err != nil {
		return fmt.Errorf("-save: %w", err)
	}
	h.saved = true
	return nil
}
