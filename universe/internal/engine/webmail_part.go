package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// webmailPart is what webmail needs of a universe.
type webmailPart struct {
	*state.Book
	post  *postPart
	login *loginPart
}

func newWebmailPart(b *state.Book, post *postPart, login *loginPart) *webmailPart {
	return &webmailPart{Book: b, post: post, login: login}
}
