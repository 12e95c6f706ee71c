// Mailsimd serves a simulated mail world over SMTP, IMAP and HTTP: one universe,
// or with a file of organizations a cell of several. Started without a file it
// holds a small demo in which something already happens.
//
//	mailsimd                            the demo, at 127.0.0.1
//	mailsimd -config mail.yaml          what the file describes
//	mailsimd -check mail.yaml           only whether the file is right
//	mailsimd -load w -save w            go on where the last run ended
//	mailsimd -schema                    the file's JSON Schema, for editors
//
// Every flag can also be given in the environment: -smtp-auth is
// MAILSIM_SMTP_AUTH. SIGHUP reads the file again without losing mail; SIGINT and
// SIGTERM finish what is under way, write the file of -save, and end with status 0.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/mailsim/mailsim/universe"
)

// heapGrowth is GOGC where the environment sets none. Most of the heap is mail
// that stays: with half the usual room for garbage 100,000 mails of 2 KiB keep
// the process under 350 MiB, for a few percent of processor time.
const heapGrowth = 50

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	os.Exit(run(os.Args[1:], os.LookupEnv, os.Stdout, os.Stderr))
}

// Exit statuses.
const (
	statusDone   = 0
	statusFailed = 1
	statusUsage  = 2
)

func run(args []string, env func(string) (string, bool), stdout, stderr io.Writer) int {
	o, err := parseFlags(args, env, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusDone
	case err != nil:
		fmt.Fprintln(stderr, "mailsimd:", err)
		return statusUsage
	case o.schema:
		_, _ = stdout.Write(universe.ConfigSchema())
		return statusDone
	}
	if o.check != "" {
		err = check(o.check)
		if err == nil {
			fmt.Fprintf(stdout, "%s: ok\n", o.check)
		}
	} else {
		err = serve(o, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "mailsimd:", err)
		return statusFailed
	}
	return statusDone
}

// serve runs until a signal ends it.
func serve(o *options, stdout, stderr io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	hup := make(chan os.Signal, 1)
	notifyReload(hup)
	defer signal.Stop(hup)

	s, err := newServer(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer s.host.Close()
	if err := s.start(); err != nil {
		s.cut()
		return err
	}
	if err := s.announce(stdout); err != nil {
		s.cut()
		return err
	}
	for {
		select {
		case <-hup:
			s.reload(ctx)
		case err := <-s.failed:
			s.cut()
			return err
		case <-ctx.Done():
			stop() // a second signal ends the process at once
			return s.drain()
		}
	}
}
