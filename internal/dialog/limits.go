package dialog

import (
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
)

// What the mail says of the days and hours that are possible: "before the 28th", "from the
// 18th on", "mornings are best".

// limits are the first and the last day that the question and what the mail tells leave for
// an answer, the zero time for none.
func (p *planner) limits(it *item) (first, last time.Time) {
	if p.out.Language != "en" {
		return first, last
	}
	read := func(text string) {
		words := strings.Fields(strings.ToLower(text))
		for i, w := range words[:min(len(words), 60)] {
			w = strings.Trim(w, ".,;!?()")
			after, before := w == "from" || w == "after" || w == "since", w == "by" || w == "before" || w == "until" || w == "till"
			if !after && !before {
				continue
			}
			rest := words[i+1 : min(len(words), i+5)]
			for n, r := range rest { // up to the next one of these words, and to the end of the clause
				if bare := strings.Trim(r, ".,;!?()"); bare == "to" || bare == "until" || bare == "till" || bare == "and" || bare == "or" {
					rest = rest[:n]
					break
				}
				if n > 0 && strings.HasSuffix(rest[n-1], ".") {
					rest = rest[:n]
					break
				}
			}
			at := p.think.read(strings.Join(rest, " "), p.Now)
			if at.day.IsZero() || at.day.Before(midnight(p.Now)) || at.day.After(p.Now.AddDate(0, 0, 200)) {
				continue
			}
			if before && w != "by" && slices.ContainsFunc(words[:i], func(n string) bool {
				return n == "not" || n == "cannot" || strings.HasSuffix(n, "n't") || strings.HasSuffix(n, "n’t")
			}) {
				after, before = true, false // "I can't print before the 26th"
				w = "from"
			}
			switch {
			case after && (first.IsZero() || at.day.After(first)):
				first = at.day
				if w == "after" {
					first = first.AddDate(0, 0, 1)
				}
			case before && (last.IsZero() || at.day.Before(last)):
				last = at.day
				if w == "before" {
					last = last.AddDate(0, 0, -1)
				}
			}
		}
	}
	read(it.text)
	for _, s := range p.mail.Told {
		if !p.past(s) && !p.holdsLine("answer by", s) {
			read(s)
		}
	}
	for _, r := range p.mail.Requests {
		if r.Verb == "need" && p.holdsLine("needed by", r.Text) {
			read(r.Text) // "I need it before the 20th."
		}
	}
	if !first.IsZero() && !last.IsZero() && last.Before(first) {
		return time.Time{}, time.Time{}
	}
	return first, last
}

// inLimits moves a day between the limits of the question.
func (p *planner) inLimits(it *item, day time.Time) time.Time {
	first, last := p.limits(it)
	n := int(day.Sub(midnight(p.Now)).Hours()/24)%3 + 1
	if !first.IsZero() && day.Before(first) {
		day = workingDay(first.AddDate(0, 0, -1), n)
	}
	if !last.IsZero() && day.After(last) {
		day = workingDay(last.AddDate(0, 0, 1), -n)
		if !first.IsZero() && day.Before(first) {
			day = first
		}
		if day.Before(midnight(p.Now)) {
			day = midnight(p.Now).AddDate(0, 0, 1)
		}
	}
	return day
}

// partWanted is the part of the day that the mail says is best: "morning"; empty for none.
func (p *planner) partWanted(it *item) string {
	for _, s := range append([]string{it.text}, p.mail.Told...) {
		words := p.words(s)
		if !slices.ContainsFunc(words[:min(len(words), maxStems)], func(w string) bool {
			return w == "best" || w == "better" || w == "easiest" || w == "easier" || w == "prefer" || w == "preferably" || w == "only" || w == "any"
		}) {
			continue
		}
		found := ""
		for _, part := range []string{"morning", "afternoon", "evening"} {
			if slices.Contains(words, part+"s") || slices.Contains(words, part) {
				if found != "" {
					found = ""
					break
				}
				found = part
			}
		}
		if found != "" {
			return found
		}
	}
	return ""
}

// saidDay says a day, with the part of it that the mail says is best.
func (p *planner) saidDay(it *item, day time.Time) string {
	said := p.think.date(day)
	if part := p.partWanted(it); p.out.Language == "en" && part != "" && it.ask != gist.AskDeadline {
		said += " in the " + part
	}
	return said
}

// othersSay are the other texts of the mail that may tell at what hours something can be.
func (p *planner) othersSay(it *item) (out []string) {
	texts := p.mail.Told
	for _, r := range p.mail.Requests {
		texts = append(slices.Clip(texts), r.Text)
	}
	for _, q := range p.mail.Questions {
		if q.Text != it.text {
			texts = append(slices.Clip(texts), q.Text)
		}
	}
	for _, s := range texts {
		if p.holdsLine("hours possible", s) && !p.past(s) {
			out = append(out, s)
		}
	}
	return out
}
