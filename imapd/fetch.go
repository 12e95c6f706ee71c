package imapd

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// fetchItem is one data item of FETCH. It writes itself for a message.
type fetchItem struct {
	kind  fetchKind
	label string // of a section, as it is echoed: BODY[1.MIME]<0>
	// section is what of the message; for kinds of BINARY too.
	section imap.FetchItemBodySection
}

type fetchKind int

const (
	fetchUID fetchKind = iota
	fetchFlagsItem
	fetchInternalDate
	fetchSaveDate
	fetchPreview
	fetchSize
	fetchEnvelope
	fetchBody
	fetchBodyStructure
	fetchModSeqItem
	fetchEmailID
	fetchThreadID
	fetchSection
	fetchBinary
	fetchBinarySize
)

// fetchNames are the items without a section, and the macros as lists of them.
var fetchNames = map[string][]fetchKind{
	"UID":           {fetchUID},
	"FLAGS":         {fetchFlagsItem},
	"INTERNALDATE":  {fetchInternalDate},
	"SAVEDATE":      {fetchSaveDate},
	"PREVIEW":       {fetchPreview},
	"RFC822.SIZE":   {fetchSize},
	"ENVELOPE":      {fetchEnvelope},
	"BODY":          {fetchBody},
	"BODYSTRUCTURE": {fetchBodyStructure},
	"MODSEQ":        {fetchModSeqItem},
	"EMAILID":       {fetchEmailID},
	"THREADID":      {fetchThreadID},
}

var fetchMacros = map[string][]fetchKind{
	"FAST": {fetchFlagsItem, fetchInternalDate, fetchSize},
	"ALL":  {fetchFlagsItem, fetchInternalDate, fetchSize, fetchEnvelope},
	"FULL": {fetchFlagsItem, fetchInternalDate, fetchSize, fetchEnvelope, fetchBody},
}

// The forms of RFC 3501 that are sections under another name.
var fetchOldSections = map[string]imap.FetchItemBodySection{
	"RFC822":        {},
	"RFC822.HEADER": {Specifier: imap.PartSpecifierHeader, Peek: true},
	"RFC822.TEXT":   {Specifier: imap.PartSpecifierText},
}

// Bounds of one list: what a client asks for once may be kept as long as its session.
const (
	maxFetchItems  = 1000
	maxHeaderNames = 1000
)

// fetchArgs are the arguments of FETCH and UID FETCH.
type fetchArgs struct {
	set          numSet
	items        []fetchItem
	changedSince uint64
	since        bool // CHANGEDSINCE is given
	vanished     bool
	partial      partialRange // of what would be answered (RFC 9394 section 3.2)
}

func (a *fetchArgs) has(k fetchKind) bool {
	return slices.ContainsFunc(a.items, func(it fetchItem) bool { return it.kind == k })
}

// need adds an item at place i if it was not asked for.
func (a *fetchArgs) need(k fetchKind, i int) {
	if !a.has(k) {
		a.items = slices.Insert(a.items, i, fetchItem{kind: k})
	}
}

// bulky tells what is written behind the short items, as Dovecot does: what
// stands before the first literal is then all that simple clients look for there.
func (it fetchItem) bulky() bool {
	switch it.kind {
	case fetchPreview, fetchEnvelope, fetchBody, fetchBodyStructure, fetchSection, fetchBinary, fetchBinarySize:
		return true
	}
	return false
}

// ordered returns the items in the order of the answer, those of kinds added that
// were not asked for behind the other short ones.
func (a *fetchArgs) ordered(added ...fetchKind) []fetchItem {
	items := make([]fetchItem, 0, len(a.items)+len(added))
	for _, it := range a.items {
		if !it.bulky() {
			items = append(items, it)
		}
	}
	for _, k := range added {
		if !a.has(k) {
			items = append(items, fetchItem{kind: k})
		}
	}
	for _, it := range a.items {
		if it.bulky() {
			items = append(items, it)
		}
	}
	return items
}

// marksSeen tells whether the fetch sets \Seen.
func (a *fetchArgs) marksSeen() bool {
	return slices.ContainsFunc(a.items, func(it fetchItem) bool {
		return (it.kind == fetchSection || it.kind == fetchBinary) && !it.section.Peek
	})
}

