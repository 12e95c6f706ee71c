package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Who and what an answer of a form speaks of.

// persons are the forms of those who are asked about.
var persons = map[string]*strings.Replacer{
	"he":   strings.NewReplacer("{he}", "he", "{He}", "He", "{him}", "him", "{his}", "his", "{His}", "His", "{is}", "is", "{was}", "was", "{has}", "has", "{does}", "does", "{s}", "s"),
	"she":  strings.NewReplacer("{he}", "she", "{He}", "She", "{him}", "her", "{his}", "her", "{His}", "Her", "{is}", "is", "{was}", "was", "{has}", "has", "{does}", "does", "{s}", "s"),
	"they": strings.NewReplacer("{he}", "they", "{He}", "They", "{him}", "them", "{his}", "their", "{His}", "Their", "{is}", "are", "{was}", "were", "{has}", "have", "{does}", "do", "{s}", ""),
	"it":   strings.NewReplacer("{he}", "it", "{He}", "It", "{him}", "it", "{his}", "its", "{His}", "Its", "{is}", "is", "{was}", "was", "{has}", "has", "{does}", "does", "{s}", "s"),
}

var personOf = map[string]string{"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she", "they": "they", "them": "they", "their": "they", "it": "it", "its": "it"}

// namedWho are those whom a noun names, by the pronoun for them.
var namedWho = map[string]string{
	"wife": "she", "mother": "she", "mum": "she", "sister": "she", "daughter": "she", "aunt": "she", "grandmother": "she", "gran": "she", "niece": "she", "girlfriend": "she",
	"husband": "he", "father": "he", "dad": "he", "brother": "he", "son": "he", "uncle": "he", "grandfather": "he", "grandad": "he", "nephew": "he", "boyfriend": "he",
	"parents": "they", "children": "they", "kids": "they", "boys": "they", "girls": "they", "friends": "they", "neighbours": "they", "colleagues": "they", "others": "they",
}

// about is the pronoun of who is asked about: the one of the question, else the one of
// the mail; empty for none.
func (p *planner) aboutWhom(q *shaped) string {
	for i, w := range q.words {
		if who := personOf[w]; who != "" {
			return who
		}
		if who := namedWho[w]; who != "" && i < 4 {
			return who // "what does your wife think of it?"
		}
	}
	counts := map[string]int{}
	texts := slices.Clone(p.mail.Told)
	for _, other := range p.mail.Questions {
		texts = append(texts, other.Text)
	}
	for _, s := range texts {
		for _, w := range p.words(s) {
			if who := personOf[w]; who != "" && who != "it" {
				counts[who]++
			}
		}
	}
	best := ""
	for _, who := range []string{"he", "she", "they"} {
		if counts[who] > counts[best] {
			best = who
		}
	}
	return best
}

// fill puts the person asked about and what the "*" stands for into answers; those that
// want what the question does not name fall out.
func (p *planner) fill(lines []string, q *shaped, star [2]int) (out []string) {
	thing := q.starred(star, p)
	who := persons[q.whom]
	for _, line := range lines {
		if strings.Contains(line, "{1}") {
			if thing == "" {
				continue
			}
			line = strings.ReplaceAll(line, "{1}", thing)
		}
		if who != nil {
			line = who.Replace(line)
		}
		first, n := utf8.DecodeRuneInString(line)
		out = append(out, string(unicode.ToUpper(first))+line[n:])
	}
	return out
}

// starred is what a "*" stands for as the reader says it, "my shed" for "your shed"; empty
// where it is no short thing with an article or a name.
func (q *shaped) starred(star [2]int, p *planner) string {
	if star[0] < 0 || star[1] <= star[0] || star[1]-star[0] > 4 {
		return ""
	}
	words := slices.Clone(q.as[star[0]:star[1]])
	swap := map[string]string{"your": "my", "my": "your", "our": "our", "the": "the", "this": "this", "these": "these", "those": "those", "his": "his", "her": "her", "their": "their"}
	first, _ := utf8.DecodeRuneInString(words[0])
	own, articled := swap[strings.ToLower(words[0])]
	if !articled && !unicode.IsUpper(first) || articled && len(words) < 2 {
		return ""
	}
	if articled {
		words[0] = own
	}
	for _, w := range words[1:] {
		if low := strings.ToLower(w); p.think.clause[low] || p.think.small[low] || shapeBreaks[low] {
			return ""
		}
	}
	return strings.Join(words, " ")
}
