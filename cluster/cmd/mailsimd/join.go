package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
	"github.com/mailsim/mailsim/cluster/internal/dsns"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/mailsimd"
)

// joiner has the flags of a cluster.
type joiner struct {
	dsns, secret, secretFile string
	address, advertise, node string
	lease, idle              time.Duration
	awake                    int
}

func (j *joiner) Flags(fs *flag.FlagSet) {
	fs.StringVar(&j.dsns, "cluster", "", "`DSN` of the PostgreSQL database that this process shares with others, such as postgres://user@db/mail; separate several with commas, in the same order everywhere; the first holds the directory")
	fs.StringVar(&j.secret, "cluster-secret", "", "`text` of 16 characters or more that the processes of a cluster share; better set in the environment")
	fs.StringVar(&j.secretFile, "cluster-secret-file", "", "`file` that holds the secret instead")
	fs.StringVar(&j.address, "cluster-address", "127.0.0.1:0", "`address` to listen at for the other processes, over TLS with the secret")
	fs.StringVar(&j.advertise, "cluster-advertise", "", "`address` to tell the other processes, if it is a different one")
	fs.StringVar(&j.node, "node", "", "unique `name` of this process; default: a random one")
	fs.DurationVar(&j.lease, "cluster-lease", 3*time.Second, "`time` without a sign of life after which other processes take over a process's universes, at least 500ms")
	fs.DurationVar(&j.idle, "cluster-idle", 10*time.Minute, "`time` after which an unused universe is closed; 0 is never")
	fs.IntVar(&j.awake, "cluster-awake", 0, "keep at most `N` universes open in this process at once; 0 is no limit")
}

func (j *joiner) Asked() bool { return j.dsns != "" }

func (j *joiner) Join(ctx context.Context, o mailsim.CellOptions) (mailsimd.Member, error) {
	secret, err := j.readSecret()
	if err != nil {
		return nil, err
	}
	if j.idle < 0 || j.awake < 0 {
		return nil, errors.New("-cluster-idle and -cluster-awake must not be negative")
	}
	if j.lease <= 0 {
		return nil, errors.New("-cluster-lease must be at least 500ms")
	}
	o.Idle, o.Awake = j.idle, j.awake
	n, err := cluster.Start(ctx, dsns.Split(j.dsns), cluster.Options{
		Name: j.node, Listen: j.address, Advertise: j.advertise, Secret: secret, Lease: j.lease, Cell: o, Universe: o.Universe,
	})
	if err != nil {
		return nil, fmt.Errorf("-cluster: %w", err)
	}
	return member{n}, nil
}

// readSecret returns the secret that the flags give.
func (j *joiner) readSecret() (string, error) {
	if j.secret != "" && j.secretFile != "" {
		return "", errors.New("-cluster-secret and -cluster-secret-file exclude each other")
	}
	secret := j.secret
	if j.secretFile != "" {
		text, err := os.ReadFile(j.secretFile)
		if err != nil {
			return "", fmt.Errorf("-cluster-secret-file: %w", err)
		}
		secret = strings.TrimSpace(string(text))
	}
	if len(secret) < 16 {
		return "", errors.New("-cluster needs a -cluster-secret or -cluster-secret-file, the same for all, of 16 characters or more")
	}
	return secret, nil
}

// member is a node as the program serves it.
type member struct{ *cluster.Node }

func (member) Inner(o httpapi.Options) httpapi.Options { return cluster.InnerOptions(o) }
