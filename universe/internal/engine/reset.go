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
func (u *resetPart) Reset(ctx context.Context, keep ...mailsim.Part) (mailsim.Removed, error) {
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
	release, err := u.run.takeDrive(ctx) // no job is under way
	if err != nil {
		return mailsim.Removed{}, err
	}
	defer release()
	file := u.config.file.now.Load()
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
	err = u.login.claimLogins(claims, func() error {
		return u.update(ctx, func(t *tx) (err error) {
			if out, err = Reset(t, func(p mailsim.Part) bool { return kept[p] }, file); err != nil {
				return err
			}
			u.webhook.hooks.forget(t.state.events.last())
			if kept[mailsim.PartEvents] && !kept[mailsim.PartMail] {
				Redo(t, slices.Concat(short, shortForms(t.state.events, log.last())))
			}
			return nil
		})
	})
	if err != nil {
		return mailsim.Removed{}, err
	}
	u.wait.open.end()
	return out, nil
}

// Reset empties all that keep does not name, and sets what the universe's file says of it.
func Reset(t *tx, keep func(mailsim.Part) bool, file *configFile) (out mailsim.Removed, err error) {
	out = RemovedBy(t, keep)
	for _, id := range jobTable.in(t.state).keys() {
		DropJob(t, id)
	}
	dropAll(t, plannedTable.in(t.state))
	dropAll(t, jobsForTable.in(t.state))
	t.wakeup = true
	ResetCounters(t, keep)
	ResetMail(t, keep)
	ResetPeople(t, keep)
	ResetSettings(t, keep)
	Restock(t, keep)
	if err := ResetToFile(t, keep, file); err != nil {
		return out, err
	}
	if !keep(mailsim.PartEvents) {
		last := t.state.events.last()
		dropAll(t, factTable.in(t.state))
		dropAll(t, latestTable.in(t.state))
		t.state.events = &eventLog{base: last, cut: t.seq} // the events of this change come behind it
	}
	return out, nil
}

