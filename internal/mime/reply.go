package mime

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxAttributionLines = 4   // mail clients wrap long attributions
	maxAttribution      = 400 // bytes; a longer line is text
	maxHeaderBlock      = 12  // lines of a quoted header, wrapped recipients included
)

// NewText returns what the writer of a reply or forward wrote: text without
// quotes and their attribution, without the original under a header block or
// ruler, without signature ("-- ", "Sent from my iPhone"). Answers under and
// between quotes stay. It is "" when there is nothing but quotes.
func NewText(text string) string {
	r := reply{lines: strings.Split(cleanText(strings.ToValidUTF8(text, "\ufffd")), "\n")}
	r.plain = make([]string, len(r.lines))
	for i, l := range r.lines {
		r.plain[i] = plainLine(l)
	}
	for i := 0; i < len(r.lines); {
		i += r.step(i)
	}
	return strings.Trim(strings.Join(r.out, "\n"), " \t\n\u00a0")
}

// reply is the state of one reading.
type reply struct {
	lines []string
	plain []string // the same with odd spaces made plain and blanks trimmed: for comparing
	out   []string

	signature bool // inside a signature: nothing is kept
	gap       bool // something was cut: one empty line is enough there
}

// step reads at line i and returns how many lines it took.
func (r *reply) step(i int) int {
	l := r.plain[i]
	switch {
	case strings.HasPrefix(l, ">"):
		r.cut()
		r.signature = false
		return 1
	case r.originalAt(i):
		return len(r.lines) - i
	case l == "--":
		r.cut()
		r.signature = true
		return 1
	case sentFrom(l) && r.closing(i+1):
		r.cut()
		return 1
	}
	if n := r.attribution(i); n > 0 {
		next := r.nextText(i + n)
		if next < len(r.lines) && !strings.HasPrefix(r.plain[next], ">") {
			return len(r.lines) - i // the original follows without quote marks
		}
		r.cut()
		r.signature = false
		return n
	}
	if !r.signature {
		r.keep(i)
	}
	return 1
}

// cut marks that something was left out here.
func (r *reply) cut() {
	for n := len(r.out); n > 0 && r.out[n-1] == ""; n-- {
		r.out = r.out[:n-1]
	}
	r.gap = true
}

func (r *reply) keep(i int) {
	if r.gap {
		if r.plain[i] == "" {
			return
		}
		r.out = append(r.out, "")
		r.gap = false
	}
	r.out = append(r.out, strings.TrimRight(r.lines[i], " \t\u00a0"))
}

// nextText returns the first line from i on that is not empty.
func (r *reply) nextText(i int) int {
	for i < len(r.plain) && r.plain[i] == "" {
		i++
	}
	return i
}

// closing reports whether nothing of the writer's follows from line i on.
func (r *reply) closing(i int) bool {
	i = r.nextText(i)
	return i == len(r.plain) || strings.HasPrefix(r.plain[i], ">") || r.plain[i] == "--" || r.originalAt(i) || r.attribution(i) > 0
}

// originalAt reports whether the original, unmarked, starts at line i: with a
// ruler that names it, or with a header block.
func (r *reply) originalAt(i int) bool {
	l := r.plain[i]
	if l == "" {
		return false
	}
	if isUnderline(l) || isRuler(l) {
		return knownRuler(l) || r.headerBlock(r.nextText(i+1), true)
	}
	return forwardIntro(l) || r.headerBlock(i, false)
}

// headerBlock reports whether a header as mail clients quote it starts at line i:
// who wrote it and, where no ruler stands before it, about what and when or to
// whom. "From: Berlin, To: Paris" is none.
func (r *reply) headerBlock(i int, ruled bool) bool {
	if i >= len(r.plain) || labelOf(r.plain[i]) == noLabel {
		return false
	}
	seen := map[label]bool{}
	for end := min(i+maxHeaderBlock, len(r.plain)); i < end && r.plain[i] != ""; i++ {
		if l := labelOf(r.plain[i]); l != noLabel {
			seen[l] = true
		}
	}
	return seen[labelFrom] && (ruled && len(seen) >= 2 || seen[labelSubject] && len(seen) >= 3)
}

