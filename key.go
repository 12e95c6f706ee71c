package mailsim

// API keys and roles (spec 5; design 3 "Secrets", 4 `/keys`).

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// Role is what a caller may do (spec 5).
type Role string

// The roles; each may do what the one before it may.
const (
	RoleViewer Role = "viewer"
	RoleMember Role = "member"
	RoleAdmin  Role = "admin"
)

// roleRank orders the roles; any other text is below all.
var roleRank = map[Role]int{RoleViewer: 1, RoleMember: 2, RoleAdmin: 3}

// Allows reports whether the role reaches the least one that is asked for.
func (r Role) Allows(least Role) bool { return roleRank[r] > 0 && roleRank[r] >= roleRank[least] }

// atMost is the lower one of two roles.
func (r Role) atMost(limit Role) Role {
	if r.Allows(limit) {
		return limit
	}
	return r
}

func checkRole(r Role) error {
	return oneOf("role", string(r), string(RoleViewer), string(RoleMember), string(RoleAdmin))
}

// Key is an API key as it can be shown: the key itself is shown once, when it
// is made.
type Key struct {
	Prefix string `json:"prefix"` // its first 8 characters, at most a third of it
	Name   string `json:"name"`
	Role   Role   `json:"role"`
}

// keyRec is an API key as stored under its SHA-256, which is enough for a secret
// of that entropy: never the key itself.
type keyRec struct {
	Key
	Hash []byte `json:"hash"`
}

func (k *keyRec) id() string { return hex.EncodeToString(k.Hash) }

const (
	minKey  = 16 // characters of a given key
	maxKey  = 200
	maxKeys = 1000
)

// CreateKey makes an API key of this universe and returns it: it is not shown
// again. ErrInvalid for an unknown role or a name above 500 bytes.
func (u *Universe) CreateKey(ctx context.Context, name string, role Role) (secret string, k Key, err error) {
	secret = NewKey()
	k, err = u.AddKey(ctx, secret, name, role)
	if err != nil {
		return "", Key{}, err
	}
	return secret, k, nil
}

// NewKey draws a key of more than 128 random bits.
func NewKey() string { return "ms_" + rand.Text() }

// AddKey lets a given key open this universe. One that is there already gets
// the new name and role. ErrInvalid for a key of less than 16 characters, or of
// other than printable ASCII ones.
func (u *Universe) AddKey(ctx context.Context, secret, name string, role Role) (Key, error) {
	rec, err := newKeyRec(secret, name, role)
	if err != nil {
		return Key{}, err
	}
	err = u.claimKeys([]*keyRec{rec}, func() error {
		return u.update(ctx, func(t *tx) error { return t.putKey(rec) })
	})
	return rec.Key, err
}

func newKeyRec(secret, name string, role Role) (*keyRec, error) {
	switch {
	case len(secret) < minKey, len(secret) > maxKey:
		return nil, invalidf("key must have %d to %d characters", minKey, maxKey)
	case !printable(secret), strings.Contains(secret, " "):
		return nil, invalidf("key must be printable ASCII without spaces")
	}
	if err := cmp.Or(checkLine("name", name), checkRole(role)); err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(secret))
	return &keyRec{Key: Key{secret[:min(8, len(secret)/3)], name, role}, Hash: hash[:]}, nil
}

// checkLine refuses a text that is not one short line.
func checkLine(field, text string) error {
	if len(text) > maxName || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return invalidf("%s must be one line of at most %d bytes", field, maxName)
	}
	return nil
}

func (t *tx) putKey(k *keyRec) error {
	id := k.id()
	if t.keys.at(id) == nil && t.keys.len() >= maxKeys {
		return invalidf("at most %d keys: delete one first", maxKeys)
	}
	put(t, t.keys, id, k)
	return nil
}

// Keys lists the keys by name, then prefix.
func (u *Universe) Keys() []Key {
	out := []Key{}
	u.read(func(v view) {
		for _, k := range v.keys.sorted() {
			out = append(out, k.Key)
		}
	})
	slices.SortStableFunc(out, func(a, b Key) int {
		return strings.Compare(tableKey(a.Name, a.Prefix), tableKey(b.Name, b.Prefix))
	})
	return out
}

// DeleteKey revokes the key with a prefix: it opens nothing from now on.
// ErrNotFound when there is none, ErrConflict when several have it.
func (u *Universe) DeleteKey(ctx context.Context, prefix string) error {
	var gone []*keyRec
	err := u.update(ctx, func(t *tx) error {
		gone = nil
		for _, k := range t.keys.sorted() {
			if k.Prefix == prefix {
				gone = append(gone, k)
			}
		}
		switch len(gone) {
		case 0:
			return noSuch("key")
		case 1:
			drop(t, t.keys, gone[0].id())
			return nil
		}
		return conflictf("%d keys begin with %.20q: nothing was deleted", len(gone), prefix)
	})
	if err == nil {
		u.forgetKeys(gone)
	}
	return err
}

// keyOf returns the record of a key, nil when it opens nothing.
func (u *Universe) keyOf(secret string) (k *keyRec) {
	hash := sha256.Sum256([]byte(secret))
	u.read(func(v view) { k = v.keys.at(hex.EncodeToString(hash[:])) })
	if k == nil || subtle.ConstantTimeCompare(k.Hash, hash[:]) != 1 {
		return nil
	}
	return k
}
