package mailsimd

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/relay"
)

// relaying is where mail may leave to, and by which rules.
type relaying struct {
	server   relay.Options
	tls      string
	rules    mailsim.RelayRules
	match    patterns
	allow    patterns
	block    patterns
	forwards forwards
	file     *mailsim.RelayConfig // of the universe that runs
}

// ruleFlags are the flags that set rules.
var ruleFlags = []string{"relay-all", "relay-match", "relay-allow", "relay-block", "relay-forward", "relay-from", "relay-return-path", "relay-new-message-id"}

func (r *relaying) define(fs *flag.FlagSet) {
	fs.StringVar(&r.server.Addr, "relay", "", "`server`, as host:port, that released mail is passed to; without it, no mail ever leaves")
	fs.StringVar(&r.tls, "relay-tls", "", "`how` the connection to the relay is protected: starttls if the server offers it (the default), require, tls or off")
	fs.BoolVar(&r.server.Insecure, "relay-insecure", false, "accept any certificate from the relay")
	fs.StringVar(&r.server.Username, "relay-user", "", "`name` to log in with at the relay")
	fs.StringVar(&r.server.Password, "relay-password", "", "`password` for the relay; better set in the environment")
	fs.StringVar(&r.server.Mechanism, "relay-auth", "", "`mechanism`: PLAIN, LOGIN or CRAM-MD5")
	fs.BoolVar(&r.server.PlainAuth, "relay-plain-auth", false, "log in at the relay even without TLS")
	fs.BoolVar(&r.server.LMTP, "relay-lmtp", false, "speak LMTP with the relay")
	fs.BoolVar(&r.server.PublicOnly, "relay-public-only", false, "connect only to public addresses and mail ports")
	fs.DurationVar(&r.server.Timeout, "relay-timeout", 0, "`time` that each reply of the relay may take; default 30s")
	fs.BoolVar(&r.rules.All, "relay-all", false, "pass all mail that the application sends to the relay, for all its recipients")
	fs.Var(&r.match, "relay-match", "`patterns` of recipients whose mail goes to the relay automatically, such as *@client.test,qa.test")
	fs.Var(&r.allow, "relay-allow", "`patterns` of recipients: nothing goes to anyone else")
	fs.Var(&r.block, "relay-block", "`patterns` of recipients: nothing goes to these")
	fs.Var(&r.forwards, "relay-forward", "`MAILBOX=ADDRESS`: pass on all mail that arrives in the mailbox; separate with commas; repeatable")
	fs.StringVar(&r.rules.From, "relay-from", "", "`address` to put into the From field of released mail")
	fs.StringVar(&r.rules.ReturnPath, "relay-return-path", "", "`address` to use as the envelope sender of released mail")
	fs.BoolVar(&r.rules.NewMessageID, "relay-new-message-id", false, "give released mail a new Message-ID")
}

// given tells whether flags set rules.
func (r *relaying) given(o *options) bool {
	for _, name := range ruleFlags {
		if o.given[name] {
			return true
		}
	}
	return false
}

// server is the relay that flags and file name, nil for none; flags win.
func (o *options) relayTo(c *mailsim.RelayConfig) (mailsim.Relay, error) {
	r := &o.relay
	s := r.server
	s.TLS = relay.TLS(r.tls)
	if c != nil && s.Addr == "" {
		s.Addr, s.TLS = c.Server, cmp.Or(s.TLS, relay.TLS(c.TLS))
		s.Username, s.Password = cmp.Or(s.Username, c.Username), cmp.Or(s.Password, c.Password)
	}
	if s.Addr == "" {
		if r.given(o) || r.tls != "" || s.Username != "" {
			return nil, errors.New("the flags -relay-… need -relay, or the key relay.server of the file")
		}
		return nil, nil
	}
	client, err := relay.New(s)
	if err != nil {
		return nil, fmt.Errorf("-relay: %w", err)
	}
	return client, nil
}

// same refuses a file that names another server than the one that mail is handed to.
func (r *relaying) same(c *mailsim.RelayConfig) error {
	var was, is mailsim.RelayConfig
	if r.file != nil {
		was = *r.file
	}
	if c != nil {
		is = *c
	}
	was.RelayRules, is.RelayRules = mailsim.RelayRules{}, mailsim.RelayRules{}
	if !reflect.DeepEqual(was, is) {
		return errors.New("relay: server, tls, username and password hold from the start: restart mailsimd")
	}
	return nil
}

// setRelay puts the rules of the flags in the place of those of the file.
func (o *options) setRelay(ctx context.Context, u *mailsim.Universe) error {
	if !o.relay.given(o) {
		return nil
	}
	rules := o.relay.rules
	rules.Match, rules.Allow, rules.Block, rules.Forward = o.relay.match, o.relay.allow, o.relay.block, o.relay.forwards
	if _, err := u.SetRelay(ctx, rules); err != nil {
		return fmt.Errorf("-relay-…: %w", err)
	}
	return nil
}

// relayInCell is the relay of all universes of a cell, whose rules are each its own.
func (o *options) relayInCell(c *mailsim.Config) (mailsim.Relay, error) {
	if o.relay.given(o) {
		return nil, errors.New("-relay-…: with orgs the rules of a relay are a universe's: put them under its relay: in the file")
	}
	for _, org := range c.Orgs {
		for _, u := range org.Universes {
			if u.Relay != nil && u.Relay.Server != "" {
				return nil, errors.New("relay.server: with orgs there is one relay for all: name it by -relay")
			}
		}
	}
	return o.relayTo(nil)
}

// patterns are a list with commas.
type patterns []string

func (p *patterns) String() string { return "" }

func (p *patterns) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			*p = append(*p, one)
		}
	}
	return nil
}

// forwards are mailboxes with where their mail goes.
type forwards []mailsim.RelayForward

func (f *forwards) String() string { return "" }

func (f *forwards) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		box, to, ok := strings.Cut(strings.TrimSpace(one), "=")
		if !ok || !mailsim.ValidAddress(box) || !mailsim.ValidAddress(to) {
			return errors.New("want MAILBOX=ADDRESS, such as desk@ours.test=me@example.org")
		}
		*f = append(*f, mailsim.RelayForward{Mailbox: box, To: []string{to}})
	}
	return nil
}
