package gist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is one sentence or list item of the body.
type sentence struct {
	text    string
	tokens  []token
	hits    []hit
	asks    bool           // ends with a question mark
	item    bool           // a list item
	label   string         // the mark of the item, "1" or "b"
	block   int            // which paragraph it stands in
	only    int            // for which answer to what stands before it it is asked: see onlyIf
	told    bool           // what stood before it leads to a question
	partial bool           // a clause of a longer sentence
	listed  bool           // it wants several things
	plain   bool           // it says outright what was wanted in a form of courtesy
	mayDate bool           // a word of days or a digit is in it
	figures bool           // a digit is in it
	dated   bool           // days has been made
	days    []span         // the days and hours named in it
	chunked bool           // phrases has been made
	phrases []chunk        // its noun phrase candidates
	known   *knownSentence // what is kept of it, nil for a part
}

// token is a word without the punctuation around it.
type token struct {
	text, low string
	w         *word
	from, to  int  // bytes of the sentence
	mark      byte // the first mark of punctuation behind it, 0 for none
	stop      bool // punctuation after it ends a phrase
	open      bool // punctuation before it starts one
}

// breaks reports whether what follows a token belongs to something else: a comma
// goes on in "Monday, 9 March".
func (t *token) breaks() bool { return t.stop && t.mark != ',' && t.mark != '.' && t.mark != '(' }

const trimmed = ".,;:!?¿¡\"'()[]{}<>«»“”„‘’‚*_…？。！"

