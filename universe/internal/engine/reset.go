package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Reset empties the universe but for the parts named: all else is gone or back
// to its default, that of the YAML file where there is one. All jobs go; those
// of a World that stays are planned anew. API keys, plan and clock stay, ids of
// events and jobs and the UIDVALIDITY of folders go on rising, webhooks not yet
// delivered are dropped, and open waits end with ErrConflict. Unless mail is
// kept, occasions count from 0 again: a script then does what it does in a new
// universe. An unknown part is ErrInvalid, and nothing is removed.
func (u *Universe) Reset(ctx context.Context, keep ...mailsim.Part) (mailsim.Removed, error) {
	kept := map[mailsim.Part]bool{}
	for _, p := range keep {
		if !slices.Contains(mailsim.Parts(), p) {
			names := make([]string, 0, len(mailsim.Parts()))
			for _, known := range mailsim.Parts() {
				names = append(names, string(known))
			}
			return mailsim.Removed{}, fail.Invalidf("keep: unknown part %.50q: use %s", string(p), strings.Join(names, ", "))
		}
		kept[p] = true
	}
	release, err := u.takeDrive(ctx) // no job is under way
	if err != nil {
		return mailsim.Removed{}, err
	}
	defer release()
	file := u.file.now.Load()
	var claims []loginClaim
	if !kept[mailsim.PartLogins] {
		claims = file.claims() // they come back
	}
	var short []*eventRec // read outside the lock
	log := u.log()
	if kept[mailsim.PartEvents] && !kept[mailsim.PartMail] {
		short = shortForms(log, 0)
	}
	var out mailsim.Removed
	err = u.claimLogins(claims, func() error {
		return u.update(ctx, func(t *tx) (err error) {
			if out, err = t.reset(func(p mailsim.Part) bool { return kept[p] }, file); err != nil {
				return err
			}
			u.hooks.forget(t.state.events.last())
			if kept[mailsim.PartEvents] && !kept[mailsim.PartMail] {
				t.redo(slices.Concat(short, shortForms(t.state.events, log.last())))
			}
			return nil
		})
	})
	if err != nil {
		return mailsim.Removed{}, err
	}
	u.open.end()
	return out, nil
}

// reset empties all that keep does not name, and sets what the universe's file says of it.
func (t *tx) reset(keep func(mailsim.Part) bool, file *configFile) (out mailsim.Removed, err error) {
	out = t.removedBy(keep)
	for _, id := range t.jobs.keys() {
		t.dropJob(id)
	}
	dropAll(t, t.planned)
	dropAll(t, t.jobsFor)
	t.wakeup = true
	t.resetCounters(keep)
	t.resetMail(keep)
	t.resetPeople(keep)
	t.resetSettings(keep)
	t.restock(keep)
	if err := t.resetToFile(keep, file); err != nil {
		return out, err
	}
	if !keep(mailsim.PartEvents) {
		last := t.state.events.last()
		dropAll(t, t.facts)
		dropAll(t, t.latest)
		t.state.events = &eventLog{base: last, cut: t.seq} // the events of this change come behind it
	}
	return out, nil
}

// removedBy counts what a reset will remove.
func (t *tx) removedBy(keep func(mailsim.Part) bool) (out mailsim.Removed) {
	out.Jobs = t.jobs.len()
	if !keep(mailsim.PartMail) {
		out.Mailboxes = t.mailboxes.len()
		for _, m := range t.mailboxes.m {
			for _, f := range m.folders {
				out.Messages += f.Len()
			}
		}
	}
	if !keep(mailsim.PartPersonas) {
		out.Personas = t.personas.len()
	}
	if !keep(mailsim.PartCases) {
		out.Cases = t.cases.len()
	}
	if !keep(mailsim.PartEvents) {
		out.Events = t.state.events.len()
	}
	return out
}

// dropAll empties a table.
func dropAll[V any](t *tx, tb *table[V]) {
	for _, k := range tb.keys() {
		drop(t, tb, k)
	}
}

// resetCounters lets occasions count from 0 again, where what they number is
// gone. What plans, jobs and folders count goes on.
func (t *tx) resetCounters(keep func(mailsim.Part) bool) {
	for _, key := range t.counters.keys() {
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
			drop(t, t.counters, key)
			drop(t, t.lastUse, key)
		}
	}
	if !keep(mailsim.PartMail) {
		dropAll(t, t.tempfails)
	}
}

