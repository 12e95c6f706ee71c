// Package search finds mail by text and by field. It has filters made of mail behind
// the searches, which are never stored; how a filter is made and a query is read is for
// internal/searchindex, the mail itself for package post.
package search

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what searches keep of one universe: which filters it made.
type Part struct {
	*state.Book

	Index index
}

// New makes the part.
func New(b *state.Book) *Part {
	return &Part{Book: b, Index: index{bytes: new(atomic.Int64)}}
}
