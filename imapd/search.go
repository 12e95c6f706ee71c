package imapd

import (
	"errors"
	"strconv"

	"github.com/emersion/go-imap/v2"
)

// found is the outcome of a search: indices in the order of the answer.
type found struct {
	indices []int
	modSeq  bool // a MODSEQ key asks for the highest one
	key     searchKey
}

// search is SEARCH and UID SEARCH.
func (c *conn) search(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	opts, err := c.searchReturn(req)
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
		opts = &resultOptions{all: true}
	}
	if opts == nil {
		c.tellNumbers("* SEARCH", req.uid, result)
		return nil
	}
	c.tellExtended(req, opts, result)
	if opts.update {
		c.keepContext(req, opts, result, nil)
	}
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
func (c *conn) forget(o *resultOptions, err error) error {
	var said *imap.Error
	if o != nil && o.save && (!errors.As(err, &said) || said.Type != imap.StatusResponseTypeBad) {
		c.view.saved = nil
	}
	return err
}

// find parses the criteria and runs them. By number, messages are found whose
// expunge the client has not been told of: it still counts them.
func (c *conn) find(req *request, p *searchParser) (found, error) {
	key, err := p.criteria()
	if err == nil {
		err = p.end()
	}
	if err == nil {
		err = p.refused
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
	spans, err := s.plan(&key)
	if err != nil {
		return found{}, err
	}
	result := found{modSeq: p.modSeq, key: key}
	for _, span := range spans {
		for i := span.lo; i < span.hi; i++ {
			if err := c.ctx.Err(); err != nil { // many texts in a large folder take their time
				return found{}, err
			}
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
