package inspect

import (
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Part inspects the mail of one universe.
type Part struct {
	*state.Book
	settings *settings.Part
	post     *post.Part
	transit  *transit.Part
	links    *links.Part
	run      *run.Part
}

// New makes the part.
func New(b *state.Book, settings *settings.Part, post *post.Part, transit *transit.Part, links *links.Part, run *run.Part) *Part {
	return &Part{Book: b, settings: settings, post: post, transit: transit, links: links, run: run}
}
