package search

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// How many messages a page has.
const (
	DefaultLimit = 50
	MaxLimit     = 1000
)

// Search finds messages in all folders of all mailboxes, newest first. Words
// and "quoted phrases" are found, without regard to case, anywhere in subject,
// text, names of attachments, and the names and addresses of sender and
// recipients. The operators from:, to:, subject:, has:attachment, is:unread,
// is:read, is:flagged, in:, before:, after:, larger: and smaller: narrow it, a
// minus excludes what follows it, and all that is asked for must hold. An
// address is found only as a whole. ErrInvalid tells what to write instead.
func (u *Part) Search(ctx context.Context, query string, f mailsim.SearchFilter) (mailsim.SearchPage, error) {
	fail.IfNil(ctx)
	q, err := searchindex.Parse(query)
	if err != nil {
		return mailsim.SearchPage{}, fail.Invalidf("q: %s", err)
	}
	if f.Limit < 0 {
		return mailsim.SearchPage{}, fail.Invalidf("limit must not be negative")
	}
	from, err := parseCursor(f.Before)
	if err != nil {
		return mailsim.SearchPage{}, err
	}
	limit := min(cmp.Or(f.Limit, DefaultLimit), MaxLimit)
	page := mailsim.SearchPage{Messages: []mailsim.Message{}}
	for c, err := range u.candidates(ctx, from, q, nil) {
		if err != nil {
			return mailsim.SearchPage{}, err
		}
		if !q.Match(&c) {
			continue
		}
		if len(page.Messages) == limit {
			page.Next = c.cursor.String()
			break
		}
		page.Messages = c.Listed(page.Messages, c.address, c.folder)
	}
	return page, nil
}

// cursor is where a page begins: the place of a copy in all that happened, and
// which of those that share it, as copies made by a client do.
type cursor struct {
	seq mailsim.Mark
	n   int
}

func (c cursor) String() string { return strconv.FormatInt(int64(c.seq), 10) + "." + strconv.Itoa(c.n) }

func parseCursor(s string) (c cursor, err error) {
	if s == "" {
		return cursor{seq: lastMark}, nil
	}
	seq, n, _ := strings.Cut(s, ".")
	at, err1 := strconv.ParseUint(seq, 10, 62)
	skip, err2 := strconv.ParseUint(n, 10, 31)
	if err1 != nil || err2 != nil {
		return c, fail.Invalidf("before: %.50q is not the field next of a page", s)
	}
	return cursor{mailsim.Mark(at), int(skip)}, nil
}
