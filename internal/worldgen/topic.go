package worldgen

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// topic is what one mail is about, as a phrase that reads well after "about".
type topic struct {
	text   string
	wish   string   // what someone wants to do, after "to"; "" for what is no wish
	thing  bool     // it can be ordered, shown or paid for
	seen   bool     // the sender has written about it before
	rules  rules    // what is said of it alone
	others []string // what else the brief names
}

// Bounds of what is taken from a brief.
const (
	maxTopics = 20
	maxTopic  = 90 // bytes of one phrase
)

// pickTopic chooses one of the phrases of the brief, else a usual topic. A sender
// goes through all of them before one comes again, each in an order of their own;
// a vendor bills for the same thing and a newsletter has its theme.
func pickTopic(o Order) topic {
	list := topics(o.Brief)
	if len(list) == 0 {
		list = usual(o)
	} else if o.Kind == Support {
		for i := range list {
			list[i].rules = domainOf(list[i].text)
		}
	}
	if len(list) == 0 {
		return topic{}
	}
	nth := o.Nth
	if o.Kind == Vendor {
		nth = 0
	}
	i := rng.Seed(o.From.Address).Draw("topic").Perm(len(list))[nth%len(list)]
	t := list[i]
	t.seen = nth >= len(list)
	for j, other := range list {
		if j != i && other.thing && o.Brief != "" {
			t.others = append(t.others, other.text)
		}
	}
	return t
}

// usual are the topics of a stream without a brief.
func usual(o Order) (list []topic) {
	switch o.Kind {
	case Newsletter, Spam, Phishing, Lead, Support, Partner, Customer, Custom:
		return nil
	}
	for _, text := range usualTopics()[o.Kind] {
		if o.From.Org == "" && slices.ContainsFunc(office, func(word string) bool { return strings.Contains(text, word) }) {
			continue
		}
		list = append(list, topic{text: text, thing: true, rules: usualRules()[o.Kind]})
	}
	return list
}

// usualRules are what is said of the usual topics.
var usualRules = sync.OnceValue(func() map[string]rules { return map[string]rules{Lead: leadSoftware(), Support: supportSoftware()} })

// topics reads a brief: its phrases, each without the words that only say that
// someone writes about it.
func topics(brief string) (out []topic) {
	split := func(r rune) bool { return strings.ContainsRune(",;\n\r•", r) }
	for _, sentence := range strings.Split(brief, ". ") {
		for _, phrase := range strings.FieldsFunc(sentence, split) {
			t, ok := readTopic(phrase)
			if ok {
				out = append(out, t)
			}
			if len(out) == maxTopics {
				return out
			}
		}
	}
	return out
}

// about are words before what a mail is about; the last of them in a phrase counts.
var about = []string{
	"about ", "asking for ", "asks for ", "ask for ", "interested in ", "regarding ", "concerning ", "looking for ", "requests for ",
	"requesting ", "questions on ", "enquiries on ", "news on ", "inviting to ", "request for ",
}

// wishes are words before what someone wants to do, and how the sender says it.
var wishes = []struct{ words, as string }{
	{"want to ", "our plan to "}, {"wants to ", "our plan to "}, {"wanting to ", "our plan to "}, {"would like to ", "our plan to "},
	{"need to ", "how to "}, {"needs to ", "how to "}, {"trying to ", "how to "}, {"ask to ", "how to "}, {"asking to ", "how to "}, {"how to ", "how to "},
}

// openers are words that begin a brief in capitals without being names.
var openers = []string{
	"questions", "problems", "issues", "people", "customers", "complaints", "companies", "small", "large", "local", "requests", "users",
	"invoices", "orders", "offers", "the", "a", "an", "our", "your", "new", "free", "broken", "lost", "late", "missing", "how", "bugs", "errors",
	"feedback", "refunds", "returns", "billing", "payment", "payments", "shipping", "delivery", "account", "password", "monthly", "weekly", "annual",
}

func readTopic(phrase string) (topic, bool) {
	phrase = strings.Trim(strings.Join(strings.Fields(mimebuild.Clean(phrase)), " "), " .!?:-\"'")
	phrase = strings.TrimPrefix(strings.TrimPrefix(phrase, "and "), "or ")
	lower := strings.ToLower(phrase)
	if len(lower) != len(phrase) { // a letter whose small form is longer: positions would differ
		lower = phrase
	}
	var t topic
	cut, as := 0, ""
	for _, m := range about {
		if i := lastWord(lower, m); i >= 0 {
			cut = max(cut, i+len(m))
		}
	}
	for _, m := range wishes {
		if i := lastWord(lower, m.words); i >= 0 && i+len(m.words) > cut {
			cut, as = i+len(m.words), m.as
		}
	}
	phrase = phrase[cut:]
	if !strings.ContainsFunc(phrase, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return topic{}, false
	}
	if as == "" {
		phrase = own(phrase)
	}
	t.text = soften(shorten(phrase))
	if as != "" {
		t.wish, t.text = t.text, as+t.text
	}
	t.thing = as == "" && !clause(phrase) && !abstract(phrase)
	return t, true
}

