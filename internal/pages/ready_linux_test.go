package pages

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadyProvides finds the pages of fresh memory there, if the kernel can do that.
func TestReadyProvides(t *testing.T) {
	t.Parallel()
	const n = 64
	b, err := syscall.Mmap(-1, 0, n*int(pageSize), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Munmap(b)) }()
	resident := func() (pages int) {
		var in [n]byte
		_, _, e := syscall.Syscall(syscall.SYS_MINCORE, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(unsafe.Pointer(&in[0])))
		require.Zero(t, e)
		for _, page := range in {
			pages += int(page & 1)
		}
		return pages
	}
	require.Zero(t, resident())
	Ready(b[1:])
	if unable.Load() {
		t.Skip("this kernel has no MADV_POPULATE_WRITE")
	}
	assert.Equal(t, n-1, resident(), "all but the first, which is not wholly in it")
}
