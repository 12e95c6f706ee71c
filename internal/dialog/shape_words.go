package dialog

import (
	"strings"
	"unicode"
)

// asking are the words of a language by which a shape finds what a question asks. Other
// languages than English have them in their open.txt, in sections of these names; there
// "spelling" has what is written otherwise before words are compared, "' _" for a blank in
// place of the mark, "á a" for a letter without its accent.
type asking struct {
	asks     map[string]bool // with which the part of a sentence that asks begins
	which    map[string]bool // before a thing that is asked for
	between  map[string]bool // that stand between these and the thing
	breaks   map[string]bool // behind which nothing is asked for any more
	articles map[string]bool
	spelling *strings.Replacer
}

// sections of open.txt that hold words and no answers.
var shapeLists = map[string]bool{"leads": true, "asks": true, "which": true, "between": true, "breaks": true, "articles": true, "spelling": true, "lean joins": true, "lean ends": true, "lean lightly": true, "lean trailing": true, "lean not": true, "lean unsaid": true, "no thing": true, "unwanted": true, "by heart": true, "lean asked": true, "lean leads": true}

// named reports whether a section of open.txt holds words or lines that are looked up by its
// name, rather than answers to a form.
func named(section string) bool {
	return shapeLists[section] || strings.HasPrefix(section, "lean ") || strings.HasPrefix(section, "going along ") || strings.HasPrefix(section, "undecided ")
}

// list files the words of a section.
func (out *shapes) list(name string, lines []string) {
	out.open[name] = lines
	if kind, ok := strings.CutPrefix(name, "lean "); ok && !shapeLists[name] {
		for _, line := range lines {
			out.leans = append(out.leans, parseLean(kind, line))
		}
		return
	}
	if name == "spelling" {
		pairs := []string{"’", " "}
		for _, line := range lines {
			if f := strings.Fields(line); len(f) == 2 {
				pairs = append(pairs, f[0], strings.ReplaceAll(f[1], "_", " "))
			}
		}
		out.spelling = strings.NewReplacer(pairs...)
		return
	}
	set := map[string]bool{}
	for _, line := range lines {
		for _, w := range strings.Fields(out.spelt(line)) {
			set[w] = true
		}
	}
	switch name {
	case "lean joins":
		out.joins = set
	case "lean ends":
		out.ends = set
	case "lean lightly":
		out.lightly = set
	case "lean trailing":
		out.trailing = set
	case "lean asked":
		out.askedFor = set
	case "lean leads":
		out.leadsLean = set
	case "no thing":
		out.unthing = set
	case "lean unsaid":
		out.unsaid = set
	case "lean not":
		out.unleant = set
	case "leads":
		for _, line := range lines {
			out.leads = append(out.leads, strings.Fields(out.spelt(line)))
		}
	case "asks":
		out.asks = set
	case "which":
		out.which = set
	case "between":
		out.between = set
	case "breaks":
		out.breaks = set
	case "articles":
		out.articles = set
	}
}

// spelt is a text as its words are compared.
func (out *shapes) spelt(text string) string {
	if out.spelling == nil {
		return text
	}
	return out.spelling.Replace(text)
}

// split are the words of a question as they are compared, and as they stand.
func (out *shapes) split(text string) (words, as []string) {
	if out.spelling == nil {
		return asWords(text)
	}
	for _, w := range strings.FieldsFunc(out.spelt(strings.ToLower(text)), notLetter) {
		if len(words) < maxShaped {
			words = append(words, w)
		}
	}
	return words, words
}

// asksThing reports whether the word at i is what a question asks for: "quelle taille",
// "quelle est votre taille", "la taille".
func (out *shapes) asksThing(words []string, i int) bool {
	if out.which == nil {
		return asksThing(words, i)
	}
	for j := i - 1; j >= max(0, i-5); j-- {
		switch w := words[j]; {
		case out.which[w]:
			return true
		case !out.between[w]:
			return false
		}
	}
	return i > 0 && i < 3 && out.articles[words[0]] && (i == len(words)-1 || i+1 < len(words) && out.breaks[words[i+1]])
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
