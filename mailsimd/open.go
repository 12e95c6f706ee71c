package mailsimd

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"golang.org/x/crypto/bcrypt"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// access is who may ask the API beside those with a key.
type access struct {
	open      openRole
	toNetwork bool
	users     users
	hosts     names
	webroot   string
	starttls  string
}

func (a *access) define(fs *flag.FlagSet) {
	fs.Var(&a.open, "open", "allow API requests without a key, as a member or, with -open=viewer, only to look; keys, accounts, faults, reset and other admin functions still need the key. Pages of other sites are refused")
	fs.BoolVar(&a.toNetwork, "open-to-network", false, "with -open: serve other machines too; implies -public")
	fs.Var(&a.users, "ui-auth", "`USER:PASSWORD` for HTTP Basic: as -open, but requests without a key must give this user and password; separate several with spaces; a password may be a bcrypt hash")
	fs.Var(&a.hosts, "host", "`name` with a dot, such as mailsim.example, that requests without a key may use for the server; repeatable; separate with commas in the environment")
	fs.StringVar(&a.starttls, "starttls", "", "`when` SMTP, IMAP and POP3 offer TLS on their plain ports: always, never, or cert (only with -tls-cert, as many clients accept the offer and then refuse an unknown certificate). Default: always; with -open, cert")
	fs.StringVar(&a.webroot, "webroot", "", "`path` below which the API is served, such as /mail")
}

// validate refuses what would open the API to strangers by mistake.
func (a *access) validate(o *options) error {
	if len(a.users) > 0 && a.open == "" && !o.given["open"] {
		a.open = openRole(mailsim.RoleMember)
	}
	if a.webroot = strings.Trim(a.webroot, "/"); a.webroot != "" {
		a.webroot = "/" + a.webroot
	}
	switch {
	case !slices.Contains([]string{"", "always", "never", "cert"}, a.starttls):
		return errors.New("-starttls must be always, never or cert")
	case strings.ContainsAny(a.webroot, "?#% \\") || strings.Contains(a.webroot, "//"):
		return errors.New("-webroot must be a path such as /mail")
	case len(a.users) > 0 && a.open == "":
		return errors.New("-ui-auth and -open=false exclude each other: who shows the password may do what -open says")
	case a.open != "" && len(a.users) == 0 && !a.toNetwork && len(o.trustProxy) > 0:
		return errors.New("-open and -trust-proxy: whoever comes through the proxy would need no key: give -ui-auth, or say -open-to-network")
	}
	if a.toNetwork {
		o.public = true
	}
	return nil
}

// plainAlone reports whether the plain ports offer no TLS.
func (o *options) plainAlone() bool {
	switch o.starttls {
	case "never":
		return true
	case "always":
		return false
	}
	return o.tlsCert == "" && (o.starttls == "cert" || o.open != "")
}

// checkAddress refuses to open a public address of the API unless that is meant.
func (a *access) checkAddress(name, addr string) error {
	if a.open == "" || a.toNetwork || len(a.users) > 0 {
		return nil
	}
	return fmt.Errorf("-%s: %s is a public address, and -open asks for no key: give -ui-auth, or say -open-to-network", name, addr)
}

// openRole is a flag that is a bool or says what is open.
type openRole mailsim.Role

func (r *openRole) String() string   { return string(*r) }
func (r *openRole) IsBoolFlag() bool { return true }

func (r *openRole) Set(text string) error {
	switch strings.ToLower(text) {
	case "true", "1", "t", string(mailsim.RoleMember):
		*r = openRole(mailsim.RoleMember)
	case string(mailsim.RoleViewer):
		*r = openRole(mailsim.RoleViewer)
	case "false", "0", "f", "":
		*r = ""
	default:
		return errors.New("want viewer or member")
	}
	return nil
}

// names is a flag of names.
type names []string

func (n *names) String() string { return "" }

func (n *names) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		one = strings.TrimSpace(one)
		if one == "" || strings.ContainsAny(one, "/:* @") {
			return errors.New("want a name alone, such as mailsim.example")
		}
		*n = append(*n, one)
	}
	return nil
}

// user is one who may pass by HTTP Basic.
type user struct{ name, password string }

// users is a flag of them.
type users []user

func (u *users) String() string { return "" }

