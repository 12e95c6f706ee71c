package people

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Case is a case as stored. It is replaced, never edited.
type Case struct{ mailsim.Case }

// CaseByID is the case with an id, nil when there is none.
func CaseByID(v state.View, id string) *Case { return CaseTable.In(v.State).At(id) }

// CaseCount is how many cases there are.
func CaseCount(v state.View) int { return CaseTable.In(v.State).Len() }

// CaseHeader names a mail's case.
const CaseHeader = "X-Service-Case"

// Clone copies what a caller could edit.
func (c *Case) Clone() mailsim.Case {
	out := c.Case
	out.Facts, out.ExternalIDs = cloneMap(out.Facts), cloneMap(out.ExternalIDs)
	out.PersonaIDs = append([]string{}, out.PersonaIDs...)
	out.Addresses = append([]string{}, out.Addresses...)
	out.Last = clonePtr(out.Last)
	return out
}

func cloneMap(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return maps.Clone(m)
}

// Cases lists the cases by id.
func (u *Part) Cases() []mailsim.Case {
	list := state.Ordered(u.Book, func(v state.View) *state.Table[*Case] { return CaseTable.In(v.State) })
	out := make([]mailsim.Case, len(list))
	for i, c := range list {
		out[i] = c.Clone()
	}
	return out
}

// Case returns one case; ErrNotFound "no such case" when there is none.
func (u *Part) Case(id string) (mailsim.Case, error) {
	var c *Case
	u.Read(func(v state.View) { c = CaseByID(v, id) })
	if c == nil {
		return mailsim.Case{}, fail.NoSuch("case")
	}
	return c.Clone(), nil
}

// PushCase makes a case, or changes the fields of one. Events: case.updated, and
// persona.created for each address that gets a person.
func (u *Part) PushCase(ctx context.Context, id string, p mailsim.CasePatch) (mailsim.Case, error) {
	if id == "" {
		return mailsim.Case{}, fail.Invalidf("id is required")
	}
	if err := valid.Key("id", id); err != nil {
		return mailsim.Case{}, err
	}
	if err := valid.CasePatch(p); err != nil {
		return mailsim.Case{}, err
	}
	var out mailsim.Case
	err := u.Update(ctx, func(t *state.Tx) error {
		if err := PushCase(t, id, p); err != nil {
			return err
		}
		out = CaseByID(t.View, id).Clone()
		return nil
	})
	return out, err
}

// PushCase stores the changed case and keeps people and case agreeing.
func PushCase(t *state.Tx, id string, p mailsim.CasePatch) error {
	old := CaseByID(t.View, id)
	next := &Case{mailsim.Case{ID: id, Status: mailsim.CaseOpen, Created: t.Now}}
	if old != nil {
		*next = Case{old.Clone()}
	}
	for _, pid := range p.PersonaIDs {
		if Get(t.View, pid) == nil {
			return fail.Invalidf("persona_ids: no such persona %.50q", pid)
		}
	}
	people := next.PersonaIDs
	changed := applyCasePatch(p, &next.Case)
	if old == nil {
		joinThose(t, next)
	}
	for _, a := range next.Addresses {
		pid, err := casePerson(t, next, a)
		if err != nil {
			return err
		}
		if pid != "" && !slices.Contains(next.PersonaIDs, pid) {
			next.PersonaIDs = append(next.PersonaIDs, pid)
		}
	}
	if !slices.Equal(people, next.PersonaIDs) {
		changed = append(changed, "persona_ids")
		slices.Sort(changed)
	}
	if old != nil && len(changed) == 0 {
		return nil
	}
	next.Updated = t.Now
	state.Put(t, CaseTable.In(t.State), id, next)
	linkPeople(t, id, old, next)
	t.Emit(mailsim.CaseUpdated{CaseID: id, Title: next.Title, New: old == nil, Changed: changed})
	return nil
}

