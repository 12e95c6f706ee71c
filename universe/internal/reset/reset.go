// Package reset empties a universe, part by part, and gives back what those that stay need.
// It owns nothing: with which part the records of a table go is said where the table is
// declared.
package reset

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// Reset empties the universe but for the parts named: all else is gone or back
// to its default, that of the YAML file where there is one. All jobs go; those
// of a World that stays are planned anew. API keys, plan and clock stay, ids of
// events and jobs and the UIDVALIDITY of folders go on rising, webhooks not yet
// delivered are dropped, and open waits end with ErrConflict. Unless mail is
// kept, occasions count from 0 again: a script then does what it does in a new
// universe. An unknown part is ErrInvalid, and nothing is removed.
func (u *Part) Reset(ctx context.Context, stays ...mailsim.Part) (mailsim.Removed, error) {
	kept := map[mailsim.Part]bool{}
	for _, p := range stays {
		if !slices.Contains(mailsim.Parts(), p) {
			names := make([]string, 0, len(mailsim.Parts()))
			for _, known := range mailsim.Parts() {
				names = append(names, string(known))
			}
			return mailsim.Removed{}, fail.Invalidf("keep: unknown part %.50q: use %s", string(p), strings.Join(names, ", "))
		}
		kept[p] = true
	}
	release, err := u.run.TakeDrive(ctx) // no job is under way
	if err != nil {
		return mailsim.Removed{}, err
	}
	defer release()
	file := u.config.File.Now.Load()
	var claims []login.Claim
	if !kept[mailsim.PartLogins] {
		claims = file.Claims() // they come back
	}
	var short []*state.Event // read outside the lock
	log := u.Committed()
	if kept[mailsim.PartEvents] && !kept[mailsim.PartMail] {
		short = keep.ShortForms(log, 0)
	}
	var out mailsim.Removed
	err = u.login.ClaimLogins(claims, func() error {
		return u.Update(ctx, func(t *state.Tx) (err error) {
			if out, err = empty(t, func(p mailsim.Part) bool { return kept[p] }, file); err != nil {
				return err
			}
			u.webhook.Hooks.Forget(t.State.Events.Last())
			if kept[mailsim.PartEvents] && !kept[mailsim.PartMail] {
				keep.Redo(t, slices.Concat(short, keep.ShortForms(t.State.Events, log.Last())))
			}
			return nil
		})
	})
	if err != nil {
		return mailsim.Removed{}, err
	}
	u.wait.Gate.End()
	return out, nil
}

// empty empties all that keep does not name, and sets what the universe's file says of it.
func empty(t *state.Tx, keep func(mailsim.Part) bool, file *config.File) (out mailsim.Removed, err error) {
	out = count(t, keep)
	for _, id := range state.Keys(jobs.Table.In(t.State)) {
		jobs.Drop(t, id)
	}
	t.Wakeup = true
	state.EmptyTables(t, keep)
	emptyCounters(t, keep)
	emptyMail(t, keep)
	untie(t, keep)
	emptySettings(t, keep)
	restock(t, keep)
	if err := applyFile(t, keep, file); err != nil {
		return out, err
	}
	if !keep(mailsim.PartEvents) {
		last := t.State.Events.Last()
		t.State.Events = &state.Log{Base: last, Cut: t.Seq} // the events of this change come behind it
	}
	return out, nil
}

// count counts what a reset will remove.
func count(t *state.Tx, keep func(mailsim.Part) bool) (out mailsim.Removed) {
	out.Jobs = jobs.Table.In(t.State).Len()
	if !keep(mailsim.PartMail) {
		out.Mailboxes = post.Boxes.In(t.State).Len()
		for _, m := range post.Boxes.In(t.State).M {
			for _, f := range m.Folders {
				out.Messages += f.Len()
			}
		}
	}
	if !keep(mailsim.PartPersonas) {
		out.Personas = people.Count(t.View)
	}
	if !keep(mailsim.PartCases) {
		out.Cases = people.CaseCount(t.View)
	}
	if !keep(mailsim.PartEvents) {
		out.Events = t.State.Events.Len()
	}
	return out
}

