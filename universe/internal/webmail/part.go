package webmail

import (
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what webmail needs of a universe.
type Part struct {
	*state.Book
	post  *post.Part
	login *login.Part
}

func New(b *state.Book, post *post.Part, login *login.Part) *Part {
	return &Part{Book: b, post: post, login: login}
}
