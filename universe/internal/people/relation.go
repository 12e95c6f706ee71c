package people

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Relation is what a person holds about a correspondent, as stored: the relation and the
// stance. It is replaced, never edited.
type Relation struct {
	Address  string    `json:"address"`
	Name     string    `json:"name"`
	Met      time.Time `json:"met"`
	Last     time.Time `json:"last"`
	Sent     int       `json:"sent"`
	Received int       `json:"received"`
	Trust    int       `json:"trust"` // hundredths
	Topic    string    `json:"topic"`
	Updated  time.Time `json:"updated"`
	Site     string    `json:"site,omitempty"` // what a look-up found: there, missing or imagined
	Why      string    `json:"why,omitempty"`  // what last moved the trust

	Mark mailsim.Mark `json:"mark,omitempty"` // when it was used last, in the order of arrivals
}

// What looking a sender up found.
const (
	siteThere    = "there"
	SiteMissing  = "missing"
	siteImagined = "imagined"
)

// SiteNotes say what a person knows of the site of someone.
var SiteNotes = map[string]string{
	siteThere: "their site is there", SiteMissing: "they name a site that does not exist", siteImagined: "their site was not found, and is taken to be an ordinary one",
}

// LookedUp notes what a look-up of a sender found.
func LookedUp(t *state.Tx, p *Person, correspondent string, e mailsim.LinkSender) {
	corr := addr.Correspondent(correspondent)
	if state.AtKey(RelationTable.In(t.State), p.ID, corr) == nil {
		return // forgotten meanwhile
	}
	next := *RelationOf(t.View, p, corr)
	next.Updated, next.Mark = t.Now, t.Seq
	switch {
	case e.Error == "":
		next.Site = siteThere
		next.trust(5, "they have a site")
	case e.Quality == "missing":
		next.Site = SiteMissing
		next.trust(-15, "they name a site that does not exist")
	default:
		next.Site = siteImagined
	}
	state.Put(t, RelationTable.In(t.State), state.Key(p.ID, corr), &next)
}

// trust moves the trust, for a reason.
func (r *Relation) trust(by int, why string) {
	r.Trust, r.Why = min(max(r.Trust+by, -100), 100), why
}

// RelationOf is what a person holds about a correspondent; never nil.
func RelationOf(v state.View, p *Person, corr string) *Relation {
	if r := state.AtKey(RelationTable.In(v.State), p.ID, corr); r != nil {
		return r
	}
	return &Relation{}
}

// ChangeRelation changes what a person holds about an address; with it they have met.
func ChangeRelation(t *state.Tx, p *Person, address string, edit func(*Relation)) {
	corr := addr.Correspondent(address)
	next := *RelationOf(t.View, p, corr)
	if next.Met.IsZero() {
		next.Address, next.Met = address, t.Now
	}
	edit(&next)
	next.Last, next.Mark = t.Now, t.Seq
	state.Put(t, RelationTable.In(t.State), state.Key(p.ID, corr), &next)
}

// SetRelation stores what a person holds about the address that it names.
func SetRelation(t *state.Tx, p *Person, r *Relation) {
	state.Put(t, RelationTable.In(t.State), state.Key(p.ID, addr.Correspondent(r.Address)), r)
}

// Met notes a mail that a person got. Thanks and answers build trust, automatic
// mail, chasing and complaints wear it.
func Met(t *state.Tx, p *Person, from, name string, rd *reading.Mail) {
	if !addr.Valid(from) {
		return
	}
	ChangeRelation(t, p, from, func(r *Relation) {
		r.Received++
		switch signed := rd.Gist.Signed; {
		case Names(name, from):
			r.Name = name
		case r.Name == "" && rd.Automatic == "":
			r.Name = strings.Clone(cmp.Or(signed, name))
		}
		switch {
		case rd.Unasked():
			r.trust(-2, "they send mail that nobody asked for")
		case rd.Gist.Kind == gist.Complaint:
			r.trust(-5, "they complained")
		case rd.Gist.Thanks:
			r.trust(10, "they said thanks")
		default:
			r.trust(4, "they wrote")
		}
		if topic := Topic(rd.Sum.Subject); topic != "" {
			r.Topic = topic
		}
		r.Updated = t.Now
	})
}

// Topic is what a mail of that subject is about, short enough to remember.
func Topic(s string) string { return plain.Cut(post.StripPrefixes(s), 120) }

// Knows says how well they know each other.
func (r *Relation) Knows() string {
	switch {
	case r.Sent >= 5 && r.Received >= 5:
		return "well"
	case r.Sent >= 1:
		return "known"
	}
	return "little"
}

// Mood says how the person feels about the other.
func (r *Relation) Mood() string {
	switch {
	case r.Trust >= 20:
		return "warm"
	case r.Trust <= -10:
		return "annoyed"
	}
	return "neutral"
}

// Relations returns what a person holds about each correspondent, by address.
func (u *Part) Relations(id string) (mailsim.Relations, error) {
	var rows []state.Row[*Relation]
	var err error
	u.Read(func(v state.View) {
		if _, err = Find(v, id); err == nil {
			rows = state.Rows(RelationTable.In(v.State), id+"\x00")
		}
	})
	out := mailsim.Relations{Relations: []mailsim.Relation{}, Stances: []mailsim.Stance{}}
	for _, r := range state.InOrder(rows) {
		last := r.Last
		out.Relations = append(out.Relations, mailsim.Relation{Address: r.Address, Name: r.Name, Knows: r.Knows(), Met: r.Met, Last: &last, Sent: r.Sent, Received: r.Received, Note: SiteNotes[r.Site]})
		out.Stances = append(out.Stances, mailsim.Stance{Address: r.Address, Trust: math.Round(float64(r.Trust)) / 100, Mood: r.Mood(), Topic: r.Topic, Note: r.Why, Updated: r.Updated})
	}
	return out, err
}

// ForgetRelation lets a person forget one correspondent.
func (u *Part) ForgetRelation(ctx context.Context, id, address string) error {
	if err := valid.Address("address", address); err != nil {
		return err
	}
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Find(t.View, id); err != nil {
			return err
		}
		state.Drop(t, RelationTable.In(t.State), state.Key(id, addr.Correspondent(address)))
		return nil
	})
}

// ForgetRelations lets a person forget everyone.
func (u *Part) ForgetRelations(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Find(t.View, id); err != nil {
			return err
		}
		dropPrefix(t, RelationTable.In(t.State), id+"\x00")
		return nil
	})
}
