package worldgen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
)

// newWriter sets the variables that an order gives.
func newWriter(r *rng.Rand, o Order, t topic) *writer {
	company := o.Company.Name
	if company == "" {
		label, _, _ := strings.Cut(o.Company.Domain, ".")
		company = cmp.Or(capital(label), "your company")
	}
	w := &writer{r: r, order: o, topic: t, billed: o.Date, table: tableOf(cmp.Or(o.Language, english)), turns: map[string]int{}, said: map[string]bool{}, vars: map[string]string{
		"topic": t.text, "thing": t.text, "wish": t.wish, "company": oneLine(company), "product": product(oneLine(company)), "org": o.From.Org, "name": o.From.Name, "role": o.From.Role,
	}}
	if t.rules != nil {
		w.rules = append(w.rules, t.rules)
	}
	w.vars["greet"] = w.greeting()
	return w
}

// greeting opens a mail as its sender does.
func (w *writer) greeting() string {
	to, from := w.order.To, w.order.From
	if !personal(to.Name) {
		to.Name = ""
	}
	given, _, _ := strings.Cut(to.Name, " ")
	if list := w.manner("greet", to.Name != ""); len(list) > 0 {
		greet := list[w.own("greet").IntN(len(list))]
		return oneLine(strings.NewReplacer("{given}", given, "{to}", to.Name).Replace(greet))
	}
	var list []string
	switch {
	case from.Formality == "formal" && to.Name != "":
		list = []string{"Dear " + to.Name + ",", "Good day " + to.Name + ","}
	case from.Formality == "formal" && w.order.Nth > 0:
		list = []string{"Dear team,", "Good day,", "Dear all,"}
	case from.Formality == "formal":
		list = []string{"Dear Sir or Madam,", "Dear team,", "Good day,", "To whom it may concern,"}
	case to.Name != "" && from.Formality == "casual":
		list = []string{"Hi " + given + ",", "Hey " + given + ",", "Hello " + given + "!"}
	case to.Name != "":
		list = []string{"Hello " + given + ",", "Hi " + given + ",", "Dear " + given + ","}
	case from.Formality == "casual":
		list = []string{"Hi,", "Hi all,", "Hello there,", "Hey team,"}
	default:
		list = []string{"Hello,", "Hello team,", "Good morning,", "Dear team,", "Hi,"}
	}
	return oneLine(list[w.own("greet").IntN(len(list))]) // everyone has a way of their own
}

// manner are the patterns of the table for a sender's formality, those with a name where
// there is one.
func (w *writer) manner(name string, named bool) []string {
	name += " " + cmp.Or(w.order.From.Formality, "neutral")
	if list := w.table.scopes[""][name+" name"]; named && len(list) > 0 {
		return list
	}
	return w.table.scopes[""][name]
}

// personal tells whether a mailbox bears the name of a person, not of an office.
func personal(name string) bool {
	words := strings.Fields(name)
	for _, word := range words {
		switch strings.ToLower(word) {
		case "team", "support", "sales", "office", "desk", "help", "service", "info", "billing", "accounts", "department", "inbox", "contact", "customer", "invoices":
			return false
		}
	}
	return len(words) > 1
}

// goodbye closes a mail; it thanks only who has not been thanked.
func (w *writer) goodbye(body string) string {
	if list := w.manner("bye", false); len(list) > 0 {
		return rng.Pick(w.r, list)
	}
	list := []string{"Best regards,", "Kind regards,", "Regards,", "Best wishes,", "Many thanks,"}
	switch w.order.From.Formality {
	case "formal":
		list = []string{"Yours sincerely,", "With kind regards,", "Yours faithfully,", "Respectfully,"}
	case "casual":
		list = []string{"Cheers,", "Best,", "All the best,", "Thanks!", "Thanks,"}
	}
	s := rng.Pick(w.r, list)
	if strings.Contains(s, "hanks") && strings.Contains(body, "hank") {
		s = list[0]
	}
	return s
}

// numbers are what a mail makes up: the same wherever it is named in one mail.
var numbers func() map[string]func(w *writer) string

