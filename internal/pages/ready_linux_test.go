package pages

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadyAround has the pages around a small text there, once, and changes none.
func TestReadyAround(t *testing.T) {
	t.Parallel()
	b, err := syscall.Mmap(-1, 0, 3*block, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Munmap(b)) }()
	first := int(-uintptr(unsafe.Pointer(&b[0])) & (block - 1))
	whole := b[first : first+2*block]
	whole[5] = 'x'
	readyAround(whole[1000:1010])
	if unable.Load() {
		t.Skip("this kernel has no MADV_POPULATE_WRITE")
	}
	assert.Equal(t, block/int(pageSize), resident(t, whole[:block]))
	assert.Zero(t, resident(t, whole[block:]))
	assert.Equal(t, byte('x'), whole[5])
	readyAround(whole[block-1:])
	assert.Zero(t, resident(t, whole[block:]), "it begins in the first")
	readyAround(nil)
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

// TestReadyProvides finds the pages of fresh memory there, if the kernel can do that.
func TestReadyProvides(t *testing.T) {
	t.Parallel()
	const n = 64
	b, err := syscall.Mmap(-1, 0, n*int(pageSize), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Munmap(b)) }()
	require.Zero(t, resident(t, b))
	Ready(b[1:])
	if unable.Load() {
		t.Skip("this kernel has no MADV_POPULATE_WRITE")
	}
	assert.Equal(t, n-1, resident(t, b), "all but the first, which is not wholly in it")
}
