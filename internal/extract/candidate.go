package extract

import (
	"strings"
	"unicode"
)

// shape tells what a candidate looks like.
type shape uint8

const (
	digits  shape = iota // 493805, 493 805
	mixed                // R4TN8W, HXQV-7M2K
	letters              // ABCD-EFGH
)

// candidate is a piece of a line that has the form of a code.
type candidate struct {
	span
	value  string
	shape  shape
	groups []int // lengths of the groups it is printed in
	sep    byte  // what stands between the groups, 0 for one group
	weak   bool  // has the form of a time, a range, a phone number or a price as well
	hash   bool  // follows a number sign
	led    bool  // follows the letter of a service: G-493805
}

const (
	minCode = 4
	maxCode = 10
	// maxKey bounds codes of letters and digits in groups of one size: Q7RX-22LP-9WKA.
	maxKey = 16
	// maxGroups ends a chain of groups: no code has more.
	maxGroups = 12
)

// candidates finds everything in a line that has the form of a code, from left to right.
func candidates(s string) []candidate {
	var out []candidate
	for i := 0; i < len(s); {
		if !isAlnum(s[i]) {
			i++
			continue
		}
		found, end := readCandidate(s, i)
		for _, c := range found {
			if c.bounded(s) {
				out = append(out, c)
			}
		}
		i = end
	}
	return out
}

// readCandidate reads the longest chain of groups that starts at i and gives the candidates in it and where to go on.
func readCandidate(s string, i int) ([]candidate, int) {
	if c, end, ok := readSingles(s, i); ok {
		return c, end
	}
	if end := ibanEnd(s, i); end > i {
		return nil, end
	}
	end := groupEnd(s, i)
	if !allDigits(s[i:end]) {
		if isWord(s[i:end]) && (end == len(s) || s[end] != '-') {
			return nil, end
		}
		return readMixed(s, i)
	}
	chain, sep := readChain(s, i, allDigits)
	last := chain[len(chain)-1].end
	if sep != ' ' && sep != '\t' && last+1 < len(s) && s[last] == '-' && isAlnum(s[last+1]) && !caseEnding(s, last) {
		return readMixed(s, i)
	}
	return digitCandidates(s, chain, sep), max(last, numberEnd(s, last))
}

// ibanEnd is the end of an international bank account number (ISO 13616) in groups of four at i, or i.
func ibanEnd(s string, i int) int {
	end := groupEnd(s, i)
	if end-i != 4 || !isUpper(s[i]) || !isUpper(s[i+1]) || !allDigits(s[i+2:end]) {
		return i
	}
	groups := 0
	for ; end+1 < len(s) && s[end] == ' '; groups++ {
		next := groupEnd(s, end+1)
		if n := next - end - 1; n == 0 || n > 4 || !isCapital(s[end+1:next]) || n < 4 && groups < 2 {
			break
		}
		end = next
	}
	if groups < 3 {
		return i
	}
	return end
}

// isWord tells small letters without a digit.
func isWord(s string) bool {
	small := false
	for i := range len(s) {
		if isDigit(s[i]) {
			return false
		}
		small = small || isLower(s[i])
	}
	return small
}

func groupEnd(s string, i int) int {
	for i < len(s) && isAlnum(s[i]) {
		i++
	}
	return i
}

// readSingles reads single letters or digits set apart by spaces, cells or bars: `4 9 3 8 0 5`, `|4|9|3|8|`.
func readSingles(s string, i int) ([]candidate, int, bool) {
	if groupEnd(s, i) != i+1 {
		return nil, 0, false
	}
	start, end := i, i
	var value [maxGroups]byte
	n := 0
	for n < maxGroups && i < len(s) && isAlnum(s[i]) && (i+1 == len(s) || !isAlnum(s[i+1])) {
		value[n] = s[i]
		n++
		end = i + 1
		for i = end; i < len(s) && i < end+4 && strings.IndexByte(" \t|-.,_", s[i]) >= 0; i++ {
		}
	}
	glued := i == end+1 && i < len(s) && isDigit(s[i]) && isDigit(s[end-1]) && s[end] != '\t' && s[end] != ' '
	if n < minCode || n > maxCode || glued { // the last of them begins a longer number: 1.2.3.45
		return nil, 0, false
	}
	c := candidate{span: span{start, end}, value: string(value[:n]), groups: make([]int, n), sep: '|'}
	if !allDigits(c.value) {
		if c.shape = mixed; !strings.ContainsAny(c.value, "0123456789") {
			return nil, 0, false
		}
	}
	return []candidate{c}, end, true
}

