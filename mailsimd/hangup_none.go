//go:build !unix && !windows

package mailsimd

import "os"

// notifyReload does nothing: this system has no SIGHUP.
func notifyReload(chan<- os.Signal) {}
