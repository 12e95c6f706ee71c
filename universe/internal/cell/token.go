package cell

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// A session of a key is a token that a browser holds in place of the key. Nothing is
// kept of it: it is signed with what is stored of the key, so it ends with the key, and
// outlives a restart of the server as the key does.

// tokenPrefix begins every token, so that a person's session is told from it.
const tokenPrefix = "key1_"

// token is what a token says.
type token struct {
	expires  time.Time
	key      [8]byte // how the hash of the key begins
	universe string  // "" for the server's administrator
}

const tokenHead = 8 + 8 // expires, key

// sign writes the token of a key, of which secret is the hash.
func (t token) sign(secret []byte) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(t.expires.Unix()))
	b = append(b, t.key[:]...)
	b = append(b, t.mac(secret)...)
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(append(b, t.universe...))
}

func (t token) mac(secret []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte("mailsim session of a key\x00"))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(t.expires.Unix())))
	h.Write(t.key[:])
	h.Write([]byte(t.universe))
	return h.Sum(nil)
}

// readToken takes a token apart; ok is false when it is none.
func readToken(text string) (t token, mac []byte, ok bool) {
	text, is := strings.CutPrefix(text, tokenPrefix)
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if !is || err != nil || len(b) < tokenHead+sha256.Size {
		return t, nil, false
	}
	t.expires = time.Unix(int64(binary.BigEndian.Uint64(b)), 0)
	copy(t.key[:], b[8:])
	t.universe = string(b[tokenHead+sha256.Size:])
	return t, b[tokenHead : tokenHead+sha256.Size], true
}

var errTokenEnded = fail.Errorf(mailsim.ErrUnauthorized, "the session has ended: show the key again")

// Session makes a token that stands for the caller's key for 12 hours, or until the key
// is deleted. ErrForbidden for who shows no key.
func (c *Caller) Session() (text string, expires time.Time, err error) {
	var t token
	secret := c.admin
	switch {
	case c.kind == mailsim.CallerKey:
		t.universe, secret, expires = c.u.Opts.ID, c.key.Hash, c.u.Wall.Now()
	case c.kind == mailsim.CallerServer:
		expires = c.register.now()
	default:
		return "", time.Time{}, fail.Errorf(mailsim.ErrForbidden, "sessions are made for keys")
	}
	t.expires = expires.Add(SessionTime).Truncate(time.Second).UTC()
	copy(t.key[:], secret)
	return t.sign(secret), t.expires, nil
}

// byToken lets the session of a key of the universe in.
func (u *Part) byToken(text, asked string) (*Caller, error) {
	t, mac, ok := readToken(text)
	if !ok || t.universe != u.Opts.ID || !t.expires.After(u.Wall.Now()) {
		return nil, errTokenEnded
	}
	k := u.login.KeyThat(hex.EncodeToString(t.key[:]), func(k *login.Key) bool { return hmac.Equal(mac, t.mac(k.Hash)) })
	if k == nil {
		return nil, errTokenEnded
	}
	who, err := u.keyCaller(k, asked)
	if err == nil {
		who.until = t.expires
	}
	return who, err
}

// byToken lets the session of a key, or of the server's administrator, in.
func (c *Cell) byToken(ctx context.Context, text, asked string) (*Caller, error) {
	t, mac, ok := readToken(text)
	if !ok || !t.expires.After(c.now()) {
		return nil, errTokenEnded
	}
	if t.universe == "" {
		if c.admin == [sha256.Size]byte{} || !hmac.Equal(mac, t.mac(c.admin[:])) {
			return nil, errTokenEnded
		}
		who, err := c.server(ctx, asked)
		if who != nil {
			who.until = t.expires
		}
		return who, err
	}
	u, err := c.visit(ctx, t.universe)
	if err != nil {
		return nil, orWhen(away(err), err, errTokenEnded)
	}
	who, err := u.byToken(text, asked)
	if err == nil && u.login.Suspended() {
		return nil, u.login.ErrSuspended()
	}
	return who, err
}
