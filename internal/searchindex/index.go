// Package searchindex finds mail by what it says: a query language, matching
// without regard to case, and an index that leaves few mails to look at.
//
// The index holds no text. It answers with candidates, which the caller then
// matches unless the index is sure of them, so what is found is exactly what a
// scan over all mail would find.
// It is a leaf: it knows texts, numbers and casemap, nothing of mailboxes.
package searchindex

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
)

// A text is cut into pieces of 2 KiB. Each piece sets, in a column of 4096
// bits, two bits for each of its trigrams, which fills two fifths of it. The
// columns of up to 512 pieces lie side by side in a block, stored by row, so
// that one row is a cache line and speaks for all of them: a word of n letters
// is looked up by 2(n-2) lines for 512 pieces, and at five letters one piece in
// 300 is named in vain.
const (
	trigram    = 3
	stride     = 2048               // bytes of a piece
	maxProbe   = 64                 // bytes of a word that are looked up
	overlap    = maxProbe - trigram // trigrams that a piece has of the next, so that no probe falls between
	maxPieces  = 64                 // of one text; a longer one is always a candidate
	rowBits    = 12
	rowCount   = 1 << rowBits
	maxWords   = 8 // of a row
	maxSlots   = maxWords * 64
	slotBytes  = 8   // an id
	blockBytes = 256 // of bookkeeping, roughly
)

// mask has a bit for each slot of a block.
type mask [maxWords]uint64

func (m *mask) set(i int)      { m[i/64] |= 1 << (i % 64) }
func (m *mask) clear(i int)    { m[i/64] &^= 1 << (i % 64) }
func (m *mask) has(i int) bool { return m[i/64]>>(i%64)&1 != 0 }

func (m mask) and(o mask) mask {
	for k := range m {
		m[k] &= o[k]
	}
	return m
}

// Index finds candidates among documents, each known by a number. Its methods
// are safe for concurrent use.
type Index struct {
	mu       sync.RWMutex
	blocks   []*block // ascending by id
	limit    int
	bytes    int
	docs     int
	scratch  []byte
	census   census      // of the last block
	frequent *vocabulary // of the next block
}

// block holds the columns of documents with neighbouring ids.
type block struct {
	words  int         // of a row: 1, 2, 4 or 8
	rows   []uint64    // rowCount rows; nil once given up: then all are candidates
	ids    []uint64    // by slot; the pieces of a document follow each other
	live   mask        // first slots of documents that have not been removed
	always mask        // documents too long to be told apart
	long   []span      // documents of several pieces
	vocab  *vocabulary // the frequent words
	sure   []mask      // by frequent word, the first slots of the documents that hold it
}

// span is a document's slots.
type span struct{ from, to int }

// New returns an empty index that holds at most about limit bytes (see Bytes);
// below 1 there is no limit. At the limit the oldest documents are given up:
// they stay candidates of every search.
func New(limit int) *Index { return &Index{limit: limit} }

// Len returns the number of documents.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.docs
}

// Bytes returns the memory that the index holds, by its own count: about a
// quarter of the text, at least half a kilobyte for each document.
func (x *Index) Bytes() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.bytes
}

// Add takes in a document: texts, all that a query looks for words in (see
// Texts), and further texts that a needle of Filter can be found in. Ids must
// rise from call to call; it panics otherwise.
func (x *Index) Add(id uint64, texts []string, further ...string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	text := x.scratch[:0]
	for _, t := range texts {
		text = append(appendFold(text, t), '\n')
	}
	searched := len(text)
	for _, t := range further {
		text = append(appendFold(text, t), '\n')
	}
	x.scratch = text
	if cap(x.scratch) > 1<<20 {
		x.scratch = nil
	}
	pieces := max(1, (len(text)-overlap+stride-1)/stride)
	whole := pieces <= maxPieces
	if !whole {
		pieces = 1
	}
	b := x.room(id, pieces)
	first := len(b.ids)
	for i := range pieces {
		if whole {
			b.column(first+i, text[min(i*stride, len(text)):min((i+1)*stride+overlap+trigram-1, len(text))])
		}
		b.ids = append(b.ids, id)
	}
	b.live.set(first)
	if whole {
		x.learn(b, first, text[:searched])
	} else {
		b.always.set(first)
	}
	if pieces > 1 {
		b.long = append(b.long, span{first, first + pieces})
	}
	x.bytes += pieces * slotBytes
	x.docs++
}

