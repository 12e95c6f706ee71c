package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// who is somebody whom a sentence tells of, as the reader names them.
type who struct {
	name              string // "Grandma", "your father", "Biscuit"
	whose             string // "own" for a relative of both, "yours" for one of the reader, "theirs"; empty for nobody
	whom, toWhom      string // the name in the accusative and the dative
	them, they, their string
	toThem            string
}

// whoIn finds the relative or the named one of a sentence.
func (p *planner) whoIn(set *reactions, text string) who {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' })
	out := who{them: "them", they: "they", their: "their"}
	if len(set.pronouns) > 0 {
		out = who{}
	}
	alone := set.sets["alone"]
	sex := func(w string) {
		for group, said := range set.pronouns {
			if three := strings.Fields(said); len(three) == 3 && set.words[group][w] {
				out.them, out.they, out.toThem = three[0], three[1], three[2]
			}
		}
		if len(set.pronouns) > 0 {
			return
		}
		switch {
		case set.words["women"][w]:
			out.them, out.they, out.their = "her", "she", "her"
		case set.words["men"][w]:
			out.them, out.they, out.their = "him", "he", "his"
		}
	}
	for i, w := range words {
		bare := strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		low := strings.ToLower(bare)
		if !set.words["kin"][low] {
			continue
		}
		if p.out.Language == "en" && set.hasWord("dying", wordsOf(strings.Join(words[:i], " "))) {
			continue // "he died on Sunday with his daughter beside him"
		}
		first, _ := utf8.DecodeRuneInString(bare)
		before := ""
		if i > 0 {
			before = strings.ToLower(words[i-1])
		}
		whose, yours := strings.CutPrefix(set.whose[before], "yours ")
		article, homely := strings.CutPrefix(whose, "own ")
		noun := low
		if len(alone) > 0 {
			noun = bare
		}
		switch {
		case homely && !set.words["homely"][low]:
			continue // "el padre de Ana"
		case homely:
			out.name, out.whose = article+" "+low, "own" // "la abuela se ha caído"
			if i+1 < len(words) {
				if r, _ := utf8.DecodeRuneInString(words[i+1]); unicode.IsUpper(r) {
					out.name += " " + words[i+1]
				}
			}
		case yours:
			if his, her, two := strings.Cut(whose, " "); two {
				if whose = his; set.words["women"][low] {
					whose = her
				}
			}
			out.name, out.whose = whose+" "+noun, "yours"
		case whose != "":
			out.name, out.whose = whose+" "+noun, "theirs"
		case len(alone) > 0 && !slices.Contains(alone, low):
			continue // "Frau Berger"
		case (unicode.IsUpper(first) || set.words["names"][low]) && !set.words["determiners"][before]:
			if p.strangeTo(set, low) {
				out.whose = "theirs" // whose mother "Mum" is cannot be told
				break
			}
			if your := p.kinOfTheirs(set); your != "" {
				out.name, out.whose = your+" "+low, "theirs" // "Dad died, my brother was with him"
				break
			}
			out.name, out.whose = bare, "own"
			if i+1 < len(words) && set.words["given"][strings.ToLower(words[i+1])] {
				out.name += " " + words[i+1]
			} else if i+1 < len(words) && p.mail.Names != nil && len(alone) == 0 {
				if r, _ := utf8.DecodeRuneInString(words[i+1]); unicode.IsUpper(r) {
					out.name += " " + strings.TrimSuffix(words[i+1], "'s")
				}
			}
		default:
			continue
		}
		sex(low)
		if len(set.cases) > 0 {
			out.name = p.mannered(out.name)
			out.whom, out.toWhom = set.cased(out.name)
		}
		return out
	}
	for i, w := range words[:min(len(words), whoWords)] {
		bare := strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		if r, _ := utf8.DecodeRuneInString(bare); unicode.IsUpper(r) && slices.ContainsFunc(p.mail.Names, func(n string) bool { first, _, _ := strings.Cut(n, " "); return first == bare }) && !slices.Contains(p.think.weekdays, bare) && !slices.Contains(p.think.months, bare) {
			out.name = bare
			if i+1 < len(words) && words[i+1] == "and" {
				out.name = ""
			}
			return out
		}
	}
	return out
}

// strangeTo reports whether "Mum" in a mail of somebody else's family may be either's: they
// have another surname, and sign as nobody's relative.
func (p *planner) strangeTo(set *reactions, kin string) bool {
	surname := func(name string) string {
		words := strings.Fields(name)
		if len(words) < 2 {
			return ""
		}
		return strings.ToLower(words[len(words)-1])
	}
	mine, yours := surname(p.Me.Name), surname(p.You.Name)
	return set.words["parents"][kin] && mine != "" && yours != "" && mine != yours && p.mail.Relative == ""
}

// cased are the accusative and the dative of a name.
func (rs *reactions) cased(name string) (whom, toWhom string) {
	lead, rest, _ := strings.Cut(name, " ")
	if two := strings.Fields(rs.cases[lead]); len(two) == 2 {
		return two[0] + " " + rest, two[1] + " " + rest
	}
	return name, name
}

// kinOfTheirs is how a relative of the sender alone is called, "your", where the mail names
// one: such a mail is not written to the family. It is empty where it names none.
func (p *planner) kinOfTheirs(set *reactions) string {
	for _, text := range p.mail.Told[:min(len(p.mail.Told), maxReacted)] {
		words := p.words(text)
		for i := 1; i < len(words); i++ {
			whose := set.whose[words[i-1]]
			if whose != "" && !strings.HasPrefix(whose, "yours ") && !strings.HasPrefix(whose, "own ") && !strings.HasPrefix(whose, "<") && set.words["kin"][words[i]] {
				return whose
			}
		}
	}
	return ""
}

// whoWords is how far from the beginning of a sentence a name is whom it tells of.
const whoWords = 12
