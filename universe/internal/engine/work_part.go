package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// workPart is what work needs of a universe.
type workPart struct {
	*state.Book
	settings *settingsPart
	transit  *transitPart
	rules    *rulesPart
	links    *linksPart
	deliver  *deliverPart
	pen      *penPart
	world    *worldPart
}

func newWorkPart(b *state.Book, settings *settingsPart, transit *transitPart, rules *rulesPart, links *linksPart, deliver *deliverPart, pen *penPart, world *worldPart) *workPart {
	return &workPart{Book: b, settings: settings, transit: transit, rules: rules, links: links, deliver: deliver, pen: pen, world: world}
}
