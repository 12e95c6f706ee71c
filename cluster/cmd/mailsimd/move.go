package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/mailsim/mailsim/cluster"
	"github.com/mailsim/mailsim/cluster/internal/dsns"
)

const moveUse = `mailsimd move moves a universe to another database of the cluster, while the processes run:

  mailsimd move -cluster DSN,DSN -cluster-secret-file FILE UNIVERSE NUMBER

NUMBER is the place of the database in the list, from 1. Meanwhile the universe takes no requests: clients
are told to try again. Each flag can be given in the environment: MAILSIM_CLUSTER and so on.

`

// moveCommand asks the processes of a cluster to move a universe.
func moveCommand(args []string, stdout, stderr io.Writer) (status int) {
	fs, j := flag.NewFlagSet("move", flag.ContinueOnError), &joiner{}
	fs.SetOutput(stderr)
	fs.StringVar(&j.dsns, "cluster", os.Getenv("MAILSIM_CLUSTER"), "`DSN` of each database, separated with commas, as the processes have them")
	fs.StringVar(&j.secret, "cluster-secret", os.Getenv("MAILSIM_CLUSTER_SECRET"), "`text` that the processes of the cluster share; better set in the environment")
	fs.StringVar(&j.secretFile, "cluster-secret-file", os.Getenv("MAILSIM_CLUSTER_SECRET_FILE"), "`file` that holds the secret instead")
	fs.Usage = func() {
		fmt.Fprint(stderr, moveUse)
		fs.PrintDefaults()
	}
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	number, err := strconv.Atoi(fs.Arg(1))
	if fs.NArg() != 2 || err != nil || number < 1 || j.dsns == "" {
		fs.Usage()
		return 2
	}
	secret, err := j.readSecret()
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		err = cluster.Move(ctx, dsns.Split(j.dsns), secret, fs.Arg(0), number-1)
	}
	if err != nil {
		fmt.Fprintln(stderr, "mailsimd: move:", err)
		return 1
	}
	fmt.Fprintf(stdout, "universe %s is in database %d\n", fs.Arg(0), number)
	return 0
}