// joinThose adds to a new case the people whose case_ids named it before it was there.
func joinThose(t *state.Tx, c *Case) {
	var ids []string
	for id, p := range Table.In(t.State).M {
		if slices.Contains(p.CaseIDs, c.ID) && !slices.Contains(c.PersonaIDs, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	c.PersonaIDs = append(c.PersonaIDs, ids...)
}

// applyCasePatch sets what the patch sets and names the fields that changed, sorted, but
// for persona_ids: the people behind its addresses belong to a case too.
func applyCasePatch(p mailsim.CasePatch, c *mailsim.Case) []string {
	changed := []string{}
	note := func(field string, differs bool) {
		if differs {
			changed = append(changed, field)
		}
	}
	if p.Addresses != nil {
		note("addresses", !slices.Equal(c.Addresses, p.Addresses))
		c.Addresses = append([]string{}, p.Addresses...)
	}
	if p.ExternalIDs != nil {
		note("external_ids", !maps.Equal(c.ExternalIDs, p.ExternalIDs))
		c.ExternalIDs = cloneMap(p.ExternalIDs)
	}
	if p.Facts != nil {
		note("facts", !maps.Equal(c.Facts, p.Facts))
		c.Facts = cloneMap(p.Facts)
	}
	if p.PersonaIDs != nil {
		c.PersonaIDs = append([]string{}, p.PersonaIDs...)
	}
	if p.Status != nil {
		note("status", c.Status != *p.Status)
		c.Status = *p.Status
	}
	if p.Summary != nil {
		note("summary", c.Summary != *p.Summary)
		c.Summary = *p.Summary
	}
	if p.Title != nil {
		note("title", c.Title != *p.Title)
		c.Title = *p.Title
	}
	return changed
}

// casePerson returns the person behind an address of a case, made when there is
// neither mailbox nor person.
func casePerson(t *state.Tx, c *Case, address string) (string, error) {
	if p := At(t.View, address); p != nil {
		return p.ID, nil
	}
	if post.Mailbox(t.View, address) != nil {
		return "", nil
	}
	p, err := Add(t, mailsim.Persona{Addresses: []string{address}}, providerCase)
	if err != nil {
		return "", err
	}
	t.Emit(mailsim.PersonaCreated{PersonaID: p.ID, Persona: p.Name, Address: address, Temperament: p.Temperament, Mode: CreatedMode(false), Why: "named in case " + c.ID})
	return p.ID, nil
}

// linkPeople keeps the case_ids of people equal to the persona_ids of the case.
func linkPeople(t *state.Tx, id string, old, next *Case) {
	if old != nil {
		for _, pid := range old.PersonaIDs {
			if p := Get(t.View, pid); p != nil && (next == nil || !slices.Contains(next.PersonaIDs, pid)) {
				SetCaseIDs(t, p, slices.DeleteFunc(slices.Clone(p.CaseIDs), func(c string) bool { return c == id }))
			}
		}
	}
	if next == nil {
		return
	}
	for _, pid := range next.PersonaIDs {
		if p := Get(t.View, pid); p != nil && !slices.Contains(p.CaseIDs, id) {
			SetCaseIDs(t, p, append(slices.Clone(p.CaseIDs), id))
		}
	}
}

// SetCaseIDs stores a person with other cases; the cases are not told.
func SetCaseIDs(t *state.Tx, p *Person, ids []string) {
	next := *p
	next.CaseIDs = ids
	Amend(t, p, &next)
}

// JoinCase adds a person to a case, where there is such a case.
func JoinCase(t *state.Tx, id string, p *Person) {
	if c := CaseByID(t.View, id); c != nil && !slices.Contains(c.PersonaIDs, p.ID) {
		next := &Case{c.Clone()}
		next.PersonaIDs = append(next.PersonaIDs, p.ID)
		state.Put(t, CaseTable.In(t.State), id, next)
	}
}

// leaveCases takes a person off every case.
func leaveCases(t *state.Tx, p *Person) {
	for _, id := range p.CaseIDs {
		if c := CaseByID(t.View, id); c != nil {
			next := &Case{c.Clone()}
			next.PersonaIDs = slices.DeleteFunc(next.PersonaIDs, func(s string) bool { return s == p.ID })
			state.Put(t, CaseTable.In(t.State), id, next)
		}
	}
}

// SyncCases follows a change of a person's case_ids.
func SyncCases(t *state.Tx, old, next *Person) {
	leaveCases(t, &Person{mailsim.Persona{ID: old.ID, CaseIDs: slices.DeleteFunc(slices.Clone(old.CaseIDs), func(id string) bool {
		return slices.Contains(next.CaseIDs, id)
	})}})
	for _, id := range next.CaseIDs {
		JoinCase(t, id, next)
	}
}

// DeleteCase removes a case; ErrNotFound when there is none. Messages keep no
// link to it.
func (u *Part) DeleteCase(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if CaseByID(t.View, id) == nil {
			return fail.NoSuch("case")
		}
		RemoveCase(t, id)
		return nil
	})
}