// learn notes which frequent words a document has, and counts the words of the sample.
func (x *Index) learn(b *block, slot int, text []byte) {
	sampled := x.census.begin()
	if !sampled && len(b.sure) == 0 {
		return
	}
	eachWord(text, func(word []byte) {
		if len(b.sure) > 0 {
			if i, ok := b.vocab.at[string(word)]; ok {
				b.sure[i].set(slot)
			}
		}
		if sampled {
			x.census.count(word)
		}
	})
}

// room returns the last block, with place for so many pieces.
func (x *Index) room(id uint64, pieces int) *block {
	var b *block
	if n := len(x.blocks); n > 0 {
		b = x.blocks[n-1]
		if last := b.ids[len(b.ids)-1]; id <= last {
			panic(fmt.Sprintf("searchindex: id %d after %d", id, last))
		}
	}
	if b == nil || len(b.ids)+pieces > maxSlots {
		x.frequent = x.census.take(x.frequent)
		b = &block{words: 1, rows: make([]uint64, rowCount), vocab: x.frequent, sure: make([]mask, x.frequent.len())}
		x.blocks = append(x.blocks, b)
		x.bytes += b.size()
	}
	for len(b.ids)+pieces > b.words*64 {
		x.bytes -= b.size()
		b.grow()
		x.bytes += b.size()
	}
	x.trim()
	return b
}

// trim gives blocks up, the oldest first, until the limit holds.
func (x *Index) trim() {
	for _, b := range x.blocks {
		if x.limit < 1 || x.bytes <= x.limit {
			return
		}
		x.bytes -= b.size()
		b.rows, b.vocab, b.sure = nil, nil, nil
		x.bytes += b.size()
	}
}

// size returns the bytes of a block without its ids.
func (b *block) size() int { return len(b.rows)*8 + len(b.sure)*wordBytes + blockBytes }

// grow doubles the width of the rows.
func (b *block) grow() {
	if b.rows != nil {
		wide := make([]uint64, 2*len(b.rows))
		for r := range rowCount {
			copy(wide[2*r*b.words:], b.rows[r*b.words:(r+1)*b.words])
		}
		b.rows = wide
	}
	b.words *= 2
}

// column marks the trigrams of a piece. They are gathered in one small bitmap
// first, because the block's rows are far apart.
func (b *block) column(slot int, piece []byte) {
	if b.rows == nil {
		return
	}
	var seen [rowCount / 64]uint64
	var three uint32 // the last three bytes
	for i, c := range piece {
		three = three>>8 | uint32(c)<<16
		if i >= trigram-1 {
			r, s := rowsOf(three)
			seen[r/64] |= 1 << (r % 64)
			seen[s/64] |= 1 << (s % 64)
		}
	}
	at, bit := slot/64, uint64(1)<<(slot%64)
	for i, w := range seen {
		for ; w != 0; w &= w - 1 {
			b.rows[(i*64+bits.TrailingZeros64(w))*b.words+at] |= bit
		}
	}
}

// rowsOf returns the two rows of a trigram, its first byte lowest: independent
// bits of one hash.
func rowsOf(three uint32) (r, s uint32) {
	h := three * 0x9E3779B1
	h ^= h >> 15
	h *= 0x85EBCA77
	return h >> (32 - rowBits), h >> (32 - 2*rowBits) & (rowCount - 1)
}

// Remove forgets a document; one that is unknown is no error. Its memory is
// freed when its neighbours are gone too.
func (x *Index) Remove(id uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	at, slot, ok := x.find(id)
	if !ok {
		return
	}
	b := x.blocks[at]
	b.live.clear(slot)
	x.docs--
	if b.live == (mask{}) && at < len(x.blocks)-1 {
		x.bytes -= b.size() + len(b.ids)*slotBytes
		x.blocks = slices.Delete(x.blocks, at, at+1)
	}
}

// find returns the block and the first slot of a document.
func (x *Index) find(id uint64) (at, slot int, ok bool) {
	if at = x.blockAt(id); at < 0 {
		return 0, 0, false
	}
	b := x.blocks[at]
	slot, ok = slices.BinarySearch(b.ids, id)
	return at, slot, ok && b.live.has(slot)
}

// findAfter is find for an id that probably follows the document at a slot.
func (x *Index) findAfter(at, slot int, id uint64) (int, int, bool) {
	if at >= 0 && at < len(x.blocks) {
		b := x.blocks[at]
		next := slot + 1
		for next < len(b.ids) && b.ids[next] == b.ids[slot] {
			next++
		}
		if next < len(b.ids) && b.ids[next] == id {
			return at, next, b.live.has(next)
		}
	}
	return x.find(id)
}

// blockAt returns the last block that begins at or below id, or -1.
func (x *Index) blockAt(id uint64) int {
	return sort.Search(len(x.blocks), func(i int) bool { return x.blocks[i].ids[0] > id }) - 1
}

