package mailsim

import "context"

// Search across mailboxes.

// SearchFilter bounds a search.
type SearchFilter struct {
	Limit  int    // messages per page; default 50; a number above 1,000 counts as 1,000
	Before string // the field Next of the previous page; "" begins with the newest
}

// SearchPage is what a search found, newest first.
type SearchPage struct {
	Messages []Message `json:"messages"` // each text cut to its first 240 characters
	Next     string    `json:"next"`     // what to give as Before to get the next page; "" when this is the last
}

type searching interface {
	Search(ctx context.Context, query string, f SearchFilter) (SearchPage, error)
	SearchIndexBytes() int
}

// Search finds messages in all folders of all mailboxes, newest first. Words and "quoted
// phrases" are found, without regard to case, anywhere in subject, text, names of
// attachments, and the names and addresses of sender and recipients. The operators from:,
// to:, subject:, has:attachment, is:unread, is:read, is:flagged, in:, before:, after:,
// larger: and smaller: narrow it, a minus excludes what follows it, and a message must
// match everything. An address is found only as a whole. ErrInvalid says what to write
// instead.
func (u *Universe) Search(ctx context.Context, query string, f SearchFilter) (SearchPage, error) {
	return u.live().Search(ctx, query, f)
}

// SearchIndexBytes returns the memory that the search index holds, 0 before the
// first search.
func (u *Universe) SearchIndexBytes() int { return u.live().SearchIndexBytes() }
