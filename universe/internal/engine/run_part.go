package engine

// runPart is what run needs of a universe.
type runPart struct {
	*book
	settings *settingsPart
	jobs     *jobsPart
	ai       *aiPart
	work     *workPart
	feed     *feedPart
	webhook  *webhookPart
	keep     *keepPart

	drive  chan struct{}
	timer  stopper // the live driver's, nil when nothing is due or the clock stands
	timers timers
}

func newRunPart(b *book, settings *settingsPart, jobs *jobsPart, ai *aiPart, work *workPart, feed *feedPart, webhook *webhookPart, keep *keepPart) *runPart {
	return &runPart{book: b, settings: settings, jobs: jobs, ai: ai, work: work, feed: feed, webhook: webhook, keep: keep}
}
