//go:build !unix

package testkit

import "time"

var started = time.Now()

// CPUTime is the time gone by: the machine does not tell what was computed.
func CPUTime() time.Duration { return time.Since(started) }
