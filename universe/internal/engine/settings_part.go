package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// settingsPart is what settings needs of a universe.
type settingsPart struct {
	*state.Book
}

func newSettingsPart(b *state.Book) *settingsPart {
	return &settingsPart{Book: b}
}
