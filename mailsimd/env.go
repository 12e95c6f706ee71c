package mailsimd

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Names of the environment: each flag's own, and those that Mailpit and MailHog
// read, so that their compose files need another image alone.

const envPrefix = "MAILSIM_"

// setting is a flag and its value.
type setting struct{ flag, value string }

// alias is another program's name in the environment.
type alias struct {
	name string
	flag string
	read func(value string) ([]setting, error) // nil: the value is the flag's
}

// aliases, in order: the first that sets a flag wins. MailHog's come before
// Mailpit's because the image sets some of those.
var aliases = []alias{
	{name: "MH_SMTP_BIND_ADDR", flag: "smtp"},
	{name: "MH_UI_BIND_ADDR", flag: "http"},
	{name: "MH_API_BIND_ADDR", flag: "http"},
	{name: "MH_HOSTNAME", flag: "domain"},
	{name: "MH_UI_WEB_PATH", flag: "webroot"},
	{name: "MH_AUTH_FILE", read: listed("ui-auth")},
	{name: "MP_SMTP_BIND_ADDR", flag: "smtp"},
	{name: "MP_UI_BIND_ADDR", flag: "http"},
	{name: "MP_WEBROOT", flag: "webroot"},
	{name: "MP_MAX_MESSAGES", read: newest},
	{name: "MP_UI_AUTH", flag: "ui-auth"},
	{name: "MP_UI_AUTH_FILE", read: listed("ui-auth")},
	{name: "MP_SMTP_TLS_CERT", flag: "tls-cert"},
	{name: "MP_SMTP_TLS_KEY", flag: "tls-key"},
	{name: "MP_SMTP_HOSTNAME", flag: "domain"},
	{name: "MP_ENABLE_CHAOS", flag: "chaos"},
	{name: "MP_ALLOW_INTERNAL_HTTP_REQUESTS", flag: "allow-internal"},
	{name: "MP_VERBOSE", flag: "verbose"},
	{name: "MP_SMTP_AUTH", read: logins},
	{name: "MP_SMTP_AUTH_FILE", read: from(logins)},
	{name: "MP_SMTP_AUTH_ACCEPT_ANY", flag: "smtp-auth-any"},
	{name: "MP_POP3_BIND_ADDR", flag: "pop3"},
	{name: "MP_POP3_AUTH", flag: "login"},
	{name: "MP_POP3_AUTH_FILE", read: listed("login")},
	{name: "MP_SMTP_RELAY_ALL", flag: "relay-all"},
	{name: "MP_SMTP_RELAY_TLS", read: when("relay-tls", "tls")},
	{name: "MP_SMTP_RELAY_STARTTLS", read: when("relay-tls", "require")},
	{name: "MP_SMTP_RELAY_ALLOW_INSECURE", flag: "relay-insecure"},
	{name: "MP_SMTP_RELAY_AUTH", read: mechanism},
	{name: "MP_SMTP_RELAY_USERNAME", flag: "relay-user"},
	{name: "MP_SMTP_RELAY_PASSWORD", flag: "relay-password"},
	{name: "MP_SMTP_RELAY_SECRET", flag: "relay-password"},
	{name: "MP_SMTP_RELAY_RETURN_PATH", flag: "relay-return-path"},
	{name: "MP_SMTP_RELAY_OVERRIDE_FROM", flag: "relay-from"},
	{name: "MP_SMTP_RELAY_ALLOWED_RECIPIENTS", read: expression("-relay-allow")},
	{name: "MP_SMTP_RELAY_BLOCKED_RECIPIENTS", read: expression("-relay-block")},
	{name: "MP_SMTP_RELAY_MATCHING", read: expression("-relay-match")},
	{name: "MP_SMTP_RELAY_CONFIG", read: func(string) ([]setting, error) {
		return nil, errors.New("the file of another program cannot be read: use the flags -relay-…, or relay: in a file of -config")
	}},
}

// when sets a flag to a value if a switch is on.
func when(flag, to string) func(string) ([]setting, error) {
	return func(value string) ([]setting, error) {
		if !isOn(value) {
			return nil, nil
		}
		return []setting{{flag, to}}, nil
	}
}

// mechanism is how to log in at the relay; none is the name of none.
func mechanism(value string) ([]setting, error) {
	if strings.EqualFold(value, "none") {
		return nil, nil
	}
	return []setting{{"relay-auth", strings.ToUpper(value)}}, nil
}

