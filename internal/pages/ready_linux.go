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
