package login

import (
	"cmp"
	"context"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Signature returns the signature of an address, "" when it has none.
func (u *Part) Signature(address string) (text string, err error) {
	u.Read(func(v state.View) {
		if _, err = post.NeedMailbox(v, address); err != nil {
			return
		}
		if l := Table.In(v.State).At(addr.Key(address)); l != nil {
			text = l.Signature
		}
	})
	return text, err
}

// SetSignature sets the signature of an address, at most 10,000 bytes; tabs and line
// breaks are kept, other control characters are ErrInvalid, and "" removes it. It signs
// what Send sends from that address from now on, unless that is Outgoing.Unsigned. What
// comes over SMTP is left as it is, and people sign with their own (Style.Signature).
func (u *Part) SetSignature(ctx context.Context, address, text string) (string, error) {
	if err := cmp.Or(valid.Texts(valid.NamedText{Field: "signature", Value: text}), valid.PrintableText("signature", text)); err != nil {
		return "", err
	}
	err := u.Update(ctx, func(t *state.Tx) error {
		m, err := post.NeedMailbox(t.View, address)
		if err != nil {
			return err
		}
		next := Record{Address: m.Address}
		if old := Table.In(t.State).At(addr.Key(address)); old != nil {
			next = *old
		}
		next.Signature = text
		state.Put(t, Table.In(t.State), addr.Key(address), &next)
		return nil
	})
	return text, err
}

// SignatureAt is what signs mail from an address, "" for nothing.
func SignatureAt(v state.View, address string) string {
	if l := Table.In(v.State).At(addr.Key(address)); l != nil {
		return l.Signature
	}
	return ""
}
