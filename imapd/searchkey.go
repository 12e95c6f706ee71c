package imapd

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-imap/v2"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/mailsim/mailsim/internal/searchindex"
)

// maxSearchKeys bounds the keys of a search, and so how deep they nest: clients
// write long ORs of ORs.
const maxSearchKeys = 2000

// searchKey is a node of search criteria (RFC 9051 section 6.4.4). The kinds
// stand in the order of what they cost to look at.
type searchKey struct {
	kind searchKind
	flag imap.Flag
	name string // of a header field
	text string // to look for
	n    uint64
	date time.Time
	set  numSet
	kids []searchKey

	// Once prepared:
	spans  []span // of set
	needle searchindex.Needle
	may    func(message) bool // nil for all; what it refuses does not have the text
}

type searchKind int

const (
	keyAll searchKind = iota
	keySeq
	keyUID
	keyFlag
	keyRecent
	keyModSeq
	keyLarger
	keySmaller
	keyBefore
	keyOn
	keySince
	keySavedBefore
	keySavedOn
	keySavedSince
	keyOlder
	keyYounger
	keyEmailID
	keyThreadID
	keyAnd
	keyOr
	keyNot
	keySentBefore
	keySentOn
	keySentSince
	keyHeader
	keyBody
	keyText
)

// The keys that are one flag, set or not.
var flagKeys = map[string]imap.Flag{
	"ANSWERED": imap.FlagAnswered, "DELETED": imap.FlagDeleted, "DRAFT": imap.FlagDraft,
	"FLAGGED": imap.FlagFlagged, "SEEN": imap.FlagSeen,
}

var dateKeys = map[string]searchKind{
	"BEFORE": keyBefore, "ON": keyOn, "SINCE": keySince,
	"SAVEDBEFORE": keySavedBefore, "SAVEDON": keySavedOn, "SAVEDSINCE": keySavedSince,
	"SENTBEFORE": keySentBefore, "SENTON": keySentOn, "SENTSINCE": keySentSince,
}

var numberKeys = map[string]searchKind{
	"LARGER": keyLarger, "SMALLER": keySmaller, "OLDER": keyOlder, "YOUNGER": keyYounger,
}

// searchParser parses criteria in a charset.
type searchParser struct {
	*parser
	charset func(string) (string, error)
	refused error // why the texts cannot be searched for, though the command is well-formed
	keys    int
	modSeq  bool // a MODSEQ key was among them
}

// setCharset sets how texts are decoded; unknown names are refused.
func (p *searchParser) setCharset(name string) error {
	switch strings.ToUpper(name) {
	case "UTF-8", "US-ASCII":
		p.charset = nil
		return nil
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return no("BADCHARSET (UTF-8 US-ASCII)", "Unknown charset")
	}
	p.charset = func(s string) (string, error) { return enc.NewDecoder().String(s) }
	return nil
}

// needle is a text to look for. Octets that are not of the charset, NUL among
// them, would match nothing, and a client that sends them should hear of it: by
// NO, if the rest of the command can be read. Upon that JavaMail and its heirs,
// which send the low byte of each character after ENABLE UTF8=ACCEPT, search by
// themselves; BAD is an exception in the application.
func (p *searchParser) needle() (string, error) {
	s, err := p.octets()
	if err != nil {
		return "", err
	}
	replaced := false
	if p.charset != nil {
		s, err = p.charset(s)
		replaced = strings.ContainsRune(s, utf8.RuneError)
	}
	if err != nil || replaced || !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		p.refused = no("BADCHARSET (UTF-8)", "Text is not in that charset")
	}
	return s, nil
}

// octets is an astring that may hold NUL, or a literal8.
func (p *searchParser) octets() (string, error) {
	p.anyOctet = true
	defer func() { p.anyOctet = false }()
	if p.peek() == '~' {
		if _, ok := parseLiteralHead(p.line[p.pos:]); ok {
			return p.literalArg()
		}
	}
	return p.astring()
}

