package persist

// byNumber finds what has a number. Numbers lie close to one another where a store has
// been used as ever, and cost little room then.
type byNumber[T any] struct {
	pages map[uint32]*[numbersPage]*T
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
	p[n%numbersPage] = v
}
