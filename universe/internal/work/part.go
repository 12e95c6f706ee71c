package work

import (
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// Part does the jobs of one universe; it holds nothing of its own.
type Part struct {
	*state.Book
	settings *settings.Part
	transit  *transit.Part
	rules    *rules.Part
	links    *links.Part
	release  *release.Part
	deliver  *deliver.Part
	pen      *pen.Part
	world    *world.Part
	provide  *provide.Part
}

// New makes the part of a universe that does its jobs.
func New(b *state.Book, settings *settings.Part, transit *transit.Part, rules *rules.Part, links *links.Part, release *release.Part, deliver *deliver.Part, pen *pen.Part, world *world.Part, provide *provide.Part) *Part {
	return &Part{Book: b, settings: settings, transit: transit, rules: rules, links: links, release: release, deliver: deliver, pen: pen, world: world, provide: provide}
}