// expression refuses what would let mail out to more than was meant.
func expression(flag string) func(string) ([]setting, error) {
	return func(string) ([]setting, error) {
		return nil, fmt.Errorf("regular expressions are not read: say %s with patterns such as *@client.test", flag)
	}
}

// relayHost is the relay that Mailpit knows by host and port.
func relayHost(env func(string) (string, bool)) string {
	host, _ := env("MP_SMTP_RELAY_HOST")
	if host == "" {
		return ""
	}
	port, _ := env("MP_SMTP_RELAY_PORT")
	return net.JoinHostPort(strings.Trim(host, "[]"), cmp.Or(port, "25"))
}

// newest keeps so many messages, as Mailpit does: the oldest go.
func newest(value string) ([]setting, error) {
	if n, err := strconv.Atoi(value); err != nil || n < 0 {
		return nil, fmt.Errorf("want a number")
	}
	return []setting{{"max-mails", value}, {"when-full", "oldest"}}, nil
}

// logins are who may send, and nobody else.
func logins(value string) ([]setting, error) {
	return []setting{{"login", value}, {"smtp-auth", "true"}, {"smtp-auth-any", "false"}}, nil
}

// listed reads USER:PASSWORD lines of a file.
func listed(flag string) func(string) ([]setting, error) {
	return from(func(value string) ([]setting, error) { return []setting{{flag, value}}, nil })
}

// from reads what another function reads, from a file.
func from(read func(string) ([]setting, error)) func(string) ([]setting, error) {
	return func(file string) ([]setting, error) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return read(strings.Join(strings.Fields(string(text)), " "))
	}
}

// unheeded are names of Mailpit's whose effect there is none of here; who sets one
// is told. What is so here in any case, such as MP_SMTP_AUTH_ALLOW_INSECURE, is not
// among them.
var unheeded = []string{"MP_DATABASE", "MP_DATA_FILE", "MP_MAX_AGE", "MP_UI_TLS_CERT", "MP_UI_TLS_KEY", "MP_SEND_API_AUTH", "MP_SEND_API_AUTH_FILE", "MP_SMTP_REQUIRE_STARTTLS", "MP_SMTP_REQUIRE_TLS",
	"MP_SMTP_ALLOWED_RECIPIENTS", "MP_SMTP_MAX_RECIPIENTS", "MP_TENANT_ID", "MP_API_CORS"}

// fromEnv sets the flags that are not given by the environment, notes them as
// given, and returns the names that are passed over.
func fromEnv(fs *flag.FlagSet, env func(string) (string, bool), given map[string]bool) (passed []string, err error) {
	fs.VisitAll(func(f *flag.Flag) {
		name := envPrefix + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, ok := env(name)
		if !ok || given[f.Name] || err != nil {
			return
		}
		err = setFrom(fs, name, setting{f.Name, value})
		given[f.Name] = true
	})
	for _, a := range aliases {
		value, ok := env(a.name)
		if !ok || value == "" || err != nil { // Mailpit does not tell an empty value from none
			continue
		}
		err = a.apply(fs, value, given)
	}
	if relay := relayHost(env); relay != "" && err == nil {
		err = alias{name: "MP_SMTP_RELAY_HOST", flag: "relay"}.apply(fs, relay, given)
	}
	for _, name := range unheeded {
		if value, ok := env(name); ok && value != "" {
			passed = append(passed, name)
		}
	}
	return passed, err
}

// apply sets what a name stands for, but flags that were given and those that a
// command does not have.
func (a alias) apply(fs *flag.FlagSet, value string, given map[string]bool) error {
	set := []setting{{a.flag, value}}
	if a.read != nil {
		var err error
		if set, err = a.read(value); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	for _, s := range set {
		f := fs.Lookup(s.flag)
		if f == nil || given[s.flag] {
			continue
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			s.value = strconv.FormatBool(isOn(s.value))
		}
		if err := setFrom(fs, a.name, s); err != nil {
			return err
		}
		given[s.flag] = true
	}
	return nil
}

// isOn reads a switch as Mailpit does.
func isOn(value string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(value))
}

// secretFlags hold what no error may repeat.
var secretFlags = []string{"key", "ai-key", "ui-auth", "login", "relay-password"}

func setFrom(fs *flag.FlagSet, name string, s setting) error {
	if err := fs.Set(s.flag, s.value); err != nil {
		if slices.Contains(secretFlags, s.flag) {
			return fmt.Errorf("%s: %w", name, err)
		}
		return fmt.Errorf("%s: invalid value %q: %w", name, s.value, err)
	}
	return nil
}
