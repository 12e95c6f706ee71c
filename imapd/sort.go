package imapd

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/casemap"
	"github.com/mailsim/mailsim/internal/mime"
)

// sortTexts are what SORT and THREAD compare of a message: but for the ids, the
// octets that i;unicode-casemap makes of it. They are kept as one text, joined by
// NUL, as Memo wants it.
type sortTexts struct {
	subject                string // base subject
	reply                  string // "1" if the subject says that it is a reply or forward
	from, to, cc           string // local part of the first address
	displayFrom, displayTo string // RFC 5957
	messageID              string
	references             []string
}

const sortSeparator = "\x00"

func textsOf(m message) sortTexts {
	s := memoOf(m, memoSort, func(m message) string {
		return buildSortTexts(ownHeader(m))
	})
	f := strings.Split(s, sortSeparator)
	t := sortTexts{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8:]}
	if t.messageID == "" {
		t.messageID = firstOf(mime.ParseMsgIDs(lookup(m.Trace(), "Message-ID")))
	}
	return t
}

func buildSortTexts(header string) string {
	var subject, from, to, cc, id, refs, inReplyTo string
	into := map[string]*string{
		"subject": &subject, "from": &from, "to": &to, "cc": &cc,
		"message-id": &id, "references": &refs, "in-reply-to": &inReplyTo,
	}
	for f := range fields(header) {
		if v := into[strings.ToLower(f.name)]; v != nil && *v == "" {
			*v = f.value()
		}
	}
	base, reply := baseSubject(lowerASCII(mime.DecodeWords(subject)))
	f := []string{
		casemap.String(base), "", mailboxOf(from), mailboxOf(to), mailboxOf(cc), displayOf(from), displayOf(to),
		firstOf(mime.ParseMsgIDs(id)),
	}
	if reply {
		f[1] = "1"
	}
	if ids := mime.ParseMsgIDs(refs); len(ids) > 0 {
		f = append(f, ids[max(0, len(ids)-maxReferences):]...)
	} else if parent := firstOf(mime.ParseMsgIDs(inReplyTo)); parent != "" {
		f = append(f, parent)
	}
	for i := range f {
		f[i] = strings.ReplaceAll(f[i], sortSeparator, "")
	}
	return strings.Join(f, sortSeparator)
}

// maxReferences is how many of the nearest ancestors are looked at.
const maxReferences = 100

func firstOf[T any](list []T) (first T) {
	if len(list) > 0 {
		first = list[0]
	}
	return first
}

// mailboxOf is the local part of the first address, or its group's name.
func mailboxOf(v string) string {
	return casemap.String(firstOf(parseAddresses(v)).mailbox)
}

func displayOf(v string) string {
	switch a := firstOf(parseAddresses(v)); {
	case a.name != "":
		return casemap.String(mime.DecodeWords(a.name))
	case a.host != "":
		return casemap.String(a.mailbox + "@" + a.host)
	default:
		return casemap.String(a.mailbox)
	}
}

// lowerASCII leaves other letters to the collation, which knows them better.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// baseSubject strips what replying and forwarding add to a subject in lower
// case (RFC 5256 section 2.1).
func baseSubject(s string) (base string, reply bool) {
	s = strings.Join(strings.Fields(s), " ")
	for {
		for strings.HasSuffix(s, "(fwd)") {
			s, reply = strings.TrimRight(s[:len(s)-5], " "), true
		}
		for stripped := true; stripped; {
			stripped = false
			if rest, ok := cutReplyMark(s); ok {
				s, reply, stripped = rest, true, true
			} else if rest, ok := cutBlob(s); ok && rest != "" {
				s, stripped = rest, true
			}
		}
		if !strings.HasPrefix(s, "[fwd:") || !strings.HasSuffix(s, "]") {
			return s, reply
		}
		s, reply = strings.TrimSpace(s[5:len(s)-1]), true
	}
}

// cutReplyMark cuts "re:", "fw:" or "fwd:", with blobs before and after the word.
func cutReplyMark(s string) (rest string, ok bool) {
	for {
		after, ok := cutBlob(s)
		if !ok {
			break
		}
		s = after
	}
	switch {
	case strings.HasPrefix(s, "re"), strings.HasPrefix(s, "fw"):
		s = strings.TrimPrefix(s[2:], "d")
	default:
		return "", false
	}
	s = strings.TrimLeft(s, " ")
	if after, ok := cutBlob(s); ok {
		s = after
	}
	if !strings.HasPrefix(s, ":") {
		return "", false
	}
	return strings.TrimLeft(s[1:], " "), true
}

