package mailsimd

import (
	"cmp"
	"errors"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/mailsim/mailsim/provider"
)

// providers is where the doors of mail providers stand by themselves.
type providers struct {
	address string
	keys    credentials
}

func (p *providers) define(fs *flag.FlagSet) {
	fs.StringVar(&p.address, "provider", "", "`address`, such as 127.0.0.1:8026, that serves the APIs of mail providers (SendGrid, Postmark, Resend, Mailgun, SES) at their own paths; -http also serves them, at /provider/NAME/")
	fs.Var(&p.keys, "provider-key", "a `key`, of 8 characters or more, that applications send with through the APIs of mail providers, in place of the one that the provider gave them (for SES, the access key id); repeatable; separate with commas in the environment. mailsim's own API keys work as well; on 127.0.0.1 and with -open, any key does")
}

// credentials is a flag of them.
type credentials []string

func (c *credentials) String() string { return "" }

func (c *credentials) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		if one = strings.TrimSpace(one); len(one) < 8 {
			return errors.New("want a credential of 8 characters or more")
		}
		*c = append(*c, one)
	}
	return nil
}

// providerOptions are those of the doors at a listener: any credential is good where only
// this machine comes, or where nobody is asked for one.
func (s *server) providerOptions(addr string) provider.Options {
	host, _, _ := net.SplitHostPort(addr)
	o := s.opts
	out := provider.Options{
		Open:        isLoopback(host) && len(o.trustProxy) == 0 || o.open != "" && len(o.users) == 0,
		Credentials: o.providers.keys, MaxMail: int64(o.maxSize), Logger: s.traffic,
	}
	if m := s.host.member; m != nil {
		out.Elsewhere = m.Forward
	}
	return out
}

// mounts adds the doors to the handlers beside the API.
func (s *server) mounts(all map[string]http.Handler) map[string]http.Handler {
	open := s.providerOptions(s.opts.http)
	if s.opts.https != "" {
		open.Open = open.Open && s.providerOptions(s.opts.https).Open
	}
	if all == nil {
		all = map[string]http.Handler{}
	}
	all["/provider/"] = provider.New(s.host.Host, open)
	return all
}

// providerURL is where the doors stand by themselves, "" for nowhere.
func (s *server) providerURL() string {
	if at := s.reach("provider"); at != "" {
		return "http://" + at
	}
	return ""
}

// serveProviders serves the doors at the providers' own paths.
func (s *server) serveProviders(l *servingListener) {
	s.doors = &http.Server{
		Handler: provider.New(s.host.Host, s.providerOptions(s.opts.providers.address)), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	s.host.AnnounceProviders(cmp.Or(s.providerURL(), s.base("http"), s.base("https")))
	s.serve("provider", l, s.doors.Serve)
}
