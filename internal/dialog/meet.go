package dialog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// meet answers whether or when an appointment suits: with one of several offered, with
// yes or another proposal to a single one, else with a proposal.
func (p *planner) meet(it *item) {
	switch len(it.options) {
	case 0:
		if it.kind == "" && strings.IndexFunc(it.text, unicode.IsDigit) >= 0 && p.offersTwo(it.text) {
			p.decides(it) // "Would the 19th suit you, or do you want it on the 12th without the top?"
			return
		}
		if it.kind == "" && it.language == "en" && p.stated(it, true) != "" && (p.holdsLine("time told", it.text) || hourToldRE().MatchString(it.text)) {
			it.ask = gist.AskYesNo
			p.yesNo(it) // "Could I come round about 9?", "are you free this weekend?"
			return
		}
		if day := p.seasonal(it, p.draw(it.ask)); day != "" && it.kind != "" && !p.holdsLine("before season", strings.Join(p.mail.Told, " ")) {
			p.tell(it, "answer.date", day)
			return
		}
		p.tell(it, "answer.meet.free", p.proposal(it, time.Time{}))
	case 1:
		p.meetOne(it)
	default:
		p.meetSome(it)
	}
}

// hourToldRE finds an hour by which a question names its time.
var hourToldRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:at|about|around|after|before|by) (?:\d{1,2}|half|quarter|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)
})

// offersTwo reports whether a question has two sides.
func (p *planner) offersTwo(text string) bool {
	return slices.Contains(p.words(text), p.think.form["or"])
}

// suits is how often a single date that is offered does.
var suits = map[string]float64{"busy": 0.65, "difficult": 0.55, "skeptical": 0.7, "flaky": 0.7}

func (p *planner) meetOne(it *item) {
	offered := it.options[0]
	if at := p.think.read(offered, p.Now); at.day.IsZero() && at.minutes >= 0 && !p.st.Mine {
		if yes := p.stated(it, true); yes != "" && p.think.form["sides"] != "" && p.draw(it.ask).Chance(0.85) {
			p.say(Move{Slot: "answer.yes", Label: it.label, Values: values("stated", yes), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), offered)})
			return // "Seriez-vous libre de 8h30 à 16h ?"
		}
		p.hourSuits(it, offered, at)
		return
	}
	chance, ok := suits[p.Me.Temperament]
	if !ok {
		chance = 0.8
	}
	if p.st.Mine {
		chance = 0.92
	}
	if p.goesOn(it) {
		chance = max(chance, 0.92)
	}
	r := p.draw(it.ask)
	free := r.Chance(chance)
	if at := p.think.read(offered, p.Now); p.engaged(offered) || !p.awake(at, it) {
		free = false
	}
	if free {
		p.tell(it, "answer.meet", offered)
		return
	}
	if p.fixed(it) {
		reason := rng.Pick(r, p.think.special("reason no", nil, p.think.stems(p.think.form["invited"])))
		p.say(Move{Slot: "answer.no", Label: it.label, Values: values("echo", p.echo(it, false), "reason", reason), Core: true, Claim: p.claim(gist.AskYesNo, p.claimTopic(it), "no")})
		return
	}
	after := p.think.read(offered, p.Now).day
	p.tell(it, "answer.meet.other", p.proposal(it, after), "date", offered)
}

func (p *planner) meetSome(it *item) {
	r := p.draw(it.ask)
	at := r.IntN(len(it.options))
	for range it.options {
		if !p.engaged(it.options[at]) && p.awake(p.think.read(it.options[at], p.Now), it) {
			break
		}
		at = (at + 1) % len(it.options)
	}
	p.tell(it, "answer.meet", it.options[at], "other", it.options[(at+1)%len(it.options)])
}

// engaged reports whether the person agreed on that very time with somebody else.
func (p *planner) engaged(date string) bool {
	for _, h := range p.held {
		if (h.Kind == gist.AskMeet || h.Kind == gist.AskDate) && strings.EqualFold(h.Value, date) && !h.thread && !strings.EqualFold(h.To, p.You.Address) {
			return true
		}
	}
	return false
}

// awake reports whether a time is one for such an appointment: working hours, with an
// hour around them, unless it is private.
func (p *planner) awake(at moment, it *item) bool {
	if p.think.special("time", it.stems, it.words) != nil {
		return true // dinner is later
	}
	if at.minutes >= 0 && (at.minutes < p.Me.Start-60 || at.minutes > p.Me.End) {
		return at.minutes < 12*60 && at.day.IsZero() // "is 7:30 ok?" is of an evening
	}
	return true
}

// proposal is an appointment that suits the person: a working day to come, other than
// the one given, and a time within their hours.
func (p *planner) proposal(it *item, refused time.Time) string {
	r := p.draw(gist.AskMeet)
	n := r.Between(2, 6)
	if day := p.weekendDay(it.text, n%2); refused.IsZero() && !day.IsZero() && p.inLimits(it, day).Equal(day) {
		return p.think.date(day)
	}
	day := workingDay(p.Now, n)
	if d, ok := p.weekOf(it.text, n-2); ok {
		day = d
	}
	if last := p.lastDay(); refused.IsZero() && p.holdsLine("starting", it.text) && last.After(p.Now) {
		refused = last // nobody starts before the interview
	}
	if refused.After(p.Now) && refused.Before(p.Now.AddDate(0, 0, 200)) {
		day = workingDay(refused, 1+n/3)
	}
	if midnight(refused).Equal(day) {
		day = workingDay(day, 1)
	}
	return p.moment(p.possible(p.inLimits(it, day)), p.minutes(it, r))
}

// lastDay is the last day that the mail names in full, the zero time for none.
func (p *planner) lastDay() (last time.Time) {
	for _, s := range p.mail.Dates {
		if at := p.think.read(s, p.Now); at.dated && at.day.After(last) {
			last = at.day
		}
	}
	return last
}

var windowRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(\d{1,2})(?:[:.](\d\d))?(?: uhr)? (?:and|to|und|bis|et|à|y|a|-|–) (\d{1,2})(?:[:.](\d\d))?\b`)
})

// window is the time of the day that the newest mail leaves to choose in, in minutes: "any
// time between 9 and 12".
func (p *planner) window() (from, to int, ok bool) {
	var texts []string
	for _, s := range p.mail.Stated {
		if s.Ask == gist.AskTime {
			texts = append(texts, s.Value)
		}
	}
	for _, a := range p.mail.Acts {
		if a.Kind == gist.Changing || a.Kind == gist.Offering {
			texts = append(texts, a.Text)
		}
	}
	if p.out.Language == "en" {
		texts = append(texts, p.mail.Told...) // "We are interviewing between 9 and 12"
	}
	for _, text := range texts[:min(len(texts), 2*maxItems)] {
		m := windowRE().FindStringSubmatch(strings.ToLower(text))
		if m == nil {
			continue
		}
		from, to = hour(m[1], m[2]), hour(m[3], m[4])
		if from < to && to <= 24*60 {
			return from, to, true
		}
	}
	return 0, 0, false
}

func hour(h, m string) int {
	hours, _ := strconv.Atoi(h)
	minutes, _ := strconv.Atoi(m)
	return 60*hours + minutes
}

// hourSuits answers whether an hour suits, of a day that is known: mostly it does, else
// another one of that day would.
func (p *planner) hourSuits(it *item, offered string, at moment) {
	if r := p.draw(it.ask); r.Chance(0.85) {
		p.tell(it, "answer.meet", offered)
	} else {
		p.tell(it, "answer.meet.other", p.clock(at.minutes+30+30*r.IntN(2)), "date", offered)
	}
}
