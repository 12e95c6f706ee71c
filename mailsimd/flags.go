package mailsimd

import (
	"cmp"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter"
	"github.com/mailsim/mailsim/internal/near"
)

// options are the flags, and which of them were given.
type options struct {
	busy                     bool // of the demo
	config, check            string
	load, save               string
	http, https              string
	smtp, smtps, imap, imaps string
	pop3, pop3s              string
	tlsCert, tlsKey          string
	domain, key, seed        string
	start                    instant
	speed                    float64
	frozen                   bool
	smtpAuth, anyLogin       bool
	network, demo            bool
	logins                   users
	rate                     float64
	maxSize                  size
	webhookWait              time.Duration
	drainDoors               time.Duration
	drainWebhooks            time.Duration
	webhookQueue             int
	maxBytes                 size
	bounds                   mailsim.Bounds
	whenFull                 string
	maxClients, maxOfAddress int
	trustProxy               networks
	sites                    sites
	ready                    string
	ai                       aiwriter.Config
	writer                   mailsim.Writer // made of ai; nil without
	aiCalls                  int
	public, metrics, verbose bool
	readOnlyTools            bool
	schema, version          bool
	access
	relay relaying
	compatOptions
	dataOptions
	providers
	joining

	given  map[string]bool
	passed []string // names of the environment that have no effect
	names  []string // of all flags

	unknown []string // names of the environment that look like a flag's and are none: see unknownIn
}

const usage = `mailsimd serves a simulated mail world over SMTP, IMAP and HTTP.

  mailsimd                      a demo in which something already happens
  mailsimd -config mail.yaml    the world that the file describes
  mailsimd -check mail.yaml     only check the file
  mailsimd -schema              print the file's JSON Schema, for editors
  mailsimd -load w -save w      continue where the last run ended
  mailsimd -data dir            keep everything on disk at all times; continue from there
  mailsimd -data dir -check     only check that directory

  mailsimd backup               copy a -data directory, even while it is in use
  mailsimd import               load mail into a running mailsimd
  mailsimd export               write the mail of a running mailsimd to a file or directory
  mailsimd readyz               exit with status 0 if a running mailsimd is ready
  mailsimd sendmail -t          pass a mail to a running mailsimd, as sendmail would
  mailsimd version              print the version
  mailsimd help                 print this

Flags; each can also be given in the environment, -smtp-auth as MAILSIM_SMTP_AUTH,
some also by the names of Mailpit and MailHog, such as MP_SMTP_BIND_ADDR:

`

// parseFlags reads flags, then the environment for those that are not there.
func parseFlags(args []string, env func(string) (string, bool), stderr io.Writer, with ...Joiner) (*options, error) {
	o := &options{given: map[string]bool{}, maxSize: 32 << 20, maxBytes: 2 << 30}
	fs := flag.NewFlagSet("mailsimd", flag.ContinueOnError)
	o.define(fs)
	for _, j := range with {
		o.joining.define(fs, j)
	}
	fs.SetOutput(io.Discard) // the caller prints the error
	if err := fs.Parse(o.bareCheck(args)); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fs.SetOutput(stderr)
			fmt.Fprint(stderr, usage)
			fs.PrintDefaults()
		}
		return nil, meantFlag(fs, err)
	}
	if fs.NArg() > 0 {
		return nil, strayWord(fs, fs.Arg(0))
	}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	var err error
	if o.passed, err = fromEnv(fs, env, o.given); err != nil {
		return nil, err
	}
	fs.VisitAll(func(f *flag.Flag) { o.names = append(o.names, f.Name) })
	return o, o.validate()
}

// notDefined begins the error of package flag for a flag that is not there.
const notDefined = "flag provided but not defined: -"

