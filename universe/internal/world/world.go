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
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// streamRec is a stream as stored. Job is the planned send.
type streamRec struct {
	mailsim.Stream
	Order int      `json:"order"`
	Job   string   `json:"job"`
	Known []string `json:"known"` // the last who wrote in it: persona ids, for bulk mail the number of their first mail
}

// Bounds of the World (spec 8).
const (
	maxPerDay = 500
	maxKnown  = 200 // people of a stream who may write again
)

// World returns the company and its streams, in the order in which they were set.
func (u *Part) World() (w mailsim.World) {
	u.Read(func(v state.View) { w = World(v) })
	return w
}

func World(v state.View) mailsim.World {
	w := mailsim.World{Company: settings.Set(v).Company, Streams: []mailsim.Stream{}}
	w.Company.TZ = cmp.Or(w.Company.TZ, "UTC")
	w.Company.Mailboxes = append([]mailsim.CompanyMailbox{}, w.Company.Mailboxes...)
	for _, s := range StreamsInOrder(v) {
		out := s.Stream
		out.To = append([]string{}, out.To...)
		if j := jobs.Table.In(v.State).At(s.Job); j != nil && j.State == mailsim.StatePending {
			due := j.Due
			out.Next = &due
		}
		w.Streams = append(w.Streams, out)
	}
	return w
}

func StreamsInOrder(v state.View) []*streamRec {
	return slices.SortedFunc(maps.Values(StreamTable.In(v.State).M), func(a, b *streamRec) int { return cmp.Compare(a.Order, b.Order) })
}

// SetWorld replaces the company and all streams and plans every enabled stream
// anew from now; a job that was planned before is gone. A stream that is left
// out sends no more. The mailboxes of the company and of the streams are made
// when missing. ErrInvalid names what is wrong and changes nothing. Events:
// world.updated, and job.scheduled for each enabled stream.
func (u *Part) SetWorld(ctx context.Context, w mailsim.World) (mailsim.World, error) {
	var out mailsim.World
	err := u.Update(ctx, func(t *state.Tx) error {
		if err := SetWorld(t, w); err != nil {
			return err
		}
		out = World(t.View)
		return nil
	})
	return out, err
}

// SetWorld checks the World and replaces the present one.
func SetWorld(t *state.Tx, w mailsim.World) error {
	if err := valid.World(w); err != nil {
		return err
	}
	recs, enabled := make([]*streamRec, len(w.Streams)), 0
	for i, s := range w.Streams {
		rec, err := NextStream(t, i, s)
		if err != nil {
			return err
		}
		recs[i] = rec
		if rec.Enabled {
			enabled++
		}
	}
	if limit := settings.PlanOf(t.Env).Limits.Streams; limit > 0 && enabled > limit {
		return fail.Invalidf("the plan%s allows %d inbound stream(s); upgrade for more", settings.PlanNamed(settings.PlanOf(t.Env)), limit)
	}
	ClearStreams(t)
	c := w.Company
	c.Mailboxes = append([]mailsim.CompanyMailbox{}, c.Mailboxes...)
	settings.ChangeSettings(t, func(s *settings.Record) { s.Company = c })
	for _, m := range c.Mailboxes {
		MakeNamedMailbox(t, m.Address, m.Name)
	}
	t.Emit(mailsim.WorldUpdated{Streams: len(recs), Enabled: enabled})
	for _, rec := range recs {
		for _, a := range rec.To {
			post.MakeMailbox(t, a)
		}
		state.Put(t, StreamTable.In(t.State), rec.ID, rec)
		if rec.Enabled {
			PlanStream(t, rec, t.Now)
		}
	}
	return nil
}

// NextStream is the record of a stream as sent: with an id, its caps, and what
// the stream of that id has sent so far.
func NextStream(t *state.Tx, order int, s mailsim.Stream) (*streamRec, error) {
	for s.ID == "" {
		id := "s_" + t.Env.Chance.Draw("stream/1", strconv.Itoa(t.Count("stream"))).Text(rng.Lower, 8)
		if StreamTable.In(t.State).At(id) == nil {
			s.ID = id
		}
	}
	if s.Enabled && (s.PerDay == 0 || len(s.To) == 0) {
		return nil, fail.Invalidf("stream %q needs a rate and at least one mailbox", s.ID)
	}
	s.PerDay, s.NewPeople = min(s.PerDay, maxPerDay), min(s.NewPeople, 1)
	s.To = addr.Distinct(s.To)
	s.Sent, s.Next = 0, nil
	rec := &streamRec{Stream: s, Order: order}
	if old := StreamTable.In(t.State).At(s.ID); old != nil {
		rec.Sent = old.Sent
		if worldgen.Bulk(old.Kind) == worldgen.Bulk(s.Kind) {
			rec.Known = old.Known
		}
	}
	return rec, nil
}

