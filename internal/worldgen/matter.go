package worldgen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/rng"
)

// Areas are what mails of a kind can be about; which of them a company gets depends on
// what it sells.
const (
	software = "software"
	goods    = "goods"
	order    = "order"
	money    = "money"
	service  = "service"
	job      = "job"
	other    = "other"
	invoices = "invoices"
	idea     = "idea"
)

// areasOf are the areas of a kind, each as often as it comes.
func areasOf(o Order) []string {
	sells := sellsGoods(o)
	switch o.Kind {
	case Support:
		if sells {
			return []string{order, order, order, money}
		}
		return []string{software, software, software, software, money}
	case Lead:
		if sells {
			return []string{goods}
		}
		return []string{software}
	case Customer:
		return []string{service}
	case Vendor:
		return []string{invoices}
	case Partner:
		return []string{idea}
	}
	return []string{job, other, other}
}

// goodsWords are words of a company's name, domain and mailboxes by which it sells what
// comes in a parcel.
var goodsWords = []string{
	"shop", "store", "bakery", "bakes", "oven", "baeckerei", "bäckerei", "furniture", "moebel", "möbel", "books", "buch", "wine", "wein", "vin", "food", "fruit", "garden", "toys", "fashion",
	"textil", "shoe", "schuh", "bike", "bicycle", "flower", "blumen", "lamp", "light", "tool", "supplies", "trading", "imports", "print", "outdoor", "sports", "orders", "shipping",
	"versand", "laden", "boutique", "tienda", "panader", "boulanger", "curtain", "paper", "coffee", "kaffee", "tea", "cheese", "meubl", "parts",
}

// sellsGoods tells whether a company sells things rather than software.
func sellsGoods(o Order) bool {
	said := strings.ToLower(o.Company.Name + " " + o.Company.Domain + " " + o.Sells)
	return slices.ContainsFunc(goodsWords, func(word string) bool { return strings.Contains(said, word) })
}

// wants are what senders want, by area and by kind.
var wants = sync.OnceValue(func() map[string]string {
	return map[string]string{
		order: "order", job: "job",
		Support: "support", Lead: "quote", Vendor: "payment", Partner: "partnership", Customer: "account", Custom: "answer",
	}
})

// course is what a sender's n-th mail is about: the number of their matter, and whether
// they wrote about it before.
func course(o Order) (nth int, again bool) {
	for n := 1; n <= o.Nth; n++ {
		r := rng.Seed(o.From.Address).Draw("course/1", rng.N(n))
		if again = !again && r.Chance(0.4); !again {
			nth++
		}
	}
	return nth, again
}

// fromTable writes a mail by the table of its language.
func (w *writer) fromTable() Mail {
	w.matter, w.topic.seen = course(w.order)
	if w.topic.text != "" {
		w.vars["brief"] = w.topic.text
	}
	m := w.pickMatter(w.matter)
	w.scope()
	w.vars["symptom"] = w.factually("symptom/1", func() string { return w.expand(m.symptom, 0) })
	w.vars["short"] = w.factually("symptom/1", func() string { return w.expand(m.short, 0) })
	w.topic.text = w.vars["short"]
	if !w.angry() {
		w.vars["heat"] = ""
	}
	out := Mail{Topic: w.vars["short"], Subject: oneLine(w.rule("subject"))}
	body := w.rule("body")
	out.Text = single(strings.Replace(body, "\n\n"+endMark, "\n\n"+w.goodbye(body)+"\n"+w.signedAs(), 1))
	return out
}

// pickMatter is the n-th of what the sender writes about, in an order of their own; of a
// brief what it names.
func (w *writer) pickMatter(n int) matter {
	areas := areasOf(w.order)
	area := areas[w.own("area/1").IntN(len(areas))]
	if w.vars["brief"] != "" {
		w.about(areaOf(w.order.Kind, w.vars["brief"], area))
		w.scope()
		return matter{rng.Pick(w.own("about/1"), w.patterns("about")), "{brief}"}
	}
	w.about(area)
	list := w.private(w.table.matters[w.order.Kind+" "+area])
	return list[w.own("matter/1").Perm(len(list))[n%len(list)]]
}

// private are what the sender can write about: for a firm, or for themselves alone.
func (w *writer) private(list []matter) []matter {
	if w.order.From.Org != "" {
		return list
	}
	words := slices.Concat(office, w.table.scopes[""]["office"])
	return slices.DeleteFunc(slices.Clone(list), func(m matter) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(m.symptom+m.short, word) })
	})
}

// areaOf is the area of a kind that a phrase of a brief belongs to.
func areaOf(kind, phrase, usual string) string {
	switch {
	case kind == Custom && (&domain{words: jobWords}).has(phrase):
		return job
	case kind == Custom:
		return other
	case kind != Support:
		return usual
	}
	for _, d := range domains() {
		if d.has(phrase) {
			return d.area
		}
	}
	return usual
}

// jobWords are words of a brief whose senders want to work for the company.
const jobWords = " job jobs work apply applying applicant applicants application applications internship internships intern vacancy vacancies position positions cv apprenticeship apprenticeships " +
	"bewerbung bewerbungen praktikum stelle stellen candidature stage emploi empleo prácticas candidatura "

// about sets what the mail is about, and with it what the sender knows.
func (w *writer) about(area string) {
	w.area, w.facts = area, map[string]bool{}
	for _, f := range w.known() {
		w.facts[f.name] = true
	}
}

// known are the facts that a sender has of the area.
func (w *writer) known() []fact {
	return slices.Concat(w.table.facts[""], w.table.factsOf(w.order.Kind, w.area))
}

// scope lets the writer use what the table has for its kind and area.
func (w *writer) scope() {
	w.rules = nil
	for _, scope := range []string{w.order.Kind + " " + w.area, w.order.Kind, ""} {
		if r := w.table.scopes[scope]; r != nil {
			w.rules = append(w.rules, r)
		}
	}
}

// angry tells whether the sender has had enough: who complains, some of them, and more
// of those who write again about the same.
func (w *writer) angry() bool {
	if w.order.Kind != Support && w.order.Kind != Customer {
		return false
	}
	chance := 0.15
	if w.topic.seen {
		chance = 0.5
	}
	return w.own("angry/1").Unit() < chance
}

// factually draws what is to be the same whenever the sender tells it of this matter.
func (w *writer) factually(name string, make func() string) string {
	keys := []string{name}
	if !w.table.own[name] {
		keys = append(keys, strconv.Itoa(w.matter))
	}
	r, inFact := w.r, w.inFact
	w.r, w.inFact = rng.Seed(w.order.From.Address).Draw("fact/1", keys...), true
	v := make()
	w.r, w.inFact = r, inFact
	return v
}

// fact tells what the sender knows, by the table whatever grammar the mail is written by.
func (w *writer) fact(name string, depth int) string {
	before := w.rules
	w.scope()
	v := w.factually(name, func() string { return w.value(name, depth) })
	w.rules = before
	return v
}

// hidden are the facts that the sender holds, those of the text as it tells them.
func (w *writer) hidden() map[string]string {
	out := map[string]string{}
	for _, f := range w.known() {
		if v := w.value(f.name, 0); v != "" && !strings.Contains(v, "{") {
			out[f.key] = oneLine(v)
		}
	}
	if s := cmp.Or(w.vars["symptom"], w.topic.text); s != "" {
		out["symptom"] = s
	}
	return out
}

// single lets no two spaces stand in a line, and none before a dot.
func single(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return tidy(strings.Join(lines, "\n"))
}
