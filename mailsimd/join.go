package mailsimd

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net/http"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/smtpd"
)

// Member is one process's part of a cell that several processes serve together. The command
// cluster/cmd/mailsimd, in a module of its own, makes one.
type Member interface {
	// Cell is the cell as this process sees it. HTTP requests are answered
	// from it.
	Cell() *mailsim.Cell
	// Host is the cell as the SMTP, IMAP and POP3 servers use it: sessions whose universe
	// another process serves are handed over to that process.
	Host() mailsim.Host
	// Forward passes a request on to another process: see
	// httpapi.Options.Elsewhere.
	Forward(w http.ResponseWriter, r *http.Request, at *mailsim.Elsewhere)
	// Inner adapts o for the API that the other processes use.
	Inner(o httpapi.Options) httpapi.Options
	// Serve sets the servers that requests and sessions from the other
	// processes are passed to.
	Serve(api http.Handler, smtp *smtpd.Server, imap *imapd.Server, pop3 *pop3d.Server)
	// Furnish makes what a file describes, except what the cell has already.
	Furnish(ctx context.Context, c *mailsim.Config) error
	// Metrics writes Prometheus text about this process among the others.
	Metrics(w io.Writer)
	// InStatus is what GET /api/status says about a universe that this process serves.
	InStatus(universe string) *httpapi.Cluster
	// Close hands the universes of this process over to the other processes.
	Close() error
}

// Joiner lets a process join others and serve a cell together with them, if the flags ask for
// it.
type Joiner interface {
	// Flags defines the flags by which a user asks to join. Each can be given in the
	// environment too.
	Flags(fs *flag.FlagSet)
	// Asked reports whether the flags ask to join. It is called once all flags are read.
	Asked() bool
	// Join joins the other processes. It then makes what o.Config describes, except what the
	// cell has already.
	Join(ctx context.Context, o mailsim.CellOptions) (Member, error)
}

// joining is who joins others, nil where the program cannot.
type joining struct{ joiner Joiner }

func (j *joining) define(fs *flag.FlagSet, by Joiner) {
	if j.joiner = by; by != nil {
		by.Flags(fs)
	}
}

func (j *joining) joins() bool { return j.joiner != nil && j.joiner.Asked() }

func (j *joining) validate(o *options) error {
	switch {
	case !j.joins():
		return nil
	case o.key == "":
		return errors.New("several processes of one cell need a -key, the same for all")
	case o.data != "" || o.load != "":
		return errors.New("-data, -load: several processes keep their universes in what they share")
	}
	return nil
}

// newMember joins the others.
func newMember(ctx context.Context, o *options, log *slog.Logger) (*host, error) {
	c, err := readConfig(o.config)
	if err != nil {
		return nil, err
	}
	if o.config != "" && c.Orgs == nil {
		return nil, errors.New("-config: several processes serve organizations: put the universe below orgs")
	}
	if err := o.suitsCell(); err != nil {
		return nil, err
	}
	base := o.base(log)
	if base.Relay, err = o.relayInCell(c); err != nil {
		return nil, err
	}
	options := mailsim.CellOptions{Domain: o.domain, AdminKey: o.key, Universe: base, Logger: log}
	if o.config != "" {
		options.Config, options.Trusted = o.bounded(c), c.Trusted
	}
	m, err := o.joiner.Join(ctx, options)
	if err != nil {
		return nil, err
	}
	cell := m.Cell()
	h := &host{
		Host: cell, doors: m.Host(), member: m, key: o.key, settle: cell.Settle, outbox: cell.Outbox, close: m.Close,
		reload: func(ctx context.Context, c *mailsim.Config) error { return m.Furnish(ctx, o.bounded(c)) },
	}
	for _, org := range c.Orgs {
		for _, u := range org.Universes {
			h.universe = cmp.Or(h.universe, u.ID)
		}
	}
	return h, nil
}

// mail is the host as servers of mail know it.
func (h *host) mail() mailsim.Host {
	if h.doors != nil {
		return h.doors
	}
	return h.Host
}

// newAPI makes the API, and with others the one that they reach.
func (s *server) newAPI(o httpapi.Options) *httpapi.Handler {
	if m := s.host.member; m != nil {
		o.MoreMetrics, o.Cluster = m.Metrics, m.InStatus
		m.Serve(httpapi.New(s.host.Host, m.Inner(o)), s.smtp, s.imap, s.pop3)
		o.Elsewhere = m.Forward
	}
	return httpapi.New(s.host.Host, o)
}
