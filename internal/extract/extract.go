// Package extract finds what a reader of a mail is asked to type or to open: one-time codes and magic links, in mail of
// any language, each with the reason why it was taken. It is a leaf: it knows strings, nothing of mailsim.
//
// A mail becomes lines of visible text (page.go, html.go, edge.go). Words that matter are found in them with tables of some
// thirty languages (words_*.go). Everything shaped like a code is a candidate (candidate.go). Codes said not to work (dead.go, heir.go)
// and numbers to call (phone.go) are left out; of the others the words around make a code or not (judge.go, resort.go). Links
// are judged by their address, their own text and the sentence that holds them (link.go, clause.go).
// All steps are linear in the size of the input.
package extract

import "strings"

// Result is what Find saw. Lists are never nil and hold no repeats, in order of appearance: subject, text, HTML. Of several codes
// those that the mail calls new come first.
type Result struct {
	Codes      []Code
	MagicLinks []Link // the links of Links that act for this reader
	Links      []Link // every http or https link, magic ones included
	Text       string // the visible text of the bodies: the text part, then the HTML part unless it says the same
}

// Code is a one-time code. Digits come in ASCII without separators, letters as printed.
type Code struct {
	Value string // 4 to 10 letters and digits, up to 16 in groups of one size; hyphens or spaces between groups not counted
	Why   string // for people, such as `beside "verification code"`
}

// Link is an http or https address in the mail.
type Link struct {
	URL  string // as in the mail, entities decoded, surrounding punctuation removed
	Text string // anchor text or the alt text of its image; empty for a bare address
	// Kind of a magic link: signin, verify, reset, invite, unlock or confirm. Of others: unsubscribe, preferences, view,
	// tracking, image, social, help, legal or other.
	Kind string
	Why  string // for people, such as `text says "reset your password"`
}

// Links are the Links of Find, for who asks for nothing else: a page without links is not judged.
func Links(text, html string) []Link {
	if strings.TrimSpace(html) == "" && !strings.Contains(text, "://") {
		return []Link{}
	}
	p := readPage("", text, html)
	if len(p.links) == 0 {
		return []Link{}
	}
	return p.find().Links
}

// Find extracts codes and links from a mail's subject, text part and HTML part, any of which may be empty.
func Find(subject, text, html string) Result {
	return readPage(subject, text, html).find()
}

func (p *page) find() Result {
	p.markWords()
	p.maskOthers()
	codes := p.codes()
	links, magic := p.judgeLinks(len(codes) > 0)
	return Result{Codes: codes, MagicLinks: magic, Links: links, Text: p.visible}
}
