package engine

import "github.com/mailsim/mailsim"

// keepPart is what keep needs of a universe.
type keepPart struct {
	*book
	settings *settingsPart
	webhook  *webhookPart

	given mailsim.Bounds // of the Options, which win over the file's
}

func newKeepPart(b *book, settings *settingsPart, webhook *webhookPart) *keepPart {
	return &keepPart{book: b, settings: settings, webhook: webhook}
}
