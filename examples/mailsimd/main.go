// Mailsimd is cmd/mailsimd, to be run from a checkout or copied into a program
// that adds its own:
//
//	go run ./examples/mailsimd
package main

import (
	"context"
	"os"

	"github.com/mailsim/mailsim/mailsimd"
)

func main() { os.Exit(mailsimd.Main(context.Background(), os.Args[1:], mailsimd.Process{})) }
