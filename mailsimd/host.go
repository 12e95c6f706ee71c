package mailsimd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// host is what is served, with what the program needs of it.
type host struct {
	mailsim.Host
	doors    mailsim.Host      // as servers of SMTP, IMAP and POP3 know it
	member   Member            // nil for a process that is alone
	key      string            // of the administrator
	universe string            // id of the universe, of a cell's first one
	single   *mailsim.Universe // nil for a cell
	made     string            // prefix of the key, when this run made it
	login    string            // of the demo
	password string
	reload   func(context.Context, *mailsim.Config) error
	saved    bool // to the file of -save
	settle   func(context.Context) error
	outbox   func() mailsim.Outbox
	close    func() error
}

func (h *host) Close() error { return h.close() }

// newHost makes the universe or cell that the flags and the file describe.
func newHost(ctx context.Context, o *options, log *slog.Logger) (*host, error) {
	if err := o.checkSave(); err != nil {
		return nil, err
	}
	switch {
	case o.joins():
		return newMember(ctx, o, log)
	case o.data != "":
		o.roomy()
		return newKept(ctx, o, log)
	case o.load != "":
		return newLoaded(ctx, o, log)
	}
	c, err := readConfig(o.config)
	if err != nil {
		return nil, err
	}
	if c.Orgs != nil {
		return newCell(o, c, log)
	}
	return newUniverse(ctx, o, c, log)
}

