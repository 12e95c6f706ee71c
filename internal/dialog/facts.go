package dialog

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
)

// fact is one fact of the case with the words of its key.
type fact struct {
	key, value string
	words      []string
}

// readFacts reads the facts of the case in the order of their keys. Who knows little
// of the case has none.
func (p *planner) readFacts() {
	if p.Me.Knows == "little" {
		return
	}
	keys := slices.Sorted(maps.Keys(p.Case.Facts))
	for _, k := range keys[:min(len(keys), maxFacts)] {
		f := fact{key: tidy(plainKey(k)), value: tidy(p.Case.Facts[k])}
		f.words = kin(f.key)
		if f.key != "" && f.value != "" && len(f.words) > 0 {
			p.facts = append(p.facts, f)
		}
	}
}

// plainKey writes "deliveryDate" and "delivery_date" as "delivery date".
func plainKey(k string) string {
	var out strings.Builder
	var prev rune
	for _, r := range k {
		upper := unicode.IsUpper(r) && unicode.IsLower(prev)
		switch {
		case r == '_' || r == '-' || r == '.' || r == '/':
			r = ' '
		case upper:
			out.WriteByte(' ')
		}
		if upper || unicode.IsUpper(r) && prev == 0 && strings.IndexFunc(k, unicode.IsLower) >= 0 {
			r = unicode.ToLower(r)
		}
		out.WriteRune(r)
		prev = r
	}
	return out.String()
}

