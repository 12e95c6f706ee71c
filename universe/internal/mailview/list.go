package mailview

import (
	"cmp"
	"context"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// maxCopies is how many copies of a mail a list shows.
const maxCopies = 20

// Mails lists all mail of the universe, newest first by when its first copy was
// filed. ErrInvalid for a query, cursor or origin that cannot be, ErrNotFound for an
// unknown mailbox or person.
func (u *Part) Mails(ctx context.Context, f mailsim.MailFilter) (mailsim.MailPage, error) {
	fail.IfNil(ctx)
	look, err := u.look(f)
	if err != nil {
		return mailsim.MailPage{}, err
	}
	limit := min(cmp.Or(f.Limit, search.DefaultLimit), search.MaxLimit)
	page := mailsim.MailPage{Last: u.Committed().Last()}
	firsts := map[string]post.Placed{} // by mail, of its copies that are asked for
	var list [][]post.Placed
	for hit, err := range look.Back(ctx) {
		if err != nil {
			return mailsim.MailPage{}, err
		}
		if !wanted(f, hit.Stored) {
			continue
		}
		here := post.Placed{Stored: hit.Stored, Address: hit.Address, Folder: hit.Folder}
		id := hit.MailID()
		first, known := firsts[id]
		var copies []post.Placed
		if !known {
			copies = u.post.CopiesLike(here)
			first = firstOf(copies, func(c *post.Placed) bool { return wanted(f, c.Stored) && look.Matches(c) }, here)
			firsts[id] = first
		}
		if post.FiledBefore(first, here) != 0 { // it is listed where the first of them lies
			continue
		}
		if len(list) == limit {
			page.Next = hit.Cursor
			break
		}
		if copies == nil {
			copies = u.post.CopiesLike(here)
		}
		list = append(list, copies)
		u.places.note(id, hit.Seq)
	}
	page.Mails = u.rows(list)
	for i := range page.Mails {
		cutCopies(&page.Mails[i])
	}
	return page, nil
}

// firstOf is the first copy that is asked for, else the one that was come to: the
// others have gone meanwhile.
func firstOf(copies []post.Placed, asked func(*post.Placed) bool, other post.Placed) post.Placed {
	for i := range copies {
		if asked(&copies[i]) {
			return copies[i]
		}
	}
	return other
}

func cutCopies(m *mailsim.Mail) {
	if n := len(m.Copies) - maxCopies; n > 0 {
		m.Copies, m.More = m.Copies[:maxCopies:maxCopies], n
	}
}

// look begins the walk through the copies that a filter asks for.
func (u *Part) look(f mailsim.MailFilter) (*search.Look, error) {
	if f.Limit < 0 {
		return nil, fail.Invalidf("limit must not be negative")
	}
	for _, o := range f.Origins {
		if err := valid.OneOf("origin", string(o), origins...); err != nil {
			return nil, err
		}
	}
	var in func(string) bool
	var err error
	u.Read(func(v state.View) { in, err = scope(v, f) })
	if err != nil {
		return nil, err
	}
	return u.search.NewLook(f.Query, f.Before, in)
}

// scope says which mailboxes a filter asks for, nil for all.
func scope(v state.View, f mailsim.MailFilter) (func(string) bool, error) {
	if f.Address == "" && f.PersonaID == "" {
		return nil, nil
	}
	var keys []string
	if f.PersonaID != "" {
		p, err := people.Find(v, f.PersonaID)
		if err != nil {
			return nil, err
		}
		for _, a := range p.Addresses {
			keys = append(keys, addr.Key(a))
		}
	}
	if f.Address != "" {
		if _, err := post.NeedMailbox(v, f.Address); err != nil {
			return nil, err
		}
		key := addr.Key(f.Address)
		if f.PersonaID != "" && !slices.Contains(keys, key) {
			return func(string) bool { return false }, nil
		}
		keys = []string{key}
	}
	return func(address string) bool { return slices.Contains(keys, addr.Key(address)) }, nil
}

// wanted tells whether a copy is one that a filter asks for, its query and mailboxes
// apart.
func wanted(f mailsim.MailFilter, s *post.Stored) bool {
	switch {
	case f.Unread && s.Marks&mailsim.FlagSeen != 0,
		f.Thread != "" && s.Mail.Thread != f.Thread,
		f.CaseID != "" && s.Extras().CaseID != f.CaseID:
		return false
	}
	return len(f.Origins) == 0 || slices.Contains(f.Origins, originOf(s))
}

// origins lists every origin, sorted.
var origins = []string{string(mailsim.OriginApp), string(mailsim.OriginFiled), string(mailsim.OriginPerson), string(mailsim.OriginSystem), string(mailsim.OriginWorld)}

// originOf says where a mail comes from.
func originOf(s *post.Stored) mailsim.MailOrigin {
	if s.Way == nil {
		return mailsim.OriginFiled
	}
	switch s.Way.Proto() {
	case "person":
		return mailsim.OriginPerson
	case "world":
		return mailsim.OriginWorld
	case "system":
		return mailsim.OriginSystem
	}
	return mailsim.OriginApp
}
