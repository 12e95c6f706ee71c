package post

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// MailID names the mail that a copy is of: as its Received line does, or, for one that
// no submission filed, by its place in all that happened.
func (s *Stored) MailID() string {
	if s.Way != nil {
		return string(s.Way.ID[:])
	}
	return "n" + strconv.FormatInt(int64(s.Seq), 10)
}

// SameMail tells whether two copies are of one mail: of one submission, or filed
// together where there was none.
func (s *Stored) SameMail(o *Stored) bool {
	if s.Way == nil || o.Way == nil {
		return s.Way == nil && o.Way == nil && s.Seq == o.Seq
	}
	return s.Way.ID == o.Way.ID
}

// Proto is the way by which the mail came: smtp, lmtp, api, person, world or system.
func (p *Way) Proto() string { return p.Route.wire.proto }

// FiledBefore orders copies as they were filed; those that were filed at once by
// mailbox and folder.
func FiledBefore(a, b Placed) int {
	return cmp.Or(cmp.Compare(a.Seq, b.Seq), strings.Compare(a.Address, b.Address), FolderOrder(a.Folder, b.Folder), cmp.Compare(a.uid, b.uid))
}

// CopiesLike lists all copies of the mail that a copy is of, as they were filed.
func (u *Part) CopiesLike(c Placed) []Placed {
	var out []Placed
	if id := c.Mail.MessageID; id != "" && !u.only(c) {
		for _, p := range u.CopiesOf(id) {
			if p.SameMail(c.Stored) {
				out = append(out, p)
			}
		}
	} else if id == "" {
		out = u.copiesAt(c.Seq, c.Address)
	}
	if len(out) == 0 {
		return []Placed{c}
	}
	slices.SortFunc(out, FiledBefore)
	return out
}

// only tells whether a copy is the only one of its Message-ID.
func (u *Part) only(c Placed) (yes bool) {
	u.Read(func(v state.View) {
		rec := ByID(v, c.Mail.MessageID)
		yes = rec != nil && rec.Copies == 1 && rec.Mail == c.Mail
	})
	return yes
}

// copiesAt lists the copies at a place in all that happened: those in the mailbox of
// an address, "" for all.
func (u *Part) copiesAt(seq mailsim.Mark, address string) (out []Placed) {
	for _, f := range u.folders(address) {
		if f.Mixed { // not in order of arrival
			for s := range f.All() {
				if s.Seq == seq {
					out = append(out, Placed{s, f.key, f.address, f.Name, f.order})
				}
			}
			continue
		}
		for i := sort.Search(f.Len(), func(i int) bool { return f.At(i).Seq >= seq }); i < f.Len() && f.At(i).Seq == seq; i++ {
			out = append(out, Placed{f.At(i), f.key, f.address, f.Name, f.order})
		}
	}
	return out
}

// folders lists the folders with mail of the mailbox of an address, "" for all.
func (u *Part) folders(address string) []hunted {
	h := &Hunt{}
	u.Read(func(v state.View) {
		if address != "" {
			h.look(address, Mailbox(v, address))
			return
		}
		for key, m := range Boxes.In(v.State).M {
			h.look(key, m)
		}
	})
	return h.folders
}

// MailByID lists the copies of a mail by its id or Message-ID, as they were filed; of
// several mails with one Message-ID those of the first. near, if not 0, is the place
// where a copy may lie. It is empty when there is no such mail.
func (u *Part) MailByID(id string, near mailsim.Mark) []Placed {
	var found []Placed
	switch n, err := strconv.ParseInt(strings.TrimPrefix(id, "n"), 10, 63); {
	case strings.Contains(id, "@") || strings.HasPrefix(id, "<"):
		if found = u.CopiesOf(id); len(found) == 0 && !strings.HasPrefix(id, "<") {
			found = u.CopiesOf("<" + id + ">")
		}
		slices.SortFunc(found, FiledBefore)
	case strings.HasPrefix(id, "n") && err == nil:
		found = u.copiesAt(mailsim.Mark(n), "")
	case len(id) == len(Way{}.ID):
		found = u.named(id, near)
	}
	for _, c := range found {
		if strings.Contains(id, "@") || strings.HasPrefix(id, "<") || c.MailID() == id {
			return u.CopiesLike(c)
		}
	}
	return nil
}

// named finds a copy of the submission of a name.
func (u *Part) named(id string, near mailsim.Mark) []Placed {
	if near != 0 {
		for _, c := range u.copiesAt(near, "") {
			if c.MailID() == id {
				return []Placed{c}
			}
		}
	}
	for _, f := range u.folders("") {
		for s := range f.Backward() {
			if s.Way != nil && string(s.Way.ID[:]) == id {
				return []Placed{{s, f.key, f.address, f.Name, f.order}}
			}
		}
	}
	return nil
}

// CopiesWhere lists the copies that something holds of, as they were filed.
func (u *Part) CopiesWhere(holds func(*Stored) bool) (out []Placed) {
	for _, f := range u.folders("") {
		for s := range f.All() {
			if holds(s) {
				out = append(out, Placed{s, f.key, f.address, f.Name, f.order})
			}
		}
	}
	slices.SortFunc(out, FiledBefore)
	return out
}
