// Package spam says what a mail filter would think of a mail: a score made of
// named rules, and what mail clients, readers with disabilities and other mail
// servers will find fault with. Each finding says what to change.
//
// It is a leaf: it takes values that others parsed, asks no network and no
// clock, and its cost grows with the size of the mail alone.
package spam

import (
	"slices"
	"time"
)

// Engine is the name of this scoring in reports.
const Engine = "rules"

// Scores from which a filter of that strictness files a mail as junk.
const (
	Strict  = 3.0
	Normal  = 5.0
	Lenient = 8.0
)

// Threshold returns the score from which a filter ("strict", "normal",
// "lenient") files a mail as junk. There is none for "none" and for other names.
func Threshold(filter string) (score float64, ok bool) {
	switch filter {
	case "strict":
		return Strict, true
	case "normal":
		return Normal, true
	case "lenient":
		return Lenient, true
	}
	return 0, false
}

// Mail is a mail as a filter sees it.
type Mail struct {
	From     string // address
	FromName string // display name
	ReplyTo  string // address, "" without the field
	Subject  string // decoded
	// Date is that of the header, zero without the field. It is compared with
	// Arrived when that is known.
	Date, Arrived time.Time
	HasMessageID  bool
	Text, HTML    string // bodies, "" without the part
	Attachments   []Attachment
	// ListUnsubscribe and ListUnsubscribePost are the values of these fields.
	ListUnsubscribe, ListUnsubscribePost string

	Bulk     bool // sent to many: Precedence bulk or list, or a List-Id
	Known    bool // the reader has written to the sender before
	InThread bool // an answer to a mail of the reader
	Auth     Auth
}

// Attachment is a file that comes with a mail.
type Attachment struct {
	Filename, ContentType string
	Size                  int64
}

// Auth holds results in the words of RFC 8601 ("pass", "fail", "softfail",
// "none", ...). An empty one counts as none.
type Auth struct {
	SPF, DKIM, DMARC string
	DKIMDomain       string // the signing domain (d=)
}

// Rule is a rule that holds for a mail.
type Rule struct {
	Name  string  `json:"name"`
	Score float64 `json:"score"` // one decimal; below 0 it speaks for the mail
	Text  string  `json:"text"`  // what was found and what to change
}

// Report is the result of Score.
type Report struct {
	Engine string  `json:"engine"`
	Score  float64 `json:"score"` // the exact sum of the rules, one decimal
	Rules  []Rule  `json:"rules"` // highest score first, never nil
}

// Why returns the texts of the three rules that weigh most against the mail.
func (r Report) Why() []string {
	why := []string{}
	for _, rule := range r.Rules {
		if rule.Score > 0 && len(why) < 3 {
			why = append(why, rule.Text)
		}
	}
	return why
}

// Junk reports whether a filter of that name files the mail as junk.
func (r Report) Junk(filter string) bool {
	threshold, ok := Threshold(filter)
	return ok && r.Score >= threshold
}

// Score judges a mail.
func Score(m Mail) Report { return Look(m).Score(m.Known, m.InThread) }

// Looked is a mail that was looked at once, to be scored for each of its readers. It
// serves one goroutine at a time.
type Looked struct{ *facts }

// Look finds in a mail what the rules ask about.
func Look(m Mail) *Looked { return &Looked{gather(&m)} }

// Score judges the mail for a reader; the arguments are the fields of Mail that depend on
// the reader.
func (l *Looked) Score(known, inThread bool) Report {
	f := l.facts
	f.Known, f.InThread = known, inThread
	r := Report{Engine: Engine, Rules: make([]Rule, 0, 4)}
	total := 0
	for i := range rules {
		tenths := rules[i].judge(f)
		if tenths == 0 {
			continue
		}
		total += tenths
		r.Rules = append(r.Rules, Rule{Name: rules[i].name, Score: score(tenths), Text: rules[i].text})
	}
	slices.SortStableFunc(r.Rules, func(a, b Rule) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	r.Score = score(total)
	return r
}

// score makes a score of tenths, in which sums are exact.
func score(tenths int) float64 { return float64(tenths) / 10 }
