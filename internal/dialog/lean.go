package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// Who asks what to do or to think often tells what they lean to: "What should we do? I'd put
// up a note first." A person mostly goes along with that. The forms of leaning are of a
// language's open.txt, in sections "lean do" and so on by what stands for the "*" in them:
//
//	do    what is to be done: "put up a note"
//	ing   the same as a noun: "putting up a note"
//	mean  the same where the writer means to do it
//	thing  what is to be had: "something light"
//	liking what they like: "the long window"
//	list   what they have so far: "shower first, phones off"
//	plan   what they mean to do
//	so     what is so: "nobody sits there"
//	sure   the same with its beginning: "it is probably nothing"
//	same   a judgement that is said again as it stands: "I thought it was sweet"
//
// The answers are in the sections "going along do" and so on.
type lean struct {
	kind string
	text string // what stands for the "*", as the reader says it
	from string // the sentence
}

// leanKinds are the kinds in the order in which they are looked for.
var leanKinds = []string{"list", "do", "mean", "ing", "thing", "liking", "plan", "so", "sure", "same"}

// wholeLeans are the kinds of which the form itself is said, too.
var wholeLeans = map[string]bool{"sure": true, "same": true}

// leanForm is one form: words of which each is one of several, with "?" behind those that
// may be missing, and a "*" for what is leant to.
type leanForm struct {
	kind  string
	parts []leanPart
}

type leanPart struct {
	words []string
	maybe bool
	star  bool
}

// maxLeant is how many words something leant to has at most.
const maxLeant = 16

func parseLean(kind, line string) (f leanForm) {
	f.kind = kind
	for _, w := range strings.Fields(line) {
		if w == "*" {
			f.parts = append(f.parts, leanPart{star: true})
			continue
		}
		w, maybe := strings.CutSuffix(w, "?")
		f.parts = append(f.parts, leanPart{words: strings.Split(w, "|"), maybe: maybe})
	}
	return f
}

// uttered is a word of a sentence, with its contractions written out.
type uttered struct {
	low, as string
	mark    string // what stands behind it: "," or another mark
}

func (u uttered) stops() bool { return u.mark != "" }

func utteredWords(text string) (out []uttered) {
	for _, f := range strings.Fields(contracted.Replace(text)) {
		if len(out) == maxShaped {
			break
		}
		as := strings.Trim(f, ".,;:!?()\"“”…")
		if as == "" || as == "-" || as == "–" {
			if n := len(out); n > 0 {
				out[n-1].mark = ","
			}
			continue
		}
		low := strings.ToLower(as)
		mark := strings.Trim(f[strings.LastIndex(f, as)+len(as):], "\"”“…(")
		if mark != "" {
			mark = mark[:1]
		}
		if w, ok := strings.CutSuffix(low, "'s"); ok && spelled[w] {
			out = append(out, uttered{low: w, as: as[:len(as)-2]}, uttered{low: "is", as: "is", mark: mark})
			continue
		}
		out = append(out, uttered{low: low, as: as, mark: mark})
	}
	return out
}