// readConfig reads a file; no file says nothing.
func readConfig(file string) (*mailsim.Config, error) {
	if file == "" {
		return &mailsim.Config{}, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return universe.ParseConfig(file, data)
}

// keptSessions is how many protocol sessions can be looked at, of at most 32 KiB each.
const keptSessions = 200

// base is what universes have in common.
func (o *options) base(log *slog.Logger) mailsim.Options {
	wait := o.webhookWait
	if wait == 0 {
		wait = -1 // none
	}
	return mailsim.Options{
		WebhookWait: wait, WebhookQueue: o.webhookQueue, Transcripts: keptSessions,
		Seed: o.seed, Domain: o.domain, Start: cmp.Or(o.start.Time, time.Now().Truncate(time.Second)), Speed: o.speed, Frozen: o.frozen, Network: o.network, Writer: o.writer, WriterCalls: o.aiCalls, Logger: log,
		Bounds: o.givenBounds(),
	}
}

// givenBounds are the bounds whose flags were given. They win over a file's, and 0
// is no limit.
func (o *options) givenBounds() (b mailsim.Bounds) {
	set := func(flag string, to *int, n int) {
		if *to = n; !o.given[flag] {
			*to = 0
		} else if n == 0 {
			*to = -1
		}
	}
	bytes := 0
	set("max-bytes", &bytes, int(o.maxBytes))
	b.Bytes = int64(bytes)
	set("max-mails", &b.Mails, o.bounds.Mails)
	set("max-copies", &b.Copies, o.bounds.Copies)
	set("max-mailboxes", &b.Mailboxes, o.bounds.Mailboxes)
	set("max-events", &b.Events, o.bounds.Events)
	if o.given["when-full"] {
		b.WhenFull = mailsim.WhenFull(o.whenFull)
	}
	return b
}

// bounded fills what a file leaves out of its bounds with the flags' defaults.
func (o *options) bounded(c *mailsim.Config) *mailsim.Config {
	def := o.bounds
	def.Bytes = int64(o.maxBytes)
	fill := func(u *mailsim.UniverseConfig) {
		b := def
		if u.Bounds != nil {
			b = u.Bounds.Or(def)
		}
		u.Bounds = &b
	}
	if c.Orgs == nil {
		fill(&c.UniverseConfig)
		c.Webhooks = o.withWebhook(c.Webhooks)
	}
	for _, org := range c.Orgs {
		for i := range org.Universes {
			fill(&org.Universes[i])
		}
	}
	return c
}

func newUniverse(ctx context.Context, o *options, c *mailsim.Config, log *slog.Logger) (*host, error) {
	demo := o.config == "" && o.demo
	if demo {
		c = demoConfig(o.busy)
	}
	opts, err := o.configured(c, log)
	if err != nil {
		return nil, err
	}
	u, err := universe.New(opts)
	if err != nil {
		return nil, err
	}
	h := newUniverseHost(o, u)
	if err = h.furnish(ctx, o, u, demo); err != nil {
		u.Close()
		return nil, err
	}
	if o.save != "" { // the file's passwords are hashed to be saved: the end must not wait for that
		go func() { _ = u.Save(io.Discard) }()
	}
	return h, nil
}

// configured are the options of a new universe of a file.
func (o *options) configured(c *mailsim.Config, log *slog.Logger) (opts mailsim.Options, err error) {
	opts = o.base(log)
	if opts.Relay, err = o.relayTo(c.Relay); err != nil {
		return opts, err
	}
	o.relay.file = c.Relay
	opts.Config = o.bounded(c)
	if clock := c.Clock; clock != nil { // flags that are not given leave the clock to the file
		if clock.Start != nil && !o.given["start"] {
			opts.Start = *clock.Start
		}
		if clock.Speed != nil && !o.given["speed"] {
			opts.Speed = *clock.Speed
		}
		if clock.Frozen != nil && !o.given["frozen"] {
			opts.Frozen = *clock.Frozen
		}
	}
	return opts, nil
}

func newUniverseHost(o *options, u *mailsim.Universe) *host {
	reload := func(ctx context.Context, c *mailsim.Config) error {
		if err := o.relay.same(c.Relay); err != nil {
			return err
		}
		return u.Reload(ctx, o.bounded(c))
	}
	return &host{Host: u, universe: u.ID(), single: u, reload: reload, settle: u.Settle, outbox: u.Outbox, close: u.Close}
}

// furnish adds what the flags say beside the file.
func (h *host) furnish(ctx context.Context, o *options, u *mailsim.Universe, demo bool) (err error) {
	for _, s := range o.sites {
		if err := u.SetSiteURL(s.host, s.url); err != nil {
			return err
		}
	}
	if h.key = o.key; h.key == "" {
		var k mailsim.Key
		h.key, k, err = u.CreateKey(ctx, "mailsimd", mailsim.RoleAdmin)
		h.made = k.Prefix
	} else {
		_, err = u.AddKey(ctx, h.key, "mailsimd", mailsim.RoleAdmin)
	}
	if err == nil {
		err = o.makeLogins(ctx, u)
	}
	if err == nil {
		err = o.setRelay(ctx, u)
	}
	if err == nil && o.webhook != "" { // beside what a saved universe has
		if _, err = u.SetWebhooks(ctx, o.withWebhook(u.Webhooks())); err != nil {
			err = fmt.Errorf("-webhook: %w", err)
		}
	}
	if err == nil && demo {
		h.login, h.password, err = startDemo(ctx, u)
	}
	return err
}

// suitsCell refuses flags of a single universe.
func (o *options) suitsCell() error {
	if o.save != "" {
		return errors.New("-save: a file holds one universe, not organizations")
	}
	if len(o.sites) > 0 {
		return errors.New("-site: with orgs a site belongs to one universe: use its sites: in the file")
	}
	if o.open != "" {
		return errors.New("-open: with orgs everybody has a key or signs in: say -open=false, and no -ui-auth")
	}
	if o.webhook != "" {
		return errors.New("-webhook: with orgs a webhook belongs to one universe: use its webhooks: in the file")
	}
	if len(o.logins) > 0 || o.anyLogin {
		return errors.New("-login, -smtp-auth-any: with orgs a login belongs to one universe: use its logins: in the file")
	}
	return nil
}

func newCell(o *options, c *mailsim.Config, log *slog.Logger) (*host, error) {
	if err := o.suitsCell(); err != nil {
		return nil, err
	}
	key := cmp.Or(o.key, mailsim.NewKey())
	base := o.base(log)
	var err error
	if base.Relay, err = o.relayInCell(c); err != nil {
		return nil, err
	}
	cell, err := universe.NewCell(mailsim.CellOptions{Domain: o.domain, AdminKey: key, Config: o.bounded(c), Universe: base, Logger: log})
	if err != nil {
		return nil, err
	}
	h := &host{Host: cell, key: key, reload: func(ctx context.Context, c *mailsim.Config) error { return cell.Reload(ctx, o.bounded(c)) }, settle: cell.Settle, outbox: cell.Outbox, close: cell.Close}
	for _, org := range c.Orgs {
		for _, u := range org.Universes {
			h.universe = cmp.Or(h.universe, u.ID)
		}
	}
	return h, nil
}

// checkFile finds what is wrong with the file of -check, also what shows only when it is
// applied. The flags count as in a run: one of them may name the relay.
func (o *options) checkFile() error {
	c, err := readConfig(o.check)
	if err != nil {
		return err
	}
	still := mailsim.Options{Frozen: true, Speed: 1}
	if c.Orgs != nil {
		if still.Relay, err = o.relayInCell(c); err != nil {
			return err
		}
		cell, err := universe.NewCell(mailsim.CellOptions{Config: c, Universe: still})
		if err == nil {
			err = cell.Close()
		}
		return err
	}
	if still.Relay, err = o.relayTo(c.Relay); err != nil {
		return err
	}
	still.Config = c
	u, err := universe.New(still)
	if err == nil {
		err = u.Close()
	}
	return err
}
