package persist

import (
	"iter"
	"maps"
	"slices"
)

// byNumber finds what has a number. Numbers lie close to one another where a store has
// been used as ever, and cost little room then.
type byNumber[T any] struct {
	pages map[uint32]*[numbersPage]*T
	n     int
}

const numbersPage = 1 << 10

func (b *byNumber[T]) get(n uint32) *T {
	if p := b.pages[n/numbersPage]; p != nil {
		return p[n%numbersPage]
	}
	return nil
}

func (b *byNumber[T]) set(n uint32, v *T) {
	p := b.pages[n/numbersPage]
	if p == nil {
		if p = new([numbersPage]*T); b.pages == nil {
			b.pages = map[uint32]*[numbersPage]*T{}
		}
		b.pages[n/numbersPage] = p
	}
	if p[n%numbersPage] == nil {
		b.n++
	}
	p[n%numbersPage] = v
}

func (b *byNumber[T]) len() int { return b.n }

// all yields what there is, in order of its number.
func (b *byNumber[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, at := range slices.Sorted(maps.Keys(b.pages)) {
			for _, v := range b.pages[at] {
				if v != nil && !yield(v) {
					return
				}
			}
		}
	}
}