// criteria parses keys up to the end of the command or a parenthesis.
func (p *searchParser) criteria() (searchKey, error) {
	and := searchKey{kind: keyAnd}
	p.spaces()
	for {
		k, err := p.key()
		if err != nil {
			return and, err
		}
		and.kids = append(and.kids, k)
		spaced := p.spaces()
		if p.peek() == ')' || p.atEnd() {
			break
		}
		if !spaced {
			return and, p.space()
		}
	}
	// What is cheap to know goes first.
	slices.SortStableFunc(and.kids, func(a, b searchKey) int { return a.cost() - b.cost() })
	return and, nil
}

// cost orders keys; a compound one costs what its dearest part does.
func (k searchKey) cost() int {
	cost := int(k.kind)
	for _, kid := range k.kids {
		cost = max(cost, kid.cost())
	}
	return cost
}

func (p *searchParser) key() (k searchKey, err error) {
	if p.keys++; p.keys > maxSearchKeys {
		return k, bad("Search criteria too complex")
	}
	switch ch := p.peek(); {
	case ch == '(':
		p.pos++
		if k, err = p.criteria(); err != nil {
			return k, err
		}
		return k, p.expect(')')
	case ch >= '0' && ch <= '9' || ch == '*' || ch == '$':
		k.kind = keySeq
		k.set, err = p.numSet()
		return k, err
	}
	word, err := p.keyword()
	if err != nil {
		return k, err
	}
	return p.namedKey(word)
}

// maybeQuoted parses an argument that may stand in quotes or a literal: for
// numbers and sets the grammar knows neither, but clients write them and Dovecot
// reads them.
func (p *searchParser) maybeQuoted(parse func(*parser) error) error {
	if ch := p.peek(); ch != '"' && ch != '{' {
		return parse(p.parser)
	}
	s, err := p.str()
	if err != nil {
		return err
	}
	inner := &parser{c: p.c, line: []byte(s)}
	if err := parse(inner); err != nil {
		return err
	}
	if !inner.atEnd() {
		return bad("Expected a number or a set in quotes")
	}
	return nil
}

func not(k searchKey) searchKey { return searchKey{kind: keyNot, kids: []searchKey{k}} }

func (p *searchParser) namedKey(word string) (k searchKey, err error) {
	if flag, ok := flagKeys[word]; ok {
		return searchKey{kind: keyFlag, flag: flag}, nil
	}
	if flag, ok := flagKeys[strings.TrimPrefix(word, "UN")]; ok {
		return not(searchKey{kind: keyFlag, flag: flag}), nil
	}
	if kind, ok := dateKeys[word]; ok {
		if err := p.space(); err != nil {
			return k, err
		}
		k.kind = kind
		k.date, err = p.date()
		return k, err
	}
	if kind, ok := numberKeys[word]; ok {
		if err := p.space(); err != nil {
			return k, err
		}
		k.kind = kind
		err = p.maybeQuoted(func(p *parser) (err error) {
			k.n, err = p.number63()
			return err
		})
		if err == nil && k.n == 0 && (kind == keyOlder || kind == keyYounger) {
			err = bad("Interval must not be zero")
		}
		return k, err
	}
	switch word {
	case "ALL", "SAVEDATESUPPORTED": // all folders keep the date (RFC 8514 section 4.3)
		return searchKey{kind: keyAll}, nil
	case "RECENT":
		return searchKey{kind: keyRecent}, nil
	case "OLD":
		return not(searchKey{kind: keyRecent}), nil
	case "NEW":
		unseen := not(searchKey{kind: keyFlag, flag: imap.FlagSeen})
		return searchKey{kind: keyAnd, kids: []searchKey{{kind: keyRecent}, unseen}}, nil
	}
	if err := p.space(); err != nil {
		return k, bad("Unknown search key %s, or its argument is missing", word)
	}
	return p.keyWithArgument(word)
}

