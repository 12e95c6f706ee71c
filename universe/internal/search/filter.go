package search

import (
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// MayContain tells which copies may contain a text in a part of the mail; with trace,
// the headers that were added to a copy on its way count too. The function that it
// returns is for one goroutine.
func (u *Part) MayContain(text string, where post.TextPart, trace bool) (may func(*post.Stored) bool) {
	needle := searchindex.NewNeedle(text)
	s := u.newSieve(where, needle)
	return func(c *post.Stored) bool { return s.may(c.Mail) || trace && c.Traced && needle.In(c.Trace()) }
}
