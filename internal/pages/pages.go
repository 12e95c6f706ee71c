// Package pages readies fresh memory for a large text. The system provides the pages of
// fresh memory one at a time, each when it is first written to, which costs more than
// the writing; where the system can, it is asked for all of them at once.
package pages

import (
	"strings"
	"unsafe"
)

// Large is the size in bytes from which it pays to ready memory.
const Large = 32 << 10

// Grow is b.Grow for what is about to be written whole, and kept. Small texts are
// allocated one behind the other, so that for the first one of a block the pages of all
// are asked for.
func Grow(b *strings.Builder, n int) {
	b.Grow(n)
	room := unsafe.Slice(unsafe.StringData(b.String()), b.Cap())[b.Len():]
	if n >= Large {
		Ready(room)
	} else {
		readyAround(room)
	}
}
