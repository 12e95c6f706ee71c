// Package world is the mail that comes from outside by itself: the company, its streams, when
// a mail of one arrives and who writes it. It owns the streams. The words are of package pen
// and internal/worldgen, what happens to the mail is of package deliver.
package world

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Stream is a stream as it is stored.
type Stream struct {
	mailsim.Stream
	Order int      `json:"order"`
	Job   string   `json:"job"`   // the planned send
	Known []string `json:"known"` // the last who wrote in it: persona ids, for bulk mail the number of their first mail
}

// Bounds of the World.
const (
	maxPerDay = 500
	maxKnown  = 200 // people of a stream who may write again
)

// World returns the company and its streams, in the order in which they were set.
func (u *Part) World() (w mailsim.World) {
	u.Read(func(v state.View) { w = Of(v) })
	return w
}

// Of is the World as it is: the company and its streams.
func Of(v state.View) mailsim.World {
	w := mailsim.World{Company: settings.Of(v).Company, Streams: []mailsim.Stream{}}
	w.Company.TZ = cmp.Or(w.Company.TZ, "UTC")
	w.Company.Mailboxes = append([]mailsim.CompanyMailbox{}, w.Company.Mailboxes...)
	for _, s := range streams(v) {
		out := s.Stream
		out.To = append([]string{}, out.To...)
		out.Languages, out.Enabled = slices.Clone(out.Languages), new(*out.Enabled)
		if j := jobs.Get(v, s.Job); j != nil && j.State == mailsim.StatePending {
			due := j.Due
			out.Next = &due
		}
		w.Streams = append(w.Streams, out)
	}
	return w
}

// streams are all streams, in the order in which they were set.
func streams(v state.View) []*Stream {
	return slices.SortedFunc(maps.Values(Table.In(v.State).M), func(a, b *Stream) int { return cmp.Compare(a.Order, b.Order) })
}

// SetWorld replaces the company and all streams and plans every enabled stream
// anew from now; a job that was planned before is gone. A stream that is left
// out sends no more. The mailboxes of the company and of the streams are made
// when missing. ErrInvalid names what is wrong and changes nothing. Events:
// world.updated, and job.scheduled for each enabled stream.
func (u *Part) SetWorld(ctx context.Context, w mailsim.World) (mailsim.World, error) {
	var out mailsim.World
	err := u.Update(ctx, func(t *state.Tx) error {
		if err := Set(t, w); err != nil {
			return err
		}
		out = Of(t.View)
		return nil
	})
	return out, err
}

// Set checks the World and replaces the present one.
func Set(t *state.Tx, w mailsim.World) error {
	if err := valid.World(w); err != nil {
		return err
	}
	recs, enabled := make([]*Stream, len(w.Streams)), 0
	for i, s := range w.Streams {
		rec, err := nextStream(t, i, s)
		if err != nil {
			return err
		}
		recs[i] = rec
		if *rec.Enabled {
			enabled++
		}
	}
	if limit := settings.PlanOf(t.Env).Limits.Streams; limit > 0 && enabled > limit {
		return fail.Invalidf("the plan%s allows %d inbound stream(s); upgrade for more", settings.PlanName(settings.PlanOf(t.Env)), limit)
	}
	Clear(t)
	c := w.Company
	c.Mailboxes = append([]mailsim.CompanyMailbox{}, c.Mailboxes...)
	settings.Change(t, func(s *settings.Record) { s.Company = c })
	for _, m := range c.Mailboxes {
		MakeMailbox(t, m.Address, m.Name)
	}
	t.Emit(mailsim.WorldUpdated{Streams: len(recs), Enabled: enabled})
	for _, rec := range recs {
		for _, a := range rec.To {
			post.MakeMailbox(t, a)
		}
		state.Put(t, Table.In(t.State), rec.ID, rec)
		if *rec.Enabled {
			plan(t, rec, t.Now)
		}
	}
	return nil
}

// nextStream is the record of a stream as sent: with an id, its caps, and what
// the stream of that id has sent so far.
func nextStream(t *state.Tx, order int, s mailsim.Stream) (*Stream, error) {
	for s.ID == "" {
		id := "s_" + t.Env.Chance.Draw("stream/1", strconv.Itoa(t.Count("stream"))).Text(rng.Lower, 8)
		if Table.In(t.State).At(id) == nil {
			s.ID = id
		}
	}
	if s.Enabled == nil {
		s.Enabled = new(s.PerDay > 0)
	}
	s.Enabled = new(*s.Enabled)
	if *s.Enabled && (s.PerDay == 0 || len(s.To) == 0) {
		return nil, fail.Invalidf("stream %q needs a rate and at least one mailbox", s.ID)
	}
	s.PerDay, s.NewPeople = min(s.PerDay, maxPerDay), min(s.NewPeople, 1)
	s.To, s.Languages = addr.Distinct(s.To), slices.Clone(s.Languages)
	s.Sent, s.Next = 0, nil
	rec := &Stream{Stream: s, Order: order}
	if old := Table.In(t.State).At(s.ID); old != nil {
		rec.Sent = old.Sent
		if worldgen.Bulk(old.Kind) == worldgen.Bulk(s.Kind) {
			rec.Known = old.Known
		}
	}
	return rec, nil
}

// Clear removes all streams and what they planned.
func Clear(t *state.Tx) {
	for _, id := range state.Keys(Table.In(t.State)) {
		if j := jobs.Get(t.View, Table.In(t.State).At(id).Job); j != nil && j.State == mailsim.StatePending {
			jobs.Drop(t, j.ID)
		}
		state.Drop(t, Table.In(t.State), id)
	}
	t.Wakeup = true
}

// MakeMailbox makes a mailbox, shown with a name where it has none.
func MakeMailbox(t *state.Tx, address, name string) {
	if m := post.MakeMailbox(t, address); m.Display == "" && name != "" {
		next := *m
		next.Display = name
		post.SetBox(t, address, &next)
	}
}

// PlanNext plans the next mail of a stream from now; false when there is no such stream.
func PlanNext(t *state.Tx, id string) bool {
	s := Table.In(t.State).At(id)
	if s != nil {
		plan(t, s, t.Now)
	}
	return s != nil
}

// Restart plans anew all that streams had planned, their mailboxes made when missing;
// forget lets nobody have written in them before.
func Restart(t *state.Tx, forget bool) {
	for _, s := range streams(t.View) {
		for _, a := range s.To {
			post.MakeMailbox(t, a)
		}
		next := *s
		if forget {
			next.Known = nil
		}
		state.Put(t, Table.In(t.State), s.ID, &next)
		if *s.Enabled {
			plan(t, &next, t.Now)
		}
	}
}

// plan plans the next mail of a stream, after an instant.
func plan(t *state.Tx, s *Stream, after time.Time) {
	job := mailsim.Job{Plan: "the World sends " + s.Kind + " mail to " + strings.Join(s.To, ", ")}
	j := jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, arrival(t, s, after), job, jobs.Args{Stream: s.ID, To: s.To})
	next := *Table.In(t.State).At(s.ID)
	next.Job = j.ID
	state.Put(t, Table.In(t.State), s.ID, &next)
}

// Skipped plans the next mail of a stream whose planned one was skipped.
func Skipped(t *state.Tx, j *jobs.Record) {
	if s := Table.In(t.State).At(j.Args.Stream); j.Kind == mailsim.JobWorld && s != nil && s.Job == j.ID {
		plan(t, s, j.Due)
	}
}