// RemovedBy counts what a reset will remove.
func RemovedBy(t *tx, keep func(mailsim.Part) bool) (out mailsim.Removed) {
	out.Jobs = jobTable.in(t.state).len()
	if !keep(mailsim.PartMail) {
		out.Mailboxes = mailboxTable.in(t.state).len()
		for _, m := range mailboxTable.in(t.state).m {
			for _, f := range m.folders {
				out.Messages += f.Len()
			}
		}
	}
	if !keep(mailsim.PartPersonas) {
		out.Personas = personaTable.in(t.state).len()
	}
	if !keep(mailsim.PartCases) {
		out.Cases = caseTable.in(t.state).len()
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

// ResetCounters lets occasions count from 0 again, where what they number is
// gone. What plans, jobs and folders count goes on.
func ResetCounters(t *tx, keep func(mailsim.Part) bool) {
	for _, key := range counterTable.in(t.state).keys() {
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
			drop(t, counterTable.in(t.state), key)
			drop(t, useTable.in(t.state), key)
		}
	}
	if !keep(mailsim.PartMail) {
		dropAll(t, tempfailTable.in(t.state))
	}
}

// ResetMail removes mailboxes and what came of their mail. The next folder of a
// name has a higher UIDVALIDITY (RFC 9051 section 2.3.1.1).
func ResetMail(t *tx, keep func(mailsim.Part) bool) {
	if !keep(mailsim.PartMail) || !keep(mailsim.PartPersonas) {
		dropAll(t, relationTable.in(t.state))
		dropAll(t, talkTable.in(t.state))
	}
	if !keep(mailsim.PartMail) || !keep(mailsim.PartCases) {
		dropAll(t, caseOfTable.in(t.state))
	}
	if !keep(mailsim.PartShares) {
		dropAll(t, shareTable.in(t.state))
	}
	if keep(mailsim.PartMail) {
		return
	}
	for address, m := range mailboxTable.in(t.state).sorted() {
		for _, f := range m.folders {
			t.kept.copies -= f.Len()
			t.count("folder", address, f.name)
			Touch(t, address, f.name)
		}
		Touch(t, address, "")
		drop(t, mailboxTable.in(t.state), address)
		t.kept.boxes--
	}
	for _, id := range mailTable.in(t.state).keys() {
		SetMail(t, id, nil)
	}
	for m, n := range maps.Clone(strayTable.in(t.state).m) {
		CountStray(t, m, -n)
	}
	dropAll(t, namesakeTable.in(t.state))
	dropAll(t, tallyTable.in(t.state))
	dropAll(t, inspectedTable.in(t.state))
	t.swept = sweep{}
}

// ResetPeople removes people, cases and logins, and what remains of one in another.
func ResetPeople(t *tx, keep func(mailsim.Part) bool) {
	if !keep(mailsim.PartPersonas) {
		dropAll(t, personaTable.in(t.state))
		dropAll(t, ownerTable.in(t.state))
		dropAll(t, externalTable.in(t.state))
		dropAll(t, domainTable.in(t.state))
		dropAll(t, memoryTable.in(t.state))
	}
	if !keep(mailsim.PartCases) {
		dropAll(t, caseTable.in(t.state))
	}
	if !keep(mailsim.PartLogins) {
		dropAll(t, loginTable.in(t.state))
		dropAll(t, usernameTable.in(t.state))
	}
	for _, p := range personaTable.in(t.state).sorted() {
		if next := p.clone(); !keep(mailsim.PartCases) && len(next.CaseIDs) > 0 {
			next.CaseIDs = []string{}
			SetPersona(t, p, &personaRec{next})
		}
	}
	for id, c := range caseTable.in(t.state).sorted() {
		next := c.clone()
		if !keep(mailsim.PartPersonas) {
			next.PersonaIDs = []string{}
		}
		if !keep(mailsim.PartMail) {
			next.Messages, next.Last = 0, nil
		}
		put(t, caseTable.in(t.state), id, &caseRec{next})
	}
}

// ResetSettings brings settings back to their defaults.
func ResetSettings(t *tx, keep func(mailsim.Part) bool) {
	def := defaultSettings()
	ChangeSettings(t, func(s *settings) {
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
		dropAll(t, streamTable.in(t.state))
	}
	if !keep(mailsim.PartWebhooks) {
		dropAll(t, webhookTable.in(t.state))
	}
	if !keep(mailsim.PartFaults) {
		dropAll(t, faultTable.in(t.state))
		dropAll(t, tallyTable.in(t.state))
	}
}

// Restock gives back what those that stay need: their mailboxes, and to the
// streams of the World their next mail.
func Restock(t *tx, keep func(mailsim.Part) bool) {
	people := slices.SortedFunc(values(personaTable.in(t.state)), func(a, b *personaRec) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	for _, p := range people {
		for _, a := range p.Addresses {
			MakeMailbox(t, a)
		}
	}
	for _, l := range loginTable.in(t.state).sorted() {
		MakeMailbox(t, l.Address)
	}
	for _, m := range Set(t.view).Company.Mailboxes {
		MakeNamedMailbox(t, m.Address, m.Name)
	}
	for _, s := range StreamsInOrder(t.view) {
		for _, a := range s.To {
			MakeMailbox(t, a)
		}
		next := *s
		if !keep(mailsim.PartMail) {
			next.Known = nil
		}
		put(t, streamTable.in(t.state), s.ID, &next)
		if s.Enabled {
			PlanStream(t, &next, t.now)
		}
	}
}

// ResetToFile sets what the YAML file says of the parts that were emptied. API
// keys stay as they are.
func ResetToFile(t *tx, keep func(mailsim.Part) bool, f *configFile) error {
	if f == nil {
		return nil
	}
	return ApplyConfig(t, f, &configFile{}, func(part string) bool { return part == "keys" || keep(mailsim.Part(part)) })
}
