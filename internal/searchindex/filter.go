// Package searchindex finds mail by what it says: a query language, matching
// without regard to case, and filters that leave few mails to look at.
//
// A filter holds no text. It says which documents may hold what is looked for; the
// caller then looks, so what is found is exactly what a scan of all mail would find.
// It is a leaf: it knows texts, numbers and casemap, nothing of mailboxes.
package searchindex

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"
)

// A text is cut into pieces of 4 KiB. Each piece sets, in a column of 4096 bits, one
// bit for each of its trigrams: a quarter to a third of them. The 64 columns of a
// filter lie side by side, so that one row is a word that speaks for all of them: a
// word of n letters is looked up by n-2 of them, and at five letters one piece in
// forty is named in vain.
const (
	trigram   = 3
	stride    = 4096               // bytes of a piece
	maxProbe  = 64                 // bytes of a word that are looked up
	overlap   = maxProbe - trigram // trigrams that a piece has of the next, so that no probe falls between
	maxPieces = 32                 // of one text; a longer one may hold anything
	rowBits   = 12
	rowCount  = 1 << rowBits
	columns   = 64

	// FilterBytes is the memory that a filter takes.
	FilterBytes = rowCount*columns/8 + 256
)

// Filter tells of some documents which may hold what is looked for. It does not change,
// but may move from memory to a disk.
type Filter struct {
	rows  atomic.Pointer[[rowCount]uint64] // nil once block has them
	block *block                           // set before rows is nil
	at    int                              // its column of the block
}

func newFilter() *Filter {
	f := new(Filter)
	f.rows.Store(new([rowCount]uint64))
	return f
}

// Place is where a document stands in a filter.
type Place struct {
	filter *Filter
	pieces uint64 // its columns; 0 for a text too long to be told apart
}

// Filter returns the filter that the document stands in.
func (p *Place) Filter() *Filter { return p.filter }

// Builder makes one filter after another.
type Builder struct {
	filter  *Filter
	used    int
	scratch []byte
}

// Add takes a document in: the texts that it can be found by. It returns nil when
// there is no room left: the next filter, after [Builder.Next], has room for any.
func (b *Builder) Add(texts ...string) *Place {
	text := b.scratch[:0]
	for _, t := range texts {
		text = append(appendFold(text, t), '\n')
	}
	if b.scratch = text; cap(text) > 1<<20 {
		b.scratch = nil
	}
	if b.filter == nil {
		b.Next()
	}
	pieces := max(1, (len(text)-overlap+stride-1)/stride)
	switch {
	case pieces > maxPieces:
		return &Place{filter: b.filter}
	case b.used+pieces > columns:
		return nil
	}
	p := &Place{filter: b.filter}
	for i := range pieces {
		bit := uint64(1) << b.used
		column(b.filter.rows.Load(), bit, text[min(i*stride, len(text)):min((i+1)*stride+overlap+trigram-1, len(text))])
		p.pieces |= bit
		b.used++
	}
	return p
}

// Full tells whether the filter has no column left.
func (b *Builder) Full() bool { return b.used == columns }

// Next begins the next filter.
func (b *Builder) Next() { b.filter, b.used = newFilter(), 0 }

// column marks the trigrams of a piece.
func column(rows *[rowCount]uint64, bit uint64, piece []byte) {
	var three uint32 // the last three bytes
	for i, c := range piece {
		three = three>>8 | uint32(c)<<16
		if i >= trigram-1 {
			rows[rowOf(three)] |= bit
		}
	}
}

// rowOf returns the row of a trigram, its first byte lowest.
func rowOf(three uint32) uint32 {
	h := three * 0x9E3779B1
	h ^= h >> 15
	h *= 0x85EBCA77
	return h >> (32 - rowBits)
}

// Look is what is looked for, prepared once. It remembers the last filter that it was
// held against, so each search has its own.
type Look struct {
	probes [][]uint32 // the rows of each word
	last   *Filter
	hits   []uint64 // of each probe in the last filter
	block  *block   // the last one, and the hits of each probe in its filters
	far    [][blockFilters]uint64
}

// NewLook prepares a look for documents that hold all the needles. Words of a needle
// are looked up one by one, since white space may differ.
func NewLook(needles ...Needle) *Look {
	l := &Look{}
	for _, n := range needles {
		for _, word := range strings.Fields(n.folded) {
			word = word[:min(len(word), maxProbe)]
			var p []uint32
			for i := 0; i+trigram <= len(word); i++ {
				p = append(p, rowOf(uint32(word[i])|uint32(word[i+1])<<8|uint32(word[i+2])<<16))
			}
			if slices.Sort(p); p != nil {
				l.probes = append(l.probes, slices.Compact(p))
			}
		}
	}
	l.hits = make([]uint64, len(l.probes))
	return l
}

// May tells whether a document may hold what is looked for.
func (l *Look) May(p *Place) bool {
	if l.last != p.filter {
		l.last = p.filter
		l.lookUp()
	}
	if p.pieces == 0 {
		return true
	}
	for _, hit := range l.hits {
		if hit&p.pieces == 0 {
			return false
		}
	}
	return true
}

// Together is what places have in common: where any of some documents stands. It does not
// change once it is made.
type Together struct {
	any  bool // one of them may hold anything
	cols []Place
}

// NewTogether sums up places.
func NewTogether(places iter.Seq[*Place]) *Together {
	g := &Together{}
	for p := range places {
		g.any = g.any || p.pieces == 0
		i := slices.IndexFunc(g.cols, func(c Place) bool { return c.filter == p.filter })
		if i < 0 {
			i, g.cols = len(g.cols), append(g.cols, Place{filter: p.filter})
		}
		g.cols[i].pieces |= p.pieces
	}
	g.cols = slices.Clip(g.cols)
	return g
}

// MayAny tells whether one document of a group may hold what is looked for: if not, none does.
func (l *Look) MayAny(g *Together) bool {
	return g.any || slices.ContainsFunc(g.cols, func(c Place) bool { return l.May(&c) })
}

// lookUp finds the columns of the last filter that have all rows of each probe.
func (l *Look) lookUp() {
	rows := l.last.rows.Load()
	if rows == nil {
		l.lookFar()
		return
	}
	for i, probe := range l.probes {
		hit := ^uint64(0)
		for _, r := range probe {
			if hit &= rows[r]; hit == 0 {
				break
			}
		}
		l.hits[i] = hit
	}
}

// Fill is the share of a filter's bits that are set.
func (f *Filter) Fill() float64 {
	n := 0
	for _, r := range f.rows.Load() {
		n += bits.OnesCount64(r)
	}
	return float64(n) / (rowCount * columns)
}
