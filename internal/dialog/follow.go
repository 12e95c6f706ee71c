package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// followUp reads a sentence that only wants to be told of what comes: "let me know once
// it's gone". It returns what is promised, empty where the answers themselves tell it: "let
// me know either way, so that I can tell Carol", "tell me by Monday". It reports whether the
// sentence is one of both.
func (p *planner) followUp(text string) (said string, only bool) {
	if p.out.Language != "en" {
		return "", false
	}
	words, as := p.apart(text)
	for len(words) > 0 && leadsFollowing[words[0]] {
		words, as = words[1:], as[1:]
	}
	if len(words) < 4 || words[0] != "let" && words[0] != "tell" || words[1] != "me" && words[1] != "us" {
		return "", false
	}
	from := 2
	if words[0] == "let" {
		if words[2] != "know" {
			return "", false
		}
		from = 3
	}
	words, as = words[from:], as[from:]
	switch {
	case len(words) == 0:
		return "", false
	case words[0] == "once", words[0] == "as" && len(words) > 2 && words[1] == "soon" && words[2] == "as",
		words[0] == "when" && len(words) > 2 && comesAbout[words[1]] && !slices.Contains(words, "you") && !p.holdsLine("is so when", text):
		return "I will let you know " + p.comes(words, as), true
	case (words[0] == "either" || words[0] == "by" || words[0] == "so") && !slices.ContainsFunc(words, func(w string) bool { return asksOpenly[w] || w == "whether" || w == "if" }):
		return "", true
	}
	return "", false
}

var (
	leadsFollowing = map[string]bool{"and": true, "please": true, "just": true, "then": true, "also": true, "so": true, "could": true, "can": true, "would": true, "you": true, "to": true}
	comesAbout     = map[string]bool{"it": true, "that": true, "they": true, "this": true, "everything": true, "the": true}
	noComing       = map[string]bool{"i": true, "me": true, "my": true, "we": true, "us": true, "our": true, "he": true, "she": true}
)

// comes is what somebody wants to be told of, as the person says it: "once it is gone", "as
// soon as I know".
func (p *planner) comes(words, as []string) string {
	const done = "as soon as it is done"
	if len(words) > 12 || slices.ContainsFunc(words, func(w string) bool { return noComing[w] }) {
		return done
	}
	var out []string
	for i, w := range words {
		switch w {
		case "you":
			out = append(out, "I")
		case "your":
			out = append(out, "my")
		case "are":
			if i > 0 && words[i-1] == "you" {
				out = append(out, "am")
				continue
			}
			out = append(out, w)
		default:
			if i == 0 {
				out = append(out, w)
			} else {
				out = append(out, as[i])
			}
		}
	}
	return strings.Join(out, " ")
}

// follows reads a request that only wants to be told of what comes, and keeps what is
// promised. It reports whether it is one.
func (p *planner) follows(out *[]item, r gist.Request, clause string) bool {
	said, only := p.followUp(clause)
	if only && said != "" && !slices.ContainsFunc(*out, func(it item) bool { return it.follow == said }) {
		*out = append(*out, item{ask: gist.AskWhat, text: r.Text, place: r.Place, follow: said})
	}
	return only
}

// refersBack reports whether what is to be sent is named only as "them" or "it".
func (p *planner) refersBack(verb, clause string) bool {
	words := p.words(clause)
	at := slices.Index(words, strings.ToLower(verb))
	return p.out.Language == "en" && at >= 0 && at+1 < len(words) && p.think.sets["referring"][stem(words[at+1])]
}

// sendsThose reports whether a French or Spanish request is to send several things named
// before: "pourriez-vous nous les envoyer", "¿puede enviárnoslos?".
func (p *planner) sendsThose(verb, clause string) bool {
	if p.think.form["sides"] == "" || !p.think.names("sending", rootsOf(verb)) {
		return false
	}
	words := p.words(clause)
	at := slices.Index(words, strings.ToLower(verb))
	return at > 0 && words[at-1] == "les" || strings.HasSuffix(verb, "los") || strings.HasSuffix(verb, "las")
}

// particled reports whether an English verb of a request is one with a particle: "pick up Dave".
func (p *planner) particled(verb, clause string) bool {
	words := p.words(clause)
	at := slices.Index(words, strings.ToLower(verb))
	return p.out.Language == "en" && at >= 0 && at+2 < len(words) && p.think.sets["particles"][stem(words[at+1])]
}

// hands reports whether a request without an object that could be read has one: "send us a
// corrected one", "tell Tim that training is off".
func (p *planner) hands(verb, clause string) bool {
	verb = strings.ToLower(verb)
	if p.out.Language != "en" {
		return false
	}
	words := p.words(clause)
	at := slices.Index(words, verb)
	if (verb == "pick" || verb == "choose") && at >= 0 && at+3 < len(words) && (words[at+1] == "us" || words[at+1] == "me") {
		return true // "pick us a name"
	}
	return (verb == "send" || verb == "tell") && len(p.telling(p.think.stems(clause))) > 1
}

// shortCase reports whether a text begins with a condition of two or three words, which is of
// the answer before it: "if so", "if it does,".
func shortCase(text string) bool {
	head, _, _ := strings.Cut(text, ",")
	words := wordsOf(head)
	return len(words) > 1 && words[0] == "if" && (len(words) < 4 || words[1] == "so" || words[1] == "yes" || words[1] == "not")
}
