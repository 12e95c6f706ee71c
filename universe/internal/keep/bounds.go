// Package keep says what is kept and what goes: by bounds, by retention, and what people
// forget. It owns when something is next to go. How mail is filed and counted is of package
// post, what people remember of package people.
package keep

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// SetBounds replaces the bounds: what is there stays until something is added.
func (u *Part) SetBounds(b mailsim.Bounds) {
	b = normal(b)
	u.Env.Bounds.Store(&b)
}

// normal are the bounds with 0 for no limit.
func normal(b mailsim.Bounds) mailsim.Bounds {
	b.Bytes, b.Mails, b.Copies, b.Mailboxes, b.Events = max(b.Bytes, 0), max(b.Mails, 0), max(b.Copies, 0), max(b.Mailboxes, 0), max(b.Events, 0)
	b.WhenFull = cmp.Or(b.WhenFull, mailsim.FullRefuse)
	return b
}

// Bounds returns how full the bounds of the universe are.
func (u *Part) Bounds() (f mailsim.Fullness) {
	u.Read(func(v state.View) { f = Fullness(v) })
	f.Webhooks = u.webhook.Hooks.Fullness()
	return f
}

// Fullness is how full the bounds are, but for those of webhooks.
func Fullness(v state.View) mailsim.Fullness {
	b, n := v.Env.Bounds.Load(), &v.Kept
	return mailsim.Fullness{
		Bytes: mailsim.Usage{Used: n.Bytes, Max: b.Bytes}, Mails: mailsim.Usage{Used: int64(n.Mails), Max: int64(b.Mails)}, Copies: mailsim.Usage{Used: int64(n.Copies), Max: int64(b.Copies)},
		Mailboxes: mailsim.Usage{Used: int64(post.Boxes.In(v.State).Len()), Max: int64(b.Mailboxes)}, Events: mailsim.Usage{Used: int64(v.Events.Len()), Max: int64(b.Events)}, WhenFull: b.WhenFull,
	}
}

// The bounds by name, in the order of kept.told.
var boundNames = [...]string{"bytes", "mails", "copies", "mailboxes"}

// counts are how much there is, by boundNames.
func counts(v state.View) [len(boundNames)]int64 {
	return [...]int64{v.Kept.Bytes, int64(v.Kept.Mails), int64(v.Kept.Copies), int64(v.Kept.Boxes)}
}

// countsAt are the counts of an earlier point.
func countsAt(p *state.Point) [len(boundNames)]int64 {
	return [...]int64{p.Kept.Bytes, int64(p.Kept.Mails), int64(p.Kept.Copies), int64(p.Kept.Boxes)}
}

// limits are how much there may be, by boundNames.
func limits(b *mailsim.Bounds) [len(boundNames)]int64 {
	return [...]int64{b.Bytes, int64(b.Mails), int64(b.Copies), int64(b.Mailboxes)}
}

// Enforce refuses what a transaction has added beyond a bound, or gives up the
// oldest mails for it.
func Enforce(t *state.Tx, before *state.Point) error {
	b := t.Env.Bounds.Load()
	if post.Unbounded(b) {
		return nil
	}
	over := overBound(t, b, before)
	if over < 0 {
		forgetTold(t, b, before)
		return nil
	}
	if b.WhenFull == mailsim.FullOldest && over < 3 {
		giveUpOldest(t, b, before.Seq)
		over = overBound(t, b, before)
	}
	if over < 0 {
		return nil
	}
	return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(over, b), Err: fullBound(over)}
}

func fullMessage(i int, b *mailsim.Bounds) string {
	return "the universe is full: its bound of " + strconv.FormatInt(limits(b)[i], 10) + " for " + boundWords[i] + " is reached: delete some, or raise the bound"
}

// boundWords name the bounds in an error.
var boundWords = [...]string{"bytes of mail", "mails", "copies of mails", "mailboxes"}

// fullBound is the cause of an ErrFull: the bound that is reached.
type fullBound int

func (f fullBound) Error() string { return "the bound of " + boundNames[f] }

