package cell

import (
	"time"

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
	began    time.Time // in a cell, when the clock did; it is woken later
}

// Parts are those that this one calls.
type Parts struct {
	Settings *settings.Part
	People   *people.Part
	Webhook  *webhook.Part
	Login    *login.Part
	Run      *run.Part
	Config   *config.Part
	Door     *door.Part
}

// New makes the part.
func New(b *state.Book, p Parts) *Part {
	return &Part{
		Book: b, settings: p.Settings, people: p.People, webhook: p.Webhook, login: p.Login, run: p.Run, config: p.Config, door: p.Door,
	}
}
