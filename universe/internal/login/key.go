package login

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// RoleAtMost is the lower one of two roles.
func RoleAtMost(r mailsim.Role, limit mailsim.Role) mailsim.Role {
	if r.Allows(limit) {
		return limit
	}
	return r
}

// Key is an API key as stored under its SHA-256, which is enough for a secret
// of that entropy: never the key itself.
type Key struct {
	mailsim.Key
	Hash []byte `json:"hash"`
}

// ID is what the key is stored under.
func (k *Key) ID() string { return hex.EncodeToString(k.Hash) }

const (
	minKey  = 16 // characters of a given key
	maxKey  = 200
	maxKeys = 1000
)

// CreateKey makes an API key of this universe and returns it: it is not shown
// again. ErrInvalid for an unknown role or a name above 500 bytes.
func (u *Part) CreateKey(ctx context.Context, name string, role mailsim.Role) (secret string, k mailsim.Key, err error) {
	secret = mailsim.NewKey()
	k, err = u.AddKey(ctx, secret, name, role)
	if err != nil {
		return "", mailsim.Key{}, err
	}
	return secret, k, nil
}

// AddKey lets a given key open this universe. One that is there already gets
// the new name and role. ErrInvalid for a key of less than 16 characters, or of
// other than printable ASCII ones.
func (u *Part) AddKey(ctx context.Context, secret, name string, role mailsim.Role) (mailsim.Key, error) {
	rec, err := NewKey(secret, name, role)
	if err != nil {
		return mailsim.Key{}, err
	}
	err = u.ClaimKeys([]*Key{rec}, func() error {
		return u.Update(ctx, func(t *state.Tx) error { return PutKey(t, rec) })
	})
	return rec.Key, err
}

// NewKey is a key as stored. ErrInvalid as with AddKey.
func NewKey(secret, name string, role mailsim.Role) (*Key, error) {
	switch {
	case len(secret) < minKey, len(secret) > maxKey:
		return nil, fail.Invalidf("key must have %d to %d characters", minKey, maxKey)
	case !valid.Printable(secret), strings.Contains(secret, " "):
		return nil, fail.Invalidf("key must be printable ASCII without spaces")
	}
	if err := cmp.Or(valid.Line("name", name), valid.Role(role)); err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(secret))
	return &Key{Key: mailsim.Key{Prefix: secret[:min(8, len(secret)/3)], Name: name, Role: role}, Hash: hash[:]}, nil
}

// PutKey stores a key. ErrInvalid when there are too many.
func PutKey(t *state.Tx, k *Key) error {
	id := k.ID()
	if KeyTable.In(t.State).At(id) == nil && KeyTable.In(t.State).Len() >= maxKeys {
		return fail.Invalidf("at most %d keys: delete one first", maxKeys)
	}
	state.Put(t, KeyTable.In(t.State), id, k)
	return nil
}

// DropKey takes a key away.
func DropKey(t *state.Tx, k *Key) { state.Drop(t, KeyTable.In(t.State), k.ID()) }

// Keys lists the keys by name, then prefix.
func (u *Part) Keys() []mailsim.Key {
	out := []mailsim.Key{}
	for _, k := range state.Ordered(u.Book, func(v state.View) *state.Table[*Key] { return KeyTable.In(v.State) }) {
		out = append(out, k.Key)
	}
	slices.SortStableFunc(out, func(a, b mailsim.Key) int {
		return strings.Compare(state.Key(a.Name, a.Prefix), state.Key(b.Name, b.Prefix))
	})
	return out
}

// DeleteKey revokes the key with a prefix: it opens nothing from now on.
// ErrNotFound when there is none, ErrConflict when several have it.
func (u *Part) DeleteKey(ctx context.Context, prefix string) error {
	var gone []*Key
	err := u.Update(ctx, func(t *state.Tx) error {
		gone = nil
		for _, k := range state.Sorted(KeyTable.In(t.State)) {
			if k.Prefix == prefix {
				gone = append(gone, k)
			}
		}
		switch len(gone) {
		case 0:
			return fail.NoSuch("key")
		case 1:
			DropKey(t, gone[0])
			return nil
		}
		return fail.Conflictf("%d keys begin with %.20q: nothing was deleted", len(gone), prefix)
	})
	if err == nil {
		u.ForgetKeys(gone)
	}
	return err
}

// KeyOf returns the record of a key, nil when it opens nothing.
func (u *Part) KeyOf(secret string) (k *Key) {
	hash := sha256.Sum256([]byte(secret))
	u.Peek(func(v state.View) { k = KeyTable.In(v.State).At(hex.EncodeToString(hash[:])) })
	if k == nil || subtle.ConstantTimeCompare(k.Hash, hash[:]) != 1 {
		return nil
	}
	return k
}

// KeyThat returns the key whose hash begins so, in hexadecimal digits, and of which
// something holds; nil for none.
func (u *Part) KeyThat(begins string, holds func(*Key) bool) (k *Key) {
	var found []*Key
	u.Read(func(v state.View) {
		for id, key := range KeyTable.In(v.State).M {
			if strings.HasPrefix(id, begins) {
				found = append(found, key)
			}
		}
	})
	for _, key := range found {
		if holds(key) {
			return key
		}
	}
	return nil
}