func init() { // a number may name another
	numbers = sync.OnceValue(func() map[string]func(w *writer) string {
		return map[string]func(w *writer) string{
			"people":  func(w *writer) string { return strconv.Itoa(w.own("people").Between(8, 180)) },
			"few":     func(w *writer) string { return strconv.Itoa(w.r.Between(3, 7)) },
			"years":   func(w *writer) string { return rng.Pick(w.r, []string{"two", "three", "four", "five", "six"}) },
			"seconds": func(w *writer) string { return strconv.Itoa(w.r.Between(5, 40)) },
			"percent": func(w *writer) string { return strconv.Itoa(w.r.Between(2, 6) * 5) },
			"readers": func(w *writer) string { return fmt.Sprintf("%d,%03d", w.r.Between(2, 48), w.r.Between(0, 9)*100) },
			"errno": func(w *writer) string {
				return rng.Pick(w.r, []string{"500", "502", "403", "E-1042", "E-217", "timeout"})
			},
			"version": func(w *writer) string { return fmt.Sprintf("%d.%d", w.r.Between(2, 9), w.r.Between(0, 14)) },
			"ref":     func(w *writer) string { return w.r.Text("ABCDEFGHKLMNPRSTUVWXYZ", 2) + "-" + w.r.Text("0123456789", 5) },
			"custno":  func(w *writer) string { return "K" + strconv.Itoa(w.own("customer").Between(10_000, 99_999)) },
			"orderno": func(w *writer) string {
				r := w.r
				if w.order.Kind == Support { // the one they complain about
					r = w.own("order")
				}
				return r.Text("123456789", 1) + r.Text("0123456789", 5)
			},
			"invno": func(w *writer) string {
				return fmt.Sprintf("%s-%d-%04d", strings.ToUpper(slug(w.order.From.Org + "inv")[:2]), w.billed.Year(), w.bill())
			},
			"asked":  func(w *writer) string { return strconv.Itoa(w.r.Between(11, 60) * 10) },
			"held":   func(w *writer) string { return rng.Pick(w.r, []string{"three", "four", "six", "nine"}) },
			"line":   func(w *writer) string { return w.r.Text("0123456789", 3) },
			"year":   func(w *writer) string { return strconv.Itoa(w.order.Date.Year()) },
			"season": func(w *writer) string { return seasons[w.order.Date.AddDate(0, 1, 0).Month()/3%4] },
			"hour": func(w *writer) string {
				return rng.Pick(w.r, []string{"9:30", "10:00", "11:00", "13:30", "14:00", "15:30", "16:00"})
			},
			"weekday": func(w *writer) string { return w.weekday(w.order.Date) },
			"day":     func(w *writer) string { return w.weekday(w.workday(w.r.Between(1, 6))) },
			"lastday": func(w *writer) string { return w.weekday(w.order.Date.AddDate(0, 0, -w.r.Between(1, 4))) },
			"since": func(w *writer) string {
				return rng.Pick(w.r, []string{"this morning", "yesterday", w.value("lastday", 0)})
			},
			"date":     func(w *writer) string { return w.dated("short date", w.workday(w.r.Between(6, 18))) },
			"billdate": func(w *writer) string { return w.dated("long date", w.billed) },
			"month":    func(w *writer) string { return w.month(w.order.Date.AddDate(0, 0, 15)) },
			"quarter":  func(w *writer) string { return "the " + ordinals[(int(w.order.Date.Month())-1)/3] + " quarter" },
			"terms":    func(w *writer) string { return rng.Pick(w.r, []string{"14", "21", "30"}) },
			"duedate": func(w *writer) string {
				n, _ := strconv.Atoi(w.value("terms", 0))
				return w.dated("long date", w.billed.AddDate(0, 0, n))
			},
			"currency": func(w *writer) string { return rng.Pick(w.own("currency"), []string{"EUR", "EUR", "GBP"}) },
			"cents": func(w *writer) string {
				return strconv.Itoa(w.r.Between(400, rng.Pick(w.own("size"), []int{4000, 12_000, 40_000})) * 5)
			},
			"net":    func(w *writer) string { return w.money(100) },
			"vat":    func(w *writer) string { return w.money(20) },
			"amount": func(w *writer) string { return w.money(120) },
		}
	})
}

// weekday is the name of a day's.
func (w *writer) weekday(t time.Time) string { return w.table.scopes[""]["weekdays"][t.Weekday()] }

// month is the name of a day's.
func (w *writer) month(t time.Time) string { return w.table.scopes[""]["months"][t.Month()-1] }

// dated writes a day by one of the patterns of the table.
func (w *writer) dated(pattern string, t time.Time) string {
	return strings.NewReplacer("{d}", strconv.Itoa(t.Day()), "{m}", w.month(t), "{y}", strconv.Itoa(t.Year())).Replace(w.table.scopes[""][pattern][0])
}

// product is what a company sells by its own name: the name without its legal form.
func product(company string) string {
	words := strings.Fields(company)
	for len(words) > 1 && slices.Contains(legalForms, strings.ToLower(strings.Trim(words[len(words)-1], ".,"))) {
		words = words[:len(words)-1]
	}
	return strings.TrimRight(strings.Join(words, " "), ",& ")
}

var legalForms = strings.Fields("gmbh ag kg ug ohg se co ltd limited plc inc llc corp company bv b.v nv sa s.a sarl sas srl s.r.l sl s.l spa oy ab as aps kft")

// bill is the number of a vendor's bill: it rises, and what a reminder is about
// was billed before the first that is seen.
func (w *writer) bill() int {
	first, step := w.own("bill").Between(200, 4000), w.own("bill step").Between(3, 17)
	if w.billed.Before(w.order.Date) {
		return first - w.order.Nth
	}
	return first + step*w.order.Nth
}

// remind makes a vendor's mail a reminder of an old bill.
func (w *writer) remind() {
	w.billed = w.order.Date.AddDate(0, 0, -w.r.Between(35, 50))
	w.rules = append([]rules{reminderRules()}, w.rules...)
}

// own returns a generator for what is the same in all mails of a sender.
func (w *writer) own(what string) *rng.Rand { return rng.Seed(w.order.From.Address).Draw(what) }

var ordinals = []string{"second", "third", "fourth", "first"} // the quarter after the present one

var seasons = []string{"winter", "spring", "summer", "autumn"}

// money is a share of the net sum, in percent.
func (w *writer) money(percent int) string {
	net, _ := strconv.Atoi(w.value("cents", 0))
	sum := net * percent / 100
	euros := strconv.Itoa(sum / 100)
	if n := len(euros); n > 3 {
		euros = euros[:n-3] + "," + euros[n-3:]
	}
	return fmt.Sprintf("%s %s.%02d", w.value("currency", 0), euros, sum%100)
}

// workday is the n-th weekday after the mail's date.
func (w *writer) workday(n int) time.Time {
	d := w.order.Date
	for n > 0 {
		d = d.AddDate(0, 0, 1)
		if day := d.Weekday(); day != time.Saturday && day != time.Sunday {
			n--
		}
	}
	return d
}
