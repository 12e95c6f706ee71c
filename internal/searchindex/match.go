package searchindex

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Doc is a mail as a search sees it. A method is called only if a term of the
// query needs it, so each may be as lazy as it likes.
type Doc interface {
	From() []Address // sender
	To() []Address   // all recipients, in whatever header
	Subject() string
	Text() string // what else can be read: text, names of attachments
	Folder() string
	Seen() bool
	Flagged() bool
	HasAttachment() bool
	Size() int64 // bytes
	At() time.Time
}

// Address is a person's name and mail address.
type Address struct{ Name, Addr string }

// Texts returns what words are looked for in: what a filter must take in of
// a document, so that each that matches is named.
func Texts(d Doc) []string {
	texts := []string{d.Subject(), d.Text()}
	for _, p := range slices.Concat(d.From(), d.To()) {
		texts = append(texts, p.Name, p.Addr)
	}
	return texts
}

// Match tells whether a mail meets all terms. Terms that look at texts come
// last, because they cost most.
func (q *Query) Match(d Doc) bool {
	for _, texts := range [2]bool{false, true} {
		for _, t := range q.terms {
			if t.texts == texts && t.match(d) == t.not {
				return false
			}
		}
	}
	return true
}

// Needles returns texts that every mail that matches contains, to ask
// filters for.
func (q *Query) Needles() []Needle {
	var all []Needle
	for _, t := range q.terms {
		if !t.not {
			all = append(all, t.needles...)
		}
	}
	return all
}

// isAddress tells whether a word is a whole mail address.
func isAddress(s string) bool {
	local, domain, ok := cutAddress(s)
	return ok && local != "" && domain != "" && !strings.ContainsFunc(s, unicode.IsSpace)
}

// cutAddress splits an address at its last @.
func cutAddress(s string) (local, domain string, ok bool) {
	i := strings.LastIndexByte(s, '@')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// personTerm finds a person among those that of returns.
func personTerm(op, value string, of func(Doc) []Address) (term, error) {
	value = Fold(strings.TrimSuffix(strings.TrimPrefix(value, "<"), ">"))
	t := term{texts: true}
	var is func(Address) bool
	local, domain, at := cutAddress(value)
	switch {
	case at && domain == "":
		return t, fmt.Errorf("%s:%s: the address has no domain", op, value)
	case at && local != "":
		t.needles = []Needle{NewNeedle(value)}
		is = func(a Address) bool { return Fold(a.Addr) == value }
	case at:
		t.needles = []Needle{NewNeedle(value)}
		is = func(a Address) bool { return hasDomain(a, domain) }
	default:
		words := wordsOf(value)
		if len(words) == 0 {
			return t, fmt.Errorf("%s:%s: want an address, a domain or a name", op, value)
		}
		for _, w := range words {
			t.needles = append(t.needles, NewNeedle(w))
		}
		dotted := strings.Contains(value, ".")
		is = func(a Address) bool {
			if dotted && hasDomain(a, value) {
				return true
			}
			local, _, _ := cutAddress(Fold(a.Addr))
			return follow(wordsOf(Fold(a.Name)), words) || follow(wordsOf(local), words)
		}
	}
	t.match = func(d Doc) bool { return slices.ContainsFunc(of(d), is) }
	return t, nil
}

func hasDomain(a Address, domain string) bool {
	_, of, ok := cutAddress(Fold(a.Addr))
	return ok && of == domain
}

// wordsOf splits a name or a local part into its words.
func wordsOf(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// follow tells whether words follow each other somewhere in all.
func follow(all, words []string) bool {
	for i := 0; i+len(words) <= len(all); i++ {
		if slices.Equal(all[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
