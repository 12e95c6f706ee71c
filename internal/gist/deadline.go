package gist

import (
	"slices"
	"strings"
)

// deadline is by when a sentence wants something, "by Wednesday lunchtime", as its reader says
// it; empty where it names no such time, and in a language without rules.
func (l *lexicon) deadline(s *sentence) string {
	if l.code != "en" {
		return ""
	}
	for i := 1; i < len(s.tokens); i++ {
		if before := &s.tokens[i-1]; !l.in(before, "deadlines") || before.stop {
			continue
		}
		at := i
		if s.tokens[i].low == "the" && i+1 < len(s.tokens) && l.dayAt(s, i) < 0 {
			at++ // "by the 25th"
		}
		to := max(l.dayAt(s, at), s.hitAt(pDay, at))
		if low := s.tokens[at].low; to < 0 && at > i && len(low) > 2 && low[0] >= '1' && low[0] <= '9' && strings.Trim(low, "0123456789") != "" {
			to = at + 1
		}
		if to < 0 {
			if to = l.clockAt(s, at, true); to < 0 {
				continue
			}
		}
		return lowerFirst(s.words(i-1, l.hourOf(s, to)))
	}
	return ""
}

// hourOf goes on behind a day: "Wednesday lunchtime", "tomorrow 4 pm", "the 3rd at noon".
func (l *lexicon) hourOf(s *sentence, to int) int {
	if to >= len(s.tokens) || s.tokens[to-1].breaks() {
		return to
	}
	if l.in(&s.tokens[to], "day-times") {
		return to + 1
	}
	at := to
	if s.tokens[at].low == "at" {
		at++
	}
	return max(to, l.clockAt(s, at, true))
}

// deadlineOf is the one time by which a mail wants anything, empty where it names none or
// several.
func (m *mail) deadlineOf(l *lexicon) string {
	var found []string
	for i := range m.sentences {
		s := &m.sentences[i]
		wants := s.asks || slices.ContainsFunc(s.tokens, func(t token) bool {
			return t.w.in.has(sNeeding) || t.w.in.has(sTelling) || t.w.in.has(sSending) || t.w.in.has(sPolite) || l.in(&t, "wanting-by")
		})
		if d := l.deadline(s); wants && d != "" && !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
