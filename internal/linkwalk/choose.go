package linkwalk

import (
	"errors"
	"fmt"

	"github.com/mailsim/mailsim/internal/rng"
)

// Habit is how a person treats links: one of the four of style.links.
type Habit struct {
	Name string
	Text string
	Rate float64 // chance that they click what a mail asks them to click
	Rest float64 // chance that they click any other link of it
	// Strangers is false when they open nothing a stranger sent.
	Strangers bool
}

// Habits are the four ways, the default first.
var Habits = [4]Habit{
	{"usual", "Opens what looks useful: the main link of a mail, now and then another.", 0.6, 0.15, true},
	{"curious", "Opens every link that the policy allows.", 1, 1, true},
	{"wary", "Rarely opens a link, and none from a sender not known.", 0.15, 0.03, false},
	{"never", "Opens no link.", 0, 0, false},
}

// HabitOf returns the habit of that name; an empty name is the default one.
func HabitOf(name string) (Habit, error) {
	if name == "" {
		return Habits[0], nil
	}
	for _, h := range Habits {
		if h.Name == name {
			return h, nil
		}
	}
	return Habit{}, fmt.Errorf("links %q: want usual, curious, wary or never", name)
}

// Candidate is a link of a mail, in the order of the mail.
type Candidate struct {
	URL  string
	Text string
	// Action marks what the mail asks to click: confirm, sign in, pay. If no
	// link is marked, the first that does not unsubscribe counts as marked.
	Action bool
	// Unsubscribe marks a link known to unsubscribe, from the header or its text.
	Unsubscribe bool
}

// Choice is a link that the person wants to open, or one that they leave alone
// for a reason that is worth telling.
type Choice struct {
	Index int  // of the candidate
	Open  bool // open it; otherwise it is skipped
	Why   string
}

// maxCandidates bounds the links of one mail that are looked at.
const maxCandidates = 500

// Choose decides which links of a mail a person opens: what is asked for
// first, then in the order of the mail, no address twice, at most MaxLinks.
// Links that they wanted and the policy refuses come as skipped; so does, for
// all who click at all, each link to the sender's own machine. known tells
// whether the person knows the sender.
//
// Every candidate takes one draw of r, whatever becomes of it, so that a
// changed policy shifts no other decision.
func Choose(h Habit, known bool, links []Candidate, p Policy, sites Sites, r *rng.Rand) []Choice {
	if !p.Enabled || h.Rate <= 0 {
		return nil
	}
	links = links[:min(len(links), maxCandidates)]
	action := markAction(links)
	wants := make([]bool, len(links))
	for i := range links {
		rate := h.Rest
		if action[i] {
			rate = h.Rate
		}
		wants[i] = r.Chance(rate) && (known || h.Strangers)
	}
	c := chooser{policy: p, sites: sites, seen: map[string]bool{}}
	for _, first := range []bool{true, false} {
		for i, link := range links {
			if action[i] == first {
				c.consider(i, link, wants[i], first)
			}
		}
	}
	return c.choices
}

// markAction tells which links the mail asks to click.
func markAction(links []Candidate) []bool {
	marks := make([]bool, len(links))
	first, marked := -1, false
	for i, l := range links {
		marks[i] = l.Action
		marked = marked || l.Action
		if first < 0 && !l.Unsubscribe {
			first = i
		}
	}
	if !marked && first >= 0 {
		marks[first] = true
	}
	return marks
}

type chooser struct {
	policy  Policy
	sites   Sites
	seen    map[string]bool // by canonical address
	opened  int
	choices []Choice
}

func (c *chooser) consider(i int, link Candidate, wanted, action bool) {
	t, err := judge(c.policy, link.URL, c.sites)
	if err == nil && link.Unsubscribe && !c.policy.Unsubscribe {
		err = errUnsubscribe
	}
	var local localError
	if !wanted && !errors.As(err, &local) {
		return
	}
	key := link.URL
	if t.url != nil {
		u := *t.url
		u.Fragment, u.RawFragment = "", ""
		key = u.String()
	}
	if c.seen[key] {
		return
	}
	if err == nil && c.opened >= c.policy.MaxLinks {
		return
	}
	c.seen[key] = true
	choice := Choice{Index: i, Open: err == nil, Why: "clicked what caught the eye"}
	switch {
	case err != nil:
		choice.Why = err.Error()
	case action:
		choice.Why = "clicked what the mail asks for"
	}
	if choice.Open {
		c.opened++
	}
	c.choices = append(c.choices, choice)
}
