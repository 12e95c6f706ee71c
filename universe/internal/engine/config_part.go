package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// configPart is what config needs of a universe.
type configPart struct {
	*state.Book
	links *linksPart
	login *loginPart
	keep  *keepPart

	file configSlot
}

func newConfigPart(b *state.Book, links *linksPart, login *loginPart, keep *keepPart) *configPart {
	return &configPart{Book: b, links: links, login: login, keep: keep}
}
