// Mailsimd is the same as cmd/mailsimd. Run it from a checkout, or copy it into a
// program that adds to it:
//
//	go run ./examples/mailsimd
package main

import (
	"context"
	"os"

	"github.com/mailsim/mailsim/mailsimd"
)

func main() { os.Exit(mailsimd.Main(context.Background(), os.Args[1:], mailsimd.Process{})) }
