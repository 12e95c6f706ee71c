package mind

import (
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Situation resolves all that a decision depends on.
func Situation(t *state.Tx, p *people.Person, to string, s *transit.Submission, rd *reading.Mail, occasion int) decide.Situation {
	from := s.From()
	corr := addr.Correspondent(from)
	rel, talk, set := people.RelationOf(t.View, p, corr), people.TalkOf(t.View, p, s.Mail.Thread), settings.Of(t.View)
	sit := decide.Situation{
		Seed: t.Env.Chance, Now: t.Now, Person: Traits(t.View, p), Occasion: occasion,
		Mail: rd.Traits(p.Addresses, s.Env.From), Pace: set.Pace.Factor, IgnoreHours: set.Pace.IgnoreHours,
		Relation: decide.Relation{Sent: rel.Sent, Received: rel.Received, Trust: float64(rel.Trust) / 100},
		Thread:   decide.Thread{OwnReplies: talk.Replies, LastOwn: talk.Last, Closed: talk.State.Closed},
	}
	sit.Mail.Simulated = s.Person != nil || people.At(t.View, from) != nil
	sit.Mail.Forwarded = sit.Mail.Forwarded || s.Passed
	sit.Mail.Chase = 0
	if rd.Gist.Chase {
		sit.Mail.Chase = talk.Chased + 1
	}
	sit.Mail.Answers = talk.Asked || len(talk.State.Asked) > 0
	sit.Mail.Overdue = talk.Broken && (rd.Gist.Chase || len(rd.Gist.Questions) > 0)
	sit.Mail.Promise = rd.Promise(Hours(t.View, p), t.Now)
	if j := pendingReply(t.View, p, s); j != nil {
		sit.Pending = j.Due
	}
	if a, ok := sit.Person.AwayAt(t.Now); ok {
		sit.AwaySent = t.Counter(state.Key("away", p.ID, corr, a.From.String(), a.To.String())) > 0
	}
	return sit
}

// Traits resolves a person: what they say of themselves, else their temperament.
func Traits(v state.View, p *people.Person) decide.Traits {
	tr := seam.Traits(&p.Persona, seam.Hours(&p.Persona, settings.Of(v).Company.TZ))
	tr.ForwardTo = forwardTo(v, p)
	return tr
}

// Hours are a person's working hours, in the company's zone where they name none.
func Hours(v state.View, p *people.Person) simtime.Hours {
	return seam.Traits(&p.Persona, seam.Hours(&p.Persona, settings.Of(v).Company.TZ)).Own(v.Env.Chance)
}

// forwardTo is the address where a person forwards mail, "" for nowhere.
func forwardTo(v state.View, p *people.Person) string {
	to := p.Behaviors.ForwardTo
	if other := people.Get(v, to); other != nil {
		return other.Addresses[0]
	}
	if addr.Valid(to) {
		return to
	}
	return ""
}
