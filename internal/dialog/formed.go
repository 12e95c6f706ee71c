package dialog

import (
	"slices"
	"strings"
)

// keepFormed takes back an answer that is no well-formed English, and answers frankly instead.
func (p *planner) keepFormed(it *item, claims, moves int) {
	if p.out.Language != "en" || len(p.out.Moves) <= moves || it.wanted {
		return
	}
	if !slices.ContainsFunc(p.out.Moves[moves:], malformed) {
		return
	}
	p.out.Moves, p.out.Claims = p.out.Moves[:moves], p.out.Claims[:min(claims, len(p.out.Claims))]
	p.frank(it, frankLook)
}

// malformed reports whether what an answer is made of makes no sentence.
func malformed(m Move) bool {
	if head, rest, _ := strings.Cut(m.Slot, "."); head != "answer" || strings.HasSuffix(rest, "again") {
		return false
	}
	said := m.Values["value"]
	if said == "" {
		said = m.Values["stated"]
	}
	if before := m.Values["before"]; before != "" {
		said = before + " " + said
	}
	if after := m.Values["after"]; after != "" {
		said += " " + after
	}
	return !formed(said)
}

// formed reports whether a piece of English has no two prepositions in a row that cannot stand
// so, ends in no article and no preposition that wants its noun, and has no doubled word.
func formed(s string) bool {
	words := strings.Fields(strings.ToLower(s))
	if len(words) == 0 {
		return true
	}
	last := ""
	for i, w := range words {
		bare := strings.TrimLeft(w, `"'(“‘`)
		end := strings.TrimRight(bare, `,.;:!?)"'”’`)
		switch {
		case last == "":
		case end == last && smallWords[end] && !twiceFine[end]:
			return false
		case wantsNoun[last] && heldBy[end] && (i+1 < len(words) || wantsNoun[end]):
			return false
		case articleOrOwn[last] && (heldBy[end] && end != "under" && end != "on" && end != "in" && end != "next" || end == "the" || end == "a" || end == "an"):
			return false
		}
		if last = end; end != bare || end == "" {
			if i < len(words)-1 && articleOrOwn[end] {
				return false // "the, by the window"
			}
			last = ""
		}
	}
	end := strings.TrimRight(words[len(words)-1], `,.;:!?)"'”’`)
	if end == "of" && len(words) > 1 && knownOf[words[len(words)-2]] {
		return true // "nobody that I know of"
	}
	return !articleOrOwn[end] && !wantsNoun[end] && !strings.HasSuffix(s, ",")
}

var (
	wantsNoun    = map[string]bool{"at": true, "of": true, "into": true, "against": true, "among": true}
	heldBy       = map[string]bool{"at": true, "against": true, "of": true, "with": true, "into": true, "in": true, "on": true, "by": true, "to": true, "from": true, "for": true, "under": true, "behind": true, "beside": true, "next": true, "along": true}
	articleOrOwn = map[string]bool{"the": true, "a": true, "an": true, "my": true, "your": true, "our": true, "their": true}
	smallWords   = map[string]bool{"the": true, "a": true, "an": true, "of": true, "at": true, "in": true, "on": true, "to": true, "for": true, "with": true, "by": true, "from": true, "and": true, "or": true, "but": true, "i": true, "you": true, "we": true, "they": true, "he": true, "she": true, "it": true, "is": true, "are": true, "was": true, "were": true, "will": true, "would": true, "can": true, "not": true, "be": true, "have": true, "my": true, "your": true, "our": true, "me": true, "as": true, "please": true, "because": true}
	knownOf      = map[string]bool{"know": true, "heard": true, "think": true, "thought": true, "made": true}
	twiceFine    = map[string]bool{"on": true, "in": true, "it": true, "you": true, "is": true}
)
