//go:build unix || windows

package mailsimd

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyReload tells c of SIGHUP, which asks for the file to be read anew.
func notifyReload(c chan<- os.Signal) { signal.Notify(c, syscall.SIGHUP) }
