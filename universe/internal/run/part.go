package run

import (
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// Part is what run needs of a universe.
type Part struct {
	*state.Book
	settings *settings.Part
	jobs     *jobs.Part
	ai       *ai.Part
	work     *work.Part
	feed     *feed.Part
	webhook  *webhook.Part
	keep     *keep.Part

	Drive  chan struct{}
	timer  state.Stopper // the live driver's, nil when nothing is due or the clock stands
	Timers timers
}

func New(b *state.Book, settings *settings.Part, jobs *jobs.Part, ai *ai.Part, work *work.Part, feed *feed.Part, webhook *webhook.Part, keep *keep.Part) *Part {
	return &Part{Book: b, settings: settings, jobs: jobs, ai: ai, work: work, feed: feed, webhook: webhook, keep: keep}
}
