package provide

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Record returns what was kept under a kind and id.
func (b *box) Record(kind, id string) (value []byte, ok bool) {
	b.u.Read(func(v state.View) {
		if r := state.AtKey(values.In(v.State), b.name, kind, id); r != nil {
			value, ok = slices.Clone(r.Value), true
		}
	})
	return value, ok
}

// Records returns all of a kind in order of id.
func (b *box) Records(kind string) (list []mailsim.ProviderRecord) {
	prefix := state.Key(b.name, kind, "")
	var rows []state.Row[*record]
	b.u.Read(func(v state.View) { rows = state.Rows(values.In(v.State), prefix) })
	slices.SortFunc(rows, func(a, b state.Row[*record]) int { return strings.Compare(a.Key, b.Key) })
	for _, r := range rows {
		list = append(list, mailsim.ProviderRecord{ID: strings.TrimPrefix(r.Key, prefix), Value: slices.Clone(r.Record.Value)})
	}
	return list
}

// SetRecord keeps a value; nil removes it.
func (b *box) SetRecord(ctx context.Context, kind, id string, value []byte) error {
	if len(value) > maxValue || len(kind)+len(id) > 1000 {
		return fail.Invalidf("a record has at most %d bytes", maxValue)
	}
	key := state.Key(b.name, kind, id)
	return b.u.Update(ctx, func(t *state.Tx) error {
		tb := values.In(t.State)
		if value == nil {
			state.Drop(t, tb, key)
			return nil
		}
		if tb.At(key) == nil {
			if n := len(state.Rows(tb, state.Key(b.name, kind, ""))); n >= maxOfKind {
				return fail.Errorf(mailsim.ErrFull, "there are %d records of this kind: at most %d are kept", n, maxOfKind)
			}
		}
		state.Put(t, tb, key, &record{slices.Clone(value)})
		return nil
	})
}

// Suppress puts addresses on a list.
func (b *box) Suppress(ctx context.Context, list string, addresses ...mailsim.Suppression) error {
	return b.u.Update(ctx, func(t *state.Tx) error {
		for _, s := range addresses {
			if err := suppress(t, b.name, list, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// suppress puts an address on a list of a provider, unless it is there.
func suppress(t *state.Tx, provider, list string, s mailsim.Suppression) error {
	tb, key := PlaceTable.In(t.State), state.Key(provider, list, addr.Key(s.Address))
	if tb.At(key) != nil {
		return nil
	}
	if tb.Len() >= maxSuppressed {
		return fail.Errorf(mailsim.ErrFull, "at most %d addresses are suppressed", maxSuppressed)
	}
	s.List, s.Address, s.Why = list, plain.Cut(s.Address, 1000), plain.Cut(s.Why, 1000)
	if s.Created.IsZero() {
		s.Created = t.Now
	}
	state.Put(t, tb, key, &place{s, t.Count("provider-turn", provider)})
	return nil
}

// Unsuppress takes addresses off a list.
func (b *box) Unsuppress(ctx context.Context, list string, addresses ...string) (gone []mailsim.Suppression, err error) {
	err = b.u.Update(ctx, func(t *state.Tx) error {
		gone = nil
		for _, a := range addresses {
			key := state.Key(b.name, list, addr.Key(a))
			if p := PlaceTable.In(t.State).At(key); p != nil {
				gone = append(gone, p.Suppression)
				state.Drop(t, PlaceTable.In(t.State), key)
			}
		}
		return nil
	})
	return gone, err
}

// Suppressions returns the addresses of a list, or of all, in the order in which they came.
func (b *box) Suppressions(list string) []mailsim.Suppression {
	prefix := state.Key(b.name, list, "")
	if list == "" {
		prefix = state.Key(b.name, "")
	}
	var rows []state.Row[*place]
	b.u.Read(func(v state.View) { rows = state.Rows(PlaceTable.In(v.State), prefix) })
	slices.SortFunc(rows, func(a, b state.Row[*place]) int { return cmp.Compare(a.Record.Turn, b.Record.Turn) })
	out := make([]mailsim.Suppression, len(rows))
	for i, r := range rows {
		out[i] = r.Record.Suppression
	}
	return out
}

// Suppressed returns the first of the lists that an address is on.
func (b *box) Suppressed(address string, lists ...string) (list string, s mailsim.Suppression, ok bool) {
	b.u.Read(func(v state.View) {
		var p *place
		if list, p = suppressed(v, b.name, address, lists); p != nil {
			s, ok = p.Suppression, true
		}
	})
	return list, s, ok
}

// suppressed returns the first of the lists that an address is on, nil for none.
func suppressed(v state.View, provider, address string, lists []string) (string, *place) {
	for _, list := range lists {
		if p := state.AtKey(PlaceTable.In(v.State), provider, list, addr.Key(address)); p != nil {
			return list, p
		}
	}
	return "", nil
}
