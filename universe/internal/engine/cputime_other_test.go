//go:build !unix

package engine

import "time"

var started = time.Now()

// cpuTime is the time gone by: the machine does not tell what was computed.
func cpuTime() time.Duration { return time.Since(started) }
