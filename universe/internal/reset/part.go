package reset

import (
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/wait"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// Part empties one universe; it holds nothing of its own.
type Part struct {
	*state.Book
	webhook *webhook.Part
	login   *login.Part
	run     *run.Part
	wait    *wait.Part
	config  *config.Part
}

// New makes the part of a universe that empties it.
func New(b *state.Book, webhook *webhook.Part, login *login.Part, run *run.Part, wait *wait.Part, config *config.Part) *Part {
	return &Part{Book: b, webhook: webhook, login: login, run: run, wait: wait, config: config}
}