// cutBlob cuts "[text]" and blanks from the front.
func cutBlob(s string) (rest string, ok bool) {
	if !strings.HasPrefix(s, "[") {
		return s, false
	}
	end := strings.IndexAny(s[1:], "[]") + 1
	if end == 0 || s[end] == '[' {
		return s, false
	}
	return strings.TrimLeft(s[end+1:], " "), true
}

// sortKeys compare two messages.
var sortKeys = map[string]func(a, b *sortRow) int{
	"ARRIVAL":     func(a, b *sortRow) int { return a.arrival().Compare(b.arrival()) },
	"DATE":        func(a, b *sortRow) int { return a.sent().Compare(b.sent()) },
	"SIZE":        func(a, b *sortRow) int { return cmp.Compare(int64(a.m.Size()), int64(b.m.Size())) },
	"CC":          func(a, b *sortRow) int { return strings.Compare(a.texts.cc, b.texts.cc) },
	"FROM":        func(a, b *sortRow) int { return strings.Compare(a.texts.from, b.texts.from) },
	"SUBJECT":     func(a, b *sortRow) int { return strings.Compare(a.texts.subject, b.texts.subject) },
	"TO":          func(a, b *sortRow) int { return strings.Compare(a.texts.to, b.texts.to) },
	"DISPLAYFROM": func(a, b *sortRow) int { return strings.Compare(a.texts.displayFrom, b.texts.displayFrom) },
	"DISPLAYTO":   func(a, b *sortRow) int { return strings.Compare(a.texts.displayTo, b.texts.displayTo) },
}

// sortRow is a message being sorted.
type sortRow struct {
	index int
	m     message
	texts sortTexts
}

// sent is the date that a message is sorted by (RFC 5256 section 2.2).
func (r *sortRow) sent() time.Time {
	if t := r.m.SentDate(); !t.IsZero() {
		return t
	}
	return r.arrival()
}

// arrival is the INTERNALDATE as clients see it, which is to the second.
func (r *sortRow) arrival() time.Time { return r.m.InternalDate().Truncate(time.Second) }

// sortKey is one criterion of SORT.
type sortKey struct {
	compare func(a, b *sortRow) int
	reverse bool
}

// sort is SORT and UID SORT (RFC 5256), with RETURN of RFC 5267.
func (c *conn) sort(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	opts, err := c.searchReturn(req)
	if err != nil {
		return err
	}
	keys, err := req.sortKeys()
	if err != nil {
		return err
	}
	result, err := c.findIn(req)
	if err != nil {
		return c.forget(opts, err)
	}
	rows := c.rows(result.indices)
	slices.SortFunc(rows, func(a, b *sortRow) int { return compareRows(keys, a, b) })
	for i, r := range rows {
		result.indices[i] = r.index
	}
	if opts == nil {
		c.tellNumbers("* SORT", req.uid, result)
		return nil
	}
	c.tellExtended(req, opts, result)
	if opts.update {
		c.keepContext(req, opts, result, keys)
	}
	return nil
}

// compareRows compares by the keys, and what they leave equal by number.
func compareRows(keys []sortKey, a, b *sortRow) int {
	for _, k := range keys {
		if d := k.compare(a, b); d != 0 {
			if k.reverse {
				return -d
			}
			return d
		}
	}
	return cmp.Compare(a.index, b.index)
}

// findIn parses SP charset SP criteria and searches.
func (c *conn) findIn(req *request) (found, error) {
	p := &searchParser{parser: req.parser}
	if err := p.space(); err != nil {
		return found{}, err
	}
	charset, err := p.astring()
	if err != nil {
		return found{}, err
	}
	if err := p.space(); err != nil {
		return found{}, err
	}
	if err := p.setCharset(charset); err != nil {
		return found{}, err
	}
	return c.find(req, p)
}

func (c *conn) rows(indices []int) []*sortRow {
	rows := make([]*sortRow, len(indices))
	for k, i := range indices {
		m, _ := c.view.at(i)
		rows[k] = &sortRow{i, m, textsOf(m)}
	}
	return rows
}

func (p *parser) sortKeys() (keys []sortKey, err error) {
	named := map[string]bool{}
	err = p.list(func() error {
		word, err := p.keyword()
		if err != nil {
			return err
		}
		var k sortKey
		if word == "REVERSE" {
			k.reverse = true
			if err := p.space(); err != nil {
				return err
			}
			if word, err = p.keyword(); err != nil {
				return err
			}
		}
		if k.compare = sortKeys[word]; k.compare == nil {
			return bad("Unknown sort key %s", word)
		}
		if !named[word] { // what it leaves equal once, it always does
			keys = append(keys, k)
		}
		named[word] = true
		return nil
	})
	if err == nil && len(keys) == 0 {
		err = bad("Empty list of sort keys")
	}
	return keys, err
}
