package cell

import (
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// Part is one universe as its callers and its cell see it.
type Part struct {
	*state.Book
	settings *settings.Part
	people   *people.Part
	webhook  *webhook.Part
	login    *login.Part
	run      *run.Part
	config   *config.Part
	door     *door.Part
}

// New makes the part.
func New(b *state.Book, settings *settings.Part, people *people.Part, webhook *webhook.Part, login *login.Part, run *run.Part, config *config.Part, door *door.Part) *Part {
	return &Part{Book: b, settings: settings, people: people, webhook: webhook, login: login, run: run, config: config, door: door}
}