// ClearStreams removes all streams and what they planned.
func ClearStreams(t *state.Tx) {
	for _, id := range StreamTable.In(t.State).Keys() {
		if j := jobs.Table.In(t.State).At(StreamTable.In(t.State).At(id).Job); j != nil && j.State == mailsim.StatePending {
			jobs.Drop(t, j.ID)
		}
		state.Drop(t, StreamTable.In(t.State), id)
	}
	t.Wakeup = true
}

// MakeNamedMailbox makes a mailbox, shown with a name where it has none.
func MakeNamedMailbox(t *state.Tx, address, name string) {
	if m := post.MakeMailbox(t, address); m.Display == "" && name != "" {
		next := *m
		next.Display = name
		state.Put(t, post.MailboxTable.In(t.State), addr.Key(address), &next)
	}
}

// PlanStream plans the next mail of a stream, after an instant.
func PlanStream(t *state.Tx, s *streamRec, after time.Time) {
	job := mailsim.Job{Plan: "the World sends " + s.Kind + " mail to " + strings.Join(s.To, ", ")}
	j := jobs.Schedule(t, mailsim.JobWorld, jobs.Owner{}, Arrival(t, s, after), job, jobs.Args{Stream: s.ID, To: s.To})
	next := *StreamTable.In(t.State).At(s.ID)
	next.Job = j.ID
	state.Put(t, StreamTable.In(t.State), s.ID, &next)
}

// Arrival draws when the next mail of a stream comes.
func Arrival(t *state.Tx, s *streamRec, after time.Time) time.Time {
	r := t.Env.Chance.Draw("arrival/1", s.ID, strconv.Itoa(t.Count("arrival", s.ID)))
	after = after.Truncate(time.Second)
	if !s.BusinessHours {
		return after.Add(gap(r, 24*time.Hour, s.PerDay))
	}
	zone, err := simtime.LoadZone(cmp.Or(settings.Set(t.View).Company.TZ, "UTC"))
	if err != nil {
		zone = time.UTC
	}
	return addOpen(simtime.Office(zone), after, gap(r, officeDay, s.PerDay))
}

// officeDay is how long simtime.Office is open on a working day.
const officeDay = 9 * time.Hour

// gap draws an exponential time between two mails, in whole seconds.
func gap(r *rng.Rand, day time.Duration, perDay float64) time.Duration {
	return max(time.Second, rng.Seconds(float64(r.Exp()*float64(day.Seconds()/perDay))))
}

// addOpen is the instant when office hours have been open for d after t.
func addOpen(h simtime.Hours, t time.Time, d time.Duration) time.Time {
	const week = 5 * officeDay
	t = h.Next(t).In(h.Zone).AddDate(0, 0, 7*int(d/week))
	for d %= week; ; {
		t = h.Next(t)
		left := simtime.DateOf(t, h.Zone).At(h.To, h.Zone).Sub(t)
		if d < left {
			return t.Add(d).UTC()
		}
		d -= left
		t = t.Add(left)
	}
}

// StreamSkipped plans the next mail of a stream whose planned one was skipped.
func StreamSkipped(t *state.Tx, j *jobs.Record) {
	if s := StreamTable.In(t.State).At(j.Args.Stream); j.Kind == mailsim.JobWorld && s != nil && s.Job == j.ID {
		PlanStream(t, s, j.Due)
	}
}

// Insights counts what happened, and reads no mail: it costs by the days of the
// time asked for, the people of each, and the replies, whose times are sorted. ErrPlan
// when the plan lacks insights, ErrInvalid when until is before
// since, ErrNotFound for a person of whom there is nothing.
func (u *Part) Insights(f mailsim.InsightFilter) (mailsim.Insights, error) {
	return u.insight.Between(f, StreamKinds)
}

// StreamKinds are the kinds of the streams by id.
func StreamKinds(v state.View) map[string]string {
	kinds := make(map[string]string, StreamTable.In(v.State).Len())
	for id, s := range StreamTable.In(v.State).M {
		kinds[id] = s.Kind
	}
	return kinds
}
