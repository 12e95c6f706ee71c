package decide

import (
	"slices"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Names of the temperaments that have rules of their own.
const (
	Responsive = "responsive"
	Busy       = "busy"
	Procedural = "procedural"
	Skeptical  = "skeptical"
	Flaky      = "flaky"
	Difficult  = "difficult"
	Ghost      = "ghost"
)

// Temperament is an entry of the catalogue: the habits of a person who says
// nothing else about themselves. Rates are 0 to 1.
type Temperament struct {
	Name        string
	Weight      int // odds when drawn; the catalogue's sum is 100
	ReplyRate   float64
	MedianDelay time.Duration
	Spread      float64 // geometric standard deviation, 1 or more
	Text        string

	DoubleReply  float64 // a second mail follows the reply
	Corrects     float64 // such a second mail mends something
	KeepPromises float64
	CCSomeone    float64
	Promises     float64 // asked for something to be done, they promise it
	phrases      [3]int  // odds of tomorrow, end of the week, a few days
	Chase        Chase
}

// Chase is how someone reminds others of what they promised.
type Chase struct {
	Chance float64       // they chase at all
	Soon   time.Duration // the first reminder, if not 0, is that long after it was due
	Days   []int         // each further one is that many working days after the one before
	CC     bool          // with someone in copy
}

var (
	prompt = [3]int{60, 20, 20}
	slow   = [3]int{20, 40, 40}
)

// catalogue is read only; Temperaments hands out copies.
var catalogue = [...]Temperament{
	{
		Name: Responsive, Weight: 30, ReplyRate: 0.95, MedianDelay: 15 * time.Minute, Spread: 2.5,
		Text:        "Answers quickly and to the point; says so when something needs time.",
		DoubleReply: 0.08, Corrects: 0.4, KeepPromises: 0.95, CCSomeone: 0.03,
		Promises: 0.5, phrases: prompt, Chase: Chase{Chance: 1, Days: []int{1, 2}},
	},
	{
		Name: Busy, Weight: 24, ReplyRate: 0.70, MedianDelay: 3 * time.Hour, Spread: 3.5,
		Text:        "Short replies when there is a gap; now and then needs a reminder.",
		DoubleReply: 0.03, Corrects: 0.4, KeepPromises: 0.75, CCSomeone: 0.05,
		Promises: 0.6, phrases: slow, Chase: Chase{Chance: 1, Days: []int{5}},
	},
	{
		Name: Procedural, Weight: 14, ReplyRate: 0.90, MedianDelay: 4 * time.Hour, Spread: 1.8,
		Text:        "Goes by the book: wants references, forms and the right person in copy.",
		DoubleReply: 0.02, Corrects: 0.4, KeepPromises: 0.98, CCSomeone: 0.15,
		Promises: 0.6, phrases: slow, Chase: Chase{Chance: 1, Days: []int{1, 3, 3}},
	},
	{
		Name: Skeptical, Weight: 11, ReplyRate: 0.60, MedianDelay: 2 * time.Hour, Spread: 2.5,
		Text:        "Doubts first: asks who you are and why before doing anything.",
		DoubleReply: 0.03, Corrects: 0.4, KeepPromises: 0.85, CCSomeone: 0.05,
		Promises: 0.3, phrases: slow, Chase: Chase{Chance: 1, Days: []int{3}},
	},
	{
		Name: Flaky, Weight: 10, ReplyRate: 0.55, MedianDelay: 7 * time.Hour, Spread: 4,
		Text:        "Means well, forgets, mixes things up and answers late.",
		DoubleReply: 0.12, Corrects: 0.8, KeepPromises: 0.40, CCSomeone: 0.02,
		Promises: 0.8, phrases: prompt, Chase: Chase{Chance: 0.1, Days: []int{3}},
	},
	{
		Name: Difficult, Weight: 7, ReplyRate: 0.80, MedianDelay: time.Hour, Spread: 3,
		Text:        "Finds fault, changes the terms, writes again before you could answer.",
		DoubleReply: 0.15, Corrects: 0.2, KeepPromises: 0.60, CCSomeone: 0.12,
		Promises: 0.4, phrases: slow, Chase: Chase{Chance: 1, Soon: 4 * time.Hour, Days: []int{1, 1, 1}, CC: true},
	},
	{
		Name: Ghost, Weight: 4, ReplyRate: 0.05, MedianDelay: 48 * time.Hour, Spread: 3,
		Text:         "Reads, hardly ever answers.",
		KeepPromises: 0.10, Promises: 0.1, phrases: slow,
	},
}

// TemperamentNames lists the names of the catalogue, in its order.
func TemperamentNames() []string {
	names := make([]string, len(catalogue))
	for i, t := range catalogue {
		names[i] = t.Name
	}
	return names
}

// Temperaments returns the catalogue, in the order of its weights.
func Temperaments() []Temperament {
	list := slices.Clone(catalogue[:])
	for i := range list {
		list[i].Chase.Days = slices.Clone(list[i].Chase.Days)
	}
	return list
}

// TemperamentOf returns the entry of that name.
func TemperamentOf(name string) (t Temperament, ok bool) {
	t = *entry(name)
	t.Chase.Days = slices.Clone(t.Chase.Days)
	return t, t.Name != ""
}

// entry is the catalogue's entry of that name, else one without habits.
func entry(name string) *Temperament {
	for i := range catalogue {
		if catalogue[i].Name == name {
			return &catalogue[i]
		}
	}
	return &Temperament{}
}

// DrawTemperament draws a name with the catalogue's odds.
func DrawTemperament(r *rng.Rand) string {
	var weights [len(catalogue)]int
	for i := range catalogue {
		weights[i] = catalogue[i].Weight
	}
	return catalogue[r.Weighted(weights[:])].Name
}

// Traits are those of a person of that temperament who says nothing else about
// themselves: name, addresses and days are the caller's to add.
func (t Temperament) Traits(hours simtime.Hours) Traits {
	return Traits{
		Temperament: t.Name, ReplyRate: t.ReplyRate, Median: t.MedianDelay, Spread: t.Spread, Hours: hours,
		DoubleReply: t.DoubleReply, KeepPromises: t.KeepPromises, CCSomeone: t.CCSomeone,
	}
}