// readChain reads groups that hold, with the same separator between all.
func readChain(s string, i int, holds func(string) bool) (chain []span, sep byte) {
	for len(chain) < maxGroups {
		end := groupEnd(s, i)
		chain = append(chain, span{i, end})
		next, by := afterSeparator(s, end)
		if next == len(s) || by == 0 || sep != 0 && by != sep {
			break
		}
		if e := groupEnd(s, next); e == next || !holds(s[next:e]) {
			break
		}
		sep, i = by, next
	}
	if len(chain) == 1 {
		sep = 0
	}
	return chain, sep
}

// afterSeparator skips one separator between groups: spaces, or a hyphen or dot, which may have spaces around it.
func afterSeparator(s string, i int) (next int, sep byte) {
	start := i
	for i < len(s) && i < start+3 && s[i] == ' ' {
		i++
	}
	if i < len(s) && strings.IndexByte("-.\t", s[i]) >= 0 && (s[i] != '.' || i == start) {
		sep = s[i]
		i++
		for k := 0; i > start+1 && k < 2 && i < len(s) && s[i] == ' '; k++ {
			i++
		}
		return i, sep
	}
	if i > start {
		return i, ' '
	}
	return i, 0
}

// digitCandidates judges a chain of digit groups: one code in groups, several numbers, or something else entirely.
func digitCandidates(s string, chain []span, sep byte) []candidate {
	if len(chain) == 1 {
		return single(s, chain[0])
	}
	if start := chain[0].start; start > 0 && s[start-1] == '+' {
		return nil // a telephone number
	}
	c := candidate{span: span{chain[0].start, chain[len(chain)-1].end}, sep: sep}
	total, even := 0, true
	for _, g := range chain {
		n := g.end - g.start
		c.groups = append(c.groups, n)
		c.value += s[g.start:g.end]
		total += n
		even = even && n == c.groups[0]
	}
	switch {
	case total < minCode || total > maxCode || c.groups[0] == 1:
	case even && (sep != '\t' || c.groups[0] <= 3):
		c.weak = looksLikeOther(c)
		if sep == '.' && (c.groups[0] == 2 && len(chain) == 2 || len(chain) > 2) {
			return nil // a time or a version
		}
		return []candidate{c}
	case len(chain) == 3 && (sep == ' ' || sep == '-') && c.groups[0] == c.groups[1] && c.groups[0] > c.groups[2] && c.groups[0] <= 4:
		c.weak = true // groups of one size, and the rest
		return []candidate{c}
	case sep == ' ' && strings.HasSuffix(c.value, "000"):
		return nil // 24 000
	case len(chain) == 2 && (sep == ' ' || sep == '-') && abs(c.groups[0]-c.groups[1]) == 1 && total <= 9:
		c.weak = true
		return []candidate{c}
	}
	if (sep == ' ' || sep == '-') && len(chain) == 2 && total == 6 && c.groups[0] > 1 && !yearLike(c.value[:4]) && endsSentence(s, c.end) {
		c.weak = true
		return []candidate{c}
	}
	if sep != '\t' && (sep != ' ' || len(chain) > 2 && !(even && c.groups[0] >= usualCode)) {
		return nil // a date, a sum, a telephone number
	}
	var out []candidate
	for _, g := range chain {
		out = append(out, single(s, g)...)
	}
	return out
}

func endsSentence(s string, i int) bool {
	rest := strings.TrimLeft(s[i:min(len(s), i+8)], " )]*\"'")
	return rest == "" || strings.IndexByte(".,;!?", rest[0]) >= 0
}

func single(s string, g span) []candidate {
	if n := g.end - g.start; n < minCode || n > maxCode {
		return nil
	}
	return []candidate{{span: g, value: s[g.start:g.end], groups: []int{g.end - g.start}}}
}

// looksLikeOther tells groups that are as often a date, a range of years, a price in thousands or a time.
func looksLikeOther(c candidate) bool {
	n, size := len(c.groups), c.groups[0]
	switch {
	case n == 2 && size == 2:
		return c.value[:2] <= "31" // a time or a day
	case n == 3 && size == 2 && c.sep != ' ':
		return dateLike(c.value)
	case n == 2 && size == 4 && c.sep == '-':
		return yearLike(c.value[:4]) && yearLike(c.value[4:]) || timeLike(c.value[:4]) && timeLike(c.value[4:])
	}
	return c.sep == '.'
}

func dateLike(v string) bool {
	in := func(s string, limit string) bool { return s != "00" && s <= limit }
	return in(v[:2], "31") && in(v[2:4], "12") || in(v[:2], "12") && in(v[2:4], "31") || in(v[2:4], "12") && in(v[4:], "31")
}

// timeLike tells the hours of a day without a colon: 0800.
func timeLike(v string) bool {
	return v <= "2400" && (v[2:] == "00" || v[2:] == "30" || v[2:] == "15" || v[2:] == "45")
}

