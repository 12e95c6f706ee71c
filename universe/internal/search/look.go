package search

import (
	"context"
	"iter"

	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// Look is a search that its caller leads: it goes back through all copies, the newest
// first, and says of each where to go on.
type Look struct {
	u    *Part
	q    *searchindex.Query
	from cursor
	in   func(address string) bool
}

// Hit is a copy that a look has come to.
type Hit struct {
	*post.Stored
	Address, Folder string
	Cursor          string // where a later look begins with this copy
}

// NewLook reads a query, "" for all mail, and a cursor, "" for the newest. in, if not
// nil, says which mailboxes are looked into.
func (u *Part) NewLook(query, before string, in func(address string) bool) (*Look, error) {
	q := &searchindex.Query{}
	if query != "" {
		var err error
		if q, err = searchindex.Parse(query); err != nil {
			return nil, fail.Invalidf("q: %s", err)
		}
	}
	from, err := parseCursor(before)
	if err != nil {
		return nil, err
	}
	return &Look{u, q, from, in}, nil
}

// Back yields the copies that match, the newest first.
func (l *Look) Back(ctx context.Context) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		for c, err := range l.u.candidates(ctx, l.from, l.q, l.in) {
			if err != nil {
				yield(Hit{}, err)
				return
			}
			if l.q.Match(&c) && !yield(Hit{c.Stored, c.address, c.folder, c.cursor.String()}, nil) {
				return
			}
		}
	}
}

// Matches tells whether a copy is one that the look would come to.
func (l *Look) Matches(c *post.Placed) bool {
	return (l.in == nil || l.in(c.Address)) && l.q.Match(&found{Stored: c.Stored, address: c.Address, folder: c.Folder})
}
