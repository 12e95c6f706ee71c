package gist

import (
	"slices"
	"strings"
)

// Shorten says what a statement or task names with a pronoun, as people do who answer a
// question that has just named it: "I have picked up the passport photos" becomes "I have picked
// them up". What it tells of the thing besides is left out. It returns nothing where that
// cannot be told with certainty, or says no less.
func Shorten(language, statement string) string {
	r := restaterOf(language)
	if r == nil || language != "en" {
		return ""
	}
	words := strings.Fields(statement)
	if len(words) < 4 || len(words) > 40 || strings.ContainsAny(statement, `;:()"“”?`) {
		return ""
	}
	low := make([]string, len(words))
	for i, w := range words {
		low[i] = strings.ToLower(strings.Trim(w, ","))
	}
	verb := r.mainVerb(low)
	if verb < 0 || verb+1 >= len(words) || r.in("short stops", low[verb]) {
		return ""
	}
	at, lead := r.objectAt(low, verb)
	if at < 0 || r.in("short tells", low[verb]) && !r.in("short given", lead) {
		return ""
	}
	end := at + 1
	for end < len(words) && !r.in("short stops", low[end]) && !r.in("short dets", low[end]) && !strings.HasSuffix(words[end-1], ",") {
		end++
	}
	if end == at+1 || slices.ContainsFunc(low[end:], func(w string) bool { return r.in("short clause", w) }) {
		return ""
	}
	noun := low[end-1]
	if r.in("short never", noun) || r.in("short placed", low[verb]) && end < len(low) && r.in("short where", low[end]) {
		return "" // "come the day before", "left my keys at yours"
	}
	many := Plural(strings.Join(low[at:end], " ")) || r.in("short many", low[at])
	if !many && (r.in("short people", noun) || r.in("short of people", low[verb])) || r.in("short places", noun) && lead != "" && !r.in("short moved", lead) {
		return ""
	}
	pronoun := "it"
	if many {
		pronoun = "them"
	}
	out := slices.Clone(words[:verb+1])
	switch {
	case r.in("short given", lead): // "lend you the ladder"
		out = append(out, pronoun, "to", words[verb+1])
	case r.in("short moved", lead): // "pick up the photos"
		out = append(out, pronoun, lead)
	case lead != "": // "look at the proofs"
		out = append(out, lead, pronoun)
	default:
		out = append(out, pronoun)
	}
	out = append(out, r.behindObject(words, low, end)...)
	if said := strings.Join(out, " "); len(out) < len(words) {
		return said
	}
	return ""
}

// mainVerb is the verb that tells what is done, behind the subject and what helps it: "I will
// gladly | lend"; 0 in a task, -1 where none is found.
func (r *restater) mainVerb(low []string) int {
	i := slices.IndexFunc(low[:min(len(low), 5)], func(w string) bool { return r.in("short helps", w) })
	switch {
	case i < 0 && r.in("short subjects", low[0]):
		i = 1 // "I need the files"
	case i < 0:
		i = 0
	case i > 1 && !r.in("short dets", low[0]) && !r.in("short subjects", low[0]):
		return -1
	case i > 0 && !r.in("short subjects", low[i-1]) && !r.in("short dets", low[0]):
		i = 0
	}
	for i < len(low) && (r.in("short helps", low[i]) || r.in("short between", low[i]) || low[i] == "you" && i+1 < len(low) && low[i+1] == "to") {
		i++
	}
	if i >= len(low) {
		return -1
	}
	return i
}

// objectAt is where a definite object begins behind a verb, and the word between them.
func (r *restater) objectAt(low []string, verb int) (at int, lead string) {
	switch {
	case r.in("short dets", low[verb+1]):
		return verb + 1, ""
	case verb+2 < len(low) && r.in("short dets", low[verb+2]):
		lead = low[verb+1]
		if r.in("short given", lead) && r.in("short gives", low[verb]) || r.in("short moved", lead) || r.in("short leads", lead) {
			return verb + 2, lead
		}
	}
	return -1, ""
}

// behindObject is what is kept of what stands behind an object: "out", "to the caretaker", and
// the day. A phrase that describes it goes.
func (r *restater) behindObject(words, low []string, end int) (out []string) {
	for i := end; i < len(words); i++ {
		switch {
		case r.in("short kept", low[i]) && (i == end || r.in("short timed", low[i])):
			out = append(out, strings.Trim(words[i], ","))
		case i == end && (low[i] == "on" || low[i] == "in") && (i+1 == len(low) || r.in("short stops", low[i+1]) && !r.in("short dets", low[i+1])):
			out = append(out, low[i]) // "put the heating on at six"
		case low[i] == "to" && i == end && i+1 < len(words):
			if r.in("short dets", low[i+1]) || words[i+1] != low[i+1] {
				out = append(out, words[i:min(len(words), i+1+r.phraseLen(low[i+1:]))]...)
			}
			return out
		default:
			return out
		}
	}
	return out
}

// phraseLen is how many words a noun phrase has.
func (r *restater) phraseLen(low []string) int {
	for i := 1; i < len(low); i++ {
		if r.in("short stops", low[i]) {
			return i
		}
	}
	return len(low)
}
