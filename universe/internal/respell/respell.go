// Package respell brings what is kept under an address to the key that the address has now.
// Earlier versions told A-labels from U-labels, so that a store of theirs may have either,
// or both.
package respell

import (
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// All brings the tables of a universe that has been loaded to the keys of today. Where both
// spellings are there, the mailbox in U-labels takes over the mail of the other one, and what
// else there can only be one of stays that in U-labels.
func All(b *state.Book) error {
	needed := false
	b.Peek(func(v state.View) { needed = tables(nil, v) })
	if !needed {
		return nil
	}
	return b.Update(context.Background(), func(t *state.Tx) error {
		for _, key := range other(post.Boxes.In(t.State), keyOf) {
			post.Respell(t, key, keyOf(key), func(f *post.Folder, from, to []uint32) {
				webmail.FollowMerged(t, key, keyOf(key), f, from, to)
			})
		}
		for _, key := range other(login.Table.In(t.State), keyOf) {
			login.Respell(t, key, keyOf(key))
		}
		tables(t, t.View)
		return nil
	})
}

// tables renames records, or only tells whether there is anything to do where t is nil.
func tables(t *state.Tx, v state.View) bool {
	s := v.State
	n := rename(t, state.Counters.In(s), counterKey, func(a, b int) int { return max(a, b) })
	n += rename(t, state.Uses.In(s), counterKey, nil)
	n += rename(t, people.RelationTable.In(s), keyOf, nil)
	n += rename(t, people.DomainTable.In(s), addr.DomainKey, func(a, b []string) []string { return slices.Concat(b, a) })
	n += rename(t, provide.PlaceTable.In(s), keyOf, nil)
	return n+len(other(post.Boxes.In(s), keyOf))+len(other(login.Table.In(s), keyOf)) > 0
}

// rename gives records their keys of today. both makes one of two, nil keeps the second.
func rename[V any](t *state.Tx, tb *state.Table[V], key func(string) string, both func(a, b V) V) int {
	list := other(tb, key)
	for _, old := range list {
		if t == nil {
			break
		}
		v, next := tb.At(old), key(old)
		if there, ok := tb.Get(next); ok && both != nil {
			v = both(v, there)
		} else if ok {
			v = there
		}
		state.Put(t, tb, next, v)
		state.Drop(t, tb, old)
	}
	return len(list)
}

// other lists the keys that are not as they would be today, in order.
func other[V any](tb *state.Table[V], key func(string) string) (out []string) {
	for k := range tb.M {
		if key(k) != k {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// keyOf is a key with its addresses spelled as they are today.
func keyOf(key string) string {
	if !strings.Contains(key, "@") || !suspect(key) {
		return key
	}
	parts := strings.Split(key, "\x00")
	for i, p := range parts {
		if p == strings.ToLower(p) && strings.Contains(p, "@") { // others are no keys of addresses
			parts[i] = addr.Key(p)
		}
	}
	return strings.Join(parts, "\x00")
}

// counterKey is keyOf of a counter. First tries that were deferred are listed elsewhere, and
// are forgotten there: they stay.
func counterKey(key string) string {
	if strings.HasPrefix(key, "tempfail\x00") {
		return key
	}
	return keyOf(key)
}

// suspect tells whether a key may have another spelling: most are plain ASCII.
func suspect(key string) bool {
	return strings.Contains(key, "xn--") || strings.ContainsFunc(key, func(r rune) bool { return r > 0x7F })
}
