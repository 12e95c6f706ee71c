package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// resetPart is what reset needs of a universe.
type resetPart struct {
	*state.Book
	webhook *webhookPart
	login   *loginPart
	run     *runPart
	wait    *waitPart
	config  *configPart
}

func newResetPart(b *state.Book, webhook *webhookPart, login *loginPart, run *runPart, wait *waitPart, config *configPart) *resetPart {
	return &resetPart{Book: b, webhook: webhook, login: login, run: run, wait: wait, config: config}
}
