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

// Part is what door needs of a universe.
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
	Above       *AccessWatch // the cell's, nil likewise
	Announced   *Services    // where its doors stand: its own, or the cell's
}

func New(b *state.Book, post *post.Part, rules *rules.Part, fault *fault.Part, deliver *deliver.Part, feed *feed.Part, webhook *webhook.Part, login *login.Part, webmail *webmail.Part, search *search.Part, keep *keep.Part) *Part {
	return &Part{Book: b, post: post, rules: rules, fault: fault, deliver: deliver, feed: feed, webhook: webhook, login: login, webmail: webmail, search: search, keep: keep}
}