// attribution returns how many lines from i on say who wrote what follows ("On
// ... wrote:"), 0 when they do not.
func (r *reply) attribution(i int) int {
	end, size := i, 0
	for ; end < min(i+maxAttributionLines, len(r.plain)); end++ {
		l := r.plain[end]
		if size += len(l); l == "" || size > maxAttribution || end > i && l[0] == '>' {
			return 0
		}
		if strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") {
			break
		}
	}
	if end == len(r.plain) || end-i == maxAttributionLines {
		return 0
	}
	end++
	wrapped := end-i > 1
	if wrapped && !startsAttribution(r.plain[i]) || !isAttribution(strings.Join(r.plain[i:end], " "), r.quoteAfter(end)) {
		return 0
	}
	return end - i
}

func (r *reply) quoteAfter(i int) bool {
	i = r.nextText(i)
	return i < len(r.plain) && strings.HasPrefix(r.plain[i], ">")
}

// isAttribution reports whether a whole line, wrapping undone, is an attribution.
// Before a quote a verb of writing is enough, or a date and an address. Where the
// quote is not marked, it must be beyond doubt.
func isAttribution(l string, quoted bool) bool {
	lower := strings.ToLower(l)
	verb := containsAny(lower, attributionVerbs)
	dated := strings.IndexFunc(l, unicode.IsDigit) >= 0
	address := strings.Contains(l, "@")
	if quoted {
		return verb || dated && address
	}
	return verb && dated && (address || hasTime(l)) && startsAttribution(l)
}

// hasTime reports whether l holds a time of day.
func hasTime(l string) bool {
	for i := 1; i+1 < len(l); i++ {
		if (l[i] == ':' || l[i] == '.') && isAlnum(l[i-1]) && l[i-1] <= '9' && isAlnum(l[i+1]) && l[i+1] <= '9' {
			return true
		}
	}
	return false
}

func containsAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(s, w) })
}

// startsAttribution reports whether a line can be the first of an attribution that
// was wrapped: it starts with a preposition or with a date.
func startsAttribution(l string) bool {
	first, _ := utf8.DecodeRuneInString(l)
	if unicode.IsDigit(first) {
		return true
	}
	lower := strings.ToLower(l)
	if slices.ContainsFunc(attributionStarts, func(w string) bool { return strings.HasPrefix(lower, w) }) {
		return true
	}
	// A weekday, as "Fri, 20 Nov" or "пт, 20 нояб."
	word, rest, ok := strings.Cut(l, " ")
	if !ok || len(rest) == 0 || rest[0] < '0' || rest[0] > '9' {
		return false
	}
	return strings.HasSuffix(word, ",") && utf8.RuneCountInString(word) <= 12
}

// isUnderline reports whether l is a line of underscores, as Outlook draws.
func isUnderline(l string) bool {
	return len(l) >= 10 && strings.Trim(l, "_") == ""
}

// isRuler reports whether l is words between dashes, "-----Original Message-----".
func isRuler(l string) bool {
	inner := strings.Trim(l, "-")
	return len(inner) > 2 && strings.HasPrefix(l, "---") && strings.HasSuffix(l, "--")
}

// knownRuler reports whether the words of a ruler say that the original follows.
func knownRuler(l string) bool {
	_, ok := rulers()[strings.ToLower(strings.Trim(l, "- *"))]
	return ok
}

// forwardIntro reports whether l says that a forwarded mail follows.
func forwardIntro(l string) bool {
	if !strings.HasSuffix(l, ":") {
		return false
	}
	_, ok := forwards()[strings.ToLower(strings.TrimRight(l, ": "))]
	return ok
}

// sentFrom reports whether l is the line that phones and mail programs add.
func sentFrom(l string) bool {
	if len(l) > 120 {
		return false
	}
	lower := strings.ToLower(strings.Trim(l, "*_ ."))
	return (slices.ContainsFunc(sentFromStarts, func(w string) bool { return strings.HasPrefix(lower, w) }) ||
		slices.ContainsFunc(sentFromEnds, func(w string) bool { return strings.HasSuffix(lower, w) })) &&
		(strings.HasPrefix(lower, "sent from my ") || containsAny(lower, sentFromThings))
}

// plainLine makes odd spaces plain and takes invisible characters and blanks
// around the line away.
func plainLine(l string) string {
	if !isASCII(l) {
		l = strings.Map(func(r rune) rune {
			switch {
			case unicode.Is(unicode.Zs, r):
				return ' '
			case r == '\ufeff' || unicode.Is(unicode.Cf, r):
				return -1
			}
			return r
		}, l)
	}
	return strings.Trim(l, " \t")
}
