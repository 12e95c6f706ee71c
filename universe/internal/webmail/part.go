// Package webmail is mail as an application asks for it: mailboxes, messages,
// conversations and shares. It owns the shares; the mail is kept by package post, and IMAP
// has its own view of it in package door.
package webmail

import (
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part answers what is asked of one universe's mail.
type Part struct {
	*state.Book
	post  *post.Part
	login *login.Part
}

// New makes the part.
func New(b *state.Book, post *post.Part, login *login.Part) *Part {
	return &Part{Book: b, post: post, login: login}
}