// own lets the sender speak of people in a brief as of his own: "customers whose
// order came late" is the order that came late, "users who cannot sign in" are
// colleagues who cannot.
func own(phrase string) string {
	words := strings.Fields(phrase)
	for i := 1; i < min(len(words), 4); i++ {
		switch rest := strings.Join(words[i:], " "); {
		case words[i] == "whose" && len(words) > i+2:
			return "the " + words[i+1] + " that " + strings.Join(words[i+2:], " ")
		case words[i] == "who":
			return "colleagues " + rest
		}
	}
	return phrase
}

// lastWord finds the last place where a phrase of whole words begins.
func lastWord(s, words string) int {
	for end := len(s); ; {
		i := strings.LastIndex(s[:end], words)
		if i <= 0 || s[i-1] == ' ' {
			return i
		}
		end = i + len(words) - 1
	}
}

// clause tells whether a phrase holds a verb that would clash with a preposition.
func clause(phrase string) bool {
	for _, word := range strings.Fields(strings.ToLower(phrase)) {
		switch word {
		case "who", "that", "which", "cannot", "can't", "is", "are", "was", "were", "do", "does", "don't", "doesn't", "when", "why", "whether", "if", "how",
			"problems", "issues", "complaints", "questions", "bugs", "errors", "trouble":
			return true
		}
	}
	return false
}

// abstract tells whether a phrase names what one asks about but does not order.
func abstract(phrase string) bool {
	words := strings.Fields(strings.ToLower(phrase))
	switch words[len(words)-1] {
	case "time", "times", "date", "dates", "hours", "price", "prices", "pricing", "cost", "costs", "fee", "fees", "terms", "conditions", "rates", "discount", "discounts",
		"options", "availability", "quality", "policy", "policies", "rules", "rights", "access", "sizes", "colours", "colors":
		return true
	}
	return false
}

// shorten cuts a phrase at a word.
func shorten(s string) string {
	if len(s) <= maxTopic {
		return s
	}
	cut := strings.LastIndexByte(s[:maxTopic+1], ' ')
	if cut <= 0 {
		return strings.ToValidUTF8(s[:maxTopic], "")
	}
	return s[:cut]
}

// soften takes the capital of the first word where it only began a sentence,
// and turns the company's view into the sender's.
func soften(s string) string {
	first, rest, _ := strings.Cut(s, " ")
	for _, w := range openers {
		if strings.EqualFold(first, w) {
			first = w
		}
	}
	if first == "our" {
		first = "your"
	}
	if rest == "" {
		return first
	}
	return first + " " + rest
}

// usualTopics are what streams without a brief are about.
var usualTopics = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		Lead: {
			"a pilot for one of our teams", "a yearly contract", "a demo for our operations team", "moving over from spreadsheets", "the business plan",
			"a trial with ten seats", "support in several languages", "an integration with our calendar", "single sign-on", "a replacement for our old tool",
			"training for new users", "hosting in the EU",
		},
		Support: {
			"the CSV export", "the sign-in page", "the calendar sync", "the monthly report", "the mobile app", "e-mail notifications", "the search",
			"the import of contacts", "the printed labels", "user permissions", "the password reset", "the PDF download", "the holiday planner",
		},
		Vendor: {
			"office supplies", "hosting and backups", "cleaning of the office", "printer maintenance", "the coffee subscription", "translation work",
			"parcel shipping", "staff training", "network equipment", "product photography", "the telephone system", "plants and plant care",
		},
		Partner: {
			"a joint webinar", "a reseller agreement", "a referral programme", "an integration between our products", "a shared booth at the next trade fair",
			"a case study with a common customer", "a co-written guide", "a regional partnership", "a guest article for your blog", "a bundle of our two products",
			"a customer evening", "an exchange of training places",
		},
		Customer: {
			"our renewal", "the new dashboard", "our last delivery", "two more seats", "the handover to my colleague", "our next order", "the training last week",
			"our invoice address", "our plan for next quarter", "your new opening hours", "a second location", "our contact persons", "the discount you mentioned",
			"a longer contract",
		},
		Custom: {
			"a question for your team", "an idea we would like to share", "a short survey", "a visit next month", "a lost umbrella", "a correction to our address",
			"a talk at our school", "the parking spaces behind the building", "an internship", "a charity run",
		},
	}
})
