package webmail

import (
	"cmp"
	"context"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Mailboxes lists the mailboxes: those without a person first, then people's,
// each sorted by address.
func (u *Part) Mailboxes() []mailsim.Mailbox {
	var rows []state.Row[owned]
	u.Read(func(v state.View) {
		rows = make([]state.Row[owned], 0, post.Boxes.In(v.State).Len())
		for key, m := range post.Boxes.In(v.State).M {
			rows = append(rows, state.Row[owned]{Key: key, Record: ownedBox(v, m)})
		}
	})
	out := make([]mailsim.Mailbox, len(rows))
	for i, o := range state.InOrder(rows) {
		out[i] = o.info()
	}
	slices.SortStableFunc(out, func(a, b mailsim.Mailbox) int {
		return cmp.Compare(min(len(a.PersonaID), 1), min(len(b.PersonaID), 1))
	})
	return out
}

// Mailbox returns one mailbox; ErrNotFound when there is none.
func (u *Part) Mailbox(address string) (out mailsim.Mailbox, err error) {
	u.Read(func(v state.View) {
		var m *post.Box
		if m, err = post.NeedMailbox(v, address); err == nil {
			out = Info(v, m)
		}
	})
	return out, err
}

// owned is a mailbox with whose it is; nil for nobody's.
type owned struct {
	*post.Box
	login *login.Record
	owner *people.Person
}

// ownedBox finds whose a mailbox is.
func ownedBox(v state.View, m *post.Box) owned {
	return owned{m, login.At(v, m.Address), people.At(v, m.Address)}
}

// Info is a mailbox as it is shown.
func Info(v state.View, m *post.Box) mailsim.Mailbox {
	return ownedBox(v, m).info()
}

func (m owned) info() mailsim.Mailbox {
	out := mailsim.Mailbox{Address: m.Address, DisplayName: m.Display}
	for _, f := range m.Folders {
		out.Total += f.Len()
		out.Unread += f.Unseen
	}
	if l := m.login; l != nil {
		out.CanLogin = l.CanLogin()
		if l.DisplayName != "" {
			out.DisplayName = l.DisplayName
		}
	}
	if p := m.owner; p != nil {
		out.PersonaID, out.Persona = p.ID, p.Name
	}
	return out
}

// SetMailboxStatus forces how an existing mailbox's address behaves; StatusOK
// clears it. The forced statuses stand in Recipients().Status. ErrInvalid for
// another status, ErrNotFound for an unknown mailbox.
func (u *Part) SetMailboxStatus(ctx context.Context, address string, status mailsim.MailboxStatus) (mailsim.Mailbox, error) {
	if status != mailsim.StatusOK && !valid.BadStatus(status) {
		return mailsim.Mailbox{}, fail.Invalidf("status must be ok, unknown, domain, full, disabled or blocked")
	}
	var out mailsim.Mailbox
	err := u.Update(ctx, func(t *state.Tx) error {
		m, err := post.NeedMailbox(t.View, address)
		if err != nil {
			return err
		}
		settings.Change(t, func(s *settings.Record) {
			rules := settings.CloneRecipients(s.Recipients)
			delete(rules.Status, addr.Key(address))
			if status != mailsim.StatusOK {
				rules.Status[addr.Key(address)] = status
			}
			s.Recipients = rules
		})
		out = Info(t.View, m)
		return nil
	})
	return out, err
}
