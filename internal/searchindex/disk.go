package searchindex

import (
	"encoding/binary"
	"io"
	"runtime"
	"sync"
)

// Filters on a disk lie in blocks of 64. A row of a block is that row of each of its
// filters: what is looked for is read in a few places of a block for 4,096 documents.
const (
	blockFilters = 64
	blockRow     = blockFilters * 8
	blockBytes   = rowCount * blockRow
)

// Group is how many filters move to a disk at once.
const Group = blockFilters

// File is where filters lie. What was written to it is needed by this process alone.
type File interface {
	io.ReaderAt
	io.WriterAt
}

// Disk keeps filters in a file. A block is used again when nobody holds its filters.
type Disk struct {
	file File
	mu   sync.Mutex
	free []int64
	next int64
}

// NewDisk begins with an empty file.
func NewDisk(f File) *Disk { return &Disk{file: f} }

// block is where on the disk filters lie.
type block struct {
	disk *Disk
	at   int64
}

// place finds room for a block.
func (d *Disk) place() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.free); n > 0 {
		at := d.free[n-1]
		d.free = d.free[:n-1]
		return at
	}
	d.next += blockBytes
	return d.next - blockBytes
}

func (d *Disk) release(at int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.free = append(d.free, at)
}

// Move moves up to Group filters that are in memory to the disk. After an error they
// stay where they were. One goroutine at a time may call it.
func (d *Disk) Move(filters []*Filter) error {
	b := &block{d, d.place()}
	out := make([]byte, blockBytes)
	for i, f := range filters {
		for r, bits := range f.rows.Load() {
			binary.LittleEndian.PutUint64(out[r*blockRow+i*8:], bits)
		}
	}
	if _, err := d.file.WriteAt(out, b.at); err != nil {
		d.release(b.at)
		return err
	}
	runtime.AddCleanup(b, d.release, b.at)
	for i, f := range filters {
		f.block, f.at = b, i
		f.rows.Store(nil)
	}
	return nil
}

// lookFar is lookUp of a filter on a disk. Of what cannot be read anything may be.
func (l *Look) lookFar() {
	if b := l.last.block; l.block != b {
		l.block = b
		if l.far == nil {
			l.far = make([][blockFilters]uint64, len(l.probes))
		}
		for i, probe := range l.probes {
			b.lookUp(probe, &l.far[i])
		}
	}
	for i := range l.hits {
		l.hits[i] = l.far[i][l.last.at]
	}
}

// lookUp finds the columns of all filters of a block that have all rows of a probe.
func (b *block) lookUp(rows []uint32, hits *[blockFilters]uint64) {
	for i := range hits {
		hits[i] = ^uint64(0)
	}
	var row [blockRow]byte
	for _, r := range rows {
		if _, err := b.disk.file.ReadAt(row[:], b.at+int64(r)*blockRow); err != nil {
			continue
		}
		any := uint64(0)
		for i := range hits {
			hits[i] &= binary.LittleEndian.Uint64(row[i*8:])
			any |= hits[i]
		}
		if any == 0 {
			return
		}
	}
}
