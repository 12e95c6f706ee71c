package mailsimtest

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// Option changes what New, Start and Fork make.
type Option func(*config)

// config is what the options ask for.
type config struct {
	options     mailsim.Options
	file        string
	saved       string
	recipients  *mailsim.Recipients
	faults      *mailsim.Faults
	sites       []site
	inMemory    bool
	bubble      bool
	startTLS    bool
	requireAuth bool
	timeout     time.Duration
}

type site struct {
	host string
	app  any
}

// start is where the clock stands at first.
var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// Waits are short, as on a standing clock all that can come comes at once. In a
// bubble they cost nothing.
const (
	defaultTimeout = 5 * time.Second
	bubbleTimeout  = 30 * 24 * time.Hour
)

func configure(opts []Option) (*config, error) {
	c := &config{options: mailsim.Options{HashCost: 4, Transcripts: 64, HooksOnClock: true, Real: start}}
	for _, o := range opts {
		o(c)
	}
	if c.timeout == 0 {
		c.timeout = defaultTimeout
		if c.bubble {
			c.timeout = bubbleTimeout
		}
	}
	if c.file != "" {
		data, err := os.ReadFile(c.file)
		if err != nil {
			return nil, err
		}
		if c.options.Config, err = universe.ParseConfig(c.file, data); err != nil {
			return nil, err
		}
	}
	if c.options.Seed == "" && c.saved == "" && (c.options.Config == nil || c.options.Config.Seed == "") {
		c.options.Seed = *flagSeed
	}
	return c, nil
}

// open makes the universe.
func (c *config) open() (*mailsim.Universe, error) {
	if c.saved != "" {
		return universe.LoadFile(c.saved, c.options)
	}
	return universe.New(c.options)
}

// arrange puts in place what is no option of a universe.
func (c *config) arrange(s *Server) error {
	ctx := context.Background()
	if c.recipients != nil {
		if _, err := s.world.SetRecipients(ctx, *c.recipients); err != nil {
			return err
		}
	}
	if c.faults != nil {
		if _, err := s.world.SetFaults(ctx, *c.faults); err != nil {
			return err
		}
	}
	for _, site := range c.sites {
		if err := s.setSite(site.host, site.app); err != nil {
			return fmt.Errorf("site %s: %w", site.host, err)
		}
	}
	return nil
}

// Seed sets the seed of all random choices: who is busy, when they answer, what they write.
// The default is "mailsim", or the flag -mailsim.seed.
func Seed(seed string) Option { return func(c *config) { c.options.Seed = seed } }

// At starts the clock at t instead of Monday 2026-01-05 09:00 UTC.
func At(t time.Time) Option {
	return func(c *config) { c.options.Start, c.options.Real = t, t }
}

// Live makes the clock run by itself, at speed simulated seconds per real second.
func Live(speed float64) Option { return func(c *config) { c.options.Speed = speed } }

// File fills the world from a YAML file: see universe.ParseConfig. Other options override the
// file.
func File(path string) Option { return func(c *config) { c.file = path } }

// Saved continues a universe saved by [mailsim.Universe.SaveFile]: clock, seed, people, mail
// and plans come from the file. This way, several test binaries can each start from the same
// prepared world.
func Saved(path string) Option { return func(c *config) { c.saved = path } }

// Recipients sets who exists behind addresses never seen before.
func Recipients(r mailsim.Recipients) Option { return func(c *config) { c.recipients = &r } }

// Faults sets what goes wrong; if only a Scenario is given, its preset is loaded.
func Faults(f mailsim.Faults) Option { return func(c *config) { c.faults = &f } }

// Site adds a site from the beginning: see [Server.Site].
func Site(host string, app any) Option {
	return func(c *config) { c.sites = append(c.sites, site{host, app}) }
}

// Writer makes w write while AI is on; switch AI on with Universe.SetAI. Its calls come one
// after another, in order, so that a fake can count them; to allow several at once, set
// mailsim.Options.WriterCalls by the option With.
func Writer(w mailsim.Writer) Option {
	return func(c *config) {
		c.options.Writer = w
		if c.options.WriterCalls == 0 {
			c.options.WriterCalls = 1
		}
	}
}

// NoMagic turns off the meaning of +tags in addresses.
func NoMagic() Option { return func(c *config) { c.options.NoMagic = true } }

// InMemory serves over pipes within the process instead of loopback sockets. Clients reach the
// servers through [Server.DialContext], [Server.SendMail] and [Server.Client]; code that dials
// by itself, such as smtp.SendMail, gets "connection refused"; the story of the failed test and
// the message of a failed wait say why.
func InMemory() Option { return func(c *config) { c.inMemory = true } }

// Bubble fits the world into a testing/synctest bubble: the servers are in memory, and the
// world runs on the bubble's clock, so that a time.Sleep in the test, or a timer in the
// application, moves the people's time too. In a bubble, [New] applies it by itself, before the
// options it is given.
func Bubble() Option {
	return func(c *config) {
		c.inMemory, c.bubble = true, true
		c.options.Speed, c.options.Start = 1, time.Now()
		c.options.Real = time.Time{}
	}
}

// STARTTLS offers STARTTLS on the plain SMTP port. It is off by default because
// smtp.SendMail takes any offer and then requires a certificate it trusts; IMAP always
// offers it. See [Server.TLS].
func STARTTLS() Option { return func(c *config) { c.startTLS = true } }

// RequireAuth makes SMTP take mail only after a login.
func RequireAuth() Option { return func(c *config) { c.requireAuth = true } }

// Timeout bounds how long a wait takes: by default 5 real seconds, in a bubble 30 days of
// its clock.
func Timeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }

// With lets f change the options of the universe itself.
func With(f func(*mailsim.Options)) Option { return func(c *config) { f(&c.options) } }

// handlerOf returns the handler behind what Site takes.
func handlerOf(app any) (http.Handler, error) {
	switch app := app.(type) {
	case nil:
		return nil, nil
	case string:
		return proxy(app)
	case http.Handler:
		return app, nil
	case func(http.ResponseWriter, *http.Request):
		return http.HandlerFunc(app), nil
	}
	return nil, fmt.Errorf("%T is neither an http.Handler nor a URL", app)
}
