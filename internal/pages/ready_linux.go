package pages

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// populateWrite is MADV_POPULATE_WRITE, since Linux 5.14. It changes no byte.
const populateWrite = 23

var (
	pageSize = uintptr(syscall.Getpagesize())
	unable   atomic.Bool // an older kernel, or a sandbox that does not know the call
)

// block is what readyAround asks for at once. The heap grows by multiples of it.
const block = 64 << 10

// blocks are those that it has asked for last, each at the place of its number, of
// 16 MiB. Whether the system has taken one back since is seen when its place has been
// another's.
var blocks [256]atomic.Uintptr

// readyAround asks for the pages of the block in which b begins: of the heap, which will
// give them to others. What lies beyond the heap is not provided.
func readyAround(b []byte) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b))) &^ (block - 1)
	place := &blocks[start/block%uintptr(len(blocks))]
	if place.Load() == start || unable.Load() {
		return
	}
	place.Store(start)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, block, populateWrite)
}

// Ready asks for the pages that lie wholly in b. What the system cannot provide now
// comes at the first write, as it would have.
func Ready(b []byte) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	end := (start + uintptr(len(b))) &^ (pageSize - 1)
	start = (start + pageSize - 1) &^ (pageSize - 1)
	if start >= end || unable.Load() {
		return
	}
	if _, _, err := syscall.Syscall(syscall.SYS_MADVISE, start, end-start, populateWrite); err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EPERM {
		unable.Store(true)
	}
}
