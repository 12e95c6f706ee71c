// Package door is a universe as SMTP and IMAP meet it: sessions with their logins and
// transcripts, a mailbox with snapshots of its folders, whose access has ended, and where
// the servers stand. It owns no stored records; the protocols themselves are for smtpd and
// imapd.
package door

import (
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// Part is what doors hold of one universe: who watches, where they stand, the transcripts.
type Part struct {
	*state.Book
	post    *post.Part
	rules   *rules.Part
	fault   *fault.Part
	deliver *deliver.Part
	feed    *feed.Part
	webhook *webhook.Part
	login   *login.Part
	webmail *webmail.Part
	search  *search.Part
	keep    *keep.Part

	AccessWatch AccessWatch
	Doors       Services
	taps        transcripts
	Above       *AccessWatch // the cell's, nil for a universe of its own
	Announced   *Services    // where its doors stand: its own, or the cell's
}

// Parts are those that this one calls.
type Parts struct {
	Post    *post.Part
	Rules   *rules.Part
	Fault   *fault.Part
	Deliver *deliver.Part
	Feed    *feed.Part
	Webhook *webhook.Part
	Login   *login.Part
	Webmail *webmail.Part
	Search  *search.Part
	Keep    *keep.Part
}

// New makes the part.
func New(b *state.Book, p Parts) *Part {
	return &Part{
		Book: b, post: p.Post, rules: p.Rules, fault: p.Fault, deliver: p.Deliver, feed: p.Feed, webhook: p.Webhook, login: p.Login, webmail: p.Webmail, search: p.Search, keep: p.Keep,
	}
}
