// Bridge serves MCP for a mailsimd that runs already: each call of a tool is a
// request to its API.
//
//	SERVICE_URL=http://127.0.0.1:8025 SERVICE_API_KEY=... bridge
//	bridge -listen 127.0.0.1:9000 -service http://127.0.0.1:8025 -read-only
//
// Requests show mailsimd the credentials that they carry. Those without any get
// the key of SERVICE_API_KEY, if there is one; then only this machine may ask.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mailsim/mailsim/mcp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, func(url string) { fmt.Println("mcp ", url) }); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bridge:", err)
		os.Exit(1)
	}
}

// drainTime bounds how long the end waits for what is under way.
const drainTime = 10 * time.Second

// run serves until ctx ends; ready hears where.
func run(ctx context.Context, args []string, env func(string) string, ready func(url string)) error {
	fs := flag.NewFlagSet("bridge", flag.ContinueOnError)
	listen := fs.String("listen", "127.0.0.1:8026", "`address` to serve POST /api/mcp at; port 0 picks a free one")
	service := fs.String("service", env("SERVICE_URL"), "`URL` of mailsimd; default SERVICE_URL")
	readOnly := fs.Bool("read-only", false, "offer no tool that could change something")
	if err := fs.Parse(args); err != nil {
		return err
	}
	target, err := url.Parse(*service)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return fmt.Errorf("-service: %q is no URL such as http://127.0.0.1:8025", *service)
	}
	key := env("SERVICE_API_KEY")
	if host, _, err := net.SplitHostPort(*listen); err == nil && key != "" && !loopback(host) {
		return fmt.Errorf("-listen: others reach %s: unset SERVICE_API_KEY, and let each caller send a key", *listen)
	}
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server := &http.Server{
		Handler:           newHandler(target, key, mcp.Options{ReadOnly: *readOnly, Logger: log}),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	ready("http://" + l.Addr().String() + "/api/mcp")
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	defer server.Close()
	return server.Shutdown(ctx)
}
