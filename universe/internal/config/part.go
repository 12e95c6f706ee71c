package config

import (
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what one universe holds of its file.
type Part struct {
	*state.Book
	links *links.Part
	login *login.Part
	keep  *keep.Part

	File slot
}

// New makes the part.
func New(b *state.Book, links *links.Part, login *login.Part, keep *keep.Part) *Part {
	return &Part{Book: b, links: links, login: login, keep: keep}
}
