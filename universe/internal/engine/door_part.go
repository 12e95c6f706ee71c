package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// doorPart is what door needs of a universe.
type doorPart struct {
	*state.Book
	post    *postPart
	rules   *rulesPart
	fault   *faultPart
	deliver *deliverPart
	feed    *feedPart
	webhook *webhookPart
	login   *loginPart
	webmail *webmailPart
	search  *searchPart
	keep    *keepPart

	access    accessWatch
	doors     doorTable
	taps      transcriptLog
	above     *accessWatch // the cell's, nil likewise
	announced *doorTable   // where its doors stand: its own, or the cell's
}

func newDoorPart(b *state.Book, post *postPart, rules *rulesPart, fault *faultPart, deliver *deliverPart, feed *feedPart, webhook *webhookPart, login *loginPart, webmail *webmailPart, search *searchPart, keep *keepPart) *doorPart {
	return &doorPart{Book: b, post: post, rules: rules, fault: fault, deliver: deliver, feed: feed, webhook: webhook, login: login, webmail: webmail, search: search, keep: keep}
}
