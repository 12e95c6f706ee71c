package mailpit

import (
	"errors"
	"fmt"
	"strings"
)

// Filter gives a tag to new messages that match a search.
type Filter struct {
	Tag    string // as for PUT /api/v1/tags
	Search string // in the grammar of GET /api/v1/search
}

// Filters is a list of filters. It is a [flag.Value] that takes TAG=SEARCH, as Mailpit's option
// --tag does. Several are separated by spaces; a tag or a search that contains a space is put
// in double quotes: "big news"="subject:big news".
type Filters []Filter

// String lists the filters in the form that Set reads.
func (f *Filters) String() string {
	var out []string
	for _, one := range *f {
		out = append(out, fmt.Sprintf("%q=%q", one.Tag, one.Search))
	}
	return strings.Join(out, " ")
}

// Set parses text and adds its filters. It fails on text that is not TAG=SEARCH, and on a tag
// with invalid characters.
func (f *Filters) Set(text string) error {
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var one Filter
		var ok bool
		if one.Tag, rest, ok = word(rest, "="); !ok || !strings.HasPrefix(rest, "=") {
			return errors.New("want TAG=SEARCH, such as invoices=subject:invoice")
		}
		if one.Search, rest, ok = word(rest[1:], " "); !ok || len(parseQuery(one.Search, "")) == 0 {
			return errors.New("want TAG=SEARCH, such as invoices=subject:invoice")
		}
		if one.Tag == "" || cleanTag(one.Tag) != one.Tag {
			return fmt.Errorf("%q is not a tag: letters, digits, and - _ . @ and spaces", one.Tag)
		}
		*f = append(*f, one)
	}
	return nil
}

// word takes a word off the beginning of a text: what is in quotes, with a backslash before
// those that belong to it, or what comes before one of the ends. false for quotes that are
// left open.
func word(s, ends string) (w, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		if i := strings.IndexAny(s, ends); i >= 0 {
			return s[:i], s[i:], true
		}
		return s, "", true
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}

// filter is a Filter, read.
type filter struct {
	tag string
	q   query
}

func (f Filters) read() (list []filter) {
	for _, one := range f {
		if tag, q := cleanTag(one.Tag), parseQuery(one.Search, ""); tag != "" && len(q) > 0 {
			list = append(list, filter{tag, q})
		}
	}
	return list
}
