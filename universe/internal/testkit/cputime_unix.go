//go:build unix

package testkit

import (
	"syscall"
	"time"
)

// CPUTime is what all threads of the process have computed.
func CPUTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