// RemoveCase removes a case, where there is one, and takes its people off it.
func RemoveCase(t *state.Tx, id string) {
	old := CaseByID(t.View, id)
	if old == nil {
		return
	}
	state.Drop(t, CaseTable.In(t.State), id)
	linkPeople(t, id, old, nil)
}

// LinkCase links a person's copy of a mail to a case, and says to which: the one that
// the mail names itself, "" for none, by its thread, by the subject, by the text, or
// because it is the only open one and they share an address, a number or a word. rd is nil for a mail of their own, of which only the
// header is looked at: field, thread and subject.
func LinkCase(t *state.Tx, p *Person, named string, sum *mime.Summary, rd *reading.Mail, copied *post.Stored) (id string) {
	thread := copied.Mail.Thread
	id, how := caseFor(t, p, named, thread, sum, rd)
	if id == "" {
		return ""
	}
	copied.SetExtras(post.Extras{CaseID: id, CaseHow: how})
	state.Put(t, CaseOfTable.In(t.State), state.Key(p.ID, thread), id)
	c := *CaseByID(t.View, id)
	c.Messages++
	at := t.Now
	c.Last = &at
	state.Put(t, CaseTable.In(t.State), id, &c)
	return id
}

// caseFor finds the case of a mail, and says by what.
func caseFor(t *state.Tx, p *Person, named, thread string, sum *mime.Summary, rd *reading.Mail) (id, how string) {
	if CaseCount(t.View) == 0 {
		return "", ""
	}
	if named != "" && CaseByID(t.View, named) != nil {
		return named, "header"
	}
	if id := state.AtKey(CaseOfTable.In(t.State), p.ID, thread); id != "" && CaseByID(t.View, id) != nil {
		return id, "thread"
	}
	mine := casesOf(t.View, p)
	for _, c := range mine {
		if c.namedIn(sum.Subject) {
			return c.ID, "subject"
		}
	}
	if rd == nil {
		return "", ""
	}
	for _, c := range mine {
		if c.namedIn(rd.Text) {
			return c.ID, "text"
		}
	}
	if open := OpenCases(t.View, p); len(open) == 1 && rd.Automatic == "" {
		if c := open[0]; c.knownTo(t.View, sum.From.Addr) || c.shares(sum.Subject, rd) {
			return c.ID, "only"
		}
	}
	return "", ""
}

// casesOf are the cases that a person is on, in the order in which they came on.
func casesOf(v state.View, p *Person) (list []*Case) {
	for _, id := range p.CaseIDs {
		if c := CaseByID(v, id); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// OpenCases are those of them that are not closed.
func OpenCases(v state.View, p *Person) []*Case {
	return slices.DeleteFunc(casesOf(v, p), func(c *Case) bool { return c.Status == mailsim.CaseClosed })
}

// namedIn tells whether a text names the case: its id, title or an external id,
// as whole words.
func (c *Case) namedIn(text string) bool {
	if namesWord(text, c.ID) || len(c.Title) >= 4 && namesWord(text, c.Title) {
		return true
	}
	for _, id := range c.ExternalIDs {
		if namesWord(text, id) {
			return true
		}
	}
	return false
}

// namesWord finds a word or phrase that no letter or digit touches, in any case.
func namesWord(text, word string) bool {
	if word == "" {
		return false
	}
	text, word = strings.ToLower(text), strings.ToLower(word)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = i + 1
	}
}

func wordByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 0x80 || b == '_'
}