func (p *searchParser) keyWithArgument(word string) (k searchKey, err error) {
	switch word {
	case "NOT":
		kid, err := p.key()
		return not(kid), err
	case "OR":
		a, err := p.key()
		if err != nil {
			return k, err
		}
		if err := p.space(); err != nil {
			return k, err
		}
		b, err := p.key()
		return searchKey{kind: keyOr, kids: []searchKey{a, b}}, err
	case "UID":
		k.kind = keyUID
		err = p.maybeQuoted(func(p *parser) (err error) {
			k.set, err = p.numSet()
			return err
		})
	case "KEYWORD", "UNKEYWORD":
		flag, err := p.astring() // some clients quote it
		if strings.HasPrefix(flag, `\`) {
			return k, bad("Invalid keyword %s", flag)
		}
		k = searchKey{kind: keyFlag, flag: imap.Flag(flag)}
		if word == "UNKEYWORD" {
			k = not(k)
		}
		return k, err
	case "BCC", "CC", "FROM", "SUBJECT", "TO":
		k.kind, k.name = keyHeader, word
		k.text, err = p.needle()
	case "HEADER":
		if k.name, err = p.needle(); err != nil {
			return k, err
		}
		if err := p.space(); err != nil {
			return k, err
		}
		k.kind = keyHeader
		k.text, err = p.needle()
	case "BODY", "TEXT":
		k.kind = keyBody
		if word == "TEXT" {
			k.kind = keyText
		}
		k.text, err = p.needle()
	case "MODSEQ":
		return p.modSeqKey()
	case "EMAILID", "THREADID":
		k.kind = keyEmailID
		if word == "THREADID" {
			k.kind = keyThreadID
		}
		k.text, err = p.astring()
	default:
		return k, bad("Unknown search key %s", word)
	}
	return k, err
}

// modSeqKey parses the argument of MODSEQ (RFC 7162 section 3.1.5): all
// metadata has the one mod-sequence of the message.
func (p *searchParser) modSeqKey() (k searchKey, err error) {
	if p.peek() == '"' {
		if _, err := p.quoted(); err != nil {
			return k, err
		}
		if err := p.space(); err != nil {
			return k, err
		}
		switch word, err := p.keyword(); {
		case err != nil:
			return k, err
		case word != "ALL" && word != "SHARED" && word != "PRIV":
			return k, bad("Invalid metadata type")
		}
		if err := p.space(); err != nil {
			return k, err
		}
	}
	p.modSeq = true
	k.kind = keyModSeq
	k.n, err = p.number63()
	return k, err
}

// searcher applies criteria to the messages of a view.
type searcher struct {
	v     *view
	now   time.Time
	ghost bool // the message looked at is expunged: no filter knows it
}

// may tells whether a message can have the text of k.
func (s *searcher) may(k *searchKey, m message) bool {
	return k.may == nil || s.ghost || k.may(m)
}

// plan gets k ready and tells where to look.
func (s *searcher) plan(k *searchKey) ([]span, error) {
	if err := s.prepare(k); err != nil {
		return nil, err
	}
	spans, n := s.domain(k), 0
	for _, span := range spans {
		n += span.hi - span.lo
	}
	if n < filterFrom {
		return spans, nil
	}
	s.filter(k)
	return spans, nil
}

// prepare resolves the sets in k, and gets its texts ready.
func (s *searcher) prepare(k *searchKey) (err error) {
	switch k.kind {
	case keySeq, keyUID:
		k.spans, err = s.v.resolve(k.set, k.kind == keyUID, false)
	case keyHeader, keyBody, keyText:
		k.needle = searchindex.NewNeedle(k.text)
	}
	for i := range k.kids {
		if err == nil {
			err = s.prepare(&k.kids[i])
		}
	}
	return err
}

// filterFrom is the number of messages from which on an index is asked first.
const filterFrom = 256

// filter narrows where the texts in k are looked for.
func (s *searcher) filter(k *searchKey) {
	switch {
	case k.kind < keyHeader || k.text == "" || k.kind == keyHeader && addedOnTheWay(k.name):
	default:
		k.may = s.v.snap.TextFilter(k.text, k.kind != keyBody, k.kind != keyHeader)
	}
	for i := range k.kids {
		s.filter(&k.kids[i])
	}
}

// addedOnTheWay tells whether a header field may be none of the sender's.
func addedOnTheWay(name string) bool {
	return slices.ContainsFunc([]string{"Return-Path", "Received", "Message-ID", "Date"}, func(f string) bool { return strings.EqualFold(f, name) })
}

// domain is where to look: a set that all must be in, or everything.
func (s *searcher) domain(k *searchKey) []span {
	if k.kind == keySeq || k.kind == keyUID {
		return k.spans
	}
	if k.kind == keyAnd {
		for i := range k.kids {
			if kid := &k.kids[i]; kid.kind == keySeq || kid.kind == keyUID {
				return kid.spans
			}
		}
	}
	return spansAll(s.v.len())
}

func (s *searcher) matches(k *searchKey, i int, m message) bool {
	switch k.kind {
	case keyAll:
		return true
	case keySeq, keyUID:
		return inSpans(k.spans, i)
	case keyFlag:
		return hasFlag(flagsOf(m), k.flag)
	case keyRecent:
		return s.v.isRecent(m.UID())
	case keyModSeq:
		return m.ModSeq() >= k.n
	case keyLarger:
		return int64(m.Size()) > int64(k.n)
	case keySmaller:
		return int64(m.Size()) < int64(k.n)
	case keyBefore, keyOn, keySince:
		return matchesDay(k.kind, m.InternalDate(), k.date)
	case keySavedBefore, keySavedOn, keySavedSince:
		return matchesDay(k.kind-keySavedBefore+keyBefore, m.SaveDate(), k.date)
	case keySentBefore, keySentOn, keySentSince:
		sent := m.SentDate()
		return !sent.IsZero() && matchesDay(k.kind-keySentBefore+keyBefore, sent, k.date)
	case keyOlder:
		return s.age(m) >= int64(min(k.n, maxAge))
	case keyYounger:
		return s.age(m) <= int64(min(k.n, maxAge))
	case keyEmailID:
		return m.EmailID() == k.text
	case keyThreadID:
		return m.IMAPThreadID() == k.text
	case keyAnd:
		for j := range k.kids {
			if !s.matches(&k.kids[j], i, m) {
				return false
			}
		}
		return true
	case keyOr:
		return s.matches(&k.kids[0], i, m) || s.matches(&k.kids[1], i, m)
	case keyNot:
		return !s.matches(&k.kids[0], i, m)
	case keyHeader:
		return s.may(k, m) && m.HasHeader(k.name, k.needle)
	case keyBody, keyText:
		return k.text == "" || s.may(k, m) && m.ContainsText(k.needle, k.kind == keyText)
	}
	return false
}

const maxAge = 1 << 40 // seconds; more than any time holds

func (s *searcher) age(m message) int64 { return s.now.Unix() - m.InternalDate().Unix() }

func inSpans(spans []span, i int) bool {
	n, _ := slices.BinarySearchFunc(spans, i, func(s span, i int) int { return s.hi - 1 - i })
	return n < len(spans) && spans[n].lo <= i
}

// matchesDay compares days, each in its own zone (RFC 9051 section 6.4.4).
func matchesDay(kind searchKind, t, day time.Time) bool {
	y, mo, d := t.Date()
	switch diff := time.Date(y, mo, d, 0, 0, 0, 0, time.UTC).Compare(day); kind {
	case keyBefore:
		return diff < 0
	case keyOn:
		return diff == 0
	default:
		return diff >= 0
	}
}