// fetch is FETCH and UID FETCH.
func (c *conn) fetch(req *request) error {
	a, err := req.fetchArgs()
	if err != nil {
		return err
	}
	if a.vanished && (!req.uid || !c.qresync || !a.since) {
		return bad("VANISHED needs UID FETCH, CHANGEDSINCE and QRESYNC")
	}
	if a.partial != (partialRange{}) && !req.uid {
		return bad("PARTIAL needs UID FETCH")
	}
	if req.uid {
		a.need(fetchUID, 0)
	}
	if a.since {
		a.need(fetchModSeqItem, len(a.items))
	}
	if a.has(fetchModSeqItem) {
		c.enableCondstore()
	}
	if err := c.fault(StageFetch, ""); err != nil {
		return err
	}
	if err := c.refresh(false, req.uid); err != nil {
		return err
	}
	spans, err := c.view.resolve(a.set, req.uid, true)
	if err != nil {
		return err
	}
	if a.since { // what is not answered is not read either
		spans = c.view.changedSince(spans, a.changedSince)
	}
	spans = a.partial.spans(spans)
	if a.vanished {
		c.tellVanishedEarlier(a.changedSince, static(a.set.ranges, max(1, c.view.snap.UIDNext()-1)))
	}
	var seen []uint32
	if a.marksSeen() && !c.view.readOnly {
		if seen, err = c.markSeen(spans, req.uid); err != nil {
			return err
		}
	}
	return c.stream(a, spans, seen)
}

// markSeen sets \Seen on what is about to be read, and returns whose flags
// changed by it.
func (c *conn) markSeen(spans []span, uid bool) (uids []uint32, err error) {
	for _, m := range c.view.each(spans) {
		if !slices.Contains(flagsOf(m), imap.FlagSeen) {
			uids = append(uids, m.UID())
		}
	}
	if len(uids) == 0 {
		return nil, nil
	}
	if _, err := c.acct.Store(c.ctx, c.view.name, uids, imap.StoreFlagsAdd, []imap.Flag{imap.FlagSeen}, nil); err != nil {
		return nil, err
	}
	c.view.dirty.Store(true)
	return uids, c.refreshQuiet(false, uid, uids)
}

// streamUnasked is stream where there is no command to refuse: what cannot be
// decoded is NIL.
func (c *conn) streamUnasked(a *fetchArgs, spans []span) error {
	if err := c.stream(a, spans, nil); !isNo(err) {
		return err
	}
	return nil
}

// stream writes the answers. Nothing is locked meanwhile: the messages are
// those of the view's snapshot.
func (c *conn) stream(a *fetchArgs, spans []span, seen []uint32) error {
	asked := a.ordered()
	var changed []fetchItem // of those whose \Seen this sets
	switch {
	case len(seen) == 0:
	case c.condstore:
		changed = a.ordered(fetchFlagsItem, fetchModSeqItem)
	default:
		changed = a.ordered(fetchFlagsItem)
	}
	var failed error
	for i, m := range c.view.each(spans) {
		items := asked
		if _, ok := slices.BinarySearch(seen, m.UID()); ok {
			items = changed
		}
		c.fetchHead(i)
		for k, it := range items {
			if k > 0 {
				c.w.text(" ")
			}
			if err := c.fetchItem(it, m); err != nil {
				failed = err
			}
		}
		c.w.text(")\r\n")
		if c.w.err != nil {
			return c.w.err
		}
	}
	return failed
}

