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

// blocks are those that it has asked for last, each at the place of its number: in a
// heap of up to 1 GiB, whose free places lie everywhere, all of them. Whether the system
// has taken one back since is seen when its place has been another's.
var blocks [1 << 30 / block]atomic.Uintptr

// readyAround asks for the pages of the block in which b begins: of the heap, which will
// give them to others. What lies beyond the heap is not provided.
func readyAround(b []byte) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b))) &^ (block - 1)
	place := &blocks[start/block%uintptr(len(blocks))]
	if place.Load() == start || unable.Load() {
		return
	}
	place.Store(start)
	enlarge(start, start+block)
	_ = madvise(start, start+block, populateWrite)
}

// Ready asks for the pages that lie wholly in b, which is of the heap. What the system
// cannot provide now comes at the first write, as it would have.
func Ready(b []byte) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	end := (start + uintptr(len(b))) &^ (pageSize - 1)
	start = (start + pageSize - 1) &^ (pageSize - 1)
	if start >= end || unable.Load() {
		return
	}
	enlarge(start, end)
	if err := madvise(start, end, populateWrite); err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EPERM {
		unable.Store(true)
	}
}

// large is the size of a large page. The system clears and maps one for much less than
// the small pages in its place, if nothing has been written there yet.
const large = 2 << 20

// enlarge lets the system provide large pages around what is asked for, and in the one
// behind it, where the heap grows next.
func enlarge(start, end uintptr) {
	_ = madvise(start&^(large-1), (end+2*large-1)&^(large-1), syscall.MADV_HUGEPAGE)
}

func madvise(start, end, advice uintptr) syscall.Errno {
	_, _, err := syscall.Syscall(syscall.SYS_MADVISE, start, end-start, advice)
	return err
}
