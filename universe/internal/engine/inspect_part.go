package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// inspectPart is what inspect needs of a universe.
type inspectPart struct {
	*state.Book
	settings *settingsPart
	post     *postPart
	transit  *transitPart
	links    *linksPart
	run      *runPart
}

func newInspectPart(b *state.Book, settings *settingsPart, post *postPart, transit *transitPart, links *linksPart, run *runPart) *inspectPart {
	return &inspectPart{Book: b, settings: settings, post: post, transit: transit, links: links, run: run}
}
