// Package mailsimd is the program of the same name. It serves a simulated mail world over SMTP,
// IMAP and HTTP and, if told to, POP3: one universe or, if its configuration file describes
// organizations, a cell of several. Without a file it serves a small demo.
//
//	mailsimd                            the demo, at 127.0.0.1
//	mailsimd -config mail.yaml          what the file describes
//	mailsimd -check mail.yaml           checks the file, and serves nothing
//	mailsimd -load w -save w            continue where the last run ended
//	mailsimd -schema                    the file's JSON Schema, for editors
//	mailsimd -open                      requests need no key, except to administer
//	mailsimd import -to a@b.test old.mbox  loads mail into a running mailsimd
//	mailsimd export -o all.mbox         writes the mail of a running mailsimd to a file
//	mailsimd readyz                     exits with status 0 if a running mailsimd is ready
//	mailsimd sendmail -t                passes a mail to a running mailsimd, as sendmail would
//	mailsimd help                       all flags and commands, as -h
//
// Every flag can also be given in the environment: -smtp-auth is MAILSIM_SMTP_AUTH. Variables
// of Mailpit and MailHog, such as MP_SMTP_BIND_ADDR, set the flag that does the same. SIGHUP
// reads the file again without losing mail; SIGINT and SIGTERM finish what is under way, write
// the file of -save, and end with status 0.
//
// Call [Main] to run it from a program of your own.
package mailsimd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/mailsim/mailsim/universe"
)

// heapGrowth is GOGC where the environment sets none. Most of the heap is mail
// that stays: with half the usual room for garbage 100,000 mails of 2 KiB keep
// the process under 350 MiB, for a few percent of processor time.
const heapGrowth = 50

// heapGrowth is GOGC for the universe that the options make.
func (o *options) heapGrowth() int {
	if o.data != "" {
		return dataGrowth
	}
	return heapGrowth
}

// Exit statuses of Main.
const (
	statusDone   = 0
	statusFailed = 1
	statusUsage  = 2
)

// Process is the environment that the program runs in. Fields that are nil or "" default to
// the process's own.
type Process struct {
	Name           string // argv[0]; "sendmail" runs the command sendmail
	Env            func(name string) (value string, ok bool)
	Environ        func() []string // lists the environment, to find misspelled names of flags; default os.Environ, or nothing if Env is set
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Joiner, if not nil, can let this process join others and serve a cell together with them.
	Joiner Joiner
}

func (p *Process) fill() {
	if p.Name == "" {
		p.Name = os.Args[0]
	}
	if p.Environ == nil && p.Env == nil {
		p.Environ = os.Environ
	}
	if p.Env == nil {
		p.Env = os.LookupEnv
	}
	if p.Stdin == nil {
		p.Stdin = os.Stdin
	}
	if p.Stdout == nil {
		p.Stdout = os.Stdout
	}
	if p.Stderr == nil {
		p.Stderr = os.Stderr
	}
}

// command is a use of the program other than to serve, such as mailsimd NAME …
type command func(ctx context.Context, args []string, p Process) error

// commands are named by the first argument.
var commands = map[string]command{
	"readyz":   readyzCommand,
	"sendmail": sendmailCommand,
	"version":  versionCommand,
}

func init() { commands["help"] = helpCommand } // -h lists the commands

// helpCommand prints what -h prints.
func helpCommand(_ context.Context, _ []string, p Process) error {
	_, err := parseFlags([]string{"-h"}, p.Env, p.Stdout, p.Joiner)
	return err
}

// errUsage marks errors that the arguments are to blame for.
var errUsage = errors.New("wrong use")

// Main runs mailsimd with args, the arguments after the program's name, until ctx ends or a
// signal comes, and returns the status to exit with: 0 when all went well, 1 after an error, 2
// for wrong arguments. The command sendmail returns the statuses of sysexits.h. When Main begins
// to serve, it sets the process's GOGC to 50, or to 12 with -data, unless the environment sets
// GOGC.
func Main(ctx context.Context, args []string, p Process) (status int) {
	p.fill()
	run, sent := serveCommand, (*exitError)(nil)
	if asSendmail(p.Name) {
		args = append([]string{"sendmail"}, args...)
	}
	if len(args) > 0 && commands[args[0]] != nil {
		run, args = commands[args[0]], args[1:]
	}
	switch err := run(ctx, args, p); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return statusDone
	case errors.As(err, &sent):
		fmt.Fprintln(p.Stderr, "sendmail:", err)
		return sent.status
	case errors.Is(err, errUsage):
		fmt.Fprintln(p.Stderr, "mailsimd:", strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
		return statusUsage
	default:
		fmt.Fprintln(p.Stderr, "mailsimd:", err)
		return statusFailed
	}
}

// serveCommand does what the flags say: serve, unless they ask for less.
func serveCommand(ctx context.Context, args []string, p Process) error {
	o, err := parseFlags(args, p.Env, p.Stderr, p.Joiner)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", errUsage, err)
	case o.version:
		return versionCommand(ctx, nil, p)
	case o.schema:
		_, err = p.Stdout.Write(universe.ConfigSchema())
		return err
	case o.checkData:
		return checkDirectory(ctx, o.data, p.Stdout)
	case o.check != "":
		if err := o.checkFile(); err != nil {
			return err
		}
		fmt.Fprintf(p.Stdout, "%s: ok\n", o.check)
		return nil
	}
	if p.Environ != nil {
		file, _ := os.ReadFile(o.config) // one that cannot be read is an error soon
		o.unknown = unknownIn(p.Environ(), o.names, file)
	}
	return serve(ctx, o, p.Env, p.Stdout, p.Stderr)
}

// serve runs until a signal or the end of ctx ends it.
func serve(ctx context.Context, o *options, env func(string) (string, bool), stdout, stderr io.Writer) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
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
	if _, set := env("GOGC"); !set { // setting it collects: not before the doors are open
		debug.SetGCPercent(o.heapGrowth())
	}
	if o.data != "" {
		go debug.FreeOSMemory() // what was read is garbage
	}
	go forgetStart() // the doors are open
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