// emptyCounters lets occasions count from 0 again, where what they number is
// gone. What plans, jobs and folders count goes on.
func emptyCounters(t *state.Tx, keep func(mailsim.Part) bool) {
	for _, key := range state.Keys(state.Counters.In(t.State)) {
		kind, _, _ := strings.Cut(key, "\x00")
		stays := keep(mailsim.PartMail)
		switch kind {
		case "sent", "inbound", "learned", "credits", "job", "folder":
			stays = true
		case "persona":
			stays = keep(mailsim.PartPersonas)
		case "stream":
			stays = keep(mailsim.PartWorld)
		case "facts", "facts-first":
			stays = keep(mailsim.PartEvents)
		}
		if !stays {
			state.Drop(t, state.Counters.In(t.State), key)
			state.Drop(t, state.Uses.In(t.State), key)
		}
	}
}

// emptyMail removes mailboxes and their mail. The next folder of a name has a higher UIDVALIDITY (RFC 9051 section 2.3.1.1).
func emptyMail(t *state.Tx, keep func(mailsim.Part) bool) {
	if keep(mailsim.PartMail) {
		return
	}
	for address, m := range state.Sorted(post.Boxes.In(t.State)) {
		for _, f := range m.Folders {
			t.Kept.Copies -= f.Len()
			t.Count("folder", address, f.Name)
			post.Touch(t, address, f.Name)
		}
		post.Touch(t, address, "")
		state.Drop(t, post.Boxes.In(t.State), address)
		t.Kept.Boxes--
	}
	for _, id := range post.Mails.In(t.State).Keys() {
		post.SetMail(t, id, nil)
	}
	for m, n := range maps.Clone(post.Stray.In(t.State).M) {
		post.CountStray(t, m, -n)
	}
	t.Swept = state.Sweep{}
}

// untie removes what people, cases and mail that are gone left in one another.
func untie(t *state.Tx, keep func(mailsim.Part) bool) {
	for _, p := range state.Sorted(people.Table.In(t.State)) {
		if next := p.Clone(); !keep(mailsim.PartCases) && len(next.CaseIDs) > 0 {
			next.CaseIDs = []string{}
			people.Amend(t, p, &people.Person{Persona: next})
		}
	}
	for id, c := range state.Sorted(people.CaseTable.In(t.State)) {
		next := c.Clone()
		if !keep(mailsim.PartPersonas) {
			next.PersonaIDs = []string{}
		}
		if !keep(mailsim.PartMail) {
			next.Messages, next.Last = 0, nil
		}
		state.Put(t, people.CaseTable.In(t.State), id, &people.Case{Case: next})
	}
}

// emptySettings brings settings back to their defaults.
func emptySettings(t *state.Tx, keep func(mailsim.Part) bool) {
	def := settings.Default()
	settings.Change(t, func(s *settings.Record) {
		s.DNS, s.Unmarked = def.DNS, def.Unmarked
		for part, reset := range map[mailsim.Part]func(){
			mailsim.PartAI: func() { s.AI = def.AI }, mailsim.PartPace: func() { s.Pace = def.Pace }, mailsim.PartRecipients: func() { s.Recipients = def.Recipients },
			mailsim.PartLinks: func() { s.Links = def.Links }, mailsim.PartRetention: func() { s.Retention = def.Retention },
			mailsim.PartRelay: func() { s.Relay = def.Relay },
			mailsim.PartWorld: func() { s.Company = def.Company }, mailsim.PartFaults: func() { s.Scenario = def.Scenario },
		} {
			if !keep(part) {
				reset()
			}
		}
	})
	if !keep(mailsim.PartWorld) {
		world.Clear(t)
	}
}

// restock gives back what those that stay need: their mailboxes, and to the
// streams of the World their next mail.
func restock(t *state.Tx, keep func(mailsim.Part) bool) {
	people := slices.SortedFunc(state.Values(people.Table.In(t.State)), func(a, b *people.Person) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	for _, p := range people {
		for _, a := range p.Addresses {
			post.MakeMailbox(t, a)
		}
	}
	for _, l := range state.Sorted(login.Table.In(t.State)) {
		post.MakeMailbox(t, l.Address)
	}
	for _, m := range settings.Of(t.View).Company.Mailboxes {
		world.MakeMailbox(t, m.Address, m.Name)
	}
	world.Restart(t, !keep(mailsim.PartMail))
}

// applyFile sets what the YAML file says of the parts that were emptied. API
// keys stay as they are.
func applyFile(t *state.Tx, keep func(mailsim.Part) bool, f *config.File) error {
	if f == nil {
		return nil
	}
	return config.Apply(t, f, &config.File{}, func(part string) bool { return part == "keys" || keep(mailsim.Part(part)) })
}
