package imapd

import (
	"slices"
	"strconv"
	"strings"
)

// resultOptions are what RETURN asks SEARCH and SORT for (RFC 4731, 5182, 5267
// and 9394).
type resultOptions struct {
	min, max, all, count, save, update bool

	partial partialRange
	fetch   *fetchArgs // of UPDATE
}

// partialRange is the range of a long result that PARTIAL asks for. It counts from
// 1, or from the end; the zero one is none.
type partialRange struct {
	from, to uint32
	back     bool
}

func (r partialRange) String() string {
	sign := ""
	if r.back {
		sign = "-"
	}
	return sign + strconv.FormatUint(uint64(r.from), 10) + ":" + sign + strconv.FormatUint(uint64(r.to), 10)
}

// of returns what the range takes of n places, as from and to of a slice.
func (r partialRange) of(n int) (from, to int) {
	if r == (partialRange{}) {
		return 0, n
	}
	from, to = int(min(int64(r.from)-1, int64(n))), int(min(int64(r.to), int64(n)))
	if r.back {
		return n - to, n - from
	}
	return from, to
}

// spans returns the range's share of what is in spans.
func (r partialRange) spans(all []span) (out []span) {
	if r == (partialRange{}) {
		return all
	}
	n := 0
	for _, s := range all {
		n += s.hi - s.lo
	}
	from, to := r.of(n)
	for _, s := range all {
		lo, hi := min(s.lo+max(from, 0), s.hi), min(s.lo+max(to, 0), s.hi)
		if lo < hi {
			out = append(out, span{lo, hi})
		}
		from, to = from-(s.hi-s.lo), to-(s.hi-s.lo)
	}
	return out
}

// partialRange parses `a:b` or `-a:-b`, in either order (RFC 9394 section 3.1).
func (p *parser) partialRange() (r partialRange, err error) {
	r.back = p.peek() == '-'
	for _, n := range []*uint32{&r.from, &r.to} {
		if p.take('-') != r.back {
			return r, bad("Invalid range")
		}
		if *n, err = p.number32(); err != nil || *n == 0 {
			return r, bad("Invalid range")
		}
		if n == &r.from && !p.take(':') {
			return r, bad("Invalid range")
		}
	}
	if r.from > r.to {
		r.from, r.to = r.to, r.from
	}
	return r, nil
}

// searchReturn parses `RETURN (options) ` if it is there.
func (c *conn) searchReturn(req *request) (*resultOptions, error) {
	p := req.parser
	if !p.takeWord("RETURN") {
		return nil, nil
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	o := &resultOptions{}
	if err := p.list(func() error { return p.resultOption(o) }); err != nil {
		return nil, err
	}
	switch {
	case *o == resultOptions{}:
		o.all = true
	case o.all && o.partial != partialRange{}:
		return nil, bad("PARTIAL conflicts with ALL") // RFC 5267 section 4.4
	case o.update && c.view.context(req.tag) >= 0:
		return nil, bad("Another search with this tag is being updated")
	}
	return o, p.space()
}

func (p *parser) resultOption(o *resultOptions) error {
	word, err := p.keyword()
	if err != nil {
		return err
	}
	switch word {
	case "MIN":
		o.min = true
	case "MAX":
		o.max = true
	case "ALL":
		o.all = true
	case "COUNT":
		o.count = true
	case "SAVE":
		o.save = true
	case "UPDATE":
		o.update = true
		o.fetch, err = p.unaskedItems()
		return err
	case "CONTEXT": // a hint: a snapshot is ready for more questions anyway
	case "PARTIAL":
		if (o.partial != partialRange{}) {
			return bad("PARTIAL can be used only once")
		}
		if err := p.space(); err != nil {
			return err
		}
		o.partial, err = p.partialRange()
		return err
	default:
		return bad("Unknown return option %s", word)
	}
	return nil
}

// narrow is what MODSEQ and SAVE see of the result: MIN, MAX and PARTIAL alone
// narrow it (RFC 5182 section 2.1, RFC 9394 section 3.1).
func (o *resultOptions) narrow(indices []int) []int {
	if n := len(indices); n == 0 || o.all || o.count || !o.min && !o.max && o.partial == (partialRange{}) {
		return indices
	}
	var out []int
	if (o.partial != partialRange{}) {
		from, to := o.partial.of(len(indices))
		out = slices.Clone(indices[from:to])
	}
	if o.min {
		out = append(out, indices[0])
	}
	if o.max {
		out = append(out, indices[len(indices)-1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// tellExtended writes ESEARCH (RFC 4731) and keeps the result of SAVE.
func (c *conn) tellExtended(req *request, o *resultOptions, r found) {
	narrowed := o.narrow(r.indices)
	if o.save {
		c.view.saved = c.numbers(slices.Sorted(slices.Values(narrowed)), true)
		if *o == (resultOptions{save: true}) {
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
		if o.min {
			b.WriteString(" MIN " + strconv.FormatUint(uint64(nums[0]), 10))
		}
		if o.max {
			b.WriteString(" MAX " + strconv.FormatUint(uint64(nums[len(nums)-1]), 10))
		}
		if o.all {
			b.WriteString(" ALL " + setString(nums))
		}
	}
	if (o.partial != partialRange{}) {
		set := "NIL"
		if from, to := o.partial.of(len(nums)); from < to {
			set = setString(nums[from:to])
		}
		b.WriteString(" PARTIAL (" + o.partial.String() + " " + set + ")")
	}
	if o.count {
		b.WriteString(" COUNT " + strconv.Itoa(len(nums)))
	}
	if r.modSeq && len(nums) > 0 {
		b.WriteString(" MODSEQ " + strconv.FormatUint(c.highestModSeq(narrowed), 10))
	}
	c.w.text(b.String() + "\r\n")
}
