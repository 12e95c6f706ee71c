package run

import (
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// Part moves the clock of one universe: it holds the slot of those who move time, the live
// driver and the timers of the application.
type Part struct {
	*state.Book
	settings *settings.Part
	jobs     *jobs.Part
	ai       *ai.Part
	work     *work.Part
	feed     *feed.Part
	webhook  *webhook.Part
	keep     *keep.Part
	release  *release.Part

	drive  chan struct{} // the slot of those who move time
	hand   *hand         // of whoever has the slot
	timer  state.Stopper // the live driver's, nil when nothing is due or the clock stands still
	timers timers
	asks   ai.Asks // one for all drives: a method value is made anew each time
}

// New makes the part of a universe that moves its clock.
func New(b *state.Book, settings *settings.Part, jobs *jobs.Part, ai *ai.Part, work *work.Part, feed *feed.Part, webhook *webhook.Part, keep *keep.Part, release *release.Part) *Part {
	return &Part{Book: b, drive: make(chan struct{}, 1), settings: settings, jobs: jobs, ai: ai, work: work, feed: feed, webhook: webhook, keep: keep, release: release, asks: work.Asks}
}