func (c *conn) fetchItem(it fetchItem, m message) error {
	w := c.w
	switch it.kind {
	case fetchUID:
		w.text("UID ")
		w.number(uint64(m.UID()))
	case fetchFlagsItem:
		c.fetchFlags(m)
	case fetchInternalDate:
		w.text(`INTERNALDATE "` + m.InternalDate().Format(dateTimeFormat) + `"`)
	case fetchSaveDate:
		w.text(`SAVEDATE "` + m.SaveDate().Format(dateTimeFormat) + `"`)
	case fetchPreview:
		w.text("PREVIEW ")
		w.memo(memoOf(m, memoPreview, previewString))
	case fetchSize:
		w.text("RFC822.SIZE ")
		w.number(uint64(m.Size()))
	case fetchEnvelope:
		w.text("ENVELOPE ")
		w.memo(envelope(m))
	case fetchBody:
		w.text("BODY ")
		w.memo(bodyStructure(m, false))
	case fetchBodyStructure:
		w.text("BODYSTRUCTURE ")
		w.memo(bodyStructure(m, true))
	case fetchModSeqItem:
		c.fetchModSeq(m)
	case fetchEmailID:
		w.text("EMAILID (" + m.EmailID() + ")")
	case fetchThreadID:
		w.text("THREADID ")
		if id := m.IMAPThreadID(); id != "" {
			w.text("(" + id + ")")
		} else {
			w.text("NIL")
		}
	case fetchSection:
		w.text(it.label)
		w.text(" ")
		w.literal(partial(section(m, &it.section), it.section.Partial), false)
	case fetchBinary, fetchBinarySize:
		return c.fetchBinary(it, m)
	}
	return nil
}

// fetchBinary writes a part without its transfer encoding (RFC 3516).
func (c *conn) fetchBinary(it fetchItem, m message) error {
	t, ok := decodedSection(m, it.section.Part)
	c.w.text(it.label)
	c.w.text(" ")
	switch {
	case it.kind == fetchBinarySize:
		c.w.number(uint64(t.len()))
	case ok:
		t = partial(t, it.section.Partial)
		c.w.literal(t, t.hasNUL())
	default:
		c.w.text("NIL")
	}
	if !ok {
		return no(imap.ResponseCodeUnknownCTE, "Unknown Content-Transfer-Encoding")
	}
	return nil
}

func (p *parser) fetchArgs() (a *fetchArgs, err error) {
	a = &fetchArgs{}
	if a.set, err = p.spacedSet(); err != nil {
		return nil, err
	}
	if p.peek() == '(' {
		err = p.fetchItems(a)
	} else if kinds, ok := fetchMacros[p.peekFetchName()]; ok {
		p.fetchName()
		for _, k := range kinds {
			a.items = append(a.items, fetchItem{kind: k})
		}
	} else {
		err = p.fetchItem(a)
	}
	if err != nil {
		return nil, err
	}
	if p.spaces() && !p.atEnd() {
		if err := p.list(func() error { return p.fetchModifier(a) }); err != nil {
			return nil, err
		}
	}
	return a, p.end()
}

// fetchItems parses `(items)`.
func (p *parser) fetchItems(a *fetchArgs) error {
	err := p.list(func() error {
		if len(a.items) == maxFetchItems {
			return no(imap.ResponseCodeLimit, "Too many items")
		}
		return p.fetchItem(a)
	})
	if err == nil && len(a.items) == 0 {
		err = bad("Empty list of items")
	}
	return err
}

// unaskedItems parses ` (items)`, if they are there: what new messages are to be told
// with that nobody has asked for. Their UID is always among it.
func (p *parser) unaskedItems() (*fetchArgs, error) {
	at := p.pos
	if p.spaces(); p.peek() != '(' {
		p.pos = at
		return nil, nil
	}
	a := &fetchArgs{}
	if err := p.fetchItems(a); err != nil {
		return nil, err
	}
	a.need(fetchUID, 0)
	return a, nil
}

func (p *parser) fetchModifier(a *fetchArgs) error {
	word, err := p.keyword()
	switch {
	case err != nil:
		return err
	case word == "VANISHED":
		a.vanished = true
		return nil
	case word == "PARTIAL":
		if err := p.space(); err != nil {
			return err
		}
		a.partial, err = p.partialRange()
		return err
	case word != "CHANGEDSINCE":
		return bad("Unknown modifier %s", word)
	}
	if err := p.space(); err != nil {
		return err
	}
	a.since = true
	a.changedSince, err = p.number63()
	return err
}

// fetchName is the letters of an item, up to its section.
func (p *parser) fetchName() string {
	return strings.ToUpper(p.while(func(b byte) bool { return isAtomChar(b) && b != '[' }))
}

func (p *parser) peekFetchName() string {
	pos := p.pos
	name := p.fetchName()
	p.pos = pos
	return name
}

