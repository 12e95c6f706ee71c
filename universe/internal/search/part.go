// Package search finds mail by text and by field. It owns the index, which is made at the
// first search and never stored; how words are indexed and a query is read is for
// internal/searchindex, the mail itself for package post.
package search

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what searches keep of one universe: the index.
type Part struct {
	*state.Book

	Index index // exported for tests
}

// New makes the part.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