// sentence takes a sentence apart and finds the patterns in it.
func (l *lexicon) sentence(s string) sentence {
	out := sentence{text: s, tokens: l.tokens(s)}
	out.asks = strings.HasSuffix(strings.TrimRight(s, `"')!. `+"”’»"), "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
	out.prepare(l)
	return out
}

// prepare finds the patterns in the tokens.
func (s *sentence) prepare(l *lexicon) {
	if l.code == "en" {
		l.worksAsVerb(s.tokens)
	}
	for i := range s.tokens {
		t := &s.tokens[i]
		s.figures = s.figures || t.figure()
		s.mayDate = s.mayDate || t.w.in.has(sDates)
	}
	s.mayDate = s.mayDate || s.figures
	s.hits = l.scan(s.tokens)
}

// worksAsVerb reads the "work" of "would the weekend of the 12th work for you?" as what it is, and
// not as a thing.
func (l *lexicon) worksAsVerb(toks []token) {
	if len(toks) < 3 || !toks[0].w.in.has(sAuxiliaries) {
		return
	}
	for i := 2; i < len(toks); i++ {
		t, before := &toks[i], &toks[i-1]
		if t.low != "work" || before.stop || before.w.det != "" || before.w.in.has(sPossessive) || before.w.in.has(sPrepositions) || before.w.in.has(sAdjectives) || before.w.in.has(sSubjects) {
			continue
		}
		if t.stop || i == len(toks)-1 || l.in(&toks[i+1], "suits-whom") {
			t.w = l.find("happen")
		}
	}
}

// part returns the tokens [from, to) as a sentence of its own.
func (s *sentence) part(l *lexicon, from, to int, asks bool) sentence {
	out := *s
	out.tokens, out.asks, out.hits, out.partial = s.tokens[from:to], asks, nil, true
	out.mayDate, out.figures, out.dated, out.days = false, false, false, nil
	out.chunked, out.phrases, out.known = false, nil, nil
	out.prepare(l)
	return out
}

// beg puts the "please" before a clause that it shares with the one before it.
func (s *sentence) beg(l *lexicon) {
	s.tokens = append([]token{l.pleaseToken(&s.tokens[0])}, s.tokens...)
	s.dated, s.days, s.chunked, s.phrases = false, nil, false, nil
	s.prepare(l)
}

// hitAt returns the index behind the longest find of a group at token i, or -1.
func (s *sentence) hitAt(g groupID, i int) int {
	to := -1
	for _, h := range s.hits {
		if h.from > i {
			break
		}
		if h.group == g && h.from == i && h.to > to {
			to = h.to
		}
	}
	return to
}

// has reports whether a group of patterns was found.
func (s *sentence) has(g groupID) bool {
	for _, h := range s.hits {
		if h.group == g {
			return true
		}
	}
	return false
}

// written returns the tokens as they stand in the text, with their last mark.
func (s *sentence) written() string {
	last := s.tokens[len(s.tokens)-1]
	end := last.to
	for end < len(s.text) && s.text[end] != ' ' && end < last.to+2 {
		end++
	}
	text := strings.ToValidUTF8(s.text[s.tokens[0].from:end], "")
	if s.asks {
		return strings.TrimRight(text, ",;:. ?") + "?"
	}
	return text
}

// words returns tokens [from, to) as written, as a phrase.
func (s *sentence) words(from, to int) string {
	if from >= to {
		return ""
	}
	return tidy(s.text[s.tokens[from].from:s.tokens[to-1].to])
}

// tokens returns the words of a sentence.
func (l *lexicon) tokens(s string) []token {
	out := make([]token, 0, 2+strings.Count(s, " "))
	for i := 0; i < len(s); {
		if c := s[i]; c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n > 1 && unicode.IsSpace(r) {
			i += n
			continue
		}
		end := i
		for end < len(s) {
			if c := s[end]; c < utf8.RuneSelf {
				if c == ' ' || c >= '\t' && c <= '\r' {
					break
				}
				end++
				continue
			}
			r, n := utf8.DecodeRuneInString(s[end:])
			if unicode.IsSpace(r) {
				break
			}
			end += n
		}
		out = l.field(out, s, i, end)
		i = end
		if n := len(out); l.code == "fr" && n > 3 && out[n-4].low == "s'" && (out[n-2].low == "vous" || out[n-2].low == "te") && strings.HasPrefix(out[n-1].low, "pla") {
			out[n-4].w = unknown // "s'il vous plaît"
		}
	}
	return out
}

// field appends the words of s[from:to], which has no blank in it.
func (l *lexicon) field(out []token, s string, from, to int) []token {
	f := s[from:to]
	w := strings.TrimLeft(f, trimmed)
	start := from + len(f) - len(w)
	w = strings.TrimRight(w, trimmed)
	if strings.Trim(w, "-–—=/|") == "" {
		if len(out) > 0 {
			out[len(out)-1].stop = true
			if out[len(out)-1].mark == 0 {
				out[len(out)-1].mark = loneMark(f)
			}
		}
		return out
	}
	rest := s[start+len(w) : to]
	open := start > from
	low := strings.ToLower(w)
	whole := len(low) == len(w) // else bytes of low are not those of w
	if strings.Contains(low, "’") {
		low = strings.ReplaceAll(low, "’", "'")
	}
	put := func(a, b int, low string) {
		out = append(out, token{text: s[a:b], low: low, w: l.find(low), from: a, to: b, open: open})
		open = false
	}
	at := start
	for _, e := range l.elided { // "l'offre"
		if whole && len(low) > len(e) && strings.HasPrefix(low, e) {
			n := len(e)
			if strings.HasPrefix(w[n-1:], "’") {
				n += len("’") - 1
			}
			put(at, at+n, e)
			at, low = at+n, low[len(e):]
			if e == "s'" && (low == "il" || low == "ils") {
				out[len(out)-1].w = l.find("si")
			}
			break
		}
	}
	tail := ""
	for _, c := range l.clitics { // "pouvez-vous"
		if whole && len(low) > len(c) && strings.HasSuffix(low, c) {
			tail, low = c, low[:len(low)-len(c)]
			break
		}
	}
	end := start + len(w)
	put(at, end-len(tail), low)
	if tail != "" {
		put(end-len(tail)+1, end, tail[1:])
	}
	last := &out[len(out)-1]
	last.stop = strings.Trim(rest, `"'”’`) != ""
	if marks := strings.TrimLeft(rest, `"'`+"”’"); marks != "" {
		last.mark = marks[0]
	}
	return out
}

// loneMark is the mark that stands alone between words, as a French colon does.
func loneMark(f string) byte {
	if f == ":" || f == ";" {
		return f[0]
	}
	return '-'
}
