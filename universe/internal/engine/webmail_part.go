package engine

// webmailPart is what webmail needs of a universe.
type webmailPart struct {
	*book
	post  *postPart
	login *loginPart
}

func newWebmailPart(b *book, post *postPart, login *loginPart) *webmailPart {
	return &webmailPart{book: b, post: post, login: login}
}
