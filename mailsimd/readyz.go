package mailsimd

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const readyzUsage = `mailsimd readyz asks a running mailsimd whether it is ready: status 0 if it is.

The flags and environment of that mailsimd also tell readyz where it listens.

`

// readyzCommand asks a running mailsimd of this machine whether it is ready.
func readyzCommand(ctx context.Context, args []string, p Process) error {
	var plain, secure, webroot, ready string
	fs := flag.NewFlagSet("mailsimd readyz", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&plain, "http", "127.0.0.1:8025", "`address` of its API")
	fs.StringVar(&secure, "https", "", "`address` of its API over TLS, if -http is off")
	fs.StringVar(&webroot, "webroot", "", "`path` below which its API is served")
	fs.StringVar(&ready, "ready", "", "its -ready `file`, which overrides the addresses")
	timeout := fs.Duration("timeout", 3*time.Second, "`time` that it may take to answer")
	if err := parseCommand(fs, args, p, readyzUsage); err != nil {
		return err
	}
	at, err := whereReady(plain, secure, webroot, ready)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	return askReady(ctx, at)
}

// parseCommand reads the flags of a command, then the environment, for which flags
// of the same name are one.
func parseCommand(fs *flag.FlagSet, args []string, p Process, usage string) error {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fs.SetOutput(p.Stderr)
		fmt.Fprint(p.Stderr, usage)
		fs.PrintDefaults()
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", errUsage, err)
	case fs.NArg() > 0:
		return fmt.Errorf("%w: %q is not a flag; -h lists them", errUsage, fs.Arg(0))
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if _, err := fromEnv(fs, p.Env, given); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return nil
}

// whereReady returns the URL to ask.
func whereReady(plain, secure, webroot, ready string) (string, error) {
	if ready != "" {
		text, err := os.ReadFile(ready)
		if err != nil {
			return "", fmt.Errorf("not ready: %w", err)
		}
		var r readyFile
		if err := json.Unmarshal(text, &r); err != nil {
			return "", fmt.Errorf("-ready: %s: %w", ready, err)
		}
		if at := cmp.Or(r.HTTP, r.HTTPS); at != "" {
			return at + "/readyz", nil
		}
		return "", errors.New("its API is off")
	}
	scheme, addr := "http", plain
	if addr == "" {
		scheme, addr = "https", secure
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("%w: -%s: %q is not an address such as 127.0.0.1:8025", errUsage, scheme, addr)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	if webroot = strings.Trim(webroot, "/"); webroot != "" {
		webroot = "/" + webroot
	}
	return scheme + "://" + net.JoinHostPort(host, port) + webroot + "/readyz", nil
}

// askReady asks once. The certificate is not looked at: nothing secret is said, and
// it is this machine's.
func askReady(ctx context.Context, at string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return err
	}
	t := &http.Transport{Proxy: nil, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	defer t.CloseIdleConnections()
	res, err := (&http.Client{Transport: t}).Do(req)
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s answers %s", at, res.Status)
	}
	return nil
}