func (p *parser) fetchItem(a *fetchArgs) error {
	name := p.fetchName()
	if p.peek() != '[' {
		if kinds, ok := fetchNames[name]; ok {
			a.items = append(a.items, fetchItem{kind: kinds[0]})
			if name == "PREVIEW" {
				p.previewModifiers()
			}
			return nil
		}
		if s, ok := fetchOldSections[name]; ok {
			a.items = append(a.items, fetchItem{kind: fetchSection, label: name, section: s})
			return nil
		}
		return bad("Unknown item %s", name)
	}
	it := fetchItem{kind: fetchSection, label: "BODY"}
	switch name {
	case "BODY":
	case "BODY.PEEK":
		it.section.Peek = true
	case "BINARY":
		it.kind, it.label = fetchBinary, name
	case "BINARY.PEEK":
		it.kind, it.label, it.section.Peek = fetchBinary, "BINARY", true
	case "BINARY.SIZE":
		it.kind, it.label = fetchBinarySize, name
	default:
		return bad("Unknown item %s", name)
	}
	p.pos++
	spec, err := p.section(&it.section, it.kind != fetchSection)
	if err != nil {
		return err
	}
	if err := p.expect(']'); err != nil {
		return err
	}
	it.label += "[" + spec + "]"
	if it.kind != fetchBinarySize && p.take('<') {
		if it.section.Partial, err = p.partial(); err != nil {
			return err
		}
		it.label += "<" + strconv.FormatInt(it.section.Partial.Offset, 10) + ">"
	}
	a.items = append(a.items, it)
	return nil
}

// partial is what follows "<": "offset.size>". Without a size, which the grammar
// wants, it is the rest, as on other servers.
func (p *parser) partial() (*imap.SectionPartial, error) {
	offset, err := p.number63()
	if err != nil {
		return nil, err
	}
	part := &imap.SectionPartial{Offset: int64(offset), Size: math.MaxInt64}
	if p.take('.') {
		size, err := p.number63()
		if err != nil {
			return nil, err
		}
		part.Size = int64(size)
	}
	return part, p.expect('>')
}

// section parses what stands in brackets and returns how to echo it.
func (p *parser) section(s *imap.FetchItemBodySection, binary bool) (spec string, err error) {
	for d := p.peek(); d >= '0' && d <= '9'; d = p.peek() {
		n, err := p.number32()
		if err != nil || n == 0 {
			return "", bad("Invalid part number")
		}
		if len(s.Part) > 0 {
			spec += "."
		}
		s.Part = append(s.Part, int(n))
		spec += strconv.FormatUint(uint64(n), 10)
		if len(s.Part) > maxSectionDepth {
			return "", bad("Part number too long")
		}
		if p.peek() == ']' {
			return spec, nil
		}
		if err := p.expect('.'); err != nil {
			return "", err
		}
	}
	if p.peek() == ']' && len(s.Part) == 0 {
		return "", nil
	}
	if binary {
		return "", bad("Invalid BINARY section")
	}
	word := strings.ToUpper(p.while(isAtomChar))
	if spec != "" {
		spec += "."
	}
	spec += word
	switch {
	case word == "HEADER":
		s.Specifier = imap.PartSpecifierHeader
	case word == "TEXT":
		s.Specifier = imap.PartSpecifierText
	case word == "MIME" && len(s.Part) > 0:
		s.Specifier = imap.PartSpecifierMIME
	case word == "HEADER.FIELDS" || word == "HEADER.FIELDS.NOT":
		s.Specifier = imap.PartSpecifierHeader
		names, err := p.headerNames()
		if err != nil {
			return "", err
		}
		spec += " ("
		for i, name := range names {
			if i > 0 {
				spec += " "
			}
			spec += astring(name)
		}
		spec += ")"
		if word == "HEADER.FIELDS" {
			s.HeaderFields = names
		} else {
			s.HeaderFieldsNot = names
		}
	default:
		return "", bad("Invalid section %s", word)
	}
	return spec, nil
}

func (p *parser) headerNames() (names []string, err error) {
	if err := p.space(); err != nil {
		return nil, err
	}
	err = p.list(func() error {
		if len(names) == maxHeaderNames {
			return no(imap.ResponseCodeLimit, "Too many fields")
		}
		name, err := p.astring()
		names = append(names, name)
		return err
	})
	if err == nil && len(names) == 0 {
		err = bad("Empty list of fields")
	}
	return names, err
}
