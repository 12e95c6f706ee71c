//go:build !linux

package mailsimd

// forgetStart does nothing: it is known how only on Linux.
func forgetStart() {}
