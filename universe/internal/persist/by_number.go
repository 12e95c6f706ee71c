package persist

// byNumber finds what has a number. Numbers lie close to one another where a store has
// been used as ever, and cost little room then.
type byNumber[T any] struct {
	pages []*[numbersPage]*T // nil where there are none
}

const numbersPage = 1 << 10

func (b *byNumber[T]) get(n uint32) *T {
	if at := int(n / numbersPage); at < len(b.pages) && b.pages[at] != nil {
		return b.pages[at][n%numbersPage]
	}
	return nil
}

func (b *byNumber[T]) set(n uint32, v *T) {
	at := int(n / numbersPage)
	if over := at + 1 - len(b.pages); over > 0 {
		b.pages = append(b.pages, make([]*[numbersPage]*T, over)...)
	}
	if b.pages[at] == nil {
		b.pages[at] = new([numbersPage]*T)
	}
	b.pages[at][n%numbersPage] = v
}
