package gist

import "strings"

// cues are phrases of a map of the lexicon, with what each tells, by their first words.
type cues map[string][]cue

type cue struct {
	rest []string // its words behind the first
	kind string
}

// cuesOf parts the phrases of a map.
func cuesOf(phrases map[string]string) cues {
	out := make(cues, len(phrases))
	for phrase, kind := range phrases {
		if words := strings.Fields(phrase); len(words) > 0 {
			out[words[0]] = append(out[words[0]], cue{words[1:], kind})
		}
	}
	return out
}

// tells reports whether a phrase stands in the tokens, one of a kind where that is not empty.
func (c cues) tells(toks []token, kind string) bool {
	for i := range toks {
		for _, p := range c[toks[i].low] {
			if (kind == "" || p.kind == kind) && len(p.rest) < len(toks)-i && sameWords(p.rest, toks[i+1:]) {
				return true
			}
		}
	}
	return false
}

// holds reports whether words stand side by side in the tokens.
func holds(toks []token, words ...string) bool {
	for i := range toks {
		if len(words) <= len(toks)-i && sameWords(words, toks[i:]) {
			return true
		}
	}
	return false
}
