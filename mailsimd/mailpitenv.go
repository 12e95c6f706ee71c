package mailsimd

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

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
	{name: "MP_LABEL", flag: "label"},
	{name: "MP_TAG", flag: "tag"},
	{name: "MP_WEBHOOK_URL", flag: "webhook"},
	{name: "MP_ENABLE_PROMETHEUS", flag: "metrics"},
	{name: "MP_MAX_MESSAGES", read: newest},
	{name: "MP_MAX_MESSAGE_SIZE", read: megabytes},
	{name: "MP_UI_AUTH", flag: "ui-auth"},
	{name: "MP_UI_AUTH_FILE", read: listed("ui-auth")},
	{name: "MP_SMTP_TLS_CERT", flag: "tls-cert"},
	{name: "MP_SMTP_TLS_KEY", flag: "tls-key"},
	{name: "MP_SMTP_SSL_CERT", flag: "tls-cert"},
	{name: "MP_SMTP_SSL_KEY", flag: "tls-key"},
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
	{name: "MP_SMTP_RELAY_ALLOWED_RECIPIENTS", read: expression("relay-allow")},
	{name: "MP_SMTP_RELAY_BLOCKED_RECIPIENTS", read: expression("relay-block")},
	{name: "MP_SMTP_RELAY_MATCHING", read: expression("relay-match")},
	{name: "MP_SMTP_RELAY_CONFIG", read: func(string) ([]setting, error) {
		return nil, errors.New("the file of another program cannot be read: use the flags -relay-…, or relay: in a file of -config")
	}},
}

// unheeded are names of Mailpit's that have no effect here; whoever sets one is told.
var unheeded = []string{
	"MP_ALLOW_UNTRUSTED_TLS", "MP_API_CORS", "MP_BLOCK_REMOTE_CSS_AND_FONTS", "MP_CHAOS_TRIGGERS", "MP_DATABASE", "MP_DATA_FILE", "MP_DEMO_MODE", "MP_HIDE_DELETE_ALL_BUTTON",
	"MP_IGNORE_DUPLICATE_IDS", "MP_LOG_FILE", "MP_MAX_AGE", "MP_POP3_TLS_CERT", "MP_POP3_TLS_KEY", "MP_QUIET", "MP_SEND_API_AUTH", "MP_SEND_API_AUTH_ACCEPT_ANY", "MP_SEND_API_AUTH_FILE",
	"MP_SMTP_ALLOWED_RECIPIENTS", "MP_SMTP_FORWARD_ALLOW_INSECURE", "MP_SMTP_FORWARD_AUTH", "MP_SMTP_FORWARD_CONFIG", "MP_SMTP_FORWARD_FWD_SMTP_ERRORS", "MP_SMTP_FORWARD_HOST",
	"MP_SMTP_FORWARD_OVERRIDE_FROM", "MP_SMTP_FORWARD_PASSWORD", "MP_SMTP_FORWARD_PORT", "MP_SMTP_FORWARD_RETURN_PATH", "MP_SMTP_FORWARD_SECRET", "MP_SMTP_FORWARD_STARTTLS",
	"MP_SMTP_FORWARD_TLS", "MP_SMTP_FORWARD_TO", "MP_SMTP_FORWARD_USERNAME", "MP_SMTP_IGNORE_REJECTED_RECIPIENTS", "MP_SMTP_MAX_RECIPIENTS",
	"MP_SMTP_RELAY_FWD_SMTP_ERRORS", "MP_SMTP_REQUIRE_STARTTLS", "MP_SMTP_REQUIRE_TLS", "MP_SMTP_STRICT_RFC_HEADERS", "MP_SMTP_TLS_REQUIRED", "MP_STRICT_RFC_HEADERS", "MP_TAGS_CONFIG",
	"MP_TAGS_DISABLE", "MP_TAGS_TITLE_CASE", "MP_TAGS_USERNAME", "MP_TENANT_ID", "MP_USE_MESSAGE_DATES", "MP_WEBHOOK_DELAY", "MP_WEBHOOK_LIMIT",
}