func yearLike(v string) bool { return len(v) == 4 && (v[:2] == "19" || v[:2] == "20") }

// readMixed reads letters and digits in groups joined by hyphens: `HXQV-7M2K`, `G-493805`.
func readMixed(s string, i int) ([]candidate, int) {
	chain := []span{{i, groupEnd(s, i)}}
	for len(chain) < maxGroups {
		end := chain[len(chain)-1].end
		if end+1 >= len(s) || s[end] != '-' || !isAlnum(s[end+1]) || caseEnding(s, end) {
			break
		}
		chain = append(chain, span{end + 1, groupEnd(s, end+1)})
	}
	end := chain[len(chain)-1].end
	if first := chain[0]; len(chain) > 1 && first.end-first.start == 1 && !isDigit(s[first.start]) && allDigits(strings.ReplaceAll(s[chain[1].start:end], "-", "")) {
		found := digitCandidates(s, chain[1:], sepOf(len(chain)-1))
		for k := range found {
			found[k].start, found[k].led = first.start, true
		}
		return found, end
	}
	if len(chain) == 1 {
		return spacedLetters(s, chain[0])
	}
	return mixedCandidate(s, chain, '-'), end
}

func sepOf(groups int) byte {
	if groups > 1 {
		return '-'
	}
	return 0
}

// spacedLetters reads capital groups of one size with a space between: `R4T N8W`. Elsewhere the group stands alone.
func spacedLetters(s string, first span) ([]candidate, int) {
	size := first.end - first.start
	capital := func(g string) bool { return len(g) == size && isCapital(g) }
	if word := s[first.start:first.end]; size >= 3 && size <= 5 && isCapital(word) && !namesNumber(word) {
		if chain, sep := readChain(s, first.start, capital); sep == ' ' && strings.ContainsAny(s[first.start:chain[len(chain)-1].end], "0123456789") {
			if c := mixedCandidate(s, chain, ' '); c != nil {
				c[0].weak = c[0].weak || len(chain) == 2 && postcodeLike(c[0].value)
				return c, chain[len(chain)-1].end
			}
		}
	}
	return mixedCandidate(s, []span{first}, 0), first.end
}

// namesNumber tells a word in capitals that the number after it is called by: TAN 605 318.
func namesNumber(word string) bool {
	marks := codeLexicon().find(lower(word))
	return len(marks) == 1 && marks[0].end-marks[0].start == len(word)
}

// postcodeLike tells the halves of a British or Canadian post code: CB4 1TT, K1A 0B1.
func postcodeLike(v string) bool {
	out, in, _ := strings.Cut(v, " ")
	british := isDigit(out[len(out)-1]) || isDigit(out[len(out)-2])
	return len(in) == 3 && isUpper(out[0]) && british && isDigit(in[0]) && isUpper(in[1])
}

func isCapital(g string) bool {
	for i := range len(g) {
		if isLower(g[i]) {
			return false
		}
	}
	return true
}

func mixedCandidate(s string, chain []span, sep byte) []candidate {
	c := candidate{span: span{chain[0].start, chain[len(chain)-1].end}, shape: mixed}
	c.value = s[c.start:c.end]
	if len(chain) > 1 {
		c.sep = sep
	}
	total, even := 0, true
	for _, g := range chain {
		n := g.end - g.start
		c.groups = append(c.groups, n)
		total += n
		even = even && n == c.groups[0]
	}
	hasDigit, hasLetter := strings.ContainsAny(c.value, "0123456789"), strings.IndexFunc(c.value, unicode.IsLetter) >= 0
	switch {
	case total < minCode || total > maxKey || !hasLetter || total > maxCode && !(even && sep == '-' && isCapital(c.value)):
		return nil
	case !hasDigit:
		if len(chain) < 2 || !even || c.groups[0] < 3 || !isCapital(c.value) {
			return nil
		}
		c.shape = letters
	case len(chain) == 1 && quantityWord(c.value), len(chain) == 2 && c.groups[0] <= 2 && measured(c.value):
		return nil
	case len(chain) > 1 && (!even || total > maxCode):
		c.weak = true // DE-88213: more often a reference
	}
	return []candidate{c}
}

// measured tells a number and a word in small letters that it counts: 5-digit, 12-hour.
func measured(v string) bool {
	n, noun, _ := strings.Cut(v, "-")
	return allDigits(n) && strings.Trim(noun, "abcdefghijklmnopqrstuvwxyz") == ""
}

// numberEnd skips the rest of a number with decimals: `2,350.00`.
func numberEnd(s string, i int) int {
	for i+1 < len(s) && (s[i] == ',' || s[i] == '.') && isDigit(s[i+1]) {
		i = groupEnd(s, i+1)
	}
	return i
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

func abs(n int) int { return max(n, -n) }
