package imapd

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// found is the outcome of a search: indices in the order of the answer.
type found struct {
	indices []int
	modSeq  bool // a MODSEQ key asks for the highest one
}

// search is SEARCH and UID SEARCH.
func (c *conn) search(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	opts, err := req.searchReturn()
	if err != nil {
		return err
	}
	p := &searchParser{parser: req.parser}
	var result found
	if err = p.ownCharset(); err == nil {
		result, err = c.find(req, p)
	}
	if err != nil {
		return c.forget(opts, err)
	}
	if opts == nil && c.rev2 {
		opts = &imap.SearchOptions{ReturnAll: true}
	}
	if opts == nil {
		c.tellNumbers("* SEARCH", req.uid, result)
		return nil
	}
	c.tellExtended(req, opts, result)
	return nil
}

// ownCharset parses `CHARSET name ` if it is there.
func (p *searchParser) ownCharset() error {
	if !p.takeWord("CHARSET") {
		return nil
	}
	if p.c.acceptUTF8 { // RFC 6855 section 3
		return bad("CHARSET is not allowed after ENABLE UTF8=ACCEPT")
	}
	if err := p.space(); err != nil {
		return err
	}
	name, err := p.astring()
	if err != nil {
		return err
	}
	if err := p.setCharset(name); err != nil {
		return err
	}
	return p.space()
}

// forget empties "$" when a search that was to set it is answered NO; BAD
// leaves it (RFC 5182 section 2.1).
func (c *conn) forget(o *imap.SearchOptions, err error) error {
	var said *imap.Error
	if o != nil && o.ReturnSave && (!errors.As(err, &said) || said.Type != imap.StatusResponseTypeBad) {
		c.view.saved = nil
	}
	return err
}

// find parses the criteria and runs them. By number, messages are found whose
// expunge the client has not been told of: it still counts them.
func (c *conn) find(req *request, p *searchParser) (found, error) {
	key, err := p.criteria(0)
	if err == nil {
		err = p.end()
	}
	if err != nil {
		return found{}, err
	}
	if p.modSeq {
		c.enableCondstore()
	}
	if err := c.refresh(false, req.uid); err != nil {
		return found{}, err
	}
	s := &searcher{v: c.view, now: c.acct.Now()}
	spans, err := s.plan(c.ctx, &key)
	if err != nil {
		return found{}, err
	}
	result := found{modSeq: p.modSeq}
	for _, span := range spans {
		for i := span.lo; i < span.hi; i++ {
			m, gone := c.view.at(i)
			if gone && req.uid {
				continue
			}
			if s.ghost = gone; s.matches(&key, i, m) {
				result.indices = append(result.indices, i)
			}
		}
	}
	return result, nil
}

// searchReturn parses `RETURN (options) ` if it is there.
func (p *parser) searchReturn() (*imap.SearchOptions, error) {
	if !p.takeWord("RETURN") {
		return nil, nil
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	o := &imap.SearchOptions{}
	err := p.list(func() error {
		word, err := p.keyword()
		if err != nil {
			return err
		}
		switch word {
		case "MIN":
			o.ReturnMin = true
		case "MAX":
			o.ReturnMax = true
		case "ALL":
			o.ReturnAll = true
		case "COUNT":
			o.ReturnCount = true
		case "SAVE":
			o.ReturnSave = true
		default:
			return bad("Unknown return option %s", word)
		}
		return nil
	})
	if *o == (imap.SearchOptions{}) {
		o.ReturnAll = true
	}
	if err == nil {
		err = p.space()
	}
	return o, err
}

// numbers are the results as the client asked for them.
func (c *conn) numbers(indices []int, uid bool) []uint32 {
	nums := make([]uint32, len(indices))
	for k, i := range indices {
		nums[k] = c.number(i, uid)
	}
	return nums
}

func (c *conn) number(index int, uid bool) uint32 {
	if !uid {
		return uint32(index) + 1
	}
	m, _ := c.view.at(index)
	return m.UID()
}

func (c *conn) highestModSeq(indices []int) (highest uint64) {
	for _, i := range indices {
		m, _ := c.view.at(i)
		highest = max(highest, m.ModSeq())
	}
	return highest
}

// tellNumbers writes the plain list of SEARCH and SORT.
func (c *conn) tellNumbers(head string, uid bool, r found) {
	c.w.text(head)
	b := make([]byte, 0, 8*len(r.indices))
	for _, n := range c.numbers(r.indices, uid) {
		b = append(b, ' ')
		b = strconv.AppendUint(b, uint64(n), 10)
	}
	c.w.text(unsafeString(b))
	if r.modSeq && len(r.indices) > 0 {
		c.w.text(" (MODSEQ " + strconv.FormatUint(c.highestModSeq(r.indices), 10) + ")")
	}
	c.w.text("\r\n")
}

// tellExtended writes ESEARCH (RFC 4731) and keeps the result of SAVE.
func (c *conn) tellExtended(req *request, o *imap.SearchOptions, r found) {
	// MIN and MAX alone narrow what MODSEQ and SAVE see.
	narrowed := r.indices
	if (o.ReturnMin || o.ReturnMax) && !o.ReturnAll && !o.ReturnCount && len(r.indices) > 0 {
		narrowed = nil
		if o.ReturnMin {
			narrowed = append(narrowed, r.indices[0])
		}
		if last := r.indices[len(r.indices)-1]; o.ReturnMax && !slices.Contains(narrowed, last) {
			narrowed = append(narrowed, last)
		}
	}
	if o.ReturnSave {
		c.view.saved = c.numbers(slices.Sorted(slices.Values(narrowed)), true)
		if *o == (imap.SearchOptions{ReturnSave: true}) {
			return
		}
	}
	var b strings.Builder
	b.WriteString("* ESEARCH (TAG " + quote(req.tag) + ")")
	if req.uid {
		b.WriteString(" UID")
	}
	nums := c.numbers(r.indices, req.uid)
	if len(nums) > 0 {
		if o.ReturnMin {
			b.WriteString(" MIN " + strconv.FormatUint(uint64(nums[0]), 10))
		}
		if o.ReturnMax {
			b.WriteString(" MAX " + strconv.FormatUint(uint64(nums[len(nums)-1]), 10))
		}
		if o.ReturnAll {
			b.WriteString(" ALL " + setString(nums))
		}
	}
	if o.ReturnCount {
		b.WriteString(" COUNT " + strconv.Itoa(len(nums)))
	}
	if r.modSeq && len(nums) > 0 {
		b.WriteString(" MODSEQ " + strconv.FormatUint(c.highestModSeq(narrowed), 10))
	}
	c.w.text(b.String() + "\r\n")
}
