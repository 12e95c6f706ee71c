package world

// People of the World whom nobody answers.

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// maxChases is how often somebody asks again who got no answer at all.
const maxChases = 2

// patience are the working days, the fewest and the most, that people wait for an answer
// before they write again; others wait as for support.
var patience = map[string][2]int{worldgen.Support: {1, 3}, worldgen.Customer: {2, 4}, worldgen.Lead: {3, 6}, worldgen.Vendor: {6, 10}, worldgen.Partner: {5, 9}, worldgen.Custom: {4, 8}}

// planChases plans that a person asks again, if they are one who does, for as long as
// nobody answers what they have just sent.
func planChases(t *state.Tx, m *Mail, sent *post.Mail) {
	p := m.Person
	temper, _ := decide.TemperamentOf(p.Temperament)
	draw := func(what string) *rng.Rand {
		return t.Env.Chance.Draw("world-"+what+"/1", addr.Key(p.Addresses[0]), m.stream.ID, strconv.Itoa(m.n))
	}
	if !draw("chase").Chance(temper.Chase.Chance) {
		return
	}
	hours, days := mind.Hours(t.View, p), patience[m.stream.Kind]
	r, at := draw("patience"), t.Now
	for n := 1; n <= min(maxChases, len(temper.Chase.Days)); n++ {
		day := simtime.DateOf(hours.AddWorkingDays(at, r.Between(days[0], days[1])), hours.Zone)
		at = hours.Begin(day).Add(time.Duration(r.Between(5, 240)) * time.Minute).UTC()
		jobs.Schedule(t, mailsim.JobNudge, p.Owner(), at, mailsim.Job{
			MessageID: sent.MessageID, Plan: p.Name + " asks again if nobody has answered",
		}, jobs.Args{Correspondent: m.to[0], Name: m.order.To.Name, Thread: sent.Thread, Occasion: m.n + 1, Count: n, Promise: jobs.Promise{What: "an answer"}, Stream: m.stream.ID, To: slices.Clone(m.to), Round: t.Round()})
	}
}

// Chased counts a mail with which a person of a stream asks again. It takes the place of
// the next one, so that no more mails come in a day than were wanted.
func Chased(t *state.Tx, id string) {
	s := Table.In(t.State).At(id)
	if s == nil {
		return
	}
	next := *s
	next.Sent++
	state.Put(t, Table.In(t.State), id, &next)
	if j := jobs.Get(t.View, s.Job); j != nil && j.State == mailsim.StatePending {
		jobs.Drop(t, j.ID)
		plan(t, &next, j.Due)
	}
}

// Chase is what a person writes whom nobody has answered; false once somebody has, the
// conversation is over, or their stream sends nothing more. They are the less pleased the
// longer it takes.
func (u *Part) Chase(ctx context.Context, w *pen.Writing) (d pen.Draft, wanted bool) {
	if w.Talk.Heard > 0 || w.Parent() == nil || w.Talk.State.Closed || !u.sends(w.Args.Stream) {
		return d, false
	}
	p, talk := w.Person, w.Talk.State
	o := worldgen.Order{Kind: talk.Want, Language: talk.Language, Nth: 1, Date: w.Now.In(w.Zone)}
	given, _, _ := strings.Cut(p.Name, " ")
	o.From = worldgen.Sender{Name: p.Name, Given: given, Address: p.Addresses[0], Org: p.Org, Role: p.Role, Formality: p.Style.Formality}
	u.Peek(func(v state.View) {
		c := settings.Of(v).Company
		o.Company, o.To = worldgen.Company{Name: c.Name, Domain: c.Domain}, recipientOf(v, c, w.Args.Correspondent)
	})
	symptom := cmp.Or(talk.Hidden["symptom"], post.BaseSubject(w.Parent().Summary().Subject))
	talk.Mood = max(-3, talk.Mood-1)
	talk.Turns++
	b, _ := w.Wanted()
	d, ok := u.pen.ByAI(ctx, w, b)
	if !ok {
		d = pen.Draft{Text: worldgen.Chase(w.Draw("world-asks/1"), o, symptom, w.Args.Count), By: settings.TemplatesName}
	}
	d.Subject = ""
	d.Words.Mind = &talk
	return d, true
}

// sends tells whether a stream is there and enabled.
func (u *Part) sends(id string) (is bool) {
	u.Peek(func(v state.View) {
		s := Table.In(v.State).At(id)
		is = s != nil && *s.Enabled
	})
	return is
}