func (u *users) Set(text string) error {
	for _, one := range strings.Fields(text) {
		name, password, ok := strings.Cut(one, ":")
		switch {
		case !ok || name == "" || password == "":
			return errors.New("want USER:PASSWORD")
		case strings.HasPrefix(password, "$apr1$") || strings.HasPrefix(password, "{SHA}"):
			return errors.New("a password may be hashed by bcrypt alone (htpasswd -B)")
		}
		*u = append(*u, user{name, password})
	}
	if len(*u) == 0 {
		return errors.New("want USER:PASSWORD")
	}
	return nil
}

// twice is an error when two mailboxes have one address and different passwords: one of them
// would not work.
func (u users) twice(domain string) error {
	passwords := map[string]string{}
	for _, one := range u {
		address := one.name
		if !strings.Contains(address, "@") {
			address += "@" + domain
		}
		address = addr.Key(address)
		if before, there := passwords[address]; there && before != one.password {
			return fmt.Errorf("-login: %s is given twice, with different passwords", one.name)
		}
		passwords[address] = one.password
	}
	return nil
}

// knows returns the function that tells whether a user and password are among
// them, nil without any. It remembers which password fitted a hash.
func (u users) knows() func(name, password string) bool {
	if len(u) == 0 {
		return nil
	}
	var verified sync.Map // hash and digest of a password that fitted it
	return func(name, password string) bool {
		known := false
		for _, one := range u {
			if subtle.ConstantTimeCompare([]byte(one.name), []byte(name)) == 1 && one.fits(password, &verified) {
				known = true
			}
		}
		return known
	}
}

func (u user) fits(password string, verified *sync.Map) bool {
	if !strings.HasPrefix(u.password, "$2") {
		a, b := sha256.Sum256([]byte(u.password)), sha256.Sum256([]byte(password))
		return subtle.ConstantTimeCompare(a[:], b[:]) == 1
	}
	key := [2]string{u.password, string(digest(password))}
	if _, ok := verified.Load(key); ok {
		return true
	}
	if bcrypt.CompareHashAndPassword([]byte(u.password), []byte(password)) != nil {
		return false
	}
	verified.Store(key, true)
	return true
}

func digest(text string) []byte { d := sha256.Sum256([]byte(text)); return d[:] }

// below serves a handler below a path; what leads to the path itself finds it too.
func below(path string, h http.Handler) http.Handler {
	if path == "" {
		return h
	}
	mux := http.NewServeMux()
	mux.Handle(path+"/", http.StripPrefix(path, h))
	mux.Handle("/", http.RedirectHandler(path+"/", http.StatusFound))
	return mux
}

// tellAccess says in the log where the API is, in the words that programs wait for
// which start Mailpit, and who may use it without a key.
func (s *server) tellAccess() {
	for _, scheme := range []string{"http", "https"} {
		if at := s.base(scheme); at != "" {
			s.log.Info("[http] accessible via " + strings.Replace(at, "://127.0.0.1:", "://localhost:", 1) + "/")
		}
	}
	for _, name := range s.opts.unknown {
		s.log.Warn("no flag has this name of the environment", "name", name)
	}
	for _, name := range s.opts.passed {
		s.log.Warn("a name of the environment has no effect here", "name", name)
	}
	o := s.opts
	switch {
	case o.open == "":
	case len(o.users) > 0:
		s.log.Info("the API is open to who shows a user and password", "role", o.open)
	case o.toNetwork:
		s.log.Warn("the API is open to the network: whoever reaches it needs no key", "http", s.addrs["http"], "https", s.addrs["https"], "role", o.open)
	default:
		s.log.Info("the API is open on this machine: no key is needed", "role", o.open)
	}
}

// makeLogins makes the logins of -login. One that is there gets the password.
func (o *options) makeLogins(ctx context.Context, u *mailsim.Universe) error {
	for _, l := range o.logins {
		n := mailsim.NewLogin{Address: l.name, Password: l.password}
		if !strings.Contains(l.name, "@") {
			n.Address, n.Username = l.name+"@"+u.Domain(), l.name
		}
		_, err := u.Login(n.Address)
		if err == nil {
			_, err = u.UpdateLogin(ctx, n.Address, mailsim.LoginPatch{Password: &n.Password})
		} else {
			_, err = u.CreateLogin(ctx, n)
		}
		if err != nil {
			return fmt.Errorf("-login: %s: %w", l.name, err)
		}
	}
	return nil
}