// kin returns the telling words of an English text as stems, synonyms as one. Keys of
// facts are English in nearly all cases, whatever the language of the mail.
func kin(s string) []string {
	var out []string
	for _, w := range thinkOf("en").stems(s) {
		if same, ok := synonyms[w]; ok {
			w = same
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

var synonyms = func() map[string]string {
	groups := `delivery deliver arrive arrival ship shipment shipping dispatch parcel
price cost fee charge expense
amount total sum
deadline due
contract agreement
contact person manager
address location place venue site
status state progress
start begin launch kickoff
end finish expiry expire
quantity count
phone telephone mobile
email mail
colour color
invoice bill
payment pay paid
refund reimburse reimbursement
guarantee warranty
size dimension
budget money`
	m := map[string]string{}
	for line := range strings.Lines(groups) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			m[stem(w)] = stem(words[0])
		}
	}
	return m
}()

// general words are part of many keys and alone say little.
var general = stemSet("date time day number no id name status info note value type code deadline")

// implied are the words of keys that a kind of question means without saying them.
var implied = map[gist.Ask]map[string]bool{
	gist.AskDate: stemSet("date time day deadline start end"), gist.AskDeadline: stemSet("date day deadline end"), gist.AskMeet: stemSet("date time day appointment start end deadline"),
	gist.AskTime: stemSet("time date"), gist.AskPlace: stemSet("address place"), gist.AskAddress: stemSet("address"), gist.AskWho: stemSet("contact name owner"),
	gist.AskMoney: stemSet("price amount rate budget"), gist.AskNumber: stemSet("quantity number stock"), gist.AskDuration: stemSet("duration period time term"),
	gist.AskVersion: stemSet("version release"), gist.AskPhone: stemSet("phone"), gist.AskIdentifier: stemSet("number code id reference"), gist.AskStatus: stemSet("status"),
}

// findFact returns the fact of the case that answers a question, or nil.
func (p *planner) findFact(it *item) *fact {
	if len(p.facts) == 0 {
		return nil
	}
	asked, topic := kin(it.text+" "+it.topic+" "+it.unit), kin(it.topic)
	means := implied[it.ask]
	best, top := -1, 0
	for i, f := range p.facts {
		score, hits, meant := 0, 0, len(means) == 0
		for _, w := range f.words {
			switch {
			case slices.Contains(asked, w) && !general[w]:
				score += 4
			case slices.Contains(asked, w):
				score += 2
			case means[w]:
				score++
			default:
				continue
			}
			hits++
			meant = meant || means[w]
		}
		head := f.words[len(f.words)-1]
		about := len(topic) > 0 && within(topic, f.words)
		switch {
		case score == 0 || hits < len(f.words) && score < 4:
			continue
		case !meant && !about:
			continue // the warranty is no answer to who looks after it
		case !slices.Contains(asked, head) && !means[head] && !about:
			continue // the delivery date is no answer to the delivery address
		}
		if score = 2*score + hits - len(f.words); score > top {
			best, top = i, score
		}
	}
	if best < 0 {
		return nil
	}
	return &p.facts[best]
}

// fromFact answers from the case.
func (p *planner) fromFact(it *item) bool {
	f := p.findFact(it)
	if p.think.form["sides"] != "" && f != nil && (p.knowsOne(it) || within(p.think.stems(f.value), it.told)) {
		return false // "le prix de 700 euros est-il ferme ?" is not after the price
	}
	if f == nil {
		if tidy(p.Case.Status) == "" || p.Me.Knows == "little" || !p.asksStatus(it) {
			return false
		}
		f = &fact{key: "status", value: tidy(p.Case.Status)}
	}
	slot, is := "fact", "is"
	if strings.HasSuffix(f.key, "s") && !strings.HasSuffix(f.key, "ss") && !strings.HasSuffix(f.key, "us") {
		is = "are"
	}
	switch strings.ToLower(f.value) {
	case "yes", "true":
		slot = "fact.yes"
	case "no", "false":
		slot = "fact.no"
	default:
		if len(strings.Fields(f.value)) > 7 {
			slot = "fact.long"
		}
	}
	vals := values("key", f.key, "value", f.value, "is", is)
	if line := p.factLine(it, f); line != "" {
		slot, vals = "said", map[string]string{"value": line}
	}
	if !slices.ContainsFunc(p.out.Moves, func(m Move) bool { return maps.Equal(m.Values, vals) }) { // said once is enough
		m := Move{Slot: slot, Label: it.label, Values: vals, Core: true}
		if slot == "fact" && (p.speaksAlone(it, f) || p.foreignKey(it, f)) {
			m.Slot, m.Values["value"] = "answer.ready", upperStart(f.value)
		}
		if counted(it.ask) && slot != "said" {
			p.tellIn(&m, it)
		}
		p.say(m)
	}
	return true
}

// counted reports whether a kind of answer is a figure, which stands in any sentence as it is.
func counted(kind gist.Ask) bool {
	return kind == gist.AskNumber || kind == gist.AskMoney || kind == gist.AskDuration
}

// asksStatus reports whether a question is about how far the case is: it says so, or names
// nothing else.
func (p *planner) asksStatus(it *item) bool {
	if slices.Contains(kin(it.text), "status") {
		return true
	}
	return it.ask == gist.AskStatus && (len(p.telling(it.told)) == 0 || common(it.told, p.think.stems(p.Case.Title+" "+p.Case.Summary)) > 0)
}

// fromNote answers from the newest note that shares two telling words, or a number,
// with a question.
func (p *planner) fromNote(it *item) bool {
	for i := len(p.Notes) - 1; i >= 0; i-- {
		note := tidy(bareNote(p.Notes[i]))
		score := 0
		for _, w := range p.think.stems(note) {
			if !slices.Contains(it.told, w) || p.think.general[w] {
				continue
			}
			score++
			if strings.IndexFunc(w, unicode.IsDigit) >= 0 {
				score++
			}
		}
		if score >= 2 {
			p.say(Move{Slot: "answer.note", Label: it.label, Values: values("note", note), Core: true})
			return true
		}
	}
	return false
}

// bareNote returns a note of the memory without its source.
func bareNote(note string) string {
	if strings.HasPrefix(note, "(") {
		if _, rest, ok := strings.Cut(note, ") "); ok {
			return rest
		}
	}
	return note
}
