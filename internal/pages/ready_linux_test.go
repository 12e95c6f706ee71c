package pages

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fresh maps memory to which nothing has been written, of the size of a large page and
// aligned to it; more of it lies on both sides.
func fresh(t *testing.T) []byte {
	b, err := syscall.Mmap(-1, 0, 4*large, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(b)) })
	first := int(-uintptr(unsafe.Pointer(&b[0]))&(large-1)) + large
	return b[first : first+large]
}

// resident counts the pages that are there.
func resident(t *testing.T, b []byte) (pages int) {
	in := make([]byte, len(b)/int(pageSize))
	_, _, e := syscall.Syscall(syscall.SYS_MINCORE, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(unsafe.Pointer(&in[0])))
	require.Zero(t, e)
	for _, page := range in {
		pages += int(page & 1)
	}
	return pages
}

// TestReadyAround has the pages around a small text there, once, and changes none. It is
// not parallel: other tests would ask for blocks meanwhile.
func TestReadyAround(t *testing.T) {
	whole := fresh(t)
	for i := range blocks { // an earlier map may have been there
		blocks[i].Store(0)
	}
	whole[5] = 'x'
	readyAround(whole[1000:1010])
	if unable.Load() {
		t.Skip("this kernel has no MADV_POPULATE_WRITE")
	}
	assert.Equal(t, block/int(pageSize), resident(t, whole[:block]))
	assert.Equal(t, byte('x'), whole[5])
	require.NoError(t, syscall.Madvise(whole, syscall.MADV_DONTNEED))
	readyAround(whole[block-1:])
	assert.Zero(t, resident(t, whole), "it begins in the block that has been asked for")
	readyAround(whole[block:])
	assert.Equal(t, block/int(pageSize), resident(t, whole[block:2*block]))
	readyAround(nil)
}

// TestReadyProvides finds the pages of fresh memory there, if the kernel can do that.
func TestReadyProvides(t *testing.T) {
	t.Parallel()
	const n = 64
	b := fresh(t)[:n*int(pageSize)]
	require.Zero(t, resident(t, b))
	Ready(b[1 : len(b)-1])
	if unable.Load() {
		t.Skip("this kernel has no MADV_POPULATE_WRITE")
	}
	assert.Equal(t, n-2, resident(t, b[pageSize:len(b)-int(pageSize)]))
	assert.Equal(t, string(make([]byte, len(b))), string(b))
}
