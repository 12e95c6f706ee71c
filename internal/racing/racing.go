// Package racing spares tests the race detector where it can find nothing.
package racing

import "testing"

// Skip skips a long test that reckons in one goroutine, when the race detector is on: it would
// take many times as long, and other tests of the package show that it may run beside them.
func Skip(t testing.TB) {
	t.Helper()
	if detector {
		t.Skip("one goroutine has no races")
	}
}