// meantFlag adds to such an error the flag that was probably meant.
func meantFlag(fs *flag.FlagSet, err error) error {
	word, is := strings.CutPrefix(err.Error(), notDefined)
	if !is {
		return err
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if meant := near.Of(word, names); meant != "" {
		return fmt.Errorf("%w: did you mean -%s?", err, meant)
	}
	return fmt.Errorf("%w; -h lists the flags", err)
}

// strayWord is the error for a word that is neither a flag nor a command.
func strayWord(fs *flag.FlagSet, word string) error {
	if meant := near.Of(word, slices.Collect(maps.Keys(commands))); meant != "" {
		return fmt.Errorf("there is no command %q: did you mean %s?", word, meant)
	}
	if fs.Lookup(word) != nil {
		return fmt.Errorf("%q is not a flag: did you mean -%s?", word, word)
	}
	return fmt.Errorf("%q is not a flag; -h lists them", word)
}

func (o *options) define(fs *flag.FlagSet) {
	fs.StringVar(&o.config, "config", "", "YAML `file` of a universe, or of organizations; without it, a demo runs")
	fs.BoolVar(&o.busy, "busy", false, "the demo's help desk gets hundreds of mails a day instead of ten")
	fs.BoolVar(&o.demo, "demo", true, "without -config, start with a demo; -demo=false starts with an empty world")
	fs.StringVar(&o.load, "load", "", "`file` of a saved universe to continue from; replaces -config")
	fs.StringVar(&o.save, "save", "", "`file` to save the universe to at exit, for -load; the secrets of webhooks are not saved")
	fs.StringVar(&o.check, "check", "", "only check this YAML `file`")
	fs.BoolVar(&o.schema, "schema", false, "print the JSON Schema of the YAML file")
	fs.StringVar(&o.http, "http", "127.0.0.1:8025", "`address` of the API; port 0 picks a free port, an empty address turns it off")
	fs.StringVar(&o.https, "https", "", "`address` of the API over TLS; needs -tls-cert and -tls-key")
	fs.StringVar(&o.smtp, "smtp", "127.0.0.1:1025", "`address` of SMTP, with STARTTLS")
	fs.StringVar(&o.smtps, "smtps", "127.0.0.1:1465", "`address` of SMTP over TLS")
	fs.StringVar(&o.imap, "imap", "127.0.0.1:1143", "`address` of IMAP, with STARTTLS")
	fs.StringVar(&o.imaps, "imaps", "127.0.0.1:1993", "`address` of IMAP over TLS")
	fs.StringVar(&o.pop3, "pop3", "", "`address` of POP3, with STLS, such as 127.0.0.1:1110")
	fs.StringVar(&o.pop3s, "pop3s", "", "`address` of POP3 over TLS, such as 127.0.0.1:1995")
	fs.StringVar(&o.tlsCert, "tls-cert", "", "PEM `file` of the TLS certificate and its chain; without it, a self-signed certificate is made")
	fs.StringVar(&o.tlsKey, "tls-key", "", "PEM `file` of the certificate's key")
	fs.StringVar(&o.domain, "domain", "mail.test", "the server's own `name`")
	fs.StringVar(&o.key, "key", "", "the administrator's API `key`, 16 characters or more; without it, one is made and printed")
	fs.StringVar(&o.seed, "seed", "", "`text` that all randomness is drawn from; overrides the seed in the file")
	fs.Var(&o.start, "start", "simulated `time` to begin at, such as 2026-01-05T09:00:00Z; default now")
	fs.Float64Var(&o.speed, "speed", 1, "simulated seconds per real second, a `number` above 0")
	fs.BoolVar(&o.frozen, "frozen", false, "stop the clock until it is advanced")
	fs.BoolVar(&o.smtpAuth, "smtp-auth", false, "SMTP accepts mail only after a login")
	fs.BoolVar(&o.anyLogin, "smtp-auth-any", false, "SMTP accepts any user and password, as other mail catchers do; unknown ones count as no login")
	fs.Var(&o.logins, "login", "`NAME:PASSWORD` of a mailbox for SMTP, IMAP and POP3; a name without @ is at -domain; repeatable; separate with spaces in the environment")
	fs.BoolVar(&o.network, "network", false, "people may open public links")
	fs.Float64Var(&o.rate, "rate", 20, "largest `number` of API requests per second from one key or person; 0 is no limit")
	fs.Var(&o.maxSize, "max-size", "largest size of one message in `bytes`, such as 32MiB; JSON bodies that hold one may be 1.5 times as large")
	fs.DurationVar(&o.webhookWait, "webhook-wait", 0, "longest real `time`, such as 1s, that the clock waits for webhooks each time it is moved")
	fs.IntVar(&o.webhookQueue, "webhook-queue", 100_000, "keep at most `N` webhook deliveries pending in all; further ones are dropped and reported as webhook.failed")
	fs.Var(&o.maxBytes, "max-bytes", "keep at most this many `bytes` of mail, each mail counted once, such as 2GiB; 0 is no limit")
	fs.IntVar(&o.bounds.Mails, "max-mails", 1_000_000, "keep at most `N` mails; 0 is no limit")
	fs.IntVar(&o.bounds.Copies, "max-copies", 5_000_000, "keep at most `N` copies of mails in folders; 0 is no limit")
	fs.IntVar(&o.bounds.Mailboxes, "max-mailboxes", 100_000, "keep at most `N` mailboxes; 0 is no limit")
	fs.IntVar(&o.bounds.Events, "max-events", 1_000_000, "keep the last `N` events; 0 is no limit")
	fs.StringVar(&o.whenFull, "when-full", "refuse", "`what` to do when the universe is full: refuse new mail, or remove the oldest mails to make room (oldest)")
	fs.DurationVar(&o.drainDoors, "drain-doors", 1500*time.Millisecond, "`time` that open requests and sessions get to finish at exit, while -save is written")
	fs.DurationVar(&o.drainWebhooks, "drain-webhooks", 1500*time.Millisecond, "`time` that webhooks get to finish after that")
	fs.IntVar(&o.maxClients, "max-clients", 2000, "serve at most `N` connections at once for each of SMTP, IMAP and POP3, and as many streams and waits of the API; 0 is no limit")
	fs.IntVar(&o.maxOfAddress, "max-clients-per-address", 500, "serve at most `N` of these from one address, or one IPv6 /64 network; 0 is no limit")
	fs.Var(&o.trustProxy, "trust-proxy", "`networks`, such as 10.0.0.0/8, whose PROXY header (required from them on SMTP, IMAP and POP3) and X-Forwarded-For are trusted; separate with commas")
	fs.Var(&o.sites, "site", "`HOST=URL`: links to this host open at this local address; repeatable; separate with commas in the environment")
	fs.StringVar(&o.ai.URL, "ai-url", "", "base `URL` of a model service, such as http://127.0.0.1:11434/v1: AI writing can then be switched on")
	fs.StringVar(&o.ai.Model, "ai-model", "", "`name` of the model")
	fs.StringVar(&o.ai.Key, "ai-key", "", "`key` of the model service; better set in the environment")
	fs.IntVar(&o.aiCalls, "ai-calls", 4, "ask the model for at most `N` mails at once, 1 to 64")
	fs.StringVar(&o.ai.API, "ai-api", "", "`name` of the service's API: chat (OpenAI-compatible, the default) or messages (Anthropic)")
	fs.StringVar(&o.ready, "ready", "", "`file` to write the addresses to, as JSON, once all of them are served")
	fs.BoolVar(&o.public, "public", false, "serve public addresses even without -key and -smtp-auth")
	fs.BoolVar(&o.metrics, "metrics", false, "serve Prometheus metrics at /metrics to admins; with -open, requests without a key get them under Mailpit's names")
	fs.BoolVar(&o.readOnlyTools, "mcp-read-only", false, "offer language models at /api/mcp only tools that change nothing")
	fs.BoolVar(&o.version, "version", false, "print the version")
	o.access.define(fs)
	o.relay.define(fs)
	o.compatOptions.define(fs)
	o.dataOptions.define(fs)
	o.providers.define(fs)
	fs.BoolVar(&o.verbose, "verbose", false, "log every request")
}

// validate refuses what the flags' types cannot.
func (o *options) validate() error {
	switch {
	case o.check != "" && o.config != "":
		return errors.New("-check and -config exclude each other: -check takes the file itself")
	case o.load != "" && o.config != "":
		return errors.New("-load and -config exclude each other: a saved universe has its content")
	case o.load != "" && o.given["start"]:
		return errors.New("-load and -start exclude each other: a saved universe goes on at its own instant")
	case o.key != "" && len(o.key) < 16:
		return errors.New("-key must have 16 characters or more")
	case (o.tlsCert == "") != (o.tlsKey == ""):
		return errors.New("-tls-cert and -tls-key go together")
	case o.https != "" && o.tlsCert == "":
		return errors.New("-https needs -tls-cert and -tls-key")
	case !(o.speed > 0):
		return errors.New("-speed must be above 0: use -frozen to stop the clock")
	case !(o.rate >= 0) || o.rate > 1e6:
		return errors.New("-rate must be between 0 and 1000000")
	case o.drainDoors < 0 || o.drainDoors > time.Hour || o.drainWebhooks < 0 || o.drainWebhooks > time.Hour:
		return errors.New("-drain-doors and -drain-webhooks must be between 0 and 1h")
	case o.webhookWait < 0 || o.webhookWait > time.Minute:
		return errors.New("-webhook-wait must be between 0 and 1m")
	case o.webhookQueue < 1 || o.webhookQueue > 10_000_000:
		return errors.New("-webhook-queue must be between 1 and 10000000")
	case o.maxClients < 0 || o.maxOfAddress < 0:
		return errors.New("-max-clients and -max-clients-per-address must not be negative: 0 is no limit")
	case o.whenFull != "refuse" && o.whenFull != "oldest":
		return errors.New("-when-full must be refuse or oldest")
	case o.maxSize == 0 || o.maxSize > 2<<30:
		return errors.New("-max-size must be above 0 and at most 2GiB")
	case min(o.bounds.Mails, o.bounds.Copies, o.bounds.Mailboxes, o.bounds.Events) < 0:
		return errors.New("-max-mails, -max-copies, -max-mailboxes and -max-events must not be negative: 0 is no limit")
	case o.aiCalls < 1 || o.aiCalls > 64:
		return errors.New("-ai-calls must be between 1 and 64")
	}
	if o.ai.URL != "" || o.ai.Model != "" {
		var err error
		if o.writer, err = aiwriter.New(o.ai); err != nil {
			return fmt.Errorf("-ai-url, -ai-model, -ai-api: %w", err)
		}
	}
	if err := o.logins.twice(o.domain); err != nil {
		return err
	}
	if err := cmp.Or(o.access.validate(o), o.dataOptions.validate(o), o.joining.validate(o)); err != nil {
		return err
	}
	for _, l := range o.listeners() {
		if err := o.checkAddress(l.flag, *l.addr); err != nil {
			return err
		}
	}
	return nil
}

// listener is one address to serve.
type listener struct {
	flag string
	addr *string
}

func (o *options) listeners() []listener {
	return []listener{{"http", &o.http}, {"https", &o.https}, {"smtp", &o.smtp}, {"smtps", &o.smtps}, {"imap", &o.imap}, {"imaps", &o.imaps}, {"pop3", &o.pop3}, {"pop3s", &o.pop3s}, {"provider", &o.providers.address}}
}

// tlsConfig reads the certificate; nil lets each door make its own.
func (o *options) tlsConfig() (*tls.Config, error) {
	if o.tlsCert == "" {
		return nil, nil
	}
	cert, err := tls.LoadX509KeyPair(o.tlsCert, o.tlsKey)
	if err != nil {
		return nil, fmt.Errorf("-tls-cert, -tls-key: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, nil
}

// checkAddress refuses an address that is none, and one that strangers can reach
// without what keeps them out.
func (o *options) checkAddress(name, addr string) error {
	if addr == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("-%s: %q is not an address such as 127.0.0.1:8025", name, addr)
	}
	if isLoopback(host) {
		return nil
	}
	if strings.HasPrefix(name, "http") {
		if err := o.access.checkAddress(name, addr); err != nil {
			return err
		}
	}
	if o.public || len(o.users) > 0 && strings.HasPrefix(name, "http") {
		return nil
	}
	if o.key == "" {
		return fmt.Errorf("-%s: %s is a public address: give a -key, or say -public", name, addr)
	}
	if strings.HasPrefix(name, "smtp") && !o.smtpAuth {
		return fmt.Errorf("-%s: %s is a public address: add -smtp-auth, or say -public", name, addr)
	}
	return nil
}

// isLoopback reports whether only this machine reaches a host. A name other than
// localhost may lead anywhere.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// instant is a time flag.
type instant struct{ time.Time }

func (t *instant) String() string {
	if t == nil || t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

func (t *instant) Set(s string) (err error) {
	if t.Time, err = time.Parse(time.RFC3339, s); err != nil {
		return errors.New("want a time such as 2026-01-05T09:00:00Z")
	}
	return nil
}

// size is a flag of bytes.
type size int64

func (b *size) String() string {
	if *b%(1<<30) == 0 && *b > 0 {
		return strconv.FormatInt(int64(*b)>>30, 10) + "GiB"
	}
	if *b%(1<<20) == 0 {
		return strconv.FormatInt(int64(*b)>>20, 10) + "MiB"
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *size) Set(s string) error {
	text, unit := strings.TrimSpace(s), int64(1)
	for _, u := range []struct {
		suffix string
		size   int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}} {
		if rest, ok := strings.CutSuffix(text, u.suffix); ok {
			text, unit = strings.TrimSpace(rest), u.size
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > (1<<50)/unit {
		return errors.New("want a number of bytes, or such as 32MiB")
	}
	*b = size(n * unit)
	return nil
}

// networks are addresses or ranges of them.
type networks []netip.Prefix

func (n *networks) String() string { return "" }

func (n *networks) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		one = strings.TrimSpace(one)
		p, err := netip.ParsePrefix(one)
		if a, lone := netip.ParseAddr(one); lone == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return errors.New("want networks such as 10.0.0.0/8,192.0.2.1")
		}
		*n = append(*n, p.Masked())
	}
	return nil
}

// sites are hosts with the address that they lead to.
type sites []struct{ host, url string }

func (s *sites) String() string { return "" }

func (s *sites) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		host, url, ok := strings.Cut(one, "=")
		if !ok || host == "" || url == "" {
			return errors.New("want HOST=URL, such as shop.test=http://127.0.0.1:3000")
		}
		*s = append(*s, struct{ host, url string }{host, url})
	}
	return nil
}
