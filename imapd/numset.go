package imapd

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/emersion/go-imap/v2"
)

// numSet is a set of sequence numbers or UIDs as a client wrote it: in a
// range, 0 stands for "*" (as in imap.SeqSet). saved is the "$" of SEARCHRES.
type numSet struct {
	ranges imap.SeqSet
	saved  bool
}

func (p *parser) numSet() (set numSet, err error) {
	if p.take('$') {
		return numSet{saved: true}, nil
	}
	for {
		var r imap.SeqRange
		if r.Start, err = p.setNumber(); err != nil {
			return set, err
		}
		r.Stop = r.Start
		if p.take(':') {
			if r.Stop, err = p.setNumber(); err != nil {
				return set, err
			}
		}
		set.ranges = append(set.ranges, r)
		if !p.take(',') {
			return set, nil
		}
	}
}

// spacedSet is the set, between spaces, that commands on messages begin with.
func (p *parser) spacedSet() (set numSet, err error) {
	if err := p.space(); err != nil {
		return set, err
	}
	if set, err = p.numSet(); err != nil {
		return set, err
	}
	return set, p.space()
}

func (p *parser) setNumber() (uint32, error) {
	if p.take('*') {
		return 0, nil
	}
	n, err := p.number32()
	if err != nil || n == 0 {
		return 0, bad("Invalid message set")
	}
	return n, nil
}

// static resolves "*" to last, orders and joins the ranges.
func static(ranges imap.SeqSet, last uint32) []imap.SeqRange {
	out := make([]imap.SeqRange, 0, len(ranges))
	for _, r := range ranges {
		if r.Start == 0 {
			r.Start = last
		}
		if r.Stop == 0 {
			r.Stop = last
		}
		if r.Start > r.Stop {
			r.Start, r.Stop = r.Stop, r.Start
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b imap.SeqRange) int { return cmp.Compare(a.Start, b.Start) })
	joined := out[:0]
	for _, r := range out {
		if n := len(joined); n > 0 && (joined[n-1].Stop == math.MaxUint32 || r.Start <= joined[n-1].Stop+1) {
			joined[n-1].Stop = max(joined[n-1].Stop, r.Stop)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// count is how many numbers are in ranges made by static.
func count(ranges []imap.SeqRange) (n uint64) {
	for _, r := range ranges {
		n += uint64(r.Stop-r.Start) + 1
	}
	return n
}

// inRanges looks n up in ranges made by static.
func inRanges(ranges []imap.SeqRange, n uint32) bool {
	i, _ := slices.BinarySearchFunc(ranges, n, func(r imap.SeqRange, n uint32) int { return cmp.Compare(r.Stop, n) })
	return i < len(ranges) && ranges[i].Start <= n
}

// appendSet appends numbers as a set in the order given, runs joined.
func appendSet(b []byte, nums []uint32) []byte {
	for i := 0; i < len(nums); {
		j := i
		for j+1 < len(nums) && nums[j+1] == nums[j]+1 {
			j++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(nums[i]), 10)
		if j > i {
			b = append(b, ':')
			b = strconv.AppendUint(b, uint64(nums[j]), 10)
		}
		i = j + 1
	}
	return b
}

func setString(nums []uint32) string { return string(appendSet(nil, nums)) }