// Search yields, newest first, the ids below before of the documents that may
// match a query: all that do, and a few that do not. It is sure of those that
// match whatever their flags, dates and other texts are; the others are for the
// caller to match. No lock is held while the caller works; what is added
// meanwhile is not seen.
func (x *Index) Search(before uint64, q *Query) iter.Seq2[uint64, bool] {
	probes := probesOf(q.Needles())
	words, plain := q.words()
	return func(yield func(id uint64, sure bool) bool) {
		for {
			h, more := x.newest(before, probes, words, plain)
			if !more {
				return
			}
			for i := len(h.ids) - 1; i >= 0; i-- {
				if id := h.ids[i]; h.may.has(i) && id < before && !yield(id, h.sure.has(i)) {
					return
				}
			}
			before = h.ids[0]
		}
	}
}

// hits are the slots of a block that may match, and those that do for sure.
type hits struct {
	ids       []uint64 // of the block, by slot
	may, sure mask
}

// newest looks a query up in the last block that begins below before.
func (x *Index) newest(before uint64, probes []probe, words []string, plain bool) (h hits, more bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if before == 0 {
		return h, false
	}
	at := x.blockAt(before - 1)
	if at < 0 {
		return h, false
	}
	b := x.blocks[at]
	h.ids = b.ids // those already there never change
	if plain {
		h.sure = b.surely(words)
	}
	if h.may = h.sure; h.sure != b.live { // else there is nothing left to ask
		h.may = b.candidates(probes)
	}
	return h, true
}

// surely returns the documents that hold all words, each within a frequent one.
func (b *block) surely(words []string) mask {
	m := b.live
	for _, w := range words {
		m = b.holding(w, m)
	}
	return m
}

// holding returns those of the documents of m that hold a text within a frequent word.
func (b *block) holding(text string, m mask) mask {
	if i, ok := b.vocab.number(text); ok && m.and(b.sure[i]) == m {
		return m // all of them hold just that word
	}
	var hit mask
	for _, i := range b.vocab.holding(text) {
		for k := range hit {
			hit[k] |= b.sure[i][k]
		}
	}
	return m.and(hit)
}

// Filter returns those of ids, in their order, that may contain all needles.
// Ids that the index does not know are among them. It is fastest when the ids
// follow each other as they were added.
func (x *Index) Filter(ids []uint64, needles ...Needle) []uint64 {
	probes := probesOf(needles)
	found := make([]uint64, 0, 16)
	x.mu.RLock()
	defer x.mu.RUnlock()
	var m mask
	known := -1 // the block that m is of
	at, slot, ok := -1, 0, false
	for _, id := range ids {
		at, slot, ok = x.findAfter(at, slot, id)
		if ok && at != known {
			m, known = x.blocks[at].candidates(probes), at
		}
		if !ok || m.has(slot) {
			found = append(found, id)
		}
	}
	return found
}

// probe is the rows of one needle.
type probe []uint32

// probesOf returns the rows that a document with all the needles has. Words of
// a needle are looked up one by one, since white space may differ.
func probesOf(needles []Needle) []probe {
	var probes []probe
	for _, n := range needles {
		for _, word := range strings.Fields(n.folded) {
			word = word[:min(len(word), maxProbe)]
			var p probe
			for i := 0; i+trigram <= len(word); i++ {
				r, s := rowsOf(uint32(word[i]) | uint32(word[i+1])<<8 | uint32(word[i+2])<<16)
				p = append(p, r, s)
			}
			if slices.Sort(p); p != nil {
				probes = append(probes, slices.Compact(p))
			}
		}
	}
	return probes
}

// candidates returns the first slots of the documents that may match.
func (b *block) candidates(probes []probe) mask {
	m := b.live
	if b.rows == nil {
		return m
	}
	for _, p := range probes {
		hit := b.lookUp(p)
		for i := range m {
			m[i] &= hit[i] | b.always[i]
		}
	}
	return m
}

// lookUp returns the slots whose pieces have all rows of the probe, and the
// first slot of each document that has such a piece.
func (b *block) lookUp(p probe) (m mask) {
	for i := range b.words {
		m[i] = ^uint64(0)
	}
	for _, r := range p {
		line := b.rows[int(r)*b.words:][:b.words]
		some := uint64(0)
		for i, w := range line {
			m[i] &= w
			some |= m[i]
		}
		if some == 0 {
			return mask{}
		}
	}
	for _, s := range b.long {
		for slot := s.from + 1; slot < s.to; slot++ {
			if m.has(slot) {
				m.set(s.from)
				break
			}
		}
	}
	return m
}