// needless are names of Mailpit's that set what is so here in any case, or what has no
// counterpart that anyone could miss.
var needless = []string{
	"MP_COMPRESSION", "MP_DISABLE_AUTO_VACUUM", "MP_DISABLE_HTML_CHECK", "MP_DISABLE_HTTP_COMPRESSION", "MP_DISABLE_LINK_CHECK_RATE_LIMIT", "MP_DISABLE_VERSION_CHECK", "MP_DISABLE_WAL",
	"MP_ENABLE_SPAMASSASSIN", "MP_SMTP_AUTH_ALLOW_INSECURE", "MP_SMTP_DISABLE_RDNS",
}

// unheededIn lists the names that are set and have no effect. A certificate of the API's
// own is among them where SMTP has another: there is one for all doors.
func unheededIn(env func(string) (string, bool)) (names []string) {
	for _, name := range unheeded {
		if value, _ := env(name); value != "" {
			names = append(names, name)
		}
	}
	if web, smtp := certificates(env); web != "" && smtp != "" && web != smtp {
		names = append(names, "MP_UI_TLS_CERT")
	}
	if at, _ := env("MP_ENABLE_PROMETHEUS"); strings.Contains(at, ":") { // an address of its own
		names = append(names, "MP_ENABLE_PROMETHEUS")
	}
	return names
}

// joint are settings that several names make together. They come before the others: what
// they set is theirs.
func joint(env func(string) (string, bool)) (list []alias) {
	get := func(name string) string { value, _ := env(name); return value }
	if host := get("MP_SMTP_RELAY_HOST"); host != "" {
		list = append(list, alias{name: "MP_SMTP_RELAY_HOST", flag: "relay", value: net.JoinHostPort(strings.Trim(host, "[]"), cmp.Or(get("MP_SMTP_RELAY_PORT"), "25"))})
		if !isOn(get("MP_SMTP_RELAY_PRESERVE_MESSAGE_IDS")) {
			list = append(list, alias{name: "MP_SMTP_RELAY_PRESERVE_MESSAGE_IDS", flag: "relay-new-message-id", value: "true"})
		}
	}
	web, smtp := certificates(env)
	if web == "" {
		return list
	}
	api := cmp.Or(get("MH_UI_BIND_ADDR"), get("MH_API_BIND_ADDR"), get("MP_UI_BIND_ADDR"), "127.0.0.1:8025")
	set := []setting{{"https", api}, {"http", ""}}
	if smtp == "" {
		set = append(set, setting{"tls-cert", web}, setting{"tls-key", cmp.Or(get("MP_UI_TLS_KEY"), get("MP_UI_SSL_KEY"))}, setting{"starttls", "never"})
	}
	return append(list, alias{name: "MP_UI_TLS_CERT", value: web, read: func(string) ([]setting, error) { return set, nil }})
}

// certificates are the files of the API's and of SMTP's.
func certificates(env func(string) (string, bool)) (web, smtp string) {
	first := func(names ...string) (found string) {
		for _, name := range names {
			value, _ := env(name)
			found = cmp.Or(found, value)
		}
		return found
	}
	return first("MP_UI_TLS_CERT", "MP_UI_SSL_CERT"), first("MP_SMTP_TLS_CERT", "MP_SMTP_SSL_CERT")
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

// newest keeps so many messages, as Mailpit does: the oldest go.
func newest(value string) ([]setting, error) {
	if n, err := strconv.Atoi(value); err != nil || n < 0 {
		return nil, fmt.Errorf("want a number")
	}
	return []setting{{"max-mails", value}, {"when-full", "oldest"}}, nil
}

// megabytes bound a message; 0 is no bound, which is the largest here.
func megabytes(value string) ([]setting, error) {
	n, err := strconv.Atoi(value)
	switch {
	case err != nil || n < 0:
		return nil, fmt.Errorf("want a number of megabytes")
	case n == 0 || n > 2048:
		n = 2048
	}
	return []setting{{"max-size", strconv.Itoa(n) + "MiB"}}, nil
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
