package engine

// loginPart is what login needs of a universe.
type loginPart struct {
	*book

	guesses  guessLine
	secrets  secretCache
	landlord landlord // the cell, nil for a universe of its own
}

func newLoginPart(b *book) *loginPart {
	return &loginPart{book: b}
}
