package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// runPart is what run needs of a universe.
type runPart struct {
	*state.Book
	settings *settingsPart
	jobs     *jobsPart
	ai       *aiPart
	work     *workPart
	feed     *feedPart
	webhook  *webhookPart
	keep     *keepPart

	drive  chan struct{}
	timer  state.Stopper // the live driver's, nil when nothing is due or the clock stands
	timers timers
}

func newRunPart(b *state.Book, settings *settingsPart, jobs *jobsPart, ai *aiPart, work *workPart, feed *feedPart, webhook *webhookPart, keep *keepPart) *runPart {
	return &runPart{Book: b, settings: settings, jobs: jobs, ai: ai, work: work, feed: feed, webhook: webhook, keep: keep}
}
