package decide

import "strings"

// maxChance is the most that a temperament answers.
const maxChance = 0.98

// odds is the probability of an answer, and why. A rate given on the person is
// that probability; the temperament's is multiplied by what the mail is.
func (m *mind) odds() (p float64, why string) {
	if what := m.machine(); what != "" {
		p = min(m.p.ReplyRate, machineOdds)
		if m.p.RateGiven { // of personal mail, which this is none of
			p = 0
		}
		return p, "no personal mail (" + short(what) + ")"
	}
	if m.over() {
		return min(m.p.ReplyRate, overOdds), "the conversation is over"
	}
	if m.p.RateGiven && m.s.Mail.Pitch && m.stranger() {
		return 0, "no personal mail (cold pitch)"
	}
	if m.p.RateGiven {
		return m.p.ReplyRate, m.name() + " answers " + percent(m.p.ReplyRate) + " of personal mail"
	}
	if m.s.Mail.Overdue {
		return apologies, "asked for a promise not kept: " + percent(apologies) + " apologise"
	}
	p = m.p.ReplyRate
	var b strings.Builder
	b.WriteString(m.temperament() + " answers " + percent(p))
	for _, f := range m.oddsFactors() {
		if f.x != 1 {
			p = float64(p * f.x)
			b.WriteString(", " + f.String())
		}
	}
	p = min(p, maxChance)
	if m.s.Mail.Answers && !m.s.Mail.Closing && p < minAnswered {
		p = minAnswered
		b.WriteString(", answers their own question")
	}
	if p != m.p.ReplyRate {
		b.WriteString(": " + percent(p))
	}
	return p, b.String()
}

const (
	machineOdds = 0.003 // of mail whose words say that nobody wrote it to the person
	overOdds    = 0.02  // of mail after the end that asks nothing
	apologies   = 0.7   // of the broken promises asked for
	minAnswered = 0.8   // of the answers to a question the person asked
)

// machine is what the words of the mail tell that it is, "" for personal mail. Who
// writes in a conversation of theirs is a person, whatever they quote.
func (m *mind) machine() string {
	mail := &m.s.Mail
	if m.s.Thread.OwnReplies > 0 || mail.Answers || mail.Overdue {
		return ""
	}
	return mail.Machine
}

// over tells that the mail comes after the end of a conversation and opens nothing new.
func (m *mind) over() bool {
	mail := &m.s.Mail
	return m.s.Thread.Closed && !mail.asks() && !mail.Overdue && mail.Promise == nil
}

// oddsFactors are the factors of a mail on the temperament's reply rate.
func (m *mind) oddsFactors() [8]factor {
	mail := &m.s.Mail
	_, away := m.days.away(m.now)
	return [...]factor{
		m.purpose(),
		when(mail.OnCase, 1.1, "on a case of theirs"),
		when(mail.Chase >= 2, 1.3, "asked again"),
		m.place(),
		when(m.stranger() && mail.Cold <= 0, 0.35, "unknown sender"),
		m.fatigue(),
		when(away, 0.6, "after an absence"),
		when(m.s.Relation.Trust <= annoyed, 0.6, "annoyed by them"),
	}
}

// purpose is the factor of what the mail is for.
func (m *mind) purpose() factor {
	mail := &m.s.Mail
	switch {
	case mail.Answers && (mail.asks() || !mail.Closing):
		return factor{1, "answers their question"}
	case mail.Cold > 0 && m.stranger():
		steps := [...]factor{{0.08, "cold mail"}, {0.05, "cold mail, first follow-up"}, {0.02, "cold mail, later follow-up"}}
		return steps[min(mail.Cold, len(steps))-1]
	case mail.asks():
		return factor{1, "asks something"}
	case mail.Closing:
		return factor{0.04, "ends the exchange"}
	case mail.Thanks:
		return factor{0.10, "thanks or closes"}
	}
	return factor{0.35, "asks nothing"}
}

// place is the factor of where the person stands among the recipients.
func (m *mind) place() factor {
	mail := &m.s.Mail
	switch {
	case mail.InTo:
		others := max(mail.Recipients, 1) - 1
		return factor{1 / float64(1+float64(0.3*float64(others))), "one of several recipients"}
	case mail.InCc:
		return factor{0.15, "only in copy"}
	}
	return factor{0.15, "in neither To nor Cc"}
}

// fatigue is the factor of a thread going on. People tire of it slowly;
// simulated people who talk to each other must come to an end.
func (m *mind) fatigue() factor {
	own := max(m.s.Thread.OwnReplies, 0)
	if m.s.Mail.Simulated {
		return factor{power(0.6, own), "both simulated"}
	}
	return factor{power(0.9, own-3), "long thread"}
}

// stranger says whether the sender is unknown and the mail no part of anything
// that the person has to do with.
func (m *mind) stranger() bool {
	mail := &m.s.Mail
	return m.s.Relation.closeness() == Stranger && m.s.Thread.OwnReplies <= 0 && !mail.OnCase && !mail.Answers
}

// factor multiplies a rate or a delay, for a reason.
type factor struct {
	x   float64
	why string
}

func (f factor) String() string { return f.why + " x" + number(f.x, 3) }

func when(holds bool, x float64, why string) factor {
	if !holds {
		return factor{1, ""}
	}
	return factor{x, why}
}

// power is base^n for a base of 0 to 1; 1 for n of 0 and below. Beyond 64 it is
// as good as nothing.
func power(base float64, n int) float64 {
	x := 1.0
	for range min(n, 64) {
		x = float64(x * base)
	}
	return x
}
