package world

// Who writes a mail of a stream: somebody new, or one who wrote before.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// choose picks who writes: someone new with the odds of new_people, else one of
// those who wrote before.
func (m *Mail) choose(v state.View) {
	s, bulk := m.stream, worldgen.Bulk(m.stream.Kind)
	r := m.draw("world-sender/1")
	who, mayMake := "", true
	if limit := settings.PlanOf(v.Env).Limits.Personas; !bulk && limit > 0 {
		mayMake = people.Count(v) < limit
	}
	if fresh := r.Chance(s.NewPeople); !fresh || !mayMake {
		who = someoneKnown(v, s, r)
	}
	if who != "" {
		m.known, m.order.Nth = who, v.Counter(state.Key("world-by", s.ID, who))+1
	}
	switch {
	case who == "": // where nobody may be made, the mail comes from an address alone
		m.born, m.fresh = m.n, !bulk && mayMake
		m.order.From = m.stranger(v)
		for bulk && len(readers(v, m.stream, m.order.From.Address)) == 0 { // the name of one that all have left
			m.born += otherBirth
			m.order.From = m.sender(m.born, 0)
		}
		if s.Kind == worldgen.Newsletter && s.Brief == "" {
			m.apart(v)
		}
	case bulk:
		m.born, _ = strconv.Atoi(who)
		m.order.From = m.sender(m.born, 0)
	default:
		m.know(people.Get(v, who))
	}
	m.to = readers(v, m.stream, m.order.From.Address)
	if m.Person != nil {
		m.rel = people.RelationOf(v, m.Person, addr.Correspondent(s.To[0]))
		m.hours, m.claims = mind.Hours(v, m.Person), people.Claims(v, m.Person.ID)
	}
}

// apart takes a new newsletter whose theme no other one of the stream has, while there is such a
// theme: two of one theme would tell the same stories.
func (m *Mail) apart(v state.View) {
	var others []string
	for _, who := range m.stream.Known[max(0, len(m.stream.Known)-maxOthers):] {
		if n, err := strconv.Atoi(who); err == nil {
			others = append(others, m.sender(n, 0).Address)
		}
	}
	if !worldgen.Crowded(m.order.From.Address, others) {
		return
	}
	for try := 1; try < maxTries; try++ {
		born := m.born + try*nextBirth
		if next := m.sender(born, 0); !worldgen.Crowded(next.Address, others) && len(readers(v, m.stream, next.Address)) > 0 {
			m.born, m.order.From = born, next
			return
		}
	}
}

// Bounds of apart: how many others it looks at, and how many newsletters. nextBirth sets those
// apart from counted mails, and fits into 32 bits as often as it is added.
const (
	maxOthers = 64
	maxTries  = 64
	nextBirth = 1 << 24
)

// writes tells whether a person is there and not paused.
func writes(v state.View, id string) bool {
	p := people.Get(v, id)
	return p != nil && !p.Paused
}

// someoneKnown picks one of those who wrote in a stream, are still there and not
// paused, "" when there is none.
func someoneKnown(v state.View, s *Stream, r *rng.Rand) string {
	known := s.Known
	for len(known) > 0 {
		i := r.IntN(len(known))
		if mayWrite(v, s, known[i]) {
			return known[i]
		}
		known = slices.Delete(slices.Clone(known), i, i+1)
	}
	return ""
}

// mayWrite tells whether one of those who wrote before may write again: who is there and
// not paused, and of programs those whom somebody still reads.
func mayWrite(v state.View, s *Stream, who string) bool {
	if !worldgen.Bulk(s.Kind) {
		return writes(v, who)
	}
	n, err := strconv.Atoi(who)
	return s.Kind != worldgen.Newsletter || err == nil && len(readers(v, s, senderOf(v.Env.Chance, s, n, 0).Address)) > 0
}

// otherBirth sets the number of a program's first mail apart from all counted ones.
const otherBirth = 1 << 30

// sender makes who began to write with the n-th mail of the stream.
func (m *Mail) sender(n, try int) worldgen.Sender {
	return senderOf(m.u.Chance, m.stream, n, try)
}

func senderOf(chance rng.Seed, s *Stream, n, try int) worldgen.Sender {
	return worldgen.NewSender(chance.Draw("world-person/1", s.ID, strconv.Itoa(n), strconv.Itoa(try)), s.Kind, language(chance, s, n))
}

// language is what who began to write with the n-th mail of a stream writes in, "" where
// the stream says nothing.
func language(chance rng.Seed, s *Stream, n int) string {
	if len(s.Languages) > 0 && !worldgen.Bulk(s.Kind) {
		return rng.Pick(chance.Draw("world-language/1", s.ID, strconv.Itoa(n)), s.Languages)
	}
	return ""
}

// stranger makes a sender whose address nobody has, and the person behind it.
func (m *Mail) stranger(v state.View) worldgen.Sender {
	s := m.sender(m.n, 0)
	m.order.Language = language(m.u.Chance, m.stream, m.n)
	if !m.fresh {
		return s
	}
	for try := 1; post.Mailbox(v, s.Address) != nil; try++ {
		if s = m.sender(m.n, try); try > 20 {
			local, domain := addr.Split(s.Address)
			s.Address = local + strconv.Itoa(m.n+try) + "@" + domain
		}
	}
	r := m.u.Chance.Draw("world-traits/1", addr.Key(s.Address))
	m.Person = &people.Person{Persona: mailsim.Persona{
		Name: s.Name, Role: s.Role, Org: s.Org, Who: s.Who, Wants: m.stream.Brief, Addresses: []string{s.Address}, Temperament: decide.DrawTemperament(r),
		Style: mailsim.Style{Length: s.Length, Formality: s.Formality, Signature: s.Signature, Client: people.DrawClient(r)},
	}}
	if l := m.order.Language; l != "" {
		m.Person.Style.Languages = addr.Distinct([]string{l, "en"})
	}
	return s
}

// know lets a person write who wrote before.
func (m *Mail) know(p *people.Person) {
	given, _, _ := strings.Cut(p.Name, " ")
	m.Person = p
	if l := p.Style.Languages; len(l) > 0 {
		m.order.Language = l[0]
	}
	m.order.From = worldgen.Sender{Name: p.Name, Given: given, Address: p.Addresses[0], Org: p.Org, Role: p.Role, Formality: p.Style.Formality}
}

// imagine lets the writer say who a new sender of the World is, and tells
// whether it did.
func (m *Mail) imagine() bool {
	on := false
	m.u.Peek(func(v state.View) { on = settings.AIOn(v) })
	if !on || !m.fresh {
		return false
	}
	bare := mailsim.Persona{
		Name: m.Person.Name, Addresses: m.Person.Addresses, Temperament: m.Person.Temperament, Knows: m.Person.Knows,
		Style: mailsim.Style{Client: m.Person.Style.Client},
	}
	b := mailsim.Brief{Kind: mailsim.BriefSender, Now: m.now, To: m.order.To.Address, ToName: m.order.To.Name, Facts: m.about()}
	p, ok := m.u.pen.Fill(m.ctx, bare, b)
	if !ok {
		return false
	}
	m.Person = &people.Person{Persona: pen.OrElse(p, m.Person.Persona)}
	from := &m.order.From
	from.Org, from.Role, from.Formality = m.Person.Org, m.Person.Role, m.Person.Style.Formality
	return true
}
