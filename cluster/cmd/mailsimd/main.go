// Mailsimd serves a simulated mail world over SMTP, IMAP and HTTP. It does what the
// program in package github.com/mailsim/mailsim/cmd/mailsimd does, and can also be one
// of several processes that share a PostgreSQL database:
//
//	mailsimd -cluster postgres://db/mail -cluster-secret-file secret -key KEY -config orgs.yaml
//	mailsimd move -cluster DSN,DSN -cluster-secret-file secret UNIVERSE 2
//
// See package [github.com/mailsim/mailsim/mailsimd] for its use without -cluster; mailsimd -h
// lists the flags.
package main

import (
	"context"
	"os"

	"github.com/mailsim/mailsim/mailsimd"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "move" {
		os.Exit(moveCommand(os.Args[2:], os.Stdout, os.Stderr))
	}
	os.Exit(mailsimd.Main(context.Background(), os.Args[1:], mailsimd.Process{Joiner: &joiner{}}))
}