// match reports whether the words begin with the form, and the bounds of what its "*" stands
// for.
func (f leanForm) match(words []uttered, ends map[string]bool) (from, to int, ok bool) {
	at := 0
	for i, part := range f.parts {
		if part.star {
			from = at
			rest := f.parts[i+1:]
			for to = from; to < len(words) && to-from < maxLeant; {
				if len(rest) > 0 && to > from && follows(words[to:], rest) {
					return from, to, true
				}
				if to > from && f.kind != "list" && (ends[words[to].low] && f.kind != "same" || pointing(words[to:])) {
					break
				}
				to++
				if words[to-1].stops() && f.kind != "list" {
					break
				}
			}
			if len(rest) > 0 {
				return from, to, to > from && to < len(words) && follows(words[to:], rest)
			}
			return from, to, to > from
		}
		switch {
		case at < len(words) && slices.Contains(part.words, words[at].low):
			at++
		case !part.maybe:
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// pointing reports whether words begin with what points back or adds a reason, "on that", "as
// you know", and not with "as it is".
func pointing(words []uttered) bool {
	if len(words) < 3 {
		return len(words) == 2 && words[0].low == "these" && words[1].low == "days"
	}
	switch words[0].low {
	case "these":
		return words[1].low == "days" // "brass these days"
	case "as":
		return words[1].low == "you" || words[1].low == "i" || words[1].low == "we" || words[1].low == "he" || words[1].low == "she" || words[1].low == "the" || (words[1].low == "it" || words[1].low == "they") && words[2].low != "is" && words[2].low != "are"
	case "on", "for", "with", "of", "in", "at":
	default:
		return false
	}
	return words[1].low == "that" || words[1].low == "this" || words[1].low == "those" || words[1].low == "these"
}

// follows reports whether words begin with parts.
func follows(words []uttered, parts []leanPart) bool {
	at := 0
	for _, part := range parts {
		switch {
		case part.star:
			return true
		case at < len(words) && slices.Contains(part.words, words[at].low):
			at++
		case !part.maybe:
			return false
		}
	}
	return true
}

// leanings are what the writer of the newest mail leans to, in the order of the mail.
func (p *planner) leanings(set *shapes) (out []lean) {
	texts := slices.Clone(p.mail.Told)
	for _, q := range p.mail.Questions {
		if !strings.Contains(q.Text, "?") {
			texts = append(texts, q.Text)
		}
	}
	for _, r := range p.mail.Requests {
		if !strings.Contains(r.Text, "?") {
			texts = append(texts, r.Text)
		}
	}
	for _, text := range texts {
		words := utteredWords(text)
		for at := range words {
			if at > 0 && !words[at-1].stops() && !set.joins[words[at-1].low] {
				continue
			}
			if one, ok := p.leanAt(set, words[at:]); ok {
				one.from = text
				out = append(out, one)
			}
		}
	}
	return out
}

// leanAt reads what words from the beginning of a clause lean to.
func (p *planner) leanAt(set *shapes, words []uttered) (lean, bool) {
	if len(words) > 2 && set.leadsLean[words[0].low] {
		words = words[1:] // "personally I'd take the darkest"
	}
	for _, f := range set.leans {
		from, to, ok := f.match(words, set.ends)
		if !ok {
			continue
		}
		star, whole := slices.Clone(words[from:to]), f.kind == "so" || wholeLeans[f.kind]
		for !whole && len(star) > 1 && set.lightly[star[0].low] {
			star = star[1:] // "just leave it"
		}
		for len(star) > 1 && set.trailing[star[len(star)-1].low] {
			star = star[:len(star)-1]
		}
		switch first := star[0].low; {
		case !whole && (set.unleant[first] || first == "be" && len(star) > 1 && set.unleant[star[1].low]):
			continue // "I'd be glad", "I'd rather hear it now"
		case !whole && (f.kind == "ing" || f.kind == "mean") != gerund(first):
			continue
		case f.kind == "thing" && slices.ContainsFunc(star, func(u uttered) bool { return set.askedFor[u.low] }):
			continue // "I'd like a word by Friday"
		case f.kind == "so" && len(star) > 2 && star[2].low == "right":
			continue // "she is right about the fish"
		case f.kind == "so" && (set.unsaid[first] || first != star[len(star)-1].low && slices.Contains([]string{"right", "wrong", "so", "not"}, star[len(star)-1].low) || len(star) < 2):
			continue // "I think is the nicest", "I think she is right"
		case f.kind != "do" && f.kind != "plan" && !whole && len(star) == 1 && set.unleant[first]:
			continue
		}
		if from == 0 && !slices.Contains(p.mail.Names, star[0].as) {
			star[0].as = strings.ToLower(star[0].as[:1]) + star[0].as[1:]
		}
		if wholeLeans[f.kind] {
			star = slices.Clone(words[:to])
			star[0].as = strings.ToLower(star[0].as[:1]) + star[0].as[1:]
		}
		text := saidBack(star, f.kind == "same")
		if text == "" || f.kind == "thing" && p.clausal(text) {
			continue
		}
		return lean{kind: f.kind, text: text}, true
	}
	return lean{}, false
}

// gerund reports whether a word is a verb in "-ing".
func gerund(w string) bool {
	return len(w) > 5 && strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "thing") && w != "evening" && w != "morning" && w != "spring" && w != "string" && w != "during" && w != "wedding" && w != "building"
}

// saidBack turns the words of one person into those of the other: "put it in my shed" into
// "put it in your shed". It is empty where they have a person that would not stay right.
func saidBack(words []uttered, whole bool) string {
	out := make([]string, 0, len(words))
	for i, w := range words {
		switch w.low {
		case "my":
			out = append(out, "your")
		case "mine":
			out = append(out, "yours")
		case "me":
			out = append(out, "you")
		case "i":
			if !whole || i > 0 {
				return ""
			}
			out = append(out, "I")
		case "you", "your", "u", "yours", "myself", "yourself":
			return ""
		default:
			out = append(out, w.as)
		}
		if i < len(words)-1 && w.stops() {
			out[len(out)-1] += ","
		}
	}
	return strings.ReplaceAll(strings.Join(out, " "), "can not", "cannot")
}

// What a question of what to do or think is after.
const (
	leanWe     = "we"     // what is to be done together
	leanPlease = "please" // what the writer is to do for the reader
	leanWish   = "wish"   // what the reader would like
	leanView   = "view"   // what the reader thinks
)

// undecided is what a question is after that what its writer leans to can answer; empty for
// another one.
func (p *planner) undecided(set *shapes, it *item) string {
	if strings.Contains(it.text, " or ") || it.ask == gist.AskWhy || p.out.Language != it.language {
		return ""
	}
	words, _ := p.apart(it.text)
	text := " " + strings.Join(words, " ") + " $ "
	for _, kind := range []string{leanPlease, leanWish, leanWe, leanView} {
		for _, line := range set.open["undecided "+kind] {
			if strings.Contains(text, " "+line+" ") {
				return kind
			}
		}
	}
	if it.ask == gist.AskOpinion && it.kind != "" && !p.past(it.text) && !strings.Contains(text, " do you think ") {
		return leanView
	}
	return ""
}

// goesAlong answers what to do or think with what the writer leans to, and reports whether it
// did.
func (p *planner) goesAlong(it *item) bool {
	load := shapeSets()[p.out.Language]
	if load == nil || it.ask == gist.AskYesNo || it.ask == gist.AskRating || it.ask == gist.AskSum {
		return false
	}
	set := load()
	if len(set.leans) == 0 {
		return false
	}
	after := p.undecided(set, it)
	if after == "" {
		return false
	}
	leanings := p.leanings(set)
	for _, kind := range leanKinds {
		for _, l := range leanings {
			if l.kind != kind || p.leant[l.text] {
				continue
			}
			lines := set.open["going along "+kind+" "+after]
			if lines == nil {
				if lines = set.open["going along "+kind]; lines == nil {
					continue
				}
			}
			if p.leant == nil {
				p.leant = map[string]bool{}
			}
			p.leant[l.text] = true
			for i := range p.items {
				if p.items[i].text == l.from {
					p.items[i].moot = true
				}
			}
			line := strings.ReplaceAll(rng.Pick(p.draw(it.ask), lines), "{1}", l.text)
			p.whole(it, upperStart(strings.TrimRight(line, ". ")))
			return true
		}
	}
	return false
}
