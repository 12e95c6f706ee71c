package compose

import (
	"slices"
	"strings"
	"unicode"
)

// fact is one fact of the case with the words of its key.
type fact struct {
	key, value string
	words      []string
}

func readFacts(m map[string]string) []fact {
	keys := sortedKeys(m)
	var out []fact
	for _, k := range keys[:min(len(keys), maxFacts)] {
		key := clean(plainKey(k), 6)
		value := clean(m[k], 24)
		if key != "" && value != "" {
			out = append(out, fact{key, value, stems(key)})
		}
	}
	return out
}

// plainKey writes "deliveryDate" and "delivery_date" as "delivery date".
func plainKey(k string) string {
	var out strings.Builder
	var prev rune
	for _, r := range k {
		switch {
		case r == '_' || r == '-' || r == '.' || r == '/':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			out.WriteByte(' ')
		}
		if unicode.IsUpper(r) && (unicode.IsLower(prev) || prev == 0 && strings.IndexFunc(k, unicode.IsLower) >= 0) {
			r = unicode.ToLower(r)
		}
		out.WriteRune(r)
		prev = r
	}
	return out.String()
}

// stems returns the words of s in a form by which kin are found: lower case,
// singular, synonyms as one.
func stems(s string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(out) == 60 {
			break
		}
		for _, end := range []string{"ies", "es", "s", "ing", "ed"} {
			if len(word) > len(end)+3 && strings.HasSuffix(word, end) && !strings.HasSuffix(word, "ss") {
				word = word[:len(word)-len(end)]
				break
			}
		}
		if same, ok := synonyms[word]; ok {
			word = same
		}
		if !smallWords[word] {
			out = append(out, word)
		}
	}
	return out
}

// synonyms and smallWords serve the matching of keys, which are English in
// nearly all test data whatever the language of the mail.
var synonyms = func() map[string]string {
	groups := `deliver delivery arriv arrival arrive ship shipment shipp dispatch parcel
price cost pric fee charge expens
amount total sum
deadline due
contract agreement
contact person manager
address location place venue site
status state progress
start begin launch kickoff
end finish expiry expir expire
quantity count
phone telephone mobile
email mail
colour color
invoic invoice bill
pay payment paid
refund reimburse reimbursement
guarantee warranty
size dimension`
	m := map[string]string{}
	for line := range strings.Lines(groups) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			m[w] = words[0]
		}
	}
	return m
}()

var smallWords = wordSet(`the a an of for to in on at is are was be do doe did ha have can could will would you your our we i my it this that and or not with by
please know tell let me us what when where who which how why much many long any`)

// general words match many keys and alone say little.
var general = wordSet(`date time day number no id name status info note value type code deadline`)

// kindWords are the words that a kind of question implies.
var kindWords = map[string][]string{
	"when": {"date", "time", "day", "deadline", "start", "end"}, "where": {"address"}, "who": {"contact", "name", "owner"},
	"how much": {"price", "amount", "rate", "budget"}, "how many": {"quantity", "number", "stock"}, "how long": {"duration", "period", "time", "term"},
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// match returns the fact that answers an item, or nil.
func (w *writer) match(it item) *fact {
	asked := map[string]bool{}
	for _, word := range stems(it.text) {
		asked[word] = true
	}
	implied := map[string]bool{}
	for _, word := range kindWords[it.kind] {
		implied[word] = true
	}
	topic := stems(it.topic)
	best, top := -1, 0
	for i, f := range w.facts {
		score, hits, meant := 0, 0, len(implied) == 0
		for _, word := range f.words {
			switch {
			case asked[word] && !general[word]:
				score += 4
			case asked[word]:
				score += 2
			case implied[word]:
				score++
			default:
				continue
			}
			hits++
			meant = meant || implied[word]
		}
		if !meant && !within(topic, f.words) {
			continue // the warranty is no answer to who looks after it
		}
		if hits < len(f.words) && score < 4 || score == 0 {
			continue
		}
		head := f.words[len(f.words)-1]
		if !asked[head] && !implied[head] && !within(topic, f.words) {
			continue // the delivery date is no answer to the delivery address
		}
		score = 2*score + hits - len(f.words)
		if score > top {
			best, top = i, score
		}
	}
	if best < 0 {
		return nil
	}
	return &w.facts[best]
}

// within reports whether every word of a is one of b.
func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(word string) bool { return !slices.Contains(b, word) })
}

// recall returns the newest note that shares two telling words, or a number,
// with an item.
func (w *writer) recall(it item) string {
	asked := map[string]bool{}
	for _, word := range stems(it.text) {
		asked[word] = true
	}
	for i := len(w.Memory) - 1; i >= 0; i-- {
		note := bareNote(w.Memory[i])
		score := 0
		seen := map[string]bool{}
		for _, word := range stems(note) {
			if !asked[word] || general[word] || seen[word] {
				continue
			}
			seen[word] = true
			score++
			if strings.IndexFunc(word, unicode.IsDigit) >= 0 {
				score++
			}
		}
		if score >= 2 {
			return note
		}
	}
	return ""
}

// bareNote returns a note of the memory without its source.
func bareNote(note string) string {
	if strings.HasPrefix(note, "(") {
		if _, rest, ok := strings.Cut(note, ") "); ok {
			note = rest
		}
	}
	return clean(note, 24)
}

// wish brings what a person wants into a form that follows "I would like".
func wish(s string) string {
	low := strings.ToLower(s)
	for _, lead := range []string{"wants ", "would like ", "needs ", "i want ", "i would like ", "i need "} {
		if strings.HasPrefix(low, lead) {
			s, low = s[len(lead):], low[len(lead):]
		}
	}
	for _, start := range []string{"to ", "a ", "an ", "the ", "some ", "more ", "my ", "our "} {
		if strings.HasPrefix(low, start) {
			return low[:1] + s[1:]
		}
	}
	return ""
}