// resetMail removes mailboxes and what came of their mail. The next folder of a
// name has a higher UIDVALIDITY (RFC 9051 section 2.3.1.1).
func (t *tx) resetMail(keep func(mailsim.Part) bool) {
	if !keep(mailsim.PartMail) || !keep(mailsim.PartPersonas) {
		dropAll(t, t.relations)
		dropAll(t, t.talks)
	}
	if !keep(mailsim.PartMail) || !keep(mailsim.PartCases) {
		dropAll(t, t.caseOf)
	}
	if !keep(mailsim.PartShares) {
		dropAll(t, t.shares)
	}
	if keep(mailsim.PartMail) {
		return
	}
	for address, m := range t.mailboxes.sorted() {
		for _, f := range m.folders {
			t.kept.copies -= f.Len()
			t.count("folder", address, f.name)
			t.touch(address, f.name)
		}
		t.touch(address, "")
		drop(t, t.mailboxes, address)
	}
	for _, id := range t.mails.keys() {
		t.setMail(id, nil)
	}
	for m, n := range maps.Clone(t.strays.m) {
		t.countStray(m, -n)
	}
	dropAll(t, t.namesakes)
	dropAll(t, t.tallies)
	dropAll(t, t.inspected)
	t.swept = sweep{}
}

// resetPeople removes people, cases and logins, and what remains of one in another.
func (t *tx) resetPeople(keep func(mailsim.Part) bool) {
	if !keep(mailsim.PartPersonas) {
		dropAll(t, t.personas)
		dropAll(t, t.owners)
		dropAll(t, t.externals)
		dropAll(t, t.domains)
		dropAll(t, t.memory)
	}
	if !keep(mailsim.PartCases) {
		dropAll(t, t.cases)
	}
	if !keep(mailsim.PartLogins) {
		dropAll(t, t.logins)
		dropAll(t, t.usernames)
	}
	for _, p := range t.personas.sorted() {
		if next := p.clone(); !keep(mailsim.PartCases) && len(next.CaseIDs) > 0 {
			next.CaseIDs = []string{}
			t.setPersona(p, &personaRec{next})
		}
	}
	for id, c := range t.cases.sorted() {
		next := c.clone()
		if !keep(mailsim.PartPersonas) {
			next.PersonaIDs = []string{}
		}
		if !keep(mailsim.PartMail) {
			next.Messages, next.Last = 0, nil
		}
		put(t, t.cases, id, &caseRec{next})
	}
}

// resetSettings brings settings back to their defaults.
func (t *tx) resetSettings(keep func(mailsim.Part) bool) {
	def := defaultSettings()
	t.changeSettings(func(s *settings) {
		s.DNS = def.DNS
		for part, reset := range map[mailsim.Part]func(){
			mailsim.PartAI: func() { s.AI = def.AI }, mailsim.PartPace: func() { s.Pace = def.Pace }, mailsim.PartRecipients: func() { s.Recipients = def.Recipients },
			mailsim.PartLinks: func() { s.Links = def.Links }, mailsim.PartRetention: func() { s.Retention = def.Retention },
			mailsim.PartWorld: func() { s.Company = def.Company }, mailsim.PartFaults: func() { s.Scenario = def.Scenario },
		} {
			if !keep(part) {
				reset()
			}
		}
	})
	if !keep(mailsim.PartWorld) {
		dropAll(t, t.streams)
	}
	if !keep(mailsim.PartWebhooks) {
		dropAll(t, t.webhooks)
	}
	if !keep(mailsim.PartFaults) {
		dropAll(t, t.faults)
		dropAll(t, t.tallies)
	}
}

// restock gives back what those that stay need: their mailboxes, and to the
// streams of the World their next mail.
func (t *tx) restock(keep func(mailsim.Part) bool) {
	people := slices.SortedFunc(values(t.personas), func(a, b *personaRec) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	for _, p := range people {
		for _, a := range p.Addresses {
			t.makeMailbox(a)
		}
	}
	for _, l := range t.logins.sorted() {
		t.makeMailbox(l.Address)
	}
	for _, m := range t.set().Company.Mailboxes {
		t.makeNamedMailbox(m.Address, m.Name)
	}
	for _, s := range t.streamsInOrder() {
		for _, a := range s.To {
			t.makeMailbox(a)
		}
		next := *s
		if !keep(mailsim.PartMail) {
			next.Known = nil
		}
		put(t, t.streams, s.ID, &next)
		if s.Enabled {
			t.planStream(&next, t.now)
		}
	}
}

// resetToFile sets what the YAML file says of the parts that were emptied. API
// keys stay as they are.
func (t *tx) resetToFile(keep func(mailsim.Part) bool, f *configFile) error {
	if f == nil {
		return nil
	}
	return t.applyConfig(f, &configFile{}, func(part string) bool { return part == "keys" || keep(mailsim.Part(part)) })
}
