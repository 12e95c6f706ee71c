package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// A mail of a thread may want something in a sentence that only seems to tell: "And do bring
// your card along.", "The deposit was £90, so if you could send me 30, no rush."

// bidding reads a text as a request, "Please bring your card along.", and reports whether it
// is one alone.
func (p *planner) bidding(text string, place int) (it item, ok bool) {
	g := gist.Read("", text)
	if len(g.Requests) != 1 || len(g.Questions) > 0 || !strings.HasPrefix(g.Requests[0].Clause, "Please ") {
		return item{}, false
	}
	r := g.Requests[0]
	if p.think.sets["no bidding"][stem(strings.ToLower(r.Verb))] || p.notice(text) {
		return item{}, false
	}
	return item{text: r.Text, topic: tidy(r.Object), verb: strings.ToLower(tidy(r.Verb)), wanted: true, document: r.Document, clause: r.Clause, language: "en", place: place, by: r.By, not: r.Not}, true
}

// bidIn is what a question asks that is none: "Bring both shirts, nobody knows if they play in
// red."
func (p *planner) bidIn(q gist.Question, code string) (it item, ok bool) {
	if code != "en" || p.st.Turns == 0 || q.Ask != gist.AskYesNo || strings.Contains(q.Text, "?") {
		return item{}, false
	}
	head, _, ok := strings.Cut(q.Text, ", ")
	if !ok {
		return item{}, false
	}
	return p.bidding(head+".", q.Place)
}

// bids are the requests in what a mail tells.
func (p *planner) bids(g gist.Gist) (out []item) {
	if g.Language != "en" || p.st.Turns == 0 {
		return nil
	}
	for _, s := range g.Told {
		if bid := p.bidOf(s); bid != "" {
			if it, ok := p.bidding(bid, maxItems*maxStems); ok {
				out = append(out, it)
			}
		}
	}
	return out
}

// bidOf is a sentence that bids somebody do something as a plain request; empty for none.
func (p *planner) bidOf(s string) string {
	words := strings.Fields(strings.TrimRight(s, ".! "))
	for len(words) > 3 && p.think.sets["before a bid"][stem(strings.ToLower(strings.Trim(words[0], ",")))] {
		words = words[1:]
	}
	if len(words) < 3 || len(words) > maxStatedWords {
		return ""
	}
	switch first := strings.ToLower(words[0]); {
	case first == "do" && !p.think.sets["subjects"][stem(strings.ToLower(words[1]))]:
		words = words[1:]
	case first == "have" && slices.ContainsFunc(words[1:], func(w string) bool { return strings.EqualFold(strings.Trim(w, ","), "ready") }):
	default:
		at := -1
		for i := 0; i+3 < len(words); i++ {
			if strings.EqualFold(words[i], "if") && words[i+1] == "you" && (words[i+2] == "could" || words[i+2] == "can") {
				at = i + 3
			}
		}
		if at < 0 || slices.ContainsFunc(words[:at], func(w string) bool { return strings.EqualFold(w, "please") }) {
			return ""
		}
		words = words[at:]
	}
	for i, w := range words {
		if strings.HasSuffix(w, ",") {
			words = append(slices.Clone(words[:i]), strings.TrimRight(w, ","))
			break
		}
	}
	if n := len(words); n > 1 && strings.EqualFold(words[n-1], "please") {
		words = words[:n-1]
	}
	return strings.Replace("Please "+strings.Join(words, " ")+".", " at some point.", ".", 1)
}
