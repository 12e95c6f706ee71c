package engine

// resetPart is what reset needs of a universe.
type resetPart struct {
	*book
	webhook *webhookPart
	login   *loginPart
	run     *runPart
	wait    *waitPart
	config  *configPart
}

func newResetPart(b *book, webhook *webhookPart, login *loginPart, run *runPart, wait *waitPart, config *configPart) *resetPart {
	return &resetPart{book: b, webhook: webhook, login: login, run: run, wait: wait, config: config}
}
