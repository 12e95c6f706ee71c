// Mailsimd serves a simulated mail world over SMTP, IMAP and HTTP.
//
//	go install github.com/mailsim/mailsim/cmd/mailsimd@latest
//
// See package [github.com/mailsim/mailsim/mailsimd] for its use; mailsimd -h
// lists the flags.
package main

import (
	"context"
	"os"

	"github.com/mailsim/mailsim/mailsimd"
)

func main() { os.Exit(mailsimd.Main(context.Background(), os.Args[1:], mailsimd.Process{})) }