// overBound returns the first bound that the transaction has gone beyond, -1 for
// none. What was beyond it before may stay.
func overBound(t *state.Tx, b *mailsim.Bounds, before *state.Point) int {
	used, was, most := counts(t.View), countsAt(before), limits(b)
	for i, n := range used {
		if most[i] > 0 && n > most[i] && n > was[i] {
			return i
		}
	}
	return -1
}

// forgetTold lets a bound that has room again be told anew when it is reached.
func forgetTold(t *state.Tx, b *mailsim.Bounds, before *state.Point) {
	if t.Kept.Told == 0 {
		return
	}
	used, was, most := counts(t.View), countsAt(before), limits(b)
	for i := range used {
		if used[i] < was[i] && used[i] <= most[i]-most[i]/10 {
			t.Kept.Told &^= 1 << i
		}
	}
}

// TellIfFull records that a bound is reached when that is what an error says.
func (u *Part) TellIfFull(err error) {
	if full := fullBound(0); errors.As(err, &full) {
		u.tellFull(int(full))
	}
}

// tellFull records that a bound is reached, once until it has room for a tenth
// again. Event: bound.reached.
func (u *Part) tellFull(i int) {
	told := false
	u.Peek(func(v state.View) { told = v.Kept.Told&(1<<i) != 0 })
	if told {
		return
	}
	b := u.Env.Bounds.Load()
	err := u.Update(u.Background, func(t *state.Tx) error {
		if t.Kept.Told&(1<<i) != 0 {
			return nil
		}
		t.Kept.Told |= 1 << i
		t.Emit(mailsim.BoundReached{Bound: boundNames[i], Max: limits(b)[i]})
		return nil
	})
	u.Logger.Warn("a bound is reached: what would go beyond it is refused", "universe", u.Opts.ID, "bound", boundNames[i], "max", limits(b)[i], "error", err)
}

// Full is ErrFull when no mail of a size can be taken, nil when it can or when
// the oldest would make room.
func Full(v state.View, size int64) error {
	b := v.Env.Bounds.Load()
	if post.Unbounded(b) || b.WhenFull == mailsim.FullOldest {
		if b.Bytes > 0 && size > b.Bytes {
			return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(0, b), Err: fullBound(0)}
		}
		return nil
	}
	used, most := counts(v), limits(b)
	used[0] += max(size, 1) - 1
	for i := range 3 {
		if most[i] > 0 && used[i] >= most[i] {
			return &mailsim.Error{Kind: mailsim.ErrFull, Message: fullMessage(i, b), Err: fullBound(i)}
		}
	}
	return nil
}

// Recount counts anew what bounds are measured by, of a state that is being loaded: strays are
// the copies of mails that the index does not hold.
func Recount(s *state.State, copies int, strays map[*post.Mail]int32) {
	s.Kept = state.Kept{Told: s.Kept.Told, Boxes: post.Boxes.In(s).Len(), Copies: copies}
	*post.Stray.In(s) = post.Strays{M: strays}
	for rec := range post.Mails.In(s).All() {
		post.CountMail(&s.Kept, rec.Mail, 1)
	}
	for m := range post.Stray.In(s).M {
		post.CountMail(&s.Kept, m, 1)
	}
	for _, j := range jobs.Table.In(s).M {
		jobs.Keep(&s.Kept, j, 1)
	}
}

// BoundEvents gives up the oldest events beyond the bound, and lets those whose
// mail is gone do without it.
func BoundEvents(t *state.Tx) {
	most := t.Env.Bounds.Load().Events
	if n := t.State.Events.Len() - most; most > 0 && n > 0 {
		until := t.State.Events.Index(n - 1).At
		for i := range n {
			dropEnded(t, endedJob(t.State.Events.Index(i).Data))
		}
		t.State.Events = t.State.Events.Without(n)
		insight.Forget(t, until.Time())
	}
	if len(*post.GoneSlot.Of(t)) > 0 && !post.Unbounded(t.Env.Bounds.Load()) {
		lighten(t)
	}
}
